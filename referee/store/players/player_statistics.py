"""The finished matches of one player: totals, places, streaks, opponents, figures.

Every function is one query over the stored results. A match stopped before its first deal was complete does not count.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, case, exists, false, func, select, tuple_
from sqlalchemy.orm import aliased

from referee.game_definition.game import Game, high_wins, low_wins
from referee.games.registry import GAMES, game_named
from referee.store.database.models import Match, Result, StandIn, TallyRow
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.stored_json import text_at
from referee.store.players.players import PlayerRegister

Sums = dict[str, dict[str, tuple[int, int]]]
"""By figure and detail: so many, out of so many."""


LATEST_FIRST = Result.day.desc(), Result.finished_at.desc(), Result.match_id.desc()
IN_ORDER = Result.day, Result.finished_at, Result.match_id
"""The order in which matches count; the same in an evening, whose matches begin in it."""
Point = tuple[date, datetime]
"""A point in that order: a day, and a moment among the matches of that day."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The results that count: of a club, of one game or all, from the day ``since`` to the day ``until``.

    ``name``: those of the matches to which their table gave this name; ``lowest``: whether the lowest total wins these;
    ``before``: those before this point in their order.
    """

    club_id: int
    game: str | None = None
    since: date | None = None
    until: date | None = None
    name: str = ""
    lowest: bool | None = None
    before: Point | None = None

    @property
    def lowest_is_best(self) -> bool | None:
        """Whether the lowest total is best; None without one game, or where its tables decide it."""
        if self.name:
            return self.lowest
        return lowest_is_best(self.game) if self.game else None

    def of(self) -> list[ColumnElement[bool]]:
        conditions = [Result.club_id == self.club_id]
        conditions.append(Result.game.in_(GAMES) if self.game is None else Result.game == self.game)
        if self.name and (game := game_named(self.game)):
            own_name = text_at(Match.options, game.name_option, is_sqlite(db.engine))
            named = select(Match.id).where(Match.club_id == self.club_id, Match.game == game.id, own_name == self.name)
            conditions.append(Result.match_id.in_(named))
        if self.since is not None:
            conditions.append(Result.day >= self.since)
        if self.until is not None:
            conditions.append(Result.day <= self.until)
        if self.before is not None:
            conditions.append(tuple_(Result.day, Result.finished_at) < self.before)
        return conditions


def games_with_results(club_id: int) -> list[str]:
    """The ids of the games of which the club has finished a match: the database looks for one of each."""
    finished = [exists().where(Result.club_id == club_id, Result.game == game) for game in GAMES]
    row = db.session.execute(select(*finished)).one()
    return [game for game, found in zip(GAMES, row, strict=True) if found]


def lowest_is_best(game_id: str) -> bool | None:
    """Whether a game's lowest total is best; None where the table decides it."""
    game = game_named(game_id)
    if game is None or game.lowest_wins not in (low_wins, high_wins):
        return None
    return game.lowest_wins is low_wins


@dataclass(slots=True)
class GameTotals:
    """A player's matches of one game; ``places``: how often each place.

    ``deals`` and ``points``, ``highest`` and ``lowest`` are of matches whose deals are known; None without one.
    ``…_whole``: of whole matches. ``lowest_is_best``: None where the table decides it.
    """

    game: str
    lowest_is_best: bool | None
    places: Counter[int]
    matches: int
    wins: int
    shared: int
    deals: int
    points: int
    highest: int | None
    lowest: int | None
    highest_whole: int | None
    lowest_whole: int | None

    @property
    def best(self) -> int | None:
        """The best total of a whole match; where the table decides what is best, the highest of all."""
        if self.lowest_is_best is None:
            return self.highest
        return self.lowest_whole if self.lowest_is_best else self.highest_whole

    @property
    def worst(self) -> int | None:
        """The worst total of the same matches; where the table decides what is best, the lowest of all."""
        if self.lowest_is_best is None:
            return self.lowest
        return self.highest_whole if self.lowest_is_best else self.lowest_whole

    @property
    def per_deal(self) -> Fraction | None:
        return Fraction(self.points, self.deals) if self.deals else None


def totals_by_place(within: Scope, ids: Sequence[int]) -> Select[Any]:
    """The sums of a player's results of each game and place, in the order of :class:`GameTotals`."""
    other = aliased(Result)
    other_side_won = (
        select(other.seat)
        .where(other.match_id == Result.match_id, other.won.is_(True), other.side != Result.side)
        .exists()
    )
    known = Result.deals > 0  # of some matches only the totals are known
    return (
        select(
            Result.game,
            Result.place,
            func.count(),
            func.count().filter(Result.won.is_(True)),
            func.count().filter(Result.won.is_(True), other_side_won),
            func.sum(Result.in_play),
            func.sum(case((known, Result.total), else_=0)),
            func.max(case((known, Result.total))),
            func.min(case((known, Result.total))),
            func.max(case((Result.whole.is_(True), Result.total))),
            func.min(case((Result.whole.is_(True), Result.total))),
        )
        .where(Result.player_id.in_(ids), *within.of())
        .group_by(Result.game, Result.place)
    )


def by_game(within: Scope, ids: Sequence[int]) -> list[GameTotals]:
    """A player's matches by game, the most played first; ``ids``: all players counted as this one."""
    rows: dict[str, list[Sequence[Any]]] = defaultdict(list)
    for game, *row in db.session.execute(totals_by_place(within, ids)):
        rows[game].append(row)
    low = {game: within.lowest_is_best if within.name else lowest_is_best(game) for game in rows}
    totals = [_game_totals(game, low[game], places) for game, places in rows.items()]
    return sorted(totals, key=lambda game_totals: (-game_totals.matches, game_totals.game))


def own_names(within: Scope, ids: Sequence[int], game: Game) -> list[str]:
    """The names under which tables played a game with this player, in order; "" where one gave it none."""
    return sorted_names(select_names(within, game).where(Result.player_id.in_(ids)))


def select_names(within: Scope, game: Game) -> Select[tuple[str]]:
    """The names that the tables of these results gave a game, each once as it was written."""
    named = func.coalesce(text_at(Match.options, game.name_option, is_sqlite(db.engine)), "")
    of_match = Result.match_id == Match.id, Match.game == game.id
    return select(named).distinct().select_from(Result).join(Match, and_(*of_match)).where(*within.of())


def sorted_names(query: Select[tuple[str]]) -> list[str]:
    """The names that a query finds, in order, without the spaces around them."""
    return sorted({name.strip() for name in db.session.scalars(query)})


def _game_totals(game: str, low: bool | None, rows: Sequence[Sequence[Any]]) -> GameTotals:
    """The totals of a game from those of each place."""
    places, matches, wins, shared, deals, points, highest, lowest, highest_whole, lowest_whole = zip(*rows)
    return GameTotals(
        game,
        low,
        places=Counter(dict(zip(places, matches))),
        matches=sum(matches),
        wins=sum(wins),
        shared=sum(shared),
        deals=sum(deals),
        points=sum(points),
        highest=_greatest(highest),
        lowest=_least(lowest),
        highest_whole=_greatest(highest_whole),
        lowest_whole=_least(lowest_whole),
    )


def _greatest(totals: Iterable[int | None]) -> int | None:
    return max((total for total in totals if total is not None), default=None)


def _least(totals: Iterable[int | None]) -> int | None:
    return min((total for total in totals if total is not None), default=None)


@dataclass(frozen=True, slots=True)
class Streaks:
    """Matches won one after another: the current streak and the longest one."""

    current: int = 0
    longest: int = 0


Course = Sequence[tuple[date, bool]]
"""The day of each match and whether it was won, in their order."""


def course(within: Scope, ids: Sequence[int]) -> Course:
    """The matches of a player in their order, read from the connection: the session takes longer for so many rows."""
    query = select(Result.day, Result.won).where(Result.player_id.in_(ids), *within.of()).order_by(*IN_ORDER)
    return [(day, won) for day, won in db.session.connection().execute(query)]


def streaks(matches: Course) -> Streaks:
    current = longest = 0
    for _, won in matches:
        current = current + 1 if won else 0
        longest = max(longest, current)
    return Streaks(current, longest)


def over_time(matches: Course, signs: int) -> list[tuple[str, int, int]]:
    """Matches and wins by day, month or year: the first ``signs`` of an ISO date, oldest first."""
    sums: dict[str, list[int]] = {}
    for day, won in matches:
        part = sums.setdefault(day.isoformat()[:signs], [0, 0])
        part[0] += 1
        part[1] += won
    return [(part, played, wins) for part, (played, wins) in sorted(sums.items())]


@dataclass(frozen=True, slots=True)
class OpponentBalance:
    """How often a player finished before and behind an opponent; the rest was level."""

    player_id: int
    matches: int
    before: int
    behind: int

    @property
    def level(self) -> int:
        return self.matches - self.before - self.behind


def against(within: Scope, people: PlayerRegister, player_id: int) -> list[OpponentBalance]:
    """A player against each opponent, the most frequent first."""
    ids, other = people.group(player_id), aliased(Result)
    query = (
        select(
            other.player_id,
            func.count(),
            func.count().filter(Result.place < other.place),
            func.count().filter(Result.place > other.place),
        )
        .join(other, and_(other.match_id == Result.match_id, other.side != Result.side))
        .where(Result.player_id.in_(ids), *within.of())
        .group_by(other.player_id)
    )
    balances: dict[int, OpponentBalance] = {}
    for opponent, matches, before, behind in db.session.execute(query):
        root = people.root(opponent)
        had = balances.get(root, OpponentBalance(root, 0, 0, 0))
        balances[root] = OpponentBalance(root, had.matches + matches, had.before + before, had.behind + behind)
    return sorted(balances.values(), key=lambda line: (-line.matches, line.player_id))


def figures(within: Scope, ids: Sequence[int]) -> Sums:
    """The figures of the game in the scope, summed over all deals a player played, stood in included."""
    finished = TallyRow.match_id.in_(select(Result.match_id).where(*within.of()))  # listed once, not for each row
    query = (
        select(TallyRow.figure, TallyRow.detail, func.sum(TallyRow.count), func.sum(TallyRow.out_of))
        .where(TallyRow.player_id.in_(ids), finished if within.game else false())
        .group_by(TallyRow.figure, TallyRow.detail)
    )
    sums: Sums = defaultdict(dict)
    for figure, detail, count, out_of in db.session.execute(query):
        sums[figure][detail] = (count, out_of)
    return sums


def was_relayed(within: Scope, ids: Sequence[int]) -> bool:
    """Whether a match of the player had a stand-in, so that the deals of a seat are not all one player's."""
    played = select(TallyRow.match_id).where(TallyRow.player_id.in_(ids))
    relayed = (
        select(StandIn.match_id)
        .join(Result, Result.match_id == StandIn.match_id)
        .where(*within.of(), StandIn.match_id.in_(played))
    )
    return bool(db.session.scalar(select(relayed.exists())))


def latest(within: Scope, ids: Sequence[int], most: int) -> list[tuple[Match, Result]]:
    """A player's last matches, the latest first."""
    query = (
        select(Match, Result)
        .join(Match, Match.id == Result.match_id)
        .where(Result.player_id.in_(ids), *within.of())
        .order_by(*LATEST_FIRST)
        .limit(most)
    )
    return [(match, result) for match, result in db.session.execute(query)]
