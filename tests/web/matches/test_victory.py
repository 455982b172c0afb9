"""The page and the picture of a finished match, of every game and in both languages."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.web.matches.presenters.result_picture import FELT
from tests.browser.course import seats
from tests.web.each_game import each_game
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

SVG = "{http://www.w3.org/2000/svg}"
RAW = re.compile(r"%\(|\{\{|\{%|None|Undefined")
LONG = ("Marie-Christine de la Tour-Maubourg-Sévi", "Jean-Baptiste Emmanuel Zorobabel Poqueli", "Ana")
TWELVE = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël", "Hugo", "Inès", "Jean", "Koffi", "Léa")
STYLES = Path(__file__).resolve().parents[3] / "static" / "base.css"


def finished(visitor: Visitor, players: Sequence[str], *deals: Sequence[int]) -> WebMatch:
    """A free sheet with these points, ended by agreement."""
    match = new_match(visitor, "feuille-libre", players)
    for deal in deals:
        match.record({"step": "points", "points": dict(zip(players, deal, strict=True))})
    match.record({"step": "end"})
    return match


def steps(match: WebMatch) -> list[str]:
    return [" ".join(step.text().split()) for step in match.page().document.all("li", class_="step")]


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
@each_game
def test_the_end_of_every_game_is_told_in_whole_sentences(app: Flask, game: str, language: str) -> None:
    match, chance = new_match(Visitor(app, language), game, seats(GAMES[game])), Random(game)
    while not match.course.state.over and match.course.state.deal < 4:
        match.record(match.answer(chance))
    if not match.course.state.over:
        match.record({"step": "end"})
    page = match.page()
    assert not RAW.search(page.document.all("main")[0].text())
    picture = match.visitor.open(f"{match.path}/result.svg")
    assert picture.response.mimetype == "image/svg+xml"
    drawn = ElementTree.fromstring(picture.response.get_data(as_text=True))
    assert not RAW.search(" ".join(drawn.itertext()))
    assert not [part for part in drawn.iter() if {"style", "class"} & part.attrib.keys()]


def test_the_first_three_places_stand_on_steps_and_equals_share_one(app: Flask) -> None:
    visitor = Visitor(app)
    assert steps(finished(visitor, ("Ana", "Bob", "Dan", "Éric"), (9, 5, 7, 1))) == [
        "1er Ana 9",
        "2e Dan 7",
        "3e Bob 5",
    ]
    assert steps(finished(visitor, ("Ana", "Bob", "Dan"), (9, 9, 7))) == ["1er A Ana B Bob 9", "3e Dan 7"]
    assert steps(finished(visitor, ("Ana", "Bob"), (900, 1200))) == ["1er Bob 1200", "2e Ana 900"]
    level = finished(visitor, TWELVE, [4] * 12)
    assert steps(level) == ["1er A Ana B Bob C Chloé D Dan + 8 4"]
    assert "Victoire partagée" in level.page().text


def test_a_match_stopped_before_its_end_says_so_above_its_winners(app: Flask) -> None:
    match = new_match(Visitor(app), "ascenseur")
    speakers = ("Bob", "Chloé", "Dan", "Ana")
    match.record({"step": "bids", "bids": dict(zip(speakers, (0, 0, 0, 0), strict=True))})
    match.record({"step": "tricks", "tricks": dict(zip(speakers, (1, 0, 0, 0), strict=True))})
    match.record({"step": "end"})
    page = match.page().text
    page = " ".join(page.split()).replace("\u202f", " ")
    assert "Partie arrêtée après 1 donne sur 25" in page
    assert ": partie arrêtée après 1 donne sur 25, Ana, Chloé et Dan sont à égalité avec 5, Bob −5." in page
    assert "se partagent la victoire" not in page
    assert "Victoire partagée" not in page


def test_a_match_without_a_deal_has_no_winner_and_no_podium(app: Flask) -> None:
    match = finished(Visitor(app), LONG)
    assert steps(match) == []
    assert "pas de vainqueur" in match.page().text
    assert match.visitor.open(f"{match.path}/result.svg").status == 200


def test_the_podium_rises_only_when_the_match_has_just_ended(app: Flask) -> None:
    match = finished(Visitor(app), LONG, (1, 2, 3))
    just = len(match.exported()["entries"]) - 1
    rising = [asked for asked in ("", just - 1, just, just + 1, "x") if _rises(match, asked)]
    assert rising == [just]


def _rises(match: WebMatch, just: object) -> bool:
    return bool(match.page(f"?just={just}").document.all(class_="rises"))


def test_the_text_names_who_won_and_everybody_else_in_order(app: Flask) -> None:
    match = finished(Visitor(app), ("Ana", "Bob", "Chloé"), (110, 95, 125))
    text = next(part.text() for part in match.page().document.all(class_="sent-text"))
    assert re.fullmatch(
        r"La Feuille libre, \d+ \S+ \d{4} : Chloé gagne avec 125, Ana 110, Bob 95\.", text.replace("\u202f", " ")
    )


def test_what_is_not_finished_has_no_picture_and_a_stranger_has_none_either(app: Flask) -> None:
    visitor = Visitor(app)
    assert visitor.open(f"{new_match(visitor).path}/result.svg").status == 404
    ended = finished(visitor, LONG, (1, 2, 3))
    assert visitor.open(f"{ended.path}/result.svg").status == 200
    assert Visitor(app).open(f"{ended.path}/result.svg").status == 404


def test_the_colours_of_the_picture_are_those_of_the_style_sheet() -> None:
    tokens = dict(re.findall(r"--f(\d+): (#\w{6})", STYLES.read_text(encoding="utf-8")))
    assert tuple(tokens[str(number)] for number in range(len(tokens))) == FELT


def picture_of(match: WebMatch) -> ElementTree.Element:
    return ElementTree.fromstring(match.visitor.open(f"{match.path}/result.svg").response.get_data(as_text=True))


def words_of(picture: ElementTree.Element) -> list[str]:
    """The words of the picture, a text after the other, without its title."""
    return ["".join(text.itertext()).strip() for text in picture.iter(f"{SVG}text")]


def test_the_picture_has_medals_and_equal_places_share_one(app: Flask) -> None:
    visitor = Visitor(app)

    def medals(*points: int) -> list[str]:
        picture = picture_of(finished(visitor, ("Ana", "Bob", "Dan", "Éric"), points))
        fills = [part.get("fill", "") for part in picture.iter(f"{SVG}rect")]
        return [fill for fill in fills if fill in {"url(#gold)", "url(#silver)", "url(#bronze)"}]

    assert medals(9, 5, 7, 1) == ["url(#silver)", "url(#gold)", "url(#bronze)"]
    assert medals(9, 9, 7, 1) == ["url(#gold)", "url(#bronze)"]
    assert medals(9, 7, 7, 1) == ["url(#silver)", "url(#gold)"]


def test_the_picture_names_everybody_whole_with_the_year_and_who_made_it(app: Flask) -> None:
    people = ("Marie-Bernadette", "Maximilienne", "Tante Odile", "Jean-Christophe", "Zoé", "Jo")
    words = words_of(picture_of(finished(Visitor(app), people, (3, 3, 3, 3, 2, 1))))
    for name in people:
        assert name in " ".join(words).replace("- ", "-"), name
    assert not [text for text in words if "…" in text or "+ " in text]
    assert [text for text in words if re.search(r"\b20\d\d$", text)]
    assert "L\u2019Arbitre" in words


def test_no_name_of_a_picture_is_cut_by_dots_however_long(app: Flask) -> None:
    words = words_of(picture_of(finished(Visitor(app), LONG, (9, 5, 7), (1, 2, 3))))
    assert [text for text in words if "…" in text] == []
    assert "Ana" in words
