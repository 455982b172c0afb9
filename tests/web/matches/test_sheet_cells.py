"""The cells of the sheet: each leads to its reasons, and says by a ground and a sign whether a bid was kept."""

import pytest
from flask import Flask

from referee.games.registry import GAMES
from tests.browser.course import PLAYERS
from tests.web.markup import Element
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

FOUR = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"step": "bids", "bids": {"Ana": 1, "Bob": 0, "Chloé": 0, "Dan": 1}}
TRICKS = {"step": "tricks", "tricks": {"Ana": 1, "Bob": 0, "Chloé": 0, "Dan": 0}}


def ascenseur(visitor: Visitor) -> WebMatch:
    match = new_match(visitor, "ascenseur", FOUR)
    match.record(BIDS)
    match.record(TRICKS)
    return match


def cells(match: WebMatch) -> list[Element]:
    (table,) = match.page("/sheet").document.all("table")
    return [cell for body in table.all("tbody") for cell in body.all("td")]


def test_a_cell_leads_to_the_reasons_of_its_side(app: Flask) -> None:
    match = ascenseur(Visitor(app))
    for side, cell in zip(FOUR, cells(match), strict=True):
        path, _, anchor = cell.all("a")[0].attributes["href"].partition("#")
        page = match.visitor.open(path)
        (reasons,) = [part for part in page.document.all("li") if part.attributes.get("id") == anchor]
        assert reasons.text().startswith(side)


def test_kept_and_missed_bids_are_told_by_a_class_and_a_sign(app: Flask) -> None:
    told = [
        ([name for name in cell.classes if name in ("kept", "missed")], cell.text())
        for cell in cells(ascenseur(Visitor(app)))
    ]
    assert told == [(["kept"], "10 1→1 +10"), (["kept"], "5 0→0 +5"), (["kept"], "5 0→0 +5"), (["missed"], "−5 1→0 −5")]


def test_a_game_without_bids_marks_no_cell(app: Flask) -> None:
    match = new_match(Visitor(app), "feuille-libre", FOUR)
    match.record({"step": "points", "points": {"Ana": 9, "Bob": -4, "Chloé": 0, "Dan": 1}})
    assert not [cell for cell in cells(match) if {"kept", "missed"} & {*cell.classes}]
    assert not match.page("/sheet").document.all(class_="legend")


@pytest.mark.parametrize("players", [4, 8])
def test_the_columns_stand_by_the_seats_and_know_their_rank(app: Flask, players: int) -> None:
    people = PLAYERS[:players]
    assert players in GAMES["feuille-libre"].players
    match = new_match(Visitor(app), "feuille-libre", people)
    match.record({"step": "points", "points": {name: number for number, name in enumerate(people)}})
    (table,) = match.page("/sheet").document.all("table")
    heads = table.all("thead")[0].all("th")[1:]
    assert [head.attributes["title"] for head in heads] == list(people)
    assert [f"order-{players - number}" in head.classes for number, head in enumerate(heads)] == [True] * players


def test_a_corrected_row_has_a_pencil(app: Flask) -> None:
    match = ascenseur(Visitor(app))
    assert not match.page("/sheet").document.all(class_="pencil")
    form = match.page("/corrections/1").form("/corrections/1")
    for index, tricks in enumerate((0, 0, 1, 0)):  # Bob speaks first, Ana deals
        form.fill(f"tricks.{index}", str(tricks))
    assert form.send().form("/corrections").send().status == 303
    (row,) = match.page("/sheet").document.all(class_="amended")
    assert row.all(class_="pencil")
    assert "corrigé" in row.text()


def test_the_printed_sheet_is_headed_by_who_won(app: Flask) -> None:
    match = new_match(Visitor(app), "feuille-libre", FOUR)
    match.record({"step": "points", "points": {"Ana": 9, "Bob": -4, "Chloé": 0, "Dan": 1}})
    (head,) = match.page("/sheet").document.all(class_="paper-head")
    assert head.text().startswith("La Feuille libre La Feuille libre Ana 9 Dan 1 Chloé 0 Bob −4")
    match.record({"step": "end", "won": True})
    (head,) = match.page("/sheet").document.all(class_="paper-head")
    assert head.text().startswith("Ana gagne La Feuille libre Ana 9")


def test_the_home_page_shows_the_stairs_of_the_match_that_goes_on(app: Flask) -> None:
    visitor = Visitor(app)
    ascenseur(visitor)
    (felt,) = visitor.open("/").document.all(class_="match-on-felt")
    (drawn,) = felt.all(class_="stairs")
    assert drawn.attributes["aria-label"].startswith("Donne 2 sur ")


def test_a_match_without_stairs_shows_none_on_the_home_page(app: Flask) -> None:
    visitor = Visitor(app)
    new_match(visitor, "feuille-libre", FOUR)
    (felt,) = visitor.open("/").document.all(class_="match-on-felt")
    assert not felt.all(class_="stairs")


def test_the_head_of_a_row_is_a_card_with_the_number_of_cards(app: Flask) -> None:
    rules = {"direction": "down-up", "max_cards": "3"}
    match = new_match(Visitor(app), "ascenseur", FOUR, rules)
    match.record({"step": "bids", "bids": {"Ana": 1, "Bob": 0, "Chloé": 0, "Dan": 1}})
    match.record({"step": "tricks", "tricks": {"Ana": 2, "Bob": 0, "Chloé": 0, "Dan": 1}})
    [head] = match.page("/sheet").document.all("th", class_="row-head")[1:2]
    assert head.text() == "3 3 cartes, donne 1"
