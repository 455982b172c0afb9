"""Which evening a new match belongs to: opened with its first match, closed by hand or after eight quiet hours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select

from referee.store.database import db
from referee.store.models import Club, Evening, Match, now

__all__ = ["QUIET", "evening_now", "is_open", "is_quiet"]

QUIET = timedelta(hours=8)


def evening_now(club: Club, moment: datetime | None = None) -> Evening:
    """The evening a new match belongs to: the one going on, or a new one after eight quiet hours."""
    moment = moment or now()
    latest = db.session.scalar(
        select(Evening)
        .where(Evening.club_id == club.id, Evening.closed_at.is_(None), Evening.deleted_at.is_(None))
        .order_by(Evening.opened_at.desc(), Evening.id.desc())
        .limit(1)
    )
    if latest is not None:
        touched = db.session.scalar(select(func.max(Match.changed_at)).where(Match.evening_id == latest.id))
        last = max(_utc(touched) or latest.opened_at, latest.opened_at)
        if moment - last < QUIET:
            return latest
        latest.closed_at = last
    evening = Evening(club_id=club.id, day=moment.astimezone().date(), opened_at=moment)
    db.session.add(evening)
    db.session.flush()
    return evening


def _utc(moment: datetime | None) -> datetime | None:
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def is_open(evening: Evening, matches: Sequence[Match], moment: datetime | None = None) -> bool:
    """Whether the evening is still going on: not closed by hand, and touched in the last eight hours."""
    return evening.closed_at is None and not is_quiet(evening, matches, moment)


def is_quiet(evening: Evening, matches: Sequence[Match], moment: datetime | None = None) -> bool:
    """Whether nothing happened for so long that the next match opens another evening."""
    last = max([evening.opened_at, *(match.changed_at for match in matches)])
    return (moment or now()) - last >= QUIET
