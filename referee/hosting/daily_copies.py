"""Daily copies of an SQLite database, made by the running server: each a folder with the database and the secret.

A copy is made on a day's first look, checked by opening it, and named by its day; the newest seven are kept. Processes
that serve one file take turns, so that one of them alone makes it. PostgreSQL has ``pg_dump`` for it.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from referee.local_time import local_day
from referee.migrated_application import version_refusal
from referee.settings import MIB, SECRET, Settings
from referee.store.database.file_copy import Progress, check_copy, copy_alone, new_file, no_progress, sync
from referee.store.database.models import now
from referee.store.database.orm_base import sqlite_file
from referee.store.database.write_lock import lock_file
from referee.words import say
from referee.words.system_errors import ExplainedError, failure

DATABASE = "referee.sqlite3"
MOST = 7
FIRST_LOOK = 60.0
"""Seconds after the start: nothing holds the first pages up."""
INTERVAL = 600.0
"""Seconds between two looks at whether today's copy is there."""
LAST_WAIT = 3.0
"""Seconds at the end for a copy in the middle to be dropped: it holds the write-ahead log back."""
SPARE = 200 * MIB
"""Bytes that a copy leaves free on the disk."""
LOCK = "lock"
UNDER_WAY = ".making-"
DAY = re.compile(r"\d{4}-\d\d-\d\d")

log = logging.getLogger("referee.copies")


@dataclass(frozen=True, slots=True)
class DailyCopy:
    """The copy of one day, and the bytes of its database."""

    day: date
    folder: Path
    size: int

    @property
    def database(self) -> Path:
        return self.folder / DATABASE

    @property
    def secret(self) -> str:
        return (self.folder / SECRET).read_text("utf-8")


def daily_copies(folder: Path) -> list[DailyCopy]:
    """The copies in a folder up to today, the newest first."""
    return [copy for copy in _dated_folders(folder) if copy.day <= local_day(now())]


def copies_ahead(folder: Path) -> list[DailyCopy]:
    """The copies of days to come, which a clock that was wrong has dated: no pruning counts or deletes them."""
    return [copy for copy in _dated_folders(folder) if copy.day > local_day(now())]


def _dated_folders(folder: Path) -> list[DailyCopy]:
    if not folder.is_dir():
        return []
    copies = []
    for path in folder.iterdir():
        with suppress(ValueError, OSError):
            if DAY.fullmatch(path.name):
                copies.append(DailyCopy(date.fromisoformat(path.name), path, (path / DATABASE).stat().st_size))
    return sorted(copies, key=lambda copy: copy.day, reverse=True)


class CopyStopped(Exception):
    """The server ends in the middle of a copy."""


def make_daily_copy(settings: Settings, progress: Progress = no_progress) -> Path | None:
    """Make the copy of today, if it is missing and no other process makes it; its folder.

    :raises ExplainedError: there is no room for it, or what was copied is damaged.
    """
    source = sqlite_file(settings.database_url, settings.data)
    folder = settings.copies
    if source is None or folder is None or not source.is_file():
        return None
    target = folder / local_day(now()).isoformat()
    if target.exists():
        return None
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with lock_file(folder / LOCK) as alone:
        if not alone or target.exists():
            return None
        _check_room(source, folder)
        _make(source, settings.secret_key, target, progress)
        _prune(folder)
        return target


def _check_room(source: Path, folder: Path) -> None:
    free, needed = shutil.disk_usage(folder).free, source.stat().st_size + SPARE
    if free < needed:
        sentence = say(
            "Pas de place dans %(folder)s pour la copie du jour : %(free)s Mio libres, il en faut %(needed)s.",
            folder=str(folder),
            free=free // MIB,
            needed=-(-needed // MIB),
        )
        raise ExplainedError(sentence)


def _make(source: Path, secret: str, target: Path, progress: Progress) -> None:
    """Make the folder of a copy beside the others, and name it when it is whole and on the disk."""
    half = Path(tempfile.mkdtemp(prefix=UNDER_WAY, dir=target.parent))
    try:
        with new_file(half / SECRET):
            (half / SECRET).write_text(secret, "utf-8")
            sync(half / SECRET)
        with new_file(half / DATABASE):
            copy_alone(source, half / DATABASE, progress)
        check_copy(half / DATABASE, version_refusal)
        os.rename(half, target)
        sync(target)
    finally:
        shutil.rmtree(half, ignore_errors=True)


def _prune(folder: Path) -> None:
    """Delete all copies but the newest, and what a process that ended in the middle has left."""
    for path in (*(copy.folder for copy in daily_copies(folder)[MOST:]), *folder.glob(f"{UNDER_WAY}*")):
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def copying_daily(
    settings: Settings,
    in_place: Callable[[], bool] = lambda: True,
    first_look: float = FIRST_LOOK,
    interval: float = INTERVAL,
) -> Iterator[None]:
    """Make each day's copy, in a thread of its own; a failure is a line in the log, and is tried again.

    :param in_place: whether the database's path leads to the file that the server has open: no other one is copied.
    """
    if settings.copies is None or sqlite_file(settings.database_url, settings.data) is None:
        yield
        return
    stop = threading.Event()
    call = (stop, settings, in_place, first_look, interval)
    thread = threading.Thread(target=_make_until, args=call, name="daily copies", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(LAST_WAIT)


def _make_until(
    stop: threading.Event, settings: Settings, in_place: Callable[[], bool], first_look: float, interval: float
) -> None:
    def go_on(_done: int, _all: int) -> None:
        if stop.is_set():
            raise CopyStopped

    pause = first_look
    while not stop.wait(pause):
        pause = interval
        try:
            if in_place():
                make_daily_copy(settings, go_on)
        except CopyStopped:
            return
        except (ExplainedError, OSError, sqlite3.Error) as error:
            log.error("daily copy: %s", error if isinstance(error, ExplainedError) else failure(error, "en"))


def is_readable(copy: DailyCopy) -> bool:
    """Whether a copy opens as a sound database of a known version, and has its secret."""
    try:
        check_copy(copy.database, version_refusal)
        return bool(copy.secret)
    except (ExplainedError, OSError, ValueError):
        return False
