"""The rows of a log that a page shows, with who recorded them and when."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Select, or_, select

from referee.matches.log import Record
from referee.store.database.models import Match, RecordRow
from referee.store.database.orm_base import db
from referee.store.matches.record_rows import record_of
from referee.store.matches.stored_match import StoredMatch

LATELY = 8
"""Records of the last match that are searched for a step."""
RECENT = 50
"""Matches of the club that are searched for the same game."""


def records_beside(
    match_id: int, before: int | None, after: int | None, most: int, renaming: Collection[int | None] = ()
) -> Sequence[Record]:
    """The records ``after`` a position in their order, else those ``before`` it or the last ones, backwards.

    :param renaming: batches of which only the first record is given: the others follow another person's name.
    """
    query = select(RecordRow).where(RecordRow.match_id == match_id).limit(most)
    if renaming:
        query = query.where(or_(RecordRow.batch.not_in(renaming), RecordRow.position == RecordRow.batch))
    if after is not None:
        return _records(query.where(RecordRow.position > after).order_by(RecordRow.position))
    query = query if before is None else query.where(RecordRow.position < before)
    return _records(query.order_by(RecordRow.position.desc()))


def records_at(match_id: int, positions: Collection[int]) -> dict[int, Record]:
    query = select(RecordRow).where(RecordRow.match_id == match_id, RecordRow.position.in_(positions))
    return {record.position: record for record in _records(query)} if positions else {}


def _records(query: Select[tuple[RecordRow]]) -> list[Record]:
    return [record_of(row) for row in db.session.scalars(query)]


def length_of(match_id: int) -> int:
    """The number of records of a match."""
    return db.session.scalar(select(Match.length).where(Match.id == match_id)) or 0


def position_with_key(match: StoredMatch, key: str | None) -> int | None:
    """The position of the record that a client made with this key; None where this log has none."""
    if key is None:
        return None
    mine = RecordRow.match_id == match.id, RecordRow.client_key == key, RecordRow.position < match.length
    return db.session.scalar(select(RecordRow.position).where(*mine))


def answered_before(match: StoredMatch, step: str) -> Mapping[str, Any] | None:
    """The latest entry of a step in the club's last match of the same game; None without a recent one."""
    others = select(Match.id, Match.game, Match.changed_at).where(Match.club_id == match.club_id, Match.id != match.id)
    there = others.where(Match.deleted_at.is_(None), Match.length > 0)
    recent = there.order_by(Match.changed_at.desc()).limit(RECENT).subquery()
    played = select(recent.c.id).where(recent.c.game == match.game).order_by(recent.c.changed_at.desc()).limit(1)
    query = select(RecordRow.entry).where(RecordRow.match_id == played.scalar_subquery(), RecordRow.entry.is_not(None))
    lately = db.session.scalars(query.order_by(RecordRow.position.desc()).limit(LATELY))
    read = (entry for entry in lately if isinstance(entry, dict))  # another match may be damaged
    return next((entry for entry in read if entry.get("step") == step), None)
