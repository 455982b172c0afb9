"""What a call is worth: every call with every holding, by the table of the rulebook."""

from itertools import chain, combinations, product
from typing import Any

import pytest

from tests.desk.asking import answer, blamed

TEAMS = [["Ana", "Chloé"], ["Bob", "Dan"]]
NAMES = [name for team in TEAMS for name in team]
POINTS = {"kems": 1, "double-kems": 4, "contre-kems": 4, "contre-kems-rate": -2}


@pytest.mark.parametrize("false_kems", [0, -1, -2])
def test_every_call_with_every_holding(false_kems: int) -> None:
    holdings = list(chain.from_iterable(combinations(NAMES, size) for size in range(5)))
    calls = ("kems", "double-kems", "contre-kems")
    for caller, call, holding, both, right in product(NAMES, calls, holdings, (False, True), (False, True)):
        team = next(team for team in TEAMS if caller in team)
        partner_holds = any(name in holding for name in team if name != caller)
        if call == "contre-kems":
            expected = "contre-kems" if right else "contre-kems-rate"
        elif call == "double-kems" and both and set(team) <= set(holding):
            expected = "double-kems"
        else:
            expected = "kems" if partner_holds else "false-kems"
        facts = {
            "teams": TEAMS,
            "caller": caller,
            "call": call,
            "holding": list(holding),
            "both_called": both,
            "description_correct": right,
        }
        assert answer("kems", "settle", facts, {"false_kems": false_kems}) == {
            "score_as": expected,
            "side": " & ".join(team),
            "points": POINTS.get(expected, false_kems),
            "deal_ends": expected in ("kems", "double-kems", "contre-kems"),
        }


def test_holding_both_called_and_description_may_be_left_out() -> None:
    facts = {"teams": TEAMS, "caller": "Ana", "call": "kems"}
    assert answer("kems", "settle", facts)["score_as"] == "false-kems"
    assert answer("kems", "settle", {**facts, "call": "contre-kems"})["score_as"] == "contre-kems-rate"


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"teams": [["Ana", "Chloé"]]}, ["facts.teams"]),
        ({"teams": [["Ana"], ["Bob", "Dan"]]}, ["facts.teams"]),
        ({"teams": [["Ana", "Chloé"], ["Bob", "Ana"]]}, ["facts.teams"]),
        ({"teams": [["Ana", "Chloé", "Eve"], ["Bob", "Dan", "Fay"]]}, ["facts.teams"]),
        ({"teams": [["Ana", "Chloé"], ["Bob", "Dan"], ["Eve", "Fay"]]}, ["facts.teams"]),
        ({"teams": None}, ["facts.teams"]),
        ({"teams": ["Ana & Chloé", "Bob & Dan"]}, ["facts.teams.0", "facts.teams.1"]),
        ({"caller": "Eve"}, ["facts.caller"]),
        ({"caller": "Ana & Chloé"}, ["facts.caller"]),
        ({"call": "contre-kems-rate"}, ["facts.call"]),
        ({"call": "false-kems"}, ["facts.call"]),
        ({"holding": ["Eve"]}, ["facts.holding.0"]),
        ({"holding": ["Bob", "Bob"]}, ["facts.holding"]),
        ({"holding": None}, ["facts.holding"]),
        ({"both_called": 1}, ["facts.both_called"]),
        ({"description_correct": "yes"}, ["facts.description_correct"]),
        ({"signal": "a wink"}, ["facts.signal"]),
    ],
)
def test_what_cannot_be(change: dict[str, Any], fields: list[str]) -> None:
    assert blamed("kems", "settle", {"teams": TEAMS, "caller": "Ana", "call": "kems", **change}) == fields
