"""The evening of a match: opened with its first match, closed by hand or after eight quiet hours.

A match played without the application goes into a closed evening of its day, never into the open one.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import Text, cast, func, select

from referee.local_time import local, local_day
from referee.store.clubs.clubs import ClubRow
from referee.store.database.models import Club, Evening, Match, RecordRow, now
from referee.store.database.orm_base import db

QUIET = timedelta(hours=8)


def evening_now(club: Club | ClubRow, moment: datetime | None = None) -> Evening:
    """The evening of a new match: the open one, or a new one. The club must be locked."""
    moment = moment or now()
    latest = db.session.scalar(
        select(Evening)
        .where(Evening.club_id == club.id, Evening.closed_at.is_(None), Evening.deleted_at.is_(None))
        .order_by(Evening.opened_at.desc(), Evening.id.desc())
        .limit(1)
    )
    if latest is not None:
        last = last_active(latest, moments_of(latest))
        if moment - last < QUIET:
            return latest
        latest.closed_at = last
    evening = Evening(club_id=club.id, day=local_day(moment), opened_at=moment)
    db.session.add(evening)
    db.session.flush()
    return evening


def noon(day: date) -> datetime:
    """When a match noted afterwards began, as its day alone is known: at noon, or now where noon is to come."""
    return min(datetime.combine(day, time(12)).astimezone(UTC), now())


def has_hour(moment: datetime) -> bool:
    """Whether the hour of when a match began was told: not the one that :func:`noon` makes of its day.

    >>> has_hour(noon(date(2025, 11, 7))), has_hour(noon(date(2025, 11, 7)) + timedelta(microseconds=1))
    (False, True)
    """
    at = local(moment)
    return bool(at.microsecond) or (at.hour, at.minute) != (12, 0)


def closed_evening_of(club_id: int, day: date) -> Evening | None:
    """The last closed evening of a day, in which a match noted afterwards belongs; None where there is none."""
    of_day = Evening.club_id == club_id, Evening.day == day, Evening.deleted_at.is_(None)
    for evening in db.session.scalars(select(Evening).where(*of_day).order_by(Evening.opened_at.desc())):
        if evening.closed_at is not None or is_quiet(last_active(evening, moments_of(evening))):
            return evening
    return None


def evening_of(club: Club | ClubRow, day: date) -> Evening:
    """The evening of a match noted afterwards: the last closed one of its day, or a new one, closed.

    The club must be locked.
    """
    found = closed_evening_of(club.id, day)
    if found is not None:
        return found
    evening = Evening(club_id=club.id, day=day, opened_at=noon(day), closed_at=noon(day))
    db.session.add(evening)
    db.session.flush()
    return evening


def moments_of(evening: Evening) -> list[datetime]:
    """The beginnings of the matches of an evening, and the first and last entry of every hour of it.

    The entries between these say no more of whether there were eight quiet hours.
    """
    matches = Match.evening_id == evening.id, Match.deleted_at.is_(None)
    hour = func.substr(cast(RecordRow.recorded_at, Text), 1, 13)
    ends = select(func.min(RecordRow.recorded_at), func.max(RecordRow.recorded_at))
    ends = ends.join(Match, Match.id == RecordRow.match_id)
    begun = select(Match.created_at).where(*matches)
    recorded = db.session.execute(ends.where(*matches, RecordRow.amends.is_(None)).group_by(hour))
    return [*db.session.scalars(begun), *(moment for row in recorded for moment in row)]


def last_active(evening: Evening, moments: Iterable[datetime]) -> datetime:
    """The last of these moments that still belongs to the sitting, before eight quiet hours.

    A correction made days later is no sitting, and neither is a note.
    """
    last = evening.opened_at
    for moment in sorted(moments):
        if moment - last >= QUIET:
            break
        last = max(last, moment)
    return last


def is_open(evening: Evening, last: datetime) -> bool:
    """Whether the evening is still going on: not closed by hand, and active in the last eight hours."""
    return evening.closed_at is None and not is_quiet(last)


def is_quiet(last: datetime) -> bool:
    """Whether the next match opens another evening."""
    return now() - last >= QUIET
