"""How a database is opened, so that an acknowledged record is on the disk, checkpointed and closed."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask
from sqlalchemy import Engine, event
from sqlalchemy.exc import SQLAlchemyError

from referee.store.database.file_identity import forget_file, is_in_place, note_file, require_file
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.transactions import Busy, begin, process_write_lock, turn
from referee.words.system_errors import REPLACED

OPEN: WeakKeyDictionary[Engine, set[Any]] = WeakKeyDictionary()
"""All open connections to SQLite."""
INTERVAL = 0.5
"""Seconds between two checkpoints; one that finds nothing to move reads a few bytes of shared memory."""
LAST_TURN = 1
"""Seconds to wait for a writer at the end."""

PRAGMAS = "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000", "temp_store=MEMORY"
"""SQLite's own temporary tables are in memory: only the data folder need be writable."""
LOG_BYTES = 4 * 1024 * 1024
"""The size to which a longer log is cut when it is begun anew: its usual length."""

log = logging.getLogger("referee.database")


def prepare_engine(app: Flask) -> None:
    """Set the pragmas and transactions of SQLite, and the texts of PostgreSQL."""
    with app.app_context():
        engine = db.engine
    on_sqlite = _prepare_in_phone if app.config["PHONE"] else prepare_sqlite
    prepare = on_sqlite if is_sqlite(engine) else _prepare_postgresql
    if not event.contains(engine, "connect", prepare):
        event.listen(engine, "connect", prepare)
        if is_sqlite(engine):
            if not app.config["PHONE"]:  # there is no other process that could put another file there
                _keep_to_one_file(engine)
            event.listen(engine, "begin", begin)


def _keep_to_one_file(engine: Engine) -> None:
    """Know the open connections, and open none to another file than theirs: it would make an empty one, or mix two."""
    opened = OPEN.setdefault(engine, set())

    def before(*_: object) -> None:
        require_file(engine)

    def after(connection: object, _record: object) -> None:
        opened.add(connection)
        note_file(engine)

    def on_close(connection: object, _record: object) -> None:
        opened.discard(connection)
        if not opened:
            forget_file(engine)

    event.listen(engine, "do_connect", before)
    event.listen(engine, "connect", after)
    event.listen(engine, "close", on_close)


def prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    if path and os.path.getsize(path) == 0:
        os.chmod(path, 0o600)  # only this user reads a new file, and those that SQLite writes beside it
    for pragma in (*PRAGMAS, f"journal_size_limit={LOG_BYTES}"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare_in_phone(connection: Any, _record: object) -> None:
    """One process and no disk: the file lies in memory, and what has changed is stored before an answer leaves."""
    connection.isolation_level = None
    for pragma in ("journal_mode=MEMORY", "synchronous=OFF", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _record: object) -> None:
    """PostgreSQL's texts have no NUL: it is sent as the replacement character."""
    from psycopg.types.string import StrDumper

    class WithoutNul(StrDumper):
        def dump(self, text: str) -> Any:
            return super().dump(text.replace("\0", "\ufffd"))

    connection.adapters.register_dumper(str, WithoutNul)


def close_database() -> None:
    """Close every connection; all of an SQLite database then lies in the one file that people copy."""
    engine = db.engine
    db.session.remove()
    in_place = is_in_place(engine)
    engine.dispose()
    path = engine.url.database
    if is_sqlite(engine) and path and os.path.isfile(path):
        with ExitStack() as stack:
            with suppress(Busy):
                stack.enter_context(turn(engine, LAST_TURN))
                _end_reading(engine)
            if in_place:  # the log beside another file is not that file's
                with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=LAST_TURN)) as last:
                    last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        process_write_lock(engine).close()


def _end_reading(engine: Engine) -> None:
    """End the reading transactions of threads that still compute: they hold the log back."""
    for connection in tuple(OPEN.get(engine, ())):
        with suppress(sqlite3.Error):
            connection.interrupt()
            if connection.in_transaction:
                connection.execute("ROLLBACK")


@contextmanager
def checkpoints(engine: Engine, interval: float = INTERVAL) -> Iterator[None]:
    """Move SQLite's write-ahead log into the database file at this interval, in a thread of its own; a file that is
    not the open one any more is told in the log once.

    SQLite does so only in a commit that finds 1,000 pages in the log: the last records would lie beside the file, which
    people copy alone.
    """
    if not is_sqlite(engine):
        yield
        return
    stop = threading.Event()
    thread = threading.Thread(target=_checkpoint_until, args=(stop, engine, interval), name="checkpoints")
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _checkpoint_until(stop: threading.Event, engine: Engine, interval: float) -> None:
    in_place = True
    while not stop.wait(interval):
        if in_place and not is_in_place(engine):
            log.error("%s: %s", engine.url.database, REPLACED.render("en"))
        in_place = is_in_place(engine)
        with suppress(sqlite3.Error, SQLAlchemyError):  # a full disk: the next request that writes reports it
            checkpoint(engine)


def checkpoint(engine: Engine) -> None:
    """Move what no reader's transaction still needs; neither a reader nor a writer waits for it."""
    with closing(engine.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")
