"""Rows after a deal's own, elimination, the direction of the deal, and an end told from the position.

A toy game has them all: who loses a deal notes 1, whose total reaches 2 is out, the last one in wins.
"""

from dataclasses import replace
from typing import Any

import pytest

from referee.answers.choices import Occurrence
from referee.answers.players import OnePlayer
from referee.answers.table import HouseRules, Table
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.game import FurtherRow, Game, Outcome, Preparation, Question, Way, low_wins, numbered_deal
from referee.game_definition.match_course import Refusal, ReplayedMatch, advance, opening, play, sheet_of
from referee.game_definition.sheet import Line, Tally, figure_sums, summed
from referee.game_definition.state import Answer, State
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS, RIGHTWARDS
from referee.words import say

PLAYERS = ("Ana", "Bob", "Chloé")
LIMIT = 2
REASON = say("perdu")


def question(state: State) -> Question:
    loser = OnePlayer("loser", say("Qui perd ?"), state.table.present)
    drawn = Occurrence("drawn", say("Partie nulle"), "toy.drawn")
    return Question("deal", say("La donne"), (Way((loser,), "loser"), Way((drawn,), "drawn", say("Nulle"))))


def record(state: State, step: str, answer: Answer) -> Outcome:
    if "drawn" in answer:
        return Outcome("thrown-in")
    lines = (Line(answer["loser"], 1, REASON, "toy.score"),)
    totals = summed(state.totals, lines)
    bonus = (Line(answer["loser"], 0, REASON, "toy.score"),)
    gone = tuple(p for p in state.table.present if state.totals[p] + totals[p] >= LIMIT)
    further = (FurtherRow(say("rien"), bonus), FurtherRow(say("prime"), (Line("Ana", 0, REASON, "toy.score"),)))
    if gone:
        further = (*further, FurtherRow(say("sortie"), (Line(gone[0], 10, REASON, "toy.score"),)))
    standing = replace(state.standing, eliminated=(*state.standing.eliminated, *gone))
    table, tallies = state.table.with_eliminated(gone), (Tally("lost", {answer["loser"]: 1}),)
    return Outcome("deal", lines, standing=standing, table=table, further=further, tallies=tallies)


def ended(state: State) -> bool:
    return len(state.table.present) <= 1


TOY = Game(
    id="toy",
    name=say("Le Tarot"),
    summary=REASON,
    pack=REASON,
    length=REASON,
    records=REASON,
    players=(3,),
    question=question,
    record=record,
    label=numbered_deal,
    ending=lambda table: Ending(),
    ended=ended,
    direction=lambda rules: RIGHTWARDS,
    prepare=lambda n, rules, deal: Preparation(FIFTY_TWO, (5,) * n, DEALERS_IN_TURN, LEFT_STARTS),
    lowest_wins=low_wins,
)


def table() -> Table:
    return TOY.table(PLAYERS, HouseRules(), "Ana")


def lost(player: str) -> dict[str, Any]:
    return {"step": "deal", "loser": player}


def played(*losers: str) -> ReplayedMatch:
    result = play(TOY, table(), [lost(player) for player in losers])
    assert isinstance(result, ReplayedMatch), result
    return result


def test_a_further_row_carries_the_deals_number_and_one_that_changes_nothing_is_not_written() -> None:
    match = played("Bob", "Bob")
    rows = [(row.number, dict(row.scores), row.complete, row.entries) for row in match.rounds]
    nobody = dict.fromkeys(PLAYERS, 0)
    assert rows == [
        (1, {**nobody, "Bob": 1}, True, (0,)),
        (2, {**nobody, "Bob": 1}, True, (1,)),
        (2, {**nobody, "Bob": 10}, False, (1,)),
    ]
    assert match.state.totals["Bob"] == 12


def test_the_tallies_of_a_deal_are_in_its_own_row_and_counted_once() -> None:
    match = played("Bob", "Chloé", "Bob")
    assert [row.tallies for row in match.rounds] == [
        (Tally("lost", {"Bob": 1}),),
        (Tally("lost", {"Chloé": 1}),),
        (Tally("lost", {"Bob": 1}),),
        (),
    ]
    assert figure_sums(match.rounds, ("Ana", "Bob")) == {("Bob", "lost", ""): (2, 2)}


def test_the_deal_passes_to_the_right_over_who_is_eliminated() -> None:
    dealers = [played(*["Chloé"] * deals).state.dealer for deals in range(3)]
    assert dealers == ["Ana", "Chloé", "Bob"]
    assert played("Chloé", "Chloé", "Ana").state.dealer == "Ana"
    assert played("Bob", "Bob").rounds[1].dealer == "Chloé"


def test_who_is_eliminated_stands_so_and_can_be_named_no_more() -> None:
    state = played("Bob", "Bob").state
    assert (state.standing.eliminated, state.table.present) == (("Bob",), ("Ana", "Chloé"))
    for entry in (lost("Bob"), {"step": "penalty", "offence": "misdeal", "player": "Bob"}):
        refused = advance(TOY, state, entry)
        assert isinstance(refused, list)
        assert [fault.article for fault in refused] == ["match.entry"]


def test_the_match_ends_when_one_is_left_and_all_are_ranked() -> None:
    match = played("Bob", "Bob", "Ana", "Ana")
    sheet = sheet_of(TOY, match)
    assert sheet.over
    assert sheet.ranking == (("Chloé",), ("Ana", "Bob"))
    over = play(TOY, table(), [lost(player) for player in ("Bob", "Bob", "Ana", "Ana", "Chloé")])
    assert isinstance(over, Refusal)
    assert over.violations[0].article == "match.over"


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        ({"drawn": False}, "toy.drawn", "drawn"),
        ({"drawn": 1}, "match.entry", "drawn"),
        ({"drawn": True, "loser": "Ana"}, "match.entry", None),
        ({}, "match.entry", None),
    ],
)
def test_an_occurrence_is_true_and_stands_alone(entry: dict[str, Any], article: str, field: str | None) -> None:
    refused = advance(TOY, opening(TOY, table()), {"step": "deal", **entry})
    assert isinstance(refused, list)
    assert [(fault.article, fault.field) for fault in refused] == [(article, field)]


def test_a_drawn_deal_writes_no_row() -> None:
    result = play(TOY, table(), [{"step": "deal", "drawn": True}, lost("Ana")])
    assert isinstance(result, ReplayedMatch)
    assert [row.number for row in result.rounds] == [1]
