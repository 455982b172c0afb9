"""Parts of a match that is handed over in several codes, stored for some days and up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, select

from referee.store.database.models import HandedPart, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import added_once, lock_club, writing

KEPT_FOR = timedelta(days=7)
MOST = 150
"""Parts stored for one club; of more, the oldest are deleted."""


def keep_part(club_id: int, digest: str, number: int, code: str) -> Sequence[str]:
    """Store a part; the codes of all present parts of the same whole, by their numbers."""
    with writing():
        lock_club(club_id)
        db.session.execute(delete(HandedPart).where(HandedPart.came_at < now() - KEPT_FOR))
        mine = select(HandedPart).where(HandedPart.club_id == club_id)
        of_whole = mine.where(HandedPart.digest == digest).order_by(HandedPart.number)
        part = HandedPart(club_id=club_id, digest=digest, number=number, code=code)
        added_once(part, of_whole.where(HandedPart.number == number))
        for old in db.session.scalars(mine.order_by(HandedPart.came_at.desc(), HandedPart.id.desc()).offset(MOST)):
            db.session.delete(old)
        return [part.code for part in db.session.scalars(of_whole)]


def drop_parts(club_id: int, digest: str) -> None:
    with writing():
        db.session.execute(delete(HandedPart).where(HandedPart.club_id == club_id, HandedPart.digest == digest))
