"""The count of a deal in play, the same on all phones: a draft beside the log.

Recording the deal drops it in the same transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import delete

from referee.game_definition.match_course import COMMON_STEPS
from referee.matches.log import Change
from referee.store.database.models import Match, RunningCount
from referee.store.database.orm_base import db
from referee.store.database.quotas import count_stored
from referee.store.database.transactions import changing_one
from referee.store.matches.stored_match import StoredMatch

Typed = Mapping[str, str]
"""What stands in the controls of a form, by their names."""


def count_of(match_id: int) -> RunningCount | None:
    return db.session.get(RunningCount, match_id)


def change_count(match: StoredMatch, question_key: str, change: Callable[[Typed], Typed | None]) -> bool:
    """Replace the count of the form with this key by what ``change`` makes of it; nobody else changes it meanwhile.

    False, and nothing is changed: the log has gone on since ``match`` was read, or ``change`` says None.
    """
    with changing_one(Match, match.club_id, match.id) as row:
        if row is None or row.deleted_at is not None or row.length != match.length:
            return False
        count = count_of(row.id) or RunningCount(match_id=row.id, version=0)
        typed = change(count.typed if count.asked == question_key else {})
        if typed is None:
            return False
        count_stored(max(0, _size(typed) - _size(count.typed or {})))
        count.version, count.asked, count.typed = count.version + 1, question_key, dict(typed)
        db.session.add(count)
        return True


def _size(typed: Typed) -> int:
    return sum(len(f"{name}{text}".encode()) for name, text in typed.items())


def drop_count(match_id: int, changes: Sequence[Change]) -> None:
    """Drop the count once these changes are recorded, but for a note or a penalty in between."""
    if any(
        change.amends is not None or change.entry is None or change.entry["step"] not in COMMON_STEPS
        for change in changes
    ):
        db.session.execute(delete(RunningCount).where(RunningCount.match_id == match_id))
