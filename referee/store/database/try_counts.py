"""How often something was tried within a time, counted for all processes of the database together."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, case, delete, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from referee.store.database.models import TryCount, now
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.transactions import writing

APART = timedelta(minutes=1)
"""How far the clocks of two processes may differ. A window that seems to begin later is of before a clock was set back:
it would last too long, and counts as over.
"""


@writing()
def count_try(key: str, seconds: float, amount: int = 1) -> int:
    """Count a try, and say how many that makes in its window, which lasts so many seconds from its first try."""
    moment = now()
    ends, over = moment + timedelta(seconds=seconds), _over(moment)
    insert = (sqlite if is_sqlite(db.engine) else postgresql).insert(TryCount)
    first = insert.values(key=key, count=amount, began_at=moment, ends_at=ends)
    counted = first.on_conflict_do_update(
        index_elements=[TryCount.key],
        set_={
            TryCount.count: case((over, amount), else_=TryCount.count + amount),
            TryCount.began_at: case((over, moment), else_=TryCount.began_at),
            TryCount.ends_at: case((over, ends), else_=TryCount.ends_at),
        },
    )
    count: int = db.session.scalars(counted.returning(TryCount.count)).one()
    if count == amount:
        expired = select(TryCount.key).where(TryCount.ends_at <= moment).with_for_update(skip_locked=True)
        db.session.execute(delete(TryCount).where(TryCount.key.in_(expired)))
    return count


def tries(key: str) -> tuple[int, datetime]:
    """The tries of the present window, and when it ends; without one, 0 and now."""
    moment = now()
    present = select(TryCount).where(TryCount.key == key, ~_over(moment))
    row = db.session.scalar(present.execution_options(populate_existing=True))
    return (row.count, row.ends_at) if row else (0, moment)


def _over(moment: datetime) -> ColumnElement[bool]:
    return or_(TryCount.ends_at <= moment, TryCount.began_at > moment + APART)
