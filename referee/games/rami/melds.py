"""The melds of the Rami: sets of equal ranks, runs in a suit, jokers for anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.cards.french import CARDS, RANKS, Card
from referee.games.rami.scoring import RamiRules, card_points

FEWEST, SUITS = 3, 4
LOW_ACE_POINTS = 1
"""The points of an ace before the 2."""
RUN_RANKS = ("A", *RANKS)
"""The ranks of the longest run, the ace below the 2 and above the king."""


def meld_points(cards: Sequence[Card], rules: RamiRules) -> int | None:
    """The points of a meld, its jokers at the dearest place they may have; None where the cards are no meld.

    >>> from referee.cards.french import parse_card
    >>> rules = RamiRules()
    >>> meld_points([parse_card(code) for code in ("QS", "JOKER", "AS")], rules)
    31
    >>> meld_points([parse_card(code) for code in ("AS", "2S", "3S")], rules)
    6
    """
    return max((*_set_points(cards, rules), *_run_points(cards, rules)), default=None)


def _set_points(cards: Sequence[Card], rules: RamiRules) -> Iterator[int]:
    """The points as three or four equal ranks of different suits."""
    naturals = [card for card in cards if card.suit is not None]
    suits = {card.suit for card in naturals}
    ranks = {card.rank for card in naturals}
    if FEWEST <= len(cards) <= SUITS and len(suits) == len(naturals) and len(ranks) <= 1:
        for rank in ranks or RANKS:
            yield len(cards) * _rank_points(rank, rules)


def _rank_points(rank: str, rules: RamiRules) -> int:
    return next(card_points(card, rules) for card in CARDS if card.rank == rank)


def _run_points(cards: Sequence[Card], rules: RamiRules) -> Iterator[int]:
    """The points as a run in a suit, at each place where its natural cards fit."""
    naturals = [card for card in cards if card.suit is not None]
    if len(cards) < FEWEST or len({card.suit for card in naturals}) > 1:
        return
    for start in range(len(RUN_RANKS) - len(cards) + 1):
        ranks = list(RUN_RANKS[start : start + len(cards)])
        free = list(ranks)
        for card in naturals:
            if card.rank not in free:
                break
            free.remove(card.rank)
        else:
            yield sum(
                LOW_ACE_POINTS if start + place == 0 else _rank_points(rank, rules) for place, rank in enumerate(ranks)
            )
