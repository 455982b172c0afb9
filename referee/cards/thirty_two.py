"""Play with the thirty-two cards, seven to ace: the order and the points of trumps, and the duty to overtrump."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from referee.cards.french import Card, Suit, french_face, french_pack, parse_card, rank_strength
from referee.cards.packs import Pack
from referee.cards.tricks import Duty, LegalCards

PACK: Final = Pack.of(parse_card, french_face, french_pack(ranks_out=("2", "3", "4", "5", "6")))
NATURAL_ORDER: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks as they follow each other in a run, lowest first."""

NO_SUIT, EVERY_SUIT = "sans-atout", "tout-atout"
"""The trump of a deal where no suit is trump, or every suit is."""
Trump = Suit | str | None
"""The trump of a deal; None: no suit is trump, and the cards have the points of plain suits."""

PLAIN_STRENGTH: Final = rank_strength(("7", "8", "9", "J", "Q", "K", "10", "A"))
TRUMP_STRENGTH: Final = rank_strength(("7", "8", "Q", "K", "10", "A", "9", "J"))
PLAIN_POINTS: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS: Final = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
NO_SUIT_POINTS: Final = {**PLAIN_POINTS, "A": 19}
EVERY_SUIT_POINTS: Final = {"J": 13, "9": 9, "A": 6, "10": 5, "K": 3, "Q": 2}
ALL_POINTS: Final = 162
"""The points of all cards with those of the last trick."""


def is_trump(card: Card, trump: Trump) -> bool:
    """Whether the card has the order of trumps."""
    return trump == EVERY_SUIT or card.suit is trump


def strength(card: Card, trump: Trump) -> int:
    """The strength of a card within its suit."""
    strengths = TRUMP_STRENGTH if is_trump(card, trump) else PLAIN_STRENGTH
    return strengths[card.rank]


def card_points(card: Card, trump: Trump) -> int:
    """The points of a card.

    >>> from referee.cards.french import parse_card
    >>> card_points(parse_card("9H"), Suit.HEARTS), card_points(parse_card("9H"), Suit.SPADES)
    (14, 0)
    """
    if trump == NO_SUIT:
        return NO_SUIT_POINTS.get(card.rank, 0)
    if trump == EVERY_SUIT:
        return EVERY_SUIT_POINTS.get(card.rank, 0)
    points = TRUMP_POINTS if is_trump(card, trump) else PLAIN_POINTS
    return points.get(card.rank, 0)


def leading_place(plays: Sequence[Card], trump: Trump) -> int:
    """The index of the leading card: the highest of the trump suit, else the highest of the suit led."""
    led = plays[0].suit

    def rank(place: int) -> tuple[int, int]:
        card = plays[place]
        cut = card.suit is trump
        return (2 if cut else int(card.suit is led), strength(card, trump))

    return max(range(len(plays)), key=rank)


def partners_legal_cards(
    hand: Iterable[Card], plays: Sequence[Card], trump: Trump, *, undertrump: bool
) -> LegalCards[Card]:
    """The legal cards of a hand whose partner played two cards before.

    Follow suit, in trumps above the highest if possible. Without the suit led any card while the partner leads, else
    a trump, above the highest if possible. ``undertrump``: with lower trumps only, one of these must be played.

    >>> from referee.cards.french import parse_card
    >>> hand = [parse_card(code) for code in ("7H", "JH", "AD")]
    >>> choice = partners_legal_cards(hand, [parse_card("AS"), parse_card("9H")], Suit.HEARTS, undertrump=True)
    >>> [card.code for card in choice.cards], choice.duty.name
    (['JH'], 'OVERTRUMP')
    """
    cards = tuple(hand)
    if not plays:
        return LegalCards(cards, Duty.LEAD)
    led, best = plays[0].suit, leading_place(plays, trump)
    following = tuple(card for card in cards if card.suit is led)
    if following:
        if not is_trump(plays[0], trump):
            return LegalCards(following, Duty.FOLLOW)
        higher = _above(following, plays[best], trump)
        return LegalCards(higher or following, Duty.OVERTRUMP if higher else Duty.UNDERTRUMP)
    trumps = tuple(card for card in cards if card.suit is trump)
    if not trumps:
        return LegalCards(cards, Duty.DISCARD)
    if best == len(plays) - 2:
        return LegalCards(cards, Duty.PARTNER_LEADS)
    if plays[best].suit is not trump:
        return LegalCards(trumps, Duty.TRUMP)
    if higher := _above(trumps, plays[best], trump):
        return LegalCards(higher, Duty.OVERTRUMP)
    return LegalCards(trumps, Duty.UNDERTRUMP) if undertrump else LegalCards(cards, Duty.LOWER_TRUMPS)


def _above(cards: Iterable[Card], highest: Card, trump: Trump) -> tuple[Card, ...]:
    return tuple(card for card in cards if strength(card, trump) > strength(highest, trump))
