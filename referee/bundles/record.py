"""The JSON of a record of a log, with its author."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from referee.bundles.json_object import (
    MOMENT,
    JsonObject,
    Shape,
    has_whole_texts,
    integer,
    is_deep,
    optional,
    text,
    unchanged_if,
)
from referee.bundles.log_replay import WorkBudget
from referee.desk.noted_ruling import is_ruling_value
from referee.matches.log import Record


def _is_entry(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and not is_deep(value) and has_whole_texts(value))


def _is_ruling(value: Any) -> bool:
    return is_ruling_value(value) and not is_deep(value) and has_whole_texts(value)


RECORD = Shape(
    Record,
    position=integer(),
    entry=unchanged_if(_is_entry),
    amends=optional(integer()),
    batch=integer(),
    undoes=optional(integer()),
    reason=text(200),
    person=text(40),
    device=optional(integer()),
    ruling=optional(unchanged_if(_is_ruling)),
    recorded_at=MOMENT,
    before=optional(integer()),
)


def record_value(record: Record) -> dict[str, Any]:
    """A record without its empty values: most records amend nothing and need no reason."""
    return {key: value for key, value in RECORD.write(record).items() if value not in (None, "") or key == "entry"}


def records_in(
    log_file: JsonObject, before: Sequence[Record] = (), budget: WorkBudget | None = None
) -> Iterator[Record]:
    """The records behind those ``before``, in their order.

    Each amends the first record of an entry before it, or stands before that entry.

    :raises ArchiveRefused: one of them is none.
    """
    firsts = {record.position for record in before if record.amends is None}
    for position, part in enumerate(log_file.parts("records"), len(before)):
        if budget is not None:
            budget.spend(0)
        record = RECORD.read(part)
        if record.position != position:
            raise part.wrong("position")
        if record.batch is None or record.batch > position:
            raise part.wrong("batch")
        if record.before is not None and (record.before not in firsts or record.amends is not None):
            raise part.wrong("before")
        if record.amends is None:
            firsts.add(position)
        elif record.amends not in firsts:
            raise part.wrong("amends")
        if record.entry is None and record.amends is None:
            raise part.wrong("entry")
        yield record
