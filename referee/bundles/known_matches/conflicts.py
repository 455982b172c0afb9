"""A match whose log went on here and elsewhere: both versions are stored, and a keeper chooses.

The other version is a match of its own, in the bin until the choice (``OtherVersion``), whichever way it came: import,
handover or exchange. The version that is not chosen goes into the bin for thirty days, under another public id.

What the server of a club taken along has recorded stays there: the match becomes the server's version, and where this
phone's is chosen, the server's is corrected to it by one batch.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import aliased

from referee.bundles.comparison import mark_at, relation
from referee.bundles.exchange.offline_clubs import note_common_length
from referee.matches.log import Change
from referee.matches.setup_correction import setup_entry, setup_value
from referee.store.database.models import ImportedMatch, Match, OtherVersion, TakenMatch, new_id, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import lock_club, writing
from referee.store.evenings.recycle_bin import delete_match, restore_match
from referee.store.matches.matches import AppendResult, Author, append
from referee.store.matches.stored_match import StoredMatch, load, match_with_id
from referee.words import Text, say

THEIRS, OURS, TWO = "theirs", "ours", "two"
"""The version that stays: the one that came; the one that was here; both as two matches."""
NO_CONFLICT = say("Cette partie n'a plus deux suites : il n'y a plus rien à choisir.")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A match that went on in two places, from position ``at`` of its log on."""

    ours: StoredMatch
    theirs: StoredMatch
    of_server: bool

    @property
    def at(self) -> int:
        """The length that both logs have in common; raises DamagedMatch."""
        return relation(self.ours.replayed_log, self.theirs.replayed_log).at


def conflicts_of(club_id: int) -> Sequence[Conflict]:
    """The conflicts of a club, the oldest first."""
    query = _waiting(club_id, OtherVersion.match_id, OtherVersion.version_id, OtherVersion.of_server)
    rows = db.session.execute(query.order_by(OtherVersion.version_id)).all()
    return [Conflict(match_with_id(row.match_id), match_with_id(row.version_id), row.of_server) for row in rows]


def number_of_conflicts(club_id: int) -> int:
    return db.session.scalar(_waiting(club_id, func.count())) or 0


def _waiting(club_id: int, *columns: Any) -> Any:
    """The query for columns of a club's conflicts."""
    original = aliased(Match)
    query = select(*columns).select_from(OtherVersion).join(original, original.id == OtherVersion.match_id)
    return query.where(original.club_id == club_id)


def conflict_with(club_id: int, version_id: str) -> Conflict | None:
    """The conflict of which this is the public id of the other version."""
    conflicts = (conflict for conflict in conflicts_of(club_id) if conflict.theirs.public_id == version_id)
    return next(conflicts, None)


def settle(club_id: int, version_id: str, choice: str, author: Author) -> Text | None:
    """Apply the keeper's choice, or say why that cannot be; raises Full where there is no room for two."""
    try:
        with writing():
            lock_club(club_id)
            conflict = conflict_with(club_id, version_id)
            if conflict is None:
                return NO_CONFLICT
            _settle(conflict, choice, author)
    except _NotThatWay:
        return say("Les règles ne laissent pas corriger ainsi la partie du serveur : gardez plutôt les deux.")
    return None


class _NotThatWay(Exception):
    """A correction that the rules refuse."""


def _settle(conflict: Conflict, choice: str, author: Author) -> None:
    ours, theirs = (db.session.get_one(Match, version.id) for version in (conflict.ours, conflict.theirs))
    db.session.execute(delete(OtherVersion).where(OtherVersion.version_id == theirs.id))
    if choice == OURS and not conflict.of_server:
        theirs.deleted_at = now()  # thirty days in the bin from now on
        return
    db.session.execute(delete(ImportedMatch).where(ImportedMatch.match_id == theirs.id))  # it is not taken back
    if choice == THEIRS or conflict.of_server:
        _change_places(conflict)
    theirs.evening_id = ours.evening_id or theirs.evening_id
    if choice != TWO:
        delete_match(ours)
    restore_match(theirs)
    if choice == OURS:
        _correct(conflict, author)


def _change_places(conflict: Conflict) -> None:
    """Give the public id of the match to the other version, and the match that of the version or a new one."""
    ours, theirs = conflict.ours, conflict.theirs
    taken_match = db.session.get(TakenMatch, ours.id)
    if taken_match is not None:
        same = len(theirs.log) if conflict.of_server else min(taken_match.length, conflict.at)
        there = taken_match.there
        db.session.delete(taken_match)
        db.session.flush()
        note_common_length(theirs.id, there, same, mark_at(theirs.replayed_log, same))
    others = update(OtherVersion).where(OtherVersion.match_id == ours.id)
    db.session.execute(others.values(match_id=theirs.id))
    _rename(ours.id, new_id())
    _rename(theirs.id, ours.public_id)
    if not conflict.of_server:  # it is recognised when it comes again
        _rename(ours.id, theirs.public_id)


def _rename(match_id: int, public_id: str) -> None:
    db.session.execute(update(Match).where(Match.id == match_id).values(public_id=public_id))


def send_as_another(club_id: int, public_id: str) -> None:
    """Give a match that is gone on the server another public id: it goes there as a new one."""
    with writing():
        ours = load(club_id, public_id)
        if ours is not None:
            _rename(ours.id, new_id())
            db.session.execute(delete(TakenMatch).where(TakenMatch.match_id == ours.id))


def _correct(conflict: Conflict, author: Author) -> None:
    """Append to the server's log, as one batch, the changes that make it equal to the version of here."""
    theirs = load(conflict.ours.club_id, conflict.ours.public_id)
    changes = tuple(_towards(conflict))
    if theirs is None or not changes:
        return
    if append(theirs, changes, len(theirs.log), None, author).outcome != AppendResult.RECORDED:
        raise _NotThatWay


def _towards(conflict: Conflict) -> Iterator[Change]:
    """The changes of the server's entries into ours: removals of what was recorded there, and our own entries.

    Each of our own stands before the next entry that both have.
    """
    at = conflict.at
    if setup_value(conflict.theirs.setup) != setup_value(conflict.ours.setup):
        yield Change(setup_entry(conflict.theirs.setup, conflict.ours.setup))
    theirs = {current.position: current.entry for current in conflict.theirs.current}
    ours = {current.position: current.entry for current in conflict.ours.current}
    for position in sorted(theirs.keys() | ours.keys()):
        before = position < at
        if position in theirs and (not before or theirs[position] != ours.get(position)):
            yield Change(ours.get(position) if before else None, position)
        elif before and position not in theirs:
            yield Change(ours[position], position)
    rulings: dict[int, Any] = {record.position: record.ruling for record in conflict.ours.records}
    following: int | None = None
    new = []
    for current in reversed(conflict.ours.current):
        if current.position < at:
            following = current.position
        else:
            new.append(Change(current.entry, None, rulings[current.position], following))
    yield from reversed(new)
