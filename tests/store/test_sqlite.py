"""SQLite is opened so that what was acknowledged is on the disk, and so that readers do not wait for writers."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from referee.serving import migrate
from referee.store.database import WRITING, db
from referee.store.models import Entry
from tests.databases import app_on
from tests.store.keeping import Keeper, at_once, note, writing

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
    with writing(app):
        db.session.add(Entry(match_id=99, position=0, entry={}, batch=0))
        with pytest.raises(IntegrityError):
            db.session.commit()


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
    with writing(app):
        db.session.execute(text("UPDATE entry SET person = 'in the middle'"))
        seen: list[Any] = []
        reader = threading.Thread(target=lambda: seen.append(keeper.seen()[3][0][5]))
        reader.start()
        reader.join(timeout=10)
        assert seen == [""]


def test_a_transaction_that_may_write_says_so_from_its_beginning(app: Flask) -> None:
    begun: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *a: begun.append(a[2]) if "BEGIN" in a[2] else None)
    for may_write in (True, False):
        with app.app_context():
            WRITING.set(may_write)
            db.session.execute(text("SELECT 1"))
    assert begun == ["BEGIN IMMEDIATE", "BEGIN"]


@pytest.mark.parametrize(("method", "begins"), [("GET", "BEGIN"), ("HEAD", "BEGIN"), ("POST", "BEGIN IMMEDIATE")])
def test_a_request_begins_as_its_method_says(app: Flask, method: str, begins: str) -> None:
    begun: list[str] = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *a: begun.append(a[2]) if "BEGIN" in a[2] else None)

    @app.route("/ask-the-database", methods=["GET", "POST"])
    def ask() -> str:
        return str(db.session.scalar(text("SELECT 1")))

    app.config["WTF_CSRF_ENABLED"] = False
    assert app.test_client().open("/ask-the-database", method=method).status_code == 200
    assert begun == [begins]


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
