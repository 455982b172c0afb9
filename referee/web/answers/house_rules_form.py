"""The form of the house rules of a new match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.house_rules import Option
from referee.answers.players import OfPlayers
from referee.web.answers.answers_form import AnswersForm
from referee.web.answers.inputs.base_input import ABSENT, Sitting
from referee.web.answers.typed_numbers import typed_number


class HouseRulesForm(AnswersForm):
    """The house rules of a new match, as they were typed; players stand in them by the numbers of their seats."""

    def __init__(self, options: Iterable[Option], seat_of: Mapping[int, str], typed: MultiDict[str, str]) -> None:
        # No button says nobody: "-" may be the name of a player.
        asked = (
            replace(option.field, nothing=None) if isinstance(option.field, OfPlayers) else option.field
            for option in options
        )
        super().__init__(asked, Sitting(at_desk=False), "option.")
        self.typed = typed
        for bound in self.inputs():
            texts = typed.getlist(bound.name)
            if isinstance(bound.spec, OfPlayers):
                texts = [seat_of.get(typed_number(seat), "") for seat in texts]  # type: ignore[arg-type]
            bound.process(MultiDict([(bound.name, text) for text in texts]))

    def values_by_option(self) -> dict[str, Any]:
        """The rules that say something, by option; the others are the printed rules."""
        values = {}
        for bound in self.inputs():
            empty = bound.data is ABSENT and f"{bound.name}.shown" in self.typed
            value = bound.blank() if empty else bound.data
            if value is not ABSENT:
                values[bound.spec.key] = tuple(value) if isinstance(value, list) else value
        return values
