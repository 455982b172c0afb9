"""Packs of cards: their cards and the order of their layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.cards.face import CardFace
from referee.cards.french import french_face, french_pack, parse_card
from referee.words import Text

MOST_PACKS = 2
"""The most packs of one kind on a table."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack. ``copies``: the number of copies of each card, in the order of the layout.

    ``parse(code)``: the card of a code, or None. ``face(card, language)``: the card's face. ``total``: the number of
    cards, where ``copies`` are only upper bounds. ``other_names``: what some cards are called in this game, by code.
    """

    parse: Callable[[str], Any]
    face: Callable[[Any, str], CardFace]
    copies: Mapping[Any, int] = field(hash=False)
    total: int | None = None
    other_names: Mapping[str, Text] = field(default_factory=dict, hash=False, compare=False)

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.copies.values()) if self.total is None else self.total

    @property
    def most(self) -> int:
        """The most cards that can be on a table: a longer list is no list of such cards."""
        return MOST_PACKS * sum(self.copies.values())

    @classmethod
    def of(
        cls,
        parse: Callable[[str], Any],
        face: Callable[[Any, str], CardFace],
        cards: Iterable[Any],
        other_names: Mapping[str, Text] | None = None,
    ) -> Pack:
        """The pack of these cards."""
        return cls(parse, face, Counter(cards), other_names=other_names or {})

    @property
    def cards(self) -> tuple[Any, ...]:
        """All cards with their copies, in the order of the layout."""
        return tuple(card for card, number in self.copies.items() for _ in range(number))

    @property
    def layout(self) -> tuple[Any, ...]:
        """Each distinct card once, in the order of the layout."""
        return tuple(self.copies)

    def card(self, code: object) -> Any:
        """The card of a code; None if the pack has no such card."""
        card = self.parse(code) if isinstance(code, str) else None
        return card if card in self.copies else None

    def excess(self, cards: Iterable[Any], packs: int) -> Iterator[tuple[Any, int]]:
        """The cards with more copies than ``packs`` packs hold, each with the number they hold."""
        for card, count in Counter(cards).items():
            if count > self.copies[card] * packs:
                yield card, self.copies[card] * packs


FIFTY_TWO = Pack.of(parse_card, french_face, french_pack())
WITH_JOKERS = Pack.of(parse_card, french_face, french_pack(jokers=2))
