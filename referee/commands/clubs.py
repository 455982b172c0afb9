"""``referee clubs``: list, found and delete clubs; ``referee link``: a link that admits a device to a club."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

import click
from flask import Flask

from referee.commands.execution import in_application
from referee.commands.output import complain
from referee.commands.parameters import language_option
from referee.lan_address import local_url, network_url
from referee.local_time import local_day
from referee.settings import Settings
from referee.store.clubs.club_capacity import ClubSize, club_sizes
from referee.store.clubs.club_deletion import delete_club, delete_unused, unused_clubs
from referee.store.clubs.clubs import KEEPER, all_clubs, new_club
from referee.store.clubs.links import LASTS, OWNER, invite
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.words import Text, say, say_n
from referee.words.system_errors import ExplainedError

KIB = 1024
CHUNK = 100
"""Clubs deleted in one transaction: others wait to write."""


@click.command
@click.option("--found", "name", metavar="NAME", help="A new club; prints the link that makes its owner.")
@click.option("--delete", "club_id", type=int, metavar="ID", help="Delete this club for good.")
@click.option("--prune", is_flag=True, help="Delete clubs without any record or visit for a day.")
@click.option("--yes", is_flag=True, help="Do delete: without it the loss is only shown.")
@language_option
def clubs(name: str | None, club_id: int | None, prune: bool, yes: bool, language: str) -> int:
    """The clubs and their sizes; found, delete, prune."""

    def work(app: Flask, settings: Settings) -> int:
        if name is not None:
            lines = _new_club(app, settings, name)
        elif club_id is not None:
            lines = [_delete(app, club_id, yes)]
        elif prune:
            lines = [_prune(app, yes)]
        else:
            with app.app_context():
                lines = [_described(club) for club in club_sizes()] or [say("Il n'y a pas encore de club ici.")]
        for line in lines:
            print(line if isinstance(line, str) else line.render(language))
        return 0

    return in_application(work, language)


def _described(club: ClubSize) -> Text:
    return say(
        "%(id)s  %(name)s : %(matches)s, %(records)s, %(size)s Kio, depuis le %(day)s, dernière visite : %(seen)s",
        id=club.id,
        name=club.name or say("un club sans nom"),
        matches=say_n("%(n)s partie", "%(n)s parties", club.matches),
        records=say_n("%(n)s entrée", "%(n)s entrées", club.records),
        size=-(-club.bytes // KIB),
        day=local_day(club.created_at).isoformat(),
        seen=local_day(club.seen_at).isoformat() if club.seen_at else say("jamais"),
    )


def _new_club(app: Flask, settings: Settings, name: str) -> list[Text | str]:
    with app.app_context():
        address = join_address(new_club(name), settings)
    gives = say("Le premier téléphone qui ouvre ce lien devient propriétaire de ce nouveau club :")
    return [gives, f"  {address}"]


def _delete(app: Flask, club_id: int, yes: bool) -> Text:
    """Delete a club; raises ExplainedError without such a club or without ``yes``."""
    with app.app_context():
        club = next((club for club in club_sizes() if club.id == club_id), None)
    if club is None:
        raise ExplainedError(say("Il n'y a pas de club %(id)s ici.", id=club_id))
    if not yes:
        raise ExplainedError(say("Avec --yes, ce club est supprimé pour de bon : %(club)s", club=_described(club)))
    with app.app_context():
        delete_club(club_id)
    return say("Supprimé : %(club)s", club=_described(club))


def _prune(app: Flask, yes: bool) -> Text:
    """Delete the unused clubs; raises ExplainedError without ``yes``."""
    with app.app_context():
        unused = unused_clubs()
    if unused and not yes:
        why = say_n(
            "%(n)s club, où rien n'a jamais été noté et où personne n'est passé depuis un jour."
            " Avec --yes, il est supprimé pour de bon.",
            "%(n)s clubs, où rien n'a jamais été noté et où personne n'est passé depuis un jour."
            " Avec --yes, ils sont supprimés pour de bon.",
            len(unused),
        )
        raise ExplainedError(why)
    with app.app_context():
        deleted = sum(delete_unused(unused[at : at + CHUNK]) for at in range(0, len(unused), CHUNK))
    return say_n("%(n)s club supprimé.", "%(n)s clubs supprimés.", deleted)


@click.command
@click.option("--club", "club_id", type=int, metavar="ID", help="Which club; without it the clubs are listed.")
@click.option("--owner", is_flag=True, help="The device that opens it first owns the club from then on.")
@language_option
def link(club_id: int | None, owner: bool, language: str) -> int:
    """A link that admits a keeper to a club."""
    return in_application(lambda app, settings: _link(app, settings, club_id, owner, language), language)


def _link(app: Flask, settings: Settings, club_id: int | None, owner: bool, language: str) -> int:
    with app.app_context():
        clubs = all_clubs()
    if club_id is None and clubs:
        _list(clubs, language, sys.stdout)
        return 0
    if club_id is None or all(club.id != club_id for club in clubs):
        list_clubs_to_choose(clubs, language)
        return 2
    role = OWNER if owner else KEEPER
    with app.app_context():
        address = join_address(club_id, settings, role)
    gives = say(
        "Seul le premier téléphone qui ouvre ce lien devient propriétaire du club, à la place de l'actuel ;"
        " les suivants notent avec le club."
    )
    if not owner:
        gives = say("Le téléphone qui ouvre ce lien note avec le club.")
    days = LASTS[role].days
    once = say_n(
        "Il sert %(n)s jour et ne s'affichera plus. Si le serveur donne une autre adresse, mettez-la devant /join :",
        "Il sert %(n)s jours et ne s'affichera plus. Si le serveur donne une autre adresse, mettez-la devant /join :",
        days,
    )
    print(gives.render(language), once.render(language), sep="\n")
    print(f"  {address}")
    return 0


def list_clubs_to_choose(clubs: Sequence[Club], language: str) -> None:
    """List the clubs on standard error."""
    if not clubs:
        complain(say("Il n'y a pas encore de club ici."), language)
        return
    complain(say("Quel club ? Choisissez-en un avec --club :"), language)
    _list(clubs, language, sys.stderr)


def _list(clubs: Sequence[Club], language: str, stream: TextIO) -> None:
    for club in clubs:
        print(f"  {club.id}  {_name_and_day(club).render(language)}", file=stream)


def _name_and_day(club: Club) -> Text:
    day = local_day(club.created_at).isoformat()
    if club.name:
        return say("%(name)s, depuis le %(day)s", name=club.name, day=day)
    return say("un club sans nom, depuis le %(day)s", day=day)


def join_address(club_id: int, settings: Settings, role: str = OWNER) -> str:
    """A new link whose first device becomes the owner of this club, or with KEEPER each a keeper."""
    token = invite(db.session.get_one(Club, club_id), role)
    server = settings.host, settings.port, settings.certificate is not None
    return f"{network_url(*server) or local_url(*server)}/join/{token}"
