"""The club's ranking and its records, by game and period.

There is no rating: Elo's formula rates two players, not tables of three to twelve. What is shown can be counted by
hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from itertools import chain, islice

from sqlalchemy import Select, case, func, select

from referee.store.database.models import Match, Result
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import IN_ORDER, Scope
from referee.store.players.players import PlayerRegister


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line of the ranking; players with equal wins and places share a ``place``."""

    player_id: int
    matches: int
    wins: int
    sum_of_places: int
    longest_streak: int
    place: int = 0

    @property
    def share(self) -> Fraction:
        return Fraction(self.wins, self.matches)

    @property
    def mean_place(self) -> Fraction:
        return Fraction(self.sum_of_places, self.matches)


@dataclass(frozen=True, slots=True)
class Best:
    """A record: its value, its match, and the players of the side that holds it."""

    value: int
    match: Match
    day: date
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of those with enough matches, the others, most matches first, and the records of its game.

    ``totals``: the best total; ``margins``: the widest win over the next; of whole matches, the first one first.
    """

    ranked: tuple[Ranked, ...] = ()
    others: tuple[Ranked, ...] = ()
    totals: tuple[Best, ...] = ()
    margins: tuple[Best, ...] = ()

    @property
    def longest_streak(self) -> int:
        return max((line.longest_streak for line in (*self.ranked, *self.others)), default=0)


HOLDERS = 4


@dataclass(frozen=True, slots=True)
class WholeMatch:
    """A whole match of one game: the total of its best side, and of the next one where there was one."""

    match_id: int
    best: int
    next_best: int | None


@dataclass(slots=True)
class _Count:
    """What a player's matches amount to, added in their order."""

    matches: int = 0
    wins: int = 0
    sum_of_places: int = 0
    streak: int = 0
    longest_streak: int = 0

    def add(self, won: bool, place: int) -> None:
        self.matches += 1
        self.sum_of_places += place
        if not won:
            self.streak = 0
            return
        self.wins += 1
        self.streak += 1
        self.longest_streak = max(self.longest_streak, self.streak)


READ_AT_ONCE = 1_000

USUAL_LEAST = 3
"""The matches from which a player is ranked, where nobody says otherwise."""


def rank_players(within: Scope, people: PlayerRegister, least: int = 1, else_everybody: bool = False) -> Ranking:
    """The ranking of who has played so many matches, best first: by share of wins, then average place; and the records.

    ``else_everybody``: where nobody has played so many, who has played at all is ranked.
    """
    lines = _lines(within, people)
    if else_everybody and all(line.matches < least for line in lines):
        least = 1
    enough = sorted((line for line in lines if line.matches >= least), key=_best_first)
    others = sorted(
        (line for line in lines if line.matches < least), key=lambda line: (-line.matches, _best_first(line))
    )
    return Ranking(_placed(enough), tuple(others), *_records(within, people))


def results_in_order(within: Scope) -> Select[tuple[int, bool, int]]:
    """The player, whether won, and the place of each result: an index holds them all, and the rows are not read."""
    return select(Result.player_id, Result.won, Result.place).where(*within.of()).order_by(*IN_ORDER)


def _lines(within: Scope, people: PlayerRegister) -> list[Ranked]:
    """The matches, wins, places and longest streak of each player.

    The rows are read from the connection, some at a time: the session takes three times as long for so many.
    """
    rows = db.session.connection().execute(results_in_order(within))
    roots = {player_id: people.root(player_id) for player_id in people.players}
    counts = {root: _Count() for root in roots.values()}
    for player_id, won, place in chain.from_iterable(rows.partitions(READ_AT_ONCE)):
        counts[roots[player_id]].add(won, place)
    return [
        Ranked(root, count.matches, count.wins, count.sum_of_places, count.longest_streak)
        for root, count in counts.items()
        if count.matches
    ]


def _best_first(line: Ranked) -> tuple[Fraction, Fraction, int]:
    return -line.share, line.mean_place, line.player_id


def _placed(lines: Sequence[Ranked]) -> tuple[Ranked, ...]:
    placed: list[Ranked] = []
    for number, line in enumerate(lines, start=1):
        level = placed and _best_first(placed[-1])[:2] == _best_first(line)[:2]
        placed.append(replace(line, place=placed[-1].place if level else number))
    return tuple(placed)


def _records(within: Scope, people: PlayerRegister) -> tuple[tuple[Best, ...], tuple[Best, ...]]:
    """The best totals and the widest wins of one game's whole matches; none where totals cannot be compared."""
    if within.lowest_is_best is None:
        return (), ()
    sign = -1 if within.lowest_is_best else 1
    matches = _whole_matches(within)
    totals = _most({match.match_id: sign * match.best for match in matches})
    margins = _most(
        {match.match_id: abs(match.best - match.next_best) for match in matches if match.next_best is not None}
    )
    sides = _winners([*totals, *margins])
    return _bests(people, sides, totals, sign), _bests(people, sides, margins)


def _whole_matches(within: Scope) -> list[WholeMatch]:
    """The whole matches of the scope, the first one finished first."""
    best, next_best = (func.max(case((Result.place == place, Result.total))) for place in (1, 2))
    query = (
        select(Result.match_id, best, next_best)
        .where(*within.of(), Result.whole.is_(True))
        .group_by(*IN_ORDER)
        .order_by(*IN_ORDER)
    )
    return [WholeMatch(*row) for row in db.session.execute(query)]


def _most(values: Mapping[int, int]) -> dict[int, int]:
    """The matches with the greatest value, the first ones first."""
    most = max(values.values(), default=None)
    return dict(islice(((match_id, value) for match_id, value in values.items() if value == most), HOLDERS))


Side = list[tuple[Match, Result]]
"""The seats of a side, each with its match."""


def _winners(match_ids: Sequence[int]) -> dict[int, dict[str, Side]]:
    """The best sides of these matches, by match and name."""
    query = (
        select(Match, Result)
        .join(Match, Match.id == Result.match_id)
        .where(Result.match_id.in_(match_ids), Result.place == 1)
        .order_by(Result.match_id, Result.seat)
    )
    sides: dict[int, dict[str, Side]] = defaultdict(dict)
    for match, result in db.session.execute(query):
        sides[match.id].setdefault(result.side, []).append((match, result))
    return sides


def _bests(
    people: PlayerRegister, sides: Mapping[int, Mapping[str, Side]], values: Mapping[int, int], sign: int = 1
) -> tuple[Best, ...]:
    bests = []
    for match_id, value in values.items():
        for seats in sides[match_id].values():
            match, result = seats[0]
            players = tuple(people.root(seat.player_id) for _, seat in seats)
            bests.append(Best(sign * value, match, result.day, players))
    return tuple(bests)


def matches_and_wins(within: Scope, people: PlayerRegister) -> Mapping[int, tuple[int, int]]:
    """Matches and wins by the player that each counts as."""
    query = (
        select(Result.player_id, func.count(), func.count().filter(Result.won.is_(True)))
        .where(*within.of())
        .group_by(Result.player_id)
    )
    sums: dict[int, tuple[int, int]] = {}
    for player, matches, wins in db.session.execute(query):
        root = people.root(player)
        matches_before, wins_before = sums.get(root, (0, 0))
        sums[root] = (matches_before + matches, wins_before + wins)
    return sums
