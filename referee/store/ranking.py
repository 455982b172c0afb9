"""The club's ranking and its records, by game and period.

There is no rating: Elo's published formula rates two players, and stretching it to tables of three to twelve would
be an invention of ours. What is shown can be counted again by hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Integer, Text, and_, cast, false, func, select, type_coerce
from sqlalchemy.orm import aliased

from referee.store.database import db
from referee.store.models import Match, Result
from referee.store.players import Roll
from referee.store.statistics import Scope, is_whole, lowest_is_best, one_if

__all__ = ["Ranked", "Record", "ranking", "record_margin", "record_total", "totals"]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line of the ranking; ``place`` is shared by those whose wins and places are level."""

    player_id: int
    matches: int
    wins: int
    places: int
    longest: int
    place: int = 0

    @property
    def share(self) -> Fraction:
        return Fraction(self.wins, self.matches)

    @property
    def mean_place(self) -> Fraction:
        return Fraction(self.places, self.matches)


PLACES = 32
"""More than any game has places."""


def ranking(within: Scope, people: Roll, least: int = 1) -> tuple[list[Ranked], list[Ranked]]:
    """Those with at least so many matches, best first: by share of wins, then by average place; and the others.

    One row a match, its players and what they did packed into numbers: that is four times quicker to read than a
    row a player, and the order of the matches, which the streaks need, is still the database's.
    """
    code = (Result.player_id * 2 + type_coerce(Result.won, Integer)) * PLACES + Result.place
    query = (
        select(func.aggregate_strings(cast(code, Text), ","))
        .where(*within.of())
        .group_by(Result.finished_at, Result.match_id)
        .order_by(Result.finished_at, Result.match_id)
    )
    matches = db.session.scalars(query).all()
    found = _lines(people, [int(code) for code in ",".join(matches).split(",")] if matches else [])
    enough = sorted((one for one in found if one.matches >= least), key=_best_first)
    return _placed(enough), sorted((one for one in found if one.matches < least), key=_best_first)


def _lines(people: Roll, codes: Sequence[int]) -> list[Ranked]:
    """The codes of all matches in their order, added up by player."""
    roots = {code: people.root(code // (2 * PLACES)) for code in set(codes)}
    won = {code: code // PLACES % 2 for code in roots}
    current: dict[int, int] = defaultdict(int)
    longest: dict[int, int] = defaultdict(int)
    for code in codes:
        player = roots[code]
        if won[code]:
            current[player] += 1
            if current[player] > longest[player]:
                longest[player] = current[player]
        else:
            current[player] = 0
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for code, times in Counter(codes).items():
        line = sums[roots[code]]
        line[0] += times
        line[1] += times * won[code]
        line[2] += times * (code % PLACES)
    return [Ranked(player, matches, wins, places, longest[player]) for player, (matches, wins, places) in sums.items()]


def _best_first(one: Ranked) -> tuple[Fraction, Fraction, int]:
    return -one.share, one.mean_place, one.player_id


def _placed(lines: Sequence[Ranked]) -> list[Ranked]:
    placed: list[Ranked] = []
    for number, one in enumerate(lines, start=1):
        before = placed[-1] if placed else None
        level = before is not None and _best_first(before)[:2] == _best_first(one)[:2]
        place = before.place if before is not None and level else number
        placed.append(replace(one, place=place))
    return placed


@dataclass(frozen=True, slots=True)
class Record:
    """Something nobody did better: how much, by which side, in which match."""

    value: int
    match: Match
    finished_at: datetime
    players: tuple[int, ...]


def record_total(within: Scope, people: Roll) -> list[Record]:
    """The best total of the game in the scope, and everybody who reached it, the first to do so first."""
    low = lowest_is_best(within.game) if within.game else None
    best = (func.min if low else func.max)(Result.total)
    wanted = [*within.of(), is_whole()] if low is not None else [false()]
    query = (
        select(Match, Result.finished_at, Result.side, Result.player_id, Result.total)
        .join(Match, Match.id == Result.match_id)
        .where(*wanted, Result.total == select(best).where(*wanted).scalar_subquery())
        .order_by(Result.finished_at, Result.match_id, Result.seat)
        .limit(HOLDERS)
    )
    return _records(people, db.session.execute(query))


def record_margin(within: Scope, people: Roll) -> list[Record]:
    """The matches of the game in the scope won by most: the best total against the next."""
    next_best = aliased(Result)
    margin = func.abs(Result.total - next_best.total)
    query = (
        select(Match, Result.finished_at, Result.side, Result.player_id, margin)
        .join(Match, Match.id == Result.match_id)
        .join(next_best, and_(next_best.match_id == Result.match_id, next_best.place == 2))
        .where(*within.of() if within.game else [false()], Result.place == 1)
        .order_by(margin.desc(), Result.finished_at, Result.match_id, Result.seat)
        .limit(HOLDERS)
    )
    rows = db.session.execute(query).all()
    return _records(people, (row for row in rows if row[-1] == rows[0][-1]))


HOLDERS = 36
"""Rows read for a record: enough for four sides of three that hold it together, each against three others."""


def _records(people: Roll, rows: Iterable[Any]) -> list[Record]:
    """One record for each side that holds it."""
    found: dict[tuple[int, str], Record] = {}
    for match, finished_at, side, player_id, value in rows:
        held = found.get((match.id, side))
        players = dict.fromkeys((*(held.players if held else ()), people.root(player_id)))
        found[match.id, side] = Record(value, match, finished_at, tuple(players))
    return list(found.values())


def totals(within: Scope, people: Roll) -> Mapping[int, tuple[int, int]]:
    """Matches and wins of everybody, by whom they are counted as."""
    query = (
        select(Result.player_id, func.count(), func.sum(one_if(Result.won.is_(True))))
        .where(*within.of())
        .group_by(Result.player_id)
    )
    found: dict[int, tuple[int, int]] = {}
    for player, matches, wins in db.session.execute(query):
        root = people.root(player)
        had = found.get(root, (0, 0))
        found[root] = (had[0] + matches, had[1] + wins)
    return found
