"""The few queries about matches: start one, load one with its log, append to the log.

``append`` is the only way a log grows. A match is judged as it was read, while others record; in the transaction that
writes it is only looked whether its log is still that long. The unique (match, position) decides a race between two
keepers, the unique (match, client key) makes a retry harmless; neither is a check that somebody could forget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Row, Select, and_, func, or_, select
from sqlalchemy.exc import IntegrityError

from referee.matches.log import Change, CurrentEntry, Log, Replay, records_of, replay, replay_on, with_changes
from referee.matches.match_file import Setup, match_value, read_setup
from referee.store.club.players import free_colours, sat_down
from referee.store.history.derived_rows import Replayed, refresh
from referee.store.match.current_evening import evening_now
from referee.store.match.running_counts import drop_count
from referee.store.match.seats import Named, reseat
from referee.store.models import Club, Match, Player, Record, Seat, now
from referee.store.orm_base import db
from referee.store.quotas import MATCH, PLAYER, grow, grow_anyway, record_bytes, room_for_matches
from referee.store.transactions import lock_club, writing
from referee.vocabulary.match_course import Played, Refused
from referee.words.folding import folded


@dataclass(frozen=True, slots=True)
class Author:
    """Who records, and on which device; ``reason`` is why, where something is corrected."""

    device_id: int | None
    person: str
    reason: str = ""


@dataclass(frozen=True)
class StoredMatch:
    """A match with its log; what that comes to is counted once."""

    match: Match
    setup: Setup
    records: Sequence[Record]

    @cached_property
    def log(self) -> Log:
        return records_of(self.records)

    @cached_property
    def replayed(self) -> tuple[tuple[CurrentEntry, ...], Played]:
        """What stands and what it comes to. What was recorded always replays: nothing else is ever appended."""
        standing, played = replay(self.setup, self.log)
        if isinstance(played, Refused):
            raise ValueError(f"match {self.match.public_id} does not replay: {played.violations}")
        return standing, played


@dataclass(frozen=True, slots=True)
class Appended:
    """What became of an append: ``recorded``; ``repeated``: this key was recorded before; ``late``: another
    keeper was first, or threw the match away; ``refused``: the match would not replay."""

    outcome: str
    refused: Refused | None = None


def start(club: Club, setup: Setup, key: str | None) -> Match:
    """Keep a new match; the same ``key`` a second time gives the match that this club started with it.

    :raises Full: the club may keep no more.
    """
    club_id = club.id
    with writing():
        lock_club(club_id)
        begun = select(Match).where(Match.start_key == key, Match.club_id == club_id)
        return (db.session.scalar(begun) if key is not None else None) or _new_match(club, setup, key)


def setup_columns(setup: Setup) -> dict[str, Any]:
    """A set-up as it is stored with its match."""
    value = match_value(setup, ())
    columns = {key: value[key] for key in ("game", "players", "dealer", "options")}
    return {**columns, "rules_version": setup.table.version}


def _new_match(club: Club, setup: Setup, key: str | None) -> Match:
    room_for_matches(club.id)
    grow(club.id, MATCH)
    match = Match(
        **setup_columns(setup),
        club_id=club.id,
        evening_id=evening_now(club).id,
        start_key=key,
        bytes=MATCH,
        notes=folded(setup.game.called(setup.options)),
    )
    ids = _player_ids(club, setup.people)
    match.seats = [Seat(number=setup.table.players.index(name), player_id=ids[name]) for name in setup.people]
    db.session.add(match)
    db.session.flush()
    return match


def _player_ids(club: Club, names: Sequence[str]) -> dict[str, int]:
    players = {
        player.name: player
        for player in db.session.scalars(select(Player).where(Player.club_id == club.id, Player.name.in_(names)))
    }
    moment = now()
    new = {name: Player(club_id=club.id, name=name) for name in names if name not in players}
    if new:
        grow(club.id, PLAYER * len(new))
        for player, colour in zip(new.values(), free_colours(club.id)):
            player.colour = colour
        db.session.add_all(new.values())
    players |= new
    for player in players.values():
        player.played_at = moment
    db.session.flush()
    sat_down(club.id, players.values())
    return {name: player.id for name, player in players.items()}


def load(club_id: int, public_id: str) -> StoredMatch | None:
    """A match of this club with its log, in two queries; None if the club has no such match."""
    query = select(Match).where(Match.public_id == public_id, Match.club_id == club_id, Match.deleted_at.is_(None))
    match = db.session.scalar(query)
    return StoredMatch(match, setup_of(match), log_of(match)) if match is not None else None


def log_of(match: Match) -> Sequence[Record]:
    """The log of a match, oldest record first."""
    return db.session.scalars(select(Record).where(Record.match_id == match.id).order_by(Record.position)).all()


def setup_of(match: Match) -> Setup:
    """The set-up that was stored with the match."""
    setup = read_setup(match.game, match.players, match.dealer, match.options, version=match.rules_version)
    if isinstance(setup, list):
        raise ValueError(f"match {match.public_id} was stored with a set-up its game refuses: {setup}")
    return setup


def people_of(match: Match) -> Sequence[str]:
    """The names of those who sit at a match, as they were noted; a table that chose no house rule has no dummy."""
    return setup_of(match).people if match.options else match.players


def append(
    stored: StoredMatch,
    changes: Sequence[Change],
    expected: int,
    key: str | None,
    author: Author,
    undoes: int | None = None,
) -> Appended:
    """Append one batch of changes after the record the keeper saw last; all of it, or nothing.

    ``expected`` is the length of the log the keeper saw; ``key`` the client's own key for this act. Once this
    returns ``recorded`` the batch is on the disk.

    :raises Full: there is no room for it. Taking a batch back is possible all the same.
    """
    if key is not None and any(row.client_key == key for row in stored.records):
        return Appended("repeated")
    if expected != len(stored.records):
        return Appended("late")
    current, played = _with(stored, changes)
    if isinstance(played, Refused):
        return Appended("refused", played)
    match_id, club_id = stored.match.id, stored.match.club_id
    rows = _rows(match_id, changes, expected, key, author, undoes)
    moments = [*(row.recorded_at for row in stored.records), *(row.recorded_at for row in rows)]
    setup, named_before = stored.setup, Named.by(*stored.replayed)
    size = sum(record_bytes(row) for row in rows)
    try:
        with writing():
            (grow if undoes is None else grow_anyway)(club_id, size)
            match = _not_overtaken(match_id, expected)
            db.session.add_all(rows)
            match.length, match.changed_at = expected + len(rows), rows[0].recorded_at
            match.bytes += size
            drop_count(match_id, changes)
            reseat(match, named_before, Named.by(current, played))
            refresh(match, Replayed(setup, played, current, moments))
    except (_Overtaken, IntegrityError):
        return Appended("repeated" if _recorded_before(match_id, key) else "late")
    return Appended("recorded")


class _Overtaken(Exception):
    """Another keeper recorded, or threw the match away, between the judgement and the transaction that writes."""


def _rows(
    match_id: int, changes: Sequence[Change], position: int, key: str | None, author: Author, undoes: int | None
) -> list[Record]:
    moment = now()
    return [
        Record(
            match_id=match_id,
            position=position + index,
            entry=change.entry,
            amends=change.amends,
            batch=position,
            undoes=undoes,
            reason=author.reason,
            device_id=author.device_id,
            person=author.person,
            client_key=key if index == 0 else None,
            ruling=None if change.ruling is None else dict(change.ruling),
            recorded_at=moment,
        )
        for index, change in enumerate(changes)
    ]


def _not_overtaken(match_id: int, length: int) -> Match:
    """The match, its row held, if its log is as long as it was judged: a log never changes but by growing."""
    query = select(Match).where(Match.id == match_id, Match.deleted_at.is_(None)).with_for_update()
    match = db.session.scalar(query.execution_options(populate_existing=True))
    if match is None or match.length != length:
        raise _Overtaken
    return match


def _with(stored: StoredMatch, changes: Sequence[Change]) -> Replay:
    """The match as it would be with these changes; a single new entry is taken from where the match stands."""
    new, *more = changes
    if new.amends is None and new.entry is not None and not more:
        return replay_on(stored.setup, *stored.replayed, len(stored.records), new.entry)
    return replay(stored.setup, with_changes(stored.log, changes))


def _recorded_before(match_id: int, key: str | None) -> bool:
    if key is None:
        return False
    query = select(Record.id).where(Record.client_key == key, Record.match_id == match_id)
    return db.session.scalar(query) is not None


def open_matches(club_id: int, most: int = 20, before: str | None = None) -> Sequence[Match]:
    """The matches going on, the last one touched first; after the match ``before``, where one is given."""
    query = _going_on(select(Match), club_id)
    start = db.session.scalar(query.where(Match.public_id == before)) if before else None
    if start is not None:
        level = and_(Match.changed_at == start.changed_at, Match.id < start.id)
        query = query.where(or_(Match.changed_at < start.changed_at, level))
    return db.session.scalars(query.order_by(Match.changed_at.desc(), Match.id.desc()).limit(most)).all()


def how_many_open(club_id: int) -> int:
    """How many matches are going on."""
    return db.session.scalar(_going_on(select(func.count()).select_from(Match), club_id)) or 0


def _going_on(query: Select[Any], club_id: int) -> Select[Any]:
    return query.where(Match.club_id == club_id, Match.over.is_(False), Match.deleted_at.is_(None))


def finished_matches(club_id: int, most: int) -> Sequence[Match]:
    """The matches of the club that are over, the last one touched first."""
    query = select(Match).where(Match.club_id == club_id, Match.over.is_(True), Match.deleted_at.is_(None))
    return db.session.scalars(query.order_by(Match.changed_at.desc()).limit(most)).all()


def known_people(club_id: int, most: int = 24) -> Sequence[Row[tuple[str, int]]]:
    """The club's players with their colours, who played last first; not those archived or counted as somebody else."""
    query = select(Player.name, Player.colour).where(
        Player.club_id == club_id, Player.archived_at.is_(None), Player.merged_into.is_(None)
    )
    return db.session.execute(query.order_by(Player.played_at.desc(), Player.id).limit(most)).all()


def known_players(club_id: int, most: int = 24) -> Sequence[str]:
    """The names of those."""
    return [person.name for person in known_people(club_id, most)]


def logs_of(matches: Sequence[Match]) -> dict[int, list[Record]]:
    """The logs of these matches in one query."""
    logs: dict[int, list[Record]] = {match.id: [] for match in matches}
    query = select(Record).where(Record.match_id.in_(logs)).order_by(Record.match_id, Record.position)
    for entry in db.session.scalars(query) if logs else ():
        logs[entry.match_id].append(entry)
    return logs
