"""Tokens by which programs act in a club, as a keeper or a watcher.

A program has a device of its own, which its records name, and no membership: it is never the last keeper or the owner.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Engine, Row, or_, select, update
from sqlalchemy.exc import OperationalError

from referee.store.clubs.clubs import (
    KEEPER,
    SEEN_EVERY,
    ClubRow,
    DeviceRow,
    Visitor,
    can_be_id,
    hashed,
    membership,
    membership_of,
)
from referee.store.clubs.links import NoKeeper
from referee.store.database.models import ApiToken, Club, Device, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import DEVICE, LINK, count_stored
from referee.store.database.transactions import Busy, lock_club, writing, writing_apart


@dataclass(frozen=True, slots=True)
class Program(Visitor):
    """The program of a request; it has no membership (``membership_id`` 0).

    ``origin``: of the pages whose scripts may use its token, "" none; ``used_at``: its last noted use.
    """

    token_id: int = 0
    origin: str = ""
    used_at: datetime | None = None


@writing()
def make_token(club: ClubRow, role: str, name: str, origin: str, made_by: int) -> str:
    """A new token, 256 random bits.

    :param made_by: the id of the device it is made on.
    :raises NoKeeper: that device keeps the club no more.
    """
    lock_club(club.id)
    maker = membership_of(made_by, club.id)
    if maker is None or maker.role != KEEPER:
        raise NoKeeper
    count_stored(LINK + DEVICE)
    device = Device(name=name[:40])
    db.session.add(device)
    db.session.flush()
    token = secrets.token_urlsafe(32)
    row = ApiToken(
        club_id=club.id, device_id=device.id, token_hash=hashed(token), role=role, origin=origin, made_by=made_by
    )
    db.session.add(row)
    return token


def program_with(token: str) -> Program | None:
    """Who asks with this token, in one query; None if it is unknown or revoked."""
    query = (
        select(
            *(Device.id, Device.key, Device.name, Club.id, Club.name, Club.owner_id),
            *(ApiToken.role, ApiToken.id, ApiToken.origin, ApiToken.used_at),
        )
        .join(ApiToken, ApiToken.device_id == Device.id)
        .join(Club, Club.id == ApiToken.club_id)
        .where(ApiToken.token_hash == hashed(token), ApiToken.revoked_at.is_(None))
    )
    row = db.session.execute(query).first()
    if row is None:
        return None
    role, token_id, origin, used_at = row[6:]
    device, club = DeviceRow(*row[:3]), ClubRow(*row[3:6])
    return Program(device, club, 0, role, None, now(), token_id=token_id, origin=origin, used_at=used_at)


def tokens_of(club_id: int) -> Sequence[Row[tuple[ApiToken, Device]]]:
    """The tokens of a club that are not revoked, the latest first."""
    query = select(ApiToken, Device).join(Device, Device.id == ApiToken.device_id)
    living = query.where(ApiToken.club_id == club_id, ApiToken.revoked_at.is_(None))
    return db.session.execute(living.order_by(ApiToken.id.desc())).all()


@writing()
def revoke_token(asking: Visitor, token_id: int) -> bool:
    """Revoke a token; False if it is none of this club's, or the device that asks keeps the club no more."""
    lock_club(asking.club.id)
    keeper = membership(asking.club.id, asking.membership_id)
    if keeper is None or keeper.role != KEEPER or not can_be_id(token_id):
        return False
    mine = update(ApiToken).where(ApiToken.id == token_id, ApiToken.club_id == asking.club.id)
    return bool(db.session.scalars(mine.values(revoked_at=now()).returning(ApiToken.id)).all())


def is_origin_named(origin: str) -> bool:
    """Whether the owner of a token names this origin."""
    query = select(ApiToken.id).where(ApiToken.origin == origin, ApiToken.revoked_at.is_(None)).limit(1)
    return bool(origin) and db.session.scalar(query) is not None


def mark_used(engine: Engine, token_id: int) -> None:
    """Note the use of a token in a transaction of its own; not while another one writes."""
    moment = now()
    due = or_(ApiToken.used_at.is_(None), ApiToken.used_at <= moment - SEEN_EVERY)
    with suppress(Busy, OperationalError), writing_apart(engine) as connection:
        connection.execute(update(ApiToken).where(ApiToken.id == token_id, due).values(used_at=moment))
