"""``referee serve``: migrate the database, say where the phones find it, and serve until told to stop."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import segno
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import inspect, text, update
from sqlalchemy.exc import SQLAlchemyError

from referee.network import network_address
from referee.server.bodies import BodyLimits
from referee.server.listening import HttpServer
from referee.settings import (
    SHORTEST_SECRET,
    ClosedFolder,
    NoNumber,
    NoPort,
    NoProxy,
    Settings,
    ShortSecret,
    settings_from,
)
from referee.store.database import close_database, db, is_sqlite, writing
from referee.store.evenings import purge
from referee.store.models import Installation
from referee.web import create_app
from referee.web.application import MIGRATIONS
from referee.web.transfer import LARGEST_UPLOAD
from referee.words import DEFAULT_LANGUAGE, Text, quoted, say
from referee.words.failures import DAMAGED, failure

__all__ = [
    "FAILURES", "DatabaseUnusable", "NewerDatabase", "migrate", "network_address", "opened", "serve", "told",
    "versions",
]  # fmt: skip

FAILURES = (OSError, ValueError, sqlite3.Error, SQLAlchemyError)
"""What a command tells in one line with ``told``: the settings, the machine or the database are against it."""


class DatabaseUnusable(ValueError):
    """The database cannot be opened for work; the cause says why, ``place`` where it is."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.place = place


class DamagedDatabase(ValueError):
    """A page of the database is not what it should be."""


class NewerDatabase(ValueError):
    """The database has tables of a version that is not known here."""


def serve(host: str | None = None, port: int | None = None, language: str = DEFAULT_LANGUAGE) -> int:
    """Serve until SIGTERM or Ctrl-C. 0: stopped as asked; 2: the settings, the port or the database cannot be used.

    What is asked for here stands in the place of the environment's, and is looked at like it.
    """
    asked = {**({"HOST": host} if host else {}), **({} if port is None else {"PORT": str(port)})}
    try:
        settings = settings_from({**os.environ, **asked})
        with opened(settings) as app:
            _check_pages()
            _check_writing()
            purge()
            _run(HttpServer(app, settings, _limits(app)), settings)
    except FAILURES as error:
        print(f"referee: {told(error, language)}", file=sys.stderr)
        return 2
    return 0


def _run(server: HttpServer, settings: Settings) -> None:
    gc.collect()
    gc.freeze()  # what is loaded now stays: looking it over again would hold a page up for tens of milliseconds
    _announce(settings, server.port)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    server.run()


def _limits(app: Flask) -> BodyLimits:
    """An archive only where an archive may come."""
    [rule] = app.url_map.iter_rules("transfer.upload")
    return BodyLimits(app.config["MAX_CONTENT_LENGTH"], {("POST", rule.rule): LARGEST_UPLOAD})


@contextmanager
def opened(settings: Settings) -> Iterator[Flask]:
    """The application with its database, migrated, in an application context; closed at the end, all in one file.

    :raises DatabaseUnusable: it cannot be opened, or not be worked with.
    """
    app = create_app(settings)
    with app.app_context():
        try:
            migrate(app)
            with _placed():
                yield app
        finally:
            close_database()


@contextmanager
def _placed() -> Iterator[None]:
    """What the database will not do is told with its place."""
    try:
        yield
    except (sqlite3.Error, SQLAlchemyError, DamagedDatabase, NewerDatabase) as error:
        raise DatabaseUnusable(_place()) from error


def told(error: Exception, language: str) -> str:
    """One line on why a command cannot do its work: the settings or the machine are against it."""
    if isinstance(error, DatabaseUnusable) and isinstance(error.__cause__, Exception):
        return f"{error.place}: {told(error.__cause__, language)}"
    sentence = _sentence(error)
    return failure(error, language) if sentence is None else sentence.render(language)


def _sentence(error: Exception) -> Text | None:
    """What is wrong with the settings, or with a database that opens."""
    if isinstance(error, NoPort):
        return say("Le port (PORT ou --port) est un nombre de 0 à 65535, pas « %(given)s ».", given=quoted(error.given))
    if isinstance(error, NoNumber):
        none = say("%(name)s est un nombre entier à partir de 1, pas « %(given)s ».",
                   name=error.name, given=quoted(error.given))  # fmt: skip
        return none if not error.off else say(
            "%(name)s est un nombre entier ou « off », pas « %(given)s ».", name=error.name, given=quoted(error.given)
        )
    if isinstance(error, ShortSecret):
        return say("SECRET_KEY a moins de %(n)s signes : donnez-en un long que personne ne devine, ou aucun"
                   " (l'arbitre fait alors le sien).", n=SHORTEST_SECRET)  # fmt: skip
    if isinstance(error, NoProxy):
        return say("REFEREE_BEHIND_PROXY est 0, 1 (un proxy sur cette machine) ou l'adresse du proxy,"
                   " pas « %(given)s ».", given=quoted(error.given))  # fmt: skip
    if isinstance(error, ClosedFolder):
        return say("Rien ne peut être écrit dans le dossier de données %(folder)s : donnez-vous ce droit,"
                   " ou choisissez un autre dossier avec REFEREE_DATA.", folder=error.filename)  # fmt: skip
    if isinstance(error, DamagedDatabase):
        return DAMAGED
    if isinstance(error, NewerDatabase):
        return say("Cette base vient d'une version plus récente de l'arbitre :"
                   " mettez l'arbitre à jour, ou reprenez une sauvegarde d'avant.")  # fmt: skip
    return None


def migrate(app: Flask) -> None:
    """Bring the database to this version's tables; a database already there is left as it is.

    :raises DatabaseUnusable: it cannot be opened or written, it is damaged, or it is of a newer version.
    """
    logging.getLogger("alembic").setLevel(logging.WARNING)
    with app.app_context(), _placed():
        _check_version()
        upgrade(str(MIGRATIONS))


def versions() -> set[str]:
    """The versions of the tables that are known here."""
    return {one.revision for one in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def _check_version() -> None:
    with db.engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
    if not versions().issuperset(found):
        raise NewerDatabase


def _check_pages() -> None:
    """Look through the whole file: a server that starts on a damaged one would only damage more.

    :raises DamagedDatabase: it is.
    """
    if is_sqlite(db.engine):
        with db.engine.connect() as connection:
            found = connection.execute(text("PRAGMA quick_check(1)")).scalar()
        if found != "ok":
            raise DamagedDatabase


def _check_writing() -> None:
    """Write what stands there already: a database that may only be read says so before anybody plays on it."""
    with writing():
        db.session.execute(update(Installation).values(id=Installation.id))


def _place() -> str:
    """Where the database is, without a password."""
    url = db.engine.url
    return str(url.database) if is_sqlite(db.engine) else url.render_as_string(hide_password=True)


def _announce(settings: Settings, port: int) -> None:
    print(f"\n  Sur cet appareil / on this machine:  http://localhost:{port}/")
    address = network_address() if settings.host in ("0.0.0.0", "::") else settings.host
    if address and address not in ("127.0.0.1", "localhost", "::1"):
        phones = f"http://{address}:{port}/"
        print(f"  Sur les téléphones / on the phones:  {phones}\n")
        segno.make(phones, error="l").terminal(compact=True)
    else:
        print("  Aucun réseau local : les téléphones ne peuvent pas venir. / No local network for the phones.")
    print(f"  Données / data: {settings.data}   (Ctrl-C : arrêter / stop)\n", flush=True)
