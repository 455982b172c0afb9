"""The columns of a match that pages need beside its log, in one statement."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import FromClause, func, select

from referee.store.database.models import Match, Membership, RunningCount, TableCode
from referee.store.database.orm_base import table_of

MATCH, COUNT = table_of(Match).c, table_of(RunningCount).c
ASKING, CODES = table_of(Membership).alias(), table_of(TableCode).alias()


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match without its log; the same ``mark``, the same log.

    ``counted``: how often something was counted in it since the last record. ``asking``: how many watchers ask to keep
    it. ``table_code``: the number of the last code of its evening, 0 without one.
    """

    id: int
    public_id: str
    club_id: int
    evening_id: int | None
    game: str
    players: list[str]
    dealer: str
    teams: list[list[str]] | None
    options: dict[str, Any]
    rules_version: int
    length: int
    mark: str
    over: bool
    created_at: datetime
    changed_at: datetime
    own_phones: bool
    seating: int
    counted: int
    asking: int
    table_code: int

    @property
    def counted_tag(self) -> str:
        """The part of a page's ETag that changes with each count."""
        return f"-{self.counted}" if self.counted else ""

    @property
    def sharing_tag(self) -> str:
        return sharing_tag(self.asking, self.table_code, self.seating)


def sharing_tag(asking: int, table_code: int, seating: int) -> str:
    """The part of a page's ETag that changes with who asks to keep, the code of the table, and who holds which seat."""
    shared = f".{asking}.{table_code}" if asking or table_code or seating else ""
    return f"{shared}.{seating}" if seating else shared


def _asking() -> Any:
    return select(func.count()).select_from(ASKING).where(ASKING.c.asks_in == MATCH.id).scalar_subquery()


def _table_code() -> Any:
    codes = select(func.coalesce(func.max(CODES.c.invitation_id), 0)).select_from(CODES)
    return codes.where(CODES.c.evening_id == MATCH.evening_id).scalar_subquery()


SHARING = _asking(), _table_code()
"""What :func:`sharing_tag` is made of."""
_STORED = [MATCH[field.name] for field in fields(MatchRow) if field.name in MATCH]
COLUMNS = (*_STORED, func.coalesce(COUNT.version, 0), *SHARING)


def counted_matches(matches: FromClause) -> FromClause:
    """The tables that :data:`COLUMNS` are read from; ``matches`` includes those of the matches."""
    return matches.outerjoin(table_of(RunningCount), COUNT.match_id == MATCH.id)
