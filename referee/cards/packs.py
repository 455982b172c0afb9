"""The packs a question may name cards of: what they hold, and in which order a form lays them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.cards.face import CardFace
from referee.cards.french import french_face, french_pack, parse_card


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards there are: ``copies`` says how many of each; ``parse`` reads a code or gives None.

    ``face(card, language)``: how a card looks and where it lies when the pack is laid out. ``total``: how many cards
    it holds, where the copies only say how many of each there can be.
    """

    parse: Callable[[str], Any]
    face: Callable[[Any, str], CardFace]
    copies: Mapping[Any, int]
    total: int | None = None

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(self.copies.values()) if self.total is None else self.total

    @classmethod
    def of(cls, parse: Callable[[str], Any], face: Callable[[Any, str], CardFace], cards: Iterable[Any]) -> Pack:
        """The pack made of these cards."""
        return cls(parse, face, Counter(cards))

    @property
    def cards(self) -> tuple[Any, ...]:
        """Every card as often as it is in the pack, in the order a form lays them out."""
        return tuple(card for card, number in self.copies.items() for _ in range(number))

    @property
    def layout(self) -> tuple[Any, ...]:
        """Each different card once, in the order a form lays them out."""
        return tuple(self.copies)

    def card(self, code: object) -> Any:
        """Read a code; None when this pack has no such card."""
        card = self.parse(code) if isinstance(code, str) else None
        return card if card in self.copies else None

    def beyond(self, cards: Iterable[Any], packs: int = 1) -> Iterator[tuple[Any, int]]:
        """The cards of which more are named than ``packs`` packs hold, each with how many they hold."""
        for card, named in Counter(cards).items():
            if named > self.copies[card] * packs:
                yield card, self.copies[card] * packs


FIFTY_TWO = Pack.of(parse_card, french_face, french_pack())
WITH_JOKERS = Pack.of(parse_card, french_face, french_pack(jokers=2))
