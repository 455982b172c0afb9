"""The random id of an installation, stored in its database and copied with it."""

from __future__ import annotations

from sqlalchemy import select

from referee.store.database.models import Installation
from referee.store.database.transactions import reading_apart


def installation_id() -> str:
    """The id, read on a connection of its own.

    :raises sqlalchemy.exc.SQLAlchemyError: the database does not answer, or has no tables yet.
    """
    with reading_apart() as connection:
        return connection.scalars(select(Installation.id)).one()
