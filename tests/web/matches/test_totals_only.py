"""A match played without the sheet, through its pages: offered before anything is recorded, then it is over."""

import pytest
from flask import Flask

from tests.web.table import new_match
from tests.web.visitor import Visitor

TOTALS = {"step": "totals", "totals": {"Ana": 120, "Bob": -5, "Chloé": 40, "Dan": 0}}
STEP = "/steps/totals"


@pytest.mark.parametrize(("language", "words"), [("fr", "Les totaux seulement"), ("en", "Only the totals")])
def test_the_totals_alone_are_offered_and_end_the_match(app: Flask, language: str, words: str) -> None:
    match = new_match(Visitor(app, language), "ascenseur")
    assert words in match.page().text
    page = match.page_after(TOTALS)
    assert page.status == 200
    assert match.exported()["entries"] == [TOTALS]
    assert match.totals() == TOTALS["totals"]
    for below in ("", "/sheet", "/log"):
        assert "120" in match.page(below).text
    assert match.visitor.open(match.path + STEP).status == 404


def test_a_total_that_is_missing_is_asked_again_with_what_was_typed(app: Flask) -> None:
    match = new_match(Visitor(app), "ascenseur")
    form = match.form("totals")
    form.fill("totals.0", "12")
    page = form.send()
    assert page.status == 422
    assert page.form("/entries").value("totals.0") == "12"


def test_the_totals_are_no_longer_offered_once_something_is_recorded(app: Flask) -> None:
    match = new_match(Visitor(app), "ascenseur")
    match.record({"step": "bids", "bids": dict.fromkeys(("Ana", "Bob", "Chloé", "Dan"), 0)})
    assert "Les totaux seulement" not in match.page().text
    assert match.visitor.open(match.path + STEP).status == 404


def test_a_sum_of_totals_that_cannot_be_is_said_with_its_article_and_the_difference(app: Flask) -> None:
    match = new_match(Visitor(app), "tarot")
    page = match.page(STEP)
    assert "tous les totaux ensemble font 0. § Ce que rapporte une donne" in page.document.text()
    form = page.form("/entries")
    for at, total in enumerate(("120", "−40", "−40")):
        form.fill(f"totals.{at}", total)
    one_missing = form.send()
    assert one_missing.status == 422
    assert "ensemble 40, il faut 0 reste −40" in one_missing.document.text()


def test_nothing_is_said_of_the_sum_of_totals_where_a_game_knows_none(app: Flask) -> None:
    page = new_match(Visitor(app), "ascenseur").page(STEP)
    assert "ensemble" not in page.document.all("form")[0].text()
    assert "tous les totaux ensemble" not in page.text
