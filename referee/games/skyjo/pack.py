"""The 150 cards of Skyjo: numbers from -2 to 12."""

from __future__ import annotations

from dataclasses import dataclass

from referee.cards.face import CardFace
from referee.cards.packs import Pack
from referee.words import say

COPIES = {-2: 5, -1: 10, 0: 15, **dict.fromkeys(range(1, 13), 10)}
"""How many cards there are of each number."""
NUMBERS = say("les nombres")


@dataclass(frozen=True, slots=True)
class NumberCard:
    """A card with a number; its code is the number."""

    number: int

    @property
    def code(self) -> str:
        """The number, as text."""
        return str(self.number)

    def render(self, language: str) -> str:
        """The card's name: its number, with a true minus sign.

        >>> NumberCard(-2).render("fr")
        '−2'
        """
        return self.code.replace("-", "−")


_BY_CODE = {str(number): NumberCard(number) for number in COPIES}


def parse_number_card(text: str) -> NumberCard | None:
    """The card of a code; None if invalid.

    >>> parse_number_card("12").number, parse_number_card("13")
    (12, None)
    """
    return _BY_CODE.get(text)


def face(card: NumberCard, language: str) -> CardFace:
    """The face of a card, in one row of numbers, the lowest first.

    >>> face(NumberCard(-1), "fr").print
    '−1'
    """
    name = card.render(language)
    return CardFace(card.code, name, name, "black", NUMBERS.render(language), name, card.number)


PACK = Pack(parse_number_card, face, {card: COPIES[card.number] for card in _BY_CODE.values()})
