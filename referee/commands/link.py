"""``referee link``: a link that lets somebody into a club, made on the machine that holds it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

import click
from flask import Flask

from referee.commands.execution import in_application
from referee.commands.output import complain
from referee.commands.parameters import language_option
from referee.local_time import local_day
from referee.network import network_address
from referee.settings import Settings
from referee.store.clubs.clubs import KEEPER, all_clubs
from referee.store.clubs.links import LASTS, OWNER, invite
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.words import Text, say, say_n


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
    """Say on standard error which clubs there are."""
    if not clubs:
        complain(say("Il n'y a pas encore de club ici."), language)
        return
    complain(say("Quel club ? Choisissez-en un avec --club :"), language)
    _list(clubs, language, sys.stderr)


def _list(clubs: Sequence[Club], language: str, stream: TextIO) -> None:
    for club in clubs:
        print(f"  {club.id}  {_described(club).render(language)}", file=stream)


def _described(club: Club) -> Text:
    """A club in a list: its name, and since when."""
    day = local_day(club.created_at).isoformat()
    if club.name:
        return say("%(name)s, depuis le %(day)s", name=club.name, day=day)
    return say("un club sans nom, depuis le %(day)s", day=day)


def join_address(club_id: int, settings: Settings, role: str = OWNER) -> str:
    """A new link that makes the device that opens it first the owner of this club, or whoever opens it a keeper."""
    token = invite(db.session.get_one(Club, club_id), role)
    listening = settings.host not in ("127.0.0.1", "localhost", "::1")
    host = (network_address() if listening else None) or "localhost"
    return f"http://{host}:{settings.port}/join/{token}"
