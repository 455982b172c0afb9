"""A record of a log as a row of the database, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.desk.noted_ruling import is_ruling_value
from referee.matches.log import Record
from referee.store.database.stored_json import Unreadable

REPLAYED = "position", "entry", "amends", "batch", "undoes", "before"
"""The columns that a replay depends on."""


def record_of(row: Any) -> Record:
    """The record of a row with its author; ``device`` is the id of a device of the database.

    A ruling that cannot be read leaves its note.
    """
    return Record(
        position=row.position,
        entry=row.entry,
        amends=row.amends,
        batch=row.batch,
        undoes=row.undoes,
        reason=row.reason,
        person=row.person,
        device=row.device_id,
        ruling=row.ruling if is_ruling_value(row.ruling) else None,
        recorded_at=row.recorded_at,
        before=row.before,
    )


def log_of_rows(rows: Iterable[Any]) -> list[Record]:
    """The records of all rows of a log; raises ValueError where a moment cannot be read."""
    records = [record_of(row) for row in rows]
    for record in records:
        if isinstance(record.recorded_at, Unreadable):
            raise ValueError(f"record {record.position} was recorded at no moment")
    return records


def row_of(record: Record, match_id: int, client_key: str | None = None) -> dict[str, Any]:
    """The columns of a record, whose ``device`` is the id of a device of the database."""
    return {
        "match_id": match_id,
        "position": record.position,
        "entry": record.entry,
        "amends": record.amends,
        "batch": record.batch,
        "undoes": record.undoes,
        "before": record.before,
        "reason": record.reason,
        "person": record.person,
        "device_id": record.device,
        "ruling": record.ruling,
        "recorded_at": record.recorded_at,
        "client_key": client_key,
    }
