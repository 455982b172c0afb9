"""Le Rami: its rules as a player could read them (articles rami.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.french import parse_card
from referee.games.rami.melds import meld_points
from referee.games.rami.scoring import RamiRules
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, scores, sheet, violations_of

G, THREE = "rami", FOUR[:3]
CARDS = {"Bob": ["AS", "KH", "7D"], "Chloé": ["JOKER", "5C"]}


def out(player: str = "Ana", **more: Any) -> Entry:
    return {"step": "hands", "out": player, **more}


def left(bob: int, chloe: int, **more: Any) -> Entry:
    return out(points={"Bob": bob, "Chloé": chloe}, **more)


@pytest.mark.parametrize(
    ("entry", "options", "expected"),
    [
        (out(cards=CARDS), {}, [0, 28, 25]),
        (out(cards=CARDS, dry=True), {}, [0, 56, 50]),
        (out(cards=CARDS, dry=True), {"dry": "none"}, [0, 28, 25]),
        (out(cards=CARDS, unopened=["Chloé"]), {"unopened_points": 100}, [0, 28, 100]),
        (out(cards=CARDS, unopened=["Chloé"], dry=True), {"unopened_points": 50}, [0, 56, 50]),
        (out(cards=CARDS, unopened=["Chloé"]), {}, [0, 28, 25]),
        (out(cards=CARDS), {"ace": 1, "joker": 50, "out_points": -10}, [-10, 18, 55]),
        (left(28, 25), {}, [0, 28, 25]),
    ],
)
def test_the_others_note_what_they_are_left_with(entry: Entry, options: dict[str, Any], expected: list[int]) -> None:
    assert list(scores(G, THREE, [entry], options=options)[0].values()) == expected


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (left(1, 25), "rami.hand-points", "points.Bob"),
        (left(189, 25), "rami.hand-points", "points.Bob"),
        (out(cards={**CARDS, "Bob": []}), "rami.hand-points", "cards.Bob"),
        (out(cards={**CARDS, "Bob": [f"{n}S" for n in range(2, 11)] + ["AH"] * 6}), "rami.hand-points", "cards.Bob"),
        (out(cards={"Bob": ["KH", "KH"], "Chloé": ["KH"]}), "rami.hand-points", "cards"),
        (out(cards={"Bob": ["JOKER"] * 3, "Chloé": ["JOKER"] * 2}), "rami.hand-points", "cards"),
        (left(28, 25, unopened=["Ana"]), "rami.unopened", "unopened"),
        (left(28, 25, unopened=["Bob", "Bob"]), "rami.unopened", "unopened"),
        (out(points={"Ana": 5, "Bob": 5, "Chloé": 5}), "match.entry", "points.Ana"),
        (out(), "match.entry", None),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of(G, THREE, [entry])


def test_with_the_ace_at_1_a_hand_may_be_worth_1() -> None:
    assert scores(G, THREE, [left(1, 25)], options={"ace": 1})[0]["Bob"] == 1


def test_the_match_ends_where_a_total_reaches_the_limit_unless_the_lowest_are_level() -> None:
    first, level = left(50, 5), {"step": "hands", "out": "Bob", "points": {"Ana": 5, "Chloé": 5}}
    assert sheet(G, THREE, [first], options={"limit": 50})["winners"] == ["Ana"]
    assert not sheet(G, THREE, [level, left(99, 5)], options={"limit": 200})["over"]


def test_with_elimination_who_reaches_the_limit_plays_no_more() -> None:
    options = {"limit": 50, "elimination": True}
    after = sheet(G, THREE, [left(50, 5)], options=options)
    assert (after["standing"]["eliminated"], after["over"]) == (["Bob"], False)
    assert (after["next"]["dealer"], after["next"]["order"]) == ("Chloé", ["Ana", "Chloé"])
    assert (1, "match.entry", "points.Bob") in violations_of(G, THREE, [left(50, 5), left(5, 5)], options=options)
    last = [left(50, 5), out(points={"Chloé": 60})]
    result = sheet(G, THREE, last, options=options)
    assert (result["over"], result["winners"], result["rounds"][1]["scores"]["Bob"]) == (True, ["Ana"], 0)


def test_elimination_needs_a_limit() -> None:
    wrong = violations_of(G, THREE, [], options={"elimination": True, "limit": None})
    assert wrong == [(None, "match.options", "options.elimination")]


@pytest.mark.parametrize(
    ("codes", "points"),
    [
        ("KS KH KD", 30),
        ("KS KH KH", None),
        ("AS AH AD AC", 44),
        ("AS 2S 3S", 6),
        ("QS KS AS", 31),
        ("KS AS 2S", None),
        ("QS JOKER AS", 31),
        ("JOKER 5H 6H", 18),
        ("JOKER JOKER KS", 31),
        ("7S 7H", None),
        ("7S 7H 7D 7C JOKER", None),
        ("2S 3S 5S", None),
    ],
)
def test_a_meld_is_three_and_more_of_a_rank_or_in_a_row(codes: str, points: int | None) -> None:
    cards = [card for code in codes.split() if (card := parse_card(code)) is not None]
    assert meld_points(cards, RamiRules()) == points


def test_the_out_points_and_the_dearest_hand_go_by_the_house_rules() -> None:
    most = {1: 4 * 20 + 10 * 10, 11: 4 * 20 + 8 * 11 + 2 * 10, 15: 4 * 20 + 8 * 15 + 2 * 10}
    for ace, dearest in most.items():
        assert scores(G, THREE, [left(dearest, 25)], options={"ace": ace})[0]["Bob"] == dearest
        above = violations_of(G, THREE, [left(dearest + 1, 25)], options={"ace": ace})
        assert above == [(0, "rami.hand-points", "points.Bob")]


def test_a_number_of_deals_ends_the_match_unless_the_lowest_are_level() -> None:
    options = {"deals": 1, "limit": None}
    level = left(5, 7), {"step": "hands", "out": "Bob", "points": {"Ana": 5, "Chloé": 5}}
    assert sheet(G, THREE, [left(5, 7)], options=options)["over"]
    assert not sheet(G, THREE, level, options={**options, "deals": 2})["over"]
    assert sheet(G, THREE, level, options={**options, "deals": 2, "tie": "shared"})["winners"] == ["Ana", "Bob"]


@given(st.randoms(use_true_random=False))
def test_who_went_out_notes_the_points_for_it_and_nobody_less(chance: Any) -> None:
    match = random_match(chance, G, longest=10, asides=0)
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    rows = scores(G, match["players"], match["entries"], **set_up)
    least = match["options"].get("out_points", 0)
    for row, entry in zip(rows, match["entries"], strict=True):
        assert row[entry["out"]] == least == min(row.values())
