"""What the store's tests share: a keeper at a table, who writes as a request does."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

from flask import Flask
from sqlalchemy import event, select

from referee.matches.log import Change, current_entries, undoing
from referee.matches.match_file import Setup, read_setup
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import CLOCK, Match, RecordRow, now
from referee.store.database.orm_base import db
from referee.store.matches.matches import AppendOutcome, Author, append, start
from referee.store.matches.stored_match import StoredMatch, load

T = TypeVar("T")

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
THREADS = 8
FIRST_WORDS = 200
"""Signs by which a statement is known."""

ONE_CARD = (
    {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}},
    {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}},
)
"""The first round of an ascenseur of four."""
TWO_CARDS = (
    {"step": "bids", "bids": {"Chloé": 0, "Dan": 0, "Ana": 2, "Bob": 1}},
    {"step": "tricks", "tricks": {"Chloé": 0, "Dan": 0, "Ana": 1, "Bob": 1}},
)
"""The second one."""


def note(text: str) -> Change:
    return Change({"step": "note", "text": text})


def setup_for(game: str = "ascenseur", players: Sequence[str] = PLAYERS, options: Any = None) -> Setup:
    setup = read_setup(game, list(players), None, options)
    assert isinstance(setup, Setup), setup
    return setup


@contextmanager
def writing(app: Flask) -> Iterator[None]:
    """What a request has: a session of its own. The functions of the store begin their transactions themselves."""
    with app.app_context():
        yield


def row_of(stored: StoredMatch) -> Match:
    """The row of a match, to be changed."""
    return db.session.get_one(Match, stored.id)


class Keeper:
    """Somebody who keeps one match, loading it anew for every act as a request does."""

    def __init__(
        self, app: Flask, game: str = "ascenseur", players: Sequence[str] = PLAYERS, options: Any = None
    ) -> None:
        self.app = app
        with writing(app):
            visitor = create_owned_club()
            match = start(visitor.club, setup_for(game, players, options), None)
            self.club_id, self.match, self.device_id = visitor.club.id, match.public_id, visitor.device.id

    def stored_match(self) -> StoredMatch:
        """The match as it stands; only within an app context."""
        found = load(self.club_id, self.match)
        assert found is not None
        return found

    def record(
        self, *changes: Change, expected: int | None = None, key: str | None = None, who: str = "", why: str = ""
    ) -> AppendOutcome:
        """Append a batch; ``expected``: what this keeper saw, the present length if left out."""
        with writing(self.app):
            stored = self.stored_match()
            seen = len(stored.records) if expected is None else expected
            return append(stored, changes, seen, key, Author(self.device_id, who, why))

    def undo(self) -> AppendOutcome | None:
        with writing(self.app):
            stored = self.stored_match()
            back = undoing(stored.log)
            author = Author(self.device_id, "")
            return append(stored, back.changes, len(stored.records), None, author, back.undoes) if back else None

    def everything(self) -> tuple[Any, ...]:
        """All that is kept of the match: a refused act must leave it as it was."""
        with self.app.app_context():
            stored = self.stored_match()
            match = stored
            rows_of_match = select(RecordRow).where(RecordRow.match_id == match.id).order_by(RecordRow.position)
            rows = [
                (row.position, row.entry, row.amends, row.batch, row.undoes, row.person, row.reason, row.client_key)
                for row in db.session.scalars(rows_of_match)
            ]
            return match.length, match.over, match.changed_at, rows

    def entries(self) -> list[Any]:
        """The entries that stand."""
        with self.app.app_context():
            return [current.entry for current in current_entries(self.stored_match().log)]

    def texts(self) -> list[str]:
        return [entry["text"] for entry in self.entries() if entry["step"] == "note"]


def at_once(act: Callable[[int], T], threads: int = THREADS) -> list[T]:
    """What every thread's act came to, all begun at the same moment."""
    ready = threading.Barrier(threads)

    def one(number: int) -> T:
        ready.wait(timeout=30)
        return act(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(one, range(threads)))


def count_of(app: Flask, model: Any) -> int:
    with app.app_context():
        return int(db.session.query(model).count())


@contextmanager
def statements_sent(app: Flask) -> Iterator[list[str]]:
    """The statements that are sent in here, each by its first words."""
    statements: list[str] = []

    def add(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        statements.append(" ".join(statement.split())[:FIRST_WORDS])

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", add)
    yield statements
    event.remove(engine, "before_cursor_execute", add)


@contextmanager
def later(by: timedelta) -> Iterator[None]:
    """The clock of the store put forward."""
    reset = CLOCK.set(now() + by)
    try:
        yield
    finally:
        CLOCK.reset(reset)
