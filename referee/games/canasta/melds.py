"""The melds of the Canasta: equal ranks with a few wild cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.cards.french import Card
from referee.games.canasta.scoring import CANASTA_CARDS, FOR_MIXED, FOR_NATURAL, MOST_WILD, card_points

FEWEST = 3
"""The cards of the smallest meld."""


@dataclass(frozen=True, slots=True)
class Meld:
    """What some cards are together: whether they may be laid, their points, and which canasta they are, if any."""

    valid: bool
    points: int = 0
    kind: Literal["natural", "mixed"] | None = None

    @property
    def bonus(self) -> int:
        """The points of the canasta itself."""
        return {"natural": FOR_NATURAL, "mixed": FOR_MIXED}.get(self.kind or "", 0)


def is_wild(card: Card) -> bool:
    """Whether a card stands for any other: a joker or a 2."""
    return card.suit is None or card.rank == "2"


def meld_of(cards: Sequence[Card]) -> Meld:
    """The meld that cards make: three or more of a rank, no threes, at most three wild cards and more natural ones.

    >>> from referee.cards.french import parse_card
    >>> meld_of([parse_card(code) for code in ("KS", "KH", "2D")]).points
    40
    >>> meld_of([parse_card(code) for code in ("KS", "JOKER", "2D")]).valid
    False
    """
    wild = [card for card in cards if is_wild(card)]
    ranks = {card.rank for card in cards if not is_wild(card)}
    naturals = len(cards) - len(wild)
    valid = (
        len(cards) >= FEWEST
        and len(ranks) == 1
        and "3" not in ranks
        and len(wild) <= MOST_WILD
        and naturals > len(wild)
    )
    if not valid:
        return Meld(False)
    points = sum(map(card_points, cards))
    if len(cards) < CANASTA_CARDS:
        return Meld(True, points)
    return Meld(True, points, "mixed" if wild else "natural")
