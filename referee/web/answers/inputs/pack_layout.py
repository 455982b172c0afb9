"""A pack on the screen: its cards in rows that a thumb can hit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from referee.cards.face import CardFace
from referee.cards.french import SUITS_DOWN, suit_colour
from referee.cards.packs import Pack
from referee.words import Text

ENDLESS = 99
ROW_AT_MOST = 7
"""So many cards lie side by side under a thumb."""


@dataclass(frozen=True, slots=True)
class PackRow:
    """One row of the pack as it is laid out, ``columns`` wide; ``in_gap``: it lies in the gap the first row leaves."""

    name: str
    cards: tuple[tuple[CardFace, int], ...]
    columns: int
    in_gap: bool = False


def suits(language: str) -> list[CardFace]:
    """The four suits, as they are tapped."""
    return [CardFace(suit.value, suit.symbol, "", suit_colour(suit), "", suit.render(language)) for suit in SUITS_DOWN]


def laid_out(pack: Pack, out: Iterable[Any], language: str, packs: int = 1) -> list[PackRow]:
    """The pack in rows, strongest first, without the cards that are out; each card with its number of copies."""
    gone = frozenset(out)
    rows: dict[str, list[tuple[CardFace, int]]] = {}
    faces = [(pack.face(card, language), copies * packs) for card, copies in pack.copies.items() if card not in gone]
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
