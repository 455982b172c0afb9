"""Skyjo: its rules as a player could read them (articles skyjo.*)."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.desk.adjudication import Verdict
from referee.desk.question_json import ask
from referee.games.registry import GAMES
from referee.games.skyjo.pack import COPIES, PACK
from referee.games.skyjo.scoring import CARDS_EACH, HIGHEST, LOWEST
from referee.matches.preparation_and_games_output import setup_value
from tests.games.random_matches import random_match
from tests.games.tables import (
    FOUR,
    Entry,
    assert_sound,
    counts,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

G, THREE = "skyjo", FOUR[:3]


def deal(ended: str, *points: int, players: tuple[str, ...] = THREE) -> Entry:
    return {"step": "deal", "ended": ended, "points": dict(zip(players, points, strict=True))}


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (deal("Ana", 7, 9, 12), [7, 9, 12]),
        (deal("Ana", 9, 7, 12), [18, 7, 12]),
        (deal("Ana", 7, 7, 12), [14, 7, 12]),
        (deal("Ana", -3, -5, 4), [-3, -5, 4]),
        (deal("Ana", 0, -5, 4), [0, -5, 4]),
        (deal("Ana", 1, -5, 4), [2, -5, 4]),
        (deal("Bob", 9, 7, 12), [9, 7, 12]),
        (deal("Chloé", 142, -17, 142), [142, -17, 284]),
    ],
)
def test_who_ends_and_is_not_alone_lowest_notes_twice_what_is_above_zero(entry: Entry, expected: list[int]) -> None:
    assert list(scores(G, THREE, [entry])[0].values()) == expected


@pytest.mark.parametrize(
    ("entry", "option", "expected"),
    [
        (deal("Ana", 9, 7, 12), "plus-10", [19, 7, 12]),
        (deal("Ana", 7, 7, 12), "plus-10", [17, 7, 12]),
        (deal("Ana", 7, 9, 12), "plus-10", [7, 9, 12]),
        (deal("Ana", -3, -5, 4), "plus-10", [-3, -5, 4]),
        (deal("Ana", 9, 7, 12), "none", [9, 7, 12]),
    ],
)
def test_a_table_may_add_ten_instead_or_nothing(entry: Entry, option: str, expected: list[int]) -> None:
    assert list(scores(G, THREE, [entry], options={"double": option})[0].values()) == expected


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (deal("Ana", 7, 143, 9), "skyjo.points", "points.Bob"),
        (deal("Ana", 7, -18, 9), "skyjo.points", "points.Bob"),
        (deal("Zoé", 7, 8, 9), "match.entry", "ended"),
        ({"step": "deal", "ended": "Ana", "points": {"Ana": 7, "Bob": 8}}, "match.entry", "points.Chloé"),
        ({"step": "deal", "points": {"Ana": 7, "Bob": 8, "Chloé": 9}}, "match.entry", "ended"),
        ({**deal("Ana", 7, 8, 9), "cards": []}, "match.entry", "cards"),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str) -> None:
    assert (0, article, field) in violations_of(G, THREE, [entry])


def test_the_least_and_the_most_are_those_of_the_twelve_extreme_cards() -> None:
    numbers = [number for number, copies in COPIES.items() for _ in range(copies)]
    assert len(numbers) == PACK.size == 150
    assert (sum(sorted(numbers)[:CARDS_EACH]), sum(sorted(numbers)[-CARDS_EACH:])) == (LOWEST, HIGHEST)


def test_who_ended_the_deal_before_begins_whatever_their_points() -> None:
    start = sheet(G, THREE, [])["next"]
    assert (start["dealer"], start["order"]) == ("Ana", ["Bob", "Chloé", "Ana"])
    after = sheet(G, THREE, [deal("Chloé", 3, 5, 30)])["next"]
    assert (after["dealer"], after["order"]) == ("Bob", ["Chloé", "Ana", "Bob"])


def test_a_misdeal_and_another_dealer_leave_who_begins() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    after = sheet(G, THREE, [deal("Chloé", 3, 5, 30), misdeal, {"step": "dealer", "player": "Chloé"}])["next"]
    assert (after["dealer"], after["order"]) == ("Chloé", ["Chloé", "Ana", "Bob"])


def test_who_ended_and_leaves_lets_the_next_to_the_left_begin() -> None:
    after = sheet(G, FOUR, [deal("Bob", 3, 5, 30, 4, players=FOUR), {"step": "leaves", "player": "Bob"}])
    assert (after["standing"]["away"], after["next"]["order"]) == (["Bob"], ["Chloé", "Dan", "Ana"])


def test_who_joins_sits_down_last_and_who_left_is_ranked_last() -> None:
    entries = [
        deal("Ana", 3, 5, 30),
        {"step": "joins", "player": "Zoé", "points": 10},
        {"step": "leaves", "player": "Ana"},
        deal("Zoé", 5, 6, 4, players=("Bob", "Chloé", "Zoé")),
    ]
    result = sheet(G, THREE, entries)
    assert result["totals"] == {"Ana": 3, "Bob": 10, "Chloé": 36, "Zoé": 14}
    assert result["ranking"] == [["Bob"], ["Zoé"], ["Chloé"], ["Ana"]]
    assert violations_of(G, THREE, [*entries, deal("Ana", 5, 6, 4, players=("Bob", "Chloé", "Zoé"))])[0][1:] == (
        "match.entry", "ended",
    )  # fmt: skip


def test_two_stay_in_play_and_eight_is_the_most() -> None:
    assert violations_of(G, FOUR[:2], [{"step": "leaves", "player": "Ana"}]) == [(0, "match.leaves", "player")]
    eight = (*FOUR, "Éric", "Fanny", "Gaël", "Hugo")
    assert violations_of(G, eight, [{"step": "joins", "player": "Zoé"}]) == [(0, "match.joins", "player")]


def test_a_hundred_ends_the_match_with_its_deal_and_the_lowest_wins() -> None:
    result = sheet(G, THREE, [deal("Bob", 60, 5, 30), deal("Bob", 40, 5, 30)])
    assert (result["over"], result["winners"], result["totals"]["Ana"]) == (True, ["Bob"], 100)
    assert not sheet(G, THREE, [deal("Bob", 60, 5, 30), deal("Bob", 39, 5, 30)])["over"]
    assert sheet(G, THREE, [deal("Bob", 60, 5, 5), deal("Chloé", 40, 5, 6)], options={})["winners"] == ["Bob"]


def test_those_level_at_the_end_share_the_victory() -> None:
    result = sheet(G, THREE, [deal("Bob", 100, 5, 20), deal("Chloé", 20, 20, 5)], options={"limit": 110})
    assert (result["over"], result["winners"]) == (True, ["Bob", "Chloé"])
    assert violations_of(G, THREE, [], options={"tie": "extra-deal"}) == [(None, "match.options", "options.tie")]


@pytest.mark.parametrize(
    ("options", "over"),
    [
        ({"deals": 2}, True),
        ({"deals": 3}, False),
        ({"limit": None, "deals": 2}, True),
        ({"limit": None}, False),
        ({"limit": 50, "deals": 5}, True),
        ({"limit": 1000, "deals": 5}, False),
    ],
)
def test_the_limit_and_the_number_of_deals_end_it_whichever_comes_first(options: dict[str, Any], over: bool) -> None:
    assert sheet(G, THREE, [deal("Bob", 30, 5, 30), deal("Bob", 30, 5, 30)], options=options)["over"] is over


def test_other_rules_hold_from_the_deal_awaited_and_agreed_points_are_a_row_of_their_own() -> None:
    entries = [
        deal("Ana", 9, 7, 12),
        {"step": "rules", "options": {"double": "plus-10"}},
        {"step": "adjust", "points": {"Bob": -10}, "reason": "il avait raison"},
        deal("Ana", 9, 7, 12),
    ]
    assert [list(row.values()) for row in scores(G, THREE, entries)] == [[18, 7, 12], [0, -10, 0], [19, 7, 12]]


def test_the_pack_is_of_150_cards_of_which_everybody_lays_twelve() -> None:
    for n in GAMES[G].players:
        value = setup_value(GAMES[G], n, "fr")
        assert (value["pack"], value["dealt"], value["left"]) == (150, 12, 150 - 12 * n)


def test_the_figures_say_who_ended_and_whom_it_cost() -> None:
    match = replay_of(G, THREE, [deal("Ana", 9, 7, 12), deal("Ana", 3, 7, 12), deal("Bob", 9, -1, -5)])
    assert [[line for line in row if line[1] != "points-per-deal"] for row in counts(match)] == [
        [("Ana", "ended", 1), ("Bob", "ended", 0), ("Chloé", "ended", 0), ("Ana", "doubled", 1)],
        [("Ana", "ended", 1), ("Bob", "ended", 0), ("Chloé", "ended", 0), ("Ana", "doubled", 0)],
        [("Ana", "ended", 0), ("Bob", "ended", 1), ("Chloé", "ended", 0), ("Bob", "doubled", 0)],
    ]
    assert [line for line in counts(match)[0] if line[1] == "points-per-deal"] == [
        ("Ana", "points-per-deal", 18), ("Bob", "points-per-deal", 7), ("Chloé", "points-per-deal", 12),
    ]  # fmt: skip
    nothing = replay_of(G, THREE, [deal("Ana", 9, 7, 12)], options={"double": "none"})
    assert not [line for line in counts(nothing)[0] if line[1] == "doubled"]


def test_the_question_says_who_begins() -> None:
    first, later = question_after(G, THREE), question_after(G, THREE, [deal("Chloé", 3, 5, 30)])
    assert first.lead is not None
    assert later.lead is not None
    assert first.lead.render("fr") == "La plus forte somme de deux cartes commence."
    assert later.lead.render("fr") == "Chloé commence."


# --- At the desk ----------------------------------------------------------------------------------


def answer(facts: dict[str, Any], **options: Any) -> Any:
    file = {"format": "referee-question/1", "game": G, "question": "double", "facts": facts, "options": options}
    verdict = ask(file)
    return verdict.answer if isinstance(verdict, Verdict) else [violation.field for violation in verdict]


POINTS = {"Ana": 9, "Bob": 7, "Chloé": 12}


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"ended": "Ana", "points": POINTS}, {"scores": {"Ana": 18, "Bob": 7, "Chloé": 12}}),
        ({"ended": "Bob", "points": POINTS}, {"scores": POINTS}),
        ({"players": ["Bob", "Ana", "Chloé"], "ended": "Bob", "points": POINTS}, {"scores": POINTS}),
        ({"ended": "Zoé", "points": POINTS}, ["facts.ended"]),
        ({"ended": "Ana"}, ["facts.points"]),
        ({"points": POINTS}, ["facts.ended"]),
        ({"ended": "Ana", "points": {"Ana": 9}}, ["facts.points"]),
        ({"ended": "Ana", "points": [9, 7]}, ["facts.points"]),
        ({"ended": "Ana", "points": {**POINTS, "Bob": 143}}, ["facts.points.Bob"]),
        ({"ended": "Ana", "points": {**POINTS, "Bob": -18}}, ["facts.points.Bob"]),
        ({"ended": "Ana", "points": {**POINTS, " Ana ": 3}}, ["facts.points"]),
        ({"players": ["Ana", "Bob"], "ended": "Ana", "points": POINTS}, ["facts.points.Chloé"]),
    ],
)
def test_the_desk_takes_the_players_from_the_points_where_they_are_left_out(facts: Any, expected: Any) -> None:
    assert answer(facts) == expected


# --- A second opinion -----------------------------------------------------------------------------


def noted(rule: str, points: tuple[int, ...]) -> int:
    """What the first of these players notes, who ended: the rule in words, by sorting instead of comparing."""
    mine = points[0]
    alone_lowest = min(points) == mine and points.count(mine) == 1
    if alone_lowest or mine < 1:
        return mine
    return {"double": mine + mine, "plus-10": mine + 10, "none": mine}[rule]


@pytest.mark.thorough(unless="game")
def test_every_deal_of_few_points_is_noted_as_the_rule_says_in_words() -> None:
    """All points of three players from −3 to 4, every one of them ending, under every house rule."""
    for rule, points in product(("double", "plus-10", "none"), product(range(-3, 5), repeat=3)):
        for place, ended in enumerate(THREE):
            got = list(scores(G, THREE, [deal(ended, *points)], options={"double": rule})[0].values())
            expected = list(points)
            expected[place] = noted(rule, (points[place], *points[:place], *points[place + 1 :]))
            assert got == expected, (rule, points, ended)


def test_whole_matches_end_where_a_table_with_pencil_ends_them() -> None:
    """Three hundred matches of two to eight players, added up apart."""
    for seed in range(300):
        chance = Random(seed)
        players = (*FOUR, "Éric", "Fanny", "Gaël", "Hugo")[: chance.randint(2, 8)]
        rule, limit = chance.choice(("double", "plus-10", "none")), chance.randint(10, 150)
        totals, entries = dict.fromkeys(players, 0), []
        while not entries or max(totals.values()) < limit:
            points = tuple(chance.randint(-17, 60) for _ in players)
            ended = chance.choice(players)
            entries.append(deal(ended, *points, players=players))
            for player, value in zip(players, points, strict=True):
                others = [other for name, other in zip(players, points, strict=True) if name != player]
                totals[player] += noted(rule, (value, *others)) if player == ended else value
        result = sheet(G, players, entries, options={"double": rule, "limit": limit})
        assert (result["over"], result["totals"]) == (True, totals)
        assert result["winners"] == [player for player in players if totals[player] == min(totals.values())]
        assert len(result["rounds"]) == len(entries)


@given(st.randoms(use_true_random=False))
def test_only_who_ended_notes_more_than_is_in_front_of_them(chance: Any) -> None:
    match = random_match(chance, G, longest=15)
    assert_sound(match)
    plain = random_match(chance, G, longest=15, asides=0)
    rows = scores(G, plain["players"], plain["entries"], dealer=plain["dealer"], options=plain["options"])
    for entry, row in zip(plain["entries"], rows, strict=True):
        assert {player for player in row if row[player] != entry["points"][player]} <= {entry["ended"]}
