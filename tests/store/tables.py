"""All that a database holds, told without the numbers its rows happen to have: two databases can be compared."""

from collections.abc import Mapping
from typing import Any

from flask import Flask
from sqlalchemy import Table, select

from referee.store.database.orm_base import db

NAMES = {
    "club": ("name",), "player": ("name",), "evening": ("public_id",), "match": ("public_id",), "device": ("name",),
}  # fmt: skip
"""What a row is called where another table speaks of it."""

NOT_CARRIED = {
    "club.last_number",
    "club.owner_id", "club.recovery_hash", "device.key", "device.created_at", "entry.client_key", "match.start_key",
    "match.own_phones", "match.seating", "installation", "invitation", "membership", "seat_holder", "table_code",
    "kept_import", "imported_match",
}  # fmt: skip
"""Keys, links and who belongs to a club are not carried out of an installation, nor what it imported of late."""


def everything_in(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but :data:`NOT_CARRIED`, each table in the order of its values."""
    with app.app_context(), db.engine.connect() as connection:
        tables = [table for table in db.metadata.sorted_tables if table.name not in NOT_CARRIED]
        rows = {table.name: connection.execute(select(table)).mappings().all() for table in tables}
    names = {
        table: {row["id"]: tuple(row[column] for column in columns) for row in rows[table]}
        for table, columns in NAMES.items()
    }
    return {table.name: sorted((_row(table, row, names) for row in rows[table.name]), key=repr) for table in tables}


def _row(table: Table, row: Any, names: Mapping[str, Mapping[int, Any]]) -> tuple[Any, ...]:
    found: list[Any] = []
    for column in table.columns:
        if column.name == "id" or f"{table.name}.{column.name}" in NOT_CARRIED:
            continue
        parent = next((key.column.table.name for key in column.foreign_keys), None)
        value = row[column.name]
        found.append((column.name, value if parent is None or value is None else names[parent][value]))
    return tuple(found)
