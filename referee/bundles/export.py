"""Export a club from the database to its archive, match by match, as it is at one moment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, BinaryIO

from sqlalchemy import Connection, select

from referee.bundles.bundle import (
    EVENING,
    PLAYER,
    TABLE_RULE,
    ClubDevice,
    ClubEvening,
    ClubHead,
    ClubMatch,
    ClubPlayer,
    ClubTableRule,
)
from referee.bundles.zip_file import write_club
from referee.local_time import local_day, timezone_name
from referee.store.database.models import Club, Device, Evening, Match, Player, RecordRow, Seat, StandIn, TableRule
from referee.store.database.transactions import snapshot
from referee.store.matches.match_results import mark_of, replay_of_rows
from referee.store.matches.record_rows import log_of_rows
from referee.store.matches.stored_match import UNREADABLE, setup_of
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
    devices: Mapping[int | None, int]
    evenings: Mapping[int, str]


def export_club(
    club_id: int,
    stream: BinaryIO,
    progress: Progress = no_progress,
    only: Collection[str] | None = None,
    left_out: list[str] | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Write the archive of a club as it is at this moment, while others record; its bytes when unpacked.

    Everything is in the order in which it came into the club, so that an import keeps that order.

    :param only: the public ids of the matches to export, with their players and evenings alone; None: all.
    :param left_out: takes the names of the matches that are damaged and so not in the archive.
    :param names: other public ids for some of the matches.
    :raises ArchiveRefused: a match is too large for an archive.
    """
    with snapshot() as connection:
        head, ids = head_of(connection, club_id)
        query = select(Match.__table__).where(Match.club_id == club_id).order_by(Match.id)
        rows = connection.execute(query if only is None else query.where(Match.public_id.in_(only))).all()
        if only is not None:
            head = _head_of_matches(connection, head, ids, rows)
        matches = read_club_matches(connection, rows, ids, progress, [] if left_out is None else left_out)
        named = (replace(match, public_id=names.get(match.public_id, match.public_id)) for match in matches)
        return write_club(stream, head, named)


def _head_of_matches(connection: Connection, head: ClubHead, ids: ArchiveIds, rows: Sequence[Any]) -> ClubHead:
    """The head without the players and evenings that none of these matches has."""
    people: set[int | None] = set()
    for seats in _seats(connection, rows, ids).values():
        people.update(seats)
    for stand_ins in _stand_ins(connection, rows, ids).values():
        people.update(stand_ins.values())
    into = {player.id: player.merged_into for player in head.players}
    for named in list(people):
        player: int | None = named
        while player is not None:
            people.add(player)
            player = into[player]
    evenings = {ids.evenings.get(row.evening_id) for row in rows}
    return replace(
        head,
        players=tuple(player for player in head.players if player.id in people),
        evenings=tuple(evening for evening in head.evenings if evening.id in evenings),
    )


def head_of(connection: Connection, club_id: int) -> tuple[ClubHead, ArchiveIds]:
    """All of the club but its matches, and the ids of the archive."""
    club = connection.execute(select(Club.__table__).where(Club.id == club_id)).one()
    players = connection.execute(select(Player.__table__).where(Player.club_id == club_id).order_by(Player.id)).all()
    evenings = connection.execute(
        select(Evening.__table__).where(Evening.club_id == club_id).order_by(Evening.id)
    ).all()
    used = select(RecordRow.device_id).join(Match, Match.id == RecordRow.match_id).where(Match.club_id == club_id)
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
        tuple(ClubEvening(id=row.public_id, **EVENING.columns(row, "id")) for row in evenings),
        tuple(ClubDevice(ids.devices[row.id], row.name) for row in devices),
        rules_of(connection, club_id),
        timezone=timezone_name(),
    )
    return head, ids


def rules_of(connection: Connection, club_id: int) -> tuple[ClubTableRule, ...]:
    """The rules of the club's own, those removed among them."""
    query = select(TableRule.__table__).where(TableRule.club_id == club_id).order_by(TableRule.id)
    return tuple(
        ClubTableRule(id=row.public_id, players=tuple(row.players), **TABLE_RULE.columns(row, "id", "players"))
        for row in connection.execute(query)
    )


def _player(row: Any, ids: ArchiveIds) -> ClubPlayer:
    columns = PLAYER.columns(row, "id", "merged_into")
    return ClubPlayer(id=ids.players[row.id], merged_into=ids.players.get(row.merged_into), **columns)


def read_club_matches(
    connection: Connection,
    rows: Sequence[Any],
    ids: ArchiveIds,
    progress: Progress = no_progress,
    left_out: list[str] | None = None,
) -> Iterator[ClubMatch]:
    """The matches of these rows with their seats and logs, in their order, one log at a time.

    :param left_out: takes the names of the matches that cannot be read or were altered and do not replay; these are
        left out. None: all are given.
    """
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        seats, stand_ins = _seats(connection, chunk, ids), _stand_ins(connection, chunk, ids)
        for done, row in enumerate(chunk, start + 1):
            try:
                match = _match(connection, row, ids, seats[row.id], stand_ins[row.id])
                if left_out is not None and mark_of(match.setup, match.records) != match.mark:
                    replay_of_rows(row, match.setup, match.records)  # altered: it goes along where it replays
            except UNREADABLE:
                if left_out is None:
                    raise
                left_out.append(f"{row.game} {local_day(row.created_at)} ({row.public_id})")
            else:
                yield match
            progress(done, len(rows))


def _match(
    connection: Connection, row: Any, ids: ArchiveIds, seats: Sequence[int | None], stand_ins: Mapping[str, int]
) -> ClubMatch:
    records = select(RecordRow.__table__).where(RecordRow.match_id == row.id).order_by(RecordRow.position)
    own_log = log_of_rows(connection.execute(records))
    log = [replace(record, device=ids.devices.get(record.device)) for record in own_log]
    setup = setup_of(row)
    return ClubMatch(
        public_id=row.public_id,
        setup=setup,
        seats=tuple(seats),
        records=log,
        evening=ids.evenings.get(row.evening_id),
        created_at=row.created_at,
        changed_at=row.changed_at,
        deleted_at=row.deleted_at,
        stand_ins=stand_ins,
        mark=row.mark or mark_of(setup, log),
    )


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
