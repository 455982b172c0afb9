"""How often something was tried within a time, counted for all processes of the database together."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Integer, bindparam, case, delete, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from referee.store.database.models import Moment, TryCount, now
from referee.store.database.orm_base import db, is_sqlite, table_of
from referee.store.database.transactions import writing

TRIES = table_of(TryCount)
APART = timedelta(minutes=1)
"""How far the clocks of two processes may differ. A window that seems to begin later is of before a clock was set back:
it would last too long, and counts as over.
"""


@writing()
def count_try(key: str, seconds: float, amount: int = 1) -> int:
    """Count a try, and say how many that makes in its window, which lasts so many seconds from its first try."""
    moment = now()
    ends = moment + timedelta(seconds=seconds)
    given = {"of": key, "amount": amount, "moment": moment, "ends": ends, "latest": moment + APART}
    connection = db.session.connection()
    while (count := connection.execute(_COUNTED, given).scalar()) is None:
        _add_window_that_is_over(key, moment)
    if count == amount:
        expired = select(TryCount.key).where(TryCount.ends_at <= moment).with_for_update(skip_locked=True)
        db.session.execute(delete(TryCount).where(TryCount.key.in_(expired)))
    return int(count)


def _add_window_that_is_over(key: str, moment: datetime) -> None:
    """The row of a key that has none, unless another process adds it: its first try begins a new window.

    An insertion that counts too would be one statement fewer the first time, but SQLAlchemy compiles one with a
    conflict clause each time anew, which takes longer than all else of a record.
    """
    dialect = sqlite if is_sqlite(db.engine) else postgresql
    added = dialect.insert(TRIES).values(key=key, count=0, began_at=moment, ends_at=moment)
    db.session.connection().execute(added.on_conflict_do_nothing())


def tries(key: str) -> tuple[int, datetime]:
    """The tries of the present window, and when it ends; without one, 0 and now."""
    moment = now()
    present = select(TryCount).where(TryCount.key == key, ~_over(moment, moment + APART))
    row = db.session.scalar(present.execution_options(populate_existing=True))
    return (row.count, row.ends_at) if row else (0, moment)


def _over(moment: Any, latest: Any) -> ColumnElement[bool]:
    return or_(TRIES.c.ends_at <= moment, TRIES.c.began_at > latest)


def _count_statement() -> Any:
    """The statement that counts a try and returns the new count."""
    amount, moment, ends = (
        bindparam("amount", type_=Integer),
        bindparam("moment", type_=Moment),
        bindparam("ends", type_=Moment),
    )
    over = _over(moment, bindparam("latest", type_=Moment))
    counted = update(TRIES).where(TRIES.c.key == bindparam("of"))
    return counted.values(
        count=case((over, amount), else_=TRIES.c.count + amount),
        began_at=case((over, moment), else_=TRIES.c.began_at),
        ends_at=case((over, ends), else_=TRIES.c.ends_at),
    ).returning(TRIES.c.count)


_COUNTED = _count_statement()
