"""Quotas: the number of clubs, the matches and bytes of one club, the bytes of the database.

The bytes of a club are counted in the transaction that writes. Taking something back is always possible.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import current_app
from sqlalchemy import Engine, func, select, text, update

from referee.store.database.change_notifications import note_change
from referee.store.database.models import Club, Match
from referee.store.database.orm_base import db, is_sqlite
from referee.words import say
from referee.words.system_errors import ExplainedError

RECORD, MATCH, PLAYER, TABLE_RULE = 200, 1000, 200, 200
"""Bytes counted for a record, a match, a player and a table's own rule beside their texts: columns, keys, indexes,
seats, results."""

MIB = 1024 * 1024


class Full(ExplainedError):
    """There is no room; the sentence says for what, and what to do."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of an application (``app.config["QUOTAS"]``); 0: none."""

    clubs: int = 0
    matches: int = 0
    club_bytes: int = 0
    database_bytes: int = 0


def current_quotas() -> Quotas:
    quotas: Quotas = current_app.config["QUOTAS"]
    return quotas


def record_bytes(entry: Any, ruling: Any, reason: str, person: str, **_others: Any) -> int:
    """The bytes of a record, of the database or of an archive, by its columns."""
    values = sum(len(json.dumps(value)) for value in (entry, ruling) if value is not None)
    return RECORD + values + _text(reason) + _text(person)


def evening_bytes(title: str, place: str, note: str) -> int:
    """The bytes of the words about an evening; its row counts with its matches."""
    return _text(title) + _text(place) + _text(note)


def table_rule_bytes(text: str, players: Iterable[str]) -> int:
    """The bytes of the words of a table's own rule; its row counts as :data:`TABLE_RULE`."""
    return _text(text) + sum(map(_text, players))


def _text(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def grow(club_id: int, size: int) -> None:
    """Count the bytes that a club is about to store, and lock the club; raises Full."""
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
    """Count bytes, below 0 where they are freed, whether there is room or not; lock the club."""
    _counted(club_id, size, 0)


def _counted(club_id: int, size: int, most: int) -> bool:
    note_change(club_id)
    grown = update(Club).where(Club.id == club_id)
    if most and size > 0:
        grown = grown.where(Club.bytes + size <= most)
    return bool(db.session.connection().execute(grown.values(bytes=Club.bytes + size)).rowcount)


def room_for_matches(club_id: int, count: int = 1) -> None:
    """:raises Full: the club may not store so many more matches."""
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
    if most and database_bytes(db.engine) + size > most:
        sentence = say(
            "L'arbitre n'a plus de place (%(most)s Mio) ; rien d'enregistré n'est perdu. Prévenez qui le fait tourner.",
            most=most // MIB,
        )
        raise Full(sentence)


def database_bytes(engine: Engine) -> int:
    """The size of the database on the disk; of SQLite's file the pages in use, and its whole log."""
    if not is_sqlite(engine):
        return int(db.session.scalar(text("SELECT pg_database_size(current_database())")) or 0)
    pragmas = ("page_count", "freelist_count", "page_size")
    pages, free, size = (int(db.session.scalar(text(f"PRAGMA {name}")) or 0) for name in pragmas)
    log = 0
    with suppress(OSError):
        log = os.stat(f"{engine.url.database}-wal").st_size
    return (pages - free) * size + log
