"""``referee clubs``: which clubs there are and how large, a new one, one deleted, the unused ones deleted."""

from __future__ import annotations

import click
from flask import Flask

from referee.commands.execution import in_application
from referee.commands.link import join_address
from referee.commands.parameters import language_option
from referee.local_time import local_day
from referee.settings import Settings
from referee.store.clubs.club_sizes import ClubSize, club_sizes, delete_club, delete_unused, unused_clubs
from referee.store.clubs.clubs import new_club
from referee.words import Text, say, say_n
from referee.words.failures import ExplainedError

KIB = 1024
CHUNK = 100
"""Clubs that are deleted in one transaction, for others wait to write."""


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
            lines = _found(app, settings, name)
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
    """A line of the list."""
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


def _found(app: Flask, settings: Settings, name: str) -> list[Text | str]:
    """A new club and the link that makes its owner."""
    with app.app_context():
        address = join_address(new_club(name), settings)
    gives = say("Le premier téléphone qui ouvre ce lien devient propriétaire de ce nouveau club :")
    return [gives, f"  {address}"]


def _delete(app: Flask, club_id: int, yes: bool) -> Text:
    """Delete a club; without ``yes`` say what would be lost.

    :raises ExplainedError: there is no such club, or it was not confirmed.
    """
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
    """Delete the unused clubs.

    :raises ExplainedError: it was not confirmed.
    """
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
