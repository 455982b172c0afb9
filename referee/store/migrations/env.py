"""How Alembic reaches the application's database; run by Flask-Migrate."""

from __future__ import annotations

from alembic import context
from flask import current_app
from sqlalchemy import text

from referee.store.database import WRITING


def run() -> None:
    """Migrate in one transaction; on SQLite with foreign keys off, for a rebuilt table must not delete its children."""
    migrate = current_app.extensions["migrate"]
    WRITING.set(True)
    engine = migrate.db.engine
    sqlite = engine.dialect.name == "sqlite"
    with engine.connect() as connection:
        if sqlite:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=OFF")
        context.configure(connection=connection, target_metadata=migrate.db.metadata, **migrate.configure_args)
        with context.begin_transaction():
            context.run_migrations()
            if sqlite and (broken := connection.execute(text("PRAGMA foreign_key_check")).fetchall()):
                raise RuntimeError(f"the migration left rows without their parents: {broken[:5]}")
        connection.commit()
        if sqlite:
            connection.connection.dbapi_connection.execute("PRAGMA foreign_keys=ON")
    WRITING.set(False)


run()
