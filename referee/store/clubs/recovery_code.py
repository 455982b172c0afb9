"""The recovery code of a club: it brings its owner back on a new phone. It is shown once and stored as a hash.

Only the owner, or a keeper who knows the present code, makes a new one.
"""

from __future__ import annotations

import secrets

from sqlalchemy import select, update

from referee.store.clubs.clubs import KEEPER, Visitor, device_with, enrol, hashed, make_owner, membership
from referee.store.database.models import Club, Device, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import lock_club, writing

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 signs that are not confused on paper: no I, L, O and U (Crockford's). Twenty of them are 100 random bits."""

GROUPS, GROUP = 4, 5
MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})


@writing()
def new_code(asking: Visitor, old: str = "") -> str | None:
    """A new code for this club, which replaces the old one; None without the right to it."""
    owner_id = lock_club(asking.club.id)
    keeper = membership(asking.club.id, asking.membership_id)
    knows = keeper is not None and keeper.role == KEEPER and club_with(old) == asking.club.id
    if owner_id != asking.device.id and not knows:
        return None
    code = "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))
    db.session.execute(update(Club).where(Club.id == asking.club.id).values(recovery_hash=hashed(read_code(code))))
    return code


def read_code(typed: str) -> str:
    """The code as it is kept, however it was typed.

    >>> read_code(" o1234-abcil 5u678 90xyz ")
    '01234ABC115V67890XYZ'
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum()).translate(MISREAD)


def club_with(typed: str) -> int | None:
    """The id of the club that this code opens."""
    return db.session.scalar(select(Club.id).where(Club.recovery_hash == hashed(read_code(typed))))


@writing()
def recover(typed: str, device_key: str | None, name: str) -> Device | None:
    """Make the device keeper and owner of the club with this code; None without such a club.

    The former owner stays a keeper: a lost phone can then be removed.
    """
    club_id = club_with(typed)
    if club_id is None:
        return None
    lock_club(club_id)
    if club_with(typed) != club_id:  # replaced a moment ago
        return None
    device = device_with(device_key, name)
    joined = enrol(device, club_id, KEEPER)
    # Whatever link it came by may be cut.
    joined.role, joined.match_id, joined.invitation_id, joined.asks_in = KEEPER, None, None, None
    joined.chosen_at = joined.seen_at = now()
    make_owner(device, club_id)
    return device
