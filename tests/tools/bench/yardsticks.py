"""What the figures stand beside: a bare Flask page that commits one row, a raw commit, the interpreter alone.

They are measured in the same run, in turn with what they measure and on the same disk.
"""

import http.client
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.running import free_port
from tests.tools.bench.figures import timed

ROW = json.dumps({"step": "bids", "bids": {"Ana": 0, "Bob": 0, "Chloé": 0}})
SAFE = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL")
"""As safely as ours."""

BARE = f"""
import sqlite3, sys, threading
from flask import Flask, redirect
from waitress import serve

app, kept = Flask(__name__), threading.local()

def database():
    if not hasattr(kept, "database"):
        kept.database = sqlite3.connect(sys.argv[2], isolation_level=None, timeout=30)
        for line in {SAFE!r}:
            kept.database.execute(line)
        kept.database.execute("CREATE TABLE IF NOT EXISTS entry (id INTEGER PRIMARY KEY, entry TEXT)")
    return kept.database

def record():
    database().execute("BEGIN IMMEDIATE")
    database().execute("INSERT INTO entry (entry) VALUES (?)", ({ROW!r},))
    database().execute("COMMIT")
    return redirect("/", 303)

app.add_url_rule("/", view_func=lambda: "a bare page")
app.add_url_rule("/entries", view_func=record, methods=["POST"])
serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=64)
"""


class BarePhone:
    """A connection to the bare server that stays open."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def page_time(self) -> float:
        """Milliseconds of its page."""
        return timed(lambda: self._ask("GET", "/", 200))

    def record(self) -> float:
        """Milliseconds of a row and its commit."""
        return timed(lambda: self._ask("POST", "/entries", 303))

    def _ask(self, method: str, path: str, status: int) -> None:
        self.connection.request(method, path)
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status == status


@contextmanager
def bare_servers(folder: Path, number: int = 1) -> Iterator[list[int]]:
    """A Flask application alone, served by waitress with as many threads as ours, in so many processes: their ports."""
    ports = [free_port() for _ in range(number)]
    with ExitStack() as stack:
        for port in ports:
            command = [sys.executable, "-c", BARE, str(port), str(folder / "bare.sqlite3")]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            stack.callback(process.wait, 20)
            stack.callback(process.terminate)
            _until_it_works(lambda port=port: BarePhone(port).record())  # type: ignore[misc]
        yield ports


def _until_it_works(act: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            act()
        except (OSError, http.client.HTTPException):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def raw_commit(folder: Path) -> Iterator[Callable[[], float]]:
    """What takes the milliseconds of a row and its commit, with nothing around it."""
    with closing(sqlite3.connect(folder / "raw.sqlite3", isolation_level=None)) as database:
        for line in (*SAFE, "CREATE TABLE entry (id INTEGER PRIMARY KEY, entry TEXT)"):
            database.execute(line)

        def commit() -> None:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO entry (entry) VALUES (?)", (ROW,))
            database.execute("COMMIT")

        yield lambda: timed(commit)


@contextmanager
def raw_postgres_commit(environment: Mapping[str, str]) -> Iterator[Callable[[], float]]:
    """The same at a PostgreSQL."""
    import psycopg

    with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bare (id serial PRIMARY KEY, entry text)")
        yield lambda: timed(lambda: connection.execute("INSERT INTO bare (entry) VALUES (%s)", (ROW,)))
