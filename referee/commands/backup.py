"""``referee backup`` and ``referee restore``: the whole database of a running server, to a file and back."""

from __future__ import annotations

import os
import shlex
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from referee.application_lifecycle import DatabaseUnusable, opened, versions
from referee.commands.execution import explained
from referee.commands.output import Bar, complain
from referee.commands.parameters import language_option
from referee.settings import Settings, settings_from
from referee.store.database.database_errors import trouble
from referee.store.database.integrity_check import is_sound
from referee.store.database.orm_base import database_url, db
from referee.store.database.transactions import reading_apart
from referee.web import create_app
from referee.words import say
from referee.words.failures import ExplainedError

PAGES = 2000
"""Pages copied between two updates of the progress bar."""
PATIENCE = 30
"""Seconds to wait for a writer."""
OTHER_DATABASE = 2
OTHERS = "SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
"""No version has triggers or views: they could do more than be read."""


file_argument = click.argument("path", type=click.Path(path_type=Path), metavar="FILE")


@click.command
@file_argument
@language_option
def backup(path: Path, language: str) -> int:
    """A copy of the database in a new file, while the server runs."""
    return explained(lambda: _backup(settings_from(), path, language), language)


@click.command
@file_argument
@click.option("--yes", is_flag=True, help="Even if there are data here already; they are set aside.")
@language_option
def restore(path: Path, yes: bool, language: str) -> int:
    """Put what referee backup made in the place of the database."""
    return explained(lambda: _restore(settings_from(), path, yes, language), language)


def _backup(settings: Settings, target: Path, language: str) -> int:
    source = _sqlite_file(settings)
    if source is None:
        _say_line("pg_dump --format=custom --file={file} {url}", settings, target, language)
        return OTHER_DATABASE
    if not source.is_file():
        raise ExplainedError(say("Il n'y a encore rien à sauver ici."))
    with _new_file(target), Bar(say("Copie").render(language)) as bar:
        _copy(source, target, bar)
        with closing(_opened(target)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file, without a log beside it
        _synced(target)
    print(say("Sauvegardé : %(file)s", file=str(target)).render(language))
    return 0


def _restore(settings: Settings, source: Path, yes: bool, language: str) -> int:
    target = _sqlite_file(settings)
    if target is None:
        _say_line("pg_restore --clean --if-exists --dbname={url} {file}", settings, source, language)
        return OTHER_DATABASE
    if target.exists() and not yes:
        raise ExplainedError(
            say("Il y a déjà des données ici : %(file)s. Avec --yes, la sauvegarde prend leur place.", file=str(target))
        )
    handle, half = tempfile.mkstemp(dir=target.parent, prefix=".restoring-", suffix=".sqlite3")
    os.close(handle)
    try:
        fresh = Path(half)
        with Bar(say("Copie").render(language)) as bar:
            _checked(source)
            _copy(source, fresh, bar)
        _migrated(replace(settings, database_url=f"sqlite:///{fresh}"), source)
        aside = None
        if target.exists():
            _leave_alone(target)
            aside = _set_aside(target)
        _copy(fresh, target, lambda _done, _all: None)
        _synced(target)
    finally:
        for path in (half, f"{half}-wal", f"{half}-shm", f"{half}-journal"):
            with suppress(FileNotFoundError):
                os.unlink(path)
    print(say("Restauré : %(file)s", file=str(target)).render(language))
    hint = say("Sans le fichier « secret-key » d'avant, chaque téléphone reprend un lien ou son code de secours.")
    if aside is not None:
        hint = say("Ce qui était là est gardé : %(file)s", file=str(aside))
    print(hint.render(language))
    return 0


def _sqlite_file(settings: Settings) -> Path | None:
    """The file of the database; None where it is not SQLite."""
    with create_app(settings).app_context():
        url = db.engine.url
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def _say_line(line: str, settings: Settings, file: Path, language: str) -> None:
    """Print the command that saves or restores a PostgreSQL database, without its password."""
    full = make_url(database_url(settings.database_url))
    url = URL.create("postgresql", full.username, None, full.host, full.port, full.database, full.query)
    complain(say("Pour PostgreSQL, lancez cette ligne :"), language)
    print(line.format(file=shlex.quote(str(file)), url=shlex.quote(url.render_as_string())))


@contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """Create a file that only this user may read; delete it if what fills it fails.

    :raises ExplainedError: there is such a file already.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        raise ExplainedError(say("« %(file)s » existe déjà ; choisissez un autre nom.", file=str(path))) from None
    try:
        yield
    except BaseException:
        path.unlink()
        raise


def _opened(path: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)


def _copy(source: Path, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy a whole database as it is at one moment: the reading transaction holds it still while others write."""
    with closing(_opened(source)) as original, closing(_opened(target, "rwc")) as copy:
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_master").fetchone()
        original.backup(copy, pages=PAGES, progress=lambda _status, left, of: progress(of - left, of))


def _no_backup(path: Path) -> ExplainedError:
    return ExplainedError(say("« %(file)s » n'est pas une sauvegarde, ou elle est abîmée.", file=str(path)))


def _migrated(settings: Settings, source: Path) -> None:
    """Migrate a copy of a backup, before it replaces the database.

    :raises ExplainedError: tables or columns are missing, or their values cannot be read.
    """
    try:
        with opened(settings) as app, app.app_context(), reading_apart() as connection:
            sound = is_sound(connection)
    except DatabaseUnusable as error:
        if isinstance(error.__cause__, SQLAlchemyError) and trouble(error.__cause__) is not None:
            raise  # a full disk, say
        sound = False
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        sound = False  # a migration has met what this program never wrote
    if not sound:
        raise _no_backup(source)


def _checked(path: Path) -> None:
    """:raises ExplainedError: the file is not a sound database of a known version."""
    no_backup = _no_backup(path)
    if not path.is_file():
        raise ExplainedError(say("« %(file)s » n'existe pas.", file=str(path)))
    try:
        with closing(_opened(path, "ro")) as database:
            sound = database.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
            sound = sound and database.execute("PRAGMA foreign_key_check").fetchone() is None
            sound = sound and database.execute(OTHERS).fetchone() is None
            version = database.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError:
        raise no_backup from None
    if not sound or version is None:
        raise no_backup
    if version[0] not in versions():
        raise ExplainedError(say("Cette sauvegarde vient d'une version plus récente de l'arbitre."))


def _leave_alone(target: Path) -> None:
    """Put away the journal, which works only while no other process has the database open; raises ExplainedError."""
    with closing(_opened(target)) as database:
        database.execute("PRAGMA busy_timeout=0")
        try:
            database.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            raise ExplainedError(say("Le serveur tourne encore : arrêtez-le d'abord.")) from None
        except sqlite3.DatabaseError:
            return  # it is damaged: a reason to restore


def _set_aside(target: Path) -> Path:
    """Copy the database that a restore replaces; move a damaged one, which cannot be copied."""
    aside = target.with_name(f"{target.stem}-{datetime.now():%Y%m%d-%H%M%S}{target.suffix}")
    try:
        with _new_file(aside):
            _copy(target, aside, lambda _done, _all: None)
            _synced(aside)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                os.replace(f"{target}{end}", f"{aside}{end}")
    return aside


def _synced(path: Path) -> None:
    """Write a file and its name to the disk, where the system can open a folder."""
    for place in (path, path.resolve().parent):
        with suppress(PermissionError):
            handle = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
