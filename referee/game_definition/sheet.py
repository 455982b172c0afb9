"""The sheet: rounds made of score lines with their reasons, totals, ranking, standing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.answers.table import Table
from referee.words import Text


@dataclass(frozen=True, slots=True)
class Line:
    """Points a side gains (or loses, below zero), why, and by which article.

    ``brief`` is what a cramped cell of the paper sheet would say: ``1→0``.
    """

    side: str
    points: int
    reason: Text
    article: str
    brief: str | Text | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the players carry from deal to deal: turns owed, who is out of the game, titles."""

    skip_next_turn: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Round:
    """One row of the sheet: a completed deal, or a line that a deal in progress already writes.

    ``scores`` are the sums of ``lines`` by side, ``totals`` the running totals after them.
    ``entries`` are the indexes of the entries that made the row, ``answers`` what they said, by step.
    ``stand_ins``: who played whose seat, by the seat. ``group``: the heading of the rows it stands among, and what it
    is called under that heading.
    """

    number: int
    label: Text
    dealer: str
    lines: tuple[Line, ...]
    scores: Mapping[str, int]
    totals: Mapping[str, int]
    entries: tuple[int, ...]
    complete: bool = True
    answers: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    group: tuple[Text, Text] | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a match comes to: everything that pages, exports and statistics show."""

    rounds: tuple[Round, ...]
    totals: Mapping[str, int]
    ranking: tuple[tuple[str, ...], ...]
    over: bool
    winners: tuple[str, ...]
    standing: Standing

    @property
    def places(self) -> dict[str, int]:
        """The place of every side; equals share one, and the next place counts them all: 1, 1, 3."""
        places: dict[str, int] = {}
        for level in self.ranking:
            places.update(dict.fromkeys(level, len(places) + 1))
        return places


def ranked(table: Table, totals: Mapping[str, int], lowest_wins: bool) -> tuple[tuple[str, ...], ...]:
    """The sides from best to worst, equals sharing a place, in seat order; those who have left behind all others.

    >>> from referee.answers.table import make_table
    >>> table, totals = make_table(("Ana", "Bob", "Dan"), None, {}), {"Ana": 5, "Bob": 0, "Dan": 5}
    >>> ranked(table, totals, lowest_wins=False)
    (('Ana', 'Dan'), ('Bob',))
    >>> ranked(table.without("Ana"), totals, lowest_wins=False)
    (('Dan',), ('Bob',), ('Ana',))
    """
    left = {side.name: all(player in table.away for player in side.players) for side in table.sides}
    sign = 1 if lowest_wins else -1
    places = sorted({(left[side], sign * total) for side, total in totals.items()})
    return tuple(tuple(side for side in left if (left[side], sign * totals[side]) == place) for place in places)


def summed(sides: Iterable[str], lines: Iterable[Line]) -> dict[str, int]:
    """The points of each side: the sum of its lines, 0 where it has none."""
    scores = dict.fromkeys(sides, 0)
    for line in lines:
        scores[line.side] += line.points
    return scores
