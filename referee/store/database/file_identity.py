"""Whether the path of an SQLite database still leads to the file that this process has open.

Where the file was deleted, or another one put in its place, SQLite goes on writing to the open one, which nothing leads
to: all of it would be lost at the end of the process.
"""

from __future__ import annotations

import os
import sqlite3
from weakref import WeakKeyDictionary

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

_FIRST: WeakKeyDictionary[Engine, tuple[int, int]] = WeakKeyDictionary()
"""Device and inode of the file that the first connection of an engine opened."""


class FileReplaced(OperationalError):
    """The path of the database leads to another file than the open one, or to none."""

    def __init__(self) -> None:
        super().__init__(None, None, sqlite3.OperationalError("the database file is not the one that was opened"))


def note_file(engine: Engine) -> None:
    """Note the file that a connection has opened, if it is the first one."""
    found = _identity(engine)
    if found is not None:
        _FIRST.setdefault(engine, found)


def forget_file(engine: Engine) -> None:
    """After the last connection is closed: the next one may open another file."""
    _FIRST.pop(engine, None)


def is_in_place(engine: Engine) -> bool:
    """Whether the path leads to the open file; also where none is open."""
    first = _FIRST.get(engine)
    return first is None or _identity(engine) == first


def require_file(engine: Engine) -> None:
    """:raises FileReplaced: the path does not lead to the open file."""
    if not is_in_place(engine):
        raise FileReplaced


def _identity(engine: Engine) -> tuple[int, int] | None:
    """Of what lies at the path; None where nothing does, as with a database in memory."""
    try:
        status = os.stat(engine.url.database or "")
    except OSError:
        return None
    return status.st_dev, status.st_ino
