"""La Scopa: its rules as a player could read them (articles scopa.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.french import parse_card
from referee.games.scopa.capture import captures, primiera_points
from referee.games.scopa.scoring import PACK
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, scores, sheet, violations_of

G, TWO = "scopa", FOUR[:2]


def deal(scope: tuple[int, int] = (0, 0), **parts: Any) -> Entry:
    usual = {"settebello": "Ana", "primiera": None}
    numbers = {key: dict(zip(TWO, value, strict=True)) for key, value in parts.items() if isinstance(value, tuple)}
    return {"step": "deal", "scope": dict(zip(TWO, scope, strict=True)), **usual, **parts, **numbers}


def most(scope: tuple[int, int] = (0, 0), **parts: Any) -> Entry:
    return deal(scope, **{"carte": None, "denari": None, **parts})


def counted(scope: tuple[int, int] = (0, 0), **parts: Any) -> Entry:
    return deal(scope, **{"cards": (20, 20), "coins": (5, 5), **parts})


def test_the_pack_has_forty_cards() -> None:
    assert PACK.size == 40


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (most((2, 1), carte="Ana", settebello="Bob", primiera="Ana"), [4, 2]),
        (counted((0, 3), cards=(22, 18), coins=(4, 6)), [2, 4]),
        (counted(), [1, 0]),
        (most(), [1, 0]),
    ],
)
def test_a_deal_brings_a_point_for_each_thing_and_none_where_level(entry: Entry, expected: list[int]) -> None:
    assert list(scores(G, TWO, [entry])[0].values()) == expected


def test_the_napola_counts_where_the_table_plays_it() -> None:
    entry = counted((0, 3), cards=(22, 18), coins=(4, 6), napola=(0, 3))
    assert list(scores(G, TWO, [entry], options={"napola": True})[0].values()) == [2, 7]
    assert (0, "match.entry", "napola") in violations_of(G, TWO, [entry])


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (counted(cards=(22, 19)), "scopa.cards", "cards"),
        (counted(cards=(41, -1)), "scopa.cards", "cards.Ana"),
        (counted(coins=(5, 4)), "scopa.coins", "coins"),
        (counted(coins=(0, 10)), "scopa.coins", "coins"),
        (counted((19, 0)), "scopa.scope", "scope.Ana"),
        (counted(napola=(2, 0)), "scopa.napola", "napola.Ana"),
        (counted(napola=(3, 3)), "scopa.napola", "napola"),
        (counted(coins=(4, 6), napola=(5, 0)), "scopa.napola", "napola"),
        (most(napola=(6, 0)), "scopa.napola", "napola"),
        (most(denari="Ana", settebello="Bob", napola=(7, 0)), "scopa.napola", "napola"),
        ({**most(), "cards": {"Ana": 20, "Bob": 20}}, "match.entry", None),
        (deal(carte="Ana"), "match.entry", "denari"),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of(G, TWO, [entry], options={"napola": True})


def test_play_goes_to_the_right_and_a_target_shared_goes_on() -> None:
    assert sheet(G, FOUR, [])["next"]["order"] == ["Dan", "Chloé", "Bob", "Ana"]
    level = [most((9, 10)), most((0, 0), denari="Bob")]
    assert not sheet(G, TWO, level)["over"]
    assert sheet(G, TWO, [*level, most((1, 0))])["winners"] == ["Ana"]


@pytest.mark.parametrize(
    ("table", "card", "found"),
    [
        ("3H 4S 7C", "7D", ["7C"]),
        ("3H 4S 5C", "7D", ["3H 4S"]),
        ("AS 2S 3S 4S", "7D", ["3S 4S", "AS 2S 4S"]),
        ("KH QS", "2D", []),
        ("AS 7H", "JD", ["AS 7H"]),
        ("7H 7S", "7D", ["7H", "7S"]),
    ],
)
def test_an_equal_card_is_taken_alone_else_every_sum(table: str, card: str, found: list[str]) -> None:
    lying = [one for code in table.split() if (one := parse_card(code)) is not None]
    played = parse_card(card)
    assert played is not None
    assert [" ".join(one.code for one in group) for group in captures(lying, played)] == found


def test_every_sum_is_found_at_once_on_the_fullest_table() -> None:
    king = parse_card("KD")
    assert king is not None
    lying = [parse_card(f"{rank}{suit}") for suit in "SHDC" for rank in "A234567JQ"]
    ways = [1, *[0] * 10]  # how many groups of the cards so far make each sum
    for value in [*range(1, 10)] * 4:
        ways = [n + (ways[total - value] if total >= value else 0) for total, n in enumerate(ways)]
    found = captures([one for one in lying if one is not None], king)
    assert len(found) == len(set(found)) == ways[10]
    assert [len(group) for group in found] == sorted(len(group) for group in found)


PRINTED = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


def test_each_rank_is_worth_at_a_primiera_what_the_table_says() -> None:
    cards = {rank: [card for suit in "SHDC" if (card := parse_card(rank + suit)) is not None] for rank in PRINTED}
    assert {rank: primiera_points(four, "none") for rank, four in cards.items()} == {
        rank: 4 * points for rank, points in PRINTED.items()
    }


def test_a_primiera_needs_every_suit_unless_the_table_counts_the_others() -> None:
    cards = [one for code in ("7S", "7H", "6D") if (one := parse_card(code)) is not None]
    assert (primiera_points(cards, "none"), primiera_points(cards, "counts")) == (None, 60)


@given(st.randoms(use_true_random=False))
def test_a_deal_has_at_most_four_points_without_scope_and_napola(chance: Any) -> None:
    match = random_match(chance, G, longest=8, without=("adjust",))
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    rows = sheet(G, match["players"], match["entries"], **set_up)["rounds"]
    deals = [entry for entry in match["entries"] if entry["step"] == "deal"]
    for row, entry in zip(rows, deals, strict=True):
        counted_up = sum(entry["scope"].values()) + sum(entry.get("napola", {}).values())
        assert sum(row["scores"].values()) - counted_up <= 4
