"""Whether every stored log is as it was recorded: it has its length and its mark, and it replays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select

from referee.matches.log import records_of
from referee.store.database.models import Match, RecordRow
from referee.store.database.orm_base import table_of
from referee.store.matches.match_results import mark_of, replay_of_rows
from referee.store.matches.stored_match import UNREADABLE, setup_of

TOGETHER = 100
"""Matches whose logs are read in one statement."""
MATCHES, RECORDS = table_of(Match), table_of(RecordRow)


@dataclass(frozen=True, slots=True)
class LogFault:
    """A match whose log is not sound. ``damaged``: it is not what was recorded; else it only does not replay."""

    public_id: str
    club_id: int
    game: str
    created_at: datetime
    damaged: bool


def log_faults(connection: Connection, progress: Callable[[int, int], None]) -> Iterator[LogFault]:
    """Replay every log, also those in the bin; ``progress`` is called with the matches done, and all."""
    of, done, last = connection.scalar(select(func.count()).select_from(MATCHES)) or 0, 0, 0
    while matches := _page(connection, last):
        logs: dict[int, list[Row[Any]]] = defaultdict(list)
        first, last = matches[0].id, matches[-1].id
        records = select(RECORDS).where(RECORDS.c.match_id.between(first, last))
        for row in connection.execute(records.order_by(RECORDS.c.match_id, RECORDS.c.position)):
            logs[row.match_id].append(row)
        for match in matches:
            damaged = _is_damaged(match, logs[match.id])
            if damaged or not _replays(match, logs[match.id]):
                yield LogFault(match.public_id, match.club_id, match.game, match.created_at, damaged)
        done += len(matches)
        progress(done, of)


def _page(connection: Connection, after: int) -> Sequence[Row[Any]]:
    """The next matches in the order of their ids; at least one a page, so the pages come to an end."""
    return connection.execute(select(MATCHES).where(MATCHES.c.id > after).order_by(MATCHES.c.id).limit(TOGETHER)).all()


def _is_damaged(match: Any, rows: Sequence[Row[Any]]) -> bool:
    """Whether the log has another length or another mark than its match; a match of before marks has none."""
    if [row.position for row in rows] != list(range(match.length)):
        return True
    try:
        return bool(match.mark) and mark_of(setup_of(match), records_of(rows)) != match.mark
    except UNREADABLE:
        return True


def _replays(match: Any, rows: Sequence[Row[Any]]) -> bool:
    try:
        replay_of_rows(match, setup_of(match), rows)
    except UNREADABLE:
        return False
    return True
