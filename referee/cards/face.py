"""How a card looks: what is printed on it, in which colour, and where it lies when its pack is laid out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Colour = Literal["black", "red", "blue", "orange", "green", "violet", "yellow", "joker"]
"""The colours that a style sheet has for cards; "joker" is that of a card that stands for others."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """``print`` stands on the card, ``sign`` beside it; ``row`` is the row of the pack it lies in, ``place`` its order.

    ``spoken`` is its name for who listens. The colour alone never tells two cards apart: ``sign`` does too.
    ``suit`` is the letter of one of the four suits, "" in a pack that has none.
    """

    code: str
    print: str
    sign: str
    colour: Colour
    row: str
    spoken: str
    place: int = 0
    suit: str = ""

    @property
    def worded(self) -> bool:
        """Whether words stand on the card, not a rank and a suit."""
        return len(self.sign) != 1
