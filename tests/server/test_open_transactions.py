"""No transaction stays open over a pause, of no thread and no command: what is recorded gets into the file at once."""

import os
import select
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import insert

from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from tests.databases import app_on, on_both_databases
from tests.running import RunningServer
from tests.server.sockets import Browser

pytestmark = on_both_databases
SQLITE = pytest.mark.databases("sqlite")
PATIENCE = 60
"""Seconds that a test waits for what happens within one."""


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[RunningServer]:
    with RunningServer(tmp_path, DATABASE_URL=url) as running:
        yield running


def comes_true(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))


def has_open_transaction(url: str) -> bool:
    """Whether a transaction of another process is open: it reads from SQLite's log, or PostgreSQL waits for it."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(file_of(url), isolation_level=None)) as database:
            version = database.execute("PRAGMA user_version").fetchone()[0]
            database.execute(f"PRAGMA user_version = {version + 1}")  # a page of the log that no older reader may use
            database.execute("PRAGMA busy_timeout = 0")
            return bool(database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
    with psycopg.connect(url) as other:
        query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in %'"
        row = other.execute(query).fetchone()
        assert row is not None
        return bool(row[0])


def record(keeper: Browser, match: str, number: int) -> None:
    for expected in range(number):
        form = [("step", "note"), ("text", f"note {expected}"), ("expected", f"{expected}")]
        assert keeper.send(f"{match}/entries", form).status == 303


def test_a_server_that_waits_has_no_open_transaction(server: RunningServer, url: str) -> None:
    assert comes_true(lambda: not has_open_transaction(url))
    with Browser(server.port) as keeper:
        match = keeper.new_match()
        record(keeper, match, 5)
        for path in (f"{match}/log", "/evenings", "/club/import", "/healthz"):
            assert keeper.open(path).status == 200
        assert comes_true(lambda: not has_open_transaction(url))


@SQLITE
def test_what_is_recorded_gets_into_the_one_file_while_the_server_runs(
    server: RunningServer, url: str, tmp_path: Path
) -> None:
    """The copy of a running server's file alone is what people take along."""
    copy = tmp_path / "copied.sqlite3"

    def records() -> int:
        shutil.copyfile(file_of(url), copy)
        try:
            with closing(sqlite3.connect(copy)) as database:
                return int(database.execute("SELECT count(*) FROM entry").fetchone()[0])
        except sqlite3.DatabaseError:  # its tables are in the log, or it is just being written
            return 0

    with Browser(server.port) as keeper:
        record(keeper, keeper.new_match(), 5)
        assert comes_true(lambda: records() == 5)


@pytest.mark.thorough
def test_a_command_whose_words_nobody_reads_has_no_open_transaction(url: str, tmp_path: Path) -> None:
    """``referee link | less``: it stands still until somebody turns the page."""
    with app_on(url, tmp_path) as app, app.app_context(), writing():
        db.session.execute(insert(Club), [{"name": "x" * 80} for _ in range(1000)])
    environment = {**os.environ, "REFEREE_DATA": str(tmp_path), "DATABASE_URL": url}
    with subprocess.Popen(
        [sys.executable, "-m", "referee", "link"], env=environment, stdout=subprocess.PIPE
    ) as command:
        assert command.stdout is not None
        select.select([command.stdout], [], [])
        try:
            assert not has_open_transaction(url)
            assert command.poll() is None
        finally:
            command.stdout.close()
