"""In which direction a game is dealt and played, and the order of play that follows."""

from __future__ import annotations

from typing import Protocol

from referee.answers.rule_fields import choice_rule
from referee.answers.table import HouseRules
from referee.game_definition.state import State, StateUnder
from referee.words import Text, say

DEALERS_IN_TURN = say("le premier donneur, puis chacun à son tour vers la gauche")
LEFT_STARTS = say("le joueur à gauche du donneur")
DEALERS_TO_THE_RIGHT = say("le premier donneur, puis chacun à son tour vers la droite")
RIGHT_STARTS = say("le joueur à droite du donneur")

LEFTWARDS, RIGHTWARDS = 1, -1
"""The directions of the deal: clockwise, anticlockwise."""


def leftwards(rules: HouseRules) -> int:
    """The deal goes to the left."""
    return LEFTWARDS


def rightwards(rules: HouseRules) -> int:
    """The deal goes to the right."""
    return RIGHTWARDS


def turn_rule(article: str) -> str:
    """The house rule ``turn``, the direction in which a game is dealt and played: to the right, or to the left."""
    values = (("right", say("vers la droite")), ("left", say("vers la gauche")))
    return choice_rule(say("Sens du jeu"), values, article, "right")


class TurnRules(Protocol):
    """House rules with :func:`turn_rule`."""

    @property
    def turn(self) -> str: ...


def by_turn_option(rules: TurnRules) -> int:
    """The direction by the house rule of :func:`turn_rule`."""
    return RIGHTWARDS if rules.turn == "right" else LEFTWARDS


def turn_in_words(rules: TurnRules) -> tuple[Text, Text]:
    """Who deals, and who begins, in the direction of :func:`turn_rule`."""
    if by_turn_option(rules) == RIGHTWARDS:
        return DEALERS_TO_THE_RIGHT, RIGHT_STARTS
    return DEALERS_IN_TURN, LEFT_STARTS


def who_speaks(state: StateUnder[TurnRules]) -> Text:
    """Who speaks first and last in the direction of :func:`turn_rule`: the dealer speaks last, or rests."""
    first, *_, last = order_by_turn_option(state)
    if state.table.resting is None:
        return say("%(first)s parle en premier, %(dealer)s en dernier.", first=first, dealer=last)
    return say(
        "%(rests)s donne et se repose. %(first)s parle en premier, %(last)s en dernier.",
        rests=state.table.resting,
        first=first,
        last=last,
    )


def order_by_turn_option(state: StateUnder[TurnRules]) -> tuple[str, ...]:
    """The players in order of play in the direction of :func:`turn_rule`, the dealer last."""
    return state.table.after(state.dealer, by_turn_option(state.rules))


def left_of_dealer(state: State) -> tuple[str, ...]:
    """The players in order of play: clockwise from the dealer's left, the dealer last."""
    return state.table.after(state.dealer)
