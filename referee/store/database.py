"""The database itself: one handle, how SQLite must be opened so that an acknowledged entry is on the disk, and the
one way to write.

The SQLite driver's own transactions lose updates between a read and a write; so the driver is left out of it:
transactions that may write begin with BEGIN IMMEDIATE, all others with a deferred BEGIN. What is read for long, judged
or shown is read in the latter; what is written is written within :func:`writing`, which is short, for on SQLite
everybody else who wants to write waits for it.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.orm import DeclarativeBase

__all__ = [
    "Base", "Busy", "PATIENCE", "WRITING", "close_database", "db", "database_url", "is_sqlite", "prepare_engine",
    "turn", "write_lock", "writing",
]  # fmt: skip

WRITING: ContextVar[bool] = ContextVar("writing", default=False)
"""Whether the transactions begun from here on may write."""

write_lock = threading.Lock()
"""Held by the one thread of this process that may write to SQLite: waiting here is cheaper than in the file."""

PATIENCE = 30
"""Seconds that anybody waits for another who writes."""


class Busy(Exception):
    """Another has been writing for longer than anybody waits."""


class Base(DeclarativeBase):
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)


def database_url(url: str) -> str:
    """The URL with the driver this project installs: psycopg 3 for PostgreSQL.

    >>> database_url("postgres://u@h/club")
    'postgresql+psycopg://u@h/club'
    """
    for scheme in ("postgres://", "postgresql://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url[len(scheme) :]
    return url


def prepare_engine(app: Flask) -> None:
    """Open SQLite as this module's first sentence says; spare PostgreSQL the one sign it cannot hold."""
    with app.app_context():
        engine = db.engine
    opened = _opened if is_sqlite(engine) else _without_nul
    if not event.contains(engine, "connect", opened):
        event.listen(engine, "connect", opened)
        if is_sqlite(engine):
            event.listen(engine, "begin", _begun)


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that may write, begun before its first read: all of it is kept, or after an error nothing.

    What was read before is read anew in here, object by object: name what is needed of a long log beforehand. Within
    another it is a part of that one. Put above a function it is the function's transaction.

    :raises Busy: it is never this one's turn.
    """
    if WRITING.get():
        yield
        return
    if db.session.new or db.session.dirty or db.session.deleted:
        raise RuntimeError("changed before the transaction that may write")
    db.session.rollback()
    with turn(db.engine):
        try:
            yield
            db.session.commit()
        except BaseException:
            db.session.rollback()
            raise


@contextmanager
def turn(engine: Engine, patience: float = PATIENCE) -> Iterator[None]:
    """The transactions begun in here may write; on SQLite the threads of this process take turns at it.

    :raises Busy: ``patience`` seconds were not enough.
    """
    alone = is_sqlite(engine)
    if alone and not write_lock.acquire(timeout=patience):
        raise Busy
    token = WRITING.set(True)
    try:
        yield
    finally:
        WRITING.reset(token)
        if alone:
            write_lock.release()


def is_sqlite(engine: Engine) -> bool:
    """Whether writers of this process must take turns."""
    return engine.dialect.name == "sqlite"


def _opened(connection: Any, _record: object) -> None:
    connection.isolation_level = None
    path = connection.execute("PRAGMA database_list").fetchone()[2]
    if path and os.path.getsize(path) == 0:
        os.chmod(path, 0o600)  # a new file, and what SQLite keeps beside it, is nobody else's to read
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def _without_nul(connection: Any, _record: object) -> None:
    """PostgreSQL's texts have no NUL: what somebody typed or put in an address is sent with the mark for a bad sign."""
    from psycopg.types.string import StrDumper

    class WithoutNul(StrDumper):
        def dump(self, text: str) -> Any:
            return super().dump(text.replace("\0", "\ufffd"))

    connection.adapters.register_dumper(str, WithoutNul)


def _begun(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if WRITING.get() else "BEGIN")


def close_database() -> None:
    """Close every connection; then the whole of an SQLite database lies in the one file that people copy.

    What somebody else has open stays theirs to put away.
    """
    engine = db.engine
    db.session.remove()
    engine.dispose()
    path = engine.url.database
    if is_sqlite(engine) and path and os.path.isfile(path):
        with suppress(sqlite3.Error), closing(sqlite3.connect(path, timeout=5)) as last:
            last.execute("PRAGMA wal_checkpoint(TRUNCATE)")
