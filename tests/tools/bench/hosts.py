"""How a host grows: one database of 1,000 clubs, and of 100,000, each with an evening's match of twenty records.

The clubs are copies of one that was played, made by one statement for each table: only their number counts here.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Column, Connection, Integer, Table, create_engine, text

from referee.hosting.database_move import advance_sequences
from referee.store.database.orm_base import Base, database_url
from tests.running import RunningServer
from tests.tools.bench import bulk
from tests.tools.bench.databases import Database
from tests.tools.bench.figures import Times, curve, curve_head, timed
from tests.tools.bench.phones import Phone, ascenseur_entry

CLUBS = (1_000, 100_000)
RECORDS = 20
APART = 5_000
"""Between the ids of one club's rows and those of the next."""
SAMPLES = 100


def hosts(database: Database, _folder: Path) -> None:
    """What a record and pages cost the server's processor, and how long the host's commands take, by the clubs."""
    curves: dict[str, dict[int, Times]] = {}
    first = 0
    sizes = {}
    for clubs in CLUBS:
        if first == 0:
            with RunningServer(Path(database.environment["REFEREE_DATA"]), **database.environment) as running:
                path = Phone(running.port).new_match()
            bulk.write(database.environment, path, [RECORDS], ascenseur_entry)
        began = time.perf_counter()
        sizes[clubs] = _copied(database, max(first, 1), clubs)
        print(f"{database.name}: {clubs:,} clubs, {sizes[clubs] / clubs / 1024:.1f} KiB each, made in "
              f"{time.perf_counter() - began:.0f} s", flush=True)  # fmt: skip
        first = clubs
        for name, times in _measured(database).items():
            curves.setdefault(name, {})[clubs] = times
    curve_head(f"{database.name}: a host by its clubs; milliseconds of the processor, of commands as they pass", CLUBS)
    for name, by_size in curves.items():
        curve(name, by_size)


def _measured(database: Database) -> dict[str, Times]:
    data = Path(database.environment["REFEREE_DATA"])
    with RunningServer(data, **database.environment, REFEREE_MOST_CLUBS=str(10 * CLUBS[-1])) as running:
        assert running.process is not None
        phone, process = Phone(running.port), running.process.pid
        match = phone.new_match()
        matches = iter(bulk.write(database.environment, match, [RECORDS] * SAMPLES, ascenseur_entry))
        acts: dict[str, Callable[[], object]] = {
            "record: POST": lambda: phone.record(next(matches), RECORDS, ascenseur_entry(RECORDS)),
            "match page": lambda: phone.page_time(match),
            "is there anything new": lambda: phone.timed("GET", f"{match}/state", [200]),
            "home page": lambda: phone.page_time("/"),
            "a stranger founds a club": lambda: Phone(running.port).timed("POST", "/clubs", [303]),
        }
        times = {name: [_processor_time(process, act)] for name, act in acts.items()}
    times["referee clubs"] = [timed(lambda: _command(database, "clubs"))]
    times["referee doctor"] = [timed(lambda: _command(database, "doctor"))]
    return dict(times)


def _processor_time(process: int, act: Callable[[], object]) -> float:
    """Milliseconds that a process computes for one act, on average: what else the machine does counts little."""
    act()
    before = _ticks(process)
    for _ in range(SAMPLES - 1):
        act()
    return 1000 * (_ticks(process) - before) / os.sysconf("SC_CLK_TCK") / (SAMPLES - 1)


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _command(database: Database, name: str) -> None:
    environment = {**os.environ, **database.environment}
    subprocess.run([sys.executable, "-m", "referee", name], env=environment, stdout=subprocess.DEVNULL, check=False)


def _copied(database: Database, first: int, last: int) -> int:
    """Copy the first club up to so many in all; the bytes of the database."""
    data = Path(database.environment["REFEREE_DATA"])
    url = database.environment.get("DATABASE_URL", f"sqlite:///{data / 'referee.sqlite3'}")
    engine = create_engine(database_url(url))
    on_postgres = engine.dialect.name == "postgresql"
    with engine.begin() as connection:
        for table in Base.metadata.sorted_tables:
            if isinstance(next(iter(table.primary_key)).type, Integer):  # others belong to no club
                _copy_rows(connection, table, first, last)
        if on_postgres:
            advance_sequences(connection)
        size = "SELECT pg_database_size(current_database())"
        pages = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
        bytes_used = int(connection.scalar(text(size if on_postgres else pages)) or 0)
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("ANALYZE"))
    engine.dispose()
    return bytes_used


def _copy_rows(connection: Connection, table: Table, first: int, last: int) -> None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    values = ", ".join(_value(column) for column in table.columns)
    key = next(iter(table.primary_key)).name
    own = " AND ".join(f't."{column.name}" < {APART}' for column in table.primary_key if column.name == key)
    connection.execute(
        text(
            f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {last})"
            f' INSERT INTO "{table.name}" ({names}) SELECT {values} FROM "{table.name}" t CROSS JOIN n WHERE {own}'
        )
    )


def _value(column: Column[object]) -> str:
    """A column of the copy in the club with the number ``n.i``."""
    name = f't."{column.name}"'
    if column.foreign_keys or (column.primary_key and column.name == "id"):
        return f"{name} + n.i * {APART}"
    if column.unique:
        key = next(iter(column.table.primary_key)).name
        return f"'c' || n.i || '-' || t.\"{key}\""
    return name
