"""The results of finished matches as they are given away: each side by its present names, with its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import select

from referee.games.registry import GAMES
from referee.store.database.models import Evening, Match, RecordRow, Result
from referee.store.database.orm_base import db
from referee.store.players.players import PlayerRegister, player_register

CHUNK = 500
"""Matches read in one query."""


@dataclass(frozen=True, slots=True)
class FinishedSide:
    """A side of a finished match: the names of its people and dummies, joined as on a sheet."""

    name: str
    total: int
    place: int


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match: its game and options, the day it counts on, its end, its sides by place, and its notes."""

    game: str
    options: Mapping[str, Any]
    day: date
    finished_at: datetime
    sides: Sequence[FinishedSide]
    notes: Sequence[str]


def finished_moment(match_id: int) -> datetime | None:
    """When a match was finished; None of one that is not."""
    return db.session.scalar(select(Result.finished_at).where(Result.match_id == match_id).limit(1))


def finished_matches(club_id: int, evening: Evening | None = None) -> Iterator[FinishedMatch]:
    """The finished matches of a club, or of one of its evenings, in the order in which they were finished."""
    columns = Match.id, Match.game, Match.options, Result.day, Result.finished_at
    query = select(*columns).join(Result, Result.match_id == Match.id)
    query = query.where(Match.club_id == club_id, Match.deleted_at.is_(None), Match.game.in_(GAMES))
    if evening is not None:
        query = query.where(Match.evening_id == evening.id)
    each_once = query.group_by(Match.id, Result.day, Result.finished_at)  # PostgreSQL compares no JSON: not distinct
    rows = db.session.execute(each_once.order_by(Result.finished_at, Match.id)).all()
    people = player_register(club_id)
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start : start + CHUNK]
        ids = [row.id for row in chunk]
        results, notes = _results(ids), _notes(ids)
        for row in chunk:
            sides = _sides(results.get(row.id, ()), people, _dummies(row.game, row.options))
            yield FinishedMatch(row.game, row.options, row.day, row.finished_at, sides, notes.get(row.id, ()))


def _results(ids: Collection[int]) -> dict[int, list[Result]]:
    results: dict[int, list[Result]] = {}
    query = select(Result).where(Result.match_id.in_(ids)).order_by(Result.match_id, Result.seat)
    for result in db.session.scalars(query):
        results.setdefault(result.match_id, []).append(result)
    return results


def _notes(ids: Collection[int]) -> dict[int, list[str]]:
    """The notes that were recorded once and stand."""
    found: dict[int, list[str]] = {}
    query = select(RecordRow.match_id, RecordRow.position, RecordRow.amends, RecordRow.entry)
    query = query.where(RecordRow.match_id.in_(ids)).order_by(RecordRow.match_id, RecordRow.position)
    current: dict[tuple[int, int], Any] = {}
    for row in db.session.execute(query):
        current[row.match_id, row.position if row.amends is None else row.amends] = row.entry
    for (match_id, _), entry in current.items():
        if isinstance(entry, dict) and entry.get("step") == "note" and isinstance(entry.get("text"), str):
            found.setdefault(match_id, []).append(entry["text"])
    return found


def _dummies(game_id: str, options: Mapping[str, Any]) -> Collection[str]:
    dummy_seats = GAMES[game_id].dummy_seats
    return options.get(dummy_seats.option, ()) if dummy_seats else ()


def _sides(results: Sequence[Result], people: PlayerRegister, dummies: Collection[str]) -> list[FinishedSide]:
    """The sides from first to last; equals in seat order."""
    by_side: dict[str, list[Result]] = {}
    for result in results:
        by_side.setdefault(result.side, []).append(result)
    sides = [
        FinishedSide(_name(side, seats, people, dummies), seats[0].total, seats[0].place)
        for side, seats in by_side.items()
    ]
    return sorted(sides, key=lambda side: side.place)


def _name(side: str, seats: Sequence[Result], people: PlayerRegister, dummies: Collection[str]) -> str:
    """The present names of a side's people, and its dummies."""
    names = [people.players[people.root(seat.player_id)].name for seat in seats]
    return " & ".join([*names, *(name for name in dummies if name in side.split(" & "))])
