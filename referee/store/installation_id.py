"""What this installation is called: a random id that lies in the database, and so goes where its data go."""

from __future__ import annotations

from sqlalchemy import select

from referee.store.models import Installation
from referee.store.transactions import reading_apart


def installation_id() -> str:
    """The id, on a connection of its own: whatever the request does next begins its own transaction.

    :raises sqlalchemy.exc.SQLAlchemyError: the database does not answer, or has no tables yet.
    """
    with reading_apart() as connection:
        return connection.scalars(select(Installation.id)).one()
