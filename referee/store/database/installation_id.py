"""The random id of an installation, stored in its database and copied with it."""

from __future__ import annotations

from sqlalchemy import select

from referee.store.database.models import Device, Installation
from referee.store.database.transactions import reading_apart


def installation_id() -> str:
    """The id, read on a connection of its own.

    :raises sqlalchemy.exc.SQLAlchemyError: the database does not answer, or has no tables yet.
    """
    with reading_apart() as connection:
        return connection.scalars(select(Installation.id)).one()


def before_host_cookies(device_key: str) -> bool:
    """Whether this device is older than the cookie prefix over https: its cookie may have none."""
    older = select(Device.id).join(Installation, Device.created_at < Installation.host_cookies_since)
    with reading_apart() as connection:
        return connection.scalar(older.where(Device.key == device_key)) is not None
