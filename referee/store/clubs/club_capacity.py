"""The size of each club, and the room for another club or an import."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from referee.store.clubs.club_deletion import delete_unused, unused_clubs
from referee.store.database.models import Club, Match, Membership
from referee.store.database.orm_base import db
from referee.store.database.quotas import (
    CLUB,
    Full,
    club_full,
    count_stored,
    current_quotas,
    room_for_client,
    room_for_matches,
    room_in_database,
    stored_by_client,
)
from referee.words import say

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
    count_stored(CLUB)


def number_of_clubs() -> int:
    return db.session.scalar(select(func.count()).select_from(Club)) or 0


def room_for_import(club_id: int | None, matches: int, size: int) -> None:
    """:raises Full: a club (None: a new one) has no room for so many more matches and bytes; nothing is counted yet."""
    if club_id is None:
        room_for_club()
    room_for_matches(club_id or 0, matches)
    room_in_database(size)
    room_for_client(stored_by_client() + size)
    bytes_now = db.session.scalar(select(Club.bytes).where(Club.id == club_id)) or 0
    most = current_quotas().club_bytes
    if most and size and bytes_now + size > most:
        raise club_full(most)
