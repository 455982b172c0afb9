"""The state of a match between two entries, in which a game finds all that it asks and scores by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from referee.answers.table import R_co, TableUnder
from referee.game_definition.sheet import Standing

Answer = Mapping[str, Any]
"""The values recorded for a step, by field key, after reading: names clean, cards parsed, lists as tuples."""


@dataclass(frozen=True, slots=True)
class StateUnder(Generic[R_co]):
    """The state of a match: all that a game needs to ask its next question and to score the answer.

    ``totals``: points by side. ``answers``: this deal's answers so far, by step. ``memory``: values that the game
    itself carries from deal to deal. ``deal`` counts from 1; ``deal - 1`` deals are complete. ``begun``: something of
    this deal is recorded. ``underway``: a step of the game itself is recorded since the last deal ended or was thrown
    in. ``untouched``: nothing but notes is recorded in the match. ``stand_ins``: who plays for whom
    in this deal, by seat; a relay during a deal changes ``table.stand_ins`` at once and these with the next deal.
    """

    table: TableUnder[R_co]
    dealer: str
    totals: Mapping[str, int]
    deal: int = 1
    answers: Mapping[str, Answer] = field(default_factory=dict)
    memory: Mapping[str, Any] = field(default_factory=dict)
    standing: Standing = Standing()
    over: bool = False
    begun: bool = False
    underway: bool = False
    untouched: bool = True
    stand_ins: Mapping[str, str] = field(default_factory=dict)

    @property
    def rules(self) -> R_co:
        return self.table.rules


State = StateUnder[Any]
"""The state of a match of any game."""
