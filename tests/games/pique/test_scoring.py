"""La Dame atout: bids that partners add up, bids of nothing, blind or not, and bags that live on."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.pique import GAME
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

ID = "pique"
AC, BD = "Ana & Chloé", "Bob & Dan"


def each(values: str) -> dict[str, int]:
    """A number for Ana, Bob, Chloé and Dan, in this order: ``"4 3 2 3"``."""
    return dict(zip(FOUR, map(int, values.split()), strict=True))


def sides(values: str) -> dict[str, int]:
    """A number for Ana & Chloé and for Bob & Dan."""
    return dict(zip((AC, BD), map(int, values.split()), strict=True))


def bids(values: str, *blind: str) -> Entry:
    return {"step": "bids", "bids": each(values), **({"blind": list(blind)} if blind else {})}


def deal(said: str, made: str, *blind: str) -> list[Entry]:
    return [bids(said, *blind), {"step": "tricks", "tricks": each(made)}]


def bags_after(entries: list[Entry], **set_up: Any) -> dict[str, int]:
    bags: dict[str, int] = sheet(ID, FOUR, entries, **set_up)["next"]["bags"]
    return bags


NINE_BAGS = deal("0 1 4 2", "0 0 13 0")
"""A deal in which Ana & Chloé take nine bags: 40 + 9, and 100 for Ana's nil."""


# What a deal is worth: articles pique.score, .nil, .blind, .failed-nil.


@pytest.mark.parametrize(
    ("said", "made", "points"),
    [
        ("4 3 2 3", "4 3 3 3", "61 60"),
        ("4 3 2 3", "3 4 2 4", "-60 62"),
        ("0 5 2 4", "1 6 2 4", "-79 91"),
        ("5 4 0 4", "3 4 2 4", "-148 80"),
        ("0 5 4 3", "0 5 4 4", "140 81"),
        ("0 6 0 6", "0 6 1 6", "1 120"),
        ("0 6 0 6", "0 7 0 6", "200 121"),
        ("0 0 0 0", "3 3 3 4", "-194 -193"),
        ("13 0 0 0", "13 0 0 0", "230 200"),
        ("1 1 1 1", "0 13 0 0", "-20 -69"),
    ],
)
def test_what_a_deal_is_worth(said: str, made: str, points: str) -> None:
    assert scores(ID, FOUR, deal(said, made)) == [sides(points)]


def test_nine_bags_and_one_cost_a_hundred() -> None:
    assert scores(ID, FOUR, NINE_BAGS) == [sides("149 -30")]
    assert bags_after(NINE_BAGS) == sides("9 0")
    entries = [*NINE_BAGS, *deal("4 3 2 3", "4 3 3 3")]
    assert scores(ID, FOUR, entries)[1] == sides("-39 60")
    assert bags_after(entries) == sides("0 0")


@pytest.mark.parametrize(
    ("said", "made", "blind", "points"),
    [
        ("0 4 4 3", "0 4 6 3", "Ana", "242 70"),
        ("0 4 4 3", "1 4 5 3", "Ana", "-158 70"),
        ("4 0 4 0", "6 0 7 0", "Dan", "85 300"),
    ],
)
def test_a_blind_nil_counts_twice(said: str, made: str, blind: str, points: str) -> None:
    assert scores(ID, FOUR, deal(said, made, blind), options={"blind": "free"}) == [sides(points)]


@pytest.mark.parametrize(
    ("options", "said", "made", "points"),
    [
        ({"failed_nil": "count"}, "5 4 0 4", "3 4 2 4", "-50 80"),
        ({"failed_nil": "count"}, "5 4 0 4", "2 5 2 4", "-150 81"),
        ({"failed_nil": "count"}, "0 6 0 6", "0 6 1 6", "1 120"),
        ({"failed_nil": "count"}, "5 4 0 4", "5 4 0 4", "150 80"),
        ({"nil": 50}, "0 5 2 4", "1 6 2 4", "-29 91"),
        ({"nil": 50}, "0 5 4 3", "0 5 4 4", "90 81"),
        ({"nil": 0}, "0 5 2 4", "1 6 2 4", "21 91"),
        ({"nil": 0}, "0 5 4 3", "0 5 4 4", "40 81"),
        ({"nil": 0}, "0 5 4 4", "2 4 2 5", "40 90"),
        ({"nil": 0}, "0 7 0 6", "1 7 0 5", "1 -130"),
        ({"bags": 1}, "4 3 2 3", "4 3 3 3", "-39 60"),
        ({"bags": 2}, "1 1 1 1", "13 0 0 0", "-469 -20"),
        ({"bags": 0}, "1 1 1 1", "13 0 0 0", "31 -20"),
    ],
)  # fmt: skip
def test_what_a_deal_is_worth_by_a_house_rule(options: dict[str, Any], said: str, made: str, points: str) -> None:
    assert scores(ID, FOUR, deal(said, made), options=options) == [sides(points)]


def test_each_may_play_alone() -> None:
    entries = deal("4 3 0 3", "4 2 1 6")
    assert scores(ID, FOUR, entries, options={"solo": True}) == [each("40 -30 -99 33")]
    assert bags_after(entries, options={"solo": True}) == each("0 0 1 3")
    teams = [["Ana", "Chloé"], ["Bob", "Dan"]]
    assert violations_of(ID, FOUR, [], teams=teams, options={"solo": True}) == [(None, "match.teams", "teams")]
    assert sheet(ID, FOUR, [], teams=teams) == sheet(ID, FOUR, [])


@pytest.mark.parametrize(
    ("limit", "bags", "points"),
    [(10, "3 0", "-87"), (11, "2 0", "-87"), (13, "0 0", "-87"), (14, "13 0", "13"), (0, "13 0", "13")],
)
def test_the_table_chooses_how_many_bags_cost_a_hundred(limit: int, bags: str, points: str) -> None:
    entries = deal("0 1 0 1", "13 0 0 0")
    options = {"bags": limit, "nil": 0}
    assert scores(ID, FOUR, entries, options=options)[0][AC] == int(points)
    assert bags_after(entries, options=options) == sides(bags)


def test_every_number_has_its_reason_and_its_article() -> None:
    match = replay_of(ID, FOUR, [*NINE_BAGS, *deal("4 0 2 0", "4 0 3 6", "Bob")], options={"blind": "free"})
    lines = [
        [(line.side, line.points, line.reason.render("fr"), line.article) for line in row.lines] for row in match.rounds
    ]
    assert lines == [
        [
            (AC, 40, "annoncé 4, tenu", "pique.score"),
            (AC, 9, "9 plis de trop", "pique.score"),
            (AC, 100, "zéro tenu (Ana)", "pique.nil"),
            (BD, -30, "annoncé 3, fait 0", "pique.score"),
        ],
        [
            (AC, 60, "annoncé 6, tenu", "pique.score"),
            (AC, 1, "1 pli de trop", "pique.score"),
            (AC, -100, "10 sacs", "pique.bags"),
            (BD, 200, "zéro à l’aveugle tenu (Bob)", "pique.blind"),
            (BD, -100, "zéro manqué (Dan)", "pique.nil"),
            (BD, 6, "6 plis d’un zéro manqué", "pique.failed-nil"),
        ],
    ]


# What cannot be recorded.


@pytest.mark.parametrize(
    ("said", "fields"),
    [("14 0 0 0", ["bids.Ana"]), ("1 -1 2 15", ["bids.Bob", "bids.Dan"]), ("0 0 0 0", []), ("13 13 13 13", [])],
)
def test_a_bid_is_from_nothing_to_thirteen(said: str, fields: list[str]) -> None:
    if not fields:
        assert sheet(ID, FOUR, [bids(said)])["next"]["step"] == "tricks"
        return
    assert sorted(violations_of(ID, FOUR, [bids(said)])) == [(0, "pique.bids", field) for field in fields]


@pytest.mark.parametrize(
    ("made", "fields"),
    [
        ("14 0 0 -1", ["tricks.Ana", "tricks.Dan"]),
        ("3 3 3 3", ["tricks"]),
        ("4 4 4 4", ["tricks"]),
        ("0 0 0 0", ["tricks"]),
    ],
)
def test_thirteen_tricks_are_made(made: str, fields: list[str]) -> None:
    found = violations_of(ID, FOUR, deal("3 3 3 3", made))
    assert sorted(found) == [(1, "pique.tricks", field) for field in fields]


AHEAD = deal("5 1 5 1", "6 0 7 0")
"""Ana & Chloé are at 103, Bob & Dan at -20."""
LEVEL = deal("6 1 5 1", "6 1 5 1")
"""Ana & Chloé are at 110, Bob & Dan at 20."""


@pytest.mark.parametrize(
    ("before", "said", "blind", "options", "allowed"),
    [
        ([], "0 4 4 4", "Ana", {}, False),
        ([], "0 4 4 4", "Ana", {"blind": "free"}, True),
        ([], "0 4 4 4", "Ana", {"blind": "off"}, False),
        (AHEAD, "4 0 4 4", "Bob", {}, True),
        (AHEAD, "4 0 4 0", "Bob Dan", {}, True),
        (AHEAD, "0 4 4 4", "Ana", {}, False),
        (AHEAD, "0 0 4 4", "Ana Bob", {}, False),
        (AHEAD, "4 0 4 4", "Bob", {"blind": "off"}, False),
        (AHEAD, "4 0 4 4", "Bob", {"nil": 0}, False),
        (AHEAD, "4 1 4 4", "Bob", {}, False),
        (AHEAD, "4 0 4 4", "Bob Bob", {}, False),
        (AHEAD, "4 0 4 4", "Bob", {"nil": 50}, True),
        (LEVEL, "4 0 4 4", "Bob", {}, False),
        ([], "0 4 4 4", "Ana", {"blind": "free", "nil": 0}, False),
        ([], "1 4 4 4", "Ana", {"blind": "free"}, False),
    ],
)
def test_who_may_bid_nothing_blind(
    before: list[Entry], said: str, blind: str, options: dict[str, Any], allowed: bool
) -> None:
    entries = [*before, bids(said, *blind.split())]
    if allowed:
        assert sheet(ID, FOUR, entries, options=options)["next"]["step"] == "tricks"
    else:
        assert violations_of(ID, FOUR, entries, options=options) == [(len(before), "pique.blind", "blind")]


@pytest.mark.parametrize(
    ("said", "made", "gap"), [("11 1 0 0", "11 2 0 0", 99), ("1 8 0 0", "11 2 0 0", 100), ("11 1 0 0", "12 1 0 0", 101)]
)
def test_just_a_hundred_behind_will_do(said: str, made: str, gap: int) -> None:
    options, before = {"bags": 0, "nil": 50}, deal(said, made)
    totals = sheet(ID, FOUR, before, options=options)["totals"]
    assert totals[AC] - totals[BD] == gap
    entries = [*before, bids("4 0 4 4", "Bob")]
    if gap >= 100:
        assert sheet(ID, FOUR, entries, options=options)["next"]["step"] == "tricks"
    else:
        assert violations_of(ID, FOUR, entries, options=options) == [(2, "pique.blind", "blind")]


def test_alone_the_best_of_the_others_counts() -> None:
    before = deal("0 9 2 2", "0 9 2 2")
    options = {"solo": True}
    assert sheet(ID, FOUR, before, options=options)["totals"] == each("100 90 20 20")
    for player, said in (("Bob", "2 0 2 2"), ("Chloé", "2 2 0 2")):
        found = violations_of(ID, FOUR, [*before, bids(said, player)], options=options)
        assert found == [(2, "pique.blind", "blind")]
    further = [*before, *deal("9 0 2 2", "9 0 2 2")]
    assert sheet(ID, FOUR, further, options=options)["totals"] == each("190 190 40 40")
    assert sheet(ID, FOUR, [*further, bids("2 2 0 2", "Chloé")], options=options)["next"]["step"] == "tricks"


# The course of a match.


def test_the_left_of_the_dealer_speaks_first_and_every_step_tells_the_bags() -> None:
    order = ["Chloé", "Dan", "Ana", "Bob"]
    step = {"step": "bids", "round": 1, "dealer": "Bob", "order": order, "bags": sides("0 0")}
    assert sheet(ID, FOUR, [], dealer="Bob")["next"] == step
    assert sheet(ID, FOUR, [bids("3 3 3 3")], dealer="Bob")["next"] == {**step, "step": "tricks"}
    after = sheet(ID, FOUR, NINE_BAGS, dealer="Bob")["next"]
    assert (after["round"], after["dealer"], after["bags"]) == (2, "Chloé", sides("9 0"))


def test_the_questions_tell_what_is_said_so_far_and_the_bags() -> None:
    question = question_after(ID, FOUR)
    assert question.remark is not None
    remark = question.remark({"bids": each("3 3 3 2")})
    assert remark is not None
    assert remark.render("fr") == "Annoncé\u202f: 11 sur 13 plis"
    question = question_after(ID, FOUR, [*NINE_BAGS, bids("3 3 3 3")])
    assert question.lead is not None
    assert question.lead.render("fr") == "Sacs\u202f: Ana & Chloé 9 et Bob & Dan 0."
    assert question.remark is not None
    assert question.remark({"tricks": each("1 0 0 0")}) is None
    remark = question.remark({"tricks": each("4 3 3 3")})
    assert remark is not None
    assert remark.render("fr") == "Sacs\u202f: Ana & Chloé +1 et Bob & Dan +0."


@pytest.mark.parametrize(
    ("before", "options", "offered"),
    [
        ([], {}, False),
        ([], {"blind": "free"}, True),
        (AHEAD, {}, True),
        (AHEAD, {"blind": "off"}, False),
        (AHEAD, {"nil": 0}, False),
    ],
)
def test_the_blind_bid_is_asked_only_where_there_may_be_one(
    before: list[Entry], options: dict[str, Any], offered: bool
) -> None:
    blind = question_after(ID, FOUR, before, options=options).ways[0].fields[1]
    assert (blind.key, blind.offered) == ("blind", offered)


WHOLE = [
    # bids and tricks of Ana, Bob, Chloé, Dan; the totals and the bags after the deal.
    ("4 3 3 3", "4 3 3 3", "70 60", "0 0"),
    ("0 4 4 4", "0 4 5 4", "211 140", "1 0"),
    ("5 0 4 3", "6 1 3 3", "301 71", "1 1"),
    ("6 2 5 2", "5 3 4 1", "191 111", "1 1"),
    ("3 3 4 0", "5 4 4 0", "263 242", "3 2"),
    ("4 4 5 0", "4 4 5 0", "353 382", "3 2"),
]


def test_a_whole_match() -> None:
    entries = [entry for said, made, *_ in WHOLE for entry in deal(said, made)]
    result = sheet(ID, FOUR, entries, options={"target": 350})
    assert [row["totals"] for row in result["rounds"]] == [sides(totals) for _, _, totals, _ in WHOLE]
    for number, (*_, bags) in enumerate(WHOLE[:-1], start=1):
        assert bags_after(entries[: 2 * number], options={"target": 350}) == sides(bags)
    assert [row["dealer"] for row in result["rounds"]] == ["Ana", "Bob", "Chloé", "Dan", "Ana", "Bob"]
    assert (result["over"], result["winners"], result["ranking"]) == (True, [BD], [[BD], [AC]])


def test_the_deal_in_which_a_side_reaches_the_target_is_the_last() -> None:
    first = deal("6 1 5 1", "6 1 5 1")
    result = sheet(ID, FOUR, first, options={"target": 110})
    assert (result["over"], result["winners"], result["next"]) == (True, [AC], None)
    assert violations_of(ID, FOUR, [*first, *first], options={"target": 110}) == [(2, "match.over", None)]
    assert sheet(ID, FOUR, first, options={"target": 111})["over"] is False


def test_level_at_the_target_a_further_deal_is_played() -> None:
    tied = [*deal("0 0 6 6", "0 0 7 6"), *deal("4 3 2 3", "4 3 2 4")]
    options = {"target": 221}
    level = sheet(ID, FOUR, tied, options=options)
    assert (level["totals"], level["over"], level["winners"]) == (sides("221 221"), False, [])
    shared = sheet(ID, FOUR, tied, options={**options, "tie": "shared"})
    assert (shared["over"], shared["winners"]) == (True, [AC, BD])
    further = sheet(ID, FOUR, [*tied, *deal("4 3 2 3", "3 3 2 5")], options=options)
    assert (further["totals"], further["over"], further["winners"]) == (sides("161 283"), True, [BD])


def test_a_misdeal_takes_the_bids_back_and_leaves_the_bags() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    entries = [*NINE_BAGS, bids("3 3 3 3"), misdeal]
    assert sheet(ID, FOUR, entries) == sheet(ID, FOUR, NINE_BAGS)
    revoke = {"step": "penalty", "offence": "revoke", "player": "Ana"}
    assert sheet(ID, FOUR, [*NINE_BAGS, revoke]) == sheet(ID, FOUR, NINE_BAGS)


def test_thirteen_cards_each() -> None:
    rules, _ = GAME.house_rules({}, FOUR)
    prepared = GAME.prepare(4, rules, 1)
    assert (prepared.cards_each, prepared.remaining, prepared.removed_cards) == (13, 0, ())


# Figures.


def test_the_figures_of_a_deal() -> None:
    match = replay_of(ID, FOUR, deal("5 4 0 4", "4 3 2 4"))
    assert sorted(counts(match)[0]) == [
        ("Ana", "bags", 2), ("Ana", "bids-made", 0), ("Bob", "bids-made", 0),
        ("Chloé", "bags", 2), ("Chloé", "nils-made", 0), ("Dan", "bids-made", 0),
    ]  # fmt: skip


# Every match.


@given(st.integers(0, 2**32), st.sampled_from([{}, {"options": {"solo": False}}, {"options": {"solo": True}}]))
def test_every_match_adds_up(seed: int, rules: dict[str, Any]) -> None:
    assert_sound(random_match(Random(seed), ID, longest=24, asides=0.1, **rules))


@given(st.integers(0, 2**32), st.sampled_from(["bags", "count"]), st.sampled_from([100, 50, 0]))
def test_the_bags_grow_by_the_tricks_over(seed: int, failed_nil: str, nil: int) -> None:
    options = {"bags": 0, "failed_nil": failed_nil, "nil": nil, "target": 1000}
    file = random_match(Random(seed), ID, longest=16, asides=0, options=options, dealer="Ana", players=FOUR)
    entries = file["entries"][: len(file["entries"]) // 2 * 2]
    before = sides("0 0")
    for at in range(0, len(entries), 2):
        said, made = entries[at]["bids"], entries[at + 1]["tricks"]
        if sheet(ID, FOUR, entries[: at + 2], options=options)["over"]:
            break
        after = bags_after(entries[: at + 2], options=options)
        for name, players in ((AC, ("Ana", "Chloé")), (BD, ("Bob", "Dan"))):
            alone = [player for player in players if said[player] == 0 and nil and failed_nil == "bags"]
            stray = sum(made[player] for player in alone)
            over = sum(made[player] - said[player] for player in players if player not in alone)
            assert after[name] - before[name] == stray + max(0, over)
        before = after


def test_a_bid_of_nothing_is_said_as_nil() -> None:
    state = replay_of(ID, FOUR, [bids("0 3 4 5")]).state
    said = {player: words.render("fr") for player, words in GAME.bid_summary(state).bids.items()}
    assert said == {"Ana": "annonce zéro", "Bob": "demande 3", "Chloé": "demande 4", "Dan": "demande 5"}
