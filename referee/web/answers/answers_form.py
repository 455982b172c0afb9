"""What the forms of questions, facts and house rules share: an input for each field, and what is wrong at which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wtforms.form import BaseForm

from referee.answers.answer import Field
from referee.answers.violation import Violation
from referee.web.answers.inputs.base_input import ABSENT, Input, Sitting
from referee.web.answers.inputs.input_kinds import INPUTS
from referee.web.answers.inputs.player_inputs import OnePlayerInput


class AnswersForm(BaseForm):  # type: ignore[misc]
    """A form of several things to answer."""

    def __init__(self, specs: Iterable[Field], sitting: Sitting, prefix: str = "") -> None:
        super().__init__({}, prefix=prefix)
        for spec in specs:
            bound = INPUTS[spec.kind](spec, sitting, name=spec.key, _form=self, _prefix=prefix, _meta=self.meta)
            self._fields[spec.key] = bound
        for bound in self.inputs():
            if isinstance(bound, OnePlayerInput):
                bound.all_but = self._fields.get(bound.spec.all_but)

    def inputs(self) -> Iterator[Input]:
        return iter(self._fields.values())

    def misplaced(self) -> list[Violation]:
        """The violations that stand at an input, where a long page might hide them."""
        return [violation for bound in self.inputs() for blamed in bound.blamed.values() for violation in blamed]


def grouped_values(inputs: Iterable[Input]) -> dict[str, Any]:
    """The raw values by key, in the shape of a file: those of a group (``bonuses.greve``) one level deeper."""
    values: dict[str, Any] = {}
    for bound in inputs:
        if bound.data is not ABSENT:
            group, _, inner = bound.spec.key.rpartition(".")
            target = values.setdefault(group, {}) if group else values
            target[inner] = bound.data
    return values


def blamed_input(inputs: Sequence[Input], path: str) -> Input | None:
    """The input that a path blames, or the first one of the group that it blames; None without one."""
    within = (bound for bound in inputs if f"{path}.".startswith(f"{bound.spec.key}."))
    grouped = (bound for bound in inputs if path and bound.spec.key.startswith(f"{path}."))
    return next(within, None) or next(grouped, None)
