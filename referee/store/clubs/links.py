"""Links hand on a role: their maker is known, they expire, and they can be revoked."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, select, update

from referee.store.clubs.clubs import (
    KEEPER,
    WATCHER,
    ClubRow,
    Visitor,
    can_be_id,
    device_with,
    end_memberships,
    enrol,
    hashed,
    make_owner,
    membership,
    membership_of,
)
from referee.store.clubs.table_codes import end_codes, match_at, opens
from referee.store.database.models import Club, Device, Invitation, Match, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import DEVICE, LINK, count_stored
from referee.store.database.transactions import lock_club, writing

OWNER = "owner"
"""The role of a link from the host: the first device that opens it becomes the owner."""

LASTS = {OWNER: timedelta(days=7), KEEPER: timedelta(days=7), WATCHER: timedelta(days=90)}
"""The validity of a link; memberships stay."""


class NoKeeper(Exception):
    """The device that asks for a link keeps the club no more."""


@writing()
def invite(
    club: Club | ClubRow, role: str, match_id: int | None = None, made_by: int | None = None, made_in: int | None = None
) -> str:
    """The token of a new link, 128 random bits; only its hash is stored.

    :param made_by: the id of the device it is made on; None: the host's own command.
    :param made_in: the id of the match it is made in: the page of arrival.
    :raises NoKeeper: that device keeps the club no more.
    :raises ValueError: a keeper of a single match.
    """
    if role != WATCHER and match_id is not None:
        raise ValueError("only a watcher can be let into a single match")
    lock_club(club.id)
    acting = None if made_by is None else membership_of(made_by, club.id)
    if made_by is not None and (acting is None or acting.role != KEEPER):
        raise NoKeeper
    count_stored(LINK)
    token, ends = secrets.token_urlsafe(16), now() + LASTS[role]
    db.session.add(
        Invitation(
            club_id=club.id,
            token_hash=hashed(token),
            role=role,
            match_id=match_id,
            made_by=made_by,
            made_in=made_in,
            expires_at=ends,
        )
    )
    return token


def invitation_for(token: str) -> tuple[Invitation, Club] | None:
    """The invitation of a token and its club; None if it is unknown, expired or revoked, or its match is deleted."""
    query = (
        select(Invitation, Club)
        .join(Club, Club.id == Invitation.club_id)
        .outerjoin(Match, Match.id == Invitation.match_id)
        .where(Invitation.token_hash == hashed(token), *_opens(), Match.deleted_at.is_(None))
    )
    row = db.session.execute(query).first()
    return (row[0], row[1]) if row else None


def _opens() -> tuple[ColumnElement[bool], ...]:
    return Invitation.revoked_at.is_(None), Invitation.expires_at > now(), opens()


def links(club_id: int) -> Sequence[tuple[Invitation, Match | None]]:
    """The links of a club that are not revoked, the latest first, each with the match it is limited to."""
    query = select(Invitation, Match).outerjoin(Match, Match.id == Invitation.match_id)
    mine = query.where(Invitation.club_id == club_id, Invitation.revoked_at.is_(None))
    rows = db.session.execute(mine.order_by(Invitation.created_at.desc(), Invitation.id.desc()))
    return [(invitation, match) for invitation, match in rows]


@writing()
def join(invitation: Invitation, device_key: str | None, name: str) -> Device | None:
    """Make the device a member with the invitation's role; a link never narrows a role.

    None if the link was revoked meanwhile, or the device made it itself before it was removed. The membership notes the
    invitation that gave its role: revoking another one does not end it.
    """
    lock_club(invitation.club_id)
    query = select(Invitation).where(Invitation.id == invitation.id, *_opens())
    fresh = db.session.scalar(query.execution_options(populate_existing=True))
    if fresh is None:
        return None
    count_stored(DEVICE)
    device = device_with(device_key, name)
    if fresh.made_by == device.id and membership_of(device.id, fresh.club_id) is None:
        return None
    joined = enrol(device, fresh.club_id, WATCHER if fresh.role == WATCHER else KEEPER, fresh)
    if fresh.role == OWNER:  # used: from now on it makes keepers only
        joined.role, joined.match_id, joined.invitation_id = KEEPER, None, None
        make_owner(device, fresh.club_id)
        fresh.role = KEEPER
    elif widens(joined, fresh):
        joined.role, joined.match_id, joined.invitation_id = fresh.role, fresh.match_id, fresh.id
        if fresh.role == KEEPER:
            make_owner(device, fresh.club_id, replace=False)
    if joined.role == KEEPER:
        joined.asks_in = None
    joined.chosen_at = joined.seen_at = now()
    return device


def widens(has: Membership, invitation: Invitation, owner_id: int | None = None) -> bool:
    """Whether a link gives more than the device has: to own, to record, all matches instead of one, another match."""
    if invitation.role == OWNER:
        return has.device_id != owner_id
    if has.role == KEEPER:
        return False
    return invitation.role == KEEPER or (has.match_id is not None and has.match_id != invitation.match_id)


def arrival(invitation: Invitation, only: int | None) -> Match | None:
    """The match at which a new member arrives: the only one it may see, the one the link was made in, or that of the
    table whose code it is.
    """
    match_id = only if only is not None else invitation.made_in
    if match_id is None:
        return match_at(invitation.id)
    query = select(Match).where(Match.id == match_id, Match.deleted_at.is_(None))
    return db.session.scalar(query)


@writing()
def revoke(asking: Visitor, invitation_id: int) -> bool:
    """Revoke a link, end the memberships it gave, and revoke the links of those members and all codes of tables.

    The device that revokes stays, and so does the owner. False if the link is none of this club's, or the device keeps
    the club no more.
    """
    owner_id = lock_club(asking.club.id)
    keeper = membership(asking.club.id, asking.membership_id)
    if keeper is None or keeper.role != KEEPER or not can_be_id(invitation_id):
        return False
    mine = Invitation.id == invitation_id, Invitation.club_id == asking.club.id
    invitation = db.session.scalar(select(Invitation).where(*mine).with_for_update())
    if invitation is None:
        return False
    invitation.revoked_at = now()
    granted = Membership.invitation_id == invitation.id, Membership.device_id.not_in({keeper.device_id, owner_id or 0})
    out = db.session.scalars(select(Membership.device_id).where(*granted)).all()
    end_memberships(*granted)
    cut(asking.club.id, out)
    end_codes(asking.club.id)
    return True


def cut(club_id: int, made_by: Collection[int], also: int | None = None) -> None:
    """Revoke the links of this club that these devices made, and one more link; memberships stay."""
    theirs = Invitation.made_by.in_(made_by) | (Invitation.id == also)
    living = Invitation.club_id == club_id, Invitation.revoked_at.is_(None)
    db.session.execute(update(Invitation).where(*living, theirs).values(revoked_at=now()))
