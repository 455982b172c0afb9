"""Where the logs of many matches stand, and whether devices may still read them: what open pages are told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, func, select

from referee.store.database.match_columns import COUNT, MATCH, SHARING, counted_matches, sharing_tag
from referee.store.database.models import Match, Membership
from referee.store.database.orm_base import db, table_of

IN_ONE_STATEMENT = 500
"""Ids of one statement: compiled once for each number of ids."""


@dataclass(frozen=True, slots=True)
class MatchVersion:
    """What the tag of a match's page is made of, by the columns of the match and its count.

    See :class:`referee.store.matches.stored_match.StoredMatch`.
    """

    length: int
    over: bool
    counting: int
    asking: int
    table_code: int
    own_phones: bool
    seating: int

    @property
    def tag(self) -> str:
        """The tag of an open page of the match: the same tag, the same page."""
        sharing = sharing_tag(self.asking, self.table_code, self.seating)
        return f"{self.length}-{int(self.over)}{sharing}" + (f"-{self.counting}" if self.counting else "")


def match_versions(match_ids: Collection[int]) -> dict[int, MatchVersion]:
    """Where these matches stand; without those that are deleted."""
    log = MATCH.length, MATCH.over, func.coalesce(COUNT.version, 0)
    columns = select(MATCH.id, *log, *SHARING, MATCH.own_phones, MATCH.seating)
    query = columns.select_from(counted_matches(table_of(Match))).where(MATCH.deleted_at.is_(None))
    return {
        row[0]: MatchVersion(*row[1:]) for ids in _parts(match_ids) for row in _rows(query.where(MATCH.id.in_(ids)))
    }


def roles(membership_ids: Collection[int]) -> dict[int, tuple[str, int | None]]:
    """The role of each of these memberships that has not ended, and the one match that it may see."""
    member = table_of(Membership).c
    query = select(member.id, member.role, member.match_id)
    parts = _parts(membership_ids)
    return {id_: (role, only) for ids in parts for id_, role, only in _rows(query.where(member.id.in_(ids)))}


def _parts(ids: Collection[int]) -> list[list[int]]:
    listed = sorted(set(ids))
    return [listed[first : first + IN_ONE_STATEMENT] for first in range(0, len(listed), IN_ONE_STATEMENT)]


def _rows(query: Select[Any]) -> Sequence[Row[Any]]:
    return db.session.connection().execute(query).all()


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed between the tag that a page knows and the present one.

    ``recorded``: the log has another length. ``counts_only``: nothing but what is counted or shared.
    """

    recorded: bool
    counts_only: bool


def difference(last_tag: str, tag: str) -> Difference:
    """What changed since the tag ``last_tag``; that of a page may be any text.

    >>> difference("3-0", "4-0"), difference("4-0", "4-0-1")
    (Difference(recorded=True, counts_only=False), Difference(recorded=False, counts_only=True))
    """
    before, now = last_tag.split("-"), tag.split("-")
    return Difference(recorded=before[0] != now[0], counts_only=before[:2] == now[:2])
