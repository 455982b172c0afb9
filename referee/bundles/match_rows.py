"""The database rows of an archived match, waiting and written."""

from __future__ import annotations

import pickle
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert

from referee.bundles.bundle import ClubTableRule
from referee.bundles.json_object import values_of
from referee.bundles.record import ClubMatch, LogRecord
from referee.game_definition.match_course import STEPS_THAT_END, Refusal, play
from referee.matches.log import CurrentEntry, current_entries, stand_ins_of
from referee.store.database.models import Match, Record, Result, Seat, StandIn, Tally, now
from referee.store.database.orm_base import Base, db, table_of
from referee.store.database.quotas import MATCH, lock_and_count, record_bytes
from referee.store.matches.match_results import finished_at, mark_of, notes_of, result_rows, setup_columns, tally_rows
from referee.store.matches.seats import player_named

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""An earlier moment is from a clock that has lost its date."""

PAGE = 1024 * 1024
"""Bytes of pickled rows in one list."""
IN_MEMORY = 4 * 1024 * 1024
"""Compressed bytes beyond which rows wait in a temporary file."""


@dataclass(frozen=True, slots=True)
class DatabaseIds:
    """The ids of the database by those of the archive."""

    players: Mapping[int, int]
    devices: Mapping[int | None, int | None]
    evenings: Mapping[str | None, int]


@dataclass(frozen=True, slots=True)
class MatchRows:
    """The rows of a match without the ids of the database.

    ``archive_id``, ``seats`` (None: a dummy's), ``stand_ins`` (by the name in the log; None: an earlier version's, who
    is no player of the archive) and ``evening`` are ids of the archive. ``names``: the names on the sheet, by seat;
    results and tallies have a ``person`` by name.
    """

    archive_id: str
    evening: str | None
    seats: tuple[int | None, ...]
    stand_ins: dict[str, int | None]
    names: tuple[str, ...]
    match: dict[str, Any]
    records: list[dict[str, Any]]
    results: list[dict[str, Any]]
    tallies: list[dict[str, Any]]

    def people(self, club_id: int, players: Mapping[int, int]) -> dict[str, int]:
        """The ids in the database of all players in the log.

        A stand-in who is no player of the archive is the club's player of that name, or a new one.
        """
        archive_ids = {**self.stand_ins, **dict(zip(self.names, self.seats))}
        people = {name: players[player] for name, player in archive_ids.items() if player is not None}
        for name in self.stand_ins:
            if name not in people:
                people[name] = player_named(club_id, name, people.values(), self.match["created_at"]).id
        return people


def rows_of(match: ClubMatch) -> MatchRows:
    """The rows of a match: its set-up, its log, and all that follows from it."""
    current = current_entries(match.records)
    played = match.played or play(match.setup.game, match.setup.table, [entry.entry for entry in current])
    if isinstance(played, Refusal):
        raise ValueError(f"match {match.public_id} does not replay: {played.violations}")
    columns = setup_columns(match.setup)
    row = {
        **columns,
        "mark": mark_of(match.setup, match.records),
        "length": len(match.records),
        "over": played.state.over,
        "notes": notes_of(match.setup, current),
        "bytes": match_bytes(match),
        "created_at": match.created_at,
        "changed_at": match.changed_at,
        "deleted_at": match.deleted_at,
    }
    results: list[dict[str, Any]] = []
    tallies: list[dict[str, Any]] = []
    if played.state.over and match.deleted_at is None:  # of one that is thrown away nothing counts
        last = current[-1]
        moments = match.records[0].recorded_at, match.records[last.position].recorded_at
        finished, stopped = finished_at(match.created_at, *moments), last.entry["step"] in STEPS_THAT_END
        results = list(result_rows(match.setup, played, finished, stopped))
        tallies = list(tally_rows(match.setup, played))
    records = [values_of(record, LogRecord) for record in match.records]
    people = _stand_ins(match, current), played.state.table.players
    return MatchRows(match.public_id, match.evening, match.seats, *people, row, records, results, tallies)


def _stand_ins(match: ClubMatch, current: Sequence[CurrentEntry]) -> dict[str, int | None]:
    return {name: match.stand_ins.get(name) for name in stand_ins_of(current)}


def believable(moment: datetime) -> datetime:
    """A moment at which a match can have been recorded; now, in place of one from a wrong clock."""
    present = now()
    return moment if EARLIEST <= moment <= present else present


def with_believable_times(match: ClubMatch) -> ClubMatch:
    """The match with believable moments."""
    records = [replace(record, recorded_at=believable(record.recorded_at)) for record in match.records]
    deleted = match.deleted_at and believable(match.deleted_at)
    created, changed = believable(match.created_at), believable(match.changed_at)
    return replace(match, records=records, created_at=created, changed_at=changed, deleted_at=deleted)


def rules_with_believable_times(rules: Iterable[ClubTableRule]) -> dict[str, ClubTableRule]:
    """The rules of a club's own, by public id, with believable moments."""
    return {
        rule.id: replace(
            rule,
            noted_at=believable(rule.noted_at),
            changed_at=believable(rule.changed_at),
            deleted_at=rule.deleted_at and believable(rule.deleted_at),
        )
        for rule in rules
    }


def record_row(record: LogRecord, device_id: int | None) -> dict[str, Any]:
    """The columns of a record that is appended by a device of this database."""
    values = values_of(record, LogRecord)
    del values["device"]
    return {**values, "device_id": device_id}


def match_bytes(match: ClubMatch) -> int:
    """The bytes of a match with its log, as its club counts them."""
    return MATCH + sum(
        record_bytes(record.entry, record.ruling, record.reason, record.person) for record in match.records
    )


def write_matches(club_id: int, matches: Mapping[str, MatchRows], ids: DatabaseIds) -> list[list[int]]:
    """Write these matches, by their public ids here, in a transaction that may write; uses up their rows.

    :returns: the ids of the players, match by match.
    """
    lock_and_count(club_id, sum(rows.match["bytes"] for rows in matches.values()))
    connection = db.session.connection()
    heads = [
        {**rows.match, "public_id": public_id, "club_id": club_id, "evening_id": ids.evenings.get(rows.evening)}
        for public_id, rows in matches.items()
    ]
    adding = insert(table_of(Match)).returning(table_of(Match).c.id, sort_by_parameter_order=True)
    added: dict[type[Base], list[dict[str, Any]]] = {Seat: [], StandIn: [], Record: [], Result: [], Tally: []}
    tables = []
    for match_id, rows in zip(connection.scalars(adding, heads).all(), matches.values()):
        people = rows.people(club_id, ids.players)
        tables.append(list(people.values()))
        for number, name in enumerate(rows.names):
            if name in people:
                added[Seat].append({"match_id": match_id, "number": number, "player_id": people[name]})
        for name in rows.stand_ins:
            added[StandIn].append({"match_id": match_id, "name": name, "player_id": people[name]})
        for row in rows.records:
            row.update(match_id=match_id, device_id=ids.devices[row.pop("device")])
        for row in rows.results:
            row.update(match_id=match_id, club_id=club_id, player_id=people[row.pop("person")])
        for row in rows.tallies:
            row.update(match_id=match_id, player_id=people[row.pop("person")])
        added[Record] += rows.records
        added[Result] += rows.results
        added[Tally] += rows.tallies
    for model, model_rows in added.items():
        if model_rows:
            connection.execute(insert(table_of(model)), model_rows)
    return tables


class WaitingRows:
    """Rows of matches, compressed in an unnamed temporary file until they are written."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - leaving this closes it

    def __enter__(self) -> WaitingRows:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def clear(self) -> None:
        self._file.seek(0)
        self._file.truncate()

    def add(self, rows: MatchRows) -> None:
        raw = pickle.dumps(rows)
        pickle.dump((len(raw), zlib.compress(raw, 1)), self._file)

    def each(self) -> Iterator[list[MatchRows]]:
        """All rows in their order, in lists of about :data:`PAGE` bytes."""
        end = self._file.seek(0, 2)
        self._file.seek(0)
        page: list[MatchRows] = []
        size = 0
        while self._file.tell() < end:
            length, packed = pickle.load(self._file)
            page.append(pickle.loads(zlib.decompress(packed)))
            size += length
            if size >= PAGE or self._file.tell() == end:
                yield page
                page, size = [], 0
