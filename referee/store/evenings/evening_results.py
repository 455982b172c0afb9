"""The results of an evening, and those of the club before it: one query each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from sqlalchemy import Text, cast, func, select

from referee.store.database.models import Result
from referee.store.database.orm_base import db
from referee.store.players.player_statistics import Scope
from referee.store.players.players import Roll


@dataclass(frozen=True, slots=True)
class Extremes:
    """The lowest and the highest total of a club's whole matches of a game, and the number of totals."""

    lowest: int
    highest: int
    totals: int


def results_of(match_ids: Collection[int]) -> Sequence[Result]:
    """The results of these matches, the first finished first."""
    if not match_ids:
        return ()
    query = select(Result).where(Result.match_id.in_(match_ids), Result.deals > 0)
    return db.session.scalars(query.order_by(Result.finished_at, Result.match_id, Result.seat)).all()


def extremes_before(club_id: int, games: Collection[str], moment: datetime) -> dict[str, Extremes]:
    """By game, the extremes of the club's whole matches finished before a moment."""
    if not games:
        return {}
    query = (
        select(Result.game, func.min(Result.total), func.max(Result.total), func.count())
        .where(*Scope(club_id, until=moment).of(), Result.game.in_(games), Result.whole.is_(True))
        .group_by(Result.game)
    )
    return {game: Extremes(*numbers) for game, *numbers in db.session.execute(query)}


PLACES = 32
"""More than any game has places."""


def series(within: Scope, people: Roll, those: Collection[int]) -> Counter[tuple[int, int]]:
    """How often each of these players finished before each other one, partners excepted.

    One text a match, like the ranking (``ranking.board``): much quicker to read than a row for every two.
    """
    ids = [player_id for player_id in people.players if people.root(player_id) in those]
    packed = func.aggregate_strings(cast(Result.player_id * PLACES + Result.place, Text), ",")
    query = select(packed).where(*within.of(), Result.player_id.in_(ids)).group_by(Result.match_id)
    matches = Counter(",".join(sorted(match.split(","))) for match in db.session.scalars(query))
    ahead = Counter[tuple[int, int]]()
    for match, times in matches.items():
        places = sorted((int(code) % PLACES, people.root(int(code) // PLACES)) for code in match.split(","))
        for (place, one), (other_place, other) in combinations(places, 2):
            if place < other_place and one != other:
                ahead[one, other] += times
    return ahead
