"""Clubs and their devices. Everything else is found through the club given here.

A device belongs to a club by a membership: a keeper records and corrects, a watcher reads, all of the club's matches
or one of them. A club with a keeper is never left without one, and one of its keepers owns it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Engine, Row, Select, exists, or_, select, update
from sqlalchemy.exc import IntegrityError, OperationalError

from referee.store.database import Busy, db, turn, writing
from referee.store.models import Club, Device, Evening, Invitation, Match, Membership, Player, now
from referee.store.quotas import room_for_club

__all__ = [
    "KEEPER", "OWNED", "SEEN_EVERY", "WATCHER", "MatchNow", "Present", "another_club", "choose", "clubs_of",
    "device_known", "device_names", "device_with", "elsewhere", "enrol", "fits", "found_club", "hashed",
    "mark_seen", "members", "membership", "membership_of", "name_club", "name_device", "one_match", "own", "owns",
    "phones", "present",
]  # fmt: skip

KEEPER, WATCHER = "keeper", "watcher"

SEEN_EVERY = timedelta(minutes=10)
"""A membership's ``seen_at`` is never written more often."""

LARGEST_ID = 2**31 - 1

OWNED: dict[str, tuple[Any, ...]] = {
    "public_id": (Match.public_id, Evening.public_id),
    "player_id": (Player.id,),
    "invitation_id": (Invitation.id,),
    "membership_id": (Membership.id,),
    "name": (),
}
"""What the parts of an address name, where it belongs to a club: by the name its route has for it.

A ``name`` (of a file that waits to be brought in) is of no table: it begins with the number of its club.
"""


class MatchNow(NamedTuple):
    """The match that an address names: as much of it as can be told without its log."""

    id: int
    length: int
    over: bool


@dataclass(frozen=True, slots=True)
class Present:
    """The device that asks, the club it acts in, and what it may do there.

    ``only``: the one match of the club that exists for it, None for all of them; ``match``: the match it asks about.
    """

    device: Device
    club: Club
    membership_id: int
    role: str
    only: int | None
    seen_at: datetime
    match: MatchNow | None = None

    @property
    def keeps(self) -> bool:
        return self.role == KEEPER

    @property
    def is_owner(self) -> bool:
        return self.club.owner_id == self.device.id


def present(device_key: str | None, match: str | None = None) -> Present | None:
    """Who asks, in one query: the device with this key in the club it chose last; None if it is in no club.

    Asked about a match, it acts in the club of that match: None if it does not belong there, or may not see this one.
    """
    if not device_key:
        return None
    asked = (Device, Club, Membership.id, Membership.role, Membership.match_id, Membership.seen_at)
    query = _within(select(*asked, *((Match.id, Match.length, Match.over) if match else ())))
    if match:
        query = query.join(Match, Match.club_id == Club.id).where(
            Match.public_id == match, Match.deleted_at.is_(None),
            or_(Membership.match_id.is_(None), Membership.match_id == Match.id),
        )  # fmt: skip
    found = db.session.execute(query.where(Device.key == device_key).limit(1)).first()
    if found is None:
        return None
    return Present(*found[:6], match=MatchNow(*found[6:]) if match else None)


def _within(query: Select[Any]) -> Select[Any]:
    """The query over devices and their clubs, the club chosen last first."""
    joined = query.select_from(Device).join(Membership, Membership.device_id == Device.id)
    return joined.join(Club, Club.id == Membership.club_id).order_by(Membership.chosen_at.desc(), Membership.id.desc())


def clubs_of(device_id: int) -> Sequence[Row[tuple[Club, Membership]]]:
    """The clubs a device belongs to, the one chosen last first."""
    return db.session.execute(_within(select(Club, Membership)).where(Device.id == device_id)).all()


@writing()
def found_club(device_key: str | None = None) -> Present:
    """A new club with this device (a new one if it is not known) as its owner.

    :raises Full: there may be no more clubs.
    """
    room_for_club()
    device = device_with(device_key)
    club = Club()
    db.session.add(club)
    db.session.flush()
    made = enrol(device, club.id, KEEPER)
    return Present(device, club, made.id, made.role, None, made.seen_at)


@writing()
def another_club(device_key: str | None) -> Device:
    """Open a club of one's own beside others; one that is still blank is used again. Returns the device."""
    device = device_with(device_key)
    blank = (
        select(Club)
        .join(Membership, Membership.club_id == Club.id)
        .where(Membership.device_id == device.id, Membership.role == KEEPER, Club.name == "")
        .where(~exists().where(Match.club_id == Club.id))
    )
    club = db.session.scalar(blank.limit(1))
    if club is None:
        found_club(device.key)
    else:
        choose(device.id, club.id)
    return device


def one_match(match_id: int) -> Sequence[Match]:
    """The one match that a device may see, unless it was deleted."""
    return db.session.scalars(select(Match).where(Match.id == match_id, Match.deleted_at.is_(None))).all()


@writing()
def name_club(club: Club, name: str) -> None:
    """Give the club a name, or take it away."""
    club.name = name[:80]


@writing()
def choose(device_id: int, club_id: int) -> bool:
    """Act in this club from now on; False if the device does not belong to it."""
    theirs = Membership.device_id == device_id, Membership.club_id == club_id
    done = db.session.execute(update(Membership).where(*theirs).values(chosen_at=now())) if fits(club_id) else None
    return bool(done and done.rowcount)


def owns(club_id: int, argument: str, value: object) -> bool | None:
    """Whether what this part of an address names belongs to the club; None where it names nothing that could."""
    columns = OWNED.get(argument)
    if columns is None:
        return None
    if not columns:
        return str(value).startswith(f"{club_id}-")
    if not fits(value):
        return False
    queries = (select(column).where(column == value, column.class_.club_id == club_id) for column in columns)
    return any(db.session.execute(query.limit(1)).first() for query in queries)


def fits(value: object) -> bool:
    """Whether a number can be an id: a greater one would be an error of the database."""
    return not isinstance(value, int) or 0 < value <= LARGEST_ID


# Devices


def enrol(device: Device, club_id: int, role: str, invitation: Invitation | None = None) -> Membership:
    """The device's membership in the club: the one it has as it is, one that a double tap has just made, a new one.

    The first keeper of a club without an owner owns it.
    """
    query = select(Membership).where(Membership.device_id == device.id, Membership.club_id == club_id)
    found = db.session.scalar(query)
    if found is not None:
        return found
    given = {} if invitation is None else {"invitation_id": invitation.id, "match_id": invitation.match_id}
    try:
        with db.session.begin_nested():
            made = Membership(device_id=device.id, club_id=club_id, role=role, **given)
            db.session.add(made)
    except IntegrityError:
        return db.session.scalars(query).one()
    if role == KEEPER:
        own(device, club_id, instead=False)
    return made


def own(device: Device, club_id: int, instead: bool = True) -> None:
    """Make a keeper the owner of the club, in the place of the present one or only where there is none."""
    unowned = () if instead else (Club.owner_id.is_(None),)
    db.session.execute(update(Club).where(Club.id == club_id, *unowned).values(owner_id=device.id))


def device_known(device_key: str | None) -> Device | None:
    """The device with this key."""
    return db.session.scalar(select(Device).where(Device.key == device_key)) if device_key else None


def device_with(device_key: str | None, name: str = "") -> Device:
    """The device with this key, made if there is none; it keeps its old name where no new one is given."""
    device = device_known(device_key) or _new_device(device_key)
    device.name = name[:40] or device.name
    db.session.flush()
    return device


def _new_device(device_key: str | None) -> Device:
    """A new device, or the one that a double tap has just made."""
    try:
        with db.session.begin_nested():
            made = Device(name="", key=device_key) if device_key else Device(name="")
            db.session.add(made)
    except IntegrityError:
        return db.session.scalars(select(Device).where(Device.key == device_key)).one()
    return made


def members(club_id: int) -> Sequence[Row[tuple[Membership, Device]]]:
    """The devices of a club, those that were there first first."""
    query = select(Membership, Device).join(Device, Device.id == Membership.device_id)
    mine = query.where(Membership.club_id == club_id)
    return db.session.execute(mine.order_by(Membership.since, Membership.id)).all()


def membership(club_id: int, membership_id: int) -> Membership | None:
    """A membership of this club."""
    query = select(Membership).where(Membership.id == membership_id, Membership.club_id == club_id)
    return db.session.scalar(query) if fits(membership_id) else None


def membership_of(device_id: int, club_id: int) -> Membership | None:
    """A device's own membership in a club."""
    query = select(Membership).where(Membership.device_id == device_id, Membership.club_id == club_id)
    return db.session.scalar(query) if fits(club_id) else None


def elsewhere(device_id: int, club_id: int) -> bool:
    """Whether a device belongs to another club too."""
    other = Membership.device_id == device_id, Membership.club_id != club_id
    return db.session.scalar(select(Membership.id).where(*other).limit(1)) is not None


@writing()
def name_device(device_id: int, name: str) -> None:
    """Say whose phone it is."""
    db.session.execute(update(Device).where(Device.id == device_id).values(name=name[:40]))


def device_names(ids: Sequence[int | None]) -> dict[int, str]:
    """What these devices are called; one without a name is left out."""
    known = {id for id in ids if id is not None}
    query = select(Device.id, Device.name).where(Device.id.in_(known), Device.name != "")
    return {row.id: row.name for row in db.session.execute(query)} if known else {}


def phones(club_id: int) -> dict[int, str]:
    """What the devices of a club are called, in one query; "" is one without a name."""
    query = select(Device.id, Device.name).join(Membership, Membership.device_id == Device.id)
    return {row.id: row.name for row in db.session.execute(query.where(Membership.club_id == club_id))}


def mark_seen(engine: Engine, membership_id: int) -> None:
    """Remember that this device was there, in a transaction of its own; not now if somebody is recording."""
    moment = now()
    due = Membership.id == membership_id, Membership.seen_at <= moment - SEEN_EVERY
    with suppress(Busy, OperationalError), turn(engine, patience=0), engine.begin() as connection:
        connection.execute(update(Membership).where(*due).values(seen_at=moment))


def hashed(secret: str) -> str:
    """What is kept of a token or a recovery code: they are random, so that nothing slower is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()
