"""A match of a bundle as rows of the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import insert, select

from referee.bundles.bundle import Bundle, ClubMatch, ClubTableRule
from referee.local_time import local_day
from referee.matches.log import ReplayedLog, stand_ins_of
from referee.matches.setup_correction import first_setup, setup_columns
from referee.store.database.models import (
    ApiToken,
    Device,
    Match,
    Membership,
    RecordRow,
    Result,
    Seat,
    StandIn,
    TallyRow,
    now,
)
from referee.store.database.orm_base import Base, db, table_of
from referee.store.database.quotas import MATCH, lock_and_count, record_bytes
from referee.store.matches.match_results import finished_at, notes_of, replay_from_setup, result_rows, tally_rows
from referee.store.matches.record_rows import row_of
from referee.store.matches.seating.seats import player_named

_INSERT_MATCH = insert(table_of(Match)).returning(table_of(Match).c.id)
_INSERTS: Mapping[type[Base], Any] = {
    model: insert(table_of(model)) for model in (Seat, StandIn, RecordRow, Result, TallyRow)
}
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""An earlier moment is from a clock that has lost its date."""


@dataclass(frozen=True, slots=True)
class DatabaseIds:
    """The ids of the database by those of the bundle; ``days``: the days of the evenings by their ids."""

    players: Mapping[int, int]
    devices: Mapping[int | None, int | None]
    evenings: Mapping[str | None, int]
    days: Mapping[int | None, date]


def replayed_log_of(match: ClubMatch) -> ReplayedLog:
    """The replayed log of a match."""
    if match.log is not None:
        return match.log
    first = first_setup(match.setup, (record.entry for record in match.records))
    return replay_from_setup(match, first, tuple(match.records))


def believable(moment: datetime) -> datetime:
    """A moment at which a match can have been recorded; now, in place of one from a wrong clock."""
    present = now()
    return moment if EARLIEST <= moment <= present else present


def with_believable_times(match: ClubMatch) -> ClubMatch:
    """The match with believable moments."""
    records = match.records
    if any(believable(record.recorded_at) != record.recorded_at for record in records):
        records = [replace(record, recorded_at=believable(record.recorded_at)) for record in records]
    return replace(
        match,
        records=records,
        created_at=believable(match.created_at),
        changed_at=believable(match.changed_at),
        deleted_at=match.deleted_at and believable(match.deleted_at),
    )


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


def match_bytes(match: ClubMatch) -> int:
    """The bytes of a match with its log, as its club counts them."""
    return MATCH + sum(
        record_bytes(record.entry, record.ruling, record.reason, record.person) for record in match.records
    )


def write_match(club_id: int, public_id: str, match: ClubMatch, ids: DatabaseIds) -> tuple[int, list[int]]:
    """Write a match under a public id, in a transaction that may write; its id, and the ids of its players.

    :raises Full: there is no room for it.
    """
    log = replayed_log_of(match)
    size = match_bytes(match)
    lock_and_count(club_id, size)
    connection = db.session.connection()
    head = {
        **setup_columns(match.setup),
        "public_id": public_id,
        "club_id": club_id,
        "evening_id": ids.evenings.get(match.evening),
        "mark": log.mark,
        "length": len(match.records),
        "over": log.replay.state.over,
        "notes": notes_of(match.setup, log.current),
        "bytes": size,
        "created_at": match.created_at,
        "changed_at": match.changed_at,
        "deleted_at": match.deleted_at,
    }
    match_id = connection.scalars(_INSERT_MATCH, head).one()
    day = ids.days.get(ids.evenings.get(match.evening)) or local_day(match.created_at)
    stand_ins = stand_ins_of(log.current)
    people = _people(club_id, match, log, ids.players)
    names = log.replay.state.table.players
    rows: dict[type[Base], list[dict[str, Any]]] = {
        Seat: [
            {"match_id": match_id, "number": number, "player_id": people[name]}
            for number, name in enumerate(names)
            if name in people
        ],
        StandIn: [{"match_id": match_id, "name": name, "player_id": people[name]} for name in stand_ins],
        RecordRow: [{**row_of(record, match_id), "device_id": ids.devices[record.device]} for record in match.records],
        **_result_rows(club_id, match_id, match, log, people, day),
    }
    for model, model_rows in rows.items():
        if model_rows:
            connection.execute(_INSERTS[model], model_rows)
    return match_id, list(people.values())


def _people(club_id: int, match: ClubMatch, log: ReplayedLog, players: Mapping[int, int]) -> dict[str, int]:
    """The ids in the database of all players in the log, by name; none of a dummy.

    A stand-in who is no player of the bundle is the club's player of that name, or a new one.
    """
    stand_ins = stand_ins_of(log.current)
    by_name = {name: match.stand_ins.get(name) for name in stand_ins}
    by_name.update(zip(log.replay.state.table.players, match.seats, strict=True))
    people = {name: players[player] for name, player in by_name.items() if player is not None}
    for name in stand_ins:
        if name not in people:
            people[name] = player_named(club_id, name, people.values(), match.created_at).id
    return people


def _result_rows(
    club_id: int, match_id: int, match: ClubMatch, log: ReplayedLog, people: Mapping[str, int], day: date
) -> dict[type[Base], list[dict[str, Any]]]:
    """The results and tallies of a finished match; none of a deleted one."""
    if not log.replay.state.over or match.deleted_at is not None:
        return {}
    last = log.current[-1]
    began = match.records[0].recorded_at
    finished = finished_at(match.created_at, began, match.records[last.position].recorded_at)
    results = list(result_rows(match.setup, log.replay, (day, finished), last.entry))
    for row in results:
        row.update(match_id=match_id, club_id=club_id, player_id=people[row.pop("person")])
    tallies = list(tally_rows(match.setup, log.replay))
    for row in tallies:
        row.update(match_id=match_id, player_id=people[row.pop("person")])
    return {Result: results, TallyRow: tallies}


def devices_here(bundle: Bundle, club_id: int, used: Iterable[int | None]) -> dict[int | None, int | None]:
    """The ids of devices of a bundle by their numbers; new ones are added by name, with random keys.

    Devices of an earlier import are used again, by name; that of a member or a program never is.
    """
    wanted = set(used)
    devices = [device for device in bundle.head.devices if device.number in wanted]
    recorded = select(RecordRow.device_id).join(Match, Match.id == RecordRow.match_id).where(Match.club_id == club_id)
    members = select(Membership.device_id).union_all(select(ApiToken.device_id))
    strangers = select(Device.id, Device.name).where(
        Device.id.in_(recorded), Device.id.not_in(members), Device.name != ""
    )
    free = {row.name: row.id for row in db.session.execute(strangers.order_by(Device.id.desc()))}
    ids: dict[int | None, int | None] = {None: None}
    for device in devices:
        known = free.pop(device.name, None)
        if known is None:
            row = Device(name=device.name)
            db.session.add(row)
            db.session.flush()
            known = row.id
        ids[device.number] = known
    return ids
