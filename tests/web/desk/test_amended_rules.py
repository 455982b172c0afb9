"""Melds, slams, the excuse and level deals asked in words, in both languages: a verdict, or the article."""

from urllib.parse import quote_plus

import pytest
from flask import Flask

from tests.web.visitor import Page, Visitor

RULED = (
    ("en", "canasta", "are two nines and two twos a good meld", "Good meld"),
    ("fr", "canasta", "deux rois et deux jokers, est-ce une bonne combinaison ?", "Bonne combinaison"),
    ("en", "canasta", "are two kings and two jokers a meld", "Good meld"),
    ("fr", "canasta", "un roi et deux jokers, c'est une combinaison ?", "Pas une combinaison"),
    ("en", "canasta", "are a king and two jokers a meld", "No meld"),
    ("fr", "canasta", "trois 3 noirs, c'est une combinaison ?", "Seulement pour sortir"),
    ("fr", "canasta", "je peux poser trois 3 noirs pour sortir ?", "Bonne combinaison"),
    ("fr", "coinche", "le valet à tout atout", "13 points"),
    ("en", "canasta", "can i lay three black threes going out", "Good meld"),
    ("fr", "canasta", "deux 9 et deux 2, c'est bon ?", "Bonne combinaison"),
    ("fr", "tarot", "qui prend le pli : roi de cœur, excuse, 10 de cœur", "R♥"),
    ("en", "tarot", "who takes the trick: king of hearts, excuse, 10 of hearts", "K♥"),
)
"""Ruled at once."""

ANSWERED = (
    ("fr", "tarot", "la défense fait tous les plis, combien", "200 de plus à chaque défenseur"),
    ("en", "tarot", "the defence took every trick how much", "200 more to each defender"),
    ("fr", "tarot", "chelem de l'attaque combien de points", "trois bouts et 91 points"),
    ("en", "tarot", "slam with the excuse played by the defence, how many points", "three oudlers and 91 points"),
    ("fr", "tarot", "l'excuse au dernier pli du chelem prend ?", "Oui, si son camp a fait tous les autres plis"),
    ("en", "tarot", "does the excuse take the last trick in a slam", "Yes, if its side won every other trick"),
    ("fr", "tarot", "j'ai les quatre rois et les quatre dames", "avec les quatre dames aussi, un cavalier"),
    ("en", "tarot", "i hold all four kings and all four queens", "all four queens too, a knight"),
    ("fr", "belote", "81 partout c'est quoi", "le camp qui gagne la donne suivante les marque en plus"),
    ("en", "belote", "81 each, what now", "the side that wins the next deal scores them too"),
)
"""By the first article that is shown; nothing is ruled."""


def opened(app: Flask, language: str, game: str, words: str) -> Page:
    page = Visitor(app, language).open(f"/desk/{game}?q={quote_plus(words)}")
    assert page.status == 200
    return page


def ruled(page: Page) -> str:
    return "".join(word.text() for word in page.document.all(class_="said"))


@pytest.mark.thorough
def test_cards_that_are_all_said_are_ruled_at_once(app: Flask) -> None:
    assert [(*asked, ruled(opened(app, *asked))) for *asked, _ in RULED] == [*RULED]


def test_the_first_article_answers(app: Flask) -> None:
    wrong = []
    for language, game, words, answer in ANSWERED:
        page = opened(app, language, game, words)
        shown = plain(page.document.all(class_="law-found")[0].text())
        if ruled(page) or answer not in shown:
            wrong.append((language, game, words, ruled(page), shown))
    assert wrong == []


def plain(text: str) -> str:
    """A text with the signs that one types."""
    signs = str.maketrans({"\u202f": " ", "\xa0": " ", "‑": "-", "’": "'"})
    return " ".join(text.translate(signs).split()).replace(" ,", ",")
