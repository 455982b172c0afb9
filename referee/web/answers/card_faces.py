"""How a card looks on the screen: what is printed on it, in which colour, and in which row of the pack it lies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, singledispatch
from typing import Any

from referee.cards.clover import CloverCard, action_name, colour_name
from referee.cards.decale import SCHOOLS, DecaleCard, school_name
from referee.cards.french import FIGURES, RANKS, Card, Suit
from referee.vocabulary.packs import Pack
from referee.words import Text, say

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""Black and red in turn, so that no two rows are taken for each other."""

ENDLESS = 99
JOKER_HUE = "joker"
ROW_AT_MOST = 7
"""So many cards lie side by side under a thumb."""


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card's face: ``print`` stands on it, ``sign`` beside; ``hue`` is its colour, ``row`` where it lies.

    A colour is never told by ``hue`` alone: ``sign`` says it too.
    """

    code: str
    print: str
    sign: str
    hue: str
    row: str
    spoken: str
    place: int = 0

    @property
    def suit(self) -> str:
        """The letter of its suit, where it has one of the four."""
        return next((suit.value for suit in SUITS if suit.symbol == self.sign), "")

    @property
    def worded(self) -> bool:
        """Whether words stand on the card, not a rank and a suit."""
        return len(self.sign) != 1


@dataclass(frozen=True, slots=True)
class PackRow:
    """One row of the pack as it is laid out, ``columns`` wide; ``in_gap``: it lies in the gap the first row leaves."""

    name: str
    cards: tuple[tuple[CardFace, int], ...]
    columns: int
    in_gap: bool = False


def suits(language: str) -> list[CardFace]:
    """The four suits, as they are tapped."""
    return [CardFace(suit.value, suit.symbol, "", _suit_hue(suit), "", suit.render(language)) for suit in SUITS]


@lru_cache(maxsize=512)
def face(card: Any, language: str) -> CardFace:
    """The face of a card of any pack."""
    return _face(card, language)


def laid_out(pack: Pack, out: Iterable[Any], language: str, packs: int = 1) -> list[PackRow]:
    """The pack in rows, strongest first, without the cards that are out; each card with its number of copies."""
    gone = frozenset(out)
    rows: dict[str, list[tuple[CardFace, int]]] = {}
    faces = [(face(card, language), copies * packs) for card, copies in pack.copies.items() if card not in gone]
    for shown, copies in sorted(faces, key=lambda pair: pair[0].place):
        rows.setdefault(shown.row, []).append((shown, copies))
    first = len(next(iter(rows.values()), ()))
    gap = ROW_AT_MOST < first < 2 * ROW_AT_MOST and _columns(first) == ROW_AT_MOST
    return [PackRow(name, tuple(cards), _columns(len(cards)), gap and len(cards) == 1) for name, cards in rows.items()]


def choices_laid_out(choices: Iterable[tuple[Any, Text]], language: str) -> list[PackRow]:
    """A few things that can be tapped as often as one likes, laid out like a pack."""
    words = [(str(id), shown.render(language)) for id, shown in choices]
    faces = tuple((CardFace(code, shown, "", "black", "", shown), ENDLESS) for code, shown in words)
    return [PackRow("", faces, _columns(len(faces)))]


def _columns(cards: int) -> int:
    return cards if cards <= ROW_AT_MOST else min(ROW_AT_MOST, -(-cards // 2))


@singledispatch
def _face(card: Any, language: str) -> CardFace:
    raise TypeError(f"no face for {card!r}")


@_face.register
def _french(card: Card, language: str) -> CardFace:
    name = card.render(language)
    if card.suit is None:
        return CardFace(card.code, "★", name, JOKER_HUE, name, name, place=len(SUITS) * 100)
    rank = FIGURES.get(language, {}).get(card.rank, card.rank)
    place = SUITS.index(card.suit) * 100 + len(RANKS) - RANKS.index(card.rank)
    suit = card.suit.render(language)
    return CardFace(card.code, rank, card.suit.symbol, _suit_hue(card.suit), suit, f"{rank} {suit}", place)


def _suit_hue(suit: Suit) -> str:
    return "red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"


FIGURE_NAMES: dict[str, Text] = {
    "proviseur": say("proviseur"),
    "prof": say("prof"),
    "eleve": say("élève"),
    "interro": say("interro"),
}
FIGURES_DOWN = tuple(FIGURE_NAMES)
ATOUT, ATOUTS_ROW = say("atout"), say("atouts")
COLOURS_DOWN = ("rouge", "orange", "jaune", "vert", "bleu", "violet")
ACTIONS_DOWN = ("pioche", "tire", "anti-joker", "echange")


@_face.register
def _decale(card: DecaleCard, language: str) -> CardFace:
    name = card.render(language)
    if card.school is not None and card.figure is not None:
        place = SCHOOLS.index(card.school) * 100 + FIGURES_DOWN.index(card.figure)
        printed = FIGURE_NAMES[card.figure].render(language)
        school = school_name(card.school).render(language)
        return CardFace(card.code, printed, school, card.school, school, name, place)
    row = ATOUTS_ROW.render(language)
    if card.atout is None:
        return CardFace(card.code, "★", name, JOKER_HUE, row, name, place=900)
    return CardFace(card.code, str(card.atout), ATOUT.render(language), "black", row, name, place=900 - card.atout)


@_face.register
def _clover(card: CloverCard, language: str) -> CardFace:
    name = card.render(language)
    if card.colour is None or card.action is None:
        return CardFace(card.code, "★", name, JOKER_HUE, name, name, place=900)
    place = COLOURS_DOWN.index(card.colour) * 100 + ACTIONS_DOWN.index(card.action)
    printed = action_name(card.action).render(language)
    colour = colour_name(card.colour).render(language)
    return CardFace(card.code, printed, colour, card.colour, colour, name, place)
