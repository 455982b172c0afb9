"""The melds of the Canasta: equal ranks with a few wild cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from referee.cards.french import Card
from referee.games.canasta.scoring import CANASTA_CARDS, FOR_MIXED, FOR_NATURAL, THREE_WILD, card_points, is_red_three

FEWEST = 3
"""The cards of the smallest meld."""
FEWEST_NATURAL, MOST_WILD = 2, 3
"""The cards of a meld by the laws; a table may ask for fewer wild cards than natural ones instead."""


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


def are_black_threes(cards: Sequence[Card]) -> bool:
    """Whether the cards are three or more black threes and nothing else: a meld in going out alone."""
    return len(cards) >= FEWEST and all(card.rank == "3" and not is_red_three(card) for card in cards)


def meld_of(cards: Sequence[Card], wild_rule: str = THREE_WILD, *, going_out: bool = False) -> Meld:
    """The meld that cards make: three or more of a rank but threes, with some wild cards beside natural ones.

    ``wild_rule``: the house rule ``wild``; ``going_out``: black threes may be laid, without a wild card.

    >>> from referee.cards.french import parse_card
    >>> meld_of([parse_card(code) for code in ("KS", "KH", "JOKER", "2D")]).points
    90
    >>> meld_of([parse_card(code) for code in ("KS", "JOKER", "2D")]).valid
    False
    """
    points = sum(map(card_points, cards))
    if going_out and are_black_threes(cards):
        return Meld(True, points)
    ranks = {card.rank for card in cards if not is_wild(card)}
    wild = sum(map(is_wild, cards))
    if len(cards) < FEWEST or len(ranks) != 1 or "3" in ranks or not _may_be_wild(len(cards) - wild, wild, wild_rule):
        return Meld(False)
    if len(cards) < CANASTA_CARDS:
        return Meld(True, points)
    return Meld(True, points, "mixed" if wild else "natural")


def _may_be_wild(natural: int, wild: int, wild_rule: str) -> bool:
    """Whether a meld may have so many wild cards beside the natural ones (article canasta.wild)."""
    if wild_rule == THREE_WILD:
        return natural >= FEWEST_NATURAL and wild <= MOST_WILD
    return wild < natural
