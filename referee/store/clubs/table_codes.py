"""The code of a table: six signs, said or scanned, that let phones watch the matches of an evening.

An evening has one code at a time, made at a tap. It opens while a match of the evening goes on, and for a day after the
last one is over. The six signs and the token of the QR code are derived from a stored seed with the secret of the
installation, which is not in the database: who reads the database learns no code.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, or_, select, update
from sqlalchemy.orm import aliased

from referee.store.clubs.clubs import KEEPER, WATCHER, Visitor, hashed, membership
from referee.store.database.models import Club, Evening, Invitation, Match, RecordRow, TableCode, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import LINK, count_stored
from referee.store.database.transactions import lock_club, writing

ALPHABET = "23456789CFKMPRVY"
"""Sixteen signs, so that six of them are 24 random bits: 16,777,216 codes.

To the eye: no 0, O, Q, D; no 1, I, L; no Z (2), S (5), B (8), G (6), U (V). To the ear, in French and in English: no
vowels (E in English is I in French, A in French is R in English) and no G, J (each is named like the other in the other
language); no T (P), N (M), W (V, and "double V"), H (8 in English), X (6). Without vowels no code is a word.
"""
SIGNS = 6
BITS = 4
"""Of each sign."""
LONGEST = timedelta(days=7)
"""Of a code, however long its match stays open."""
AFTER = timedelta(days=1)
"""How long it opens after the last match of the evening is over."""
TRIES = 20
"""Seeds until the code is not that of another table: the first one almost always is none."""

PLAYED, CODE = aliased(Match), aliased(TableCode)
"""Made once: each copies the columns of its table, which takes longer than the query."""


@dataclass(frozen=True, slots=True)
class Code:
    """A code that opens: its six signs, and the token of the link that the QR code leads to."""

    invitation_id: int
    signs: str
    token: str


def _derived(secret: bytes, what: str, seed: str) -> bytes:
    return hmac.digest(secret, f"table {what} {seed}".encode(), "sha256")


def signs_of(secret: bytes, seed: str) -> str:
    number = int.from_bytes(_derived(secret, "code", seed)[: SIGNS * BITS // 8])
    return "".join(ALPHABET[number >> BITS * place & len(ALPHABET) - 1] for place in range(SIGNS))


def _token(secret: bytes, seed: str) -> str:
    return urlsafe_b64encode(_derived(secret, "token", seed))[:22].decode()


def _code_hash(secret: bytes, signs: str) -> str:
    """Keyed: all codes could be hashed in a second."""
    return _derived(secret, "hash", signs).hex()


def read_signs(typed: str) -> str:
    """The signs of a code, however it was typed.

    >>> read_signs(" 4k7-p2m ")
    '4K7P2M'
    """
    return "".join(sign for sign in typed.upper() if sign.isalnum())


def going_on(evening_id: Any) -> ColumnElement[bool]:
    """Whether a match of this evening goes on, or was over less than a day ago, whatever was corrected since."""
    recorded = RecordRow.match_id == PLAYED.id, RecordRow.amends.is_(None), RecordRow.recorded_at > now() - AFTER
    lasting = or_(PLAYED.over.is_(False), exists().where(*recorded))
    return exists().where(PLAYED.evening_id == evening_id, PLAYED.deleted_at.is_(None), lasting)


def opens() -> ColumnElement[bool]:
    """Whether an invitation is of no table, or of one that goes on."""
    table = exists().where(CODE.invitation_id == Invitation.id)
    return or_(~table, table.where(going_on(CODE.evening_id)))


def evening_at(club_id: int, evening_id: int | None = None) -> int | None:
    """The evening whose table has a code or may get one: this one, or the club's with the last change; None: none."""
    query = select(Match.evening_id).join(Evening, Evening.id == Match.evening_id).where(Match.club_id == club_id)
    mine = query.where(going_on(Match.evening_id)) if evening_id is None else query.where(Evening.id == evening_id)
    ready = mine.where(Match.deleted_at.is_(None), going_on(Match.evening_id))
    return db.session.scalar(ready.order_by(Match.changed_at.desc(), Match.id.desc()).limit(1))


def code_of(secret: bytes, evening_id: int | None) -> Code | None:
    """The code of an evening that opens; None without one, or where it was made under another secret."""
    query = select(TableCode).join(Invitation, Invitation.id == TableCode.invitation_id)
    row = db.session.scalar(query.where(TableCode.evening_id == evening_id, *_valid()))
    if row is None:
        return None
    signs = signs_of(secret, row.seed)
    if row.code_hash != _code_hash(secret, signs):
        return None
    return Code(row.invitation_id, signs, _token(secret, row.seed))


def _valid() -> tuple[ColumnElement[bool], ...]:
    return Invitation.revoked_at.is_(None), Invitation.expires_at > now(), opens()


@writing()
def make_code(secret: bytes, asking: Visitor, evening_id: int) -> bool:
    """Make a new code for an evening; the one before opens nothing any more, and who came by it stays.

    False if the device keeps the club no more, or no match of the evening goes on.
    """
    lock_club(asking.club.id)
    keeper = membership(asking.club.id, asking.membership_id)
    if keeper is None or keeper.role != KEEPER or evening_at(asking.club.id, evening_id) is None:
        return False
    count_stored(LINK)
    _end(TableCode.evening_id == evening_id)
    seed = next(seed for seed in (secrets.token_urlsafe(16) for _ in range(TRIES)) if not _is_taken(secret, seed))
    invitation = Invitation(
        club_id=asking.club.id,
        token_hash=hashed(_token(secret, seed)),
        role=WATCHER,
        made_by=keeper.device_id,
        expires_at=now() + LONGEST,
    )
    db.session.add(invitation)
    db.session.flush()
    hash_of_code = _code_hash(secret, signs_of(secret, seed))
    db.session.add(TableCode(invitation_id=invitation.id, evening_id=evening_id, seed=seed, code_hash=hash_of_code))
    return True


def _is_taken(secret: bytes, seed: str) -> bool:
    same = TableCode.code_hash == _code_hash(secret, signs_of(secret, seed))
    return db.session.scalar(select(TableCode.invitation_id).where(same)) is not None


def end_codes(club_id: int) -> None:
    """End all codes of a club: a member who is thrown out may know them. The club must be locked."""
    _end(TableCode.evening_id.in_(select(Evening.id).where(Evening.club_id == club_id)))


def _end(which: ColumnElement[bool]) -> None:
    theirs = Invitation.id.in_(select(TableCode.invitation_id).where(which)), Invitation.revoked_at.is_(None)
    fetched = {"synchronize_session": "fetch"}
    db.session.execute(update(Invitation).where(*theirs).values(revoked_at=now()), execution_options=fetched)
    db.session.execute(delete(TableCode).where(which), execution_options=fetched)


def invitation_with(secret: bytes, typed: str) -> tuple[Invitation, Club] | None:
    """The invitation that a typed code opens, and its club."""
    query = (
        select(Invitation, Club)
        .join(Club, Club.id == Invitation.club_id)
        .join(TableCode, TableCode.invitation_id == Invitation.id)
        .where(TableCode.code_hash == _code_hash(secret, read_signs(typed)), *_valid())
    )
    row = db.session.execute(query).first()
    return (row[0], row[1]) if row else None


def tables_by_code(club_id: int) -> set[int]:
    """The ids of the invitations of a club that are codes of tables."""
    query = select(TableCode.invitation_id).join(Evening, Evening.id == TableCode.evening_id)
    return set(db.session.scalars(query.where(Evening.club_id == club_id)))


def match_at(invitation_id: int) -> Match | None:
    """Where a phone arrives by a code: the match of the evening that goes on, none of several; else the last one."""
    query = select(Match).join(TableCode, TableCode.evening_id == Match.evening_id)
    tonight = query.where(TableCode.invitation_id == invitation_id, Match.deleted_at.is_(None))
    matches = db.session.scalars(tonight.order_by(Match.over, Match.changed_at.desc(), Match.id.desc()).limit(2)).all()
    several = len(matches) == 2 and not matches[1].over
    return matches[0] if matches and not several else None
