"""La Feuille libre: who joins and who leaves in the middle of a match (article feuille-libre.players)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.random_matches import random_match
from tests.games.tables import Entry, assert_sound, replay_of, sheet, violations_of

GAME_ID = "feuille-libre"
ANA_BOB = ("Ana", "Bob")
THREE = ("Ana", "Bob", "Chloé")
TWELVE = tuple(f"J{seat}" for seat in range(1, 13))
END: Entry = {"step": "end"}


def deal(**points: int) -> Entry:
    return {"step": "points", "points": points}


def joins(player: Any, *points: Any) -> Entry:
    return {"step": "joins", "player": player, **({"points": points[0]} if points else {})}


def leaves(player: Any) -> Entry:
    return {"step": "leaves", "player": player}


def told(players: tuple[str, ...], *entries: Entry, **options: Any) -> dict[str, Any]:
    return sheet(GAME_ID, players, list(entries), options=options)


def wrong(players: tuple[str, ...], *entries: Entry) -> list[tuple[str, Any]]:
    """What the last entry gets: all before it are right."""
    if entries[:-1]:
        told(players, *entries[:-1])
    found = violations_of(GAME_ID, players, list(entries))
    assert {index for index, _, _ in found} == {len(entries) - 1}
    return [(article, field) for _, article, field in found]


NOBODY_SO = ("feuille-libre.players", "player")


# Joining


def test_who_joins_sits_last_and_begins_at_nought() -> None:
    result = told(ANA_BOB, deal(Ana=10, Bob=4), joins("Zoé"), deal(Ana=1, Bob=2, Zoé=30))
    assert [side["name"] for side in result["sides"]] == ["Ana", "Bob", "Zoé"]
    assert result["totals"] == {"Ana": 11, "Bob": 6, "Zoé": 30}
    assert result["ranking"] == [["Zoé"], ["Ana"], ["Bob"]]


def test_a_row_names_who_had_joined_by_then() -> None:
    rows = told(ANA_BOB, deal(Ana=10, Bob=4), joins("Zoé"), deal(Ana=1, Bob=2, Zoé=3))["rounds"]
    assert [list(row["scores"]) for row in rows] == [["Ana", "Bob"], ["Ana", "Bob", "Zoé"]]
    assert [list(row["totals"]) for row in rows] == [["Ana", "Bob"], ["Ana", "Bob", "Zoé"]]


def test_before_the_first_deal_too() -> None:
    result = told(ANA_BOB, joins("Zoé"))
    assert result["rounds"] == []
    assert result["totals"] == {"Ana": 0, "Bob": 0, "Zoé": 0}
    assert result["ranking"] == [["Ana", "Bob", "Zoé"]]


def test_points_brought_along_are_a_row_of_their_own_in_the_current_deals_number() -> None:
    rows = told(ANA_BOB, deal(Ana=10, Bob=4), joins("Zoé", -7), deal(Ana=1, Bob=2, Zoé=3))["rounds"]
    assert [(row["number"], row["scores"]) for row in rows] == [
        (1, {"Ana": 10, "Bob": 4}),
        (2, {"Ana": 0, "Bob": 0, "Zoé": -7}),
        (2, {"Ana": 1, "Bob": 2, "Zoé": 3}),
    ]
    assert rows[1]["totals"] == {"Ana": 10, "Bob": 4, "Zoé": -7}
    assert rows[1]["dealer"] == rows[2]["dealer"] == "Bob"


@pytest.mark.parametrize("entry", [joins("Zoé"), joins("Zoé", 0)])
def test_no_points_make_no_row(entry: Entry) -> None:
    assert told(ANA_BOB, entry)["rounds"] == []


def test_a_name_is_trimmed_and_composed() -> None:
    assert told(ANA_BOB, joins(" Chloe\u0301 "))["sides"][2]["name"] == "Chloé"


@pytest.mark.parametrize("points", [-9999, 9999])
def test_points_at_the_edge_are_taken(points: int) -> None:
    assert told(ANA_BOB, joins("Zoé", points))["totals"]["Zoé"] == points


@pytest.mark.parametrize(
    ("entries", "violations"),
    [
        ([joins("Ana")], [NOBODY_SO]),
        ([joins(" Ana ")], [NOBODY_SO]),
        ([joins("Zoé"), joins("Zoé")], [NOBODY_SO]),
        ([{"step": "relay", "player": "Ana", "by": "Zoé"}, joins("Zoé")], [NOBODY_SO]),
        ([joins("Ana", 10000)], [("feuille-libre.points", "points")]),
        ([joins("Zoé", 10000)], [("feuille-libre.points", "points")]),
        ([joins("Zoé", -10000)], [("feuille-libre.points", "points")]),
        ([joins("Zoé", None)], [("match.entry", "points")]),
        ([joins("Zoé", True)], [("match.entry", "points")]),
        ([joins("Zoé", 3.0)], [("match.entry", "points")]),
        ([joins("")], [("match.entry", "player")]),
        ([joins("x" * 41)], [("match.entry", "player")]),
        ([joins("Z\nZ")], [("match.entry", "player")]),
        ([joins(None)], [("match.entry", "player")]),
        ([joins(7)], [("match.entry", "player")]),
        ([{"step": "joins"}], [("match.entry", "player")]),
        ([{"step": "joins", "player": "Zoé", "seat": 1}], [("match.entry", "seat")]),
        ([END, joins("Zoé")], [("match.over", None)]),
    ],
)
def test_who_cannot_join(entries: list[Entry], violations: list[tuple[str, Any]]) -> None:
    assert wrong(ANA_BOB, *entries) == violations


def test_a_stand_in_whose_time_is_over_may_join() -> None:
    relays = [{"step": "relay", "player": "Ana", "by": by} for by in ("Zoé", None)]
    assert told(ANA_BOB, *relays, joins("Zoé"))["totals"] == {"Ana": 0, "Bob": 0, "Zoé": 0}


def test_there_is_no_thirteenth_name_even_where_somebody_has_left() -> None:
    assert wrong(TWELVE, joins("Zoé")) == [NOBODY_SO]
    assert wrong(TWELVE, leaves("J3"), joins("Zoé")) == [NOBODY_SO]
    assert len(told(TWELVE[:11], joins("Zoé"))["sides"]) == 12
    assert told(TWELVE, leaves("J3"), joins("J3")) == told(TWELVE)


# Leaving


def test_who_leaves_stays_on_the_sheet_and_is_in_no_later_entry() -> None:
    result = told(THREE, deal(Ana=5, Bob=6, Chloé=7), leaves("Bob"), deal(Ana=1, Chloé=2))
    assert [side["name"] for side in result["sides"]] == list(THREE)
    assert result["rounds"][1]["scores"] == {"Ana": 1, "Bob": 0, "Chloé": 2}
    assert result["rounds"][1]["totals"] == {"Ana": 6, "Bob": 6, "Chloé": 9}


@pytest.mark.parametrize(
    "entry", [deal(Ana=1, Bob=2, Chloé=3), leaves("Bob"), {"step": "penalty", "offence": "misdeal", "player": "Bob"}]
)
def test_naming_who_has_left_is_no_entry(entry: Entry) -> None:
    field = "points.Bob" if entry["step"] == "points" else "player"
    assert wrong(THREE, leaves("Bob"), entry) == [("match.entry", field)]


@pytest.mark.parametrize(
    ("players", "entries", "violations"),
    [
        (ANA_BOB, [leaves("Ana")], [NOBODY_SO]),
        (THREE, [leaves("Ana"), leaves("Bob")], [NOBODY_SO]),
        (THREE, [leaves("Zoé")], [("match.entry", "player")]),
        (ANA_BOB, [leaves("Zoé")], [("match.entry", "player")]),
        (THREE, [leaves(None)], [("match.entry", "player")]),
        (THREE, [{"step": "leaves"}], [("match.entry", "player")]),
        (THREE, [{"step": "leaves", "player": "Ana", "points": 3}], [("match.entry", "points")]),
        (THREE, [END, leaves("Ana")], [("match.over", None)]),
    ],
)
def test_two_stay_at_least(players: Any, entries: list[Entry], violations: list[tuple[str, Any]]) -> None:
    assert wrong(players, *entries) == violations


def test_who_comes_back_has_the_old_seat_and_the_old_total() -> None:
    entries = [deal(Ana=5, Bob=6, Chloé=7), leaves("Bob"), joins("Zoé"), joins("Bob")]
    result = told(THREE, *entries, deal(Ana=0, Bob=1, Chloé=0, Zoé=0))
    assert [side["name"] for side in result["sides"]] == [*THREE, "Zoé"]
    assert result["totals"] == {"Ana": 5, "Bob": 7, "Chloé": 7, "Zoé": 0}


def test_points_brought_by_one_who_comes_back_are_added_to_the_old_total() -> None:
    result = told(THREE, deal(Ana=5, Bob=6, Chloé=7), leaves("Bob"), joins("Bob", 10))
    assert result["rounds"][1]["scores"] == {"Ana": 0, "Bob": 10, "Chloé": 0}
    assert result["totals"] == {"Ana": 5, "Bob": 16, "Chloé": 7}


def test_one_may_come_and_go_as_often_as_one_likes() -> None:
    result = told(ANA_BOB, joins("Zoé"), leaves("Zoé"), joins("Zoé"), leaves("Ana"), joins("Ana"))
    assert result["sides"] == told(("Ana", "Bob", "Zoé"))["sides"]
    assert result["next"]["order"] == ["Zoé", "Ana", "Bob"]


# The order and the deal


def test_the_order_and_the_deal_pass_over_who_has_left() -> None:
    begun = [leaves("Chloé")]
    assert told((*THREE, "Dan"), *begun)["next"]["order"] == ["Bob", "Dan", "Ana"]
    nobody = {"Ana": 0, "Bob": 0, "Dan": 0}
    dealers = [told((*THREE, "Dan"), *begun, *[deal(**nobody)] * n)["next"]["dealer"] for n in range(5)]
    assert dealers == ["Ana", "Bob", "Dan", "Ana", "Bob"]


def test_where_the_dealer_leaves_the_next_one_deals() -> None:
    result = told(THREE, leaves("Ana"))["next"]
    assert (result["dealer"], result["order"]) == ("Bob", ["Chloé", "Bob"])
    assert told(THREE, leaves("Ana"), deal(Bob=0, Chloé=0))["next"]["dealer"] == "Chloé"
    back = told(THREE, leaves("Ana"), joins("Ana"))["next"]
    assert (back["dealer"], back["order"]) == ("Bob", ["Chloé", "Ana", "Bob"])


def test_who_joins_deals_in_turn() -> None:
    nobody = {"Ana": 0, "Bob": 0, "Zoé": 0}
    dealers = [told(ANA_BOB, joins("Zoé"), *[deal(**nobody)] * n)["next"]["dealer"] for n in range(4)]
    assert dealers == ["Ana", "Bob", "Zoé", "Ana"]


# The ranking and the end


@pytest.mark.parametrize(
    ("best", "ranking"),
    [("high", [["Bob"], ["Ana"], ["Chloé"], ["Dan"]]), ("low", [["Ana"], ["Bob"], ["Dan"], ["Chloé"]])],
)
def test_first_who_is_in_then_who_has_left_each_by_total(best: str, ranking: list[list[str]]) -> None:
    result = told((*THREE, "Dan"), deal(Ana=1, Bob=2, Chloé=9, Dan=-9), leaves("Chloé"), leaves("Dan"), END, best=best)
    assert result["ranking"] == ranking
    assert result["winners"] == ranking[0]


def test_who_is_in_shares_no_place_with_who_has_left() -> None:
    result = told((*THREE, "Dan"), deal(Ana=5, Bob=5, Chloé=5, Dan=5), leaves("Ana"), leaves("Chloé"), END)
    assert result["ranking"] == [["Bob", "Dan"], ["Ana", "Chloé"]]
    assert result["winners"] == ["Bob", "Dan"]


def test_before_any_deal_who_has_left_stands_behind_the_others() -> None:
    assert told(THREE, leaves("Ana"))["ranking"] == [["Bob", "Chloé"], ["Ana"]]


def test_points_brought_along_are_judged_for_the_target_at_the_end_of_the_deal() -> None:
    joined = [deal(Ana=1, Bob=1), joins("Zoé", 100)]
    assert not told(ANA_BOB, *joined, target=100)["over"]
    last = told(ANA_BOB, *joined, deal(Ana=1, Bob=1, Zoé=0), target=100)
    assert last["over"]
    assert last["winners"] == ["Zoé"]


def test_the_total_of_one_who_has_left_reaches_no_target() -> None:
    entries = [joins("Zoé", 100), joins("Yann"), leaves("Zoé"), deal(Ana=3, Bob=2, Yann=1)]
    assert not told(ANA_BOB, *entries, target=100)["over"]
    assert told(ANA_BOB, *entries, deal(Ana=97, Bob=0, Yann=0), target=100)["winners"] == ["Ana"]


def test_an_end_before_any_deal_has_no_winner_whatever_was_brought_along() -> None:
    assert told(ANA_BOB, joins("Zoé", 5), END)["winners"] == []


def test_the_number_of_deals_counts_deals_only() -> None:
    entries = [joins("Zoé", 5), deal(Ana=0, Bob=0, Zoé=0), leaves("Zoé")]
    assert not told(ANA_BOB, *entries, deals=2)["over"]
    assert told(ANA_BOB, *entries, deal(Ana=0, Bob=0), deals=2)["over"]


def test_a_row_of_points_brought_along_cites_its_article() -> None:
    (row,) = replay_of(GAME_ID, ANA_BOB, [joins("Zoé", 5)]).rounds
    assert [(line.side, line.article) for line in row.lines] == [("Zoé", "feuille-libre.players")]
    assert not row.complete


# A second opinion


def slowly(players: list[str], dealer: str, entries: list[Entry], low: bool) -> dict[str, Any]:
    """The sheet as somebody with a pencil would keep it; no target, no number of deals."""
    seats, gone, plays = list(players), set(), {}
    rows: list[tuple[int, dict[str, int]]] = []
    deals, over = 0, False
    for entry in entries:
        match entry["step"]:
            case "joins":
                gone.discard(entry["player"])
                seats += [entry["player"]] if entry["player"] not in seats else []
                if entry.get("points"):
                    rows.append((deals + 1, dict.fromkeys(seats, 0) | {entry["player"]: entry["points"]}))
            case "leaves":
                gone.add(entry["player"])
                plays.pop(entry["player"], None)
                while dealer in gone:
                    dealer = seats[(seats.index(dealer) + 1) % len(seats)]
            case "points":
                deals += 1
                rows.append((deals, dict.fromkeys(seats, 0) | entry["points"]))
                dealer = seats[(seats.index(dealer) + 1) % len(seats)]
                while dealer in gone:
                    dealer = seats[(seats.index(dealer) + 1) % len(seats)]
            case "end":
                over = True
    totals = {seat: sum(row.get(seat, 0) for _, row in rows) for seat in seats}
    ranking: list[list[str]] = []
    for seat in sorted(seats, key=lambda player: (player in gone, totals[player] if low else -totals[player])):
        before = ranking[-1][0] if ranking else None
        level = before is not None and (before in gone) == (seat in gone) and totals[before] == totals[seat]
        ranking = [*ranking[:-1], [*ranking[-1], seat]] if level else [*ranking, [seat]]
    turn = [seat for seat in seats[seats.index(dealer) + 1 :] + seats[: seats.index(dealer) + 1] if seat not in gone]
    return {
        "sides": seats,
        "rows": [(number, list(row.items())) for number, row in rows],
        "totals": totals,
        "ranking": ranking,
        "winners": ranking[0] if over and deals else [],
        "next": None if over else (deals + 1, dealer, turn),
    }


@given(seed=st.integers(0, 10**9))
def test_a_pencil_comes_to_the_same(seed: int) -> None:
    chance = Random(seed)
    players = list(TWELVE[: chance.choice([2, 3, 4, 10, 11, 12])])
    low = chance.random() < 0.5
    options = {"best": "low"} if low else {}
    unknown = ("adjust", "dealer", "rules")
    set_up = {"players": players, "dealer": players[-1], "options": options}
    file = random_match(chance, GAME_ID, longest=20, asides=0.5, without=unknown, **set_up)
    entries = file["entries"] + ([END] if chance.random() < 0.5 else [])
    result = sheet(GAME_ID, players, entries, dealer=players[-1], options=options)
    coming = result["next"]
    assert slowly(players, players[-1], entries, low) == {
        "sides": [side["name"] for side in result["sides"]],
        "rows": [(row["number"], list(row["scores"].items())) for row in result["rounds"]],
        "totals": result["totals"],
        "ranking": result["ranking"],
        "winners": result["winners"],
        "next": coming and (coming["round"], coming["dealer"], coming["order"]),
    }
    assert_sound(file)
