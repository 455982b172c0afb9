"""Parts of a match that is handed over in several codes, stored for some days and up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select

from referee.store.database.models import HandedPart, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PART, lock_and_count, lock_and_count_anyway
from referee.store.database.transactions import added_once, lock_club, writing

KEPT_FOR = timedelta(days=7)
MOST = 150
"""Parts stored for one club; of more, the oldest are deleted."""


def keep_part(club_id: int, digest: str, number: int, code: str) -> Sequence[str]:
    """Store a part; the codes of all present parts of the same whole, by their numbers."""
    with writing():
        lock_club(club_id)
        mine = HandedPart.club_id == club_id
        of_whole = select(HandedPart).where(mine, HandedPart.digest == digest).order_by(HandedPart.number)
        same = of_whole.where(HandedPart.number == number)
        if db.session.scalar(same) is None:
            lock_and_count(club_id, PART + len(code))
            added_once(HandedPart(club_id=club_id, digest=digest, number=number, code=code), same)
        latest = select(HandedPart.id).where(mine).order_by(HandedPart.came_at.desc(), HandedPart.id.desc())
        _delete(club_id, HandedPart.id.in_(latest.offset(MOST)) | (HandedPart.came_at < now() - KEPT_FOR))
        return [part.code for part in db.session.scalars(of_whole)]


def drop_parts(club_id: int, digest: str) -> None:
    with writing():
        lock_club(club_id)
        _delete(club_id, HandedPart.digest == digest)


def purge_parts(moment: datetime | None = None) -> None:
    """Delete the parts of all clubs that waited too long."""
    old = HandedPart.came_at < (moment or now()) - KEPT_FOR
    clubs = select(HandedPart.club_id).where(old).distinct().order_by(HandedPart.club_id)
    for club_id in db.session.scalars(clubs).all():
        with writing():
            lock_club(club_id)
            _delete(club_id, old)


def _delete(club_id: int, which: ColumnElement[bool]) -> None:
    """Delete parts of a club, which must be locked, and free their bytes."""
    mine = delete(HandedPart).where(HandedPart.club_id == club_id, which)
    freed = db.session.scalars(mine.returning(func.length(HandedPart.code))).all()
    lock_and_count_anyway(club_id, -sum(PART + size for size in freed))
