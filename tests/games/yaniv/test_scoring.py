"""Le Yaniv: its rules as a player could read them (articles yaniv.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, scores, sheet, violations_of

G, THREE = "yaniv", FOUR[:3]
TOGETHER = {"elimination": False}


def call(caller: str, *points: int, players: tuple[str, ...] = THREE) -> Entry:
    return {"step": "call", "caller": caller, "points": dict(zip(players, points, strict=True))}


def hands(caller: str, *cards: str) -> Entry:
    return {"step": "call", "caller": caller, "cards": dict(zip(THREE, map(str.split, cards), strict=True))}


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        (call("Ana", 3, 5, 8), {}, [0, 5, 8]),
        (call("Ana", 7, 4, 4), {}, [37, 0, 0]),
        (call("Ana", 7, 4, 4), {"asaf_lowest": "own"}, [37, 4, 4]),
        (call("Ana", 7, 4, 9), {"asaf": 50}, [57, 0, 9]),
        (call("Ana", 7, 7, 9), {}, [37, 0, 9]),
        (call("Ana", 7, 7, 9), {"asaf_tie": False}, [0, 7, 9]),
        (hands("Ana", "JOKER AS", "KH 2D", "5C"), {}, [0, 12, 5]),
    ],
)
def test_a_call_brings_each_their_points(entry: Entry, options: dict[str, Any], expected: list[int]) -> None:
    assert list(scores(G, THREE, [entry], options=options)[0].values()) == expected


def test_a_total_brought_exactly_to_a_multiple_is_halved_in_a_row_of_its_own() -> None:
    rounds = sheet(G, THREE, [call("Ana", 0, 42, 1), call("Ana", 0, 8, 1)], options={"halving": 50})["rounds"]
    assert [(row["number"], row["scores"]["Bob"]) for row in rounds] == [(1, 42), (2, 8), (2, -25)]
    assert rounds[-1]["totals"]["Bob"] == 25


def test_who_passes_the_limit_is_out_and_the_last_one_left_wins() -> None:
    played = [call("Ana", 0, 50, 1), call("Ana", 0, 43, 1), call("Ana", 0, 8, 1)]
    after = sheet(G, THREE, played)
    assert (after["standing"]["eliminated"], after["over"], after["totals"]["Bob"]) == (["Bob"], False, 101)
    assert after["next"]["order"] == ["Ana", "Chloé"]
    two = ("Ana", "Chloé")
    done = [*played, call("Ana", 0, 50, players=two), call("Ana", 0, 50, players=two)]
    result = sheet(G, THREE, done)
    assert (result["over"], result["winners"], result["rounds"][-1]["scores"]["Bob"]) == (True, ["Ana"], 0)
    penalty = {"step": "penalty", "offence": "misdeal", "player": "Bob"}
    assert violations_of(G, THREE, [*played, penalty]) == [(3, "match.entry", "player")]


def test_exactly_the_limit_is_in_unless_the_table_says_reached() -> None:
    played = [call("Ana", 0, 50, 1), call("Ana", 0, 50, 1)]
    assert sheet(G, THREE, played)["standing"]["eliminated"] == []
    assert sheet(G, THREE, played, options={"limit_at": "reached"})["standing"]["eliminated"] == ["Bob"]


def test_without_elimination_that_deal_is_the_last() -> None:
    result = sheet(G, THREE, [call("Ana", 0, 50, 1), call("Ana", 0, 50, 1)], options={**TOGETHER, "limit": 90})
    assert (result["over"], result["winners"]) == (True, ["Ana"])


def test_the_winner_of_a_deal_deals_and_begins() -> None:
    assert sheet(G, THREE, [])["next"]["order"] == ["Bob", "Chloé", "Ana"]
    assert sheet(G, THREE, [call("Chloé", 20, 9, 3)])["next"]["order"] == ["Chloé", "Ana", "Bob"]
    after = sheet(G, THREE, [call("Chloé", 2, 2, 3)])["next"]
    assert (after["dealer"], after["order"]) == ("Ana", ["Ana", "Bob", "Chloé"])


def test_a_winner_who_is_out_leaves_the_deal_to_the_next_who_is_in() -> None:
    options = {"asaf_lowest": "own", "limit": 50}
    after = sheet(G, THREE, [call("Ana", 0, 45, 1), call("Ana", 7, 7, 9)], options=options)
    assert after["standing"]["eliminated"] == ["Bob"]
    assert (after["next"]["dealer"], after["next"]["order"]) == ("Chloé", ["Chloé", "Ana"])


def test_the_limit_is_judged_at_the_end_of_the_deal_with_the_false_call_in_it() -> None:
    options = {"false_call": 30, "limit": 50}
    false_call = {"step": "penalty", "offence": "false-call", "player": "Ana"}
    played = [call("Bob", 40, 0, 1), false_call]
    assert sheet(G, THREE, played, options=options)["standing"]["eliminated"] == []
    assert sheet(G, THREE, [*played, call("Ana", 3, 5, 8)], options=options)["standing"]["eliminated"] == ["Ana"]


def test_only_points_of_this_deal_bring_a_total_to_a_multiple() -> None:
    played = [call("Bob", 50, 0, 1), call("Ana", 0, 3, 1)]
    rounds = sheet(G, THREE, played, options={"halving": 50})["rounds"]
    assert [row["totals"]["Ana"] for row in rounds] == [50, 25, 25]


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (call("Ana", 8, 9, 9), "yaniv.call", "points.Ana"),
        (call("Ana", 3, 51, 9), "yaniv.points", "points.Bob"),
        (hands("Ana", "KH", "2S", "3S"), "yaniv.call", "cards.Ana"),
        (hands("Ana", "AH", "", "3S"), "yaniv.cards", "cards.Bob"),
        (call("Zoé", 3, 5, 9), "match.entry", "caller"),
        ({"step": "call", "caller": "Ana"}, "match.entry", None),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of(G, THREE, [entry])


def test_a_card_is_held_once_and_there_are_two_jokers() -> None:
    twice = violations_of(G, THREE, [hands("Ana", "AH", "2S", "2S")])
    jokers = violations_of(G, THREE, [hands("Ana", "JOKER", "JOKER", "JOKER")])
    assert {article for _, article, _ in twice + jokers} == {"yaniv.cards"}


def test_a_false_call_costs_what_the_table_says_at_once() -> None:
    penalty = {"step": "penalty", "offence": "false-call", "player": "Bob"}
    assert sheet(G, THREE, [penalty])["rounds"] == []
    row = sheet(G, THREE, [penalty], options={"false_call": 30})["rounds"][0]
    assert (row["number"], row["scores"]) == (1, {"Ana": 0, "Bob": 30, "Chloé": 0})


@given(st.randoms(use_true_random=False))
def test_somebody_notes_nothing_in_every_deal(chance: Any) -> None:
    match = random_match(chance, G, longest=10, asides=0, options={})
    assert_sound(match)
    rows = scores(G, match["players"], match["entries"], dealer=match["dealer"])
    assert all(0 in row.values() for row in rows)


@given(st.randoms(use_true_random=False))
def test_no_total_above_the_limit_stays_in(chance: Any) -> None:
    match = random_match(chance, G, longest=20, asides=0, options={"limit": 50, "halving": 50, "false_call": 30})
    result = sheet(G, match["players"], match["entries"], dealer=match["dealer"], options=match["options"])
    out = {player for player, total in result["totals"].items() if total > match["options"]["limit"]}
    assert set(result["standing"]["eliminated"]) == out
    assert result["next"] is None or not out & set(result["next"]["order"])
