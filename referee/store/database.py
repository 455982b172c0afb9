"""The database itself: one handle, and how SQLite must be opened so that an acknowledged entry is on the disk.

The SQLite driver's own transactions lose updates between a read and a write; so the driver is left out of it,
requests that may write begin with BEGIN IMMEDIATE, all others with a deferred BEGIN (TECH: measured).
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing, suppress
from contextvars import ContextVar
from typing import Any

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import Connection, Engine, MetaData, event
from sqlalchemy.orm import DeclarativeBase

__all__ = ["Base", "WRITING", "close_database", "db", "database_url", "prepare_engine", "write_lock"]

WRITING: ContextVar[bool] = ContextVar("writing", default=False)
"""Whether the transactions begun from here on may write."""

write_lock = threading.Lock()
"""Held by the one request of this process that may write to SQLite: waiting here is cheaper than in the file."""


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
