"""The columns of a match that pages need beside its log, in one statement."""

from __future__ import annotations

from typing import Any

from sqlalchemy import FromClause, func, select

from referee.store.database.models import Match, Membership, RunningCount, TableCode
from referee.store.database.orm_base import table_of

MATCH, COUNT = table_of(Match).c, table_of(RunningCount).c
ASKING, CODES = table_of(Membership).alias(), table_of(TableCode).alias()


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
NAMES = (
    "id", "public_id", "club_id", "evening_id", "game", "players", "dealer", "teams", "options", "rules_version",
    "length", "mark", "over", "created_at", "changed_at", "own_phones", "seating",
)  # fmt: skip
COLUMNS = (*(MATCH[name] for name in NAMES), func.coalesce(COUNT.version, 0), *SHARING)
"""The fields of a :class:`referee.store.matches.stored_match.StoredMatch`, in their order."""


def counted_matches(matches: FromClause) -> FromClause:
    """The tables that :data:`COLUMNS` are read from; ``matches`` includes those of the matches."""
    return matches.outerjoin(table_of(RunningCount), COUNT.match_id == MATCH.id)
