"""The clubs that a phone took along: their server, and the last record of each match that the server has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, and_, delete, func, or_, select, update

from referee.bundles.bundle import ClubMatch
from referee.bundles.comparison import mark_at, relation
from referee.bundles.match_rows import replayed_log_of
from referee.bundles.recognition import id_in_club
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.database.models import Match, OtherVersion, PurgedMatch, Seat, TakenClub, TakenMatch
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.stored_match import DamagedMatch, StoredMatch, load
from referee.store.table_rules.table_rules import digest
from referee.words import say

NO_ANSWER = say("Ce que le serveur a répondu n'a pas été compris. Réessayez ; rien n'a changé.")


@dataclass(frozen=True, slots=True)
class ServerClub:
    """A club as it stands on the server: length and mark of each of its matches by public id.

    ``table_rules``: the digest of the club's own rules.
    """

    installation: str
    club: int
    matches: Mapping[str, tuple[int, str]]
    table_rules: str

    @classmethod
    def read(cls, value: Any) -> ServerClub:
        """:raises ArchiveRefused: it is not what a server says."""
        try:
            matches = {str(id): (int(length), str(mark)) for id, (length, mark) in value["matches"].items()}
            return cls(str(value["installation"]), int(value["club"]), matches, str(value["table_rules"]))
        except (KeyError, TypeError, ValueError, AttributeError):
            raise ArchiveRefused(NO_ANSWER) from None


def copy_of_server_club(installation: str, club: int) -> int | None:
    """The id of this phone's copy of a server's club."""
    query = select(TakenClub.club_id).where(TakenClub.installation == installation)
    return db.session.scalar(query.where(TakenClub.there == club))


def taken_clubs() -> Sequence[TakenClub]:
    return db.session.scalars(select(TakenClub).order_by(TakenClub.club_id)).all()


def taken_match(match_id: int) -> TakenMatch | None:
    return db.session.get(TakenMatch, match_id, populate_existing=True)


@writing()
def note_taken_club(installation: str, club: int, club_id: int) -> None:
    """Note the server's club that this club is a copy of."""
    db.session.merge(TakenClub(club_id=club_id, installation=installation, there=club))


@writing()
def same_table_rules(club_id: int) -> None:
    """Note that the club's own rules are the server's."""
    db.session.execute(update(TakenClub).where(TakenClub.club_id == club_id).values(table_rules=digest(club_id)))


def rules_to_bring(club: TakenClub) -> bool:
    """Whether the club's own rules changed since they were the same on the server, as far as is known here."""
    return digest(club.club_id) != club.table_rules


@writing()
def note_common_length(match_id: int, there: str, length: int, mark: str, gone: bool = False) -> None:
    """Note how far a match is the server's, or that it is gone there."""
    db.session.merge(TakenMatch(match_id=match_id, there=there, length=length, mark=mark, gone=gone))


def note_relation(club_id: int, public_id: str, there: ClubMatch) -> None:
    """Note how far a match is the server's, whose version this is."""
    stored_match = load(club_id, public_id)
    if stored_match is not None:
        here = stored_match.replayed_log
        at = relation(here, replayed_log_of(there)).at
        note_common_length(stored_match.id, there.public_id, at, mark_at(here, at))


def note_taken_matches(places: Mapping[str, str]) -> None:
    """Note the copies of these matches, by their public ids there."""
    query = select(Match.public_id, Match.id, Match.length, Match.mark).where(Match.public_id.in_(places.values()))
    rows = {row.public_id: row for row in db.session.execute(query).all()}
    with writing():
        for there, public_id in places.items():
            row = rows[public_id]
            note_common_length(row.id, there, row.length, row.mark)


MATCHES = select(
    Match.id, Match.public_id, Match.club_id, Match.length, Match.mark, Match.deleted_at,
    Match.game, Match.options, Match.players, Match.dealer, Match.teams, Match.rules_version, Match.created_at,
    func.coalesce(TakenMatch.there, Match.public_id).label("there"), TakenMatch.match_id.label("taken"),
    func.coalesce(TakenMatch.length, 0).label("same"), TakenMatch.mark.label("same_mark"),
    TakenMatch.gone,
).outerjoin(TakenMatch, TakenMatch.match_id == Match.id)  # fmt: skip
GONE = func.coalesce(TakenMatch.gone, False)
AWAITS_CHOICE = select(OtherVersion.version_id).where(OtherVersion.match_id == Match.id, OtherVersion.of_server)
TO_BRING = and_(
    Match.deleted_at.is_(None), Match.length > func.coalesce(TakenMatch.length, 0), ~AWAITS_CHOICE.exists(),
    GONE.is_(False),
)  # fmt: skip
IS_GONE = and_(Match.deleted_at.is_(None), GONE.is_(True))


def matches_beside(club_id: int) -> Sequence[Row[Any]]:
    """The matches of a club with what is known of them on the server."""
    return db.session.execute(MATCHES.where(Match.club_id == club_id).order_by(Match.id)).all()


def to_bring(club_id: int | None = None) -> Sequence[Row[Any]]:
    """The matches of the clubs taken along with records that the server does not have."""
    query = MATCHES.join(TakenClub, TakenClub.club_id == Match.club_id).where(TO_BRING).order_by(Match.id)
    return db.session.execute(query if club_id is None else query.where(Match.club_id == club_id)).all()


def matches_gone_on_server(club_id: int) -> Sequence[Row[Any]]:
    """The matches that are gone on the server."""
    query = MATCHES.join(TakenClub, TakenClub.club_id == Match.club_id)
    return db.session.execute(query.where(IS_GONE, Match.club_id == club_id).order_by(Match.id)).all()


def with_matches_of_its_players(match: StoredMatch, known: bool) -> list[str]:
    """The public id of this match, and of one match that the server has for each of its players.

    A player's name may have changed here since.

    :param known: the server has the match: it tells of those who were there from the beginning.
    """
    people = select(Seat.player_id).where(Seat.match_id == match.id, Seat.number >= len(match.players) * known)
    shared = select(TakenMatch.match_id).where(TakenMatch.gone.is_(False), TakenMatch.there == Match.public_id)
    telling = (
        select(func.max(Match.id)).join(Seat, Seat.match_id == Match.id)
        .where(Match.club_id == match.club_id, Match.deleted_at.is_(None), Match.id.in_(shared))
        .where(Seat.player_id.in_(people)).group_by(Seat.player_id)
    )  # fmt: skip
    query = select(Match.public_id).where(or_(Match.id == match.id, Match.id.in_(telling)))
    return list(db.session.scalars(query))


@dataclass(frozen=True, slots=True)
class Differences:
    """The matches of a club that differ.

    ``lacking``: public ids here of those that the server has not, or not to their end; ``to_fetch``: public ids there
    of those that are only there, and not purged here, or have records there that this phone has not.
    """

    lacking: Sequence[str]
    to_fetch: Sequence[str]


def compare(club_id: int, there: ServerClub, only: str | None = None) -> Differences:
    """Compare the matches of a club here and there by their marks; note how far they are the same, and those gone.

    :param only: the public id of the match that was just sent, about which alone the server answered.
    """
    rows = matches_beside(club_id)
    lacking, wanted = [], []
    with writing():
        for row in rows:
            if row.deleted_at is not None or only not in (None, row.public_id):
                continue
            id_there = _id_there(row, there)
            stands = there.matches.get(id_there)
            if stands is None and (row.taken is not None or only is not None):
                note_common_length(row.id, id_there, row.same, row.same_mark or "", gone=True)
            elif stands is None:
                lacking += [row.public_id] if row.length else []
            elif stands == (row.length, row.mark):
                if row.taken is None or row.same != row.length or row.gone:
                    note_common_length(row.id, id_there, *stands)
            else:
                try:
                    is_beginning = _is_beginning(row, *stands)
                except DamagedMatch:
                    lacking.append(row.public_id)  # its keeper hears of it
                    continue
                if is_beginning:
                    note_common_length(row.id, id_there, *stands)
                    lacking.append(row.public_id)
                else:
                    wanted.append(id_there)
        if only is None:
            wanted += _only_there(club_id, there, {_id_there(row, there) for row in rows})
    return Differences(lacking, wanted)


def ids_here(club_id: int) -> dict[str, str]:
    """The public ids here of the matches that have another one there, by that."""
    return {row.there: row.public_id for row in matches_beside(club_id) if row.there != row.public_id}


def _id_there(row: Row[Any], there: ServerClub) -> str:
    """The public id that a match has there, or would have."""
    other = id_in_club(there.club, row.public_id)
    return other if row.taken is None and other in there.matches else str(row.there)


def _is_beginning(row: Row[Any], length: int, mark: str) -> bool:
    """Whether a log of this length and mark is the beginning of the match's log; raises DamagedMatch."""
    stored_match = load(row.club_id, row.public_id)
    if stored_match is None:
        return False
    log = stored_match.replayed_log
    return length < len(log.log) and mark_at(log, length) == mark


def _only_there(club_id: int, there: ServerClub, known_ids: set[str]) -> list[str]:
    """The ids of the matches that are neither known nor purged here; notes which purged ones are still there."""
    for purged in _purged(club_id):
        purged.stands = purged.there in there.matches and purged.there not in known_ids
        known_ids.add(purged.there)
    return [public_id for public_id in there.matches if public_id not in known_ids]


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
