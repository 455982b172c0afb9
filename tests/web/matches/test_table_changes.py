"""Who leaves, joins or deals, other rules and agreed points: recorded by the menu, shown on the pages of a match."""

from typing import Any

import pytest
from flask import Flask

from tests.web.table import WebMatch, new_match
from tests.web.visitor import Form, Visitor

FOUR = ("Ana", "Bob", "Chloé", "Dan")
FIVE = (*FOUR, "Éric")

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


def steps_in_menu(match: WebMatch) -> list[str]:
    """The changes at the table to which the menu leads."""
    links = (link.rpartition("/steps/")[2] for link in match.page().links() if "/steps/" in link)
    return [step for step in links if step in ("leaves", "joins", "dealer", "rules", "adjust")]


def leaves(player: str) -> dict[str, Any]:
    return {"step": "leaves", "player": player}


def options_form(match: WebMatch) -> Form:
    return match.page("/steps/rules").form("/entries")


@pytest.mark.parametrize(
    ("game", "players", "offered"),
    [
        ("ascenseur", FOUR, ["leaves", "joins", "dealer", "rules", "adjust"]),
        ("ascenseur", FOUR[:3], ["joins", "dealer", "rules", "adjust"]),
        ("yaniv", FIVE, ["leaves", "dealer", "rules", "adjust"]),
        ("belote", FOUR, ["dealer", "rules", "adjust"]),
        ("feuille-libre", FOUR, ["leaves", "joins", "dealer", "rules", "adjust"]),
    ],
)
def test_the_menu_offers_what_is_possible_in_this_game(
    visitor: Visitor, game: str, players: tuple[str, ...], offered: list[str]
) -> None:
    assert steps_in_menu(new_match(visitor, game, players)) == offered


def test_within_a_deal_the_page_says_to_finish_it_or_to_let_somebody_stand_in(match: WebMatch) -> None:
    match.record(BIDS)
    page = match.page("/steps/leaves")
    assert "finissez-la d’abord" in page.text
    assert f"{match.path}/steps/relay" in page.links()


@pytest.mark.parametrize(("step", "player", "said"), [("leaves", "Dan", "Dan s’en va"), ("dealer", "Dan", "Dan donne")])
def test_one_tap_on_a_name_records_it(match: WebMatch, step: str, player: str, said: str) -> None:
    form = match.page(f"/steps/{step}").form("/entries")
    assert ("player", player) in form.buttons()
    after = form.send(("player", player)).follow()
    assert said in after.text
    assert match.exported()["entries"] == [{"step": step, "player": player}]


def test_who_is_known_joins_by_one_tap_with_the_points_that_are_chosen(match: WebMatch) -> None:
    new_match(match.visitor, "feuille-libre", ("Zoé", "Yann"))
    for entry in (BIDS, TRICKS):
        match.record(entry)
    form = match.page("/steps/joins").form("/entries")
    assert {("player", "Zoé"), ("player", "Yann")} <= {*form.buttons()}
    assert form.choices("granted") == ["", "-5", "4"]
    form.send(("player", "Zoé"))
    match.page("/steps/joins").form("/entries").fill("granted", "3").send(("player", "Yann"))
    assert match.exported()["entries"][2:] == [
        {"step": "joins", "player": "Zoé"}, {"step": "joins", "player": "Yann", "points": 3},
    ]  # fmt: skip


def test_points_that_are_typed_come_before_those_that_are_tapped(match: WebMatch) -> None:
    form = match.page("/steps/joins").form("/entries").fill("player", "Zoé").fill("points", "-12")
    assert form.send().status == 303
    assert match.exported()["entries"] == [{"step": "joins", "player": "Zoé", "points": -12}]


def test_only_the_rules_that_were_changed_are_recorded(match: WebMatch) -> None:
    form = options_form(match)
    assert form.value("option.trick_points") == "5"
    after = form.fill("option.trick_points", "10").send().follow()
    assert "Désormais · Points d’un pli, annonce tenue : 10" in after.text
    assert match.exported()["entries"] == [{"step": "rules", "options": {"trick_points": 10}}]
    assert options_form(match).value("option.trick_points") == "10"


def test_a_rule_out_of_range_is_told_at_its_field_and_what_was_typed_stays(match: WebMatch) -> None:
    refused = options_form(match).fill("option.trick_points", "99").send()
    assert refused.status == 422
    assert [article for article, _ in refused.faults()] == ["match.rules"]
    assert refused.form("/entries").value("option.trick_points") == "99"
    nothing = options_form(match).send()
    assert nothing.status == 422
    assert "Aucune règle n’est changée" in nothing.text


def test_a_limit_may_be_taken_away(visitor: Visitor) -> None:
    match = new_match(visitor, "feuille-libre", FOUR)
    options_form(match).fill("option.target", "50").send()
    assert options_form(match).value("option.target") == "50"
    options_form(match).fill("option.target", "").send()
    assert match.exported()["entries"][-1] == {"step": "rules", "options": {"target": None}}


def test_the_match_says_by_which_rules_it_is_played_now(match: WebMatch) -> None:
    options_form(match).fill("option.trick_points", "10").send()
    assert "Points d’un pli, annonce tenue · 10" in match.page("/sheet").text


def test_a_changed_rule_is_corrected_in_the_same_form(match: WebMatch) -> None:
    options_form(match).fill("option.trick_points", "10").send()
    form = match.page("/corrections/0").form("/corrections/0")
    assert form.value("option.trick_points") == "10"
    preview = form.fill("option.trick_points", "20").send()
    assert preview.status == 200
    preview.form("/corrections").send()
    assert match.exported()["entries"] == [{"step": "rules", "options": {"trick_points": 20}}]


def test_points_are_agreed_for_some_only(match: WebMatch) -> None:
    form = match.page("/steps/adjust").form("/entries").fill("points.0", "-10").fill("reason", "pour ça")
    after = form.send().follow()
    assert "Points convenus : Ana −10" in after.text
    assert match.exported()["entries"] == [{"step": "adjust", "points": {"Ana": -10}, "reason": "pour ça"}]
    assert "points convenus : pour ça" in match.page("/rounds/0").text


def test_no_points_at_all_are_refused(match: WebMatch) -> None:
    refused = match.page("/steps/adjust").form("/entries").send()
    assert refused.status == 422
    assert [article for article, _ in refused.faults()] == ["match.adjust"]


def test_the_sheet_says_between_its_rows_what_changed(match: WebMatch) -> None:
    for entry in (BIDS, TRICKS):
        match.record(entry)
    for step, name in (("leaves", "Dan"), ("dealer", "Chloé")):
        match.page(f"/steps/{step}").form("/entries").send(("player", name))
    lines = [row.text() for row in match.page("/sheet").document.all("tr", class_="said")]
    assert lines == ["Dan s’en va", "Chloé donne"]


EVENTS: dict[str, list[dict[str, Any]]] = {
    "yaniv": [
        {"step": "call", "caller": "Bob", "points": {"Bob": 0, "Chloé": 3, "Dan": 9, "Ana": 5}},
        leaves("Chloé"), {"step": "joins", "player": "Zoé", "points": 7}, {"step": "dealer", "player": "Dan"},
        {"step": "adjust", "points": {"Ana": -5}},
        {"step": "call", "caller": "Dan", "points": {"Dan": 0, "Zoé": 3, "Ana": 9, "Bob": 5}},
        {"step": "joins", "player": "Chloé"}, {"step": "end"},
    ],
    "president": [
        {"step": "finish", "order": ["Bob", "Dan", "Ana", "Chloé"]}, leaves("Chloé"),
        {"step": "finish", "order": ["Bob", "Dan", "Ana"]}, {"step": "joins", "player": "Chloé"},
        {"step": "adjust", "points": {"Bob": 1, "Ana": 2}}, {"step": "dealer", "player": "Bob"}, {"step": "end"},
    ],
    "tarot": [
        leaves("Ana"),
        {"step": "contract", "taker": "Bob", "contract": "garde"},
        {"step": "result", "points": 50, "oudlers": 2},
        {"step": "joins", "player": "Zoé"}, {"step": "end"},
    ],
}  # fmt: skip


@pytest.mark.first_alone
@pytest.mark.parametrize("game", EVENTS)
def test_every_page_shows_who_left_and_who_came(app: Flask, game: str) -> None:
    match = new_match(Visitor(app, "fr"), game, FOUR)
    pages = ("", "/sheet", "/table", "/log", "/sheet.csv", "/export", "/keep")
    for entry in EVENTS[game]:
        match.record(entry)
        for page in pages:
            assert match.page(page).status == 200, (entry, page)
    assert match.exported()["entries"] == EVENTS[game]
    assert all(match.page(f"/rounds/{row}").status == 200 for row in range(len(match.scored()["rounds"])))
    assert match.visitor.open("/evenings").status == 200
    assert match.visitor.open("/players").status == 200


def test_who_rests_is_said_and_asked_nothing(visitor: Visitor) -> None:
    match = new_match(visitor, "tarot", FIVE, {"resting": "1"})
    page = match.page()
    assert "se repose" in page.text
    assert "Ana" not in page.form("/entries").choices("taker.taker")


def test_six_sit_down_to_tarot_and_one_rests(visitor: Visitor) -> None:
    form = visitor.open("/new/tarot").form("/new/tarot")
    for seat, name in enumerate((*FIVE, "Fanny")):
        form.fill(f"seat.{seat}", name)
    begun = form.send()
    assert begun.status == 303
    file = visitor.open(f"{begun.location}/export").response.get_json()
    assert (len(file["players"]), file["options"]) == (6, {"resting": 1})


def test_the_desk_asks_of_those_in_play_by_the_rules_that_hold_now(match: WebMatch) -> None:
    match.record(leaves("Dan"))
    page = match.visitor.open(f"/desk/ascenseur/deal-points?match={match.public_id}")
    assert page.status == 200
    assert "Dan" not in page.form("/verdict").element.text()


def test_the_next_match_has_those_who_are_there_and_the_rules_that_held_last(match: WebMatch) -> None:
    match.record(leaves("Dan"))
    options_form(match).fill("option.trick_points", "10").send()
    match.course.take({"step": "rules", "options": {"trick_points": 10}})
    for entry in ({"step": "bids", "bids": {"Bob": 0, "Chloé": 0, "Ana": 0}},
                  {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, "Ana": 0}}, {"step": "end"}):  # fmt: skip
        match.record(entry)
    again = match.page().form("/rematch").send()
    assert again.status == 303
    file = match.visitor.open(f"{again.location}/export").response.get_json()
    assert (file["players"], file["options"]) == (["Ana", "Bob", "Chloé"], {"trick_points": 10})


def test_who_was_put_out_plays_the_next_match(visitor: Visitor) -> None:
    match = new_match(visitor, "yaniv", FOUR[:2])
    match.record({"step": "adjust", "points": {"Ana": 99}})
    match.record({"step": "call", "caller": "Bob", "points": {"Bob": 0, "Ana": 9}})
    again = match.page().form("/rematch").send()
    file = match.visitor.open(f"{again.location}/export").response.get_json()
    assert file["players"] == ["Ana", "Bob"]
