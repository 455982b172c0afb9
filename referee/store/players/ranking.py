"""The club's ranking and its records, by game and period.

There is no rating: Elo's formula rates two players, not tables of three to twelve. What is shown can be counted by
hand.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from itertools import islice

from sqlalchemy import ColumnElement, Integer, Text, case, cast, func, select

from referee.store.database.models import Match, Result
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import Scope, one_if
from referee.store.players.players import Roll


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line of the ranking; players with equal wins and places share a ``place``."""

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


@dataclass(frozen=True, slots=True)
class Best:
    """A record: its value, its match, and the players of the side that holds it."""

    value: int
    match: Match
    finished_at: datetime
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """The ranking of those with enough matches, the others, most matches first, and the records of its game.

    ``totals``: the best total; ``margins``: the widest win over the next; of whole matches, the first one first.
    """

    ranked: tuple[Ranked, ...] = ()
    others: tuple[Ranked, ...] = ()
    totals: tuple[Best, ...] = ()
    margins: tuple[Best, ...] = ()

    @property
    def longest(self) -> int:
        return max((line.longest for line in (*self.ranked, *self.others)), default=0)


PLACES = 32
HOLDERS = 4


def board(within: Scope, people: Roll, least: int = 1, else_everybody: bool = False) -> Board:
    """The ranking of who has played so many matches, best first: by share of wins, then average place; and the records.

    ``else_everybody``: where nobody has played so many, who has played at all is ranked.

    One text a match, with its players and their places packed into numbers: four times quicker to read than a row a
    player.
    """
    code = (Result.player_id * 2 + cast(Result.won, Integer)) * PLACES + Result.place
    packed: ColumnElement[str] = func.aggregate_strings(cast(code, Text), ",")
    if _comparable(within):
        best, after = (func.max(case((Result.place == place, Result.total))) for place in (1, 2))
        whole = func.max(one_if(Result.whole.is_(True)))
        for number in (Result.match_id, whole, best, func.coalesce(cast(after, Text), "")):
            packed = packed + ";" + cast(number, Text)
    query = (
        select(packed)
        .where(*within.of())
        .group_by(Result.finished_at, Result.match_id)
        .order_by(Result.finished_at, Result.match_id)
    )
    matches = [match.split(";") for match in db.session.scalars(query)]
    lines = _lines(people, [int(code) for code in ",".join(match[0] for match in matches).split(",") if code])
    if else_everybody and all(line.matches < least for line in lines):
        least = 1
    enough = sorted((line for line in lines if line.matches >= least), key=_best_first)
    others = sorted(
        (line for line in lines if line.matches < least), key=lambda line: (-line.matches, _best_first(line))
    )
    return Board(_placed(enough), tuple(others), *_records(within, people, matches))


def _lines(people: Roll, codes: Sequence[int]) -> list[Ranked]:
    """The codes of all matches in their order, summed by player."""
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


def _best_first(line: Ranked) -> tuple[Fraction, Fraction, int]:
    return -line.share, line.mean_place, line.player_id


def _placed(lines: Sequence[Ranked]) -> tuple[Ranked, ...]:
    placed: list[Ranked] = []
    for number, line in enumerate(lines, start=1):
        level = placed and _best_first(placed[-1])[:2] == _best_first(line)[:2]
        placed.append(replace(line, place=placed[-1].place if level else number))
    return tuple(placed)


def _records(within: Scope, people: Roll, matches: Sequence[list[str]]) -> tuple[tuple[Best, ...], tuple[Best, ...]]:
    """The best totals and the widest wins of one game's whole matches; none where totals cannot be compared."""
    if not _comparable(within):
        return (), ()
    sign = -1 if within.lowest_is_best else 1
    totals, margins = {}, {}
    for _, match_id, whole, best, after in matches:
        if not int(whole):
            continue
        totals[int(match_id)] = sign * int(best)
        if after:
            margins[int(match_id)] = abs(int(best) - int(after))
    totals, margins = _most(totals), _most(margins)
    sides = _winners([*totals, *margins])
    return _held(people, sides, totals, sign), _held(people, sides, margins)


def _comparable(within: Scope) -> bool:
    """Whether the scope is one game whose totals mean the same in every match."""
    return within.lowest_is_best is not None


def _most(values: Mapping[int, int]) -> dict[int, int]:
    """The matches with the greatest value, the first ones first."""
    most = max(values.values(), default=None)
    return dict(islice(((match_id, value) for match_id, value in values.items() if value == most), HOLDERS))


def _winners(match_ids: Sequence[int]) -> dict[tuple[int, str], list[tuple[Match, Result]]]:
    """The best sides of these matches, with their seats."""
    query = (
        select(Match, Result)
        .join(Match, Match.id == Result.match_id)
        .where(Result.match_id.in_(match_ids), Result.place == 1)
        .order_by(Result.match_id, Result.seat)
    )
    sides: dict[tuple[int, str], list[tuple[Match, Result]]] = defaultdict(list)
    for match, result in db.session.execute(query):
        sides[match.id, result.side].append((match, result))
    return sides


def _held(
    people: Roll, sides: Mapping[tuple[int, str], list[tuple[Match, Result]]], values: Mapping[int, int], sign: int = 1
) -> tuple[Best, ...]:
    bests = []
    for match_id, value in values.items():
        for seats in (seats for (side_match_id, _), seats in sides.items() if side_match_id == match_id):
            match, result = seats[0]
            players = tuple(people.root(seat.player_id) for _, seat in seats)
            bests.append(Best(sign * value, match, result.finished_at, players))
    return tuple(bests)


def totals(within: Scope, people: Roll) -> Mapping[int, tuple[int, int]]:
    """Matches and wins by the player that each counts as."""
    query = (
        select(Result.player_id, func.count(), func.sum(one_if(Result.won.is_(True))))
        .where(*within.of())
        .group_by(Result.player_id)
    )
    sums: dict[int, tuple[int, int]] = {}
    for player, matches, wins in db.session.execute(query):
        root = people.root(player)
        matches_before, wins_before = sums.get(root, (0, 0))
        sums[root] = (matches_before + matches, wins_before + wins)
    return sums
