"""The day of a match, on every page and in every figure: that of its evening, also where it began after midnight."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from sqlalchemy import select, update

from referee.local_time import local_day
from referee.store.database.models import Evening, Match, Result
from referee.store.database.orm_base import db


def day_of(evening_id: int | None, created_at: datetime) -> date:
    """The day of the match's evening; without one the local day on which it began."""
    day = db.session.scalar(select(Evening.day).where(Evening.id == evening_id)) if evening_id is not None else None
    return day or local_day(created_at)


def days_of(evening_ids: Iterable[int]) -> dict[int | None, date]:
    """The days of these evenings by their ids."""
    query = select(Evening.id, Evening.day).where(Evening.id.in_(list(evening_ids)))
    return {row.id: row.day for row in db.session.execute(query)}


def set_days(evening_id: int, day: date) -> None:
    """Let all results of an evening's matches count on this day."""
    matches = select(Match.id).where(Match.evening_id == evening_id)
    db.session.execute(update(Result).where(Result.match_id.in_(matches)).values(day=day))
