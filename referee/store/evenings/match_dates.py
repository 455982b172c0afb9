"""The day of a match put right, and the order of the matches that were noted after their evening.

A match noted afterwards has no hours of its own: when it began only says where it stands in its evening.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta

from sqlalchemy import func, select, update

from referee.store.database.models import Club, Match, RecordRow, Result, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import changing_one
from referee.store.evenings.evenings import leave_evening, matches_of
from referee.store.matches.current_evening import QUIET, evening_of, noon
from referee.store.matches.match_results import rebuild
from referee.store.matches.stored_match import StoredMatch, match_with_id

APART = timedelta(seconds=1)
"""The time between two matches that were noted afterwards."""


def put_on_day(match: Match | StoredMatch, day: date) -> str | None:
    """Put a match into the evening of another day, behind what was noted there; the evening's public id.

    None where the match was deleted meanwhile.
    """
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or row.deleted_at is not None:
            return None
        former, into = row.evening_id, evening_of(db.session.get_one(Club, row.club_id), day)
        there = [other for other in matches_of([into.id])[into.id] if other.id != row.id and noted_afterwards(other)]
        row.evening_id, row.created_at = into.id, max([noon(day), *(other.created_at + APART for other in there)])
        db.session.flush()
        leave_evening(former)
        if row.over:
            rebuild(row, match_with_id(row.id).replayed_log)
        return into.public_id


def noted_afterwards(match: Match | StoredMatch) -> bool:
    """Whether the match was recorded after the sitting in which it was played."""
    first = select(RecordRow.recorded_at).where(RecordRow.match_id == match.id, RecordRow.position == 0)
    return (db.session.scalar(first) or now()) - match.created_at >= QUIET


def can_be_moved(match: Match | StoredMatch, earlier: bool) -> bool:
    """Whether a match noted afterwards has another one before it in its evening, or behind it."""
    if not match.evening_id:
        return False
    order = [other.id for other in matches_of([match.evening_id])[match.evening_id]]
    end = order[0] if earlier else order[-1]
    return end != match.id and noted_afterwards(match)


def move_in_evening(match: Match | StoredMatch, earlier: bool) -> None:
    """Let a match noted afterwards change places with the one before it in its evening, or behind it."""
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or row.evening_id is None or not can_be_moved(row, earlier):
            return
        order = matches_of([row.evening_id])[row.evening_id]
        place = order.index(row)
        order.insert(place - 1 if earlier else place + 1, order.pop(place))
        _set_beginnings(order)


def _set_beginnings(order: Sequence[Match]) -> None:
    """Let the matches noted afterwards begin so that all stand in this order, in the evening and in every figure."""
    noted = [match for match in order if noted_afterwards(match)]
    recorded_then = [match.created_at - APART * len(order) for match in order if match not in noted]
    moment = min([*(match.created_at for match in noted), *recorded_then[:1]])
    for match in order:
        if match in noted:
            match.created_at = moment
            db.session.execute(update(Result).where(Result.match_id == match.id).values(finished_at=moment))
        else:
            moment = max(moment, _ended_at(match))
        moment += APART


def _ended_at(match: Match) -> datetime:
    """The moment at which a match recorded in its evening was finished, or recorded last."""
    finished = db.session.scalar(select(func.max(Result.finished_at)).where(Result.match_id == match.id))
    return finished or match.changed_at
