"""The numbers that a sentence says of each player: a table of sentences, with the facts that they are."""

from typing import Any

import pytest

from referee.desk.query_facts.facts_in_query import facts_in_query
from referee.desk.query_words.card_sense import with_card_sense
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.questions import desk_questions
from referee.games.registry import GAMES

STRANGERS = "ABCDEF"

SAID: tuple[tuple[str, str, str, str, list[int], str], ...] = (
    # each number with its person before it, or behind it; the others one by one; who did what is asked
    ("fr", "yaniv", "asaf", "Lola annonce à 4, Marc 9, Zoé 4 et moi 15", [4, 9, 4, 15], "A"),
    ("fr", "yaniv", "asaf", "moi j'ai 6, Paul annonce yaniv avec 5, Rita a 11", [6, 5, 11], "B"),
    ("en", "yaniv", "asaf", "yaniv called on 3 by Ruth, the others are on 2, 2 and 11", [3, 2, 2, 11], "A"),
    ("fr", "skyjo", "double", "j'arrête avec 20, Aline 20 aussi et Bob 31", [20, 20, 31], "A"),
    ("fr", "skyjo", "double", "je finis avec 12, les autres 9 et 30", [12, 9, 30], "A"),
    ("en", "skyjo", "double", "i ended on -2 but sam has minus 4", [-2, -4], "A"),
    ("en", "skyjo", "double", "Dad closed on 5, I have 8, my sister 17", [5, 8, 17], "A"),
    # a person without a number, two numbers of one, another number of players, nobody who did it
    ("fr", "skyjo", "double", "Paul a fini, moi 12, Léa 30", [], ""),
    ("en", "skyjo", "double", "I ended with 12 last time and 7 now, Bob has 5", [], ""),
    ("en", "skyjo", "double", "She ended on 6, I've got 11, the twins are still counting", [], ""),
    ("fr", "skyjo", "double", "j'ai 12, Paul 9 et Léa 30", [], ""),
    ("fr", "yaniv", "asaf", "on est 4, j'annonce à 5, Paul a 8, Léa 10", [], ""),
    ("en", "yaniv", "asaf", "Ana calls, Bob has 4, Cy 9", [], ""),
)


def read(language: str, game: str, question: str, words: str, people: int) -> dict[str, Any]:
    players = tuple(STRANGERS[:people])
    rules, _ = GAMES[game].house_rules({}, players)
    fields = desk_questions(GAMES[game])[question].fields(GAMES[game], players, rules)
    terms = with_card_sense(GAMES[game], words_said(words, language), (), language)
    ways = facts_in_query(fields, (), terms, language, players).ways
    return ways[0] if ways else {}


@pytest.mark.parametrize(("language", "game", "question", "words", "points", "actor"), SAID)
def test_a_number_is_that_of_the_person_it_is_told_of(
    language: str, game: str, question: str, words: str, points: list[int], actor: str
) -> None:
    for people in [len(points)] if points else [2, 3, 4]:
        facts = read(language, game, question, words, people)
        assert [*facts.get("points", {}).values()] == points
        assert {value for key, value in facts.items() if key in ("caller", "ended")} == ({actor} if actor else set())


BIDS = (
    ("fr", "5 cartes : Ana dit 2 fait 2, Bob 0 fait 1, Chloé 1 fait 2", [2, 0, 1], [2, 1, 2]),
    ("en", "Four cards. Al said 2 made 2, Bo said 1 made 0, Cy said 0 made 2", [2, 1, 0], [2, 0, 2]),
    ("fr", "Ana dit 2 et fait 2, Bob a dit 1, Cléo 0 fait 0", [], []),
)


@pytest.mark.parametrize(("language", "words", "bids", "tricks"), BIDS)
def test_what_was_bid_and_what_was_made_are_told_apart(
    language: str, words: str, bids: list[int], tricks: list[int]
) -> None:
    facts = read(language, "ascenseur", "deal-points", words, 3)
    assert ([*facts.get("bids", {}).values()], [*facts.get("tricks", {}).values()]) == (bids, tricks)


SIDES = (
    ("en", "we bid 4 and 3, took 5 and 3, two bags before", [4, 3], [5, 3], 2),
    ("en", "my partner bid 3, I bid 4, we took 3 and 5, no bags", [3, 4], [3, 5], 0),
    ("fr", "j'ai dit nil et j'ai pris 2 plis, elle 4 annoncés 4 faits, zéro sac", [0, 4], [2, 4], 0),
)


@pytest.mark.parametrize(("language", "words", "bids", "tricks", "bags"), SIDES)
def test_the_numbers_of_a_side_are_its_bids_and_its_tricks(
    language: str, words: str, bids: list[int], tricks: list[int], bags: int
) -> None:
    fields = desk_questions(GAMES["pique"])["side-score"].facts
    (way,) = facts_in_query(fields, (), words_said(words, language), language).ways
    assert (way["bids"], way["tricks"], way["bags"]) == (bids, tricks, bags)
