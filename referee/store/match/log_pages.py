"""The rows of a log, with who recorded what and when: only those that a page shows."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import select

from referee.store.models import Record
from referee.store.orm_base import db


def records_beside(match_id: int, before: int | None, after: int | None, most: int) -> Sequence[Record]:
    """The records next to a position: those ``after`` it, the first one first; else ``before`` it, the last one first.

    Neither: the last records of all.
    """
    query = select(Record).where(Record.match_id == match_id).limit(most)
    if after is not None:
        return db.session.scalars(query.where(Record.position > after).order_by(Record.position)).all()
    query = query if before is None else query.where(Record.position < before)
    return db.session.scalars(query.order_by(Record.position.desc())).all()


def records_at(match_id: int, positions: Collection[int]) -> dict[int, Record]:
    """The records at these positions."""
    query = select(Record).where(Record.match_id == match_id, Record.position.in_(positions))
    return {record.position: record for record in db.session.scalars(query)} if positions else {}
