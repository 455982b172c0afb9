"""SQLite is opened so that what was acknowledged is on the disk, and so that readers do not wait for writers."""

import sqlite3
import threading
from contextlib import nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from referee.migrated_application import migrate
from referee.store.database import transactions
from referee.store.database.models import Club, RecordRow
from referee.store.database.orm_base import db
from referee.store.database.transactions import Busy, turn, write_lock, writing
from tests.databases import app_on
from tests.store.keeping import Keeper, at_once, note, row_of

WANTED = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}
"""synchronous 2 is FULL."""


@pytest.fixture
def url(sqlite: Any) -> str:
    """SQLite on whatever database the other tests run."""
    return str(sqlite.migrated())


def pragmas(app: Flask) -> dict[str, Any]:
    with app.app_context(), db.engine.connect() as connection:
        return {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in WANTED}


def test_every_connection_has_wal_full_sync_foreign_keys_and_patience(app: Flask) -> None:
    assert at_once(lambda _: pragmas(app)) == [WANTED] * 8


def test_what_is_kept_is_nobody_elses_to_read(sqlite: Any, tmp_path: Path) -> None:
    with app_on(f"sqlite:///{tmp_path / 'new.sqlite3'}", tmp_path) as app, app.app_context():
        migrate(app)
        db.session.execute(text("SELECT 1"))
        modes = {path.suffix: path.stat().st_mode & 0o777 for path in tmp_path.glob("new.sqlite3*")}
        assert modes == {".sqlite3": 0o600, ".sqlite3-wal": 0o600, ".sqlite3-shm": 0o600}


def test_they_hold_for_the_connection_that_migrated_too(sqlite: Any, tmp_path: Path) -> None:
    with app_on(sqlite.empty(), tmp_path) as app:
        migrate(app)
        assert pragmas(app) == WANTED


def test_an_entry_of_no_match_is_refused(app: Flask) -> None:
    with app.app_context(), pytest.raises(IntegrityError), writing():
        db.session.add(RecordRow(match_id=99, position=0, entry={}, batch=0))


def test_an_acknowledged_record_is_in_the_file_at_once(app: Flask, url: str) -> None:
    keeper = Keeper(app)
    keeper.record(note("here"))
    other = sqlite3.connect(url.removeprefix("sqlite:///"))
    try:
        assert other.execute("SELECT entry FROM entry").fetchall() == [('{"step": "note", "text": "here"}',)]
    finally:
        other.close()


def test_a_reader_waits_for_no_writer_and_sees_what_was_committed(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("before"))
    with app.app_context(), writing():
        db.session.execute(text("UPDATE entry SET person = 'in the middle'"))
        seen: list[Any] = []
        reader = threading.Thread(target=lambda: seen.append(keeper.everything()[3][0][5]))
        reader.start()
        reader.join(timeout=10)
        assert seen == [""]


def test_a_transaction_that_may_write_says_so_from_its_beginning(app: Flask) -> None:
    said: list[str] = []
    with app.app_context():
        db.engine.dispose()
        event.listen(db.engine, "connect", lambda connection, _: connection.set_trace_callback(said.append))
    for transaction in (nullcontext, writing):
        with app.app_context(), transaction():
            db.session.execute(text("SELECT 1"))
    assert [statement for statement in said if "BEGIN" in statement] == ["BEGIN", "BEGIN IMMEDIATE"]


def test_what_was_read_before_a_transaction_that_may_write_is_read_anew_in_it(app: Flask) -> None:
    keeper = Keeper(app)
    keeper.record(note("before"))
    with app.app_context():
        match = row_of(keeper.stored_match())
        assert match.length == 1
        with app.app_context():
            keeper.record(note("meanwhile"))
        with writing():
            assert match.length == 2


def test_what_was_changed_before_a_transaction_that_may_write_is_not_lost_in_silence(app: Flask) -> None:
    keeper = Keeper(app)
    with app.app_context():
        row_of(keeper.stored_match()).notes = "changed"
        with pytest.raises(RuntimeError, match="changed before"), writing():
            pass


def test_one_transaction_within_another_is_a_part_of_it(app: Flask) -> None:
    with app.app_context():
        with suppress(ZeroDivisionError), writing():
            with writing():
                db.session.add(Club(name="inside"))
            raise ZeroDivisionError
        assert db.session.scalars(select(Club.name)).all() == []
        with writing(), writing():
            db.session.add(Club(name="inside"))
        assert db.session.scalars(select(Club.name)).all() == ["inside"]


def test_who_waits_too_long_for_their_turn_is_told_so(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transactions, "turn", partial(turn, patience=0.01))
    with app.app_context(), write_lock, pytest.raises(Busy), writing():
        pass
    with app.app_context(), writing():
        assert write_lock.locked()
    assert not write_lock.locked()


def test_a_file_that_somebody_else_holds_is_an_error_and_loses_nothing(app: Flask, url: str) -> None:
    keeper = Keeper(app)
    with app.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=50"))
        db.engine.dispose()
    other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    try:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError):
            keeper.record(note("not yet"))
        other.execute("ROLLBACK")
    finally:
        other.close()
    assert keeper.record(note("now")).outcome == "recorded"
    assert keeper.texts() == ["now"]
