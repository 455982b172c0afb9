"""The seventy-eight cards of the tarot: four suits of fourteen, twenty-one atouts and the excuse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.cards.face import CardFace
from referee.cards.french import SUITS_DOWN, Suit, rank_strength, suit_colour
from referee.cards.packs import Pack
from referee.words import Text, say

RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "C", "Q", "K")
"""The ranks of a suit, weakest first; C is the cavalier."""
STRENGTH = rank_strength(RANKS)
FIGURES = {"fr": {"J": "V", "Q": "D", "K": "R"}, "en": {"C": "C"}}
ATOUTS = range(1, 22)
OUDLER_ATOUTS = (1, 21)
HALF_POINTS = {"K": 9, "Q": 7, "C": 5, "J": 3}
OUDLER_HALVES, LOW_HALVES = 9, 1
ATOUT, ATOUTS_ROW, EXCUSE_NAME = say("atout"), say("atouts"), say("excuse")
AFTER_THE_SUITS = 900
"""The place of the excuse in the layout; the atouts are before it, highest first."""


@dataclass(frozen=True, slots=True)
class TarotCard:
    """A card of the tarot: a rank of a suit, a numbered atout, or the excuse."""

    rank: str | None
    suit: Suit | None
    atout: int | None = None

    @property
    def code(self) -> str:
        """The card's code in files: ``KS``, ``1H``, ``atout:21``, ``excuse``."""
        if self.suit is not None:
            return f"{self.rank}{self.suit.value}"
        return "excuse" if self.atout is None else f"atout:{self.atout}"

    @property
    def is_excuse(self) -> bool:
        """Whether this is the excuse, which wins no trick."""
        return self.suit is None and self.atout is None

    @property
    def is_oudler(self) -> bool:
        """Whether this is one of the three oudlers: the petit, the 21, the excuse."""
        return self.suit is None and (self.atout is None or self.atout in OUDLER_ATOUTS)

    @property
    def strength(self) -> int:
        """The strength within the suit or among the atouts."""
        return self.atout or 0 if self.rank is None else STRENGTH[self.rank]

    @property
    def half_points(self) -> int:
        """The points of the card, in halves.

        >>> [parse_tarot(code).half_points for code in ("KS", "CH", "atout:21", "atout:20", "excuse")]
        [9, 5, 9, 1, 9]
        """
        return OUDLER_HALVES if self.is_oudler else HALF_POINTS.get(self.rank or "", LOW_HALVES)

    def render(self, language: str) -> str:
        """The card's name, as the language's packs print it.

        >>> parse_tarot("KS").render("fr"), parse_tarot("atout:3").render("fr")
        ('R♠', 'atout 3')
        """
        if self.suit is not None and self.rank is not None:
            return FIGURES.get(language, {}).get(self.rank, self.rank) + self.suit.symbol
        if self.atout is None:
            return EXCUSE_NAME.render(language)
        return say("atout %(number)s", number=self.atout).render(language)

    @property
    def with_article(self) -> Text:
        """The card's name with its French article where it has one."""
        if self.suit is not None:
            return say("%(card)s", card=self)
        return say("l'excuse") if self.atout is None else say("l'atout %(number)s", number=self.atout)


CARDS = (
    *(TarotCard(rank, suit) for suit in SUITS_DOWN for rank in RANKS),
    *(TarotCard(None, None, number) for number in ATOUTS),
    TarotCard(None, None),
)
"""All seventy-eight cards, 91 points in all."""

_BY_CODE = {card.code: card for card in CARDS}
_SPELLINGS = {f"A{suit.value}": f"1{suit.value}" for suit in Suit} | {
    f"T{suit.value}": f"10{suit.value}" for suit in Suit
}


def parse_tarot(text: str) -> TarotCard | None:
    """The card of a code, in either case, ``AS`` for ``1S`` and ``TS`` for ``10S``; None if invalid.

    >>> parse_tarot("as") == parse_tarot("1S")
    True
    >>> parse_tarot("atout:22") is None
    True
    """
    if not text.isascii():
        return None
    code = text.upper()
    return _BY_CODE.get(_SPELLINGS.get(code, code)) or _BY_CODE.get(text.lower())


def face(card: TarotCard, language: str) -> CardFace:
    """The face of a card: a row for each suit, strongest first, then one of atouts and the excuse.

    >>> face(parse_tarot("CH"), "fr").print, face(parse_tarot("atout:13"), "fr").print
    ('C', '13')
    """
    if card.suit is not None and card.rank is not None:
        rank = FIGURES.get(language, {}).get(card.rank, card.rank)
        place = SUITS_DOWN.index(card.suit) * 100 + len(RANKS) - STRENGTH[card.rank]
        name = card.suit.render(language)
        colour = suit_colour(card.suit)
        return CardFace(card.code, rank, card.suit.symbol, colour, name, f"{rank} {name}", place, card.suit.value)
    row, name = ATOUTS_ROW.render(language), card.render(language)
    if card.atout is None:
        return CardFace(card.code, "★", name, "joker", row, name, AFTER_THE_SUITS)
    place = AFTER_THE_SUITS - card.atout
    return CardFace(card.code, str(card.atout), ATOUT.render(language), "black", row, name, place)


def points_of(cards: Iterable[TarotCard]) -> tuple[int, bool, int]:
    """The whole points of cards, whether half a point is left over, and the number of oudlers.

    >>> points_of(parse_tarot(code) for code in ("KS", "2H", "atout:1"))
    (9, True, 1)
    """
    counted = tuple(cards)
    points, half = divmod(sum(card.half_points for card in counted), 2)
    return points, bool(half), sum(card.is_oudler for card in counted)


PACK = Pack.of(parse_tarot, face, CARDS)
