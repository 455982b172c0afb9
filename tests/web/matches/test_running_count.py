"""What is counted while they play: seen on every phone, in no file, gone when the deal is recorded."""

from typing import Any

import pytest
from flask import Flask

from tests.web.sharing import another_keeper, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor

BIDS = {"step": "bids", "bids": {"Ana": 0, "Bob": 1, "Chloé": 1, "Dan": 0}}
TRICKS = {"step": "tricks", "tricks": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0}}
SEATS = ("Bob", "Chloé", "Dan", "Ana")
"""The order they speak in."""


def count(match: WebMatch, asked: str | None = None, **counts: int) -> Page:
    """Tap these counts on the board of the open question."""
    form = match.form()
    typed = [(f"tricks.{SEATS.index(player)}", str(value)) for player, value in counts.items()]
    key = asked or form.element.attributes["data-asked"] or ""
    return match.visitor.send(f"{match.path}/count", [("asked", key), *typed])


def state_of(visitor: Visitor, match: WebMatch) -> Any:
    return visitor.client.get(f"{match.path}/state").get_json()


@pytest.fixture
def counted(match: WebMatch) -> WebMatch:
    match.record(BIDS)
    assert count(match, Bob=1, Chloé=0).status == 204
    return match


def test_every_phone_is_told_and_the_last_tap_wins(app: Flask, counted: WebMatch) -> None:
    watcher = watcher_of(counted.visitor, Visitor(app))
    first = state_of(watcher, counted)
    assert first["count"]["typed"] == {"tricks.0": "1", "tricks.1": "0", "way": ""}
    assert " ".join(first["count"]["said"].split()) == "Pas encore noté · Plis faits : Bob 1 et Chloé 0"
    count(counted, Bob=0, Chloé=1)
    second = state_of(watcher, counted)
    assert " ".join(second["count"]["said"].split()) == "Pas encore noté · Plis faits : Bob 0 et Chloé 1"
    assert first["tag"] != second["tag"]
    same = watcher.client.get(f"{counted.path}/state", headers={"If-None-Match": f'"{second["tag"]}"'})
    assert same.status_code == 304
    assert "Bob 0 et Chloé 1" in watcher.open(counted.path).text


def test_bids_are_seen_as_they_are_spoken_until_they_are_recorded(app: Flask, match: WebMatch) -> None:
    watcher, other = watcher_of(match.visitor, Visitor(app)), another_keeper(match.visitor, Visitor(app))
    asked = match.form().element.attributes["data-asked"] or ""
    typed = [("asked", asked), ("bids.0", "1"), ("bids.1", "0")]
    assert match.visitor.send(f"{match.path}/count", typed).status == 204
    said = "Pas encore noté · Annonces : Bob 1 et Chloé 0"
    for page in ("", "/table"):
        assert said in " ".join(watcher.open(match.path + page).text.split())
    assert " ".join(state_of(other, match)["count"]["said"].split()) == said
    form = other.open(match.path).form("/entries")
    assert (form.value("bids.0"), form.value("bids.1")) == ("1", "0")
    assert match.exported()["entries"] == []
    match.record(BIDS)
    assert "Pas encore noté" not in watcher.open(match.path).text
    assert state_of(other, match)["count"] is None


def test_who_opens_the_page_finds_it_there(counted: WebMatch) -> None:
    form = counted.form()
    assert (form.value("tricks.0"), form.value("tricks.1")) == ("1", "0")


def test_it_is_in_no_file_and_no_total(counted: WebMatch) -> None:
    assert [entry["step"] for entry in counted.exported()["entries"]] == ["bids"]
    assert state_of(counted.visitor, counted)["length"] == 1


def test_a_note_leaves_it_and_the_deal_drops_it(counted: WebMatch) -> None:
    counted.record({"step": "note", "text": "x"})
    assert state_of(counted.visitor, counted)["count"]["typed"]["tricks.0"] == "1"
    counted.record(TRICKS)
    assert state_of(counted.visitor, counted)["count"] is None


@pytest.mark.parametrize(("offence", "stays"), [("misdeal", False), ("revoke", True)])
def test_a_deal_dealt_again_is_counted_anew(visitor: Visitor, offence: str, stays: bool) -> None:
    whistiti = new_match(visitor, "whistiti", SEATS)
    assert count(whistiti, Bob=3).status == 204
    whistiti.record({"step": "penalty", "offence": offence, "player": "Ana"})
    assert (state_of(visitor, whistiti)["count"] is not None) is stays
    assert whistiti.form().value("tricks.0") == ("3" if stays else "")


def test_what_was_counted_for_another_question_is_refused(counted: WebMatch) -> None:
    assert count(counted, asked="0-bids-0", Bob=1).status == 409


def test_the_way_chosen_once_is_offered_first_in_the_next_deal(visitor: Visitor) -> None:
    aluette = new_match(visitor, "aluette")
    assert aluette.form().value("way") == "winners"
    aluette.record({"step": "deal", "side": "Ana & Chloé"})
    assert aluette.form().value("way") == "side"


def test_the_way_chosen_once_is_offered_first_in_the_next_match_too(app: Flask, visitor: Visitor) -> None:
    new_match(visitor, "aluette").record({"step": "deal", "side": "Ana & Chloé"})
    assert new_match(visitor, "aluette").form().value("way") == "side"
    assert new_match(visitor, "huit-americain").form().value("way") == "points"
    assert new_match(Visitor(app), "aluette").form().value("way") == "winners"
