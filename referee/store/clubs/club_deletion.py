"""Unused clubs, and the deletion of a club."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, delete, select

from referee.store.database.models import Club, Invitation, Match, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing

UNUSED_AFTER = timedelta(days=1)
"""The time without a visit after which a club without any record is unused."""


def unused_clubs() -> Sequence[int]:
    """The ids of the clubs without any record and without a visit for a day."""
    return db.session.scalars(select(Club.id).where(*_unused()).order_by(Club.id)).all()


def _unused() -> tuple[ColumnElement[bool], ...]:
    """The conditions on an unused club; no link made by the host leads to it."""
    moment = now()
    of_club = Membership.club_id == Club.id
    recorded = select(Match.id).where(Match.club_id == Club.id, Match.length > 0).exists()
    visited = select(Membership.id).where(of_club, Membership.seen_at >= moment - UNUSED_AFTER).exists()
    opens = Invitation.revoked_at.is_(None), Invitation.expires_at > moment
    invited = select(Invitation.id).where(Invitation.club_id == Club.id, Invitation.made_by.is_(None), *opens).exists()
    return Club.created_at < moment - UNUSED_AFTER, Club.had_records.is_(False), ~recorded, ~visited, ~invited


@writing()
def delete_club(club_id: int) -> bool:
    """Delete a club with all it owns; False without one."""
    return bool(db.session.scalars(delete(Club).where(Club.id == club_id).returning(Club.id)).all())


@writing()
def delete_unused(ids: Collection[int]) -> int:
    """Delete those of these clubs that are still unused and not locked; their number."""
    still = select(Club.id).where(Club.id.in_(ids), *_unused()).order_by(Club.id).with_for_update(skip_locked=True)
    unused = db.session.scalars(still).all()
    db.session.execute(delete(Club).where(Club.id.in_(unused)))
    return len(unused)
