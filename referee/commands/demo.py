"""``referee demo``: make the demo's club, and print the link that lets a browser in."""

from __future__ import annotations

import os
from argparse import Namespace

from flask import Flask
from sqlalchemy import func, select

from referee.commands.application import in_application
from referee.commands.link import join_address
from referee.commands.output import Bar, complain
from referee.demo.bulk_rows import fill
from referee.demo.recorded_seasons import two_seasons
from referee.settings import Settings
from referee.store.models import Match
from referee.store.orm_base import db
from referee.words import say, say_n

USUAL_LENGTH = 60
"""Entries of a match, where only their number in all is given."""


def demo(options: Namespace) -> int:
    """Fill a new club. 0: done; 2: it cannot be.

    With ``entries`` the rows are written in bulk, for measurements; without, every entry is recorded as on a page.
    """
    matches, entries = options.matches, options.entries
    numbers = [number for number in (matches, entries) if number is not None]
    if min(numbers, default=1) < 1 or (entries or matches or 1) < (matches or 1):
        complain(say("Il faut au moins une partie, et au moins une entrée par partie."), options.lang)
        return 2
    environment = os.environ if options.data is None else {**os.environ, "REFEREE_DATA": options.data}
    return in_application(lambda app, settings: _fill(app, settings, options), options.lang, environment)


def _fill(app: Flask, settings: Settings, options: Namespace) -> int:
    matches, entries, language = options.matches, options.entries, options.lang
    with app.app_context(), Bar(say("Les soirées").render(language)) as bar:
        if entries is None:
            club_id = two_seasons(options.seed, matches, bar)
        else:
            club_id = fill(options.seed, matches or max(1, entries // USUAL_LENGTH), entries, bar)
        n, length = db.session.execute(
            select(func.count(Match.id), func.sum(Match.length)).where(Match.club_id == club_id)
        ).one()
        address = join_address(club_id, settings)
    played, noted = say_n("%(n)s partie", "%(n)s parties", n), say_n("%(n)s entrée", "%(n)s entrées", length)
    summary = say("%(matches)s, %(entries)s, club %(club)s.", matches=played, entries=noted, club=club_id)
    print(summary.render(language))
    hint = say(
        "Ouvrez ce lien une fois le serveur lancé (make run) ;"
        " si le serveur donne une autre adresse, mettez la sienne devant /join :"
    )
    print(hint.render(language))
    print(f"  {address}")
    return 0
