"""The face of a card on a page: its print, colour and place in the layout of its pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = Literal["black", "red", "blue", "orange", "green", "violet", "yellow", "joker"]
"""The colours of the style sheet; "joker" is for cards that stand for others."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """The face of a card: ``print`` and, beside it, ``sign``, so that colour alone never distinguishes two cards.

    ``row``: the label of its row in the layout; ``place``: its order; ``name``: its accessible name; ``suit``: the
    letter of its suit, "" in a pack without the four suits.
    """

    code: str
    print: str
    sign: str
    colour: Colour
    row: str
    name: str
    place: int = 0
    suit: str = ""

    @property
    def worded(self) -> bool:
        """Whether the card has words instead of a rank and a suit."""
        return len(self.sign) != 1
