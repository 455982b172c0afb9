"""Fresh databases for the tests, of either kind: empty, or migrated with nothing in them; and the app on one."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from flask import Flask, has_request_context, request
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import event

from referee.migrated_application import migrate
from referee.settings import Settings
from referee.store.database.orm_base import db
from referee.store.database.transactions import WRITING, process_write_lock
from referee.web import create_app
from tests.cluster import Cluster

SECRET = "a secret for the tests, 32 signs and more"
KINDS = ("sqlite", "postgres")
on_both_databases = pytest.mark.databases(*KINDS)


class Databases(Protocol):
    """One kind of database."""

    kind: str

    def empty(self) -> str:
        """The URL of a new database without a table."""

    def migrated(self) -> str:
        """The URL of a new database as ``referee serve`` would make it."""

    def drop(self, url: str) -> None:
        """Remove a database made here."""


class SqliteFiles:
    """SQLite: a file each, in one folder. A place that is free again is given to the next test."""

    kind = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._free: list[str] = []

    def empty(self) -> str:
        return (
            self._free.pop()
            if self._free
            else _sqlite_url(Path(tempfile.mkdtemp(dir=self._folder)) / "referee.sqlite3")
        )

    def migrated(self) -> str:
        url = self.empty()
        place_migrated(_file_of(url))
        return url

    def drop(self, url: str) -> None:
        folder = _file_of(url).parent
        shutil.rmtree(folder)
        folder.mkdir()
        self._free.append(url)


MIGRATED: list[bytes] = []
"""The file of a migrated database, made once in a test run."""


def place_migrated(path: Path) -> None:
    """Put the file of a migrated database with nothing in it there."""
    if not MIGRATED:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / path.name
            _migrate(_sqlite_url(made), Path(folder))
            MIGRATED.append(made.read_bytes())
    path.write_bytes(MIGRATED[0])


class PostgresDatabases:
    """PostgreSQL: databases of a private cluster, which starts with the first one."""

    kind = "postgres"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._cluster: Cluster | None = None
        self._like: str | None = None

    def empty(self) -> str:
        return self._running().database()

    def migrated(self) -> str:
        if self._like is None:
            url = self.empty()
            _migrate(url, self._folder)
            self._like = url
        return self._running().database(self._like)

    def drop(self, url: str) -> None:
        self._running().drop(url)

    def away(self) -> AbstractContextManager[None]:
        """Nobody answers meanwhile."""
        return self._running().away()

    def stop(self) -> None:
        """Stop the cluster, if it ever started."""
        if self._cluster is not None:
            self._cluster.stop()

    def _running(self) -> Cluster:
        if self._cluster is None:
            self._cluster = Cluster().start()
        return self._cluster


@contextmanager
def app_on(url: str, data: Path, testing: bool = True, phone: bool = False) -> Iterator[Flask]:
    """The application on the database at ``url``, its connections closed at the end; ``phone``: as in a browser."""
    app = _new_app(Settings(data=data, database_url=url, secret_key=SECRET, phone=phone), testing)
    try:
        yield app
    finally:
        put_away(app)


APPLICATIONS: dict[tuple[str, bool], Flask] = {}
"""The applications of tests that are over, by the URL of their database and whether they are a phone's."""


@contextmanager
def reused_app(url: str, data: Path, phone: bool = False) -> Iterator[Flask]:
    """The application on the database at ``url``: that of a former test, if its database stood there too.

    To make one takes longer than most tests. Nothing of a test is left in it: its database is another, and so is all
    that it had in memory.
    """
    settings = Settings(data=data, database_url=url, secret_key=SECRET, phone=phone)
    if (url, phone) not in APPLICATIONS:
        APPLICATIONS[url, phone] = _new_app(settings, testing=True)
    app = APPLICATIONS[url, phone]
    app.config["DATA"] = str(data)
    changed = [(part, dict(part)) for part in (app.config, app.extensions, app.view_functions, app.jinja_env.globals)]
    try:
        yield app
    finally:
        put_away(app)
        for part, before in changed:
            part.clear()
            part.update(before)


def _new_app(settings: Settings, testing: bool) -> Flask:
    app = create_app(settings, testing=testing)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache()  # each application would compile every template
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", _in_its_turn)
    return app


def put_away(app: Flask) -> None:
    """Close the connections of an application, and the file of its turn to write."""
    with app.app_context():
        for engine in db.engines.values():
            assert engine.pool.checkedout() == 0, "a session was left open"  # type: ignore[attr-defined]
            engine.dispose()
            process_write_lock(engine).close()


def _in_its_turn(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
    """No page writes but within ``writing``; whatever else it does is in nobody's way."""
    if statement.startswith(("INSERT", "UPDATE", "DELETE")) and has_request_context():
        assert WRITING.get(), f"{request.method} {request.path} writes out of turn: {statement}"


def _migrate(url: str, data: Path) -> None:
    with app_on(url, data) as app:
        migrate(app)


def _sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def _file_of(url: str) -> Path:
    return Path(url.removeprefix("sqlite:///"))
