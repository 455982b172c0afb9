"""The sheet: rounds made of score lines with their reasons, totals, ranking, standing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.answers.table import Table
from referee.words import Text


@dataclass(frozen=True, slots=True)
class Line:
    """The points of a side (negative: a loss), with their reason and article.

    ``brief``: the reason in the few characters of a table cell: ``1→0``.
    """

    side: str
    points: int
    reason: Text
    article: str
    brief: str | Text | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What the players carry from deal to deal: the players who miss a turn (once for each turn owed), the
    players out of the game, and the ids of titles by player."""

    skip_next_turn: tuple[str, ...] = ()
    eliminated: tuple[str, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a deal adds to one figure: the points or times of each player in ``counts``, who had one chance.

    ``detail``: the value that the figure is split by, "" without one.
    """

    figure: str
    counts: Mapping[str, int]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One row of the sheet: a complete deal, or a row written while the deal goes on.

    ``scores``: the sums of ``lines`` by side; ``totals``: the running totals after them.
    ``entries``: the indexes of the entries of this row; ``answers``: their answers, by step.
    ``stand_ins``: who plays for whom, by seat. ``group``: the common heading of several rows, and this row's label
    under it. ``tallies``: what this row adds to the players' figures. ``in_play``: the players of the deal, without
    who left, is out or rests.
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
    tallies: tuple[Tally, ...] = ()
    in_play: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The result of a match so far, for pages, exports and statistics."""

    rounds: tuple[Round, ...]
    totals: Mapping[str, int]
    ranking: tuple[tuple[str, ...], ...]
    over: bool
    winners: tuple[str, ...]
    standing: Standing

    @property
    def places(self) -> dict[str, int]:
        """The place of each side from 1; ties share a place: 1, 1, 3."""
        places: dict[str, int] = {}
        for level in self.ranking:
            places.update(dict.fromkeys(level, len(places) + 1))
        return places


def ranked(table: Table, totals: Mapping[str, int], lowest_wins: bool) -> tuple[tuple[str, ...], ...]:
    """The sides from best to worst, tied sides together in seat order; sides that left the table come last.

    >>> from referee.answers.table import HouseRules, make_table
    >>> table, totals = make_table(("Ana", "Bob", "Dan"), None, HouseRules()), {"Ana": 5, "Bob": 0, "Dan": 5}
    >>> ranked(table, totals, lowest_wins=False)
    (('Ana', 'Dan'), ('Bob',))
    >>> ranked(table.without("Ana"), totals, lowest_wins=False)
    (('Dan',), ('Bob',), ('Ana',))
    """
    away = {side.name: all(player in table.away for player in side.players) for side in table.sides}
    sign = 1 if lowest_wins else -1
    places = sorted({(away[side], sign * total) for side, total in totals.items()})
    return tuple(tuple(side for side in away if (away[side], sign * totals[side]) == place) for place in places)


def figure_sums(rounds: Iterable[Round], people: Collection[str]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """The tallies of these people's seats: count and chances, by who played there, figure and detail."""
    sums: dict[tuple[str, str, str], tuple[int, int]] = {}
    for row in rounds:
        for tally in row.tallies:
            for player, added in tally.counts.items():
                if player in people:
                    key = row.stand_ins.get(player, player), tally.figure, tally.detail
                    count, chances = sums.get(key, (0, 0))
                    sums[key] = count + added, chances + 1
    return sums


def summed(sides: Iterable[str], lines: Iterable[Line]) -> dict[str, int]:
    """The points of each side in these lines, 0 without a line."""
    scores = dict.fromkeys(sides, 0)
    for line in lines:
        scores[line.side] += line.points
    return scores
