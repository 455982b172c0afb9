"""A value is a frozen dataclass: two are equal where their kind and their parts are."""

from collections.abc import Sized
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.answers.numbers import Number
from referee.answers.table import HouseRules, Side, make_table
from referee.cards.french import Card, Suit
from referee.game_definition.match_course import Checkpoint, Transition, opening
from referee.games.registry import GAMES
from referee.words import Listing, Text, say
from tests.test_layers import PURE

PACKAGE = Path(referee.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for layer in PURE
    for path in (PACKAGE / layer).rglob("*.py")
    if path.name != "__init__.py" or layer in ("words", "games")
)


def declared_values() -> list[type[Any]]:
    """The classes of the pure layers that hold the parts they are made of."""
    classes = [member for name in MODULES for member in vars(import_module(name)).values() if isclass(member)]
    own = {member for member in classes if member.__module__.startswith("referee.")}
    return sorted((member for member in own if is_dataclass(member) or issubclass(member, tuple)), key=repr)


def test_a_value_of_the_pure_layers_is_a_frozen_dataclass_with_slots() -> None:
    values = declared_values()
    assert {Text, Card, Side, Checkpoint, Number} <= set(values)
    tuples = [value for value in values if not is_dataclass(value)]
    unfrozen = [value for value in values if is_dataclass(value) and not value.__dataclass_params__.frozen]  # type: ignore[attr-defined]
    assert (tuples, [value.__name__ for value in unfrozen]) == (
        [],
        ["_CallBuilder", "_AmountsBuilder", "_TallyBuilder", "IndexedPassage", "_ChapterBuilder"],
    ), "filled while read"
    assert [value for value in values if "__slots__" not in vars(value)] == []


def test_values_of_two_kinds_are_never_equal() -> None:
    @dataclass(frozen=True, slots=True)
    class Play:
        player: str
        card: Suit | None

    card, play = Card("A", Suit.SPADES), Play("A", Suit.SPADES)
    assert (card == play, card == ("A", Suit.SPADES), card == Card("A", Suit.SPADES)) == (False, False, True)
    state = opening(next(iter(GAMES.values())), make_table(("Ana", "Bob"), None, HouseRules()))
    assert Checkpoint(state, 0) != Transition(state)
    assert Listing(("Ana",)) != (("Ana",), False)


def test_a_sentence_has_no_length_and_no_items() -> None:
    sentence: object = say("%(n)s carte", n=1)
    assert not isinstance(sentence, Sized)
    assert not isinstance(sentence, tuple)


def test_nothing_changes_a_value_and_a_kind_inherits_the_parts_of_its_base() -> None:
    number = Number("tricks", say("Plis"), 0, 8)
    with pytest.raises(FrozenInstanceError):
        number.low = 1  # type: ignore[misc]
    assert [part.name for part in fields(number)][:2] == ["key", "label"]
    assert number == Number("tricks", say("Plis"), low=0, high=8, optional=False)
