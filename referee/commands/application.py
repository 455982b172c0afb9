"""The application opened for a command, with its database migrated; and what a command says where that cannot be."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from referee.commands.output import complain
from referee.settings import Settings, settings_from
from referee.store.engine import close_database
from referee.store.local_time import use_timezone
from referee.store.match.waiting_results import count_what_waits
from referee.store.orm_base import db, is_sqlite
from referee.store.transactions import reading_apart
from referee.web import create_app
from referee.web.application import MIGRATIONS
from referee.words import say
from referee.words.failures import ExplainedError, failure


class DatabaseUnusable(ValueError):
    """The database cannot be opened for work: it names the place, its cause says why."""


class DatabaseRefused(ExplainedError):
    """The database is damaged, or has tables of a version that is not known here."""


def in_application(
    work: Callable[[Flask, Settings], int], language: str, environment: Mapping[str, str] = os.environ
) -> int:
    """Do a command's work with the application and give its exit status; 2 and a line of why where it cannot be done.

    What reads or writes does so in an application context of its own, which ends its transaction: no command waits or
    prints, and no server serves, within one.
    """

    def opened_work() -> int:
        settings = settings_from(environment)
        with opened(settings) as app:
            return work(app, settings)

    return explained(opened_work, language)


def explained(work: Callable[[], int], language: str) -> int:
    """Do a command's work and give its exit status; where the settings, the machine or the database are against it, or
    a sentence says why not, a line on standard error, and 2.
    """
    try:
        return work()
    except (ExplainedError, OSError, ValueError, sqlite3.Error, SQLAlchemyError) as error:
        complain(_reason(error, language), language)
        return 2


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """The application with its database, migrated; closed at the end, all in one file.

    :raises DatabaseUnusable: it cannot be opened, or not be worked with.
    """
    use_timezone(settings.timezone)
    app = create_app(settings)
    try:
        migrate(app)
        with _placed(app):
            yield app
    finally:
        with app.app_context():
            close_database()


@contextmanager
def _placed(app: Flask) -> Iterator[None]:
    """What the database will not do is said with its place, without a password."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, DatabaseRefused) as error:
        with app.app_context():
            engine = db.engine
        place = str(engine.url.database) if is_sqlite(engine) else engine.url.render_as_string(hide_password=True)
        raise DatabaseUnusable(place) from error


def _reason(error: Exception, language: str) -> str:
    """One line on why a command cannot do its work: a sentence, or what the machine or the database says."""
    if isinstance(error, DatabaseUnusable) and isinstance(error.__cause__, Exception):
        return f"{error}: {_reason(error.__cause__, language)}"
    return error.sentence.render(language) if isinstance(error, ExplainedError) else failure(error, language)


def migrate(app: Flask) -> None:
    """Bring the database to this version's tables; a database already there is left as it is.

    :raises DatabaseUnusable: it cannot be opened or written, it is damaged, or it is of a newer version.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    from flask_migrate import upgrade

    know_migrations(app)
    with _placed(app), app.app_context():
        _check_version()
        upgrade(str(MIGRATIONS))
        count_what_waits()


def know_migrations(app: Flask) -> None:
    """Let Flask-Migrate work on this application; where its tables are of this version nothing need import it."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)


def versions() -> set[str]:
    """The versions of the tables that are known here."""
    from alembic.script import ScriptDirectory

    return {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def _check_version() -> None:
    with reading_apart() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return
        present = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if not versions().issuperset(present):
        message = say(
            "Cette base vient d'une version plus récente de l'arbitre :"
            " mettez l'arbitre à jour, ou reprenez une sauvegarde d'avant."
        )
        raise DatabaseRefused(message)
