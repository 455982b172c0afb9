"""The deadwood of a hand of Gin: its best melds, its best discard, what is laid off on the knocker's melds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from referee.cards.french import Card, Suit

RUN_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks of a run; the ace is low."""
PLACE = {rank: place for place, rank in enumerate(RUN_RANKS)}
FEWEST, SUITS = 3, 4
TEN = 10
HAND, WITH_DISCARD = 10, 11

Meld = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deadwood:
    """The best arrangement of a hand: its points, its melds, what is laid off; all in the hand's order."""

    points: int
    melds: tuple[Meld, ...]
    laid_off: Meld = ()


def card_points(card: Card) -> int:
    """The points of a card: ace 1, figures 10.

    >>> from referee.cards.french import parse_card
    >>> [card_points(parse_card(code)) for code in ("AS", "9H", "KD")]
    [1, 9, 10]
    """
    return min(PLACE[card.rank] + 1, TEN)


def is_meld(cards: Sequence[Card]) -> bool:
    """Whether the cards are a set of 3 or 4 equal ranks, or a run of 3 and more in a suit.

    >>> from referee.cards.french import parse_card
    >>> [is_meld([parse_card(code) for code in codes]) for codes in (("AS", "2S", "3S"), ("QS", "KS", "AS"))]
    [True, False]
    """
    if len(cards) < FEWEST or len(set(cards)) < len(cards):
        return False
    if len({card.rank for card in cards}) == 1:
        return True
    places = sorted(PLACE[card.rank] for card in cards)
    return len({card.suit for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))


def melds_in(hand: Sequence[Card]) -> list[Meld]:
    """All melds of a hand, each in the hand's order."""
    order = {card: at for at, card in enumerate(hand)}
    melds: list[Meld] = []
    for rank in RUN_RANKS:
        equal = [card for card in hand if card.rank == rank]
        melds.extend(group for size in range(FEWEST, len(equal) + 1) for group in combinations(equal, size))
    for suit in Suit:
        for run in _runs(card for card in hand if card.suit is suit):
            for size in range(FEWEST, len(run) + 1):
                melds.extend(run[start : start + size] for start in range(len(run) - size + 1))
    return [tuple(sorted(meld, key=order.__getitem__)) for meld in melds]


def _runs(cards: Iterable[Card]) -> Iterator[Meld]:
    """The longest runs of the cards of one suit."""
    ordered = sorted(cards, key=lambda card: PLACE[card.rank])
    for _, group in groupby(enumerate(ordered), lambda pair: PLACE[pair[1].rank] - pair[0]):
        yield tuple(card for _, card in group)


def grouped(cards: Sequence[Card]) -> tuple[Meld, ...]:
    """The melds that cards laid on the table make together; a card that fits none stands alone."""
    best = best_deadwood(cards)
    laid = {card for meld in best.melds for card in meld}
    return (*best.melds, *((card,) for card in cards if card not in laid))


def best_deadwood(hand: Sequence[Card], laid_melds: Sequence[Meld] = ()) -> Deadwood:
    """The arrangement with the fewest points, then the fewest melds, after laying off on ``laid_melds``.

    >>> from referee.cards.french import parse_card
    >>> hand = [parse_card(code) for code in ("5S", "6S", "7S", "7H", "7D", "7C", "KD", "2C", "2D", "AH")]
    >>> best = best_deadwood(hand)
    >>> best.points, [[card.code for card in meld] for meld in best.melds]
    (15, [['5S', '6S', '7S'], ['7H', '7D', '7C']])
    """
    arrangements = (_arranged(hand, melds, laid_melds) for melds in _disjoint(melds_in(hand)))
    return min(arrangements, key=lambda arrangement: _sort_key(hand, arrangement))


def after_discard(hand: Sequence[Card], laid_melds: Sequence[Meld] = ()) -> Deadwood:
    """The best arrangement of eleven cards once one is discarded; gin with all eleven needs no discard."""
    whole = best_deadwood(hand, laid_melds)
    if not whole.points:
        return whole
    others = (best_deadwood([card for card in hand if card is not out], laid_melds) for out in hand)
    return min(others, key=lambda arrangement: _sort_key(hand, arrangement))


def _sort_key(hand: Sequence[Card], arrangement: Deadwood) -> tuple[int, int, list[list[int]]]:
    """What the best arrangement has least of: points, then melds, then the places of its cards in the hand."""
    return arrangement.points, len(arrangement.melds), _places(hand, arrangement)


def _places(hand: Sequence[Card], arrangement: Deadwood) -> list[list[int]]:
    return [[hand.index(card) for card in meld] for meld in arrangement.melds]


def _disjoint(melds: Sequence[Meld]) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that share no card."""
    yield ()
    for at, meld in enumerate(melds):
        rest = [other for other in melds[at + 1 :] if not set(other) & set(meld)]
        yield from ((meld, *others) for others in _disjoint(rest))


def _arranged(hand: Sequence[Card], melds: tuple[Meld, ...], laid_melds: Sequence[Meld]) -> Deadwood:
    melded = {card for meld in melds for card in meld}
    left = [card for card in hand if card not in melded]
    off = _laid_off(left, laid_melds)
    points = sum(card_points(card) for card in left if card not in off)
    in_order = sorted(melds, key=lambda meld: hand.index(meld[0]))
    return Deadwood(points, tuple(in_order), tuple(card for card in left if card in off))


def _laid_off(left: Sequence[Card], laid_melds: Sequence[Meld]) -> set[Card]:
    """The cards that go on the melds laid: at both ends of runs as far as they reach, the fourth of a set."""
    off: set[Card] = set()
    for meld in laid_melds:
        if len({card.rank for card in meld}) == 1:
            off.update(card for card in left if card.rank == meld[0].rank)
            continue
        places = [PLACE[card.rank] for card in meld]
        ends = {min(places) - 1: -1, max(places) + 1: 1}
        by_place = {PLACE[card.rank]: card for card in left if card.suit is meld[0].suit}
        for place, step in ends.items():
            while place in by_place:
                off.add(by_place[place])
                place += step
    return off
