"""Le Gin Rami: its rules as a player could read them (articles gin-rami.*)."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.french import CARDS, Card, parse_card
from referee.games.gin_rami.melds import after_discard, best_deadwood, card_points, is_meld
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, scores, sheet, violations_of

G, TWO = "gin-rami", FOUR[:2]
HANDS = 300


def hand(by: str, kind: str, ana: int, bob: int) -> Entry:
    return {"step": "hand", "by": by, "kind": kind, "deadwood": {"Ana": ana, "Bob": bob}}


def cards(codes: str) -> list[Card]:
    found = [parse_card(code) for code in codes.split()]
    return [card for card in found if card is not None]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (hand("Ana", "knock", 6, 31), [25, 0]),
        (hand("Ana", "knock", 8, 8), [0, 25]),
        (hand("Ana", "knock", 8, 5), [0, 28]),
        (hand("Ana", "gin", 0, 18), [43, 0]),
        (hand("Bob", "gin", 0, 0), [0, 25]),
    ],
)
def test_a_hand_brings_the_difference_and_its_bonus(entry: Entry, expected: list[int]) -> None:
    assert list(scores(G, TWO, [entry])[0].values()) == expected


def test_a_big_gin_brings_its_own_bonus_where_the_table_plays_it() -> None:
    assert scores(G, TWO, [hand("Ana", "big-gin", 0, 10)], options={"big_gin": 31}) == [{"Ana": 41, "Bob": 0}]


def test_the_end_is_a_row_for_the_bonus_and_one_for_the_hands_won() -> None:
    won = [hand("Ana", "knock", 5, 35)] * 3 + [hand("Bob", "knock", 35, 5)] * 2
    rounds = sheet(G, TWO, [*won, hand("Ana", "gin", 0, 12)])["rounds"]
    assert [(row["number"], row["dealer"], row["scores"]) for row in rounds[-3:]] == [
        (6, "Bob", {"Ana": 37, "Bob": 0}),
        (6, "Bob", {"Ana": 100, "Bob": 0}),
        (6, "Bob", {"Ana": 100, "Bob": 50}),
    ]
    assert rounds[-1]["totals"] == {"Ana": 327, "Bob": 110}


def test_an_opponent_without_a_hand_doubles_the_points_before_the_bonuses() -> None:
    result = sheet(G, TWO, [hand("Ana", "knock", 5, 60)], options={"target": 50, "shutout": True})
    assert [row["scores"]["Ana"] for row in result["rounds"]] == [55, 55, 100, 25]
    assert all(row["scores"]["Bob"] == 0 for row in result["rounds"])
    assert (result["over"], result["winners"]) == (True, ["Ana"])


def test_a_bonus_of_nothing_is_no_row() -> None:
    options = {"target": 50, "shutout": True, "game_bonus": 0, "box": 0}
    won = [hand("Bob", "knock", 35, 5), hand("Ana", "knock", 5, 60)]
    assert scores(G, TWO, won, options=options) == [{"Ana": 0, "Bob": 30}, {"Ana": 55, "Bob": 0}]


def test_the_best_total_wins_though_the_other_reached_the_target() -> None:
    won = [hand("Bob", "knock", 7, 6)] * 9 + [hand("Ana", "knock", 5, 60)]
    result = sheet(G, TWO, won, options={"target": 50, "game_bonus": 0})
    assert result["totals"] == {"Ana": 55 + 25, "Bob": 9 + 9 * 25}
    assert (result["over"], result["winners"]) == (True, ["Bob"])


def test_a_drawn_hand_is_dealt_again_by_the_same_dealer() -> None:
    after = sheet(G, TWO, [{"step": "hand", "drawn": True}])
    assert (after["rounds"], after["next"]["dealer"]) == ([], "Ana")


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (hand("Ana", "knock", 11, 31), "gin-rami.deadwood", "deadwood"),
        (hand("Ana", "knock", 0, 31), "gin-rami.deadwood", "deadwood"),
        (hand("Ana", "gin", 1, 31), "gin-rami.deadwood", "deadwood"),
        (hand("Ana", "knock", 5, 99), "gin-rami.deadwood", "deadwood.Bob"),
        (hand("Ana", "big-gin", 0, 31), "gin-rami.big-gin", "kind"),
        (hand("Ana", "chelem", 0, 31), "match.entry", "kind"),
        ({"step": "hand", "drawn": False}, "gin-rami.drawn", "drawn"),
        ({"step": "hand", "kind": "gin"}, "match.entry", "by"),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str) -> None:
    assert (0, article, field) in violations_of(G, TWO, [entry])


# The deadwood of a hand: articles gin-rami.count and gin-rami.lay-off.


def fewest_points(hand: list[Card]) -> int:
    """The deadwood by trying every choice of melds among all subsets, as slowly as it is sure."""
    melds = [set(group) for size in range(3, len(hand) + 1) for group in combinations(hand, size) if is_meld(group)]

    def left(rest: set[Card], start: int) -> int:
        options = (left(rest - melds[at], at + 1) for at in range(start, len(melds)) if melds[at] <= rest)
        return min((sum(map(card_points, rest)), *options))

    return left(set(hand), 0)


@pytest.mark.thorough(unless="game")
def test_the_deadwood_is_what_trying_every_choice_finds() -> None:
    chance = Random(4)
    dense = [card for card in CARDS if card.rank in ("4", "5", "6", "7", "8")]
    for number in range(HANDS):
        held = chance.sample(dense if number % 2 else list(CARDS), 10)
        assert best_deadwood(held).points == fewest_points(held), held


@pytest.mark.thorough(unless="game")
def test_of_eleven_cards_the_best_discard_is_found() -> None:
    chance = Random(5)
    for _ in range(HANDS // 10):
        held = chance.sample(list(CARDS), 11)
        best = min(fewest_points([card for card in held if card is not out]) for out in held)
        assert after_discard(held).points == best


@pytest.mark.parametrize(
    ("held", "laid", "points", "off"),
    [
        ("8S 9S KH", "5S 6S 7S", 10, "8S 9S"),
        ("4S KH", "5S 6S 7S", 10, "4S"),
        ("9S KH", "5S 6S 7S", 19, ""),
        ("7C KH", "7S 7H 7D", 10, "7C"),
        ("AS KS", "2S 3S 4S", 10, "AS"),
    ],
)
def test_cards_are_laid_off_at_both_ends_and_on_sets(held: str, laid: str, points: int, off: str) -> None:
    found = best_deadwood(cards(held), [tuple(cards(laid))])
    assert (found.points, list(found.laid_off)) == (points, cards(off))


@given(st.randoms(use_true_random=False))
def test_before_the_bonuses_of_the_end_one_score_is_0(chance: Any) -> None:
    match = random_match(chance, G, longest=12)
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    rounds = sheet(G, match["players"], match["entries"], **set_up)["rounds"]
    first_rows = {row["number"]: row["scores"] for row in reversed(rounds)}
    assert all(0 in row.values() for row in first_rows.values())
