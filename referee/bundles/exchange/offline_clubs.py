"""The clubs that a phone took along: their server, and the last record of each match that the server has."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, delete, func, or_, select, update

from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.database.models import Match, PurgedMatch, Seat, TakenClub, TakenMatch
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.stored_match import DamagedMatch, load
from referee.store.table_rules.table_rules import digest
from referee.words import say

NO_ANSWER = say("Ce que le serveur a répondu n'a pas été compris. Réessayez ; rien n'a changé.")


@dataclass(frozen=True, slots=True)
class There:
    """A club as it stands on the server: length and mark of each of its matches by public id.

    ``table_rules``: the digest of the club's own rules; None: the server is of a version before them.
    """

    installation: str
    club: int
    matches: Mapping[str, tuple[int, str]]
    table_rules: str | None = None

    @classmethod
    def read(cls, value: Any) -> There:
        """:raises ArchiveRefused: it is not what a server says."""
        try:
            matches = {str(id): (int(length), str(mark)) for id, (length, mark) in value["matches"].items()}
            rules = value.get("table_rules")
            return cls(str(value["installation"]), int(value["club"]), matches, None if rules is None else str(rules))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ArchiveRefused(NO_ANSWER) from None


def taken_club(there: There) -> int | None:
    """The id of this phone's copy of the club."""
    query = select(TakenClub.club_id).where(TakenClub.installation == there.installation)
    return db.session.scalar(query.where(TakenClub.there == there.club))


def taken_clubs() -> Sequence[TakenClub]:
    return db.session.scalars(select(TakenClub).order_by(TakenClub.club_id)).all()


def taken_match(match_id: int) -> TakenMatch | None:
    return db.session.get(TakenMatch, match_id, populate_existing=True)


@writing()
def took(there: There, club_id: int) -> None:
    """Note the server's club that this club is a copy of."""
    db.session.merge(TakenClub(club_id=club_id, installation=there.installation, there=there.club))


@writing()
def same_table_rules(club_id: int) -> None:
    """Note that the club's own rules are the server's."""
    db.session.execute(update(TakenClub).where(TakenClub.club_id == club_id).values(table_rules=digest(club_id)))


def rules_to_bring(club: TakenClub) -> bool:
    """Whether the club's own rules changed since they were the same on the server, as far as is known here."""
    return digest(club.club_id) != club.table_rules


@writing()
def same_so_far(match_id: int, there: str, length: int, mark: str, further: Any = None, gone: bool = False) -> None:
    """Note how far a match is the server's, and the records known to follow there."""
    db.session.merge(TakenMatch(match_id=match_id, there=there, length=length, mark=mark, further=further, gone=gone))


def took_matches(places: Mapping[str, str]) -> None:
    """Note the copies of these matches, by their public ids there."""
    query = select(Match.public_id, Match.id, Match.length, Match.mark).where(Match.public_id.in_(places.values()))
    rows = {row.public_id: row for row in db.session.execute(query).all()}
    with writing():
        for there, public_id in places.items():
            row = rows[public_id]
            same_so_far(row.id, there, row.length, row.mark)


MATCHES = select(
    Match.id, Match.public_id, Match.club_id, Match.length, Match.mark, Match.deleted_at,
    Match.game, Match.options, Match.players, Match.dealer, Match.teams, Match.rules_version, Match.created_at,
    func.coalesce(TakenMatch.there, Match.public_id).label("there"), TakenMatch.match_id.label("taken"),
    func.coalesce(TakenMatch.length, 0).label("same"), TakenMatch.mark.label("same_mark"),
    TakenMatch.further, TakenMatch.gone,
).outerjoin(TakenMatch, TakenMatch.match_id == Match.id)  # fmt: skip
GONE = func.coalesce(TakenMatch.gone, False)
TO_BRING = and_(
    Match.deleted_at.is_(None), Match.length > func.coalesce(TakenMatch.length, 0),
    TakenMatch.further.is_(None), GONE.is_(False),
)  # fmt: skip
TO_SETTLE = and_(Match.deleted_at.is_(None), or_(TakenMatch.further.is_not(None), GONE.is_(True)))


def matches_beside(club_id: int) -> Sequence[Row[Any]]:
    """The matches of a club with what is known of them on the server."""
    return db.session.execute(MATCHES.where(Match.club_id == club_id).order_by(Match.id)).all()


def to_bring(club_id: int | None = None) -> Sequence[Row[Any]]:
    """The matches of the clubs taken along with records that the server does not have."""
    query = MATCHES.join(TakenClub, TakenClub.club_id == Match.club_id).where(TO_BRING).order_by(Match.id)
    return db.session.execute(query if club_id is None else query.where(Match.club_id == club_id)).all()


def to_settle(club_id: int) -> Sequence[Row[Any]]:
    """The matches that went on in both places, or are gone there."""
    query = MATCHES.join(TakenClub, TakenClub.club_id == Match.club_id)
    return db.session.execute(query.where(TO_SETTLE, Match.club_id == club_id).order_by(Match.id)).all()


def with_those_who_tell(club_id: int, ids: Collection[int]) -> list[str]:
    """The public ids of these matches, and of one match for each of their players that the server has.

    A player's name may have changed here since.
    """
    people = select(Seat.player_id).where(Seat.match_id.in_(ids))
    shared = select(TakenMatch.match_id).where(TakenMatch.gone.is_(False), TakenMatch.there == Match.public_id)
    telling = (
        select(func.max(Match.id)).join(Seat, Seat.match_id == Match.id)
        .where(Match.club_id == club_id, Match.deleted_at.is_(None), Match.id.in_(shared), Seat.player_id.in_(people))
        .group_by(Seat.player_id)
    )  # fmt: skip
    query = select(Match.public_id).where(or_(Match.id.in_(ids), Match.id.in_(telling)))
    return list(db.session.scalars(query))


@dataclass(frozen=True, slots=True)
class Found:
    """What to do with the matches of a club, by public ids.

    ``asked``: their logs differ; ``new``: only here; ``missing``: only there, and not purged here.
    """

    asked: Sequence[str]
    new: Sequence[str]
    missing: Sequence[str]


def compare(club_id: int, there: There) -> Found:
    """Compare the matches of a club here and there; note those that are the same and those gone."""
    rows = matches_beside(club_id)
    living = [row for row in rows if row.deleted_at is None]
    different, new = [], []
    with writing():
        for row in living:
            stands = there.matches.get(row.there)
            if stands is None and row.taken is not None:
                same_so_far(row.id, row.there, row.same, row.same_mark, gone=True)
            elif stands is None:
                new += [row.public_id] if row.length else []
            elif stands != (row.length, _mark(row)):
                different.append(row.public_id)
            elif row.taken is None or row.same != row.length or row.further or row.gone:
                same_so_far(row.id, row.there, *stands)
        ids_here = {row.there for row in rows}
        for purged in _purged(club_id):
            purged.stands = purged.there in there.matches and purged.there not in ids_here
            ids_here.add(purged.there)
    return Found(different, new, [public_id for public_id in there.matches if public_id not in ids_here])


def _purged(club_id: int) -> Sequence[PurgedMatch]:
    query = select(PurgedMatch).where(PurgedMatch.club_id == club_id).order_by(PurgedMatch.created_at.desc())
    return db.session.scalars(query).all()


def purged_here(club_id: int) -> Sequence[PurgedMatch]:
    """The matches that were purged here and are still on the server."""
    return [match for match in _purged(club_id) if match.stands]


@writing()
def forget_purged(club_id: int, there: str) -> None:
    """Let a purged match come again."""
    db.session.execute(delete(PurgedMatch).where(PurgedMatch.club_id == club_id, PurgedMatch.there == there))


def _mark(row: Any) -> str:
    """The mark of a match; one older than marks has it in its log alone."""
    if row.mark:
        return str(row.mark)
    with suppress(DamagedMatch):
        stored = load(row.club_id, row.public_id)
        return stored.replayed_log.mark if stored else ""
    return ""
