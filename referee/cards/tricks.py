"""Play to a trick: the legal cards of a hand, and the winner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, TypeVar

from referee.cards.french import RANKS, Card, Suit, rank_strength

AnyCard = TypeVar("AnyCard")
NATURAL = rank_strength(RANKS)


class Duty(Enum):
    """The rule that decides which cards are legal."""

    LEAD = auto()
    """Nothing has been led yet: any card."""
    HELD_BACK = auto()
    """Leading, but one suit may not be led while another is in hand."""
    FOLLOW = auto()
    """The suit led is in hand and must be played."""
    TRUMP = auto()
    """Void in the suit led, with a trump: a trump must be played, no matter which."""
    OVERTRUMP = auto()
    """A trump must be played, above the highest one in the trick."""
    UNDERTRUMP = auto()
    """A trump must be played; none in hand is above the highest one in the trick."""
    LOWER_TRUMPS = auto()
    """Only trumps below the highest one in the trick are in hand, which need not be played: any card."""
    PARTNER_LEADS = auto()
    """Void in the suit led, with a trump, while the partner leads the trick: any card."""
    DISCARD = auto()
    """Nothing to follow or trump with: any card."""


@dataclass(frozen=True, slots=True)
class LegalCards(Generic[AnyCard]):
    """The legal cards, in the hand's order, and the duty that decides them."""

    cards: tuple[AnyCard, ...]
    duty: Duty


# Plain trick games: follow the suit led, with or without a trump suit.


def led_suit(plays: Sequence[Card]) -> Suit | None:
    """The suit led to a trick; None before the first card."""
    return plays[0].suit if plays else None


def plain_legal_cards(
    hand: Iterable[Card], plays: Sequence[Card], trump: Suit | None = None, held_back: Suit | None = None
) -> LegalCards[Card]:
    """The legal cards: follow suit, else trump, without a duty to overtrump.

    Without a trump suit a player void in the suit led may play anything. The suit ``held_back`` may be led only from a
    hand that holds nothing else.

    >>> from referee.cards.french import parse_card
    >>> hand = [parse_card(code) for code in ("2H", "AH", "3D")]
    >>> choice = plain_legal_cards(hand, [parse_card("9S"), parse_card("KH")], trump=Suit.HEARTS)
    >>> [card.code for card in choice.cards], choice.duty.name
    (['2H', 'AH'], 'TRUMP')
    """
    cards = tuple(hand)
    led = led_suit(plays)
    if led is None:
        playable = tuple(card for card in cards if card.suit is not held_back)
        if playable and len(playable) < len(cards):
            return LegalCards(playable, Duty.HELD_BACK)
        return LegalCards(cards, Duty.LEAD)
    for suit, duty in ((led, Duty.FOLLOW), (trump, Duty.TRUMP)):
        suited = tuple(card for card in cards if card.suit is suit)
        if suited:
            return LegalCards(suited, duty)
    return LegalCards(cards, Duty.DISCARD)


def plain_winner(plays: Sequence[Card], trump: Suit | None = None) -> int:
    """The index of the winning play: the highest trump, else the highest card of the suit led.

    >>> from referee.cards.french import parse_card
    >>> plain_winner([parse_card("9S"), parse_card("AD"), parse_card("KS"), parse_card("2H")], Suit.HEARTS)
    3
    """
    led = led_suit(plays)

    def strength(card: Card) -> int:
        if card.suit is trump:
            return len(RANKS) + NATURAL[card.rank]
        return NATURAL[card.rank] if card.suit is led else -1

    return max(range(len(plays)), key=lambda place: strength(plays[place]))


# Tricks that may be tied.


def leaders(plays: Sequence[AnyCard], strength: Callable[[AnyCard], int]) -> tuple[int, ...]:
    """The indexes of the plays with the highest strength; several make the trick void.

    >>> leaders([4, 9, 1, 9], lambda number: number)
    (1, 3)
    """
    best = max(map(strength, plays), default=None)
    return tuple(place for place, card in enumerate(plays) if strength(card) == best)
