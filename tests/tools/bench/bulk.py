"""Matches of any length put past the pages into a club, as an import writes them: what is measured comes after them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import select

from referee.bundles.bundle import ClubMatch
from referee.bundles.match_rows import DatabaseIds, write_match
from referee.matches.log import Record
from referee.matches.match_file import Setup, read_setup
from referee.migrated_application import open_application
from referee.settings import settings_from
from referee.store.database.models import Match, Seat, new_id
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.match_day import days_of

Entries = Callable[[int], dict[str, Any]]
"""The entry at each position."""

CORRECTED = 50
"""One record in so many corrects an entry before it, where a log is to have corrections."""


def write(
    environment: Mapping[str, str], match: str, lengths: Sequence[int], entry: Entries, corrections: bool = False
) -> list[str]:
    """Matches like this one, of the same players on the same evening, with so many records; their addresses."""
    with open_application(settings_from({**os.environ, **environment})) as app, app.app_context(), writing():
        model = db.session.execute(select(Match).where(Match.public_id == match.rpartition("/")[2])).scalar_one()
        seats = db.session.execute(select(Seat.player_id).where(Seat.match_id == model.id).order_by(Seat.number))
        people = dict(enumerate(seats.scalars().all()))
        setup = read_setup(model.game, model.players)
        assert isinstance(setup, Setup)
        assert model.evening_id is not None
        ids = DatabaseIds(people, {None: None}, {"": model.evening_id}, days_of([model.evening_id]))
        ready = [_match(setup, tuple(people), list(_records(length, entry, corrections))) for length in lengths]
        for match_ready in ready:
            write_match(model.club_id, match_ready.public_id, match_ready, ids)
    return [f"/matches/{match.public_id}" for match in ready]


def _match(setup: Setup, seats: tuple[int, ...], records: list[Record]) -> ClubMatch:
    return ClubMatch(new_id(), setup, seats, records, "", records[0].recorded_at, records[-1].recorded_at)


def _records(length: int, entry: Entries, corrections: bool) -> Iterator[Record]:
    moment = datetime.now(UTC) - timedelta(seconds=length)
    played: list[int] = []
    for position in range(length):
        moment += timedelta(seconds=1)
        amends = played[position // 2] if corrections and position % CORRECTED == CORRECTED - 1 else None
        value = entry(len(played) if amends is None else amends)
        if amends is None:
            played.append(position)
        yield Record(position, value, amends, position, recorded_at=moment)
