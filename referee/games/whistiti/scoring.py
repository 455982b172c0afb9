"""Le Whistiti: thirteen cards, a trump, everybody for themselves; as many tricks as you can."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.choices import trump_choice
from referee.answers.house_rules import Tie
from referee.answers.numbers import Counts
from referee.answers.rule_fields import number_rule, tie_rule
from referee.answers.table import HouseRules
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import say, say_n

# The sheet: thirteen cards each, so thirteen tricks; article whistiti.score, in points.
PLAYERS, TRICKS = 4, 13
FOR_A_TRICK = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistitiRules(HouseRules):
    """The house rules; the defaults are printed."""

    target: int = number_rule(say("Points à atteindre"), 5, 200, "whistiti.house-target", 20)
    tie: Tie = tie_rule("whistiti.tie")


FIGURES = (Figure("tricks", say("Plis par donne"), "mean"),)

TITLE, TRICKS_LABEL, NO_TRICK = say("Les plis"), say("Plis faits"), say("aucun pli")
TRUMP = trump_choice(nothing=say("pas noté"))
PREPARATION = Preparation(
    FIFTY_TWO, (TRICKS,) * PLAYERS,
    DEALERS_IN_TURN, LEFT_STARTS,
    notes=(say("Le donneur montre la dernière carte qu'il se donne : elle dit l'atout. Puis il la reprend en main."),),
)  # fmt: skip


def question(state: StateUnder[WhistitiRules]) -> Question:
    players = state.table.after(state.dealer)
    tricks = Counts("tricks", TRICKS_LABEL, players, TRICKS, "whistiti.tricks", total=TRICKS)
    lead = say(
        "%(dealer)s donne et montre sa dernière carte, qui dit l'atout ; %(first)s entame.",
        dealer=state.dealer,
        first=players[0],
    )
    return Question("tricks", TITLE, (Way((tricks, TRUMP)),), lead, subject=say("les plis"))


def record(state: StateUnder[WhistitiRules], step: str, answer: Answer) -> Outcome:
    tricks = answer["tricks"]
    lines = tuple(score(player, tricks[player]) for player in state.table.players)
    return Outcome("deal", lines, tallies=(Tally("tricks", tricks),))


def score(player: str, tricks: int) -> Line:
    """The points of one player in one deal (article whistiti.score).

    >>> score("Ana", 4).points, score("Bob", 0).points
    (4, 0)
    """
    reason = say_n("%(n)s pli", "%(n)s plis", tricks) if tricks else NO_TRICK
    return Line(player, FOR_A_TRICK * tricks, reason, "whistiti.score")


def prepare(n: int, rules: WhistitiRules, deal: int) -> Preparation:
    return PREPARATION
