"""``referee demo``: make the demo's club, and print the link that lets a browser in."""

from __future__ import annotations

import os
from collections.abc import Mapping

from sqlalchemy import func, select

from referee.demo.bulk import fill
from referee.demo.seasons import two_seasons
from referee.progress import Bar
from referee.serving import FAILURES, opened, told
from referee.settings import Settings, settings_from
from referee.store.database import db
from referee.store.models import Match
from referee.store.quotas import Full
from referee.transferring import join_address, trouble
from referee.words import say, say_n

__all__ = ["demo_main"]

USUAL_LENGTH = 60
"""Entries of a match, where only their number in all is given."""


def demo_main(seed: int, matches: int | None, entries: int | None, data: str | None, language: str) -> int:
    """Fill a new club. 0: done; 2: it cannot be.

    With ``entries`` the rows are written in bulk, for measurements; without, every entry is recorded as on a page.
    """
    environment: Mapping[str, str] = {**os.environ, **({} if data is None else {"REFEREE_DATA": data})}
    if min(one for one in (matches, entries, 1) if one is not None) < 1 or (entries or matches or 1) < (matches or 1):
        trouble(say("Il faut au moins une partie, et au moins une entrée par partie."), language)
        return 2
    try:
        settings = settings_from(environment)
        with opened(settings):
            return _filled(settings, seed, matches, entries, language)
    except Full as error:
        trouble(error.sentence, language)
        return 2
    except FAILURES as error:
        trouble(told(error, language), language)
        return 2


def _filled(settings: Settings, seed: int, matches: int | None, entries: int | None, language: str) -> int:
    with Bar(say("Les soirées").render(language)) as bar:
        if entries is None:
            club_id = two_seasons(seed, matches, bar)
        else:
            club_id = fill(seed, matches or max(1, entries // USUAL_LENGTH), entries, bar)
    n, length = db.session.execute(
        select(func.count(Match.id), func.sum(Match.length)).where(Match.club_id == club_id)
    ).one()
    found, noted = say_n("%(n)s partie", "%(n)s parties", n), say_n("%(n)s entrée", "%(n)s entrées", length)
    made = say("%(matches)s, %(entries)s, club %(club)s.", matches=found, entries=noted, club=club_id)
    print(made.render(language))
    opened = say(
        "Ouvrez ce lien une fois le serveur lancé (make run) ;"
        " si le serveur donne une autre adresse, mettez la sienne devant /join :"
    )
    print(opened.render(language))
    print(f"  {join_address(club_id, settings)}")
    return 0
