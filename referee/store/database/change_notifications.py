"""Who listens learns which clubs were written to: by this process after each commit, by others through the database.

PostgreSQL notifies all processes at the commit. SQLite has no such thing: the version of its file is looked at.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager, suppress
from weakref import WeakKeyDictionary

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from referee.store.database.orm_base import db, is_sqlite

CHANNEL = "referee_clubs"
PROCESS = secrets.token_hex(8)
"""Stands in the notifications of this process, which has heard of its own commits already."""
MOST_NAMED = 500
"""Clubs in one notification, whose text PostgreSQL limits; of more it names none."""
LOOK_EVERY = 0.1
"""Seconds between two looks at the version of SQLite's file."""
LISTEN_FOR = 0.5
"""Seconds of one wait for notifications: the end of the process waits as long."""
AGAIN = 1.0
"""Seconds after which a database that does not answer is asked again."""

Listener = Callable[[Collection[int] | None], object]
"""Called with the ids of clubs, in any thread; None: it may have been any club."""

_LISTENERS: WeakKeyDictionary[Engine, set[Listener]] = WeakKeyDictionary()


def note_change(club_id: int) -> None:
    """Have the commit of the present transaction signal a change of this club."""
    db.session.info.setdefault("changed clubs", set()).add(club_id)


def take_noted_changes() -> set[int]:
    """The clubs noted since the last commit or rollback, noted no more."""
    clubs: set[int] = db.session.info.pop("changed clubs", set())
    return clubs


def notify_processes(clubs: Collection[int]) -> None:
    """Before the commit, in its transaction: have PostgreSQL tell the other processes once it is committed."""
    if clubs and not is_sqlite(db.engine):
        named = ",".join(map(str, sorted(clubs))) if len(clubs) <= MOST_NAMED else ""
        db.session.execute(
            text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": f"{PROCESS}:{named}"}
        )


def signal(engine: Engine, clubs: Collection[int]) -> None:
    """After the commit: tell who listens in this process."""
    if clubs:
        for listener in tuple(_LISTENERS.get(engine, ())):
            listener(clubs)


class ClubChanges:
    """The changes of a database; others are asked of theirs only while they are ``wanted``."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.wanted = threading.Event()
        self._ended = threading.Event()

    @contextmanager
    def told_to(self, listener: Listener) -> Iterator[None]:
        """Tell the listener of every change meanwhile, in a thread of its own of those of other processes."""
        listeners = _LISTENERS.setdefault(self._engine, set())
        listeners.add(listener)
        thread = threading.Thread(target=self._listen, args=(listener,), name="changes of other processes")
        thread.start()
        try:
            yield
        finally:
            listeners.discard(listener)
            self._ended.set()
            self.wanted.set()
            thread.join()

    def _listen(self, listener: Listener) -> None:
        elsewhere = self._in_file if is_sqlite(self._engine) else self._notified
        while self.wanted.wait() and not self._ended.is_set():
            with suppress(SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
                for clubs in elsewhere():
                    listener(clubs)
                continue
            self._ended.wait(AGAIN)

    def _goes_on(self) -> bool:
        return self.wanted.is_set() and not self._ended.is_set()

    def _in_file(self) -> Iterator[None]:
        """None for each change of SQLite's file by another connection, the first one for what came before."""
        with closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            seen = None
            while self._goes_on():
                version = cursor.execute("PRAGMA data_version").fetchall()
                if version != seen:
                    seen = version
                    yield None
                self._ended.wait(LOOK_EVERY)

    def _notified(self) -> Iterator[Collection[int] | None]:
        """The clubs of each notification of another process, None for what came before."""
        with closing(self._engine.raw_connection()) as connection:
            listening = connection.driver_connection
            assert listening is not None
            connection.detach()  # its settings are no other's
            listening.autocommit = True
            listening.execute(f"LISTEN {CHANNEL}")
            yield None
            while self._goes_on():
                for notification in listening.notifies(timeout=LISTEN_FOR):
                    process, _, clubs = notification.payload.partition(":")
                    if process != PROCESS:
                        yield {int(club) for club in clubs.split(",")} if clubs else None
