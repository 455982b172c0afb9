"""A double tap is recorded once, and of two keepers one is first: the other sees that, and what they typed."""

import pytest
from flask import Flask

from tests.databases import on_both_databases
from tests.store.keeping import at_once
from tests.web.sharing import another_keeper
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Form, Visitor

pytestmark = on_both_databases

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


@pytest.fixture
def keeper(app: Flask, match: WebMatch) -> WebMatch:
    """A second keeper of the same match, on a phone of their own."""
    other = another_keeper(match.visitor, Visitor(app), "Dan")
    return WebMatch(other, match.path, type(match.course).of("ascenseur", FOUR))


def bids(match: WebMatch, *values: int) -> Form:
    form = match.form()
    for seat, value in enumerate(values):
        form.fill(f"bids.{seat}", str(value))
    return form


def test_the_same_form_sent_twice_is_recorded_once(match: WebMatch) -> None:
    form = bids(match, 0, 1, 0, 1)
    first, second = form.send(), form.send()
    assert (first.status, second.status) == (303, 303)
    assert first.location == second.location
    assert match.exported()["entries"] == [BIDS]


def test_a_retry_that_comes_after_the_next_entry_is_recorded_once_too(match: WebMatch) -> None:
    form = bids(match, 0, 1, 0, 1)
    match.record(BIDS)
    match.record(TRICKS)
    assert form.send().status == 409
    retried = match.form("note").fill("text", "now")
    assert retried.send().status == 303
    match.record({"step": "note", "text": "later"})
    assert retried.send().status == 303
    assert [entry["step"] for entry in match.exported()["entries"]] == ["bids", "tricks", "note", "note"]


def test_the_same_new_match_sent_twice_is_one_match(visitor: Visitor, match: WebMatch) -> None:
    form = visitor.open("/new/ascenseur").form("/new/ascenseur")
    for index, name in enumerate(FOUR):
        form.fill(f"seat.{index}", name)
    assert form.send().location == form.send().location
    assert len([link for link in visitor.open("/").links() if link.startswith("/matches/")]) == 2


def test_the_first_new_match_of_a_fresh_phone_sent_twice_before_an_answer_is_one_match(app: Flask) -> None:
    fresh = Visitor(app)
    form = fresh.open("/new/ascenseur").form("/new/ascenseur")
    for index, name in enumerate(FOUR):
        form.fill(f"seat.{index}", name)
    cookies = fresh.cookies
    first = form.send()
    fresh.wear(cookies)
    second = form.send()
    assert (first.status, second.status) == (303, 303)
    assert second.follow().status == 200
    assert first.location == second.location


def test_an_undo_sent_twice_takes_one_entry_back(match: WebMatch) -> None:
    match.record(BIDS)
    undo = match.page_after(TRICKS).form("/undo")
    assert [undo.send().status, undo.send().status] == [303, 303]
    assert match.exported()["entries"] == [BIDS]


def test_who_is_late_sees_what_was_recorded_and_what_they_typed(match: WebMatch, keeper: WebMatch) -> None:
    mine, theirs = bids(match, 0, 1, 0, 1), bids(keeper, 1, 1, 1, 1)
    assert theirs.send().status == 303
    late = mine.send()
    assert late.status == 409
    alert = next(element for element in late.document.all(class_="notice") if element.attributes.get("role") == "alert")
    assert "Dan" in alert.text()
    typed = [item.text().replace(" :", "") for item in alert.all("li")]
    assert typed == ["Annonces Bob 0, Chloé 1, Dan 0 et Ana 1"]
    assert late.form("/entries").value("step") == "tricks"
    assert match.exported()["entries"] == [{"step": "bids", "bids": dict.fromkeys(("Bob", "Chloé", "Dan", "Ana"), 1)}]


def test_who_is_late_with_an_answer_that_is_still_asked_finds_it_in_the_form(match: WebMatch, keeper: WebMatch) -> None:
    mine = bids(match, 0, 1, 0, 1)
    keeper.record({"step": "note", "text": "Bob shuffled"})
    late = mine.send()
    assert late.status == 409
    form = late.form("/entries")
    assert [form.value(f"bids.{seat}") for seat in range(4)] == ["0", "1", "0", "1"]
    assert form.value("expected") == "1"
    assert form.send().status == 303
    assert [entry["step"] for entry in match.exported()["entries"]] == ["note", "bids"]


def test_a_deal_that_another_recorded_is_not_asked_for_again_with_the_same_numbers(app: Flask) -> None:
    match = new_match(Visitor(app), "feuille-libre", ("Ana", "Bob"))
    mine = match.form("points").fill("points.0", "3").fill("points.1", "4")
    match.record({"step": "points", "points": {"Ana": 3, "Bob": 4}})
    late = mine.send()
    assert late.status == 303
    assert [late.follow().form("/entries").value(f"points.{seat}") for seat in (0, 1)] == ["", ""]
    assert len(match.exported()["entries"]) == 1


def test_what_is_not_recorded_is_told_in_words(app: Flask) -> None:
    match = new_match(Visitor(app), "kems", FOUR)
    mine = [(name, value) for name, value in match.form("call").pairs if name != "both"]
    match.record({"step": "call", "side": "Ana & Chloé", "call": "kems"})
    late = match.visitor.send(f"{match.path}/entries", [*mine, ("both", "Bob & Dan|contre-kems-rate")])
    assert late.status == 409
    assert "contre-kem’s raté" in late.document.text()
    assert "contre-kems-rate" not in [element.text() for element in late.document.all("li")]


def test_an_undo_that_comes_late_takes_nothing_back(match: WebMatch, keeper: WebMatch) -> None:
    undo = match.page_after(BIDS).form("/undo")
    keeper.course.take(BIDS)
    keeper.record(TRICKS)
    assert undo.send().status == 303
    assert match.exported()["entries"] == [BIDS, TRICKS]


def test_of_eight_keepers_who_send_the_same_at_once_one_is_recorded_and_all_go_on(match: WebMatch) -> None:
    forms = [bids(match, 0, 1, 0, 1) for _ in range(8)]
    assert sorted(at_once(lambda number: forms[number].send().status)) == [303] * 8
    assert match.exported()["entries"] == [BIDS]


def test_of_eight_keepers_who_send_different_answers_at_once_one_is_recorded_and_seven_see_it(match: WebMatch) -> None:
    forms = [bids(match, number // 4, number // 2 % 2, number % 2, min(number, 1)) for number in range(8)]
    assert sorted(at_once(lambda number: forms[number].send().status)) == [303, *[409] * 7]
    assert len(match.exported()["entries"]) == 1


def test_an_equal_answer_of_another_keeper_leads_on_to_what_was_recorded(match: WebMatch, keeper: WebMatch) -> None:
    mine = bids(match, 0, 1, 0, 1)
    asked = match.visitor.send(f"{match.path}/recorded", mine.pairs).response.get_json()
    keeper.record(BIDS)
    known = match.visitor.send(f"{match.path}/recorded", mine.pairs).response.get_json()
    assert (asked, known) == ({"same": False}, {"same": True})
    late = mine.send()
    assert (late.status, late.location) == (303, f"{match.path}?just=0")
    assert late.follow().form("/entries").value("step") == "tricks"
    assert match.exported()["entries"] == [BIDS]


def test_an_equal_answer_that_was_undone_is_asked_for_again(match: WebMatch, keeper: WebMatch) -> None:
    mine = bids(match, 0, 1, 0, 1)
    keeper.record(BIDS)
    keeper.page().form("/undo").send()
    late = mine.send()
    assert late.status == 409
    assert late.form("/entries").value("bids.1") == "1"


def test_of_eight_taps_at_once_on_one_form_all_are_answered_and_one_is_recorded(match: WebMatch) -> None:
    form = bids(match, 0, 1, 0, 1)
    assert at_once(lambda _: form.send().status) == [303] * 8
    assert match.exported()["entries"] == [BIDS]


def test_a_form_whose_length_is_ahead_of_the_log_is_late(match: WebMatch) -> None:
    form = bids(match, 0, 1, 0, 1)
    pairs = [(name, "7" if name == "expected" else value) for name, value in form.pairs]
    assert match.visitor.send(form.action, pairs).status == 409
    assert match.exported()["entries"] == []


@pytest.mark.parametrize("expected", [None, "", "x", "1.5", "9" * 5000])
def test_a_form_that_does_not_say_what_it_saw_is_not_understood(match: WebMatch, expected: str | None) -> None:
    form = bids(match, 0, 1, 0, 1)
    pairs = [pair for pair in form.pairs if pair[0] != "expected"] + ([("expected", expected)] if expected else [])
    assert match.visitor.send(form.action, pairs).status == 400
    assert match.exported()["entries"] == []


def test_two_matches_may_have_been_sent_with_one_key(app: Flask, match: WebMatch) -> None:
    other = new_match(match.visitor)
    mine, theirs = bids(match, 0, 1, 0, 1), bids(other, 0, 1, 0, 1)
    key = mine.value("key")
    pairs = [(name, key if name == "key" else value) for name, value in theirs.pairs]
    assert mine.send().status == 303
    assert match.visitor.send(theirs.action, pairs).status == 303
    assert [match.exported()["entries"], other.exported()["entries"]] == [[BIDS], [BIDS]]
