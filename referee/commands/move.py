"""``referee move``: the whole database into another one, from SQLite to PostgreSQL or back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from referee.commands.execution import run_with_explanation
from referee.commands.output import Bar
from referee.commands.parameters import language_option
from referee.hosting.database_move import move_database
from referee.hosting.shell_lines import setting_line
from referee.migrated_application import open_application
from referee.settings import Settings, settings_from
from referee.store.database.file_copy import close_log
from referee.store.database.orm_base import db, has_password, passwordless, sqlite_file
from referee.words import say, say_n
from referee.words.system_errors import ExplainedError


@click.command
@click.argument("url", metavar="DATABASE_URL")
@language_option
def move(url: str, language: str) -> int:
    """Copy everything into the empty database at DATABASE_URL, while the server is stopped.

    The database that was used stays as it is. Phones are recognised as before: the secret stays in the data folder.
    """
    return run_with_explanation(lambda: _move(settings_from(), url, language), language)


def _move(settings: Settings, url: str, language: str) -> int:
    source, target = (sqlite_file(each, settings.data) for each in (settings.database_url, url))
    if source is not None:
        if not source.is_file():
            raise ExplainedError(say("Il n'y a encore rien à sauver ici."))
        if target is not None and target.resolve() == source.resolve():
            raise ExplainedError(say("C'est la même base."))
        close_log(source)
    with open_application(settings) as old, open_application(replace(settings, database_url=url)) as new:
        with old.app_context():
            old_engine = db.engine
        with new.app_context(), Bar(say("Copie").render(language)) as bar:
            rows = move_database(old_engine, db.engine, bar)
    place = str(target) if target is not None else passwordless(url)
    copied = say_n("%(n)s ligne copiée dans %(place)s.", "%(n)s lignes copiées dans %(place)s.", rows, place=place)
    print(copied.render(language))
    if has_password(url):  # it is printed nowhere
        hint = say("La base d'avant reste comme elle était. Démarrez le serveur avec la même adresse : DATABASE_URL.")
        print(hint.render(language))
        return 0
    hint = say("La base d'avant reste comme elle était. Démarrez le serveur avec cette adresse :")
    print(hint.render(language), f"  {setting_line(_absolute_address(url, target))}", sep="\n")
    return 0


def _absolute_address(url: str, file: Path | None) -> str:
    """The address, that of a file from any folder."""
    return url if file is None else f"sqlite:///{file.resolve()}"
