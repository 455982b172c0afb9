"""``referee export`` and ``referee import``: a whole club to a file, and from a file into this installation."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click
from flask import Flask

from referee.bundles.export import damage_sentence, export_club
from referee.bundles.kept_imports import broken_off, import_club, import_progress
from referee.bundles.loading import new_club_of
from referee.bundles.preview import preview_of
from referee.bundles.untrusted_zip import MIB, USUAL_LIMITS, ArchiveRefused, Limits, TooLarge
from referee.bundles.zip_file import ClubFile
from referee.commands.clubs import join_address, list_clubs_to_choose
from referee.commands.execution import in_application
from referee.commands.output import Bar, complain
from referee.commands.parameters import language_option
from referee.settings import Settings
from referee.store.clubs.clubs import all_clubs
from referee.store.database.models import Club
from referee.words import say

NEW = "new"


@click.command("export")
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--club", "club_id", type=int, metavar="ID", help="Which club, where there are several.")
@language_option
def export_archive(path: Path, club_id: int | None, language: str) -> int:
    """A whole club as one new file (.zip).

    Exit status 1: the file is made, but a damaged match is not in it.
    """
    return in_application(lambda app, _settings: _export(app, path, club_id, language), language)


def _export(app: Flask, path: Path, club_id: int | None, language: str) -> int:
    with app.app_context():
        clubs = all_clubs()
    exported_clubs = clubs if club_id is None else [club for club in clubs if club.id == club_id]
    if len(exported_clubs) != 1:
        list_clubs_to_choose(clubs, language)
        return 2
    if path.exists():
        complain(say("« %(file)s » existe déjà ; choisissez un autre nom.", file=str(path)), language)
        return 2
    with app.app_context():
        left_out: list[str] = []
        unpacked = _write(path, exported_clubs[0].id, language, left_out)
    print(say("Exporté : %(file)s", file=str(path)).render(language))
    if left_out:
        complain(damage_sentence(left_out), language)
    if unpacked > USUAL_LIMITS.total:
        needed = -(-unpacked // MIB)
        complain(say("Pour reprendre ce fichier : referee import --largest %(needed)s", needed=needed), language)
    return 1 if left_out else 0


def _write(path: Path, club_id: int, language: str, left_out: list[str]) -> int:
    """Write beside the file and rename at the end: half an archive never lies there. The bytes when unpacked."""
    handle, half = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w+b") as stream, Bar(say("Export").render(language)) as bar:
            unpacked = export_club(club_id, stream, bar, left_out=left_out)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(half, path)
        return unpacked
    finally:
        with suppress(FileNotFoundError):
            os.unlink(half)


@click.command("import")
@click.argument("path", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--club", metavar="ID", help='Into this club, where there are several; "new" founds one.')
@click.option("--yes", is_flag=True, help="Even with conflicts: they wait for a keeper's choice.")
@click.option("--largest", type=int, metavar="MIB", help="Most that is unpacked, in MiB (default 400).")
@language_option
def import_archive(path: Path, club: str | None, yes: bool, largest: int | None, language: str) -> int:
    """Bring in what referee export wrote: first what it contains, then the import.

    Exit status 1: conflicts, or a match that does not replay.
    """
    limits = Limits() if largest is None else Limits(total=largest * MIB, files=2**16 - 2)

    def work(app: Flask, settings: Settings) -> int:
        try:
            return _import(app, settings, path, club, yes, limits, language)
        except TooLarge as error:
            hint = say("%(why)s Avec --largest %(needed)s, elle entre.", why=error.sentence, needed=error.needed)
            raise ArchiveRefused(hint) from error
        except ArchiveRefused as error:
            complain(error.sentence, language)
            return 1 if error.by_rules else 2

    return in_application(work, language)


def _import(
    app: Flask, settings: Settings, path: Path, club: str | None, yes: bool, limits: Limits, language: str
) -> int:
    with app.app_context():
        clubs = all_clubs()
    with path.open("rb") as stream:
        file = ClubFile(stream, limits)
        club_id = _chosen_club(clubs, club)
        founds = club_id is None
        if founds:  # a new club of this archive may be here in part
            with app.app_context():
                started = broken_off(None, file.digest)
                club_id = started.club_id if started else None
        if club_id == 0:
            list_clubs_to_choose(clubs, language)
            return 2
        with app.app_context(), Bar(say("Lecture").render(language)) as bar:
            preview = preview_of(file, club_id, bar)
        for line in preview.lines():
            print(line.render(language))
        if preview.conflicts and not yes:
            complain(say("Rien n'a été importé. Avec --yes, ces parties attendent ici le choix de qui note."), language)
            return 1
        with app.app_context():
            into_id = _load(file, club_id, language)
    done = say("Tout ce qu'il contient est déjà ici.") if preview.nothing_new else say("C'est importé.")
    print(done.render(language))
    if founds:
        with app.app_context():
            address = join_address(into_id, settings)
        _welcome(address, language)
    return 0


def _load(file: ClubFile, club_id: int | None, language: str) -> int:
    """Load the archive into this club or a new one, whose id it is; says how far it came where it is broken off."""
    into_id = new_club_of(file) if club_id is None else club_id
    try:
        with Bar(say("Import").render(language)) as bar:
            import_club(file, into_id, bar)
    except BaseException:
        kept_import = broken_off(into_id, file.digest)
        if kept_import is not None:
            complain(import_progress(kept_import), language)
        raise
    return into_id


def _chosen_club(clubs: Sequence[Club], choice: str | None) -> int | None:
    """The id of the club to import into; None: a new one, 0: undecided."""
    if choice == NEW or (choice is None and not clubs):
        return None
    if choice is None:
        return clubs[0].id if len(clubs) == 1 else 0
    return next((club.id for club in clubs if str(club.id) == choice), 0)


def _welcome(address: str, language: str) -> None:
    """Print the link that makes the owner of a new club."""
    opening = say(
        "Ouvrez ce lien pour tenir ce club ; il ne s'affichera plus. Si le serveur donne une autre adresse, "
        "mettez-la devant /join :"
    )
    print(opening.render(language))
    print(f"  {address}")
    hint = say("Le serveur doit tourner : referee serve. Gardez ensuite un code de secours, page « Partager ».")
    print(hint.render(language))
