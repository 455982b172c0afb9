"""Copy a whole database into another, empty one, of any kind: from SQLite to PostgreSQL, and back.

Everything goes along, row by row with its id: the devices with their keys and the id of the installation too, so that
every phone is recognised where the secret stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Engine,
    RowMapping,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from referee.store.database.file_copy import Progress
from referee.store.database.models import Club, Device, Installation
from referee.store.database.orm_base import Base, is_sqlite
from referee.store.database.stored_json import Unreadable, UnreadableMoment
from referee.store.database.transactions import turn
from referee.words import say
from referee.words.system_errors import ExplainedError

PAGE = 1000
"""Rows read and written together."""


def move_database(source: Engine, target: Engine, progress: Progress) -> int:
    """Copy all rows, in one transaction of each database; their number. Both have this version's tables.

    :raises ExplainedError: the target is not empty, or does not hold all of them afterwards.
    """
    tables = Base.metadata.sorted_tables
    with source.connect() as old, turn(target), target.connect() as new:
        if not is_sqlite(source):
            old.execution_options(isolation_level="REPEATABLE READ")
        if any(_count(new, model.__table__) for model in (Club, Device)):  # type: ignore[arg-type]
            raise ExplainedError(say("La base d'arrivée n'est pas vide : rien n'a été copié."))
        new.execute(delete(Installation))  # the migrations have made one
        sizes = {table: _count(old, table) for table in tables}
        done = 0
        for table in tables:
            for count in _copy(old, new, table):
                done += count
                progress(done, sum(sizes.values()))
        if {table: _count(new, table) for table in tables} != sizes:
            raise ExplainedError(say("Il manque des lignes à l'arrivée : rien n'a été copié."))
        if not is_sqlite(target):
            advance_sequences(new)
        new.commit()
    return done


def _count(connection: Connection, table: Table) -> int:
    return connection.scalar(select(func.count()).select_from(table)) or 0


def _copy(old: Connection, new: Connection, table: Table) -> Iterator[int]:
    """Copy the rows of a table, in pages; columns that refer to it itself are filled in at the end."""
    own = [column.name for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]
    rows = old.execution_options(yield_per=PAGE).execute(select(table).order_by(*table.primary_key)).mappings()
    later: list[dict[str, object]] = []
    for page in rows.partitions():
        new.execute(insert(table), [{**_as_stored(table, row), **dict.fromkeys(own)} for row in page])
        later += [
            {"row": row["id"], **{f"new_{name}": row[name] for name in own}}
            for row in page
            if any(row[name] is not None for name in own)
        ]
        yield len(page)
    if later:
        values: dict[str, BindParameter[object]] = {name: bindparam(f"new_{name}") for name in own}
        new.execute(update(table).where(table.c.id == bindparam("row")).values(values), later)


def _as_stored(table: Table, row: RowMapping) -> dict[str, Any]:
    """The values of a row; of a damaged match what is stored: what is no JSON as a text, which is JSON.

    :raises ExplainedError: a moment cannot be read, for which no column of moments has room.
    """
    for name, value in row.items():
        if isinstance(value, UnreadableMoment):
            place = f"{table.name} {row[next(iter(table.primary_key)).name]}, {name}"
            raise ExplainedError(say("Un moment ne se lit pas (%(place)s) : rien n'a été copié.", place=place))
    return {str(name): value.stored if isinstance(value, Unreadable) else value for name, value in row.items()}


def advance_sequences(new: Connection) -> None:
    """PostgreSQL counts ids by itself: from behind those that came."""
    for table in Base.metadata.sorted_tables:
        for column in table.primary_key:
            if column is table.autoincrement_column and not column.foreign_keys:
                names = {"table": table.name, "column": column.name}
                sequence = new.scalar(text("SELECT pg_get_serial_sequence(:table, :column)"), names)
                last = new.scalar(select(func.max(column)))
                if sequence is not None and last is not None:
                    new.execute(text("SELECT setval(:sequence, :last)"), {"sequence": sequence, "last": last})
