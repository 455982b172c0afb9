"""House rules: rules that a table may choose, each with the printed rule as its default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from referee.answers.answer import Field, Reader, Values
from referee.answers.choices import Choice
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.words import Text, quoted, say

Players = tuple[str, ...]
SHARED: Literal["shared"] = "shared"
EXTRA_DEAL: Literal["extra-deal"] = "extra-deal"
Tie = Literal["shared", "extra-deal"]

AT_THE_TABLE = "players"
"""The key of the players among the values that a house rule is read with."""

NONE = say("aucun")
"""The label of null where the printed rules set no such number, hour or player."""


def seats(values: Values) -> int:
    """The number of seats of the table that chooses a house rule."""
    return len(values[AT_THE_TABLE])


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its field, the article of the printed rule, and that rule's value.

    ``default``: the value, or a function of the players and of the other options. ``one_sitting``: it holds for one
    match only, is shown on its page, and changes no rule. ``fixed``: it shapes the whole match, and cannot change
    within it.
    """

    field: Field
    article: str
    default: Any = None
    one_sitting: bool = False
    fixed: bool = False

    @property
    def id(self) -> str:
        return self.field.key

    def value_in(self, rules: HouseRules) -> Any:
        """The value that these house rules give it."""
        return getattr(rules, self.id)

    @property
    def label(self) -> Text:
        return self.field.label

    def default_for(self, players: Players, options: Values) -> Any:
        return self.default({**options, AT_THE_TABLE: players}) if callable(self.default) else self.default

    def read_choice(self, raw: Any, players: Players) -> tuple[Any, Violation | None]:
        """The value of a raw choice, or the violation for which it is refused (article ``match.options``)."""
        value, violations = self.field.read_and_check(
            f"options.{self.id}", raw, Reader("match.options", {AT_THE_TABLE: players})
        )
        return (None, replace(violations[0], field=f"options.{self.id}")) if violations else (value, None)


def tie_option(article: str, default: Tie | Callable[[Values], Tie] = EXTRA_DEAL, only: Tie | None = None) -> Option:
    """The option common to all games: what happens when the first place is shared at the end."""
    values = ((EXTRA_DEAL, say("on rejoue une donne")), (SHARED, say("victoire partagée")))
    allowed = tuple(value for value in values if only in (None, value[0]))
    return Option(Choice("tie", say("À égalité en tête"), allowed), article, default)


def house_rules(
    options: Iterable[Option], choices: Mapping[str, Any], players: Players
) -> tuple[dict[str, Any], list[Violation]]:
    """The value of each option: chosen, else the sheet's default; an invalid choice has a violation and the default.

    Article ``match.options``: an unknown option, a wrong type, a value out of range.
    """
    by_id = {option.id: option for option in options}
    violations = [
        Violation("match.options", f"options.{name}", say("Ce jeu n'a pas d'option « %(name)s ».", name=quoted(name)))
        for name in choices
        if name not in by_id
    ]
    rules: dict[str, Any] = {}
    for option in by_id.values():
        if option.id in choices:
            rules[option.id], violation = option.read_choice(choices[option.id], players)
            if violation is None:
                continue
            violations.append(violation)
        rules[option.id] = option.default_for(players, choices)
    return rules, violations


def renamed(options: Iterable[Option], choices: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The chosen options with players renamed.

    >>> from referee.answers.players import SomePlayers
    >>> option = Option(SomePlayers("dummies", say("Les morts"), among=AT_THE_TABLE), "match.options", ())
    >>> renamed([option], {"dummies": ["Ana"], "tie": "shared"}, {"Ana": "Anaïs"})
    {'dummies': ['Anaïs'], 'tie': 'shared'}
    """
    new = {option.id: option.field.renamed(choices[option.id], names) for option in options if option.id in choices}
    return {**choices, **new}


def for_another_sitting(options: Iterable[Option], choices: Mapping[str, Any]) -> dict[str, Any]:
    """The options kept when the same table starts again: all but those with ``one_sitting``.

    >>> from referee.answers.texts import ClockTime
    >>> until = Option(ClockTime("until", say("Heure de fin")), "match.options", one_sitting=True)
    >>> for_another_sitting([until], {"until": "22:30", "target": 50})
    {'target': 50}
    """
    past = {option.id for option in options if option.one_sitting}
    return {name: value for name, value in choices.items() if name not in past}
