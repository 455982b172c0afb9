"""Whether another club may be founded, and whether a club has room for an archive."""

from __future__ import annotations

from sqlalchemy import func, select

from referee.store.clubs.club_sizes import delete_unused, unused_clubs
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full, club_full, current_quotas, room_for_matches, room_in_database
from referee.words import say

GIVING_WAY = 20
"""Unused clubs that give way together, so that not each new club looks for one."""


def room_for_club() -> None:
    """Make sure that one more club may be founded; unused ones do not count.

    :raises Full: it may not.
    """
    room_in_database(0)
    most = current_quotas().clubs
    clubs = _number_of_clubs() if most else 0
    if most and clubs >= most and clubs - len(unused_clubs()) >= most:
        sentence = say(
            "Il y a déjà %(most)s tables ici, et pas de place pour une de plus. Rejoignez-en une par un code, ou"
            " demandez à qui fait tourner l'arbitre d'en permettre davantage.",
            most=most,
        )
        raise Full(sentence)


def make_room_for_club() -> None:
    """The same within a transaction that may write; where there are as many as may be, unused ones are deleted.

    :raises Full: there is no room.
    """
    room_for_club()
    most = current_quotas().clubs
    if most and _number_of_clubs() >= most:
        delete_unused(unused_clubs()[:GIVING_WAY])


def _number_of_clubs() -> int:
    return db.session.scalar(select(func.count()).select_from(Club)) or 0


def room_for_import(club_id: int | None, matches: int, size: int) -> None:
    """Make sure that a club (None: a new one) may be given so many matches and bytes; nothing is counted yet.

    :raises Full: it may not.
    """
    if club_id is None:
        room_for_club()
    room_for_matches(club_id or 0, matches)
    room_in_database(size)
    bytes_now = db.session.scalar(select(Club.bytes).where(Club.id == club_id)) or 0
    most = current_quotas().club_bytes
    if most and size and bytes_now + size > most:
        raise club_full(most)
