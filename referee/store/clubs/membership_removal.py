"""End a membership: a device leaves, is removed, or hands on the ownership of the club."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from sqlalchemy import select

from referee.store.clubs.clubs import KEEPER, Visitor, can_be_id, end_memberships, make_owner, membership, membership_of
from referee.store.clubs.links import cut
from referee.store.clubs.table_codes import end_codes
from referee.store.database.models import ApiToken, Device, Invitation, Membership
from referee.store.database.orm_base import db
from referee.store.database.transactions import lock_club, writing


class Removal(Enum):
    """The outcome of a removal: done, or the reason why nothing has changed."""

    DONE = "done"
    NOT_HERE = "not here"
    NO_KEEPER = "who asks keeps the club no more"
    LAST_KEEPER = "nobody else keeps the club"
    OWNER = "the owner goes only after handing the club on"


@writing()
def leave(device_id: int, club_id: int) -> Removal:
    """Take one's own device out of a club."""
    owner_id = lock_club(club_id) if can_be_id(club_id) else None
    mine = membership_of(device_id, club_id)
    if mine is None:
        return Removal.NOT_HERE
    why = _must_stay(mine, owner_id)
    if why is None:
        end_memberships(Membership.id == mine.id)
    return why or Removal.DONE


@writing()
def throw_out(asking: Visitor, membership_id: int, its_links: bool = True, its_guests: bool = False) -> Removal:
    """Take a device out of the club, whose codes of tables end; only a keeper does, and nobody removes the owner.

    :param its_links: also revoke the links it made and the one it came by.
    :param its_guests: also remove the devices that came by its links, by theirs, and so on; never the owner or this
    keeper.
    """
    owner_id = lock_club(asking.club.id)
    keeper, leaving = (membership(asking.club.id, id_) for id_ in (asking.membership_id, membership_id))
    if keeper is None or keeper.role != KEEPER:
        return Removal.NO_KEEPER
    if leaving is None:
        return Removal.NOT_HERE
    why = _must_stay(leaving, owner_id)
    if why is not None:
        return why
    staying = {keeper.device_id, owner_id}
    out = {leaving.device_id, *(_guests(leaving, staying) if its_guests else ())}
    if its_links or its_guests:
        cut(asking.club.id, out, also=leaving.invitation_id if its_links else None)
    end_codes(asking.club.id)
    end_memberships(Membership.club_id == asking.club.id, Membership.device_id.in_(out))
    return Removal.DONE


def programs_by_maker(club_id: int) -> dict[int, list[str]]:
    """The names of the programs that end with a device of the club, by its id: those whose tokens it made."""
    living = ApiToken.club_id == club_id, ApiToken.revoked_at.is_(None), ApiToken.made_by.is_not(None)
    query = select(ApiToken.made_by, Device.name).join(Device, Device.id == ApiToken.device_id).where(*living)
    found: dict[int, list[str]] = {}
    for maker, name in db.session.execute(query.order_by(ApiToken.id)):
        found.setdefault(maker, []).append(name)
    return found


def _must_stay(leaving: Membership, owner_id: int | None) -> Removal | None:
    """Why this device cannot go, None if it can."""
    keepers = select(Membership.id).where(Membership.club_id == leaving.club_id, Membership.role == KEEPER)
    if db.session.scalars(keepers).all() == [leaving.id]:
        return Removal.LAST_KEEPER
    return Removal.OWNER if leaving.device_id == owner_id else None


def _guests(leaving: Membership, staying: Collection[int | None]) -> set[int]:
    """The devices that came by the links of this one, by their links, and so on."""
    query = (
        select(Invitation.made_by, Membership.device_id)
        .join(Membership, Membership.invitation_id == Invitation.id)
        .where(Invitation.club_id == leaving.club_id, Membership.club_id == leaving.club_id)
    )
    pairs = [(host, guest) for host, guest in db.session.execute(query) if guest not in staying]
    out: set[int] = set()
    new = {leaving.device_id}
    while new:
        new = {guest for host, guest in pairs if host in new} - out
        out |= new
    return out


@writing()
def hand_on(asking: Visitor, membership_id: int) -> bool:
    """Make another keeper the owner; False if it is none, or the device that asks is not the owner."""
    owner_id = lock_club(asking.club.id)
    heir = membership(asking.club.id, membership_id)
    if owner_id != asking.device.id or heir is None or heir.role != KEEPER:
        return False
    make_owner(db.session.get_one(Device, heir.device_id), asking.club.id)
    return True
