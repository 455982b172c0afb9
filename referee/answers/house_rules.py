"""House rules: what a table may choose for itself, each with the printed sheet's rule as its default."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from referee.answers.answer import Field, Known, Reader
from referee.answers.choices import Choice
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.words import Text, quoted, say

Players = tuple[str, ...]
SHARED: Literal["shared"] = "shared"
EXTRA_DEAL: Literal["extra-deal"] = "extra-deal"
Tie = Literal["shared", "extra-deal"]

AT_THE_TABLE = "players"
"""The key under which a house rule knows who sits at the table."""


NONE = say("aucun")
"""What null is called where the sheet sets no such number, hour or player."""


def seats(known: Known) -> int:
    """How many seats the table has that chooses a house rule."""
    return len(known[AT_THE_TABLE])


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: what is asked, the article of the sheet's own rule, and that rule's value as ``default``.

    ``default`` may follow from the players and what else was chosen. ``one_sitting``: it is for this sitting only,
    shown all match long, judging nothing.
    """

    asks: Field
    article: str
    default: Any = None
    one_sitting: bool = False

    @property
    def id(self) -> str:
        return self.asks.key

    @property
    def label(self) -> Text:
        return self.asks.label

    def default_for(self, players: Players, chosen: Known) -> Any:
        return self.default({**chosen, AT_THE_TABLE: players}) if callable(self.default) else self.default

    def chosen(self, raw: Any, players: Players) -> tuple[Any, Violation | None]:
        """What the table chose, or the one reason why these players cannot (article ``match.options``)."""
        value, wrong = self.asks.judged(f"options.{self.id}", raw, Reader("match.options", {AT_THE_TABLE: players}))
        return (None, replace(wrong[0], field=f"options.{self.id}")) if wrong else (value, None)


def tie_option(article: str, default: Tie | Callable[[Known], Tie] = EXTRA_DEAL, only: Tie | None = None) -> Option:
    """The common option: what happens when the first place is shared at the end."""
    values = ((EXTRA_DEAL, say("on rejoue une donne")), (SHARED, say("victoire partagée")))
    allowed = tuple(value for value in values if only in (None, value[0]))
    return Option(Choice("tie", say("À égalité en tête"), allowed), article, default)


def house_rules(
    options: Iterable[Option], chosen: Mapping[str, Any], players: Players
) -> tuple[HouseRules, list[Violation]]:
    """Complete the chosen options with the sheet's defaults; every misfit is a violation and counts as not chosen.

    Article ``match.options``: an unknown option, a wrong type, a value out of range.
    """
    known = {option.id: option for option in options}
    wrong = [
        Violation("match.options", f"options.{name}", say("Ce jeu n'a pas d'option « %(name)s ».", name=quoted(name)))
        for name in chosen
        if name not in known
    ]
    rules: dict[str, Any] = {}
    for option in known.values():
        if option.id in chosen:
            rules[option.id], fault = option.chosen(chosen[option.id], players)
            if fault is None:
                continue
            wrong.append(fault)
        rules[option.id] = option.default_for(players, chosen)
    return rules, wrong


def renamed(options: Iterable[Option], chosen: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The options a table chose, for the same people under other names.

    >>> from referee.answers.players import SomePlayers
    >>> option = Option(SomePlayers("dummies", say("Les morts"), among=AT_THE_TABLE), "match.options", ())
    >>> renamed([option], {"dummies": ["Ana"], "tie": "shared"}, {"Ana": "Anaïs"})
    {'dummies': ['Anaïs'], 'tie': 'shared'}
    """
    new = {option.id: option.asks.renamed(chosen[option.id], names) for option in options if option.id in chosen}
    return {**chosen, **new}


def for_another_sitting(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the same table keeps when it starts again: all but those of this sitting.

    >>> from referee.answers.texts import ClockTime
    >>> until = Option(ClockTime("until", say("Heure de fin")), "match.options", one_sitting=True)
    >>> for_another_sitting([until], {"until": "22:30", "target": 50})
    {'target': 50}
    """
    past = {option.id for option in options if option.one_sitting}
    return {name: value for name, value in chosen.items() if name not in past}
