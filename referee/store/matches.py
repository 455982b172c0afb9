"""The few queries about matches: start one, load one with its log, append to the log.

``append`` is the only way a log grows. A match is judged as it was read, while others record; in the transaction that
writes it is only looked whether its log is still that long. The unique (match, position) decides a race between two
keepers, the unique (match, client key) makes a retry harmless; neither is a check that somebody could forget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from referee.games.play import Played, Refused
from referee.matches.log import Change, Record, Replay, Standing, replay, replay_on, with_changes
from referee.matches.matchfile import Setup, read_setup
from referee.store.database import db, writing
from referee.store.folding import folded
from referee.store.holding import hold
from referee.store.models import Club, Entry, Match, Player, Seat, now
from referee.store.players import sat_down
from referee.store.quotas import MATCH, PLAYER, entry_bytes, grow, grow_anyway, room_for_matches
from referee.store.results import refresh
from referee.store.seats import reseat
from referee.store.sitting import evening_now

__all__ = [
    "Appended", "Author", "Kept", "append", "finished_matches", "known_players", "load", "log_of", "logs_of",
    "open_matches", "people_of", "setup_of", "start",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Author:
    """Who records, and on which device; ``reason`` is why, where something is corrected."""

    device_id: int | None
    person: str
    reason: str = ""


@dataclass(frozen=True)
class Kept:
    """A match with its log; what that comes to is counted once."""

    match: Match
    setup: Setup
    entries: Sequence[Entry]

    @cached_property
    def log(self) -> tuple[Record, ...]:
        return tuple(Record(row.position, row.entry, row.amends, row.batch, row.undoes) for row in self.entries)

    @cached_property
    def replayed(self) -> tuple[tuple[Standing, ...], Played]:
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
        hold(club_id)
        return _started_with(club_id, key) or _new_match(club, setup, key)


def _started_with(club_id: int, key: str | None) -> Match | None:
    if key is None:
        return None
    return db.session.scalar(select(Match).where(Match.start_key == key, Match.club_id == club_id))


def _new_match(club: Club, setup: Setup, key: str | None) -> Match:
    room_for_matches(club.id)
    grow(club.id, MATCH)
    table = setup.table
    options = {name: list(value) if isinstance(value, tuple) else value for name, value in setup.options.items()}
    match = Match(
        club_id=club.id, evening_id=evening_now(club).id, game=setup.game.id, players=list(table.players),
        dealer=table.dealer, options=options, rules_version=table.version, start_key=key, bytes=MATCH,
        notes=folded(setup.game.called(setup.options)),
    )  # fmt: skip
    ids = _player_ids(club, setup.people)
    match.seats = [Seat(number=table.players.index(name), player_id=ids[name]) for name in setup.people]
    db.session.add(match)
    db.session.flush()
    return match


def _player_ids(club: Club, names: Sequence[str]) -> dict[str, int]:
    found = {
        player.name: player
        for player in db.session.scalars(select(Player).where(Player.club_id == club.id, Player.name.in_(names)))
    }
    moment = now()
    new = {name: Player(club_id=club.id, name=name) for name in names if name not in found}
    if new:
        grow(club.id, PLAYER * len(new))
        db.session.add_all(new.values())
    found |= new
    for player in found.values():
        player.played_at = moment
    db.session.flush()
    sat_down(club.id, found.values())
    return {name: player.id for name, player in found.items()}


def load(club_id: int, public_id: str) -> Kept | None:
    """A match of this club with its log, in two queries; None if the club has no such match."""
    found = select(Match).where(Match.public_id == public_id, Match.club_id == club_id, Match.deleted_at.is_(None))
    match = db.session.scalar(found)
    if match is None:
        return None
    return Kept(match, setup_of(match), log_of(match))


def log_of(match: Match) -> Sequence[Entry]:
    """The log of a match, oldest record first."""
    return db.session.scalars(select(Entry).where(Entry.match_id == match.id).order_by(Entry.position)).all()


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
    kept: Kept,
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
    if key is not None and any(row.client_key == key for row in kept.entries):
        return Appended("repeated")
    if expected != len(kept.entries):
        return Appended("late")
    standing, played = _with(kept, changes)
    if isinstance(played, Refused):
        return Appended("refused", played)
    match_id, club_id = kept.match.id, kept.match.club_id
    rows = _rows(match_id, changes, expected, key, author, undoes)
    moments = [*(row.recorded_at for row in kept.entries), *(row.recorded_at for row in rows)]
    setup, seated = kept.setup, kept.replayed[1].position.table.players
    size = sum(entry_bytes(row.entry, row.ruling, row.reason, row.person) for row in rows)
    try:
        with writing():
            (grow if undoes is None else grow_anyway)(club_id, size)
            match = _not_overtaken(match_id, expected)
            db.session.add_all(rows)
            match.length, match.changed_at = expected + len(rows), rows[0].recorded_at
            match.bytes += size
            reseat(match, seated, played.position.table.players)
            refresh(match, setup, played, standing, moments)
    except (_Overtaken, IntegrityError):
        return Appended("repeated" if _recorded_before(match_id, key) else "late")
    return Appended("recorded")


class _Overtaken(Exception):
    """Another keeper recorded, or threw the match away, between the judgement and the transaction that writes."""


def _rows(
    match_id: int, changes: Sequence[Change], position: int, key: str | None, author: Author, undoes: int | None
) -> list[Entry]:
    moment = now()
    return [
        Entry(
            match_id=match_id, position=position + index, entry=change.entry, amends=change.amends,
            batch=position, undoes=undoes, reason=author.reason, device_id=author.device_id,
            person=author.person, client_key=key if index == 0 else None,
            ruling=None if change.ruling is None else dict(change.ruling), recorded_at=moment,
        )
        for index, change in enumerate(changes)
    ]  # fmt: skip


def _not_overtaken(match_id: int, length: int) -> Match:
    """The match, its row held, if its log is as long as it was judged: a log never changes but by growing."""
    found = select(Match).where(Match.id == match_id, Match.deleted_at.is_(None)).with_for_update()
    match = db.session.scalar(found.execution_options(populate_existing=True))
    if match is None or match.length != length:
        raise _Overtaken
    return match


def _with(kept: Kept, changes: Sequence[Change]) -> Replay:
    """The match as it would be with these changes; a single new entry is taken from where the match stands."""
    new, *more = changes
    if new.amends is None and new.entry is not None and not more:
        return replay_on(kept.setup, *kept.replayed, len(kept.entries), new.entry)
    return replay(kept.setup, with_changes(kept.log, changes))


def _recorded_before(match_id: int, key: str | None) -> bool:
    if key is None:
        return False
    query = select(Entry.id).where(Entry.client_key == key, Entry.match_id == match_id)
    return db.session.scalar(query) is not None


def open_matches(club_id: int, most: int = 20) -> Sequence[Match]:
    """The matches going on, the last one touched first."""
    query = select(Match).where(Match.club_id == club_id, Match.over.is_(False), Match.deleted_at.is_(None))
    return db.session.scalars(query.order_by(Match.changed_at.desc()).limit(most)).all()


def finished_matches(club_id: int, most: int) -> Sequence[Match]:
    """The matches of the club that are over, the last one touched first."""
    query = select(Match).where(Match.club_id == club_id, Match.over.is_(True), Match.deleted_at.is_(None))
    return db.session.scalars(query.order_by(Match.changed_at.desc()).limit(most)).all()


def known_players(club_id: int, most: int = 24) -> Sequence[str]:
    """The club's players, those who played last first; not those archived or counted as somebody else."""
    query = select(Player.name).where(
        Player.club_id == club_id, Player.archived_at.is_(None), Player.merged_into.is_(None)
    )
    return db.session.scalars(query.order_by(Player.played_at.desc(), Player.id).limit(most)).all()


def logs_of(matches: Sequence[Match]) -> dict[int, list[Entry]]:
    """The logs of these matches in one query."""
    logs: dict[int, list[Entry]] = {match.id: [] for match in matches}
    query = select(Entry).where(Entry.match_id.in_(logs)).order_by(Entry.match_id, Entry.position)
    for entry in db.session.scalars(query) if logs else ():
        logs[entry.match_id].append(entry)
    return logs
