"""Export a club from the database to its archive, match by match, as it is at one moment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from referee.archive.club_archive.club_archive_file import write_club
from referee.archive.club_archive.club_match import ClubMatch, LogRecord
from referee.archive.club_archive.json_object import values_of
from referee.archive.club_archive.manifest import ClubDevice, ClubEvening, ClubHead, ClubPlayer, ClubTableRule
from referee.local_time import local_day, timezone_name
from referee.store.database.models import Club, Device, Evening, Match, Player, Record, Seat, StandIn, TableRule
from referee.store.database.transactions import snapshot
from referee.store.matches.match_results import mark_of, replay_of_rows
from referee.store.matches.matches import setup_of
from referee.words import Text, say

Progress = Callable[[int, int], None]
"""Called with the number of finished matches, and of all."""

CHUNK = 100
"""Matches read in one query."""


def no_progress(_done: int, _all: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class ArchiveIds:
    """The ids of the archive by those of the database."""

    players: Mapping[int, int]
    devices: Mapping[int, int]
    evenings: Mapping[int, str]


def export_club(
    club_id: int,
    stream: BinaryIO,
    progress: Progress = no_progress,
    only: Collection[str] | None = None,
    left_out: list[str] | None = None,
) -> int:
    """Write the archive of a club as it is at this moment, while others record; its bytes when unpacked.

    Everything is in the order in which it came into the club, so that an import keeps that order.

    :param only: the public ids of the matches to export; None: all.
    :param left_out: takes the names of the matches that are damaged and so not in the archive.
    :raises ArchiveRefused: a match is too large for an archive.
    """
    with snapshot() as connection:
        head, ids = head_of(connection, club_id)
        query = select(Match.__table__).where(Match.club_id == club_id).order_by(Match.id)
        rows = connection.execute(query if only is None else query.where(Match.public_id.in_(only))).all()
        by_id = {row.public_id: row for row in rows}
        matches = read_club_matches(connection, rows, ids, progress, [] if left_out is None else left_out)
        return write_club(
            stream, head, (replace(match, mark=_mark(match, by_id[match.public_id])) for match in matches)
        )


def _mark(match: ClubMatch, row: Any) -> str:
    """The mark that the log had when it was recorded; of a match of before there were marks, that of its log now."""
    return row.mark or mark_of(match.setup, match.records)


def head_of(connection: Connection, club_id: int) -> tuple[ClubHead, ArchiveIds]:
    """All of the club but its matches, and the ids of the archive."""
    club = connection.execute(select(Club.__table__).where(Club.id == club_id)).one()
    players = connection.execute(select(Player.__table__).where(Player.club_id == club_id).order_by(Player.id)).all()
    evenings = connection.execute(
        select(Evening.__table__).where(Evening.club_id == club_id).order_by(Evening.id)
    ).all()
    used = select(Record.device_id).join(Match, Match.id == Record.match_id).where(Match.club_id == club_id).distinct()
    devices = connection.execute(select(Device.id, Device.name).where(Device.id.in_(used)).order_by(Device.id)).all()
    ids = ArchiveIds(
        {row.id: number for number, row in enumerate(players, 1)},
        {row.id: number for number, row in enumerate(devices, 1)},
        {row.id: row.public_id for row in evenings},
    )
    head = ClubHead(
        club.name,
        club.created_at,
        tuple(_player(row, ids) for row in players),
        tuple(ClubEvening(**{**values_of(row, ClubEvening), "id": row.public_id}) for row in evenings),
        tuple(ClubDevice(ids.devices[row.id], row.name) for row in devices),
        rules_of(connection, club_id),
        timezone=timezone_name(),
    )
    return head, ids


def rules_of(connection: Connection, club_id: int) -> tuple[ClubTableRule, ...]:
    """The rules of the club's own, those removed among them."""
    query = select(TableRule.__table__).where(TableRule.club_id == club_id).order_by(TableRule.id)
    return tuple(
        ClubTableRule(**{**values_of(row, ClubTableRule), "id": row.public_id, "players": tuple(row.players)})
        for row in connection.execute(query)
    )


def _player(row: Any, ids: ArchiveIds) -> ClubPlayer:
    archive_ids = {"id": ids.players[row.id], "merged_into": ids.players.get(row.merged_into)}
    return ClubPlayer(**{**values_of(row, ClubPlayer), **archive_ids})


def read_club_matches(
    connection: Connection,
    rows: Sequence[Any],
    ids: ArchiveIds,
    progress: Progress = no_progress,
    left_out: list[str] | None = None,
) -> Iterator[ClubMatch]:
    """The matches of these rows with their seats and logs, in their order, one log at a time.

    :param left_out: takes the names of the matches that do not replay, which are left out; None: all are given.
    """
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        seats, stand_ins = _seats(connection, chunk, ids), _stand_ins(connection, chunk, ids)
        for done, row in enumerate(chunk, start + 1):
            try:
                log, setup = _log(connection, row, ids), setup_of(row)
                if left_out is not None:
                    replay_of_rows(row, setup, log)
            except (ValueError, TypeError, LookupError, AttributeError):
                if left_out is None:
                    raise
                left_out.append(f"{row.game} {local_day(row.created_at)} ({row.public_id})")
            else:
                evening, moments = ids.evenings.get(row.evening_id), (row.created_at, row.changed_at, row.deleted_at)
                people = tuple(seats[row.id]), log, evening
                yield ClubMatch(row.public_id, setup, *people, *moments, stand_ins=stand_ins[row.id])
            progress(done, len(rows))


def _log(connection: Connection, row: Any, ids: ArchiveIds) -> list[LogRecord]:
    records = select(Record.__table__).where(Record.match_id == row.id).order_by(Record.position)
    return [
        LogRecord(**values_of(record, LogRecord), device=ids.devices.get(record.device_id))
        for record in connection.execute(records)
    ]


def damage_sentence(left_out: Sequence[str]) -> Text:
    return say("Abîmées, ces parties ne sont pas dans le fichier : %(matches)s.", matches=", ".join(left_out))


def _seats(connection: Connection, rows: Sequence[Any], ids: ArchiveIds) -> dict[int, list[int | None]]:
    """The players of these matches by seat; those who joined sit behind the others."""
    seats: dict[int, list[int | None]] = {row.id: [None] * len(row.players) for row in rows}
    for row in connection.execute(select(Seat.__table__).where(Seat.match_id.in_(seats)).order_by(Seat.number)):
        players = seats[row.match_id]
        players.extend([None] * (row.number + 1 - len(players)))
        players[row.number] = ids.players[row.player_id]
    return seats


def _stand_ins(connection: Connection, rows: Sequence[Any], ids: ArchiveIds) -> dict[int, dict[str, int]]:
    """The stand-ins of these matches, by the name in the log."""
    stand_ins: dict[int, dict[str, int]] = {row.id: {} for row in rows}
    query = select(StandIn.__table__).where(StandIn.match_id.in_(stand_ins)).order_by(StandIn.match_id, StandIn.name)
    for row in connection.execute(query):
        stand_ins[row.match_id][row.name] = ids.players[row.player_id]
    return stand_ins
