"""A club with more of everything than any table brings together: what its pages weigh, and how long they take."""

import io
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import select

from referee.bundles.bundle import ClubEvening, ClubHead, ClubMatch, ClubPlayer
from referee.bundles.zip_file import ClubFile
from referee.matches.log import Record
from referee.matches.match_file import Setup, read_setup
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from tests.bundles.clubs import MOMENT, RULING, packed
from tests.bundles.imports import import_club
from tests.games.random_matches import NAMES
from tests.web.table import new_match
from tests.web.visitor import Visitor

CROWD = 150
PEOPLE = {name: number for number, name in enumerate((*NAMES, *(f"Invité {n}" for n in range(1, CROWD))), 1)}
REASON = "une erreur en recopiant, vue en relisant la feuille à voix haute"

Log = Iterator[Record]


def heavy_visitor(app: Flask, matches: Sequence[ClubMatch], evenings: int = 1) -> Visitor:
    """A keeper of a club with these matches; those of an evening beyond the last one given are not there."""
    visitor = Visitor(app)
    new_match(visitor)
    people = tuple(ClubPlayer(number, name, "", number % 12, MOMENT) for name, number in PEOPLE.items())
    days = tuple(
        ClubEvening(f"evening-{n}", (MOMENT + timedelta(days=n)).date(), "", "Chez Ana", "", MOMENT + timedelta(days=n))
        for n in range(evenings)
    )
    with app.app_context():
        club = db.session.scalars(select(Club.id)).one()
        import_club(ClubFile(io.BytesIO(packed((ClubHead("", MOMENT, people, days, ()), tuple(matches))))), club)
    return visitor


def match_of(
    public_id: str,
    game: str,
    players: Sequence[str],
    entries: Sequence[Any],
    evening: str | None = None,
    began: datetime = MOMENT,
    **more: Any,
) -> ClubMatch:
    """A match of these entries, or of these records: an entry, what it amends and a ruling."""
    setup = read_setup(game, players, **more)
    assert isinstance(setup, Setup), setup
    records = tuple(_signed(position, entry, began) for position, entry in enumerate(entries))
    seats = tuple(PEOPLE[name] for name in setup.table.players)
    ended = records[-1].recorded_at if records else began
    return ClubMatch(public_id, setup, seats, records, evening, began, ended)


def _signed(position: int, entry: Any, began: datetime) -> Record:
    moment = began + timedelta(seconds=20 * position)
    if isinstance(entry, Record):
        return entry
    entry, amends, ruling = entry if isinstance(entry, tuple) else (entry, None, None)
    reason = "" if amends is None else REASON
    return Record(
        position, entry, amends, position, reason=reason, person="Marie-Antoinette", ruling=ruling, recorded_at=moment
    )


def points(players: Sequence[str], row: int) -> dict[str, Any]:
    """A deal of the free sheet: everybody is led now and then."""
    return {"step": "points", "points": {name: (row * 7 + seat * 13) % 160 - 40 for seat, name in enumerate(players)}}


def free_sheet(public_id: str, people: int, deals: int, **more: Any) -> ClubMatch:
    """A free sheet of so many people and deals."""
    players = NAMES[:people]
    return match_of(public_id, "feuille-libre", players, [points(players, row) for row in range(deals)], **more)


def corrected(public_id: str, deals: int, corrections: int) -> ClubMatch:
    """A free sheet whose deals were corrected again and again, and the last one most of all."""
    players, chance = NAMES[:6], Random(1)
    log: list[Any] = [points(players, row) for row in range(deals)]
    for number in range(corrections):
        at = deals - 1 if number % 2 else chance.randrange(deals)
        log.append((points(players, number + 5), at, None))
    return match_of(public_id, "feuille-libre", players, log)


def disputed(public_id: str, rulings: int) -> ClubMatch:
    """A match of one long deal with notes, each the longest there may be, and rulings."""
    log: list[Any] = [points(NAMES[:4], 0)]
    for number in range(rulings):
        log.append(({"step": "note", "text": f"{number} " + "é&<'" * 120}, None, None))
        log.append(({"step": "note", "text": "Décision"}, None, RULING))
    return match_of(public_id, "feuille-libre", NAMES[:4], [*log, points(NAMES[:4], 1)])


def evening_of(matches: int, evening: str = "evening-0", began: datetime = MOMENT) -> Iterator[ClubMatch]:
    """An evening of finished matches of 15 deals each."""
    for number in range(matches):
        start = began + timedelta(minutes=10 * number)
        players = (*NAMES[number % 4 :], *NAMES)[:5]
        entries = [*(points(players, row + number) for row in range(14)), {"step": "end"}]
        yield match_of(f"{evening}-{number}", "feuille-libre", players, entries, evening, start)
