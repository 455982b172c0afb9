"""Counting at cribbage: what a hand or crib is worth with the starter, and what a card pegs in the play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.cards.french import Card

# The tables of the rules (ACC): someone who knows the game can check them without reading a function.
ORDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The ranks as runs go; the ace is low only."""
PLACES = {rank: place for place, rank in enumerate(ORDER)}
VALUES = {rank: min(place + 1, 10) for rank, place in PLACES.items()}
FIFTEEN, FOR_FIFTEEN = 15, 2
FOR_PAIRS = {1: 0, 2: 2, 3: 6, 4: 12}
"""The points of equal cards: two for each pair that they make."""
SHORTEST_RUN = 3
FLUSH = 4
FOR_NOBS = 1
MOST_COUNT, FOR_MOST_COUNT = 31, 2


@dataclass(frozen=True, slots=True)
class Count:
    """The points of a hand or a crib, by what they are for."""

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int

    @property
    def points(self) -> int:
        """All points together."""
        return self.fifteens + self.pairs + self.runs + self.flush + self.nobs


def count_hand(hand: Sequence[Card], starter: Card, *, crib: bool) -> Count:
    """The points of four cards with the starter.

    >>> from referee.cards.french import parse_card
    >>> hand, starter = [parse_card(code) for code in ("5S", "5C", "5D", "JH")], parse_card("5H")
    >>> count_hand(hand, starter, crib=False).points
    29
    """
    cards = (*hand, starter)
    ranks = Counter(card.rank for card in cards)
    return Count(
        _fifteens(VALUES[card.rank] for card in cards) * FOR_FIFTEEN,
        sum(FOR_PAIRS[number] for number in ranks.values()),
        _runs(ranks),
        _flush(hand, starter, crib),
        FOR_NOBS * any(card.rank == "J" and card.suit is starter.suit for card in hand),
    )


def _fifteens(values: Iterable[int]) -> int:
    """The number of combinations that make fifteen."""
    ways = [1] + [0] * FIFTEEN
    for value in values:
        for total in range(FIFTEEN, value - 1, -1):
            ways[total] += ways[total - value]
    return ways[FIFTEEN]


def _runs(ranks: Counter[str]) -> int:
    """A point a card of every longest run; equal cards make as many runs.

    >>> _runs(Counter(A=1)), _runs(Counter("4566")), _runs(Counter("44566"))
    (0, 6, 12)
    """
    points, length, times = 0, 0, 1
    for rank in (*ORDER, ""):
        if ranks[rank]:
            length, times = length + 1, times * ranks[rank]
            continue
        if length >= SHORTEST_RUN:
            points += length * times
        length, times = 0, 1
    return points


def _flush(hand: Sequence[Card], starter: Card, crib: bool) -> int:
    """Four cards of a suit, five with the starter; a crib needs all five."""
    if len({card.suit for card in hand}) > 1:
        return 0
    if starter.suit is hand[0].suit:
        return FLUSH + 1
    return 0 if crib else FLUSH


@dataclass(frozen=True, slots=True)
class Pegging:
    """What the last card of a sequence pegs: the count with it, and the points by what they are for.

    ``run``, ``equal``: the cards of the run, of the equal ranks, that it ends; 0 or 1 for none.
    """

    count: int
    run: int
    equal: int

    @property
    def allowed(self) -> bool:
        """Whether the count stays within thirty-one."""
        return self.count <= MOST_COUNT

    @property
    def points(self) -> int:
        """The points, without that of the last card."""
        if not self.allowed:
            return 0
        for_count = {FIFTEEN: FOR_FIFTEEN, MOST_COUNT: FOR_MOST_COUNT}.get(self.count, 0)
        return for_count + FOR_PAIRS[self.equal] + self.run


def count_play(cards: Sequence[Card]) -> Pegging:
    """What the last of these cards pegs, played since the last thirty-one or go.

    >>> from referee.cards.french import parse_card
    >>> pegging = count_play([parse_card(code) for code in ("6S", "4H", "5D")])
    >>> pegging.count, pegging.points
    (15, 5)
    """
    count = sum(VALUES[card.rank] for card in cards)
    last = cards[-1].rank
    equal = next((n for n, card in enumerate(reversed(cards)) if card.rank != last), len(cards))
    lengths = range(len(cards), SHORTEST_RUN - 1, -1)
    run = next((length for length in lengths if _is_run(cards[-length:])), 0)
    return Pegging(count, run, equal)


def _is_run(cards: Sequence[Card]) -> bool:
    """Whether the cards make a run, in any order."""
    places = {PLACES[card.rank] for card in cards}
    return len(places) == len(cards) and max(places) - min(places) == len(cards) - 1
