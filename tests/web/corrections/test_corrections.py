"""Correcting what was recorded: before and after first, one batch then, both versions kept, and nothing by accident."""

import json
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.database.models import RecordRow
from referee.store.database.orm_base import db
from tests.databases import on_both_databases
from tests.web.sharing import another_keeper
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

pytestmark = on_both_databases

SPEAKERS = {1: ("Bob", "Chloé", "Dan", "Ana"), 2: ("Chloé", "Dan", "Ana", "Bob"), 3: ("Dan", "Ana", "Bob", "Chloé")}


def bids(deal: int, *values: int) -> dict[str, Any]:
    return {"step": "bids", "bids": dict(zip(SPEAKERS[deal], values, strict=True))}


def tricks(deal: int, *values: int) -> dict[str, Any]:
    return {"step": "tricks", "tricks": dict(zip(SPEAKERS[deal], values, strict=True))}


THREE_ROUNDS = (
    bids(1, 0, 1, 0, 1), tricks(1, 0, 1, 0, 0), bids(2, 2, 0, 0, 1), tricks(2, 2, 0, 0, 0),
    bids(3, 0, 3, 0, 1), tricks(3, 0, 3, 0, 0),
)  # fmt: skip


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    """Three rounds of an ascenseur."""
    begun = new_match(visitor)
    for entry in THREE_ROUNDS:
        begun.record(entry)
    return begun


def edited(match: WebMatch, position: int, entry: dict[str, Any], page: Page | None = None) -> Page:
    """What comes of the correction's form, filled in and sent."""
    form = (page or match.page(f"/corrections/{position}")).form(f"/corrections/{position}")
    key = next(key for key in entry if key != "step")
    for index, value in enumerate(entry[key].values() if isinstance(entry[key], dict) else [entry[key]]):
        form.fill(f"{key}.{index}" if isinstance(entry[key], dict) else key, str(value))
    return form.send()


def styles_of(page: Page) -> set[str]:
    """The style sheets that a page names."""
    return {link.attributes["href"] for link in page.document.all("link") if link.attributes.get("rel") == "stylesheet"}


def test_the_form_shows_what_was_recorded(match: WebMatch) -> None:
    form = match.page("/corrections/3").form("/corrections/3")
    assert [form.value(f"tricks.{seat}") for seat in range(4)] == ["2", "0", "0", "0"]


def test_before_and_after_are_shown_and_nothing_has_changed(match: WebMatch) -> None:
    before = match.exported()
    preview = edited(match, 3, tricks(2, 1, 0, 0, 1))
    assert preview.status == 200
    rows = [row.text() for row in preview.document.all("table")[0].all("tbody")[0].all("tr")]
    assert [row.split()[0] for row in rows] == list(FOUR)
    assert rows == ["Ana 20 1er 20 1er", "Bob 5 4e 20 1er", "Chloé 20 1er 0 4e", "Dan 15 3e 15 3e"]
    assert match.exported() == before


def test_a_confirmed_correction_recalculates_the_rest_and_keeps_both_versions(match: WebMatch) -> None:
    confirm = edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections")
    done = confirm.fill("person", "Dan").fill("reason", "Le pli de Bob avait été oublié").send()
    assert done.status == 303
    entries = [*THREE_ROUNDS[:3], tricks(2, 1, 0, 0, 1), *THREE_ROUNDS[4:]]
    assert match.exported()["entries"] == entries
    assert match.rows() == [row["totals"] for row in match.scored()["rounds"]]
    text = match.page("/rounds/1").text
    for said in ("Dan", "Le pli de Bob avait été oublié", "Chloé 2", "Chloé 1"):
        assert said in text
    assert "Le pli de Bob avait été oublié" in match.page("/log").text
    assert "corrigé" in match.page("/sheet").text


def test_an_entry_corrected_to_itself_changes_no_point(match: WebMatch) -> None:
    rows = match.rows()
    preview = edited(match, 3, THREE_ROUNDS[3])
    assert len(preview.document.all("table")) == 1
    assert preview.form("/corrections").send().status == 303
    assert match.rows() == rows


def test_a_correction_breaks_the_rules_of_its_field_as_any_entry_does(match: WebMatch) -> None:
    before = match.exported()
    refused = edited(match, 3, tricks(2, 1, 0, 0, 0))
    assert refused.status == 422
    assert refused.faults() == [("ascenseur.tricks", "tricks")]
    form = refused.form("/corrections/3")
    assert [form.value(f"tricks.{seat}") for seat in range(4)] == ["1", "0", "0", "0"]
    assert match.exported() == before


def test_a_correction_that_the_same_deal_does_not_bear_asks_for_the_other_entry_too(app: Flask) -> None:
    match = new_match(Visitor(app), "barbu")
    match.record({"step": "contract", "contract": "barbu"})
    match.record({"step": "result", "king": "Bob"})
    refused = edited(match, 0, {"step": "contract", "contract": "dernier-pli"})
    assert refused.status == 422
    assert refused.faults() == [("match.entry", "last")]
    assert len(match.exported()["entries"]) == 2
    also = refused.form("/corrections/1").fill("last", "Chloé").send()
    assert also.status == 200
    assert also.form("/corrections").send().status == 303
    corrected = [{"step": "contract", "contract": "dernier-pli"}, {"step": "result", "last": "Chloé"}]
    assert match.exported()["entries"] == corrected
    assert match.totals() == {"Ana": 0, "Bob": 0, "Chloé": 20, "Dan": 0}
    assert match.page().form("/undo").send().status == 303
    assert match.totals() == {"Ana": 0, "Bob": 20, "Chloé": 0, "Dan": 0}


def test_a_correction_that_a_later_round_does_not_bear_names_it_and_changes_nothing(visitor: Visitor) -> None:
    match = new_match(visitor, "barbu")
    for contract, result in (("barbu", {"king": "Bob"}), ("dernier-pli", {"last": "Dan"})):
        match.record({"step": "contract", "contract": contract})
        match.record({"step": "result", **result})
    before = match.exported()
    first = edited(match, 0, {"step": "contract", "contract": "dernier-pli"})
    refused = first.form("/corrections/1").fill("last", "Chloé").send()
    assert refused.status == 422
    assert "barbu.contract-once" in dict(refused.faults())
    assert "Donne 2" in refused.document.all("header")[0].text()
    assert match.exported() == before
    assert styles_of(refused) >= styles_of(match.page("/corrections/2"))


def test_what_a_removal_breaks_is_named_with_its_deal_and_nothing_else_is_asked(match: WebMatch) -> None:
    form = next(form for form in match.page("/corrections/1").forms() if ("remove", "1") in form.buttons())
    refused = form.send(("remove", "1"))
    assert refused.status == 422
    assert "Donne 2" in refused.document.all("header")[0].text()
    assert "ce qui a été noté à la donne 2 n’est plus possible" in refused.text
    assert "La même donne" not in refused.text
    assert len([form for form in refused.forms() if "/corrections" in form.action]) == 1


def test_the_log_says_of_each_entry_its_deal_and_of_each_correction_what_was_there_before(match: WebMatch) -> None:
    edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections").send()
    correction, *_, first = match.page("/log").document.all("article")
    assert correction.text().startswith("Donne 2")
    assert "avant Plis faits" in correction.text()
    assert first.text().startswith("Donne 1")
    assert "avant" not in first.text()
    assert "corrigé" in match.page("/sheet").text
    match.page().form("/undo").send()
    assert "corrigé" not in match.page("/sheet").text


def test_what_follows_can_be_removed_with_it_after_a_last_look(visitor: Visitor) -> None:
    match = new_match(visitor, "barbu")
    for contract, result in (("barbu", {"king": "Bob"}), ("dernier-pli", {"last": "Dan"})):
        match.record({"step": "contract", "contract": contract})
        match.record({"step": "result", **result})
    first = edited(match, 0, {"step": "contract", "contract": "dernier-pli"})
    refused = first.form("/corrections/1").fill("last", "Chloé").send()
    removing = next(form for form in refused.forms() if ("remove", "1") in form.buttons())
    preview = removing.send(("remove", "1"))
    assert preview.status == 200
    assert len(match.exported()["entries"]) == 4
    assert preview.form("/corrections").send().status == 303
    corrected = [{"step": "contract", "contract": "dernier-pli"}, {"step": "result", "last": "Chloé"}]
    assert match.exported()["entries"] == corrected
    assert match.page().form("/undo").send().status == 303
    assert len(match.exported()["entries"]) == 4


def test_what_is_removed_together_is_recorded_in_the_order_of_its_entries(app: Flask, visitor: Visitor) -> None:
    match = new_match(visitor, "barbu")
    for contract, result in (("barbu", {"king": "Bob"}), ("dernier-pli", {"last": "Dan"})):
        match.record({"step": "contract", "contract": contract})
        match.record({"step": "result", **result})
    form = next(form for form in match.page("/corrections/0").forms() if ("remove", "1") in form.buttons())
    refused = form.send(("remove", "1"))
    removing = next(form for form in refused.forms() if ("remove", "1") in form.buttons())
    assert removing.send(("remove", "1")).form("/corrections").send().status == 303
    with app.app_context():
        amended = db.session.scalars(select(RecordRow.amends).order_by(RecordRow.position)).all()
    assert amended == [None, None, None, None, 0, 1, 2, 3]


def test_an_entry_can_be_removed_after_a_look_at_what_that_changes(match: WebMatch) -> None:
    form = next(form for form in match.page("/corrections/5").forms() if ("remove", "1") in form.buttons())
    preview = form.send(("remove", "1"))
    assert len(match.exported()["entries"]) == 6
    assert preview.form("/corrections").send().status == 303
    assert match.exported()["entries"] == list(THREE_ROUNDS[:5])


def test_a_confirmation_sent_twice_is_one_correction(match: WebMatch) -> None:
    confirm = edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections")
    first, second = confirm.send(), confirm.send()
    assert (first.status, second.status) == (303, 303)
    assert first.location == second.location
    log = match.page("/log").document.all("article")
    assert len(log) == 7


def test_a_confirmation_that_comes_late_is_shown_again_with_what_was_recorded(app: Flask, match: WebMatch) -> None:
    confirm = edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections")
    confirm.fill("person", "Dan").fill("reason", "oublié")
    other = another_keeper(match.visitor, Visitor(app), "Chloé")
    WebMatch(other, match.path, match.course).record({"step": "note", "text": "meanwhile"})
    late = confirm.send()
    assert late.status == 409
    again = late.form("/corrections")
    assert (again.value("person"), again.value("reason"), again.value("expected")) == ("Dan", "oublié", "7")
    assert again.send().status == 303
    assert match.exported()["entries"][3] == tricks(2, 1, 0, 0, 1)


@pytest.mark.parametrize(
    "draft",
    [
        "", "x", "null", "5", "{}", "[]", "[[0]]", "[[0, 1]]", "[[99, null]]", "[[-1, null]]", '[["0", null]]',
        "[[true, null]]", "[[0.0, null]]", '[[{"a": 1}, null]]', "[[[], null]]", "[" * 50_000, "NaN", '[[0, "x"]]',
        f"[[{'9' * 5000}, null]]", '[[5, {"step": "note", "text": "\\ud800"}]]',
        '[[1, {"step": "tricks", "tricks": {"\\udfff": 1}}]]',
    ],
)  # fmt: skip
@pytest.mark.first_alone
def test_a_draft_that_was_tampered_with_changes_nothing(match: WebMatch, draft: str) -> None:
    before = match.exported()
    pairs = [("draft", draft), ("expected", "6"), ("person", "Dan"), ("reason", "")]
    applied = match.visitor.send(f"{match.path}/corrections", pairs)
    assert applied.status == 400
    previewed = match.visitor.send(f"{match.path}/corrections/3", [*pairs, ("tricks.0", "2")])
    assert previewed.status == (422 if draft in ("[]", "{}") else 400)  # nothing drafted yet: the answer is looked at
    assert match.exported() == before
    assert match.page("/log").status == 200


def test_a_tampered_draft_is_judged_by_the_rules_all_the_same(match: WebMatch) -> None:
    before = match.exported()
    for entry in ({"step": "tricks", "tricks": {}}, {"step": "end"}, {}, {"step": None}, {"step": "note"}):
        pairs = [("draft", json.dumps([[3, entry]])), ("expected", "6")]
        assert match.visitor.send(f"{match.path}/corrections", pairs).status == 422
    assert match.exported() == before


@pytest.mark.parametrize("typed", ["x" * 5000, "Zoé\x00", "\u202e", "<b>"])
def test_who_and_why_may_be_anything_and_are_kept_short(match: WebMatch, typed: str) -> None:
    confirm = edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections")
    pairs = [pair for pair in confirm.pairs if pair[0] not in ("person", "reason")]
    done = match.visitor.send(confirm.action, [*pairs, ("person", typed), ("reason", typed)])
    assert done.status == 303
    assert len(done.response.headers.get("Set-Cookie", "")) < 4000
    for page in ("", "/log", "/rounds/1"):
        assert match.page(page).status == 200


def test_an_entry_already_removed_or_amended_is_corrected_where_it_stands(match: WebMatch) -> None:
    edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections").send()
    form = match.page("/corrections/3").form("/corrections/3")
    assert [form.value(f"tricks.{seat}") for seat in range(4)] == ["1", "0", "0", "1"]
    assert match.visitor.open(f"{match.path}/corrections/6").status == 404


def test_the_end_of_a_match_can_be_corrected_away(match: WebMatch) -> None:
    match.record({"step": "end"})
    form = next(form for form in match.page("/corrections/6").forms() if ("remove", "1") in form.buttons())
    assert form.send(("remove", "1")).form("/corrections").send().status == 303
    assert match.page().form("/entries").value("step") == "bids"


def test_a_round_of_a_finished_match_is_corrected_and_the_match_stays_finished(match: WebMatch) -> None:
    match.record({"step": "end"})
    assert edited(match, 3, tricks(2, 1, 0, 0, 1)).form("/corrections").send().status == 303
    assert match.scored()["over"]
    assert match.rows() == [row["totals"] for row in match.scored()["rounds"]]


def test_what_another_phone_has_removed_meanwhile_is_no_longer_corrected(app: Flask, match: WebMatch) -> None:
    confirm = edited(match, 5, tricks(3, 0, 2, 1, 0)).form("/corrections")
    form = match.page("/corrections/5").form("/corrections/5")
    other = WebMatch(another_keeper(match.visitor, Visitor(app), "Chloé"), match.path, match.course)
    for _ in range(2):
        assert other.page().form("/undo").send().status == 303
    for late in (confirm.send(), form.send()):
        assert late.status == 409
        assert "un autre téléphone l’a retiré entre-temps" in late.document.text()
    assert match.exported()["entries"] == list(THREE_ROUNDS[:4])


def test_what_was_never_recorded_cannot_be_removed(match: WebMatch) -> None:
    assert match.visitor.send(f"{match.path}/corrections/999", [("remove", "1")]).status == 404
    draft = "[[0, null], [1, null], [2, null], [3, null]]"
    assert match.visitor.send(f"{match.path}/corrections/7", [("remove", "1"), ("draft", draft)]).status == 404
