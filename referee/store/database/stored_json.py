"""Columns as they are read: what no version of the referee has written is marked, and raises nothing.

A row that is read beside others must not fail for all of them; who needs the value asks for the mark.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, Integer, TypeDecorator, case, func
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.operators import OperatorType


class Unreadable:
    """A stored value that cannot be read; ``stored``: its JSON value, or its text where it is no JSON."""

    def __init__(self, stored: Any) -> None:
        super().__init__()
        self.stored: Any = stored.stored if isinstance(stored, Unreadable) else stored


class UnreadableNames(Unreadable, list[str]):
    """No names, where a column of names holds something else."""


class UnreadableMap(Unreadable, dict[str, Any]):
    """No values, where a column of values by name holds something else."""


class UnreadableNumber(Unreadable, int):
    """0, where a column of numbers holds something else."""

    def __new__(cls, _stored: Any) -> UnreadableNumber:
        return super().__new__(cls)


class UnreadableMoment(Unreadable, datetime):
    """The beginning of 1970 in UTC, where a column of moments holds something else.

    Arithmetic calls the class with the parts of a moment; the result is a plain ``datetime``.
    """

    def __new__(cls, stored: Any, *parts: Any, **zone: Any) -> Any:
        if parts:
            return datetime(stored, *parts, **zone)
        return super().__new__(cls, 1970, 1, 1, tzinfo=UTC)


class SqliteMoment(sqlite.DATETIME):
    """A moment as SQLite keeps it; :class:`UnreadableMoment` for anything else."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], datetime | None]:
        def read(value: Any) -> datetime | None:
            try:
                moment: datetime | None = None if value is None else datetime.fromisoformat(value)
            except (TypeError, ValueError):
                moment = UnreadableMoment(value)
            return moment

        return read


class StoredNumber(TypeDecorator[int]):
    """A whole number; :class:`UnreadableNumber` for anything else: SQLite keeps any value in any column."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return value if value is None or isinstance(value, int) else UnreadableNumber(value)


class StoredJson(TypeDecorator[Any]):
    """A JSON column whose values have one shape."""

    impl = JSON

    def coerce_compared_value(self, op: OperatorType | None, value: Any) -> Any:
        return self.impl_instance.coerce_compared_value(op, value)


class Names(StoredJson):
    """A list of names; :class:`UnreadableNames` for anything else that is stored."""

    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> list[str]:
        is_list = isinstance(value, list) and all(isinstance(name, str) for name in value)
        return value if is_list else UnreadableNames(value)


class Values(StoredJson):
    """Values by name, or none; :class:`UnreadableMap` for anything else that is stored."""

    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> dict[str, Any] | None:
        return value if value is None or isinstance(value, dict) else UnreadableMap(value)


def text_at(column: Any, key: str, on_sqlite: bool) -> Any:
    """The text at a key of a JSON column, in SQL; SQLite fails at what is no JSON, which PostgreSQL does not hold."""
    text = column[key].as_string()
    return case((func.json_valid(column) == 1, text)) if on_sqlite else text


def read_stored(raw: str | bytes) -> Any:
    """The JSON value of a column, or :class:`Unreadable`.

    Half a character, which older versions let in, is read as U+FFFD.
    """
    try:
        value = json.loads(raw)
    except (ValueError, TypeError, RecursionError):
        return Unreadable(raw.decode(errors="replace") if isinstance(raw, bytes) else raw)
    if (b"\\ud" if isinstance(raw, bytes) else "\\ud") in raw:  # type: ignore[operator]
        text = json.dumps(value, ensure_ascii=False)
        try:
            text.encode()
        except UnicodeEncodeError:
            return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return value
