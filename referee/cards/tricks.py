"""Playing to a trick: which cards a hand may play, and who takes the trick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Generic, TypeVar

from referee.cards.french import RANKS, Card, Suit, rank_strength

AnyCard = TypeVar("AnyCard")
NATURAL = rank_strength(RANKS)


class Duty(Enum):
    """What binds the player whose turn it is."""

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
    DISCARD = auto()
    """Nothing to follow or trump with: any card."""


@dataclass(frozen=True, slots=True)
class Choice(Generic[AnyCard]):
    """The cards a hand may play, in the hand's order, and the duty that leaves just these."""

    cards: tuple[AnyCard, ...]
    duty: Duty


# Plain trick games: one suit led, perhaps one suit trumps.


def plain_led(plays: Sequence[Card]) -> Suit | None:
    """The suit led to a trick; None before the first card."""
    return plays[0].suit if plays else None


def plain_choice(
    hand: Iterable[Card], plays: Sequence[Card], trump: Suit | None = None, held_back: Suit | None = None
) -> Choice[Card]:
    """The cards a hand may play: follow suit, else trump, without a duty to overtrump.

    With ``trump`` None a player who is void may play anything. A suit ``held_back`` may be led
    only from a hand that holds nothing else.

    >>> from referee.cards.french import parse_card
    >>> hand = [parse_card(code) for code in ("2H", "AH", "3D")]
    >>> choice = plain_choice(hand, [parse_card("9S"), parse_card("KH")], trump=Suit.HEARTS)
    >>> [card.code for card in choice.cards], choice.duty.name
    (['2H', 'AH'], 'TRUMP')
    """
    cards = tuple(hand)
    led = plain_led(plays)
    if led is None:
        others = tuple(card for card in cards if card.suit is not held_back)
        if others and len(others) < len(cards):
            return Choice(others, Duty.HELD_BACK)
        return Choice(cards, Duty.LEAD)
    for suit, duty in ((led, Duty.FOLLOW), (trump, Duty.TRUMP)):
        fitting = tuple(card for card in cards if card.suit is suit)
        if fitting:
            return Choice(fitting, duty)
    return Choice(cards, Duty.DISCARD)


def plain_winner(plays: Sequence[Card], trump: Suit | None = None) -> int:
    """Which play, from 0, takes the trick: the highest trump, else the highest of the suit led.

    >>> from referee.cards.french import parse_card
    >>> plain_winner([parse_card("9S"), parse_card("AD"), parse_card("KS"), parse_card("2H")], Suit.HEARTS)
    3
    """
    led = plain_led(plays)

    def strength(card: Card) -> int:
        if card.suit is trump:
            return len(RANKS) + NATURAL[card.rank]
        return NATURAL[card.rank] if card.suit is led else -1

    return max(range(len(plays)), key=lambda place: strength(plays[place]))


# Tricks that may end level.


def leaders(plays: Sequence[AnyCard], strength: Callable[[AnyCard], int]) -> tuple[int, ...]:
    """Which plays, from 0, share the highest strength; more than one leaves the trick void.

    >>> leaders([4, 9, 1, 9], lambda number: number)
    (1, 3)
    """
    best = max(map(strength, plays), default=None)
    return tuple(place for place, card in enumerate(plays) if strength(card) == best)
