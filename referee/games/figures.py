"""What the figures of several games share: the share of the deals a player won."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from referee.games.game import Figure, Tally
from referee.words import say

__all__ = ["DEALS_WON", "deal_won"]

DEALS_WON = Figure("deals-won", say("Donnes gagnées"), "share")


def deal_won(players: Iterable[str], winners: Collection[str]) -> Iterator[Tally]:
    """One deal more for everybody who played it, one win more for its winners.

    >>> [(one.player, one.count, one.out_of) for one in deal_won(("Ana", "Bob"), ("Bob",))]
    [('Ana', 0, 1), ('Bob', 1, 1)]
    """
    for player in players:
        yield Tally(player, DEALS_WON.id, int(player in winners))
