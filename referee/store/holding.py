"""Who changes a club's matches, evenings or players holds the club first, and then whatever else: the one order in
which rows are taken, so that no two ever wait for each other. (SQLite has one writer anyway.)
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy import select

from referee.store.database import db, writing
from referee.store.models import Club, Evening, Match, Player

__all__ = ["held", "hold"]

Row = TypeVar("Row", Evening, Match, Player)


def hold(club_id: int) -> int | None:
    """Let nobody else change this club until the transaction ends; its rows can still be referred to.

    The id of the device that owns it by now.
    """
    return db.session.scalar(select(Club.owner_id).where(Club.id == club_id).with_for_update(key_share=True))


@contextmanager
def held(row: Row) -> Iterator[Row | None]:
    """A transaction that may write in which nobody else changes the row's club, and the row as it is by then.

    None: it is gone.
    """
    club_id, row_id = row.club_id, row.id
    with writing():
        hold(club_id)
        yield db.session.get(type(row), row_id, populate_existing=True)
