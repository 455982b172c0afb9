"""A fact that words say: the values that they may mean, and the words."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any, TypeVar

Value = TypeVar("Value")

OPEN = 64
"""The most ways to fill in what words leave open: three cards of any suit."""

SOME = 12
"""The most values of one thing that are taken where not all ways are."""


@dataclass(frozen=True, slots=True)
class SaidFact:
    """The raw values that words may mean, and the indexes of the words that say it; ``whole``: they say all of it."""

    values: Sequence[Any]
    words: Collection[int]
    whole: bool = True


def ways_of(options: Sequence[Sequence[Value]], *, all_of_them: bool) -> list[tuple[Value, ...]]:
    """The ways to choose a value of each thing, one more than may be open at most; of many some that stand for all.

    They are those with the same value of each, with as many different ones as there are, with one value that is unlike
    the first, and others at equal steps in the list of all. What cards are worth does not hang on more: that all are of
    a suit, that two are, that one is a card apart. Who takes a trick does: there ``all_of_them`` are wanted.
    """
    if all_of_them or prod(map(len, options)) <= OPEN:
        return list(islice(product(*options), OPEN + 1))
    some = [_sample(of) for of in options]
    most = max(map(len, some))
    same = [tuple(of[min(number, len(of) - 1)] for of in some) for number in range(most)]
    mixed = [tuple(of[(number + place) % len(of)] for place, of in enumerate(some)) for number in range(most)]
    single = [(*same[0][:place], other, *same[0][place + 1 :]) for place, of in enumerate(some) for other in of[1:]]
    others = (_numbered(number * prod(map(len, some)) // SOME, some) for number in range(SOME))
    return list(islice(_distinct((*same, *mixed, *single, *others)), OPEN))


def _numbered(number: int, options: Sequence[Sequence[Value]]) -> tuple[Value, ...]:
    """One of all ways by its number, the last value changing first."""
    way: list[Value] = []
    for of in reversed(options):
        number, place = divmod(number, len(of))
        way.insert(0, of[place])
    return tuple(way)


def _sample(values: Sequence[Value]) -> Sequence[Value]:
    """Some values, the first and the last among them."""
    step = -(-len(values) // SOME)
    return values if step == 1 else [*values[:-1:step], values[-1]]


def _distinct(ways: Iterable[tuple[Value, ...]]) -> Iterable[tuple[Value, ...]]:
    return {repr(way): way for way in ways}.values()
