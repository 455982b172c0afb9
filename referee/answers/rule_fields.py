"""House rules declared as one frozen value a game: a field is a house rule, its default the printed rule.

A game declares a frozen dataclass of :class:`HouseRules` whose fields are made by the functions below, each with its
label, what it may be and its article. ``options_of`` gives the options that forms, files and the desk are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, fields
from typing import Any, TypeVar

from referee.answers.answer import Field, Values
from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import AT_THE_TABLE, EXTRA_DEAL, NONE, Option, Tie, tie_option
from referee.answers.numbers import Bound, Number
from referee.answers.players import OnePlayer, SomePlayers
from referee.answers.table import HouseRules
from referee.answers.texts import ClockTime, Words
from referee.words import Renderable, Text

T = TypeVar("T")


def options_of(rules: type[HouseRules]) -> tuple[Option, ...]:
    """The options that a class of house rules declares, in the order of its fields."""
    return tuple(rule.metadata["option"](rule.name) for rule in fields(rules))


def rule_field(option: Callable[[str], Option], default: Any) -> Any:
    """The field of a house rule; ``option`` makes its option of its id. No default where it depends on the table."""
    metadata = {"option": option}
    return field(metadata=metadata) if callable(default) else field(default=default, metadata=metadata)


def _rule(asks: Callable[[str], Field], article: str, default: Any, fixed: bool = False) -> Any:
    return rule_field(lambda key: Option(asks(key), article, default, fixed=fixed), default)


def choice_rule(
    label: Text, choices: Sequence[tuple[T, Renderable]], article: str, default: T, *, fixed: bool = False
) -> T:
    """A rule that is one of several ids or numbers; ValueError if the default is none of them."""
    if all(default != value for value, _ in choices):
        raise ValueError(f"{default!r} is none of the choices of « {label.render('fr')} »")
    rule: T = _rule(lambda key: Choice(key, label, choices), article, default, fixed)
    return rule


def choice_or_none_rule(
    label: Text, choices: Sequence[tuple[T, Renderable]], article: str, *, nothing: Text
) -> T | None:
    """A rule that is one of several ids or numbers, or none of them, which is printed; ``nothing``: its label."""
    rule: T | None = _rule(lambda key: Choice(key, label, choices, nothing=nothing), article, None)
    return rule


def yes_no_rule(label: Text, article: str, *, default: bool, fixed: bool = False) -> bool:
    """A rule that holds or not."""
    rule: bool = _rule(lambda key: YesNo(key, label), article, default, fixed)
    return rule


def number_rule(
    label: Text, low: int, high: Bound, article: str, default: int | Callable[[Values], int], *, fixed: bool = False
) -> int:
    """A rule that is a number; ``default``: the number, or a function of the players and of the other rules."""
    rule: int = _rule(lambda key: Number(key, label, low, high), article, default, fixed)
    return rule


def number_or_none_rule(label: Text, low: int, high: int, article: str, default: int | None = None) -> int | None:
    """A rule that is a number, or none."""
    rule: int | None = _rule(lambda key: Number(key, label, low, high, nothing=NONE), article, default)
    return rule


def player_or_none_rule(label: Text, article: str, *, fixed: bool = False) -> str | None:
    """A rule that names one of the players, or none, which is printed."""
    rule: str | None = _rule(lambda key: OnePlayer(key, label, among=AT_THE_TABLE, nothing=NONE), article, None, fixed)
    return rule


def players_rule(label: Text, article: str, *, fixed: bool = False) -> tuple[str, ...]:
    """A rule that names some of the players; none is printed."""
    rule: tuple[str, ...] = _rule(lambda key: SomePlayers(key, label, among=AT_THE_TABLE), article, (), fixed)
    return rule


def words_rule(label: Text, longest: int, article: str, *, fixed: bool = False) -> str:
    """A rule that is a text; an empty one is printed."""
    rule: str = _rule(lambda key: Words(key, label, longest), article, "", fixed)
    return rule


def hour_or_none_rule(label: Text, article: str) -> str | None:
    """An hour that holds for one match only, or none."""
    rule: str | None = rule_field(
        lambda key: Option(ClockTime(key, label, nothing=NONE), article, one_sitting=True), None
    )
    return rule


def tie_rule(article: str, default: Tie | Callable[[Values], Tie] = EXTRA_DEAL, only: Tie | None = None) -> Tie:
    """The rule common to all games: what happens when the first place is shared at the end."""
    rule: Tie = rule_field(lambda key: tie_option(article, default, only), default)
    return rule
