"""Declarations of the thirty-two cards: runs in a suit and fours of a rank, their points, and the best of the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final

from referee.cards.french import Card, Suit, rank_strength
from referee.cards.thirty_two import NATURAL_ORDER, NO_SUIT, Trump

HAND: Final = 8
SHORTEST_RUN, LONGEST_COUNTED = 3, 5
RUN_POINTS: Final = {3: 20, 4: 50, 5: 100}
"""By length; a longer run has the points of five cards."""
FOUR_POINTS: Final = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
"""By rank, from the best to the weakest."""
NO_SUIT_FOUR_POINTS: Final = {"A": 200, "10": 150, "K": 100, "Q": 100, "J": 100, "9": 100}
"""At sans-atout."""
NATURAL: Final = rank_strength(NATURAL_ORDER)


@dataclass(frozen=True, slots=True)
class Declaration:
    """Cards of a hand that count as a run (with its ``suit``) or as a four of a rank, lowest first."""

    cards: tuple[Card, ...]
    suit: Suit | None
    points: int

    def comparison_key(self, trump: Trump) -> tuple[int, int, int, bool]:
        """What compares it with others: a four before a run, longer, higher, of the trump suit."""
        if self.suit is None:
            strength = rank_strength(reversed(tuple(four_points(trump))))
            return (1, 0, strength[self.cards[0].rank], False)
        return (0, len(self.cards), NATURAL[self.cards[-1].rank], self.suit is trump)


@dataclass(frozen=True, slots=True)
class BestDeclaration:
    """The best declaration of a table, its player, and the declarations of that player's side, by player."""

    player: str
    best: Declaration
    by_player: Mapping[str, tuple[Declaration, ...]]

    @property
    def points(self) -> int:
        return sum(declaration.points for declarations in self.by_player.values() for declaration in declarations)


def four_points(trump: Trump) -> Mapping[str, int]:
    """The points of four of a rank, from the best rank to the weakest."""
    return NO_SUIT_FOUR_POINTS if trump == NO_SUIT else FOUR_POINTS


def declarations_of(hand: Collection[Card], trump: Trump = None) -> tuple[Declaration, ...]:
    """The declarations of a hand: a card serves once, in what counts most, else in the four; no run is split else.

    >>> from referee.cards.french import parse_card
    >>> hand = [parse_card(code) for code in ("9S", "JS", "JH", "JD", "JC", "10S", "QS", "7H")]
    >>> [declaration.points for declaration in declarations_of(hand)]
    [200]
    """
    points = four_points(trump)
    by_rank = (tuple(card for card in hand if card.rank == rank) for rank in points)
    fours = [Declaration(cards, None, points[cards[0].rank]) for cards in by_rank if len(cards) == len(Suit)]
    return max(
        (_with_fours(hand, chosen) for number in range(len(fours) + 1) for chosen in combinations(fours, number)),
        key=lambda declarations: (
            sum(item.points for item in declarations),
            sum(item.suit is None for item in declarations),
        ),
    )


def _with_fours(hand: Collection[Card], fours: Sequence[Declaration]) -> tuple[Declaration, ...]:
    used = set(chain.from_iterable(four.cards for four in fours))
    left = [card for card in hand if card not in used]
    return (*fours, *_runs(left))


def _runs(cards: Collection[Card]) -> Iterator[Declaration]:
    for suit in Suit:
        by_rank = {card.rank: card for card in cards if card.suit is suit}
        run: list[Card] = []
        for rank in (*NATURAL_ORDER, None):
            if rank in by_rank:
                run.append(by_rank[rank])
                continue
            if len(run) >= SHORTEST_RUN:
                yield Declaration(tuple(run), suit, RUN_POINTS[min(len(run), LONGEST_COUNTED)])
            run = []


def best_declaration(
    hands: Mapping[str, Collection[Card]], trump: Trump, order: Sequence[str]
) -> BestDeclaration | None:
    """The side whose declarations count: that of the best one; of equals the first in the order of play.

    Partners are every second player of ``order``.
    """
    declarations = {player: declarations_of(hands[player], trump) for player in order}
    every = [(declaration, player) for player in order for declaration in declarations[player]]
    if not every:
        return None
    best, player = max(every, key=lambda pair: pair[0].comparison_key(trump))
    return BestDeclaration(player, best, {mate: declarations[mate] for mate in order[order.index(player) % 2 :: 2]})
