"""What is being counted while a deal is played, seen on all phones: a draft beside the log, in no file and no figure.

The last tap wins. What is recorded of the deal drops it in the same transaction; until then whoever reads it looks
whether the form it was typed in is still the one that is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import bindparam, delete

from referee.game_definition.match_course import COMMON_STEPS
from referee.matches.log import Change
from referee.store.database.match_summary_query import MatchRow
from referee.store.database.models import Match, RunningCount
from referee.store.database.orm_base import db, table_of
from referee.store.database.transactions import changing_one

DROPPED = delete(table_of(RunningCount)).where(table_of(RunningCount).c.match_id == bindparam("match"))


def count_of(match_id: int) -> RunningCount | None:
    """What is being counted in this match."""
    return db.session.get(RunningCount, match_id)


def keep_count(match: MatchRow, asked: str, typed: Mapping[str, str]) -> None:
    """Keep what was counted last, in the place of what stood there."""
    with changing_one(Match, match.club_id, match.id) as stored:
        if stored is None or stored.deleted_at is not None:
            return
        count = count_of(stored.id) or RunningCount(match_id=stored.id, version=0)
        count.version, count.asked, count.typed = count.version + 1, asked, dict(typed)
        db.session.add(count)


def drop_count(match_id: int, changes: Sequence[Change]) -> None:
    """Nothing is being counted any more once these changes are recorded, but for a note or a penalty in between."""
    if any(change.amends is not None or change.entry is None or _answers(change) for change in changes):
        db.session.connection().execute(DROPPED, {"match": match_id})


def _answers(change: Change) -> bool:
    """Whether it answers what a deal asks: common questions stand beside it."""
    return change.entry is not None and change.entry["step"] not in COMMON_STEPS
