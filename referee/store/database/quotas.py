"""How much may be kept here, so that nobody fills the disk: clubs in all, matches and bytes of one club, bytes in all.

A club's bytes are counted as it grows, in the transaction that writes: the text of each record and so much for what
lies around it. Who takes something away always may; who adds does so only where there is room.
"""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass
from typing import Any

from flask import current_app
from sqlalchemy import BigInteger, Engine, bindparam, func, select, text, update

from referee.store.database.models import Club, Match
from referee.store.database.orm_base import db, is_sqlite, table_of
from referee.words import say
from referee.words.failures import ExplainedError

RECORD, MATCH, PLAYER = 200, 1000, 200
"""Bytes counted for a record, a match and a player beside their texts: columns, keys, indexes, seats, results."""

MIB = 1024 * 1024
SIZE = "referee database size"
"""The application's note of the size that PostgreSQL told, and when."""
ASKED_EVERY = 10
"""Seconds for which a size that PostgreSQL told is good enough."""

CLUBS = table_of(Club)
GROWN = CLUBS.c.bytes + bindparam("size", type_=BigInteger)
COUNT = update(CLUBS).where(CLUBS.c.id == bindparam("club")).values(bytes=GROWN)
COUNT_WITHIN = COUNT.where(bindparam("most", type_=BigInteger) >= GROWN)
"""Made once: every record is counted."""


class Full(ExplainedError):
    """There is no room; ``sentence`` says for what, and what to do."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The most there may be of each; 0: as much as anybody likes. ``app.config["QUOTAS"]`` holds an application's."""

    clubs: int = 0
    matches: int = 0
    club_bytes: int = 0
    database_bytes: int = 0


def current_quotas() -> Quotas:
    quotas: Quotas = current_app.config["QUOTAS"]
    return quotas


def record_bytes(entry: Any, ruling: Any, reason: str, person: str, **_others: Any) -> int:
    """What a record takes, of the database or of an archive, by its columns."""
    values = sum(len(json.dumps(value)) for value in (entry, ruling) if value is not None)
    return RECORD + values + _text(reason) + _text(person)


def evening_bytes(title: str, place: str, note: str) -> int:
    """What is said of an evening; that there was one counts with its matches."""
    return _text(title) + _text(place) + _text(note)


def _text(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def grow(club_id: int, size: int) -> None:
    """Count what a club is about to keep, and lock the club; within a transaction that may write.

    :raises Full: there is no room for it.
    """
    room_in_database(size)
    most = current_quotas().club_bytes
    if not _counted(club_id, size, most):
        raise club_full(most)


def club_full(most: int) -> Full:
    return Full(
        say(
            "La mémoire de votre table est pleine (%(most)s Mio) ; rien d'enregistré n'est perdu. Supprimez d'anciennes"
            " parties, leur place revient trente jours après ; ou demandez à qui fait tourner l'arbitre d'en donner"
            " davantage.",
            most=most // MIB,
        )
    )


def grow_anyway(club_id: int, size: int) -> None:
    """Count what a club keeps more, or where it is below 0 no longer, whether there is room or not; lock the club."""
    _counted(club_id, size, 0)


def _counted(club_id: int, size: int, most: int) -> bool:
    values = {"club": club_id, "size": size}
    counting = (COUNT_WITHIN, values | {"most": most}) if most and size > 0 else (COUNT, values)
    return bool(db.session.connection().execute(*counting).rowcount)


def room_for_matches(club_id: int, count: int = 1) -> None:
    """Make sure that a club may keep so many more matches.

    :raises Full: it may not.
    """
    most = current_quotas().matches
    matches = select(func.count()).select_from(Match).where(Match.club_id == club_id, Match.deleted_at.is_(None))
    if most and count and (db.session.scalar(matches) or 0) + count > most:
        sentence = say(
            "Une table garde au plus %(most)s parties, et la vôtre n'a plus de place. Supprimez-en d'anciennes, ou"
            " demandez à qui fait tourner l'arbitre d'en permettre davantage.",
            most=most,
        )
        raise Full(sentence)


def room_in_database(size: int) -> None:
    most = current_quotas().database_bytes
    if most and database_bytes(db.engine, most) + size > most:
        sentence = say(
            "L'arbitre n'a plus de place (%(most)s Mio) ; rien d'enregistré n'est perdu. Prévenez qui le fait tourner.",
            most=most // MIB,
        )
        raise Full(sentence)


def database_bytes(engine: Engine, enough: int = 0) -> int:
    """How many bytes the whole database takes on the disk; of SQLite's file what is in use, and all of its log.

    :param enough: below so many it need not be exact. SQLite is then not asked how much of its file is free.
    """
    if not is_sqlite(engine):
        return _bytes_of_postgresql()
    path = engine.url.database or ""
    beside = _file_bytes(f"{path}-wal")
    on_disk = _file_bytes(path) + beside
    if on_disk <= enough:
        return on_disk
    asked = ("page_count", "freelist_count", "page_size")
    pages, free, size = (int(db.session.scalar(text(f"PRAGMA {name}")) or 0) for name in asked)
    return (pages - free) * size + beside


def _file_bytes(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:
        return 0


def _bytes_of_postgresql() -> int:
    """What the server says, asked now and then only: it looks at every file."""
    asked_at, size = current_app.extensions.get(SIZE, (0.0, 0))
    if not asked_at or time.monotonic() - asked_at > ASKED_EVERY:
        size = int(db.session.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        current_app.extensions[SIZE] = (time.monotonic(), size)
    return int(size)
