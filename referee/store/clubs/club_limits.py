"""The size of each club, the room for another one, unused clubs, and deletion."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, delete, func, select

from referee.store.database.models import Club, Invitation, Match, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full, club_full, current_quotas, room_for_matches, room_in_database
from referee.store.database.transactions import writing
from referee.words import say

UNUSED_AFTER = timedelta(days=1)
"""The time without a visit after which a club without any record is unused."""


GIVING_WAY = 20
"""Unused clubs deleted together, so that not each new club searches for one."""


@dataclass(frozen=True, slots=True)
class ClubSize:
    """A club, the number of its matches and records, its bytes, and the last visit of one of its devices."""

    id: int
    name: str
    created_at: datetime
    matches: int
    records: int
    bytes: int
    seen_at: datetime | None


def club_sizes() -> Sequence[ClubSize]:
    matches = (
        select(Match.club_id, func.count().label("matches"), func.sum(Match.length).label("records"))
        .group_by(Match.club_id)
        .subquery()
    )
    visits = (
        select(Membership.club_id, func.max(Membership.seen_at).label("seen_at"))
        .group_by(Membership.club_id)
        .subquery()
    )
    counts = func.coalesce(matches.c.matches, 0), func.coalesce(matches.c.records, 0)
    query = (
        select(Club.id, Club.name, Club.created_at, *counts, Club.bytes, visits.c.seen_at)
        .outerjoin(matches, matches.c.club_id == Club.id)
        .outerjoin(visits, visits.c.club_id == Club.id)
    )
    return [ClubSize(*row) for row in db.session.execute(query.order_by(Club.id))]


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


def room_for_club() -> None:
    """:raises Full: no other club may be founded; unused ones do not count."""
    room_in_database(0)
    most = current_quotas().clubs
    clubs = number_of_clubs() if most else 0
    if most and clubs >= most and clubs - len(unused_clubs()) >= most:
        sentence = say(
            "Il y a déjà %(most)s tables ici, et pas de place pour une de plus. Rejoignez-en une par un code, ou"
            " demandez à qui fait tourner l'arbitre d'en permettre davantage.",
            most=most,
        )
        raise Full(sentence)


def make_room_for_club() -> None:
    """The same within a transaction that may write; it deletes unused clubs where there are too many."""
    room_for_club()
    most = current_quotas().clubs
    if most and number_of_clubs() >= most:
        delete_unused(unused_clubs()[:GIVING_WAY])


def number_of_clubs() -> int:
    return db.session.scalar(select(func.count()).select_from(Club)) or 0


def room_for_import(club_id: int | None, matches: int, size: int) -> None:
    """:raises Full: a club (None: a new one) has no room for so many more matches and bytes; nothing is counted yet."""
    if club_id is None:
        room_for_club()
    room_for_matches(club_id or 0, matches)
    room_in_database(size)
    bytes_now = db.session.scalar(select(Club.bytes).where(Club.id == club_id)) or 0
    most = current_quotas().club_bytes
    if most and size and bytes_now + size > most:
        raise club_full(most)
