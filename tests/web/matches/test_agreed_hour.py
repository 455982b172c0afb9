"""The hour a table agrees to stop at: asked with the house rules, shown all match long, judging nothing."""

import pytest

from tests.web.markup import Element
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Visitor

G = "tarot-decale"
POINTS = {"step": "points", "points": dict(zip(FOUR, (20, 30, 10, 5))), "set_aside": 0}


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    """A tarot that stops at half past ten."""
    return new_match(visitor, G, FOUR, {"until": "22:30", "target": "500"})


def shown(match: WebMatch) -> list[Element]:
    return match.page().document.all(class_="hour")


def test_a_new_match_asks_for_it_with_a_field_for_the_hour(visitor: Visitor) -> None:
    page = visitor.open(f"/new/{G}")
    boxes = [box for box in page.document.all("input") if box.attributes.get("name") == "option.until"]
    assert [(box.attributes["type"], box.attributes["value"]) for box in boxes] == [("time", "")]


def test_the_match_keeps_it_and_the_next_one_does_not(visitor: Visitor, match: WebMatch) -> None:
    assert match.exported()["options"] == {"until": "22:30", "target": 500}
    assert new_match(visitor, G, FOUR, {"until": ""}).exported()["options"] == {"target": 500}


@pytest.mark.parametrize("typed", ["9:30", "24:00", "22h30", "soir"])
def test_what_is_no_hour_is_told_at_its_field_and_kept(visitor: Visitor, typed: str) -> None:
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    page = visitor.send(f"/new/{G}", [*seats, ("option.until", typed)])
    assert page.status == 422
    (wrong,) = [element for element in page.document.all(class_="option") if element.all(class_="why")]
    assert "00:00 à 23:59" in wrong.text()
    assert wrong.all("input")[0].attributes["name"] == "option.until"
    assert wrong.all("input")[0].attributes["value"] == typed


def test_it_is_shown_on_the_match_page_and_among_the_house_rules(match: WebMatch) -> None:
    (line,) = shown(match)
    assert line.text() == "Heure de fin · 22:30"
    assert "Heure de fin · 22:30" in match.page().document.all(class_="prepare")[0].text()
    match.record(POINTS)
    assert [element.text() for element in shown(match)] == ["Heure de fin · 22:30"]


def test_a_table_without_an_hour_is_shown_none(visitor: Visitor) -> None:
    assert shown(new_match(visitor, G, FOUR)) == shown(new_match(visitor)) == []


def test_it_ends_nothing_and_is_gone_with_the_end(visitor: Visitor) -> None:
    match = new_match(visitor, G, FOUR, {"until": "00:00"})
    for _ in range(2):
        match.record(POINTS)
    assert match.scored()["over"] is False
    match.record({"step": "end"})
    assert shown(match) == []


def test_it_is_not_carried_into_a_rematch(visitor: Visitor, match: WebMatch) -> None:
    match.record(POINTS)
    again = match.page_after({"step": "end"}).form("/rematch").send()
    file = visitor.open(f"{again.location}/export").response.get_json()
    assert file["options"] == {"target": 500}
    assert match.exported()["options"] == {"until": "22:30", "target": 500}
