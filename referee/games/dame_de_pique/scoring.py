"""La Dame de pique: what is recorded, what it scores and when the match ends (articles dame-de-pique.*)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.answers.house_rules import Option, tie_option
from referee.answers.numbers import Number, Points
from referee.game_definition.game import (
    DEALERS_IN_TURN,
    DEALS_WON,
    LEFT_STARTS,
    Answer,
    Outcome,
    Preparation,
    Question,
    State,
    Tally,
    Way,
    deal_won_tallies,
    whole_pack_hands,
)
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.sheet import Line, Round
from referee.answers.table import HouseRules, Table
from referee.words import say

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (3, 4)
PACK = FIFTY_TWO
MOST_POINTS = 100

OPTIONS = (
    Option(Number("target", say("Points à atteindre"), 1, 1000), "dame-de-pique.end", 100),
    tie_option("match.tie"),
)  # fmt: skip
FIGURES = (DEALS_WON,)
TITLE, POINTS_LABEL, REASON = (
    say("La Dame de pique : les points"),
    say("Points"),
    say("La Dame de pique : points de la donne"),
)


def question(state: State) -> Question:
    points = Points("points", POINTS_LABEL, state.table.after(state.dealer), 0, MOST_POINTS, "dame-de-pique.points")
    return Question("points", TITLE, (Way((points,)),))


def record(state: State, step: str, answer: Answer) -> Outcome:
    points = answer["points"]
    return Outcome("deal", tuple(Line(player, points[player], REASON, "dame-de-pique.points") for player in points))


def tally(table: Table, row: Round) -> Iterable[Tally]:
    best = max(row.scores.values())
    return deal_won_tallies(table.players, [player for player, score in row.scores.items() if score == best])


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(PACK, whole_pack_hands(PACK, n), DEALERS_IN_TURN, LEFT_STARTS)
