"""A match that went on in a phone and on the server: both versions are stored, and a keeper chooses one.

The match always becomes what it is on the server. The phone's version is set aside as a second match, which goes to the
server as a new one, or into this phone's recycle bin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import delete, select, update

from referee.bundles.bundle import ClubMatch
from referee.bundles.comparison import Kind, mark_at, relation
from referee.bundles.exchange.offline_clubs import same_so_far
from referee.bundles.export import ArchiveIds, read_club_matches
from referee.bundles.json_object import JsonObject
from referee.bundles.match_rows import DatabaseIds, replayed, write_match
from referee.bundles.record import record_value, records_in
from referee.matches.log import Change, Record, ReplayedLog, replay_with
from referee.matches.setup_correction import setup_columns, setup_entry, setup_value
from referee.store.database.models import Evening, Match, Player, RecordRow, TakenMatch, new_id
from referee.store.database.orm_base import db
from referee.store.database.transactions import lock_club, writing
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.match_day import days_of
from referee.store.matches.matches import Author, append, append_imported
from referee.store.matches.stored_match import StoredMatch, load
from referee.words import Text, say

THEIRS, OURS, TWO = "theirs", "ours", "two"
"""The version that stays: the server's; this phone's, as a correction of the server's; both as two matches."""


@dataclass(frozen=True, slots=True)
class BothWays:
    """A match that went on in two places, from position ``at`` of its log on."""

    at: int
    ours: StoredMatch
    theirs: StoredMatch
    further: Sequence[Record]


def note_relation(club_id: int, public_id: str, there: ClubMatch) -> bool:
    """Note how far a match is the server's, whose version this is; whether both went on.

    Of a match that began with another set-up there, the server has none.
    """
    stored = load(club_id, public_id)
    if stored is None:
        return False
    here, log = stored.replayed_log, replayed(there)
    found = relation(here, log)
    is_another = setup_columns(here.first_setup) != setup_columns(log.first_setup)
    both = found.kind is Kind.BOTH and not is_another
    further = _values_of(there.records[found.at :]) if both else None
    same_so_far(stored.id, there.public_id, found.at, mark_at(here, found.at), further, gone=is_another)
    return both


def _values_of(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The JSON of records without the device, which only the server's database knows."""
    return [record_value(replace(record, device=None)) for record in records]


def both_ways(club_id: int, public_id: str) -> BothWays | None:
    """The match as it stands here and there; None where it did not go on in both places."""
    ours = load(club_id, public_id)
    there = db.session.get(TakenMatch, ours.id) if ours else None
    if ours is None or there is None or there.further is None:
        return None
    base = ours.as_of(there.length)
    further = tuple(records_in(JsonObject("records", {"records": there.further}), base.log))
    log = replay_with(base.replayed_log, further)
    if not isinstance(log, ReplayedLog):
        return None
    return BothWays(there.length, ours, ours.with_log(log), further)


def settle(club_id: int, public_id: str, choice: str, author: Author) -> Text | None:
    """Apply the keeper's choice, or say why that cannot be; raises Full where there is no room for two."""
    both = both_ways(club_id, public_id)
    if both is None:
        return say("Cette partie n'a plus deux suites : il n'y a plus rien à choisir.")
    try:
        with writing():
            lock_club(club_id)
            aside_id = _put_beside(club_id, both)
            if choice == OURS:
                _correct(club_id, both, author)
            aside = db.session.get_one(Match, aside_id, populate_existing=True)
            if choice != TWO:
                delete_match(aside)
    except _NotThatWay:
        return say("Les règles ne laissent pas corriger ainsi la partie du serveur : gardez plutôt les deux.")
    return None


class _NotThatWay(Exception):
    """A correction that the rules refuse."""


def send_as_another(club_id: int, public_id: str) -> None:
    """Give a match that is gone on the server another public id: it goes there as a new one."""
    with writing():
        ours = load(club_id, public_id)
        if ours is not None:
            _rename(ours.id)


def _rename(match_id: int) -> None:
    db.session.execute(update(Match).where(Match.id == match_id).values(public_id=new_id()))
    db.session.execute(delete(TakenMatch).where(TakenMatch.match_id == match_id))
    db.session.expire_all()


def _put_beside(club_id: int, both: BothWays) -> int:
    """Make the match what it is on the server, and set the version of here aside under another public id."""
    match = both.ours
    there = db.session.scalars(select(TakenMatch.there).where(TakenMatch.match_id == match.id)).one()
    base, ids = _as_before(club_id, both)
    _rename(match.id)
    write_match(club_id, match.public_id, base, ids)
    new = load(club_id, match.public_id)
    further = [replace(record, device=None) for record in both.further]
    if new is None or append_imported(new, further).outcome != "recorded":
        raise ValueError(f"match {match.public_id} is not what it is on the server")
    theirs = both.theirs.replayed_log
    same_so_far(new.id, there, len(theirs.log), theirs.mark)
    return match.id


def _as_before(club_id: int, both: BothWays) -> tuple[ClubMatch, DatabaseIds]:
    """The match as it was while both logs were the same; players and devices keep their ids."""
    match, base = both.ours, both.ours.as_of(both.at)
    connection = db.session.connection()
    people = {id: id for id in db.session.scalars(select(Player.id).where(Player.club_id == club_id))}
    devices = select(RecordRow.device_id).where(RecordRow.match_id == match.id, RecordRow.device_id.is_not(None))
    phones: dict[int | None, int] = {id: id for id in db.session.scalars(devices) if id is not None}
    evening = db.session.scalar(select(Evening.public_id).where(Evening.id == match.evening_id))
    sittings = {match.evening_id: evening} if match.evening_id is not None and evening else {}
    row = connection.execute(select(Match.__table__).where(Match.id == match.id)).all()
    (whole,) = read_club_matches(connection, row, ArchiveIds(people, phones, sittings))
    sat = dict(zip(both.ours.replayed_log.played.state.table.players, whole.seats))
    names = base.replayed_log.played.state.table.players
    before = replace(
        whole,
        setup=base.setup,
        seats=tuple(sat.get(name) for name in names),
        records=whole.records[: both.at],
        log=base.replayed_log,
        stand_ins={name: player for name, player in whole.stand_ins.items() if name not in names},
    )
    same: dict[int | None, int | None] = {None: None, **{id: id for id in phones}}
    return before, DatabaseIds(people, same, {public_id: id for id, public_id in sittings.items()}, days_of(sittings))


def _correct(club_id: int, both: BothWays, author: Author) -> None:
    """Append to the server's log, as one batch, the changes that make it equal to the version of here."""
    theirs = load(club_id, both.ours.public_id)
    changes = tuple(_towards(both))
    if theirs is None or not changes:
        return
    if append(theirs, changes, len(theirs.log), None, author).outcome != "recorded":
        raise _NotThatWay


def _towards(both: BothWays) -> Iterator[Change]:
    """The changes of the server's entries into ours: removals of what was recorded there, and our own entries.

    Each of our own stands before the next entry that both have.
    """
    if setup_value(both.theirs.setup) != setup_value(both.ours.setup):
        yield Change(setup_entry(both.theirs.setup, both.ours.setup))
    theirs = {current.position: current.entry for current in both.theirs.replayed_log.current}
    ours = {current.position: current.entry for current in both.ours.replayed_log.current}
    for position in sorted(theirs.keys() | ours.keys()):
        before = position < both.at
        if position in theirs and (not before or theirs[position] != ours.get(position)):
            yield Change(ours.get(position) if before else None, position)
        elif before and position not in theirs:
            yield Change(ours[position], position)
    rulings: dict[int, Any] = {record.position: record.ruling for record in both.ours.records}
    following: int | None = None
    new = []
    for current in reversed(both.ours.replayed_log.current):
        if current.position < both.at:
            following = current.position
        else:
            new.append(Change(current.entry, None, rulings[current.position], following))
    yield from reversed(new)
