"""Copies of an SQLite database while others write to it, and the check that a file is a sound one of them."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from referee.words import Text, say
from referee.words.system_errors import ExplainedError

PAGES = 2000
"""Pages copied between two calls of the progress function."""
PATIENCE = 30
"""Seconds to wait for a writer."""
OTHERS = "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
"""No version has triggers or views: they could do more than be read."""

Progress = Callable[[int, int], None]
"""Called with the number of copied pages, and of all."""


def no_progress(_done: int, _all: int) -> None:
    pass


def open_file(path: Path, mode: str = "rw") -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    database = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    database.execute("PRAGMA temp_store=MEMORY")
    return database


def copy_database(source: Path, target: Path, progress: Progress = no_progress) -> None:
    """Copy a whole database as it is at one moment: the reading transaction holds it still while others write."""
    with closing(open_file(source)) as original, closing(open_file(target, "rwc")) as copy:
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchone()
        original.backup(copy, pages=PAGES, progress=lambda _status, left, of: progress(of - left, of))


def copy_alone(source: Path, target: Path, progress: Progress = no_progress) -> None:
    """The same into one file, without a log beside it, on the disk."""
    copy_database(source, target, progress)
    with closing(open_file(target)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
    sync(target)


def check_copy(path: Path, refusal_of: Callable[[str], Text | None]) -> None:
    """Check a copy of a database before it is used.

    :param refusal_of: why a version of the tables cannot be used; None where it can be.
    :raises ExplainedError: the file is not a sound database, or is of such a version.
    """
    if not path.is_file():
        raise ExplainedError(say("« %(file)s » n'existe pas.", file=str(path)))
    try:
        with closing(open_file(path, "ro")) as database:
            sound = database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            sound = sound and database.execute("PRAGMA foreign_key_check").fetchone() is None
            sound = sound and database.execute(OTHERS).fetchone() is None
            version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        raise no_backup(path) from None
    if not sound or version is None:
        raise no_backup(path)
    if (refusal := refusal_of(version[0])) is not None:
        raise ExplainedError(refusal)


def no_backup(path: Path) -> ExplainedError:
    return ExplainedError(say("« %(file)s » n'est pas une sauvegarde, ou elle est abîmée.", file=str(path)))


def close_log(target: Path) -> None:
    """Put away the write-ahead log, which works only while no other process has the database open.

    :raises ExplainedError: the server still runs.
    """
    with closing(open_file(target)) as database:
        database.execute("PRAGMA busy_timeout=0")
        try:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            raise ExplainedError(say("Le serveur tourne encore : arrêtez-le d'abord.")) from None
        except sqlite3.DatabaseError:
            return  # it is damaged: a reason to restore


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Create a file that only this user may read; delete it if what fills it fails.

    :raises ExplainedError: there is such a file already.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise ExplainedError(say("« %(file)s » existe déjà ; choisissez un autre nom.", file=str(path))) from None
    try:
        yield
    except BaseException:
        path.unlink()
        raise


def sync(path: Path) -> None:
    """Write a file and its name to the disk, where the system can open a folder."""
    for place in (path, path.resolve().parent):
        with suppress(PermissionError):
            handle = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
