"""A deal that was forgotten: asked for where it belongs, shown before it counts, and taken out by one undo."""

import json
from random import Random
from typing import Any

import pytest
from flask import Flask

from tests.databases import on_both_databases
from tests.web.sharing import another_keeper
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

pytestmark = on_both_databases

QUEENS = ({"step": "contract", "contract": "dames"}, {"step": "result", "queens": dict(zip(FOUR, (4, 0, 0, 0)))})


def played(match: WebMatch, *deals: tuple[str, dict[str, Any]]) -> WebMatch:
    """The match after these deals of a Barbu."""
    for name, result in deals:
        match.record({"step": "contract", "contract": name})
        match.record({"step": "result", **result})
    return match


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    """Two deals of a Barbu; between them one was forgotten."""
    return played(new_match(visitor, "barbu"), ("barbu", {"king": "Bob"}), ("dernier-pli", {"last": "Dan"}))


def opened(match: WebMatch, row: int) -> Page:
    """The page that the sheet leads to from a deal."""
    (address,) = (link for link in match.page(f"/rounds/{row}").links() if "/insertions/" in link)
    return match.visitor.open(address)


def answered(page: Page, **typed: str) -> Page:
    (form,) = (form for form in page.forms() if "/insertions/" in form.action)
    for name, value in typed.items():
        form.fill(name.replace("_", "."), value)
    return form.send()


def chosen(page: Page, contract: str) -> Page:
    """What follows the tap on a contract."""
    (form,) = (form for form in page.forms() if "/insertions/" in form.action)
    return form.send(("contract", contract))


def previewed(match: WebMatch, row: int = 1) -> Page:
    """The preview of a deal of four queens for Ana, forgotten before this row."""
    asked = chosen(opened(match, row), "dames")
    return answered(asked, queens_0="4", queens_1="0", queens_2="0", queens_3="0")


def test_the_questions_of_that_moment_are_asked_one_after_another(match: WebMatch) -> None:
    page = opened(match, 1)
    assert "Donne 2" in page.document.all("header")[0].text()
    assert page.form("/insertions/2").value("step") == "contract"
    following = chosen(page, "dames")
    assert following.form("/insertions/2").value("step") == "result"
    assert "Dames" in following.document.all("main")[0].text()


def test_what_it_changes_is_shown_and_nothing_has_changed(match: WebMatch) -> None:
    before = match.exported()
    preview = previewed(match)
    assert preview.status == 200
    rows = [row.text() for row in preview.document.all("table")[0].all("tbody")[0].all("tr")]
    assert rows == ["Ana 0 1er 24 4e", "Bob 20 3e 20 2e", "Chloé 0 1er 0 1er", "Dan 20 3e 20 2e"]
    assert match.exported() == before


def test_a_confirmed_deal_stands_in_its_place_and_one_undo_takes_it_out(match: WebMatch) -> None:
    before = match.exported()
    assert previewed(match).form("/corrections").send().status == 303
    assert match.exported()["entries"] == [*before["entries"][:2], *QUEENS, *before["entries"][2:]]
    assert match.rows() == [row["totals"] for row in match.scored()["rounds"]]
    assert "Reine" not in match.page("/log").text
    assert "dames" in match.page("/log").text.lower()
    assert match.page().form("/undo").send().status == 303
    assert match.exported() == before
    assert match.page().form("/restore").send().status == 303
    assert match.exported()["entries"][2:4] == list(QUEENS)


def test_what_was_inserted_is_corrected_and_removed_as_anything_is(match: WebMatch) -> None:
    previewed(match).form("/corrections").send()
    form = match.page("/corrections/5").form("/corrections/5")
    assert [form.value(f"queens.{seat}") for seat in range(4)] == ["4", "0", "0", "0"]
    form.fill("queens.0", "3").fill("queens.3", "1").send().form("/corrections").send()
    assert match.totals() == {"Ana": 18, "Bob": 20, "Chloé": 0, "Dan": 26}
    removing = next(form for form in match.page("/corrections/4").forms() if ("remove", "1") in form.buttons())
    refused = removing.send(("remove", "1"))
    assert refused.status == 422
    also = next(form for form in refused.forms() if ("remove", "1") in form.buttons())
    assert also.send(("remove", "1")).status == 200


def test_several_before_one_stand_in_the_order_in_which_they_were_recorded(match: WebMatch) -> None:
    previewed(match).form("/corrections").send()
    plis = {f"tricks_{seat}": n for seat, n in enumerate(("13", "0", "0", "0"))}
    preview = answered(chosen(opened(match, 2), "plis"), **plis)
    assert preview.form("/corrections").send().status == 303
    contracts = [entry["contract"] for entry in match.exported()["entries"] if entry["step"] == "contract"]
    assert contracts == ["barbu", "dames", "plis", "dernier-pli"]


def test_what_no_longer_holds_is_led_through_and_recorded_with_it(visitor: Visitor) -> None:
    match = played(
        new_match(visitor, "barbu"), ("barbu", {"king": "Bob"}), ("dames", {"queens": dict(zip(FOUR, (4, 0, 0, 0)))})
    )
    before = match.exported()
    refused = previewed(match)
    assert refused.status == 422
    assert "barbu.contract-once" in dict(refused.faults())
    assert "Donne 2" in refused.document.all("header")[0].text()
    assert match.exported() == before
    other = refused.form("/corrections/2").fill("contract", "plis").send()
    assert other.status == 422
    also = other.form("/corrections/3")
    for seat, n in enumerate(("0", "13", "0", "0")):
        also.fill(f"tricks.{seat}", n)
    preview = also.send()
    assert preview.status == 200
    assert preview.form("/corrections").send().status == 303
    contracts = [entry["contract"] for entry in match.exported()["entries"] if entry["step"] == "contract"]
    assert contracts == ["barbu", "dames", "plis"]
    match.page().form("/undo").send()
    assert match.exported() == before


def test_an_answer_that_the_rules_refuse_is_asked_again_with_what_was_typed(match: WebMatch) -> None:
    page = chosen(opened(match, 1), "dames")
    refused = answered(page, queens_0="3", queens_1="0", queens_2="0", queens_3="0")
    assert refused.status == 422
    form = refused.form("/insertions/2")
    assert [form.value(f"queens.{seat}") for seat in range(4)] == ["3", "0", "0", "0"]
    assert answered(refused, queens_0="4").status == 200


def test_a_fault_forgotten_between_two_deals_is_inserted_alone(match: WebMatch) -> None:
    page = opened(match, 1)
    (address,) = (link for link in page.links() if link.endswith("step=penalty"))
    asked = match.visitor.open(address)
    preview = answered(asked, offence="revoke", player="Ana")
    assert preview.status == 200
    assert preview.form("/corrections").send().status == 303
    assert match.exported()["entries"][2] == {"step": "penalty", "offence": "revoke", "player": "Ana"}


def test_inside_a_deal_nothing_is_inserted_but_before_all_of_it(visitor: Visitor) -> None:
    match, chance = new_match(visitor, "kems"), Random(1)
    opening = match.course.open_questions[0].step
    while match.course.state.deal < 3:
        match.record(match.answer(chance))
    rows = match.scored()["rounds"]
    assert len(rows) > len({row["number"] for row in rows})
    for index, row in enumerate(rows):
        page = opened(match, index)
        assert f"Donne {row['number']} " in page.document.all("header")[0].text()
        (form,) = (form for form in page.forms() if "/insertions/" in form.action)
        assert form.value("step") == opening


def test_an_entry_that_another_phone_removed_meanwhile_is_409(app: Flask, match: WebMatch) -> None:
    page, confirm = opened(match, 1), previewed(match).form("/corrections")
    other = WebMatch(another_keeper(match.visitor, Visitor(app), "Chloé"), match.path, match.course)
    for _ in range(2):
        assert other.page().form("/undo").send().status == 303
    assert chosen(page, "dames").status == 409
    assert confirm.send().status == 409
    assert len(match.exported()["entries"]) == 2


def test_an_answer_that_another_phone_made_impossible_is_asked_again(app: Flask, match: WebMatch) -> None:
    confirm = previewed(match).form("/corrections")
    other = WebMatch(another_keeper(match.visitor, Visitor(app), "Chloé"), match.path, match.course)
    first = other.page("/corrections/0").form("/corrections/0").fill("contract", "dames").send()
    corrected = first.form("/corrections/1")
    for seat, n in enumerate(("0", "4", "0", "0")):
        corrected.fill(f"queens.{seat}", n)
    assert corrected.send().form("/corrections").send().status == 303
    refused = confirm.send()
    assert refused.status == 422
    assert "barbu.contract-once" in dict(refused.faults())
    again = refused.form("/insertions/2").send(("again", "1"))
    assert again.form("/insertions/2").value("step") == "contract"


@pytest.mark.first_alone
@pytest.mark.parametrize(
    "draft",
    [
        "", "{}", "[]", '{"before": 2}', '{"before": 3, "entries": [], "amended": []}',
        '{"before": true, "entries": [], "amended": []}', '{"before": 99, "entries": [], "amended": []}',
        '{"before": 2, "entries": ["x"], "amended": []}', '{"before": 2, "entries": {}, "amended": []}',
        '{"before": 2, "entries": [{"step": "note", "text": "\\ud800"}], "amended": []}',
        json.dumps({"before": 2, "entries": [{"step": "note", "text": "x"}] * 101, "amended": []}),
    ],
)  # fmt: skip
def test_a_draft_that_was_tampered_with_changes_nothing(match: WebMatch, draft: str) -> None:
    before = match.exported()
    pairs = [("draft", draft), ("expected", "4"), ("step", "contract"), ("contract", "dames")]
    assert match.visitor.send(f"{match.path}/insertions/2", pairs).status in (400, 404)
    assert match.exported() == before


def test_a_tampered_deal_is_judged_by_the_rules_all_the_same(match: WebMatch) -> None:
    before = match.exported()
    for entry in ({"step": "result", "king": "Bob"}, {"step": "end"}, {}, {"step": None}, {"step": "setup"}):
        pairs: list[Any] = [("draft", json.dumps({"before": 2, "entries": [entry], "amended": []})), ("expected", "4")]
        assert match.visitor.send(f"{match.path}/corrections", pairs).status in (400, 422)
    assert match.exported() == before
