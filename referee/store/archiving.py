"""A whole club out of the database: its people, evenings and devices, and match after match with its log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from referee.matches.clubfile import ClubDevice, ClubEvening, ClubHead, ClubPlayer, write_club
from referee.matches.clublog import ClubMatch, LogRecord
from referee.matches.log import Record
from referee.store.database import WRITING, db, is_sqlite
from referee.store.matches import setup_of
from referee.store.models import Club, Device, Entry, Evening, Match, Player, Seat

__all__ = ["CHUNK", "Numbers", "Progress", "export_club", "kept_matches", "no_progress"]

Progress = Callable[[int, int], None]
"""Told how many matches are done, of how many."""

CHUNK = 100
"""Matches handled together."""


def no_progress(_done: int, _all: int) -> None:
    """Nobody wants to know."""


def export_club(club_id: int, stream: BinaryIO, progress: Progress = no_progress) -> None:
    """Write the archive of a club as it is at this moment; nobody has to stop recording for it.

    Everything stands in the order in which it came into the club, so that an import keeps that order.

    :raises ArchiveRefused: a match is too large for an archive.
    """
    with _snapshot() as connection:
        head, players, devices = _head(connection, club_id)
        rows = connection.execute(select(Match.__table__).where(Match.club_id == club_id).order_by(Match.id)).all()
        sittings = select(Evening.id, Evening.public_id).where(Evening.club_id == club_id)
        evenings = {row.id: row.public_id for row in connection.execute(sittings)}
        numbers = Numbers({player_id: one.id for player_id, one in players.items()}, devices, evenings)
        write_club(stream, head, kept_matches(connection, rows, numbers, progress))


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the ids of the database are called in the archive."""

    players: Mapping[int, int]
    devices: Mapping[int, int]
    evenings: Mapping[int, str]


@contextmanager
def _snapshot() -> Iterator[Connection]:
    """A connection that only reads, and to which the database stands still."""
    writing = WRITING.set(False)
    try:
        with db.engine.connect() as connection:
            if not is_sqlite(db.engine):
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection
    finally:
        WRITING.reset(writing)


def _head(connection: Connection, club_id: int) -> tuple[ClubHead, dict[int, ClubPlayer], dict[int, int]]:
    club = connection.execute(select(Club.__table__).where(Club.id == club_id)).one()
    people = connection.execute(select(Player.__table__).where(Player.club_id == club_id).order_by(Player.id)).all()
    numbers = {row.id: number for number, row in enumerate(people, 1)}
    players = {
        row.id: ClubPlayer(
            numbers[row.id], row.name, row.mark, row.colour, row.played_at, row.archived_at,
            numbers.get(row.merged_into),
        )
        for row in people
    }  # fmt: skip
    evenings = [
        ClubEvening(
            row.public_id, row.day, row.title, row.place, row.note, row.opened_at, row.closed_at, row.deleted_at
        )
        for row in connection.execute(select(Evening.__table__).where(Evening.club_id == club_id).order_by(Evening.id))
    ]
    used = select(Entry.device_id).join(Match, Match.id == Entry.match_id).where(Match.club_id == club_id).distinct()
    devices = connection.execute(select(Device.id, Device.name).where(Device.id.in_(used)).order_by(Device.id)).all()
    head = ClubHead(
        club.name, club.created_at, tuple(players.values()), tuple(evenings),
        tuple(ClubDevice(number, row.name) for number, row in enumerate(devices, 1)),
    )  # fmt: skip
    return head, players, {row.id: number for number, row in enumerate(devices, 1)}


def kept_matches(
    connection: Connection, rows: Sequence[Any], numbers: Numbers, progress: Progress = no_progress
) -> Iterator[ClubMatch]:
    """The matches of these rows with their seats and logs, in their order, a chunk at a time."""
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        ids = [row.id for row in chunk]
        seats: dict[int, list[int]] = {match_id: [] for match_id in ids}
        for row in connection.execute(select(Seat.__table__).where(Seat.match_id.in_(ids)).order_by(Seat.number)):
            seats[row.match_id].append(numbers.players[row.player_id])
        logs: dict[int, list[LogRecord]] = {match_id: [] for match_id in ids}
        entries = select(Entry.__table__).where(Entry.match_id.in_(ids)).order_by(Entry.match_id, Entry.position)
        for row in connection.execute(entries):
            logs[row.match_id].append(_record(row, numbers))
        for row in chunk:
            yield ClubMatch(
                row.public_id, setup_of(row), tuple(seats[row.id]), logs[row.id], row.rules_version,
                numbers.evenings.get(row.evening_id), row.created_at, row.changed_at, row.deleted_at,
            )  # fmt: skip
        progress(start + len(chunk), len(rows))


def _record(row: Any, numbers: Numbers) -> LogRecord:
    record = Record(row.position, row.entry, row.amends, row.batch, row.undoes)
    return LogRecord(record, row.recorded_at, row.reason, row.person, numbers.devices.get(row.device_id), row.ruling)
