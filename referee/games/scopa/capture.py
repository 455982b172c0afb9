"""What a card takes from the table, and the points of a primiera."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.cards.french import Card, Suit

VALUES = {"A": 1, "J": 8, "Q": 9, "K": 10} | {str(n): n for n in range(2, 8)}
"""What a card takes by."""
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


def captures(table: Sequence[Card], card: Card) -> list[tuple[Card, ...]]:
    """What this card may take: one equal card where there is one, else cards that add up to it.

    Each in the table's order, fewest cards first.

    >>> from referee.cards.french import parse_card
    >>> table = [parse_card(code) for code in ("2S", "3H", "5C", "7D")]
    >>> [[taken.code for taken in capture] for capture in captures(table, parse_card("5D"))]
    [['5C']]
    >>> [[taken.code for taken in capture] for capture in captures(table, parse_card("KD"))]
    [['3H', '7D'], ['2S', '3H', '5C']]
    """
    value = VALUES[card.rank]
    alone = [(other,) for other in table if VALUES[other.rank] == value]
    if alone:
        return list(alone)
    return sorted(_groups(table, value), key=len)


def _groups(cards: Sequence[Card], target: int) -> Iterator[tuple[Card, ...]]:
    """The groups of these cards whose values make ``target``, in the order of the cards."""
    for place, card in enumerate(cards):
        value = VALUES[card.rank]
        if value == target:
            yield (card,)
        elif value < target:
            for others in _groups(cards[place + 1 :], target - value):
                yield (card, *others)


def primiera_points(cards: Iterable[Card], missing_suit: str) -> int | None:
    """The sum of the best card of each suit; without a suit None, or with ``counts`` the sum of the others.

    >>> from referee.cards.french import parse_card
    >>> primiera_points([parse_card(code) for code in ("7S", "7H", "6D", "AC", "KC")], "none")
    76
    """
    best: dict[Suit, int] = {}
    for card in cards:
        if card.suit is not None:
            best[card.suit] = max(best.get(card.suit, 0), PRIMIERA[card.rank])
    if len(best) < len(Suit) and missing_suit == "none":
        return None
    return sum(best.values())
