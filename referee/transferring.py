"""``referee export`` and ``referee import``: a whole club to a file, and from a file into this installation; and
``referee link``, which lets somebody into a club from the machine that holds it.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from referee.matches.archive import MIB, USUAL_LIMITS, ArchiveRefused, Limits, TooLarge
from referee.matches.clubfile import ClubFile
from referee.network import network_address
from referee.progress import Bar
from referee.serving import FAILURES, opened, told
from referee.settings import Settings, settings_from
from referee.store.clubs import KEEPER
from referee.store.database import db
from referee.store.links import LASTS, OWNER, invite
from referee.store.models import Club
from referee.store.quotas import Full
from referee.store.transfer import Pages, bring, clubs_here, export_club, planned
from referee.words import Text, say, say_n

__all__ = ["club_line", "export_main", "import_main", "join_address", "link_main", "trouble"]

NEW = "new"
"""What stands for the id of a club that an import is to make."""


def export_main(file: str, club_id: int | None, language: str) -> int:
    """Write a club's archive to a new file. 0: written; 2: it cannot be."""
    return _in_app(language, lambda _settings: _export(Path(file), club_id, language))


def import_main(file: str, club: str | None, yes: bool, largest: int | None, language: str) -> int:
    """Show what an archive brings, and bring it in. 0: done; 1: conflicts, or a match that does not replay; 2: no."""
    return _in_app(language, lambda settings: _import(Path(file), club, yes, largest, settings, language))


def link_main(club_id: int | None, owner: bool, language: str) -> int:
    """Print a link that makes a keeper of a club, or its owner; without a club list them. 0: done; 2: it cannot be."""
    return _in_app(language, lambda settings: _link(club_id, owner, settings, language))


def trouble(sentence: Text | str, language: str) -> None:
    """Say on standard error what went wrong."""
    print(f"referee: {sentence if isinstance(sentence, str) else sentence.render(language)}", file=sys.stderr)


def _in_app(language: str, act: Callable[[Settings], int]) -> int:
    try:
        settings = settings_from()
        with opened(settings):
            return act(settings)
    except TooLarge as error:
        hint = say("%(why)s Avec --largest %(needed)s, elle entre.", why=error.sentence, needed=error.needed)
        trouble(hint, language)
        return 2
    except ArchiveRefused as error:
        trouble(error.sentence, language)
        return 1 if error.by_rules else 2
    except Full as error:
        trouble(error.sentence, language)
        return 2
    except FAILURES as error:
        trouble(told(error, language), language)
        return 2


def _export(path: Path, club_id: int | None, language: str) -> int:
    clubs = clubs_here()
    chosen = next((one for one in clubs if one.id == club_id), None) if club_id is not None else None
    if chosen is None and (club_id is not None or len(clubs) != 1):
        _which(clubs, language)
        return 2
    if path.exists():
        trouble(say("« %(file)s » existe déjà ; choisissez un autre nom.", file=str(path)), language)
        return 2
    whole = _written(path, (chosen or clubs[0]).id, language)
    print(say("Exporté : %(file)s", file=str(path)).render(language))
    if whole > USUAL_LIMITS.whole:
        needed = -(-whole // MIB)
        trouble(say("Pour reprendre ce fichier : referee import --largest %(needed)s", needed=needed), language)
    return 0


def _written(path: Path, club_id: int, language: str) -> int:
    """Write beside the file and give it its name when it is whole: half an archive never lies there.

    How many bytes it is unpacked.
    """
    handle, half = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w+b") as stream, Bar(say("Export").render(language)) as bar:
            whole = export_club(club_id, stream, bar)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(half, path)
        return whole
    finally:
        with suppress(FileNotFoundError):
            os.unlink(half)


def _which(clubs: Sequence[Club], language: str) -> None:
    """Say which clubs there are."""
    if not clubs:
        trouble(say("Il n'y a pas encore de club ici."), language)
        return
    trouble(say("Quel club ? Choisissez-en un avec --club :"), language)
    _list(clubs, language, sys.stderr)


def _list(clubs: Sequence[Club], language: str, stream: TextIO) -> None:
    for club in clubs:
        print(f"  {club.id}  {club_line(club).render(language)}", file=stream)


def club_line(club: Club) -> Text:
    """A club in a list: its name, and since when."""
    day = club.created_at.date().isoformat()
    if club.name:
        return say("%(name)s, depuis le %(day)s", name=club.name, day=day)
    return say("un club sans nom, depuis le %(day)s", day=day)


def _import(path: Path, choice: str | None, yes: bool, largest: int | None, settings: Settings, language: str) -> int:
    limits = Limits() if largest is None else Limits(whole=largest * MIB, files=2**16 - 2)
    clubs = clubs_here()
    with path.open("rb") as stream, Pages() as pages:
        file = ClubFile(stream, limits)
        club_id = _into(clubs, choice)
        if club_id == 0:
            _which(clubs, language)
            return 2
        with Bar(say("Lecture").render(language)) as bar:
            plan = planned(file, club_id, bar, pages)
        for line in plan.told():
            print(line.render(language))
        if plan.conflicts and not yes:
            trouble(say("Rien n'a été importé. Avec --yes, ces parties restent comme elles sont ici."), language)
            return 1
        with Bar(say("Import").render(language)) as bar:
            made, _ = bring(file, club_id, plan, pages, leave_conflicts=yes, progress=bar)
    done = say("Tout ce qu'il contient est déjà ici.") if plan.nothing_new else say("C'est importé.")
    print(done.render(language))
    if club_id is None:
        _welcome(made, settings, language)
    return 0


def _into(clubs: Sequence[Club], choice: str | None) -> int | None:
    """The club an archive goes into; None: a new one. 0: nobody can tell."""
    if choice == NEW or (choice is None and not clubs):
        return None
    if choice is None:
        return clubs[0].id if len(clubs) == 1 else 0
    return next((one.id for one in clubs if str(one.id) == choice), 0)


def _welcome(club_id: int, settings: Settings, language: str) -> None:
    """A new club has no keeper yet: print the link that makes its owner."""
    print(say("Ouvrez ce lien pour tenir ce club ; il ne s'affichera plus. Si le serveur donne une autre adresse, "
            "mettez-la devant /join :").render(language))
    print(f"  {join_address(club_id, settings)}")
    hint = say("Le serveur doit tourner : referee serve. Gardez ensuite un code de secours, page « Partager ».")
    print(hint.render(language))


def _link(club_id: int | None, owner: bool, settings: Settings, language: str) -> int:
    clubs = clubs_here()
    if club_id is None and clubs:
        _list(clubs, language, sys.stdout)
        return 0
    if all(club.id != club_id for club in clubs):
        _which(clubs, language)
        return 2
    role = OWNER if owner else KEEPER
    gives = say("Le premier téléphone qui ouvre ce lien devient propriétaire du club, à la place de l'actuel.")
    if not owner:
        gives = say("Le téléphone qui ouvre ce lien note avec le club.")
    days = LASTS[role].days
    once = say_n(
        "Il sert %(n)s jour et ne s'affichera plus. Si le serveur donne une autre adresse, mettez-la devant /join :",
        "Il sert %(n)s jours et ne s'affichera plus. Si le serveur donne une autre adresse, mettez-la devant /join :",
        days,
    )
    print(gives.render(language), once.render(language), sep="\n")
    print(f"  {join_address(club_id or 0, settings, role)}")
    return 0


def join_address(club_id: int, settings: Settings, role: str = OWNER) -> str:
    """A new link that makes the device that opens it first the owner of this club, or whoever opens it a keeper."""
    token = invite(db.session.get_one(Club, club_id), role)
    listening = settings.host not in ("127.0.0.1", "localhost", "::1")
    host = (network_address() if listening else None) or "localhost"
    return f"http://{host}:{settings.port}/join/{token}"
