"""SQLite's write-ahead log, moved into the database file while a server runs.

SQLite does so by itself only in a commit that finds 1,000 pages in the log: the last records would lie beside the
file, which people copy alone, until others follow. A checkpoint of a thread of its own makes no writer wait.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from referee.store.database.orm_base import is_sqlite

INTERVAL = 0.5
"""Seconds between two checkpoints; one that finds nothing to move reads a few bytes of shared memory."""


@contextmanager
def checkpoints(engine: Engine, interval: float = INTERVAL) -> Iterator[None]:
    """Move the pages of the log into the file at this interval; PostgreSQL does so by itself."""
    if not is_sqlite(engine):
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=_checkpoint_until, args=(ended, engine, interval), name="checkpoints")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _checkpoint_until(ended: threading.Event, engine: Engine, interval: float) -> None:
    while not ended.wait(interval):
        with suppress(sqlite3.Error, SQLAlchemyError):  # a full disk: the next request that writes reports it
            checkpoint(engine)


def checkpoint(engine: Engine) -> None:
    """Move what no reader's transaction still needs; neither a reader nor a writer waits for it."""
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
