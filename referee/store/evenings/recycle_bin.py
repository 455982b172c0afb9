"""The recycle bin: deleted matches and evenings, restored, or purged after thirty days.

A deleted match is on no other page, and its results do not count. Another version of a match that waits for a keeper's
choice is deleted, but not in the bin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from referee.local_time import local_day
from referee.store.database.models import (
    Club,
    Evening,
    Match,
    OtherVersion,
    PurgedMatch,
    Result,
    TableRule,
    TakenClub,
    TakenMatch,
    TallyRow,
    now,
)
from referee.store.database.orm_base import db
from referee.store.database.quotas import evening_bytes, lock_and_count_anyway, room_for_matches, table_rule_bytes
from referee.store.database.transactions import changing, changing_one, lock_club, writing
from referee.store.evenings.evenings import matches_of
from referee.store.matches.match_results import rebuild
from referee.store.matches.stored_match import StoredMatch, stored_matches
from referee.store.players.players import part_seated, reunite

KEPT_FOR = timedelta(days=30)
IN_THE_BIN = Match.id.not_in(select(OtherVersion.version_id))
"""That a deleted match does not wait for a keeper's choice."""


def delete_match(match: Match | StoredMatch, length: int | None = None) -> bool:
    """Delete a match for thirty days; False where its log is not of this ``length`` any more, if one is given."""
    with changing_one(Match, match.club_id, match.id) as row:
        if row is not None and length not in (None, row.length):
            return False
        if row is not None and row.deleted_at is None:
            _throw_away([row], now())
    purge()
    return True


def deleted_match(club_id: int, public_id: str) -> Match | None:
    """A deleted match of this club that can still be restored."""
    query = select(Match).where(Match.public_id == public_id, Match.club_id == club_id, IN_THE_BIN)
    return db.session.scalar(query.where(Match.deleted_at >= now() - KEPT_FOR))


def restore_match(match: Match) -> None:
    """Restore a match with its results, and its evening if that was deleted, or a new evening; raises Full."""
    judged = stored_matches([match.id])
    with changing(match) as row:
        if row is None or row.deleted_at is None:
            return
        _bring_back([row], judged)
        evening = db.session.get(Evening, row.evening_id) if row.evening_id else None
        if evening is None:
            began, ended = row.created_at, row.changed_at
            evening = Evening(club_id=row.club_id, day=local_day(began), opened_at=began, closed_at=ended)
            db.session.add(evening)
            db.session.flush()
            row.evening_id = evening.id
        evening.deleted_at = None


def delete_evening(evening: Evening) -> None:
    """Delete an evening with all its matches."""
    with changing(evening) as row:
        if row is not None and row.deleted_at is None:
            row.deleted_at = now()
            _throw_away(matches_of([row.id])[row.id], row.deleted_at)
    purge()


def restore_evening(evening: Evening) -> None:
    """Restore an evening with the matches that were deleted with it; raises Full."""
    judged = stored_matches([match.id for match in _gone_with(evening)])
    with changing(evening) as row:
        if row is not None and row.deleted_at is not None:
            _bring_back(_gone_with(row), judged)
            row.deleted_at = None


def _gone_with(evening: Evening) -> Sequence[Match]:
    """The matches that were deleted with an evening."""
    together = select(Match).where(Match.evening_id == evening.id, Match.deleted_at == evening.deleted_at)
    return db.session.scalars(together.order_by(Match.id)).all()


def things_in_bin(club_id: int) -> tuple[Sequence[Evening], Sequence[Match]]:
    """What can still be restored: evenings, and matches deleted by themselves."""
    limit = now() - KEPT_FOR
    gone = db.session.scalars(
        select(Evening)
        .where(Evening.club_id == club_id, Evening.deleted_at >= limit)
        .order_by(Evening.deleted_at.desc())
    ).all()
    with_evening = select(Evening.id).where(Evening.club_id == club_id, Evening.deleted_at.is_not(None))
    alone = db.session.scalars(
        select(Match)
        .where(
            Match.club_id == club_id,
            Match.deleted_at >= limit,
            IN_THE_BIN,
            or_(Match.evening_id.is_(None), Match.evening_id.not_in(with_evening)),
        )
        .order_by(Match.deleted_at.desc())
    ).all()
    return gone, alone


def purge(moment: datetime | None = None) -> int:
    """Delete for good what was deleted more than thirty days ago; the number of matches."""
    limit = (moment or now()) - KEPT_FOR
    due = [select(Match.club_id).where(Match.deleted_at < limit, IN_THE_BIN)]
    due.append(select(Evening.club_id).where(Evening.deleted_at < limit))
    due.append(select(TableRule.club_id).where(TableRule.deleted_at < limit, TableRule.text != ""))
    clubs = {club_id for query in due for club_id in db.session.scalars(query)}
    return sum(_purge(club_id, limit) for club_id in sorted(clubs))


def _purge(club_id: int, limit: datetime) -> int:
    matches = Match.club_id == club_id, Match.deleted_at < limit, IN_THE_BIN
    evenings = Evening.club_id == club_id, Evening.deleted_at < limit
    with writing():
        lock_club(club_id)
        things_in_bin = delete_for_good(club_id, *matches)
        words = db.session.execute(select(Evening.title, Evening.place, Evening.note).where(*evenings))
        freed = sum(evening_bytes(*row) for row in words)
        freed += _blank_rules(club_id, limit)
        db.session.execute(delete(Evening).where(*evenings))
        lock_and_count_anyway(club_id, -int(freed))
    return things_in_bin


def delete_for_good(club_id: int, *which: Any) -> int:
    """Delete these matches of a club, which is locked, at once and for good; how many there were."""
    freed = db.session.scalar(select(func.sum(Match.bytes)).where(*which)) or 0
    _remember(club_id, *which)
    recorded = select(Match.id).where(*which, Match.length > 0).exists()
    db.session.execute(update(Club).where(Club.id == club_id, recorded).values(had_records=True))
    things_in_bin = db.session.scalars(delete(Match).where(*which).returning(Match.id)).all()
    lock_and_count_anyway(club_id, -int(freed))
    return len(things_in_bin)


def _blank_rules(club_id: int, limit: datetime) -> int:
    """Delete the words of the table's own rules removed before a moment; the bytes of them."""
    rules = TableRule.club_id == club_id, TableRule.deleted_at < limit, TableRule.text != ""
    words = db.session.execute(select(TableRule.text, TableRule.players).where(*rules))
    freed = sum(table_rule_bytes(*row) for row in words)
    db.session.execute(update(TableRule).where(*rules).values(text="", players=[]))
    return freed


def _remember(club_id: int, *which: Any) -> None:
    """Note the purged matches of a club that was taken along: an exchange does not bring them back."""
    there = func.coalesce(TakenMatch.there, Match.public_id)
    columns = Match.game, Match.options, Match.players, Match.created_at
    stands = func.coalesce(TakenMatch.gone.is_(False), False)
    query = (
        select(Match.club_id, there, *columns, stands)
        .join(TakenClub, TakenClub.club_id == Match.club_id)
        .outerjoin(TakenMatch, TakenMatch.match_id == Match.id)
        .where(*which, there.not_in(select(PurgedMatch.there).where(PurgedMatch.club_id == club_id)))
    )
    names = ["club_id", "there", *(column.key for column in columns), "stands"]
    db.session.execute(insert(PurgedMatch).from_select(names, query))


def _throw_away(matches: Sequence[Match], moment: datetime) -> None:
    for match in matches:
        match.deleted_at = moment
    ids = [match.id for match in matches]
    db.session.execute(delete(Result).where(Result.match_id.in_(ids)))
    db.session.execute(delete(TallyRow).where(TallyRow.match_id.in_(ids)))
    _let_go_of_versions(ids, moment)
    for club_id in {match.club_id for match in matches}:
        reunite(club_id)


def _let_go_of_versions(match_ids: Sequence[int], moment: datetime) -> None:
    """Put the other versions of these matches, about which there is no choice any more, into the bin."""
    gone = delete(OtherVersion).where(OtherVersion.match_id.in_(match_ids)).returning(OtherVersion.version_id)
    versions = db.session.scalars(gone).all()
    if versions:
        db.session.execute(update(Match).where(Match.id.in_(versions)).values(deleted_at=moment))


def _bring_back(matches: Sequence[Match], matches_by_id: Mapping[int, StoredMatch]) -> None:
    """Restore matches with their results; a stored replay counts only if its log is still as long."""
    if matches:
        room_for_matches(matches[0].club_id, len(matches))
        part_seated([match.id for match in matches], matches[0].club_id)
    for match in matches:
        before = matches_by_id.get(match.id)
        if before is None or before.length != match.length:
            before = stored_matches([match.id]).get(match.id)
        match.deleted_at = None
        if before is not None:  # a damaged match comes back as it is
            rebuild(match, before.replayed_log)
