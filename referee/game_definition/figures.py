"""The statistics of a game, and what a deal adds to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from referee.game_definition.sheet import Tally
from referee.words import Text, say


@dataclass(frozen=True, slots=True)
class Figure:
    """A statistic of a player over many matches of a game (bids made, points a contract).

    ``kind``: ``share`` is a count out of a number of chances, ``mean`` an average, ``count`` a number of times.
    ``detail``: the words for a value that the figure is split by (cards dealt, contract), from its id.
    """

    id: str
    label: Text
    kind: Literal["share", "mean", "count"]
    detail: Callable[[str], Text] | None = None


DEALS_WON = Figure("deals-won", say("Donnes gagnées"), "share")


def share_tally(figure: str, players: Iterable[str], winners: Iterable[str]) -> Tally:
    """A chance for each of the players, taken by the winners, who are some of them.

    >>> share_tally("went-out", ("Ana", "Bob"), ("Bob",)).counts
    {'Ana': 0, 'Bob': 1}
    """
    return Tally(figure, {**dict.fromkeys(players, 0), **dict.fromkeys(winners, 1)})


def deals_won_tally(players: Iterable[str], winners: Iterable[str]) -> Tally:
    """A deal for each of the players, won by the winners, who are some of them."""
    return share_tally(DEALS_WON.id, players, winners)
