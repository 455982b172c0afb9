"""``referee backup`` and ``referee restore``: the whole database of a running server, to a file and back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import nullcontext, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import click
from sqlalchemy.exc import SQLAlchemyError

from referee.commands.execution import run_with_explanation
from referee.commands.output import Bar, complain
from referee.commands.parameters import language_option
from referee.hosting.daily_copies import DATABASE
from referee.hosting.database_checks import log_sentence
from referee.hosting.database_move import move_database
from referee.hosting.scratch_database import scratch_database
from referee.hosting.shell_lines import dump_line, undump_line
from referee.migrated_application import DatabaseUnusable, open_application, version_refusal
from referee.settings import SECRET, Settings, settings_from
from referee.store.database.database_check import is_sound
from referee.store.database.database_errors import trouble
from referee.store.database.file_copy import check_copy, close_log, copy_alone, copy_database, new_file, no_backup, sync
from referee.store.database.orm_base import db, passwordless, sqlite_file
from referee.store.database.transactions import reading_apart
from referee.store.matches.log_check import LogFault, log_faults
from referee.words import Text, say
from referee.words.system_errors import ExplainedError

OTHER_DATABASE = 2
DUMP = b"PGDMP"
"""What a file of ``pg_dump --format=custom`` begins with."""

file_argument = click.argument("path", type=click.Path(path_type=Path), metavar="FILE")


@click.command
@file_argument
@language_option
def backup(path: Path, language: str) -> int:
    """A copy of the database in a new file, while the server runs."""
    return run_with_explanation(lambda: _backup(settings_from(), path, language), language)


@click.command
@file_argument
@click.option("--yes", is_flag=True, help="Even if there are data here already; they are set aside.")
@language_option
def restore(path: Path, yes: bool, language: str) -> int:
    """Put what referee backup made in the place of the database.

    FILE may be the folder of a daily copy: its secret then takes its place too.
    """
    return run_with_explanation(lambda: _restore(settings_from(), path, yes, language), language)


def _backup(settings: Settings, target: Path, language: str) -> int:
    source = sqlite_file(settings.database_url, settings.data)
    if source is None:
        _say_line(dump_line(settings.database_url, target.resolve()), language)
        return OTHER_DATABASE
    if not source.is_file():
        raise ExplainedError(say("Il n'y a encore rien à sauver ici."))
    with new_file(target), Bar(say("Copie").render(language)) as bar:
        copy_alone(source, target, bar)
    print(say("Sauvegardé : %(file)s", file=str(target)).render(language))
    return 0


def _restore(settings: Settings, file: Path, yes: bool, language: str) -> int:
    source = file / DATABASE if file.is_dir() else file
    target = sqlite_file(settings.database_url, settings.data)
    if _is_dump(source):
        if target is not None:
            raise ExplainedError(
                say(
                    "« %(file)s » vient de pg_dump : rendez-le à une base PostgreSQL (pg_restore), puis amenez tout ici"
                    " avec referee move.",
                    file=str(source),
                )
            )
        _say_line(undump_line(settings.database_url, source), language)
        return OTHER_DATABASE
    if target is not None and target.exists() and not yes:
        raise ExplainedError(
            say("Il y a déjà des données ici : %(file)s. Avec --yes, la sauvegarde prend leur place.", file=str(target))
        )
    with scratch_database(settings.data if target is None else target.parent) as fresh:
        with Bar(say("Copie").render(language)) as bar:
            check_copy(source, version_refusal)
            copy_database(source, fresh, bar)
        copied = replace(settings, database_url=f"sqlite:///{fresh}")
        _migrate(copied, source, language)
        aside = None
        if target is None:
            _move_in(copied, settings, language)
        else:
            aside = _put_in_place(fresh, target)
    place = passwordless(settings.database_url) if target is None else str(target)
    print(say("Restauré : %(file)s", file=place).render(language))
    if file.is_dir() and (file / SECRET).is_file():
        print(_restore_secret(settings, file / SECRET).render(language))
    elif aside is None:
        hint = say("Sans le fichier « secret-key » d'avant, chaque téléphone reprend un lien ou son code de secours.")
        print(hint.render(language))
    if aside is not None:
        print(say("Ce qui était là est gardé : %(file)s", file=str(aside)).render(language))
    return 0


def _is_dump(path: Path) -> bool:
    """Whether a file was written by ``pg_dump --format=custom``."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(DUMP)) == DUMP
    except OSError:
        return False  # what is wrong with it is said later


def _put_in_place(fresh: Path, target: Path) -> Path | None:
    """Write a database where another one lies; what was there is kept under the name given back."""
    aside = None
    if target.exists():
        close_log(target)
        aside = _set_aside(target)
    with nullcontext() if target.exists() else new_file(target):
        copy_database(fresh, target)
    sync(target)
    return aside


def _move_in(copied: Settings, settings: Settings, language: str) -> None:
    """Bring a backup of SQLite into the PostgreSQL database of the settings, which must be empty."""
    with open_application(copied) as old, open_application(settings) as new:
        with old.app_context():
            source = db.engine
        with new.app_context(), Bar(say("Copie").render(language)) as bar:
            move_database(source, db.engine, bar)


def _restore_secret(settings: Settings, source: Path) -> Text:
    """Put the secret of a daily copy in its place; another one that was there is set aside."""
    secret, place = source.read_text("utf-8"), settings.data / SECRET
    if secret == settings.secret_key:
        return say("Le secret est celui de la copie : chaque téléphone est reconnu.")
    if not place.is_file() or place.read_text("utf-8") != settings.secret_key:
        return say("Le secret vient de SECRET_KEY : donnez-lui celui de la copie, %(file)s.", file=str(source))
    os.replace(place, _stamped(place))
    with new_file(place):
        place.write_text(secret, "utf-8")
        sync(place)
    return say("Le secret de la copie a pris sa place aussi : chaque téléphone est reconnu.")


def _say_line(line: str, language: str) -> None:
    """Print the command that saves or restores a PostgreSQL database, without its password."""
    complain(say("Pour PostgreSQL, lancez cette ligne :"), language)
    print(line)


def _migrate(settings: Settings, source: Path, language: str) -> None:
    """Migrate a copy of a backup, read all its rows and replay all its logs, before it replaces the database.

    :raises ExplainedError: tables or columns are missing, their values cannot be read, or a log is not what was
        recorded.
    """
    damaged: list[LogFault] = []
    try:
        with open_application(settings) as app, app.app_context(), reading_apart() as connection:
            sound = is_sound(connection)
            if sound:
                with Bar(say("Lecture").render(language)) as bar:
                    damaged = [fault for fault in log_faults(connection, bar) if fault.damaged]
    except DatabaseUnusable as error:
        if isinstance(error.__cause__, SQLAlchemyError) and trouble(error.__cause__) is not None:
            raise  # a full disk, say
        sound = False
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError):
        sound = False  # a migration has met what this program never wrote
    if not sound:
        raise no_backup(source)
    if damaged:
        raise ExplainedError(say("%(file)s : %(fault)s", file=str(source), fault=log_sentence(damaged[0])))


def _stamped(path: Path) -> Path:
    """The name under which what is replaced is kept."""
    return path.with_name(f"{path.stem}-{datetime.now():%Y%m%d-%H%M%S}{path.suffix}")


def _set_aside(target: Path) -> Path:
    """Copy the database that a restore replaces; move a damaged one, which cannot be copied."""
    aside = _stamped(target)
    try:
        with new_file(aside):
            copy_database(target, aside)
            sync(aside)
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                os.replace(f"{target}{end}", f"{aside}{end}")
    return aside
