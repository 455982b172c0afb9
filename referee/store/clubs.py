"""Clubs, devices and the links that hand on a role. Everything else is found through the club given here."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from referee.store.database import db
from referee.store.models import Club, Device, Invitation, Membership, now

__all__ = ["KEEPER", "WATCHER", "Present", "found_club", "invite", "invitation_for", "join", "present", "revoke"]

KEEPER, WATCHER = "keeper", "watcher"


@dataclass(frozen=True, slots=True)
class Present:
    """The device that asks, the club it acts in, and what it may do there."""

    device: Device
    club: Club
    role: str

    @property
    def keeps(self) -> bool:
        return self.role == KEEPER


def present(device_key: str | None) -> Present | None:
    """Who asks, in one query: the device with this key in the club it joined last; None if it is in no club."""
    if not device_key:
        return None
    query = (
        select(Device, Club, Membership.role)
        .join(Membership, Membership.device_id == Device.id)
        .join(Club, Club.id == Membership.club_id)
        .where(Device.key == device_key)
        .order_by(Membership.since.desc(), Membership.id.desc())
        .limit(1)
    )
    found = db.session.execute(query).first()
    return Present(*found) if found else None


def found_club() -> Present:
    """A new club with a new device as its keeper: what a first match on a fresh install makes."""
    device, club = Device(), Club()
    db.session.add_all((device, club))
    db.session.flush()
    db.session.add(Membership(device_id=device.id, club_id=club.id, role=KEEPER))
    db.session.flush()
    return Present(device, club, KEEPER)


def invite(club: Club, role: str) -> str:
    """A new link's token, 128 random bits; it can be read here only, afterwards its hash alone is known."""
    token = secrets.token_urlsafe(16)
    db.session.add(Invitation(club_id=club.id, token_hash=_hashed(token), role=role))
    db.session.commit()
    return token


def invitation_for(token: str) -> tuple[Invitation, Club] | None:
    """The invitation behind a token and its club; None if it is unknown or was revoked."""
    query = (
        select(Invitation, Club)
        .join(Club, Club.id == Invitation.club_id)
        .where(Invitation.token_hash == _hashed(token), Invitation.revoked_at.is_(None))
    )
    found = db.session.execute(query).first()
    return (found[0], found[1]) if found else None


def join(invitation: Invitation, device_key: str | None, name: str) -> Device:
    """Make the device a member with the invitation's role; a keeper is not made a watcher by it.

    The membership remembers the invitation that gave its role: revoking another link does not end it.
    """
    device = db.session.scalar(select(Device).where(Device.key == device_key)) if device_key else None
    if device is None:
        device = Device(name=name)
        db.session.add(device)
        db.session.flush()
    device.name = name or device.name
    membership = _membership(device, invitation) or _new_membership(device, invitation)
    if membership.role != KEEPER and invitation.role == KEEPER:
        membership.role = KEEPER
        membership.invitation_id = invitation.id
    membership.since = now()
    db.session.commit()
    return device


def _membership(device: Device, invitation: Invitation) -> Membership | None:
    query = select(Membership).where(Membership.device_id == device.id, Membership.club_id == invitation.club_id)
    return db.session.scalar(query)


def _new_membership(device: Device, invitation: Invitation) -> Membership:
    """A new membership, or the one that a double tap has just made."""
    given = {"device_id": device.id, "club_id": invitation.club_id, "invitation_id": invitation.id}
    try:
        with db.session.begin_nested():
            made = Membership(role=invitation.role, **given)
            db.session.add(made)
    except IntegrityError:
        return db.session.scalars(select(Membership).filter_by(device_id=device.id, club_id=invitation.club_id)).one()
    return made


def revoke(club: Club, invitation_id: int) -> None:
    """End a link of this club, and the memberships it gave."""
    invitation = db.session.scalar(
        select(Invitation).where(Invitation.id == invitation_id, Invitation.club_id == club.id)
    )
    if invitation is None:
        return
    invitation.revoked_at = now()
    for membership in db.session.scalars(select(Membership).where(Membership.invitation_id == invitation.id)):
        db.session.delete(membership)
    db.session.commit()


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
