"""Quotas: the number of clubs, the matches and bytes of one club, the bytes of a client a day, those of the database.

The bytes are counted in the transaction that writes, so that what fails is not counted. Taking something back is always
possible.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from flask import current_app, g
from sqlalchemy import BigInteger, Engine, bindparam, func, select, text, update

from referee.store.database.change_notifications import note_change
from referee.store.database.models import Club, Match
from referee.store.database.orm_base import db, is_sqlite, table_of
from referee.store.database.try_counts import count_try, tries
from referee.words import say
from referee.words.system_errors import ExplainedError

RECORD, MATCH, PLAYER, TABLE_RULE, PART = 200, 1000, 200, 200, 200
"""Bytes counted for a record, a match, a player, a table's own rule and a part of a handover beside their texts:
columns, keys, indexes, seats, results."""
CLUB, LINK, DEVICE = 1000, 400, 400
"""Bytes of a club, of a link or token, and of a device with its membership: counted for the client alone."""
UNLIMITED = sys.maxsize
DAY = 24 * 3600
"""Seconds of a client's share, from the first byte."""

MEASURED_EVERY = 10
"""Seconds between two measurements of the database. What this process stores meanwhile is added; what other processes
store is not: by so much the database may become larger than its limit. Nothing is refused but by a new measurement."""

MIB = 1024 * 1024
CLIENT = "client_of_bytes"
"""The name in ``g`` of the digest under which the client of a request is counted; none in a command or a phone."""


CLUBS = table_of(Club).c
_SIZE = bindparam("size", type_=BigInteger)
_GROWN = update(Club).where(CLUBS.id == bindparam("locked")).values(bytes=CLUBS.bytes + _SIZE)
_GROWN_WITHIN = _GROWN.where(CLUBS.bytes + _SIZE <= bindparam("most"))


class Full(ExplainedError):
    """There is no room; the sentence says for what, and what to do."""


@dataclass(frozen=True, slots=True)
class Quotas:
    """The limits of an application (``app.config["QUOTAS"]``); 0: none."""

    clubs: int = 0
    matches: int = 0
    club_bytes: int = 0
    database_bytes: int = 0
    client_bytes: int = 0


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


def lock_and_count(club_id: int, size: int) -> None:
    """Lock the club until the transaction ends, and count the bytes that it is about to store, for it and the client;
    raises Full.
    """
    most = current_quotas().club_bytes
    if not _lock_and_count(club_id, size, most):
        raise club_full(most)
    count_stored(size)


def club_full(most: int) -> Full:
    return Full(
        say(
            "La mémoire de votre table est pleine (%(most)s Mio) ; rien d'enregistré n'est perdu. Supprimez d'anciennes"
            " parties, leur place revient trente jours après ; ou demandez à qui fait tourner l'arbitre d'en donner"
            " davantage.",
            most=most // MIB,
        )
    )


def lock_and_count_anyway(club_id: int, size: int) -> None:
    """Lock the club and count bytes, below 0 where they are freed, whether there is room or not."""
    _lock_and_count(club_id, size, 0)
    _count_for_client(size)


def count_change(club_id: int, more: int) -> None:
    """Lock the club and count what it has more than before; below 0 nothing is refused. Raises Full."""
    if more > 0:
        lock_and_count(club_id, more)
    else:
        lock_and_count_anyway(club_id, more)


def count_stored(size: int) -> None:
    """Count bytes that the client of this request is about to store; the club that owns them must be locked.

    :raises Full: the database or the client's share of this day has no room.
    """
    room_in_database(size)
    room_for_client(_count_for_client(size))


def room_for_client(total: int) -> None:
    """:raises Full: so many bytes are more than one client may store a day."""
    most = current_quotas().client_bytes
    if most and total > most:
        sentence = say(
            "De votre réseau, l'arbitre a pris %(most)s Mio en un jour, et n'en prend pas plus ; rien d'enregistré"
            " n'est perdu. Revenez demain, ou demandez à qui fait tourner l'arbitre d'en permettre davantage.",
            most=most // MIB,
        )
        raise Full(sentence)


def stored_by_client() -> int:
    """The bytes that the client of this request has stored this day; 0 where clients are not counted."""
    key = g.get(CLIENT)
    return tries(key)[0] if key else 0


def _count_for_client(size: int) -> int:
    """What the client has stored this day with so many bytes more."""
    key = g.get(CLIENT)
    return count_try(key, DAY, size) if key and size > 0 and current_quotas().client_bytes else 0


def _lock_and_count(club_id: int, size: int, most: int) -> bool:
    note_change(club_id)
    given = {"locked": club_id, "size": size}
    limited = most and size > 0
    statement, given = (_GROWN_WITHIN, {**given, "most": most}) if limited else (_GROWN, given)
    return bool(db.session.connection().execute(statement, given).rowcount)


def room_for_matches(club_id: int, count: int = 1) -> int:
    """How many more matches the club may store.

    :raises Full: fewer than so many.
    """
    most = current_quotas().matches
    if not most or not count:
        return UNLIMITED
    matches = select(func.count()).select_from(Match).where(Match.club_id == club_id, Match.deleted_at.is_(None))
    left = most - (db.session.scalar(matches) or 0)
    if left < count:
        sentence = say(
            "Une table garde au plus %(most)s parties, et la vôtre n'a plus de place. Supprimez-en d'anciennes, ou"
            " demandez à qui fait tourner l'arbitre d'en permettre davantage.",
            most=most,
        )
        raise Full(sentence)
    return left


_MEASURED: WeakKeyDictionary[Engine, tuple[float, int]] = WeakKeyDictionary()
"""When a database was measured last, and its bytes then with those stored here since."""


def room_in_database(size: int) -> None:
    most = current_quotas().database_bytes
    if not most:
        return
    moment, there = _MEASURED.get(db.engine, (-math.inf, 0))
    if time.monotonic() - moment >= MEASURED_EVERY or there + size > most:
        moment, there = time.monotonic(), database_bytes(db.engine)
    _MEASURED[db.engine] = moment, there + size
    if there + size > most:
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
