"""The tables grow with the program: from nothing, and from every version since 1.0.0, and lose no row and no value."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import upgrade
from sqlalchemy import Column, Connection, MetaData, Table, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import JSON, Boolean, Date, DateTime, Integer, String

from referee.migrated_application import know_migrations, migrate
from referee.store.database.installation_id import installation_id
from referee.store.database.orm_base import db
from referee.store.database.transactions import turn
from referee.web.application import MIGRATIONS
from tests.databases import Databases, app_on
from tests.tools import new_migration

ROWS = 3
"""Rows put into every table."""


GONE: frozenset[str] = frozenset()
"""Columns ("table.column") that a migration drops on purpose; what they said must be kept elsewhere."""

MIGRATE = """
from referee.migrated_application import migrate
from referee.settings import settings_from
from referee.web import create_app
migrate(create_app(settings_from()))
"""


def revisions() -> list[str]:
    """Every version of the tables, the first one first."""
    script = ScriptDirectory(str(MIGRATIONS))
    return [revision.revision for revision in reversed(list(script.walk_revisions()))]


@pytest.fixture
def bare(databases: Databases, tmp_path: Path) -> Iterator[Flask]:
    """The application on a database without a table."""
    url = databases.empty()
    with app_on(url, tmp_path) as app:
        yield app
    databases.drop(url)


@pytest.fixture
def filled(app: Flask) -> Flask:
    """The application on a migrated database with rows in every table."""
    fill(app)
    return app


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The migrations, to which a test may add one."""
    return Path(shutil.copytree(MIGRATIONS, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__")))


def add_migration(folder: Path, body: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    (folder / "versions" / "9999_for_this_test.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f"revision, down_revision = '9999', {revisions()[-1]!r}\n\n"
        f"def upgrade():\n{lines}\n"
    )


def test_a_migration_knows_nothing_of_the_program() -> None:
    """What it does must not change when the code does."""
    for path in (MIGRATIONS / "versions").glob("*.py"):
        imported = re.findall(r"^(?:from|import) (\w+)", path.read_text("utf-8"), re.MULTILINE)
        assert "referee" not in imported, path.name


def raise_to(app: Flask, revision: str, folder: Path = MIGRATIONS) -> None:
    with app.app_context():
        know_migrations(app)
        upgrade(str(folder), revision)


def fill(app: Flask) -> None:
    """So many rows in every table there is, each with its parents, made from the tables alone."""
    with app.app_context(), turn(db.engine), db.engine.begin() as connection:
        for table in tables_of(connection):
            for number in range(len(connection.execute(select(table)).all()), ROWS):
                row = {column.name: value_for(connection, column, number) for column in table.columns}
                connection.execute(insert(table).values(row))


def tables_of(connection: Connection) -> list[Table]:
    metadata = MetaData()
    metadata.reflect(connection)
    return [table for table in metadata.sorted_tables if table.name != "alembic_version"]


def value_for(connection: Connection, column: Column[Any], number: int) -> Any:
    """A value that fits the column, another one for every row."""
    for key in column.foreign_keys:
        if key.column.table is column.table:
            return None
        return connection.scalars(select(key.column).order_by(key.column)).all()[number]
    if column.nullable and number == 0:
        return None
    kind = column.type
    if isinstance(kind, JSON):
        return {"row": number, "said": "« à l'été »"}
    if isinstance(kind, DateTime):
        moment = datetime(2024, 2, 29, 23, 59, 58 + number % 2, 123456, UTC)
        return moment if kind.timezone else moment.replace(tzinfo=None)
    if isinstance(kind, String):
        return f"{number}{column.table.name}.{column.name}"[: kind.length]
    made = {Boolean: number % 2 == 1, Date: date(2024, 2, 27 + number), Integer: number + 1}
    return next(value for known, value in made.items() if isinstance(kind, known))


def contents(app: Flask) -> dict[str, list[Any]]:
    """Every value in the database, column by column, in the order of the keys."""
    found = {}
    with app.app_context(), db.engine.connect() as connection:
        for table in tables_of(connection):
            rows = connection.execute(select(table).order_by(*table.primary_key.columns)).mappings().all()
            for column in table.columns:
                found[f"{table.name}.{column.name}"] = [row[column.name] for row in rows]
    return found


def version(app: Flask) -> Any:
    with app.app_context(), db.engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def broken_keys(app: Flask) -> list[Any]:
    """Rows without their parents, which only SQLite lets happen."""
    with app.app_context(), db.engine.connect() as connection:
        if connection.dialect.name != "sqlite":
            return []
        return list(connection.execute(text("PRAGMA foreign_key_check")))


def test_there_is_one_line_of_versions() -> None:
    script = ScriptDirectory(str(MIGRATIONS))
    assert len(script.get_heads()) == 1
    assert len(script.get_bases()) == 1


def test_an_empty_database_gets_exactly_the_tables_of_the_models(bare: Flask) -> None:
    migrate(bare)
    with bare.app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []
    assert version(bare) == revisions()[-1]


@pytest.mark.first_alone
@pytest.mark.parametrize("revision", revisions())
def test_a_filled_database_of_any_version_keeps_every_row_and_value(bare: Flask, revision: str) -> None:
    raise_to(bare, revision)
    fill(bare)
    before = contents(bare)
    migrate(bare)
    after = contents(bare)
    assert before
    assert all(len(values) == ROWS for values in before.values())
    assert {name: after.get(name) for name in before if name not in GONE} == {
        name: values for name, values in before.items() if name not in GONE
    }
    assert broken_keys(bare) == []


def test_every_installation_has_a_name_of_its_own_which_a_second_migration_leaves(
    databases: Databases, tmp_path: Path
) -> None:
    names = []
    for url in (databases.empty(), databases.empty()):
        with app_on(url, tmp_path) as app:
            for _ in range(2):
                migrate(app)
                with app.app_context():
                    names.append(installation_id())
        databases.drop(url)
    assert names[0] == names[1] != names[2] == names[3]
    assert {len(name) for name in names} == {16}


def test_rebuilding_every_table_deletes_no_child(filled: Flask, folder: Path) -> None:
    before = contents(filled)
    with filled.app_context(), db.engine.connect() as connection:
        names = [table.name for table in tables_of(connection)]
    add_migration(
        folder,
        f"rebuilt = 'always' if op.get_bind().dialect.name == 'sqlite' else 'auto'\nfor name in {names}:\n"
        "    with op.batch_alter_table(name, recreate=rebuilt) as table:\n"
        "        table.add_column(sa.Column('grown', sa.Integer(), nullable=True))",
    )
    raise_to(filled, "head", folder)
    after = contents(filled)
    assert {name: values for name, values in after.items() if not name.endswith(".grown")} == before
    assert version(filled) == "9999"
    assert foreign_keys_hold(filled)


def foreign_keys_hold(app: Flask) -> bool:
    """Whether the connections of the application watch foreign keys, after a migration too."""
    with app.app_context(), db.engine.connect() as connection:
        return connection.dialect.name != "sqlite" or connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("op.drop_table('seat')\nop.execute('DELETE FROM entry')\nraise ValueError('in the middle')", ValueError),
        ("op.execute('DELETE FROM entry')\nop.execute('DELETE FROM no_such_table')", Exception),
    ],
)
def test_a_migration_that_fails_in_the_middle_changes_nothing(
    filled: Flask, folder: Path, body: str, error: type[Exception]
) -> None:
    before = contents(filled)
    add_migration(folder, body)
    with pytest.raises(error):
        raise_to(filled, "head", folder)
    assert contents(filled) == before
    assert version(filled) == revisions()[-1]
    assert foreign_keys_hold(filled)


def test_a_migration_that_leaves_orphans_changes_nothing(filled: Flask, folder: Path) -> None:
    before = contents(filled)
    add_migration(folder, "op.execute('DELETE FROM club WHERE id = 1')\nop.execute('UPDATE seat SET match_id = 99')")
    with pytest.raises((SystemExit, IntegrityError)):
        raise_to(filled, "head", folder)
    assert contents(filled) == before
    assert version(filled) == revisions()[-1]


def test_migrating_again_changes_nothing(filled: Flask) -> None:
    before = contents(filled)
    migrate(filled)
    assert contents(filled) == before


@pytest.mark.thorough
def test_servers_that_start_at_once_on_an_empty_database_all_come_up(databases: Databases, tmp_path: Path) -> None:
    url = databases.empty()
    environment = {**os.environ, "DATABASE_URL": url, "REFEREE_DATA": str(tmp_path), "SECRET_KEY": "x" * 32}
    command = [sys.executable, "-c", MIGRATE]
    started = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(process.communicate(timeout=60)[1], process.returncode) for process in started] == [("", 0)] * 3
    with app_on(url, tmp_path) as app:
        assert version(app) == revisions()[-1]
    databases.drop(url)


def test_a_migration_is_written_beside_the_former_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(MIGRATIONS, tmp_path / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(new_migration, "MIGRATIONS", folder)
    former = {*folder.glob("versions/*.py")}
    assert new_migration.main(["a season's rank"]) == 0
    (written,) = {*folder.glob("versions/*.py")} - former
    assert f"down_revision = {revisions()[-1]!r}" in written.read_text("utf-8")
    assert "add_column" not in written.read_text("utf-8")  # the models are those of the last migration


def test_a_migration_needs_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert new_migration.main([]) == 2
    assert "make migration NAME=" in capsys.readouterr().err
