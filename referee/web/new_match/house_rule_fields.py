"""The house rules in the form of a match: what each field shows, and the rule that holds where nothing is chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.choices import Choice
from referee.answers.house_rules import Option
from referee.answers.violation import Violation
from referee.desk.articles import article
from referee.game_definition.game import Game
from referee.web.answers.inputs.input_kinds import INPUTS
from referee.web.new_match.seat_fields import SeatChoice, seat_choices
from referee.words import Listing, Renderable, Text, say

WITHOUT = say("sans")


@dataclass(frozen=True, slots=True)
class UsualValue:
    """The default of a house rule in words, and its ``value`` where that is always the same."""

    value: Any
    words: Text


@dataclass(frozen=True, slots=True)
class ValueChoice:
    """A value to choose for a house rule; ``usual``: that it is the default, in words."""

    value: Any
    words: Renderable
    chosen: bool
    usual: Text | None = None


@dataclass(frozen=True)
class HouseRuleField:
    """A house rule in a form: what was typed or chosen, and what is wrong with it.

    ``names``: those typed at the seats. Players are named by their seats: nobody sits there yet.
    """

    game: Game
    option: Option
    typed: MultiDict[str, str]
    names: Sequence[str]
    faults: Sequence[Violation] = ()

    @property
    def name(self) -> str:
        return f"option.{self.option.id}"

    @property
    def label(self) -> Text:
        return self.option.label

    @property
    def widget(self) -> str:
        """The macro of ``new_match/house_rule_widgets.html`` that shows it."""
        return INPUTS[self.option.field.kind].rule_widget

    @cached_property
    def usual(self) -> UsualValue:
        return usual(self.game, self.option)

    @property
    def ticked(self) -> bool:
        """Whether a rule of yes or no holds."""
        if f"{self.name}.shown" in self.typed:
            return self.typed.get(self.name) == "1"
        return bool(self.option.default)

    @property
    def words(self) -> str:
        return self.typed.get(self.name, "")

    @property
    def number(self) -> Any:
        """The number that was typed, else the default; nothing where that depends on the table."""
        return self.typed.get(self.name, self._standard)

    @property
    def number_hint(self) -> Any:
        """What stands in the empty box of a number."""
        return WITHOUT if self._may_be_nothing else self._standard

    @property
    def usual_number(self) -> Text | None:
        """The default in words, of a number for which the box can show none."""
        return self.usual.words if self._standard == "" and not self._may_be_nothing else None

    @property
    def _standard(self) -> Any:
        return self.option.default if isinstance(self.option.default, int) else ""

    @property
    def _may_be_nothing(self) -> bool:
        return self.option.field.nothing is not None

    @property
    def choices(self) -> list[ValueChoice]:
        """The values to choose; first the default, where it depends on the table."""
        assert isinstance(self.option.field, Choice)
        by_table = [ValueChoice("", self.usual.words, chosen=False)] if self.usual.value is None else []
        return by_table + [self._choice(value, words) for value, words in self.option.field.choices]

    def _choice(self, value: Any, words: Renderable) -> ValueChoice:
        is_usual = self.usual.value is not None and self.usual.value == value
        chosen = self.typed[self.name] == str(value) if self.name in self.typed else is_usual
        return ValueChoice(value, words, chosen, self.usual.words if is_usual else None)

    @property
    def only_choice(self) -> Renderable | None:
        """The value that is the only one to choose, in words."""
        assert isinstance(self.option.field, Choice)
        choices = self.option.field.choices
        return choices[0][1] if len(choices) == 1 else None

    @property
    def seats(self) -> list[SeatChoice]:
        return seat_choices(self.names, self.typed.getlist(self.name))


def house_rule_fields(
    game: Game, typed: MultiDict[str, str], names: Sequence[str], blamed: dict[str, list[Violation]]
) -> list[HouseRuleField]:
    """The field of each house rule of a game, with its violations."""
    return [
        HouseRuleField(game, option, typed, names, blamed.get(f"options.{option.id}", ())) for option in game.options
    ]


def usual(game: Game, option: Option) -> UsualValue:
    """The default, and whether it is the printed rule."""
    law = article(option.article, "fr")
    printed = law is not None and law.authority == "sheet"
    if not callable(option.default):
        return UsualValue(option.default, say("règle imprimée") if printed else say("d'habitude"))
    value = _value(game, option)
    if printed:
        return UsualValue(None, say("comme la règle imprimée : %(value)s", value=value))
    return UsualValue(None, say("comme d'habitude : %(value)s", value=value))


def _value(game: Game, option: Option) -> Any:
    """One value, or one for each number of players, or several where it depends on other choices."""
    by_number = {n: list(dict.fromkeys(_values(game, option, n))) for n in game.players}
    first = next(iter(by_number.values()))
    if any(len(values) > 1 for values in by_number.values()):
        return say("%(values)s, selon le reste", values=Listing(tuple(first), either=True))
    if all(values == first for values in by_number.values()):
        return first[0]
    each = (say("%(value)s à %(n)s", value=values[0], n=n) for n, values in by_number.items())
    return Listing(tuple(each), either=True)


def _values(game: Game, option: Option, n: int) -> Iterator[Any]:
    """The default with ``n`` players, and with each other choice of the table."""
    players = tuple(f"{seat}" for seat in range(n))
    yield option.field.in_words(option.default_for(players, {}))
    for other in game.options:
        if isinstance(other.field, Choice) and other is not option:
            for value, _ in other.field.choices:
                yield option.field.in_words(option.default_for(players, {other.id: value}))
