"""How the database is read and written: transactions that write, the turns they take, and those that only read.

The SQLite driver's own transactions lose updates between a read and a write; so the driver is left out of it:
transactions that may write begin with BEGIN IMMEDIATE, all others with a deferred BEGIN. What is read for long, judged
or shown is read in the latter; what is written is written within :func:`writing`, which is short, for on SQLite
everybody else who wants to write waits for it.

Whoever changes a club's matches, evenings or players locks the club first, and then whatever else: the one order in
which rows are locked, so that no two ever wait for each other.
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Select, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from referee.store.database.models import Club, Evening, Match, Player
from referee.store.database.orm_base import Base, db, is_sqlite

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]
if sys.platform == "emscripten":  # a phone's browser, where this is the only process there is
    fcntl = None  # type: ignore[assignment]

WRITING: ContextVar[bool] = ContextVar("writing", default=False)
"""Whether the transactions begun from here on may write."""

write_lock = threading.Lock()
"""Held by the one thread of this process that may write to SQLite: waiting here is cheaper than in the file."""

_TURNS: dict[str, ProcessTurn] = {}

NEXT, WRITES = 0, 1
PAUSE = 0.0002
"""Seconds until it is looked again whether a place is free: those of a short transaction are few."""

PATIENCE = 30
"""Seconds that anybody waits for another who writes."""

Row = TypeVar("Row", bound=Base)
Owned = TypeVar("Owned", Evening, Match, Player)


class Busy(Exception):
    """Another has been writing for longer than anybody waits."""


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


def end_reading() -> None:
    """End the transaction in which this request has read, before a pause: SQLite's log waits for it, and so does
    PostgreSQL's vacuum. Objects are read anew where they are used again.
    """
    db.session.rollback()


@contextmanager
def turn(engine: Engine, patience: float = PATIENCE) -> Iterator[None]:
    """The transactions begun in here may write; on SQLite threads and then processes take turns at it.

    :raises Busy: ``patience`` seconds were not enough.
    """
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
        process = process_turn(engine)
        if not process.take(patience):
            raise Busy
        try:
            yield
        finally:
            process.give_back()
    finally:
        write_lock.release()


def process_turn(engine: Engine) -> ProcessTurn:
    """The turn of this process at the file of this engine."""
    path = engine.url.database or ""
    if path not in _TURNS:
        _TURNS[path] = ProcessTurn(path)
    return _TURNS[path]


@contextmanager
def writing_apart(engine: Engine) -> Iterator[Connection]:
    """A short transaction of its own, beside the session's; nobody waits for it.

    :raises Busy: somebody else is writing.
    """
    with turn(engine, patience=0), engine.begin() as connection:
        yield connection


@contextmanager
def reading_apart() -> Iterator[Connection]:
    """A connection of its own, which only reads: whatever the session does next begins its own transaction."""
    with db.engine.connect() as connection:
        yield connection


@contextmanager
def snapshot() -> Iterator[Connection]:
    """A connection that only reads, and to which the database stands still."""
    token = WRITING.set(False)
    try:
        with reading_apart() as connection:
            if not is_sqlite(db.engine):
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
    finally:
        WRITING.reset(token)


def begin(connection: Connection) -> None:
    """How SQLite's transactions begin: said to the driver itself, for every page says it."""
    statement = "BEGIN IMMEDIATE" if WRITING.get() else "BEGIN"
    try:
        connection.connection.driver_connection.execute(statement)  # type: ignore[union-attr]
    except sqlite3.Error as error:
        raise DBAPIError.instance(statement, None, error, sqlite3.Error) from error


def forget() -> None:
    """Give up whatever the session was about; the next query begins anew."""
    db.session.rollback()


def added_once(row: Row, same: Select[tuple[Row]]) -> Row:
    """The row, added; or the ``same`` one that a double tap has just added. Its unique columns decide."""
    try:
        with db.session.begin_nested():
            db.session.add(row)
    except IntegrityError:
        return db.session.scalars(same).one()
    return row


def lock_club(club_id: int) -> int | None:
    """Let nobody else change this club until the transaction ends; its rows can still be referred to.

    The id of the device that owns it by now.
    """
    return db.session.scalar(select(Club.owner_id).where(Club.id == club_id).with_for_update(key_share=True))


@contextmanager
def changing(row: Owned) -> Iterator[Owned | None]:
    """A transaction that may write in which nobody else changes the row's club, and the row as it is by then.

    None: it is gone.
    """
    with changing_one(type(row), row.club_id, row.id) as stored:
        yield stored


@contextmanager
def changing_one(model: type[Owned], club_id: int, row_id: int) -> Iterator[Owned | None]:
    """The same for the row with this id, of this club."""
    with writing():
        lock_club(club_id)
        yield db.session.get(model, row_id, populate_existing=True)


def set_values(row: Owned, **values: Any) -> None:
    """Change these columns of a row, if it is still there, in a transaction of its own."""
    with changing(row) as stored:
        for column, value in values.items() if stored is not None else ():
            setattr(stored, column, value)


class ProcessTurn:
    """The turn of this process; only one of its threads at a time may ask."""

    def __init__(self, database: str) -> None:
        self._path = f"{database}-turn" if fcntl is not None and database not in ("", ":memory:") else ""
        self._file = -1

    def take(self, patience: float) -> bool:
        """Wait until it is this process's turn; False where so many seconds were not enough."""
        deadline = time.monotonic() + patience
        if not self._opened():
            return True
        if not self._locked(NEXT, deadline):
            return False
        try:
            return self._locked(WRITES, deadline)
        finally:
            self._unlock(NEXT)

    def give_back(self) -> None:
        """Let others write."""
        if self._file >= 0:
            self._unlock(WRITES)

    def close(self) -> None:
        """Leave no file: whoever is still there makes another."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
            with suppress(OSError):
                os.unlink(self._path)

    def _opened(self) -> bool:
        if self._file >= 0 and not os.fstat(self._file).st_nlink:  # somebody has put it away
            os.close(self._file)
            self._file = -1
        if self._file < 0 and self._path:
            with suppress(OSError):
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        return self._file >= 0

    def _locked(self, sign: int, deadline: float) -> bool:
        while True:
            with suppress(BlockingIOError, PermissionError):
                fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, sign)
                return True
            if time.monotonic() >= deadline:
                return False
            time.sleep(PAUSE)

    def _unlock(self, sign: int) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, sign)
