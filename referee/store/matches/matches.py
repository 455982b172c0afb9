"""Start a match, append to the log of one.

``append`` takes a keeper's changes, ``append_imported`` records made elsewhere, ``append_replayed`` records that are
replayed already; all write by ``write_in_transaction``, the only way a log grows. A match is judged as it was read,
while others record; the statement that lengthens its log does so only where that is unchanged. The unique (match,
position) decides once more which of two keepers was first, and the unique (match, client key) makes a retry harmless.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, Integer, Row, Select, and_, bindparam, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from referee.game_definition.match_course import Refusal
from referee.matches.log import LONGEST, Change, Entry, Log, Record, ReplayedLog, is_too_long, new_records, replay_with
from referee.matches.log_mark import setup_mark
from referee.matches.match_file import Setup
from referee.matches.setup_correction import STEP as SETUP
from referee.matches.setup_correction import replaced_people, setup_columns
from referee.store.clubs.clubs import ClubRow
from referee.store.database.models import Club, Match, Player, RecordRow, Result, RunningCount, Seat, StandIn, now
from referee.store.database.orm_base import db, table_of
from referee.store.database.quotas import (
    MATCH,
    PLAYER,
    Full,
    lock_and_count,
    lock_and_count_anyway,
    record_bytes,
    room_for_matches,
)
from referee.store.database.transactions import lock_club, writing
from referee.store.matches.current_evening import evening_now, evening_of, noon
from referee.store.matches.match_results import rebuild, refresh, replay_of_rows
from referee.store.matches.record_rows import row_of
from referee.store.matches.replay_cache import replay_cache
from referee.store.matches.running_counts import drop_count
from referee.store.matches.seating.seat_holders import rename_holders
from referee.store.matches.seating.seats import reseat
from referee.store.matches.stored_match import UNREADABLE, StoredMatch, log_of, setup_of
from referee.store.players.players import free_colours, note_seated
from referee.words import say
from referee.words.folding import folded

MATCHES, RECORDS = table_of(Match), table_of(RecordRow)


@dataclass(frozen=True, slots=True)
class Author:
    """Who records, on which device, and why where something is corrected."""

    device_id: int | None
    person: str
    reason: str = ""


class AppendResult(StrEnum):
    """What became of records that were to be appended.

    ``REPEATED``: this key was recorded before. ``LATE``: another keeper was first, or deleted the match. ``REFUSED``:
    the match would not replay.
    """

    RECORDED = "recorded"
    REPEATED = "repeated"
    LATE = "late"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class AppendOutcome:
    """What became of the records, and of what was refused the violations and where."""

    outcome: AppendResult
    refusal: Refusal | None = None


def start(club: Club | ClubRow, setup: Setup, key: str | None, played_on: date | None = None) -> Match:
    """Start a match, or give the match that this club started with the same ``key``; raises Full.

    ``played_on``: the day of a match that was played without the application.
    """
    club_id = club.id
    with writing():
        lock_club(club_id)
        begun = select(Match).where(Match.start_key == key, Match.club_id == club_id)
        return (db.session.scalar(begun) if key is not None else None) or _new_match(club, setup, key, played_on)


def _new_match(club: Club | ClubRow, setup: Setup, key: str | None, played_on: date | None) -> Match:
    room_for_matches(club.id)
    lock_and_count(club.id, MATCH)
    columns = setup_columns(setup)
    evening = evening_of(club, played_on) if played_on else evening_now(club)
    match = Match(
        **columns,
        mark=setup_mark(**columns),
        club_id=club.id,
        evening_id=evening.id,
        created_at=noon(played_on) if played_on else now(),
        start_key=key,
        bytes=MATCH,
        notes=folded(setup.game.own_name(setup.options)),
    )
    ids = player_ids(club, setup.people)
    match.seats = [Seat(number=setup.table.players.index(name), player_id=ids[name]) for name in setup.people]
    db.session.add(match)
    db.session.flush()
    return match


def player_ids(club: Club | ClubRow, names: Sequence[str]) -> dict[str, int]:
    """The ids of the club's players of these names, by name; who is new becomes a player. Raises Full."""
    players = {
        player.name: player
        for player in db.session.scalars(select(Player).where(Player.club_id == club.id, Player.name.in_(names)))
    }
    moment = now()
    new = {name: Player(club_id=club.id, name=name) for name in names if name not in players}
    if new:
        lock_and_count(club.id, PLAYER * len(new))
        for player, colour in zip(new.values(), free_colours(club.id)):
            player.colour = colour
        db.session.add_all(new.values())
    players |= new
    for player in players.values():
        player.played_at = moment
    db.session.flush()
    note_seated(club.id, players.values())
    return {name: player.id for name, player in players.items()}


def people_of(match: Match) -> Sequence[str]:
    """The names of the players, as they were noted; a table without a house rule has no dummy."""
    try:
        return setup_of(match).people if match.options else match.players
    except UNREADABLE:
        return match.players


def append(
    stored_match: StoredMatch,
    changes: Sequence[Change],
    expected: int,
    key: str | None,
    author: Author,
    undoes: int | None = None,
) -> AppendOutcome:
    """Append one batch of changes after the record the keeper saw last; all of it, or nothing.

    :param expected: the length of the log that the keeper saw.
    :param key: the client's own key for this act.
    :returns: with ``recorded`` the batch is on the disk.
    :raises Full: there is no room for it, or the log is too long; an undo needs no room.
    """
    records = new_records(expected, (replace(change, entry=_as_kept(change.entry)) for change in changes), undoes)
    after = replay_with(stored_match.replayed_log, records) if expected == stored_match.length else None
    if not isinstance(after, ReplayedLog):
        if recorded_before(stored_match.id, key):
            return AppendOutcome(AppendResult.REPEATED)
        return AppendOutcome(AppendResult.LATE) if after is None else AppendOutcome(AppendResult.REFUSED, after)
    count = lock_and_count if undoes is None else lock_and_count_anyway
    if write_in_transaction(stored_match, after, _by(author, records), count, key):
        return AppendOutcome(AppendResult.RECORDED)
    if recorded_before(stored_match.id, key):
        return AppendOutcome(AppendResult.REPEATED)
    return AppendOutcome(AppendResult.LATE)


def append_imported(stored_match: StoredMatch, records: Sequence[Record]) -> AppendOutcome:
    """Append records made elsewhere, with their author, moment and reason; all of them, or nothing. Raises Full."""
    after = replay_with(stored_match.replayed_log, records)
    if not isinstance(after, ReplayedLog):
        return AppendOutcome(AppendResult.REFUSED, after)
    if append_replayed(stored_match, after, records):
        return AppendOutcome(AppendResult.RECORDED)
    return AppendOutcome(AppendResult.LATE)


def append_replayed(stored_match: StoredMatch, after: ReplayedLog, records: Sequence[Record]) -> bool:
    """Append the records that lead to this replayed log; False where another keeper was first. Raises Full."""
    count = lock_and_count_anyway if all(record.undoes is not None for record in records) else lock_and_count
    return write_in_transaction(stored_match, after, records, count)


def write_in_transaction(
    stored_match: StoredMatch,
    after: ReplayedLog,
    records: Sequence[Record],
    count: Callable[[int, int], None],
    key: str | None = None,
) -> bool:
    """Lock the club, write these records and all that follows from them; False where another keeper was first.

    :param count: the function that counts their bytes, which locks the club: ``lock_and_count``, or ``…_anyway``.
    :param key: the client's own key, stored with the first record of the batch.
    """
    rows = [row_of(record, stored_match.id, key if record.position == record.batch else None) for record in records]
    if is_too_long(after.log, stored_match.length):
        raise log_full()
    try:
        with writing():
            size = sum(record_bytes(**row) for row in rows)
            count(stored_match.club_id, size)
            if _write(stored_match, after, rows, size):
                drop_count(stored_match.id, [Change(record.entry, record.amends) for record in records])
            _bring_in_line(stored_match.id, stored_match.replayed_log, after)
    except (_Overtaken, IntegrityError):
        return False
    replay_cache().keep(stored_match.public_id, after.mark, after)
    return True


class LogFull(Full):
    """A log has its longest length; there is room for other matches."""


def log_full() -> LogFull:
    return LogFull(
        say(
            "Cette partie a %(most)s saisies : elle n'en prend plus. Rien d'enregistré n'est perdu ; commencez-en une"
            " autre.",
            most=LONGEST,
        )
    )


class _Overtaken(Exception):
    """Another keeper recorded, or deleted the match, between the judgement and the transaction that writes."""


def _as_kept(entry: Entry | None) -> Entry | None:
    """An entry as it will be read again."""
    copied: Entry | None = json.loads(json.dumps(entry))
    return copied


def _by(author: Author, records: Sequence[Record]) -> list[Record]:
    """The records as this author makes them now."""
    moment = now()
    return [
        replace(
            record,
            reason=author.reason,
            person=author.person,
            device=author.device_id,
            ruling=None if record.ruling is None else dict(record.ruling),
            recorded_at=moment,
        )
        for record in records
    ]


def _write(match: StoredMatch, after: ReplayedLog, rows: Sequence[Mapping[str, Any]], size: int) -> bool:
    """Append these rows if the log is still the one that was judged; whether its match has a running count."""
    judged = {"judged": match.id, "judged_length": match.length, "judged_mark": match.mark}
    grown = {"length": len(after.log), "mark": after.mark, "changed_at": rows[-1]["recorded_at"], "size": size}
    connection = db.session.connection()
    row = connection.execute(_GROWN, {**judged, **grown}).first()
    if row is None:
        raise _Overtaken
    connection.execute(_RECORDED, list(rows))
    return bool(row.counted)


def _grown_statement() -> Any:
    """The statement that lengthens a log as it was judged, and returns whether its match has a running count."""
    columns, judged = MATCHES.c, bindparam("judged", type_=Integer)
    as_judged = columns.length == bindparam("judged_length"), columns.mark == bindparam("judged_mark")
    grown = update(MATCHES).where(columns.id == judged, *as_judged, columns.deleted_at.is_(None))
    grown = grown.values(
        length=bindparam("length"),
        mark=bindparam("mark"),
        changed_at=bindparam("changed_at"),
        bytes=columns.bytes + bindparam("size", type_=BigInteger),
    )
    counted = select(RunningCount.version).where(RunningCount.match_id == judged).exists()
    return grown.returning(counted.label("counted"))


_GROWN, _RECORDED = _grown_statement(), insert(RECORDS)


def _bring_in_line(match_id: int, before: ReplayedLog, after: ReplayedLog) -> None:
    """Update set-up, seats, results and notes; few entries change any."""
    steps = _steps_touched(after.log, len(before.log))
    stood, stands = before.replay.state, after.replay.state
    if stood.over or stands.over or stood.table.players != stands.table.players or steps & {"relay", "note", SETUP}:
        match = db.session.get_one(Match, match_id, populate_existing=True)
        if SETUP in steps:
            for name, value in setup_columns(after.setup).items():
                setattr(match, name, value)
            rename_holders(match.id, replaced_people(before.setup, after.setup))
        reseat(match, before, after)
        refresh(match, after)


def _steps_touched(log: Log, first: int) -> set[str]:
    """The steps of the records from this one on, and of the entries they replace."""
    entries = [record.entry for record in log[first:]]
    if any(record.amends is not None for record in log[first:]):
        stood: dict[int, Entry | None] = {}
        for record in log:
            if record.position >= first:
                entries.append(stood.get(record.entry_position))
            stood[record.entry_position] = record.entry
    return {entry["step"] for entry in entries if entry is not None}


def recorded_before(match_id: int, key: str | None) -> bool:
    if key is None:
        return False
    query = select(RecordRow.id).where(RecordRow.client_key == key, RecordRow.match_id == match_id)
    return db.session.scalar(query) is not None


def open_matches(club_id: int, most: int = 20, before: str | None = None) -> Sequence[Match]:
    """The matches going on, the latest change first; after the match ``before``, going on or not, where one is given.

    :raises NoResultFound: the club has no such match.
    """
    query = _going_on(select(Match), club_id)
    if before is not None:
        start = db.session.scalars(select(Match).where(Match.club_id == club_id, Match.public_id == before)).one()
        level = and_(Match.changed_at == start.changed_at, Match.id < start.id)
        query = query.where(or_(Match.changed_at < start.changed_at, level))
    return db.session.scalars(query.order_by(Match.changed_at.desc(), Match.id.desc()).limit(most)).all()


def number_of_open_matches(club_id: int) -> int:
    return db.session.scalar(_going_on(select(func.count()).select_from(Match), club_id)) or 0


def _going_on(query: Select[Any], club_id: int) -> Select[Any]:
    return query.where(Match.club_id == club_id, Match.over.is_(False), Match.deleted_at.is_(None))


def finished_matches(club_id: int, most: int) -> Sequence[Match]:
    """The finished matches of the club, the latest change first."""
    query = select(Match).where(Match.club_id == club_id, Match.over.is_(True), Match.deleted_at.is_(None))
    return db.session.scalars(query.order_by(Match.changed_at.desc()).limit(most)).all()


def known_people(club_id: int, most: int = 24) -> Sequence[Row[tuple[str, int]]]:
    """The names and colours of the club's players, the last to play first; without those archived or merged."""
    query = select(Player.name, Player.colour).where(
        Player.club_id == club_id, Player.archived_at.is_(None), Player.merged_into.is_(None)
    )
    return db.session.execute(query.order_by(Player.played_at.desc(), Player.id).limit(most)).all()


def known_players(club_id: int, most: int = 24) -> Sequence[str]:
    """The names of those."""
    return [person.name for person in known_people(club_id, most)]


def count_missing_results() -> None:
    """Make the results of the finished matches that have none and a stand-in: a migration removed their rows."""
    counted = select(Result.seat).where(Result.match_id == Match.id).exists()
    stood_in = select(StandIn.name).where(StandIn.match_id == Match.id).exists()
    missing = select(Match.id).where(Match.over.is_(True), Match.deleted_at.is_(None), stood_in, ~counted)
    if not db.session.scalars(missing.limit(1)).first():
        return
    with writing():
        for match in db.session.scalars(select(Match).where(Match.id.in_(missing)).order_by(Match.club_id, Match.id)):
            lock_club(match.club_id)  # another process may start, and count the same
            with suppress(*UNREADABLE):  # damaged, or the games of today refuse it
                rebuild(match, replay_of_rows(match, setup_of(match), log_of(match)))
