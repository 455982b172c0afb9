"""Le Whistiti: a point a trick, thirteen tricks a deal, 20 points, and one deal more for a shared lead."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.whistiti import GAME
from referee.games.whistiti.scoring import WhistitiRules
from tests.games.tables import (
    FOUR,
    Entry,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)


def deal(*tricks: Any, **more: Any) -> Entry:
    """The tricks of Ana, Bob, Chloé and Dan."""
    return {"step": "tricks", "tricks": dict(zip(FOUR, tricks, strict=True)), **more}


@st.composite
def deals(draw: st.DrawFn) -> Entry:
    cuts = sorted(draw(st.lists(st.integers(0, 13), min_size=3, max_size=3)))
    return deal(*(high - low for low, high in zip([0, *cuts], [*cuts, 13], strict=True)))


# Articles whistiti.score and whistiti.tricks.


def test_each_trick_is_a_point() -> None:
    assert scores("whistiti", FOUR, [deal(6, 4, 3, 0)]) == [{"Ana": 6, "Bob": 4, "Chloé": 3, "Dan": 0}]


def test_each_line_says_its_reason() -> None:
    lines = replay_of("whistiti", FOUR, [deal(11, 1, 1, 0)]).rounds[0].lines
    assert [line.reason.render("fr") for line in lines] == ["11 plis", "1 pli", "1 pli", "aucun pli"]
    assert {line.article for line in lines} == {"whistiti.score"}


@pytest.mark.parametrize(
    ("tricks", "field"),
    [
        ((14, -1, 0, 0), ["tricks.Ana", "tricks.Bob"]),
        ((0, 0, 0, 14), ["tricks.Dan"]),
        ((6, 4, 3, 1), ["tricks"]),
        ((0, 0, 0, 0), ["tricks"]),
    ],
    ids=["each 0 to 13", "14 before the sum", "one too many", "none"],
)
def test_thirteen_tricks_are_shared_out(tricks: tuple[int, ...], field: list[str]) -> None:
    assert sorted(violations_of("whistiti", FOUR, [deal(*tricks)])) == [(0, "whistiti.tricks", path) for path in field]


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "s", "h", "d", "c", None])
def test_the_trump_may_be_noted_and_scores_nothing(trump: str | None) -> None:
    assert scores("whistiti", FOUR, [deal(6, 4, 3, 0, trump=trump)]) == scores("whistiti", FOUR, [deal(6, 4, 3, 0)])


# Articles whistiti.first-leader and whistiti.end.


def test_the_deal_passes_to_the_left_whose_left_leads() -> None:
    assert sheet("whistiti", FOUR, [deal(6, 4, 3, 0)], dealer="Chloé")["next"] == {
        "step": "tricks",
        "round": 2,
        "dealer": "Dan",
        "order": ["Ana", "Bob", "Chloé", "Dan"],
    }


def test_the_question_says_who_deals_and_who_leads() -> None:
    question = question_after("whistiti", FOUR)
    assert question.lead is not None
    assert question.lead.render("fr") == "Ana donne et montre sa dernière carte, qui dit l’atout\u202f; Bob entame."


# A whole match: tricks of Ana, Bob, Chloé, Dan; totals after the deal.
MATCH = [
    ((6, 4, 3, 0), (6, 4, 3, 0)),
    ((2, 5, 5, 1), (8, 9, 8, 1)),
    ((4, 4, 1, 4), (12, 13, 9, 5)),
    ((3, 4, 5, 1), (15, 17, 14, 6)),
    ((5, 3, 3, 2), (20, 20, 17, 8)),
    ((1, 1, 9, 2), (21, 21, 26, 10)),
]


def test_a_whole_match_to_twenty() -> None:
    result = sheet("whistiti", FOUR, [deal(*tricks) for tricks, _ in MATCH])
    assert [tuple(row["totals"].values()) for row in result["rounds"]] == [totals for _, totals in MATCH]
    assert [row["dealer"] for row in result["rounds"]] == ["Ana", "Bob", "Chloé", "Dan", "Ana", "Bob"]
    assert [row["label"] for row in result["rounds"]][:2] == ["Donne 1", "Donne 2"]
    assert result["ranking"] == [["Chloé"], ["Ana", "Bob"], ["Dan"]]
    assert (result["over"], result["winners"], result["next"]) == (True, ["Chloé"], None)


def test_nobody_wins_below_twenty() -> None:
    assert not sheet("whistiti", FOUR, [deal(*tricks) for tricks, _ in MATCH[:4]])["over"]


def test_of_two_above_twenty_the_highest_wins() -> None:
    entries = [deal(9, 4, 0, 0), deal(9, 4, 0, 0), deal(1, 11, 1, 0), deal(8, 5, 0, 0)]
    result = sheet("whistiti", FOUR, entries)
    assert result["totals"] == {"Ana": 27, "Bob": 24, "Chloé": 1, "Dan": 0}
    assert result["winners"] == ["Ana"]


def test_a_shared_lead_adds_a_deal_until_one_is_alone() -> None:
    level = [deal(10, 3, 0, 0), deal(3, 10, 0, 0), deal(5, 5, 3, 0), deal(4, 4, 5, 0)]
    waiting = sheet("whistiti", FOUR, level)
    assert (waiting["totals"]["Ana"], waiting["totals"]["Bob"]) == (22, 22)
    assert (waiting["over"], waiting["winners"], waiting["next"]["round"]) == (False, [], 5)
    decided = sheet("whistiti", FOUR, [*level, deal(6, 7, 0, 0)])
    assert (decided["over"], decided["winners"]) == (True, ["Bob"])


def test_a_table_may_share_the_victory() -> None:
    result = sheet("whistiti", FOUR, [deal(6, 6, 1, 0)], options={"tie": "shared", "target": 6})
    assert (result["over"], result["winners"]) == (True, ["Ana", "Bob"])


# House rules and offences.


@pytest.mark.parametrize("target", [5, 200])
def test_the_target_may_be_5_to_200(target: int) -> None:
    entries = [deal(13, 0, 0, 0)] * (-(-target // 13))
    assert sheet("whistiti", FOUR, entries, options={"target": target})["over"]


def test_all_52_cards_are_dealt_thirteen_each() -> None:
    prepared = GAME.prepare(4, WhistitiRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (52, 13, 0)


# Every match.


@given(st.lists(deals(), min_size=1, max_size=8))
def test_every_match_adds_up(entries: list[Entry]) -> None:
    assert_sound(match_file("whistiti", FOUR, entries, options={"target": 200}))
    result = sheet("whistiti", FOUR, entries, options={"target": 200})
    assert sum(result["totals"].values()) == 13 * len(entries)


@given(st.lists(deals(), min_size=30, max_size=30))
def test_a_match_ends_in_the_first_deal_with_one_best_total_of_twenty(entries: list[Entry]) -> None:
    totals = [0] * 4
    for length, entry in enumerate(entries, start=1):
        totals = [total + made for total, made in zip(totals, entry["tricks"].values(), strict=True)]
        result = sheet("whistiti", FOUR, entries[:length])
        if max(totals) >= 20 and totals.count(max(totals)) == 1:
            assert (result["over"], result["winners"]) == (True, [FOUR[totals.index(max(totals))]])
            return
        assert not result["over"]
