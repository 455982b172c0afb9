"""French-suited cards: ranks, suits, the joker, and the packs made of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from referee.cards.face import CardFace, Colour
from referee.words import Text, say

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks, weakest first."""

FIGURES = {"fr": {"J": "V", "Q": "D", "K": "R"}}
"""The letters of the figures by language, where they differ from the codes."""


class Suit(Enum):
    """A suit; its value is its letter in files."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        """The suit's symbol, such as ``♥``."""
        return SYMBOLS[self]

    def render(self, language: str) -> str:
        """The suit's name.

        >>> Suit.HEARTS.render("fr")
        'cœur'
        """
        return SUIT_NAMES[self].render(language)


SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
SUIT_NAMES: dict[Suit, Text] = {
    Suit.SPADES: say("pique"),
    Suit.HEARTS: say("cœur"),
    Suit.DIAMONDS: say("carreau"),
    Suit.CLUBS: say("trèfle"),
}
SUITS_DOWN = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The suits in the order of a layout: black and red alternate, to distinguish adjacent rows."""
JOKER_NAME = say("joker")


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a French-suited pack; a joker has no suit."""

    rank: str
    suit: Suit | None

    @property
    def code(self) -> str:
        """The card's code in files.

        >>> parse_card("th").code
        '10H'
        """
        return self.rank if self.suit is None else self.rank + self.suit.value

    def render(self, language: str) -> str:
        """The card as printed in the language's packs.

        >>> parse_card("KS").render("fr"), parse_card("KS").render("en")
        ('R♠', 'K♠')
        """
        if self.suit is None:
            return JOKER_NAME.render(language)
        return FIGURES.get(language, {}).get(self.rank, self.rank) + self.suit.symbol


JOKER = Card("JOKER", None)
CARDS = tuple(Card(rank, suit) for suit in Suit for rank in RANKS)
"""The 52 cards, suit by suit, weakest first."""

_BY_CODE = {card.code: card for card in (*CARDS, JOKER)} | {f"T{suit.value}": Card("10", suit) for suit in Suit}
_SUITS = {suit.value: suit for suit in Suit}


def parse_card(text: str) -> Card | None:
    """Parse a card's code, also with ``T`` for ten and in lower case; None if invalid.

    >>> parse_card("10h") == parse_card("TH")
    True
    >>> parse_card("1H") is None
    True
    """
    return _BY_CODE.get(text.upper()) if text.isascii() else None


def parse_suit(text: str) -> Suit | None:
    """Parse a suit's letter, ``S H D C`` in either case; None if invalid.

    >>> parse_suit("H"), parse_suit("h") is Suit.HEARTS
    (<Suit.HEARTS: 'H'>, True)
    """
    return _SUITS.get(text.upper()) if text.isascii() else None


def french_pack(
    *, ranks_out: Iterable[str] = (), cards_out: Iterable[Card] = (), jokers: int = 0, packs: int = 1
) -> tuple[Card, ...]:
    """The cards of a pack, without some ranks or cards, with jokers, all ``packs`` times.

    >>> len(french_pack()), len(french_pack(jokers=2)), len(french_pack(ranks_out=("10",)))
    (52, 54, 48)
    >>> len(french_pack(cards_out=[parse_card("2C")], packs=2))
    102
    """
    ranks, cards = frozenset(ranks_out), frozenset(cards_out)
    cards_left = tuple(card for card in CARDS if card.rank not in ranks and card not in cards)
    return (cards_left + (JOKER,) * jokers) * packs


def suit_colour(suit: Suit) -> Colour:
    """The colour a suit is printed in."""
    return "red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"


def french_face(card: Card, language: str) -> CardFace:
    """The face of a card: a row for each suit, strongest first, and one for the joker.

    >>> french_face(Card("K", Suit.HEARTS), "fr").print, french_face(Card("K", Suit.HEARTS), "en").name
    ('R', 'K hearts')
    """
    if card.suit is None:
        name = card.render(language)
        return CardFace(card.code, "★", name, "joker", name, name, len(SUITS_DOWN) * 100)
    rank = FIGURES.get(language, {}).get(card.rank, card.rank)
    place = SUITS_DOWN.index(card.suit) * 100 + len(RANKS) - RANKS.index(card.rank)
    name = card.suit.render(language)
    colour = suit_colour(card.suit)
    return CardFace(card.code, rank, card.suit.symbol, colour, name, f"{rank} {name}", place, card.suit.value)


def rank_strength(order: Iterable[str]) -> dict[str, int]:
    """The strength of each rank, from 0, in an order from weakest to strongest.

    >>> rank_strength(RANKS)["A"]
    12
    """
    return {rank: strength for strength, rank in enumerate(order)}
