"""Who goes: a device that leaves, one that is thrown out, and the owner who hands the club on."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from sqlalchemy import delete, select

from referee.store.clubs import KEEPER, Present, fits, membership, membership_of, own
from referee.store.database import db, writing
from referee.store.holding import hold
from referee.store.links import cut
from referee.store.models import Device, Invitation, Membership

__all__ = ["Removal", "hand_on", "leave", "throw_out"]


class Removal(Enum):
    """What came of taking a device out of a club: it is done, or nothing has changed and this is why."""

    DONE = "done"
    NOT_HERE = "not here"
    NO_KEEPER = "who asks keeps the club no more"
    LAST_KEEPER = "nobody else keeps the club"
    OWNER = "the owner goes only after handing the club on"


@writing()
def leave(device_id: int, club_id: int) -> Removal:
    """Take one's own device out of a club."""
    owner_id = hold(club_id) if fits(club_id) else None
    mine = membership_of(device_id, club_id)
    if mine is None:
        return Removal.NOT_HERE
    why = _must_stay(mine, owner_id)
    if why is None:
        db.session.execute(delete(Membership).where(Membership.id == mine.id))
    return why or Removal.DONE


@writing()
def throw_out(here: Present, membership_id: int, its_links: bool = True, its_guests: bool = False) -> Removal:
    """Take a device out of the club; only a keeper does, and nobody throws the owner out.

    :param its_links: cut the links it made and the one it came by, so that nobody comes by them any more.
    :param its_guests: take out with it, and their links, the devices that came by its links, by theirs, and so on;
        never the owner or who does this.
    """
    owner_id = hold(here.club.id)
    acting, found = (membership(here.club.id, one) for one in (here.membership_id, membership_id))
    if acting is None or acting.role != KEEPER:
        return Removal.NO_KEEPER
    if found is None:
        return Removal.NOT_HERE
    why = _must_stay(found, owner_id)
    if why is not None:
        return why
    staying = {acting.device_id, owner_id}
    out = {found.device_id, *(_guests(found, staying) if its_guests else ())}
    if its_links or its_guests:
        cut(here.club.id, out, also=found.invitation_id if its_links else None)
    mine = Membership.club_id == here.club.id
    db.session.execute(delete(Membership).where(mine, Membership.device_id.in_(out)))
    return Removal.DONE


def _must_stay(found: Membership, owner_id: int | None) -> Removal | None:
    """Why this device cannot go, None if it can."""
    keepers = select(Membership.id).where(Membership.club_id == found.club_id, Membership.role == KEEPER)
    if db.session.scalars(keepers).all() == [found.id]:
        return Removal.LAST_KEEPER
    return Removal.OWNER if found.device_id == owner_id else None


def _guests(found: Membership, staying: Collection[int | None]) -> set[int]:
    """The devices that came by the links of this one, and by their links, and so on."""
    came = (
        select(Invitation.made_by, Membership.device_id)
        .join(Membership, Membership.invitation_id == Invitation.id)
        .where(Invitation.club_id == found.club_id, Membership.club_id == found.club_id)
    )
    pairs = [(host, guest) for host, guest in db.session.execute(came) if guest not in staying]
    out: set[int] = set()
    new = {found.device_id}
    while new:
        new = {guest for host, guest in pairs if host in new} - out
        out |= new
    return out


@writing()
def hand_on(here: Present, membership_id: int) -> bool:
    """Make another keeper the owner; False if that is none, or who asks does not own the club any more."""
    owner_id = hold(here.club.id)
    found = membership(here.club.id, membership_id)
    if owner_id != here.device.id or found is None or found.role != KEEPER:
        return False
    own(db.session.get_one(Device, found.device_id), here.club.id)
    return True
