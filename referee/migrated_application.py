"""Open the application with its database migrated, and close it."""

from __future__ import annotations

import logging
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from referee.local_time import use_timezone
from referee.settings import Settings
from referee.store.database.engine import close_database
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.transactions import reading_apart
from referee.store.matches.matches import count_missing_results
from referee.web import create_app
from referee.web.application import MIGRATIONS
from referee.words import Text, say
from referee.words.system_errors import ExplainedError

FORMER = frozenset(f"{number:04}" for number in range(1, 28))
"""The versions of the tables before 1.0.0."""


class DatabaseUnusable(ValueError):
    """The database cannot be used: the message names it, the cause says why."""


class DatabaseRefused(ExplainedError):
    """The database is damaged, or has tables of a version that is not known here."""


@contextmanager
def open_application(settings: Settings) -> Iterator[Flask]:
    """The application with its migrated database, closed at the end, all in one file; raises DatabaseUnusable."""
    use_timezone(settings.timezone)
    app = create_app(settings)
    try:
        with _temporary_files_in(settings.data):
            migrate(app)
            with _placed(app):
                yield app
    finally:
        with app.app_context():
            close_database()


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Let the whole process, its libraries too, make temporary files in the data folder: no other may be writable."""
    before = tempfile.tempdir
    tempfile.tempdir = str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before


@contextmanager
def _placed(app: Flask) -> Iterator[None]:
    """Name the database, without its password, in its errors."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, DatabaseRefused) as error:
        with app.app_context():
            engine = db.engine
        place = str(engine.url.database) if is_sqlite(engine) else engine.url.render_as_string(hide_password=True)
        raise DatabaseUnusable(place) from error


def migrate(app: Flask) -> None:
    """Migrate the database to this version's tables.

    :raises DatabaseUnusable: it cannot be opened or written, it is damaged, or it is of a newer version.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    from flask_migrate import upgrade

    know_migrations(app)
    with _placed(app), app.app_context():
        _check_version()
        upgrade(str(MIGRATIONS))
        count_missing_results()


def know_migrations(app: Flask) -> None:
    """Prepare Flask-Migrate, which is imported only here: a database of this version does not need it."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)


def versions() -> set[str]:
    """The known versions of the tables."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def version_refusal(version: str) -> Text | None:
    """Why a database of this version of the tables cannot be used, and the way out; None where it can be.

    Before 1.0.0, which was the first release, versions were called "0001" to "0027".
    """
    if version in versions():
        return None
    if version in FORMER:
        return say(
            "Cette base vient d'une version d'avant 1.0.0 : sortez chaque club avec cette version (referee export),"
            " puis faites-le entrer avec celle-ci (referee import)."
        )
    return say(
        "Cette base vient d'une version plus récente de l'arbitre :"
        " mettez l'arbitre à jour, ou reprenez une sauvegarde d'avant."
    )


def newest_version() -> str:
    from alembic.script import ScriptDirectory

    return str(ScriptDirectory(str(MIGRATIONS)).get_current_head())


def _check_version() -> None:
    with reading_apart() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return
        present = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    for version in present:
        if (refusal := version_refusal(version)) is not None:
            raise DatabaseRefused(refusal)
