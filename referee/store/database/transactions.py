"""Transactions that write, the turns they take, and transactions that only read.

The SQLite driver's own transactions lose updates between a read and a write: here those that may write begin with BEGIN
IMMEDIATE, all others with BEGIN. Writing is done within :func:`writing`, which is short, for other writers wait.

Writers lock the club first: with one order of locks no two ever wait for each other.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from referee.store.database.change_notifications import note_change, notify_processes, signal, take_noted_changes
from referee.store.database.file_identity import require_file
from referee.store.database.models import Club, Evening, Match, Player, TableRule
from referee.store.database.orm_base import Base, db, is_sqlite
from referee.store.database.write_lock import ProcessWriteLock

WRITING: ContextVar[bool] = ContextVar("writing", default=False)
"""Whether transactions begun in this context may write."""

write_lock = threading.Lock()
"""Held by the one thread of this process that may write to SQLite."""

_LOCKS: dict[str, ProcessWriteLock] = {}

PATIENCE = 30
"""Seconds that a writer waits for another one."""

Row = TypeVar("Row", bound=Base)
Owned = TypeVar("Owned", Evening, Match, Player, TableRule)


class Busy(Exception):
    """Another process or thread wrote for longer than ``PATIENCE``."""


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that may write, committed at its end or rolled back after an error; also a decorator.

    Objects read before are read anew in it. Within another it is a part of that one. Raises Busy.
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
            changed = take_noted_changes()
            notify_processes(changed)
            db.session.commit()
        except BaseException:
            take_noted_changes()
            db.session.rollback()
            raise
    signal(db.engine, changed)


def end_reading() -> None:
    """End the reading transaction: before a pause, for SQLite's log and PostgreSQL's vacuum wait for it, or after an
    error.
    """
    db.session.rollback()


@contextmanager
def turn(engine: Engine, patience: float = PATIENCE) -> Iterator[None]:
    """Transactions begun in here may write; on SQLite threads and processes take turns. Raises Busy."""
    with _alone(engine, patience) if is_sqlite(engine) else nullcontext():
        token = WRITING.set(True)
        try:
            yield
        finally:
            WRITING.reset(token)


@contextmanager
def _alone(engine: Engine, patience: float) -> Iterator[None]:
    if not write_lock.acquire(timeout=patience):
        raise Busy
    try:
        lock = process_write_lock(engine)
        if not lock.acquire(patience):
            raise Busy
        try:
            yield
        finally:
            lock.release()
    finally:
        write_lock.release()


def process_write_lock(engine: Engine) -> ProcessWriteLock:
    """The lock at the file of this engine."""
    path = engine.url.database or ""
    if path not in _LOCKS:
        _LOCKS[path] = ProcessWriteLock(path)
    return _LOCKS[path]


@contextmanager
def writing_apart(engine: Engine) -> Iterator[Connection]:
    """A short transaction beside the session's; raises Busy at once where another one writes."""
    with turn(engine, patience=0), engine.begin() as connection:
        yield connection


@contextmanager
def reading_apart() -> Iterator[Connection]:
    """A read-only connection beside the session's."""
    with db.engine.connect() as connection:
        yield connection


@contextmanager
def snapshot() -> Iterator[Connection]:
    """A read-only connection, for which the database stands still."""
    token = WRITING.set(False)
    try:
        with reading_apart() as connection:
            if not is_sqlite(db.engine):
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
    finally:
        WRITING.reset(token)


def begin(connection: Connection) -> None:
    """Begin a transaction of SQLite, through the driver itself.

    :raises FileReplaced: it may write, and what it writes would be lost.
    """
    if WRITING.get():
        require_file(connection.engine)
    statement = "BEGIN IMMEDIATE" if WRITING.get() else "BEGIN"
    try:
        connection.connection.driver_connection.execute(statement)  # type: ignore[union-attr]
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error


def added_once(row: Row, same: Select[tuple[Row]]) -> Row:
    """The row, added; or the ``same`` one that a double tap has just added. Its unique columns decide."""
    try:
        with db.session.begin_nested():
            db.session.add(row)
    except IntegrityError:
        return db.session.scalars(same).one()
    return row


def lock_club(club_id: int) -> int | None:
    """Lock the club until the transaction ends, which signals its change; its rows can still be referred to. The id of
    its owner.
    """
    note_change(club_id)
    return db.session.scalar(select(Club.owner_id).where(Club.id == club_id).with_for_update(key_share=True))


@contextmanager
def changing(row: Owned) -> Iterator[Owned | None]:
    """A transaction that locks the row's club, with the row as it is by then; None if it is gone."""
    with changing_one(type(row), row.club_id, row.id) as stored:
        yield stored


@contextmanager
def changing_one(model: type[Owned], club_id: int, row_id: int) -> Iterator[Owned | None]:
    """The same for the row with this id, of this club."""
    with writing():
        lock_club(club_id)
        yield db.session.get(model, row_id, populate_existing=True)


def set_values(row: Owned, **values: Any) -> None:
    """Change columns of a row, if it still exists, in a transaction of its own."""
    with changing(row) as stored:
        if stored is not None:
            for column, value in values.items():
                setattr(stored, column, value)
