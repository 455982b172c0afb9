"""House rules: a closed grammar of options, each with the printed sheet's rule as its default."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from referee.games.table import HouseRules, clean_name
from referee.games.violation import Violation
from referee.words import Text, names, quoted, say

__all__ = [
    "ClockTime", "Flag", "OneOf", "Option", "PlayerOption", "PlayersOption", "Tie", "Whole", "Words",
    "SHARED", "EXTRA_DEAL", "for_another_sitting", "house_rules", "renamed", "tie_option",
]  # fmt: skip

Players = tuple[str, ...]
SHARED: Literal["shared"] = "shared"
EXTRA_DEAL: Literal["extra-deal"] = "extra-deal"
Tie = Literal["shared", "extra-deal"]


@dataclass(frozen=True, slots=True)
class Flag:
    """A rule that is either on or off."""

    kind: ClassVar[str] = "flag"
    id: str
    label: Text
    article: str
    default: bool = False

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return self.default

    def fits(self, value: object, players: Players) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class OneOf:
    """A rule with a few named values (strings or numbers); ``values`` pairs each with its words."""

    kind: ClassVar[str] = "one-of"
    id: str
    label: Text
    article: str
    values: tuple[tuple[str | int, Text], ...]
    default: str | int
    default_from: Callable[[Mapping[str, Any]], str | int] | None = None

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return self.default if self.default_from is None else self.default_from(chosen)

    def fits(self, value: object, players: Players) -> bool:
        return not isinstance(value, bool) and any(
            value == known and type(value) is type(known) for known, _ in self.values
        )


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``low`` to ``high``; the bounds may depend on the number of players.

    ``default`` None with ``nullable`` means the sheet sets no such number; ``default`` "high" means the
    highest value allowed at this table.
    """

    kind: ClassVar[str] = "whole"
    id: str
    label: Text
    article: str
    low: int
    high: int | Callable[[int], int]
    default: int | None | Literal["high"]
    nullable: bool = False

    def highest(self, n: int) -> int:
        return self.high if isinstance(self.high, int) else self.high(n)

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return self.highest(len(players)) if self.default == "high" else self.default

    def fits(self, value: object, players: Players) -> bool:
        if value is None:
            return self.nullable
        return type(value) is int and self.low <= value <= self.highest(len(players))


@dataclass(frozen=True, slots=True)
class Words:
    """A few words the table chooses, such as a title."""

    kind: ClassVar[str] = "words"
    id: str
    label: Text
    article: str
    longest: int
    default: str = ""

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return self.default

    def fits(self, value: object, players: Players) -> bool:
        return isinstance(value, str) and len(value) <= self.longest


@dataclass(frozen=True, slots=True)
class PlayerOption:
    """One of the players, or nobody (None)."""

    kind: ClassVar[str] = "player"
    id: str
    label: Text
    article: str

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return None

    def fits(self, value: object, players: Players) -> bool:
        return value is None or (isinstance(value, str) and value in players)


@dataclass(frozen=True, slots=True)
class PlayersOption:
    """Some of the players, each at most once; none by default."""

    kind: ClassVar[str] = "players"
    id: str
    label: Text
    article: str

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return ()

    def fits(self, value: object, players: Players) -> bool:
        if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
            return False
        return len(set(value)) == len(value) and all(name in players for name in value)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """An hour of the day, "00:00" to "23:59", or none: for one sitting only, shown all match long, judging nothing."""

    kind: ClassVar[str] = "clock-time"
    id: str
    label: Text
    article: str

    def default_for(self, players: Players, chosen: Mapping[str, Any]) -> Any:
        return None

    def fits(self, value: object, players: Players) -> bool:
        return value is None or (isinstance(value, str) and _HOUR.fullmatch(value) is not None)


_HOUR = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]")

Option = Flag | OneOf | Whole | Words | PlayerOption | PlayersOption | ClockTime


def tie_option(
    article: str,
    default: Tie = EXTRA_DEAL,
    only: Tie | None = None,
    default_from: Callable[[Mapping[str, Any]], Tie] | None = None,
) -> OneOf:
    """The common option: what happens when the first place is shared at the end."""
    values: tuple[tuple[str | int, Text], ...] = (
        (EXTRA_DEAL, say("on rejoue une donne")),
        (SHARED, say("victoire partagée")),
    )
    allowed = tuple(value for value in values if only in (None, value[0]))
    return OneOf("tie", say("À égalité en tête"), article, allowed, default, default_from)


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
        if option.id not in chosen:
            rules[option.id] = option.default_for(players, chosen)
            continue
        value = _read(option, chosen[option.id])
        if option.fits(value, players):
            rules[option.id] = value
        else:
            wrong.append(Violation("match.options", f"options.{option.id}", _misfit(option, players)))
            rules[option.id] = option.default_for(players, chosen)
    return rules, wrong


def renamed(options: Iterable[Option], chosen: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The options a table chose, for the same people under other names.

    >>> option = PlayersOption("dummies", say("Les morts"), "match.options")
    >>> renamed([option], {"dummies": ["Ana"], "tie": "shared"}, {"Ana": "Anaïs"})
    {'dummies': ['Anaïs'], 'tie': 'shared'}
    """
    found = dict(chosen)
    for option in options:
        value = found.get(option.id)
        if isinstance(option, PlayerOption) and isinstance(value, str):
            found[option.id] = names.get(value, value)
        elif isinstance(option, PlayersOption) and isinstance(value, (list, tuple)):
            found[option.id] = [names.get(name, name) for name in value]
    return found


def for_another_sitting(options: Iterable[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the same table keeps when it starts again: all but the hours of this sitting.

    >>> until = ClockTime("until", say("Heure de fin"), "match.options")
    >>> for_another_sitting([until], {"until": "22:30", "target": 50})
    {'target': 50}
    """
    hours = {option.id for option in options if isinstance(option, ClockTime)}
    return {name: value for name, value in chosen.items() if name not in hours}


def _read(option: Option, value: Any) -> Any:
    """Names are trimmed and normalised wherever they are read; lists are frozen."""
    if isinstance(option, PlayerOption) and isinstance(value, str):
        return clean_name(value)
    if isinstance(option, PlayersOption) and isinstance(value, (list, tuple)):
        return tuple(clean_name(name) if isinstance(name, str) else name for name in value)
    return value


def _misfit(option: Option, players: Players) -> Text:
    match option:
        case Flag():
            return say("« %(option)s » : oui ou non.", option=option.label)
        case OneOf():
            choices = names(words for _, words in option.values)
            return say("« %(option)s » se choisit parmi : %(choices)s.", option=option.label, choices=choices)
        case Whole():
            return say(
                "« %(option)s » : un nombre entier de %(low)s à %(high)s.",
                option=option.label, low=option.low, high=option.highest(len(players)),
            )  # fmt: skip
        case Words():
            return say("« %(option)s » : au plus %(n)s caractères.", option=option.label, n=option.longest)
        case PlayerOption():
            return say("« %(option)s » : un des joueurs de la table.", option=option.label)
        case PlayersOption():
            return say("« %(option)s » : des joueurs de la table, chacun une fois.", option=option.label)
        case ClockTime():
            return say("« %(option)s » : une heure de 00:00 à 23:59, ou rien.", option=option.label)
