"""When a club was last exported, and whether the next backup is due."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select, update

from referee.store.database.models import Club, Evening, Match, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing

OLD = timedelta(days=30)
EVENINGS = 3
QUIET = timedelta(hours=8)
"""The pause after which an evening is over, as for the next match (matches/current_evening.py)."""
PUT_OFF = timedelta(days=2)
"""The pause after a keeper wanted no backup yet."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The last backup of a club (None: none yet), the evenings with something new since, whether another one is due."""

    made_at: datetime | None
    evenings: int
    due: bool


def backup_of(club_id: int) -> Backup:
    """The state of the backups.

    The first one is due once an evening is over, another after thirty days with something new, or three such evenings.
    """
    made_at, put_off_at, created_at = db.session.execute(
        select(Club.backed_up_at, Club.backup_put_off_at, Club.created_at).where(Club.id == club_id)
    ).one()
    played = select(Match.evening_id).where(Match.club_id == club_id, Match.deleted_at.is_(None), Match.length > 0)
    newer = played.where(Match.changed_at > made_at) if made_at is not None else played
    evenings = db.session.scalar(select(func.count()).select_from(newer.distinct().subquery())) or 0
    moment = now()
    asked_lately = put_off_at is not None and moment - put_off_at < PUT_OFF
    is_old = evenings > 0 and moment - (made_at or created_at) > OLD
    is_first = made_at is None and _one_is_over(club_id, moment)
    return Backup(made_at, evenings, not asked_lately and (is_first or is_old or evenings >= EVENINGS))


def _one_is_over(club_id: int, moment: datetime) -> bool:
    """Whether something was recorded in an evening that was closed, or in which nothing has been recorded for hours."""
    last = func.max(Match.changed_at)
    played = select(Evening.id).join(Match, Match.evening_id == Evening.id)
    played = played.where(Evening.club_id == club_id, Match.deleted_at.is_(None), Match.length > 0)
    over = played.group_by(Evening.id, Evening.closed_at).having(
        Evening.closed_at.is_not(None) | (last < moment - QUIET)
    )
    return db.session.scalar(over.limit(1)) is not None


def note_backup(club_id: int, moment: datetime) -> None:
    """Note that the club as it was at this moment was exported."""
    with writing():
        db.session.execute(update(Club).where(Club.id == club_id).values(backed_up_at=moment))


def put_off(club_id: int) -> None:
    """Note that the keeper wants no backup yet."""
    with writing():
        db.session.execute(update(Club).where(Club.id == club_id).values(backup_put_off_at=now()))
