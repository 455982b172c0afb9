"""Clubs and their devices.

A device belongs to a club by a membership: a keeper records and corrects, a watcher reads all matches or one. A club
with a keeper is never left without one, and one of its keepers owns it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, Row, Select, bindparam, delete, exists, or_, select, update
from sqlalchemy.exc import OperationalError

from referee.answers.table import has_control_characters
from referee.store.clubs.club_capacity import make_room_for_club
from referee.store.database.match_columns import COLUMNS, counted_matches
from referee.store.database.models import (
    ApiToken,
    Club,
    Device,
    Evening,
    Invitation,
    KeptImport,
    Match,
    Membership,
    Player,
    SeatHolder,
    TableRule,
    now,
)
from referee.store.database.orm_base import db, table_of
from referee.store.database.transactions import Busy, added_once, writing, writing_apart

KEEPER, WATCHER = "keeper", "watcher"

SEEN_EVERY = timedelta(minutes=10)
"""The shortest time between two updates of ``seen_at``."""

LARGEST_ID = 2**31 - 1

OWNED: dict[str, tuple[Any, ...]] = {
    "public_id": (Match.public_id, Evening.public_id, TableRule.public_id),
    "player_id": (Player.id,),
    "invitation_id": (Invitation.id,),
    "token_id": (ApiToken.id,),
    "membership_id": (Membership.id,),
    "import_id": (KeptImport.id,),
    "name": (),
}
"""What the parts of an address name, where it belongs to a club: by the name its route has for it.

A ``name`` (of a file that waits to be brought in) is of no table: it begins with the number of its club.
"""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """The device of a request."""

    id: int
    key: str
    name: str


@dataclass(frozen=True, slots=True)
class ClubRow:
    """The club that a device acts in."""

    id: int
    name: str
    owner_id: int | None


@dataclass(frozen=True, slots=True)
class Visitor:
    """The device of a request, its club and its rights there.

    ``only``: the one match it may see, None for all. ``of_match``: the columns of the match that was named
    (``match_columns.COLUMNS``).
    """

    device: DeviceRow
    club: ClubRow
    membership_id: int
    role: str
    only: int | None
    seen_at: datetime
    of_match: Sequence[Any] | None = None

    @property
    def keeps(self) -> bool:
        return self.role == KEEPER

    @property
    def is_owner(self) -> bool:
        return self.club.owner_id == self.device.id


def _visitor_queries() -> tuple[Select[Any], Select[Any], Select[Any]]:
    """The queries for a device, for a device at a match, and for a device in a given club; built once."""
    devices, clubs, members, matches = (table_of(model) for model in (Device, Club, Membership, Match))
    device, club, member, match = devices.c, clubs.c, members.c, matches.c
    columns = (device.id, device.key, device.name, club.id, club.name, club.owner_id)
    columns_read = (*columns, member.id, member.role, member.match_id, member.seen_at)
    joined = devices.join(members, member.device_id == device.id).join(clubs, club.id == member.club_id)
    latest = member.chosen_at.desc(), member.id.desc()
    mine = device.key == bindparam("asking")
    about = match.public_id == bindparam("about"), match.deleted_at.is_(None)
    visible = or_(member.match_id.is_(None), member.match_id == match.id)
    of_match = counted_matches(joined.join(matches, match.club_id == club.id))
    anywhere = select(*columns_read).select_from(joined).where(mine)
    at_match = select(*columns_read, *COLUMNS).select_from(of_match).where(mine, *about, visible)
    in_club = anywhere.where(club.id == bindparam("named"))
    return anywhere.order_by(*latest).limit(1), at_match.order_by(*latest).limit(1), in_club


_ANYWHERE, _AT_MATCH, _IN_CLUB = _visitor_queries()


def find_visitor(device_key: str | None, match: str | None = None, club_id: int | None = None) -> Visitor | None:
    """Who asks, in one query: the device in the club it chose last, or in the club of this match, or in this club.

    None without such a membership.
    """
    if not device_key:
        return None
    query, parameters = _ANYWHERE, dict[str, str | int](asking=device_key)
    if match:
        query, parameters = _AT_MATCH, {**parameters, "about": match}
    elif club_id is not None:
        query, parameters = _IN_CLUB, {**parameters, "named": club_id}
    row = db.session.connection().execute(query, parameters).first()
    if row is None:
        return None
    device, club, (membership_id, role, only, seen_at) = row[:3], row[3:6], row[6:10]
    return Visitor(DeviceRow(*device), ClubRow(*club), membership_id, role, only, seen_at, row[10:] if match else None)


def clubs_of(device_id: int) -> Sequence[Row[tuple[Club, Membership]]]:
    """The clubs of a device, the one chosen last first."""
    query = select(Club, Membership).join(Membership, Membership.club_id == Club.id)
    mine = query.where(Membership.device_id == device_id)
    return db.session.execute(mine.order_by(Membership.chosen_at.desc(), Membership.id.desc())).all()


@writing()
def create_owned_club(device_key: str | None = None) -> Visitor:
    """Found a club owned by this device (a new one if unknown); raises Full."""
    make_room_for_club()
    device = device_with(device_key)
    club = Club()
    db.session.add(club)
    db.session.flush()
    membership_row = enrol(device, club.id, KEEPER)
    device_row, club_row = DeviceRow(device.id, device.key, device.name), ClubRow(club.id, club.name, club.owner_id)
    return Visitor(device_row, club_row, membership_row.id, membership_row.role, None, membership_row.seen_at)


@writing()
def new_club(name: str, created_at: datetime | None = None) -> int:
    """The id of a new club without a device; the link made for it gives it an owner. Raises Full."""
    make_room_for_club()
    club = Club(name=club_name(name), created_at=created_at or now())
    db.session.add(club)
    db.session.flush()
    return club.id


@writing()
def another_club(device_key: str | None) -> Device:
    """Found a club of one's own beside others, or choose one that is still blank; the device."""
    device = device_with(device_key)
    blank = (
        select(Club)
        .join(Membership, Membership.club_id == Club.id)
        .where(Membership.device_id == device.id, Membership.role == KEEPER, Club.name == "")
        .where(~exists().where(Match.club_id == Club.id))
    )
    club = db.session.scalar(blank.limit(1))
    if club is None:
        create_owned_club(device.key)
    else:
        choose(device.id, club.id)
    return device


def all_clubs() -> Sequence[Club]:
    return db.session.scalars(select(Club).order_by(Club.id)).all()


def one_match(match_id: int) -> Sequence[Match]:
    return db.session.scalars(select(Match).where(Match.id == match_id, Match.deleted_at.is_(None))).all()


DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of the text around them."""


def club_name(text: str) -> str:
    r"""A name for a club: one line without control characters or direction marks, of at most 80 characters.

    >>> club_name(" Les\x00 Cartes\u202e ")
    'Les Cartes'
    """
    return "".join(sign for sign in text if not has_control_characters(sign) and sign not in DIRECTION_MARKS).strip()[
        :80
    ]


@writing()
def name_club(club_id: int, name: str) -> None:
    db.session.execute(update(Club).where(Club.id == club_id).values(name=club_name(name)))


@writing()
def choose(device_id: int, club_id: int) -> bool:
    """Act in this club from now on; False if the device does not belong to it."""
    theirs = Membership.device_id == device_id, Membership.club_id == club_id
    chosen = update(Membership).where(*theirs).values(chosen_at=now()).returning(Membership.id)
    return can_be_id(club_id) and db.session.scalar(chosen) is not None


def owns(club_id: int, argument: str, value: object) -> bool | None:
    """Whether the row that this part of an address names belongs to the club; None where it names no row."""
    columns = OWNED.get(argument)
    if columns is None:
        return None
    if not columns:
        return str(value).startswith(f"{club_id}-")
    if not can_be_id(value):
        return False
    queries = (select(column).where(column == value, column.class_.club_id == club_id) for column in columns)
    return any(db.session.execute(query.limit(1)).first() for query in queries)


def can_be_id(value: object) -> bool:
    """Whether a number can be an id: a greater one would be an error of the database."""
    return not isinstance(value, int) or 0 < value <= LARGEST_ID


# Devices


def enrol(device: Device, club_id: int, role: str, invitation: Invitation | None = None) -> Membership:
    """The membership of the device in the club, made if there is none; the first keeper of a club becomes its owner."""
    query = select(Membership).where(Membership.device_id == device.id, Membership.club_id == club_id)
    present_membership = db.session.scalar(query)
    if present_membership is not None:
        return present_membership
    limits = {} if invitation is None else {"invitation_id": invitation.id, "match_id": invitation.match_id}
    new = Membership(device_id=device.id, club_id=club_id, role=role, number=_next_number(club_id), **limits)
    membership = added_once(new, query)
    if role == KEEPER and membership is new:
        make_owner(device, club_id, replace=False)
    return membership


def _next_number(club_id: int) -> int:
    """A number that no phone of this club had before; the row of the club makes those who come at once wait."""
    following = update(Club).where(Club.id == club_id).values(last_number=Club.last_number + 1)
    return db.session.execute(following.returning(Club.last_number)).scalar_one()


def make_owner(device: Device, club_id: int, replace: bool = True) -> None:
    """Make a keeper the owner, in place of the present one or, without ``replace``, only where there is none."""
    unowned = () if replace else (Club.owner_id.is_(None),)
    db.session.execute(update(Club).where(Club.id == club_id, *unowned).values(owner_id=device.id))


def device_known(device_key: str | None) -> Device | None:
    return db.session.scalar(select(Device).where(Device.key == device_key)) if device_key else None


def device_with(device_key: str | None, name: str = "") -> Device:
    """The device with this key, made if there is none; "" leaves its name as it is."""
    device = device_known(device_key)
    if device is None:
        new = Device(name="", key=device_key) if device_key else Device(name="")
        device = added_once(new, select(Device).where(Device.key == device_key))
    device.name = name[:40] or device.name
    db.session.flush()
    return device


def members(club_id: int) -> Sequence[Row[tuple[Membership, Device]]]:
    """The devices of a club, the oldest membership first."""
    query = select(Membership, Device).join(Device, Device.id == Membership.device_id)
    mine = query.where(Membership.club_id == club_id)
    return db.session.execute(mine.order_by(Membership.since, Membership.id)).all()


def membership(club_id: int, membership_id: int) -> Membership | None:
    query = select(Membership).where(Membership.id == membership_id, Membership.club_id == club_id)
    return db.session.scalar(query) if can_be_id(membership_id) else None


def membership_of(device_id: int, club_id: int) -> Membership | None:
    query = select(Membership).where(Membership.device_id == device_id, Membership.club_id == club_id)
    return db.session.scalar(query) if can_be_id(club_id) else None


def end_memberships(*which: ColumnElement[bool]) -> None:
    """Delete memberships, revoke the tokens that their devices made in the club, and tell the open pages of the matches
    in which they held a seat. The club must be locked.
    """
    makers = select(Membership.id).where(
        Membership.club_id == ApiToken.club_id, Membership.device_id == ApiToken.made_by, *which
    )
    theirs = update(ApiToken).where(ApiToken.revoked_at.is_(None), makers.exists())
    db.session.execute(theirs.values(revoked_at=now()).execution_options(synchronize_session=False))
    held = select(SeatHolder.match_id).join(Membership, Membership.id == SeatHolder.membership_id).where(*which)
    db.session.execute(update(Match).where(Match.id.in_(held)).values(seating=Match.seating + 1))
    db.session.execute(delete(Membership).where(*which))


@writing()
def name_device(device_id: int, name: str) -> None:
    db.session.execute(update(Device).where(Device.id == device_id).values(name=name[:40]))


def device_names(ids: Sequence[int | None]) -> dict[int, str]:
    """The names of those of these devices that have one."""
    wanted = {id for id in ids if id is not None}
    query = select(Device.id, Device.name).where(Device.id.in_(wanted), Device.name != "")
    return {row.id: row.name for row in db.session.execute(query)} if wanted else {}


def phones(club_id: int) -> dict[int, tuple[str, int]]:
    """The name, "" for none, and the number of each device of a club."""
    query = select(Device.id, Device.name, Membership.number).join(Membership, Membership.device_id == Device.id)
    mine = query.where(Membership.club_id == club_id)
    return {row.id: (row.name, row.number) for row in db.session.execute(mine)}


def mark_seen(engine: Engine, membership_id: int) -> None:
    """Note the visit of a device in a transaction of its own; not while another one writes."""
    moment = now()
    due = Membership.id == membership_id, Membership.seen_at <= moment - SEEN_EVERY
    with suppress(Busy, OperationalError), writing_apart(engine) as connection:
        connection.execute(update(Membership).where(*due).values(seen_at=moment))


def hashed(secret: str) -> str:
    """The stored form of a token or a recovery code; they are random, so nothing slower is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()
