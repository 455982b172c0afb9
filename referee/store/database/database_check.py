"""Whether a database has all tables and columns of this version, and every row of them can be read."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import JSON, Column, Connection, Date, DateTime, String, Table, inspect, select
from sqlalchemy.exc import DBAPIError

from referee.store.database.models import Moment
from referee.store.database.orm_base import Base
from referee.store.database.stored_json import Names, Unreadable, Values

PAGE = 1000
TYPES: dict[type, type | tuple[type, ...]] = {
    Moment: datetime, DateTime: datetime, Date: date, JSON: (dict, list), Names: list, Values: dict, String: str
}  # fmt: skip
"""The Python type of a column by its kind; of all others int."""


def is_sound(connection: Connection) -> bool:
    """Whether nothing is missing and all is readable. SQLite keeps any value in any column."""
    inspector = inspect(connection)
    present = set(inspector.get_table_names())
    for table in Base.metadata.sorted_tables:
        if table.name not in present:
            return False
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        if not columns.issuperset(column.name for column in table.columns):
            return False
    return all(_is_readable(connection, table) for table in Base.metadata.sorted_tables)


def _is_readable(connection: Connection, table: Table) -> bool:
    try:
        with connection.execution_options(yield_per=PAGE).execute(select(table)) as rows:
            return all(_fits(column, value) for row in rows for column, value in zip(table.columns, row))
    except (DBAPIError, ValueError, TypeError, RecursionError):  # no UTF-8, no JSON, no moment
        return False


def _fits(column: Column[Any], value: object) -> bool:
    if value is None:
        return bool(column.nullable)
    if isinstance(value, Unreadable):
        return False
    return isinstance(value, next((kind for of, kind in TYPES.items() if isinstance(column.type, of)), int))
