"""The page on which a player joins: the points to bring and the names to tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.web.answers.inputs.base_input import Input
from referee.web.answers.inputs.typed_inputs import NewNameInput
from referee.web.answers.inputs.widget_parts import Chip
from referee.web.answers.question_form import QuestionForm
from referee.words import Renderable

GRANTED = "granted"
"""The name of the points that are tapped, beside those that are typed."""


@dataclass(frozen=True)
class JoinsFields:
    """The fields of the form.

    ``brought``: the points to tap, each with its words; ``known_names``: the club's players.
    """

    form: QuestionForm
    brought: Sequence[tuple[int, Renderable]]
    known_names: Sequence[str]

    @property
    def player(self) -> NewNameInput:
        return next(bound for bound in self.form.way.inputs() if isinstance(bound, NewNameInput))

    @property
    def points(self) -> Input:
        return next(bound for bound in self.form.way.inputs() if not isinstance(bound, NewNameInput))

    @property
    def typed_points(self) -> str:
        """What was typed, where it is none of the points to tap."""
        typed = self.points.text()
        return "" if any(str(value) == typed for value, _ in self.brought) else typed

    @property
    def granted_chips(self) -> list[Chip]:
        """The points to tap; nothing is sent for none, which are chosen at first."""
        chosen = self.points.text() or "0"
        return [Chip(GRANTED, value or "", words, str(value) == chosen) for value, words in self.brought]

    @cached_property
    def names(self) -> Sequence[str]:
        return self.player.names(self.known_names)
