"""The words of a sentence that mean cards, and the ways to take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations_with_replacement

from referee.cards.packs import Pack


class CardSubject(Enum):
    """What the cards of a sentence belong to: a trick, a trick and a hand, or cards that are counted."""

    TRICK = "trick"
    HAND = "hand"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class CardPhrase:
    """The words from ``start`` to before ``end`` mean ``count`` cards, each of ``cards``, codes.

    ``counts``: the indexes of the words that say how many. ``ways``: the cards that it may mean; where there are not
    so many, those there are, and the words of the count are not understood. No card: it speaks of one named before.
    """

    start: int
    end: int
    cards: tuple[str, ...]
    count: int
    counts: tuple[int, ...]
    ways: tuple[tuple[str, ...], ...]

    @property
    def words(self) -> Iterator[int]:
        """The indexes of the words that are understood."""
        yield from range(self.start, self.end)
        if len(self.ways[0]) == self.count:
            yield from self.counts


def copies_of(cards: Sequence[str], pack: Pack) -> int:
    return sum(pack.copies[pack.card(code)] for code in cards)


def ways_to_take(cards: Sequence[str], count: int, pack: Pack) -> tuple[tuple[str, ...], ...]:
    """Each choice of so many of these cards that a pack has; all cards where it has not so many."""
    if count == 1:
        return tuple((code,) for code in cards)
    copies = {code: pack.copies[pack.card(code)] for code in cards}
    if sum(copies.values()) < count:
        return (tuple(cards),)
    ways = combinations_with_replacement(cards, count)
    return tuple(way for way in ways if _is_in_pack(way, copies))


def _is_in_pack(way: Sequence[str], copies: Mapping[str, int]) -> bool:
    return all(number <= copies[code] for code, number in Counter(way).items())
