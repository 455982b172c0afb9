"""What the finished matches of an evening came to, and what the club had done before them: one query each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from referee.store.models import Result
from referee.store.orm_base import db


@dataclass(frozen=True, slots=True)
class Extremes:
    """The lowest and the highest total of a club's whole matches of a game, and how many totals there are."""

    lowest: int
    highest: int
    totals: int


def results_of(match_ids: Collection[int]) -> Sequence[Result]:
    """The results of these matches, those finished first coming first."""
    if not match_ids:
        return ()
    query = select(Result).where(Result.match_id.in_(match_ids), Result.deals > 0)
    return db.session.scalars(query.order_by(Result.finished_at, Result.match_id, Result.seat)).all()


def extremes_before(club_id: int, games: Collection[str], moment: datetime) -> dict[str, Extremes]:
    """By game, the lowest and highest total of the club's whole matches that were finished before a moment."""
    if not games:
        return {}
    query = (
        select(Result.game, func.min(Result.total), func.max(Result.total), func.count())
        .where(
            Result.club_id == club_id,
            Result.game.in_(games),
            Result.finished_at < moment,
            Result.deals > 0,
            Result.whole.is_(True),
        )
        .group_by(Result.game)
    )
    return {game: Extremes(*numbers) for game, *numbers in db.session.execute(query)}
