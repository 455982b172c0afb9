"""A club between the database and its archive: its people, evenings and devices, and match after match with its log.

Neither way more than one match lies in memory as a whole. On the way in a match first becomes the rows it will be,
which wait in a file of their own: whoever writes them needs to read, check and count nothing more.
"""

from __future__ import annotations

import pickle
import struct
import tempfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Any, BinaryIO

from sqlalchemy import Connection, insert, select

from referee.games.play import Refused, play
from referee.matches.clubfile import ClubDevice, ClubEvening, ClubHead, ClubPlayer, write_club
from referee.matches.clublog import ClubMatch, LogRecord
from referee.matches.log import Record, standing
from referee.matches.matchfile import match_value
from referee.store.database import WRITING, db, is_sqlite
from referee.store.matches import setup_of
from referee.store.models import Club, Device, Entry, Evening, Match, Player, Result, Seat, Tally
from referee.store.quotas import MATCH, entry_bytes, grow
from referee.store.results import notes_of, result_rows, tally_rows

__all__ = [
    "CHUNK", "Ids", "MatchRows", "Numbers", "Pages", "Progress", "export_club", "kept_matches", "match_bytes",
    "no_progress", "rows_of", "write_matches",
]  # fmt: skip

Progress = Callable[[int, int], None]
"""Told how many matches are done, of how many."""

CHUNK = 100
"""Matches asked for together."""
PAGE = 1024 * 1024
"""Bytes of rows written together."""
IN_MEMORY = 4 * 1024 * 1024
"""Bytes of rows that need no file to wait in."""
LENGTHS = struct.Struct("<2L")
"""How long a match's rows are in the file, and how long unpacked."""


def no_progress(_done: int, _all: int) -> None:
    """Nobody wants to know."""


def export_club(club_id: int, stream: BinaryIO, progress: Progress = no_progress) -> int:
    """Write the archive of a club as it is at this moment; nobody has to stop recording for it.

    Everything stands in the order in which it came into the club, so that an import keeps that order. Told is how many
    bytes it is unpacked.

    :raises ArchiveRefused: a match is too large for an archive.
    """
    with _snapshot() as connection:
        head, players, devices = _head(connection, club_id)
        rows = connection.execute(select(Match.__table__).where(Match.club_id == club_id).order_by(Match.id)).all()
        sittings = select(Evening.id, Evening.public_id).where(Evening.club_id == club_id)
        evenings = {row.id: row.public_id for row in connection.execute(sittings)}
        numbers = Numbers({player_id: one.id for player_id, one in players.items()}, devices, evenings)
        return write_club(stream, head, kept_matches(connection, rows, numbers, progress))


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
    """The matches of these rows with their seats and logs, in their order, one log at a time."""
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        ids = [row.id for row in chunk]
        seats: dict[int, list[int | None]] = {row.id: [None] * len(row.players) for row in chunk}
        for row in connection.execute(select(Seat.__table__).where(Seat.match_id.in_(ids)).order_by(Seat.number)):
            sitting = seats[row.match_id]
            sitting.extend([None] * (row.number + 1 - len(sitting)))  # who joined sits behind the others
            sitting[row.number] = numbers.players[row.player_id]
        for done, row in enumerate(chunk, start + 1):
            entries = select(Entry.__table__).where(Entry.match_id == row.id).order_by(Entry.position)
            log = [_record(one, numbers) for one in connection.execute(entries)]
            yield ClubMatch(
                row.public_id, setup_of(row), tuple(seats[row.id]), log,
                numbers.evenings.get(row.evening_id), row.created_at, row.changed_at, row.deleted_at,
            )  # fmt: skip
            progress(done, len(rows))


def _record(row: Any, numbers: Numbers) -> LogRecord:
    record = Record(row.position, row.entry, row.amends, row.batch, row.undoes)
    return LogRecord(record, row.recorded_at, row.reason, row.person, numbers.devices.get(row.device_id), row.ruling)


@dataclass(frozen=True, slots=True)
class Ids:
    """What the ids of an archive are called in the database."""

    players: Mapping[int, int]
    devices: Mapping[int, int]
    evenings: Mapping[str | None, int]


@dataclass(frozen=True, slots=True)
class MatchRows:
    """A match as the rows it will be, without what only the database can tell: who is who, and their numbers.

    ``there`` is its id in the archive, like ``seats`` (None: a dummy's) and ``evening``; a result or tally names its
    seat.
    """

    there: str
    evening: str | None
    seats: tuple[int | None, ...]
    match: dict[str, Any]
    entries: list[dict[str, Any]]
    results: list[dict[str, Any]]
    tallies: list[dict[str, Any]]


def rows_of(match: ClubMatch) -> MatchRows:
    """The rows of a match: its set-up, its log, and what follows from it as recording it would have left it."""
    stands = standing(match.log)
    played = match.played or play(match.setup.game, match.setup.table, [one.entry for one in stands])
    if isinstance(played, Refused):
        raise ValueError(f"match {match.public_id} does not replay: {played.violations}")
    value = match_value(match.setup, ())
    row = {
        "game": value["game"], "players": value["players"], "dealer": value["dealer"], "options": value["options"],
        "rules_version": match.setup.table.version, "length": len(match.records), "over": played.position.over,
        "notes": notes_of(match.setup, stands), "bytes": match_bytes(match),
        "created_at": match.created_at, "changed_at": match.changed_at, "deleted_at": match.deleted_at,
    }  # fmt: skip
    results: list[dict[str, Any]] = []
    tallies: list[dict[str, Any]] = []
    if played.position.over and match.deleted_at is None:  # of one that is thrown away nothing counts
        last = stands[-1]
        finished_at, stopped = match.records[last.position].recorded_at, last.entry["step"] == "end"
        results = list(result_rows(match.setup, played, finished_at, stopped))
        tallies = list(tally_rows(match.setup, played))
    entries = [_entry_row(one) for one in match.records]
    return MatchRows(match.public_id, match.evening, match.seats, row, entries, results, tallies)


def match_bytes(match: ClubMatch) -> int:
    """What a match takes with its log, as its club counts it."""
    return MATCH + sum(entry_bytes(one.record.entry, one.ruling, one.reason, one.person) for one in match.records)


def _entry_row(one: LogRecord) -> dict[str, Any]:
    record = one.record
    return {
        "position": record.position, "entry": record.entry, "amends": record.amends, "batch": record.batch,
        "undoes": record.undoes, "reason": one.reason, "person": one.person, "device_id": one.device,
        "ruling": one.ruling, "recorded_at": one.recorded_at,
    }  # fmt: skip


def write_matches(club_id: int, matches: Mapping[str, MatchRows], ids: Ids) -> None:
    """Write these matches, by the public ids they get here, in a transaction that may write; their rows are used up."""
    grow(club_id, sum(one.match["bytes"] for one in matches.values()))
    connection = db.session.connection()
    heads = [
        {**one.match, "public_id": public_id, "club_id": club_id, "evening_id": ids.evenings.get(one.evening)}
        for public_id, one in matches.items()
    ]
    adding = insert(Match.__table__).returning(Match.__table__.c.id, sort_by_parameter_order=True)
    rows: dict[Any, list[dict[str, Any]]] = {Seat: [], Entry: [], Result: [], Tally: []}
    for match_id, one in zip(connection.scalars(adding, heads).all(), matches.values()):
        people = {n: ids.players[seat] for n, seat in enumerate(one.seats) if seat is not None}
        rows[Seat] += ({"match_id": match_id, "number": n, "player_id": who} for n, who in people.items())
        for row in one.entries:
            device = row["device_id"]
            row.update(match_id=match_id, device_id=None if device is None else ids.devices[device])
        for row in one.results:
            row.update(match_id=match_id, club_id=club_id, player_id=people[row["seat"]])
        for row in one.tallies:
            row.update(match_id=match_id, player_id=people[row.pop("seat")])
        rows[Entry] += one.entries
        rows[Result] += one.results
        rows[Tally] += one.tallies
    for model, found in rows.items():
        if found:
            connection.execute(insert(model.__table__), found)


class Pages:
    """Matches as rows, in a file without a name until they are written; they go when it is closed."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - leaving this closes it

    def __enter__(self) -> Pages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def clear(self) -> None:
        """Forget what waits."""
        self._file.seek(0)
        self._file.truncate()

    def add(self, rows: MatchRows) -> None:
        """Let a match wait behind the others."""
        raw = pickle.dumps(rows, pickle.HIGHEST_PROTOCOL)
        packed = zlib.compress(raw, 1)
        self._file.write(LENGTHS.pack(len(packed), len(raw)) + packed)

    def each(self) -> Iterator[list[MatchRows]]:
        """All that wait in their order, so many at a time that they are a page."""
        self._file.seek(0)
        page: list[MatchRows] = []
        size = 0
        while head := self._file.read(LENGTHS.size):
            packed, unpacked = LENGTHS.unpack(head)
            page.append(pickle.loads(zlib.decompress(self._file.read(packed))))
            size += unpacked
            if size >= PAGE:
                yield page
                page, size = [], 0
        if page:
            yield page
