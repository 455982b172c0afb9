"""The recovery code of a club: it brings a keeper back on a new phone. Shown once, kept as a hash, replaceable."""

from __future__ import annotations

import secrets

from sqlalchemy import select

from referee.store.clubs import KEEPER, device_with, enrol, hashed
from referee.store.database import db, writing
from referee.store.models import Club, Device, now

__all__ = ["ALPHABET", "new_code", "read_code", "recover"]

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 signs that nobody confuses on paper: no I, L, O and U (Crockford's). Twenty of them are 100 random bits."""

GROUPS, GROUP = 4, 5
MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "U": "V"})


@writing()
def new_code(club: Club) -> str:
    """A new code for this club, which ends the old one; it can be read here only."""
    code = "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))
    club.recovery_hash = hashed(read_code(code))
    return code


def read_code(typed: str) -> str:
    """The code as it is kept, however it was typed.

    >>> read_code(" o1234-abcil 5u678 90xyz ")
    '01234ABC115V67890XYZ'
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum()).translate(MISREAD)


@writing()
def recover(typed: str, device_key: str | None, name: str) -> Device | None:
    """Make the device a keeper of the club with this code; None if there is no such club."""
    club_id = db.session.scalar(select(Club.id).where(Club.recovery_hash == hashed(read_code(typed))))
    if club_id is None:
        return None
    device = device_with(device_key, name)
    made = enrol(device, club_id, KEEPER)
    made.role, made.match_id, made.invitation_id = KEEPER, None, None  # whatever link it came by may be cut
    made.chosen_at = made.seen_at = now()
    return device
