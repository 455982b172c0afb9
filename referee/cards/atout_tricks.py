"""Tricks with numbered atouts and an excuse: following a suit, overtrumping, the excuse at any time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from referee.cards.tricks import Duty, LegalCards, leaders


class AtoutCard(Protocol):
    """A card of a suit, a numbered atout (no suit), or the excuse (neither); ``strength`` is within the suit."""

    @property
    def suit(self) -> object: ...
    @property
    def atout(self) -> int | None: ...
    @property
    def strength(self) -> int: ...
    @property
    def is_excuse(self) -> bool: ...


Card = TypeVar("Card", bound=AtoutCard)


def card_led(plays: Iterable[Card]) -> Card | None:
    """The card that says what to follow: the first other than the excuse; None without one."""
    return next((card for card in plays if not card.is_excuse), None)


def atout_legal_cards(hand: Iterable[Card], plays: Sequence[Card]) -> LegalCards[Card]:
    """The legal cards: follow the suit, else an atout, if possible a higher one; the excuse at any time."""
    cards = tuple(hand)
    led = card_led(plays)
    if led is None:
        return LegalCards(cards, Duty.LEAD)
    if led.suit is not None and any(card.suit == led.suit for card in cards):
        return LegalCards(tuple(card for card in cards if card.suit == led.suit or card.is_excuse), Duty.FOLLOW)
    highest = max(card.atout or 0 for card in plays)
    mine = [card.atout for card in cards if card.atout is not None]
    if not mine:
        return LegalCards(cards, Duty.DISCARD)
    if max(mine) < highest:
        return LegalCards(tuple(card for card in cards if card.suit is None), Duty.UNDERTRUMP)
    higher = tuple(card for card in cards if card.is_excuse or (card.atout or 0) > highest)
    return LegalCards(higher, Duty.OVERTRUMP if highest else Duty.TRUMP)


def atout_leaders(plays: Sequence[AtoutCard]) -> tuple[int, ...]:
    """The indexes of the best plays: the highest atout, else the strongest cards of the suit led.

    Several where equal cards tie; none while only the excuse is played.
    """
    led = card_led(plays)
    if led is None:
        return ()
    atouts = any(card.atout is not None for card in plays)

    def strength(card: AtoutCard) -> int:
        if atouts:
            return card.atout or -1
        return card.strength if card.suit == led.suit else -1

    return leaders(plays, strength)
