"""Evenings: the matches of one sitting, found, told, closed, moved, thrown away and brought back.

What is deleted is kept for thirty days; it is nowhere to be found meanwhile, and its results do not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Select, and_, delete, func, insert, or_, select, update

from referee.local_time import local_day
from referee.store.database.match_columns import MatchRow
from referee.store.database.models import (
    Club,
    Evening,
    Match,
    PurgedMatch,
    Result,
    Seat,
    StandIn,
    TakenClub,
    TakenMatch,
    Tally,
    now,
)
from referee.store.database.orm_base import db
from referee.store.database.quotas import evening_bytes, grow, grow_anyway, room_for_matches
from referee.store.database.transactions import changing, changing_one, lock_club, set_values, writing
from referee.store.matches.match_results import rebuild
from referee.store.matches.matches import StoredMatch, stored_matches
from referee.store.players.players import roll
from referee.words.folding import folded

KEPT_FOR = timedelta(days=30)
PAGE = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """What to look for; everything left out is not asked. ``text`` is looked for in titles, places and notes."""

    player: int | None = None
    game: str | None = None
    since: date | None = None
    until: date | None = None
    text: str = ""

    @property
    def empty(self) -> bool:
        return self == Filters()


def evening_named(club_id: int, public_id: str) -> Evening | None:
    """An evening of this club that is not deleted."""
    return db.session.scalar(
        select(Evening).where(Evening.public_id == public_id, Evening.club_id == club_id, Evening.deleted_at.is_(None))
    )


def evenings(
    club_id: int, filters: Filters, before: str | None = None, most: int = PAGE
) -> tuple[Sequence[Evening], str | None]:
    """A page of the club's evenings, the latest first, and the key of the next page (None: this is the last)."""
    query = _asked(club_id, filters)
    start = evening_named(club_id, before) if before else None
    if start is not None:
        earlier = and_(Evening.opened_at == start.opened_at, Evening.id < start.id)
        query = query.where(or_(Evening.opened_at < start.opened_at, earlier))
    query = query.order_by(Evening.opened_at.desc(), Evening.id.desc()).limit(most + 1)
    rows = db.session.scalars(query).all()
    return rows[:most], rows[most - 1].public_id if len(rows) > most else None


def _asked(club_id: int, filters: Filters) -> Select[tuple[Evening]]:
    query = select(Evening).where(Evening.club_id == club_id, Evening.deleted_at.is_(None))
    if filters.since is not None:
        query = query.where(Evening.day >= filters.since)
    if filters.until is not None:
        query = query.where(Evening.day <= filters.until)
    matches = select(Match.evening_id).where(Match.club_id == club_id, Match.deleted_at.is_(None))
    if filters.game is not None:
        query = query.where(Evening.id.in_(matches.where(Match.game == filters.game)))
    if filters.player is not None:
        ids = roll(club_id).group(filters.player)
        sat, stood_in = (Match.id.in_(select(who.match_id).where(who.player_id.in_(ids))) for who in (Seat, StandIn))
        query = query.where(Evening.id.in_(matches.where(or_(sat, stood_in))))
    words = _words_of_evenings(club_id) if filters.text.strip() else {}
    for word in folded(filters.text).split():
        noted = matches.where(Match.notes.contains(word, autoescape=True))
        titled = [evening_id for evening_id, text in words.items() if word in text]
        query = query.where(or_(Evening.id.in_(noted), Evening.id.in_(titled)))
    return query


def _words_of_evenings(club_id: int) -> dict[int, str]:
    """Title, place and note of the evenings that have any, folded; they are few, so they are read."""
    query = select(Evening.id, Evening.title, Evening.place, Evening.note).where(
        Evening.club_id == club_id, or_(Evening.title != "", Evening.place != "", Evening.note != "")
    )
    return {row.id: folded(f"{row.title}\n{row.place}\n{row.note}") for row in db.session.execute(query)}


def matches_of(ids: Sequence[int]) -> dict[int, list[Match]]:
    """The matches of these evenings, in the order they were begun, in one query."""
    matches: dict[int, list[Match]] = {evening_id: [] for evening_id in ids}
    query = select(Match).where(Match.evening_id.in_(ids), Match.deleted_at.is_(None))
    for match in db.session.scalars(query.order_by(Match.created_at, Match.id)) if ids else ():
        matches[match.evening_id or 0].append(match)
    return matches


@dataclass(frozen=True, slots=True)
class Winner:
    """What a side that won a match came to, and where the first of its players sits."""

    total: int
    seat: int


def winners_of(ids: Sequence[int]) -> dict[int, dict[str, Winner]]:
    """The sides that won each of these matches, in one query; a match going on is not in it."""
    query = (
        select(Result.match_id, Result.side, Result.total, Result.seat)
        .where(Result.match_id.in_(ids), Result.won.is_(True))
        .order_by(Result.match_id, Result.seat)
    )
    winners: dict[int, dict[str, Winner]] = {}
    for match_id, side, total, seat in db.session.execute(query) if ids else ():
        winners.setdefault(match_id, {}).setdefault(side, Winner(total, seat))
    return winners


def describe(evening: Evening, day: date, title: str, place: str, note: str) -> None:
    """Change what is said of an evening; nothing in it changes.

    :raises Full: it says more than there is room for.
    """
    title, place, note = title[:80], place[:80], note[:2000]
    with changing(evening) as row:
        if row is not None:
            more = evening_bytes(title, place, note) - evening_bytes(row.title, row.place, row.note)
            (grow if more > 0 else grow_anyway)(row.club_id, more)
            row.day, row.title, row.place, row.note = day, title, place, note


def close(evening: Evening) -> None:
    set_values(evening, closed_at=now())


def reopen(evening: Evening) -> None:
    """The evening goes on, as long as it is not quiet for eight hours."""
    set_values(evening, closed_at=None)


def move(match: Match | MatchRow, evening: Evening) -> bool:
    """Count a match to another evening of its club; the one it leaves goes, if nothing is left or said of it.

    False, and nothing has changed, where either was thrown away a moment ago.
    """
    if match.club_id != evening.club_id:
        raise ValueError("an evening of another club")
    evening_id = evening.id
    with changing_one(Match, match.club_id, match.id) as row:
        into = db.session.get(Evening, evening_id, populate_existing=True)
        if row is None or into is None or row.deleted_at or into.deleted_at:
            return False
        former = db.session.get(Evening, row.evening_id) if row.evening_id else None
        row.evening_id = into.id
        db.session.flush()
        if former is not None and not (former.title or former.place or former.note):
            left = select(Match.id).where(Match.evening_id == former.id).limit(1)  # thrown away or not
            if db.session.scalar(left) is None:
                db.session.delete(former)
    return True


def delete_match(match: Match | MatchRow, length: int | None = None) -> bool:
    """Throw a match away for thirty days; its results no longer count.

    ``length``: only as long as its log is no longer. False, and nothing has changed, where it is.
    """
    with changing_one(Match, match.club_id, match.id) as row:
        if row is not None and length not in (None, row.length):
            return False
        if row is not None and row.deleted_at is None:
            _throw_away([row], now())
    purge()
    return True


def deleted_match(club_id: int, public_id: str) -> Match | None:
    """A match of this club that was thrown away and can still be brought back."""
    query = select(Match).where(Match.public_id == public_id, Match.club_id == club_id)
    return db.session.scalar(query.where(Match.deleted_at >= now() - KEPT_FOR))


def restore_match(match: Match) -> None:
    """Bring a deleted match back, with its results; and its evening, where that was thrown away too.

    Where the evening was forgotten meanwhile, the match gets one of its own.

    :raises Full: the club may keep no more matches.
    """
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
    """Throw an evening away with all its matches."""
    with changing(evening) as row:
        if row is not None and row.deleted_at is None:
            row.deleted_at = now()
            _throw_away(matches_of([row.id])[row.id], row.deleted_at)
    purge()


def restore_evening(evening: Evening) -> None:
    """Bring a deleted evening back with the matches that were thrown away with it.

    :raises Full: the club may keep no more matches.
    """
    judged = stored_matches([match.id for match in _gone_with(evening)])
    with changing(evening) as row:
        if row is not None and row.deleted_at is not None:
            _bring_back(_gone_with(row), judged)
            row.deleted_at = None


def _gone_with(evening: Evening) -> Sequence[Match]:
    """The matches that were thrown away with an evening."""
    together = select(Match).where(Match.evening_id == evening.id, Match.deleted_at == evening.deleted_at)
    return db.session.scalars(together.order_by(Match.id)).all()


def deleted(club_id: int) -> tuple[Sequence[Evening], Sequence[Match]]:
    """What was thrown away and can still be brought back: evenings, and matches thrown away by themselves."""
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
            or_(Match.evening_id.is_(None), Match.evening_id.not_in(with_evening)),
        )
        .order_by(Match.deleted_at.desc())
    ).all()
    return gone, alone


def purge(moment: datetime | None = None) -> int:
    """Forget for good what was thrown away more than thirty days ago; how many matches that was."""
    limit = (moment or now()) - KEPT_FOR
    due = [select(model.club_id).where(model.deleted_at < limit) for model in (Match, Evening)]
    clubs = {club_id for query in due for club_id in db.session.scalars(query)}
    return sum(_purge(club_id, limit) for club_id in sorted(clubs))


def _purge(club_id: int, limit: datetime) -> int:
    matches = Match.club_id == club_id, Match.deleted_at < limit
    evenings = Evening.club_id == club_id, Evening.deleted_at < limit
    with writing():
        lock_club(club_id)
        freed = db.session.scalar(select(func.sum(Match.bytes)).where(*matches)) or 0
        said = db.session.execute(select(Evening.title, Evening.place, Evening.note).where(*evenings))
        freed += sum(evening_bytes(*row) for row in said)
        _remember(club_id, *matches)
        recorded = select(Match.id).where(*matches, Match.length > 0).exists()
        db.session.execute(update(Club).where(Club.id == club_id, recorded).values(had_records=True))
        deleted = db.session.scalars(delete(Match).where(*matches).returning(Match.id)).all()
        db.session.execute(delete(Evening).where(*evenings))
        grow_anyway(club_id, -int(freed))
    return len(deleted)


def _remember(club_id: int, *which: Any) -> None:
    """Note which matches of a club that was taken along are forgotten: an exchange does not bring them back."""
    there = func.coalesce(TakenMatch.there, Match.public_id)
    columns = Match.game, Match.options, Match.players, Match.created_at
    known = func.coalesce(TakenMatch.gone.is_(False), False)
    query = (
        select(Match.club_id, there, *columns, known)
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
    db.session.execute(delete(Tally).where(Tally.match_id.in_(ids)))


def _bring_back(matches: Sequence[Match], stored: Mapping[int, StoredMatch]) -> None:
    """Bring matches back; what their logs came to before they come to, where they are still that long."""
    if matches:
        room_for_matches(matches[0].club_id, len(matches))
    for match in matches:
        before = stored.get(match.id)
        if before is None or before.match.length != match.length:
            before = stored_matches([match.id])[match.id]
        match.deleted_at = None
        rebuild(match, before.replay)
