"""Requests of watchers to keep: asked in a match, allowed or refused by any keeper of the club."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Row, select, update

from referee.store.clubs.clubs import KEEPER, WATCHER, Visitor, make_owner, membership
from referee.store.database.models import Device, Membership
from referee.store.database.orm_base import db
from referee.store.database.transactions import lock_club, writing

MOST = 20
"""Requests on a page, the oldest first."""


@writing()
def ask(asking: Visitor, match_id: int) -> None:
    """Ask the keepers of a match; who keeps already asks nothing."""
    lock_club(asking.club.id)
    mine = Membership.id == asking.membership_id, Membership.role == WATCHER
    db.session.execute(update(Membership).where(*mine).values(asks_in=match_id))


@writing()
def answer(requester: Visitor, membership_id: int, allow: bool) -> bool:
    """Let a watcher keep, or refuse; False if it is none of this club's, or the requester keeps it no more.

    A request that was answered meanwhile stays as it was answered.
    """
    lock_club(requester.club.id)
    keeper, theirs = (membership(requester.club.id, id_) for id_ in (requester.membership_id, membership_id))
    if keeper is None or keeper.role != KEEPER or theirs is None:
        return False
    if allow and theirs.asks_in is not None:
        theirs.role, theirs.match_id = KEEPER, None
        make_owner(db.session.get_one(Device, theirs.device_id), requester.club.id, replace=False)
    theirs.asks_in = None
    return True


def requests(club_id: int, match_id: int | None = None) -> Sequence[Row[tuple[Membership, Device]]]:
    """The watchers who ask in a match of this club, or in any."""
    query = select(Membership, Device).join(Device, Device.id == Membership.device_id)
    asked = Membership.asks_in.is_not(None) if match_id is None else Membership.asks_in == match_id
    return db.session.execute(
        query.where(Membership.club_id == club_id, asked).order_by(Membership.since, Membership.id).limit(MOST)
    ).all()


def asks(membership_id: int) -> bool:
    """Whether the request of this membership waits for an answer."""
    mine = Membership.id == membership_id, Membership.asks_in.is_not(None)
    return db.session.scalar(select(Membership.id).where(*mine)) is not None
