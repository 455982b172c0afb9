"""How Alembic reaches the application's database; run by Flask-Migrate."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from flask import current_app
from sqlalchemy import Connection, Engine, text

from referee.store.database.orm_base import is_sqlite
from referee.store.database.transactions import WRITING

LOCK = 72_656_665_726_565
"""The advisory lock of a migration on PostgreSQL."""


def run() -> None:
    """Migrate in one transaction; a second process that starts meanwhile waits."""
    migrate = current_app.extensions["migrate"]
    writing = WRITING.set(True)
    try:
        with _connected(migrate.db.engine) as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            context.configure(connection=connection, target_metadata=migrate.db.metadata, **migrate.configure_args)
            with context.begin_transaction():
                context.run_migrations()
            _check(connection)
    finally:
        WRITING.reset(writing)


@contextmanager
def _connected(engine: Engine) -> Iterator[Connection]:
    """A connection; on SQLite with foreign keys off, for a rebuilt table must not delete its children."""
    with engine.connect() as connection:
        if not is_sqlite(engine):
            yield connection
            return
        driver = connection.connection.dbapi_connection
        assert driver is not None
        driver.execute("PRAGMA foreign_keys=OFF")
        try:
            yield connection
        finally:
            driver.execute("PRAGMA foreign_keys=ON")


def _check(connection: Connection) -> None:
    """Fail where a row lost its parent: SQLite did not check meanwhile."""
    if connection.dialect.name == "sqlite":
        broken = connection.execute(text("PRAGMA foreign_key_check")).fetchall()
        if broken:
            raise RuntimeError(f"the migration left rows without their parents: {broken[:5]}")


run()
