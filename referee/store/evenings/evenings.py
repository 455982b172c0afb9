"""Evenings, the matches of one sitting, and what happened in the club before them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Select, and_, exists, func, or_, select, tuple_
from sqlalchemy.orm import aliased

from referee.store.database.models import Evening, Match, RecordRow, Result, Seat, StandIn, now
from referee.store.database.orm_base import db, is_sqlite
from referee.store.database.quotas import count_change, evening_bytes
from referee.store.database.stored_json import text_at
from referee.store.database.transactions import changing, changing_one, set_values
from referee.store.matches.match_day import set_days
from referee.store.matches.stored_match import StoredMatch
from referee.store.players.player_statistics import IN_ORDER, Point, Scope
from referee.store.players.players import PlayerRegister
from referee.words.folding import folded

PAGE = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """What to look for; ``text`` in titles, places and notes."""

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


def evening_with_id(evening_id: int) -> Evening | None:
    """An evening of any club that is not deleted."""
    return db.session.scalar(select(Evening).where(Evening.id == evening_id, Evening.deleted_at.is_(None)))


def evenings(
    club_id: int, filtered: Select[tuple[Evening]], before: str | None = None, most: int = PAGE
) -> tuple[Sequence[Evening], str | None]:
    """A page of the club's evenings, the latest first, and the key of the next page (None: the last page).

    :param filtered: the query for those to choose from (:func:`all_evenings`, :func:`filtered_evenings`).
    """
    query = filtered
    start = evening_named(club_id, before) if before else None
    if start is not None:
        query = query.where(tuple_(Evening.day, Evening.opened_at, Evening.id) < (start.day, start.opened_at, start.id))
    query = query.order_by(Evening.day.desc(), Evening.opened_at.desc(), Evening.id.desc()).limit(most + 1)
    rows = db.session.scalars(query).all()
    return rows[:most], rows[most - 1].public_id if len(rows) > most else None


def number_of_evenings(filtered: Select[tuple[Evening]]) -> int:
    """How many evenings the filters let through, on all pages together."""
    return db.session.scalar(select(func.count()).select_from(filtered.subquery())) or 0


def all_evenings(club_id: int) -> Select[tuple[Evening]]:
    """The query for the club's evenings."""
    return select(Evening).where(Evening.club_id == club_id, Evening.deleted_at.is_(None))


def filtered_evenings(club_id: int, filters: Filters, people: PlayerRegister) -> Select[tuple[Evening]]:
    """The query for the club's evenings that the filters let through; ``people``: the players of the club."""
    query = all_evenings(club_id)
    if filters.since is not None:
        query = query.where(Evening.day >= filters.since)
    if filters.until is not None:
        query = query.where(Evening.day <= filters.until)
    matches = select(Match.evening_id).where(Match.club_id == club_id, Match.deleted_at.is_(None))
    if filters.game is not None:
        query = query.where(Evening.id.in_(matches.where(Match.game == filters.game)))
    if filters.player is not None:
        ids = people.group(filters.player)
        sat, stood_in = (Match.id.in_(select(who.match_id).where(who.player_id.in_(ids))) for who in (Seat, StandIn))
        query = query.where(Evening.id.in_(matches.where(or_(sat, stood_in))))
    words = _words_of_evenings(club_id) if filters.text.strip() else {}
    for word in folded(filters.text).split():
        noted = matches.where(Match.notes.contains(word, autoescape=True))
        titled = [evening_id for evening_id, text in words.items() if word in text]
        query = query.where(or_(Evening.id.in_(noted), Evening.id.in_(titled)))
    return query


def _words_of_evenings(club_id: int) -> dict[int, str]:
    """Title, place and note of the evenings that have any, folded; they are few."""
    query = select(Evening.id, Evening.title, Evening.place, Evening.note).where(
        Evening.club_id == club_id, or_(Evening.title != "", Evening.place != "", Evening.note != "")
    )
    return {row.id: folded(f"{row.title}\n{row.place}\n{row.note}") for row in db.session.execute(query)}


def matches_of(ids: Sequence[int]) -> dict[int, list[Match]]:
    """The matches of these evenings, in the order of their beginning, in one query."""
    matches: dict[int, list[Match]] = {evening_id: [] for evening_id in ids}
    if not ids:
        return matches
    query = select(Match).where(Match.evening_id.in_(ids), Match.deleted_at.is_(None))
    for match in db.session.scalars(query.order_by(Match.created_at, Match.id)):
        matches[match.evening_id or 0].append(match)
    return matches


@dataclass(frozen=True, slots=True)
class Winner:
    """The total of a side in the first place of a match, and the seat of the first of its players.

    ``stopped``: the table ended the match by agreement: an ``end`` stands, which no later record amends. ``deals``:
    those completed. ``won``: it counts as a victory.
    """

    total: int
    seat: int
    stopped: bool
    deals: int = 0
    won: bool = True


def match_after(match: Match | StoredMatch) -> str | None:
    """The public id of the match that is played after this one in its evening: one that goes on, else the last one."""
    if match.evening_id is None:
        return None
    begun = tuple_(Match.created_at, Match.id)
    tonight = select(Match.public_id).where(Match.evening_id == match.evening_id, Match.deleted_at.is_(None))
    later = tonight.where(begun > (match.created_at, match.id))
    return db.session.scalar(later.order_by(Match.over, Match.created_at.desc(), Match.id.desc()).limit(1))


def match_before(match: Match) -> Match | None:
    """The match of its evening that was played last before this one, and is over."""
    begun = tuple_(Match.created_at, Match.id)
    tonight = select(Match).where(Match.evening_id == match.evening_id, Match.deleted_at.is_(None), Match.over)
    earlier = tonight.where(begun < (match.created_at, match.id))
    return db.session.scalar(earlier.order_by(Match.created_at.desc(), Match.id.desc()).limit(1))


def winners_of(ids: Sequence[int]) -> dict[int, dict[str, Winner]]:
    """The sides in the first place of each of these matches, in one query; a match still open is not in it."""
    later = aliased(RecordRow)
    amended = exists().where(
        later.match_id == RecordRow.match_id,
        later.position > RecordRow.position,
        later.amends == func.coalesce(RecordRow.amends, RecordRow.position),
    )
    is_end = text_at(RecordRow.entry, "step", is_sqlite(db.engine)) == "end"
    stopped = and_(Result.whole.is_(False), exists().where(RecordRow.match_id == Result.match_id, is_end, ~amended))
    query = (
        select(Result.match_id, Result.side, Result.total, Result.seat, stopped, Result.deals, Result.won)
        .where(Result.match_id.in_(ids), Result.place == 1)
        .order_by(Result.match_id, Result.seat)
    )
    if not ids:
        return {}
    winners: dict[int, dict[str, Winner]] = {}
    for match_id, side, *winner in db.session.execute(query):
        winners.setdefault(match_id, {}).setdefault(side, Winner(*winner))
    return winners


def describe(evening: Evening, day: date, title: str, place: str, note: str) -> None:
    """Change day, title, place and note of an evening; raises Full."""
    title, place, note = title[:80], place[:80], note[:2000]
    with changing(evening) as row:
        if row is not None:
            more = evening_bytes(title, place, note) - evening_bytes(row.title, row.place, row.note)
            count_change(row.club_id, more)
            if row.day != day:
                set_days(row.id, day)
            row.day, row.title, row.place, row.note = day, title, place, note


def close(evening: Evening) -> None:
    set_values(evening, closed_at=now())


def reopen(evening: Evening) -> None:
    """The evening goes on, as long as it is not quiet for eight hours."""
    set_values(evening, closed_at=None)


def move(match: Match | StoredMatch, evening: Evening) -> bool:
    """Move a match to another evening of its club; an evening without matches and words is deleted.

    False, and nothing has changed, where either was deleted meanwhile.
    """
    if match.club_id != evening.club_id:
        raise ValueError("an evening of another club")
    evening_id = evening.id
    with changing_one(Match, match.club_id, match.id) as row:
        into = db.session.get(Evening, evening_id, populate_existing=True)
        if row is None or into is None or row.deleted_at or into.deleted_at:
            return False
        former, row.evening_id = row.evening_id, into.id
        db.session.flush()
        set_days(into.id, into.day)
        leave_evening(former)
    return True


def leave_evening(evening_id: int | None) -> None:
    """Delete an evening that a match has left, if it has no other match and no words; in the transaction of that."""
    evening = db.session.get(Evening, evening_id) if evening_id else None
    if evening is not None and not (evening.title or evening.place or evening.note):
        left = select(Match.id).where(Match.evening_id == evening.id).limit(1)  # thrown away or not
        if db.session.scalar(left) is None:
            db.session.delete(evening)


@dataclass(frozen=True, slots=True)
class Extremes:
    """The lowest and the highest total of a club's whole matches of a game, and the number of totals."""

    lowest: int
    highest: int
    totals: int


def results_of(match_ids: Collection[int]) -> Sequence[Result]:
    """The results of these matches, the first finished first."""
    if not match_ids:
        return ()
    query = select(Result).where(Result.match_id.in_(match_ids))
    return db.session.scalars(query.order_by(*IN_ORDER, Result.seat)).all()


def first_point(club_id: int) -> Point | None:
    """The point of the club's first match that counts; None without one."""
    query = select(Result.day, Result.finished_at).where(Result.club_id == club_id).order_by(*IN_ORDER).limit(1)
    first = db.session.execute(query).one_or_none()
    return None if first is None else (first.day, first.finished_at)


def extremes_before(club_id: int, games: Collection[str], before: Point) -> dict[str, Extremes]:
    """By game, the extremes of the club's whole matches before this point."""
    if not games:
        return {}
    query = (
        select(Result.game, func.min(Result.total), func.max(Result.total), func.count())
        .where(*Scope(club_id, before=before).of(), Result.game.in_(games), Result.whole.is_(True))
        .group_by(Result.game)
    )
    return {game: Extremes(*numbers) for game, *numbers in db.session.execute(query)}


def series(within: Scope, people: PlayerRegister, those: Collection[int]) -> Counter[tuple[int, int]]:
    """How often each of these players finished before each other one, partners excepted."""
    ids = [player_id for player_id in people.players if people.root(player_id) in those]
    behind = aliased(Result)
    query = (
        select(Result.player_id, behind.player_id, func.count())
        .join(behind, and_(behind.match_id == Result.match_id, behind.place > Result.place))
        .where(*within.of(), Result.player_id.in_(ids), behind.player_id.in_(ids))
        .group_by(Result.player_id, behind.player_id)
    )
    ahead: Counter[tuple[int, int]] = Counter()
    for first_id, second_id, times in db.session.execute(query):
        first, second = people.root(first_id), people.root(second_id)
        if first != second:
            ahead[first, second] += times
    return ahead
