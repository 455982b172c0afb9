"""The tables grow with the program: from nothing, and from every version before, without losing a row or a value."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
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
from referee.store.database.models import Club, Invitation, Membership, Moment, Player, Result, StandIn, Tally, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import MATCH, PLAYER
from referee.store.database.transactions import turn
from referee.web.application import MIGRATIONS
from tests.databases import Databases, app_on
from tests.store.database.test_quotas import counted, recounted

ROWS = 3
"""Rows put into every table."""

CLUB_THEN = Table("club", MetaData(), Column("id", Integer), Column("name", String), Column("created_at", Moment))
"""The columns that a club had in every version and that have no default."""

MATCH_THEN = Table(
    "match", MetaData(), *(Column(name, String) for name in ("public_id", "game", "dealer", "notes")),
    *(Column(name, Integer) for name in ("club_id", "rules_version", "length")), Column("over", Boolean),
    *(Column(name, JSON) for name in ("players", "options")),
    *(Column(name, Moment) for name in ("created_at", "changed_at")),
)  # fmt: skip
"""The columns that a match had in every version and that have no default."""
THEN_WITH_PHONES = "club", "device", "membership"
PLAYER_THEN = Table(
    "player", MetaData(), Column("club_id", Integer), Column("name", String), Column("mark", String),
    Column("colour", Integer), Column("played_at", Moment),
)  # fmt: skip
"""The columns that a player had in every version and that have no default."""
NOTHING = {"length": 0, "over": False, "notes": ""}

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
    """What it does must not change when the code does; the sixth alone asks the games how long a match is."""
    for path in (MIGRATIONS / "versions").glob("*.py"):
        imported = re.findall(r"^(?:from|import) (\w+)", path.read_text("utf-8"), re.M)
        assert "referee" not in imported or path.name.startswith("0006"), path.name


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


def test_a_club_from_before_is_its_oldest_keepers_and_its_links_expire(bare: Flask) -> None:
    """In the order of the clubs: the founder has gone, nobody is left, nobody but a watcher is."""
    raise_to(bare, "0003")
    first = datetime(2024, 2, 29, 20, tzinfo=UTC)
    members = [(2, 1, "keeper", 2), (1, 1, "keeper", 3), (3, 1, "watcher", 1), (3, 3, "watcher", 1)]
    with bare.app_context(), turn(db.engine), db.engine.begin() as connection:
        tables = {table.name: table for table in tables_of(connection)}
        for number in (1, 2, 3):
            connection.execute(insert(tables["club"]).values(id=number, name="", created_at=first))
            device = {"id": number, "key": f"{number}", "name": "", "created_at": first}
            connection.execute(insert(tables["device"]).values(device))
        for role in ("keeper", "watcher"):
            made = {"club_id": 1, "token_hash": role, "role": role, "created_at": first}
            connection.execute(insert(tables["invitation"]).values(made))
        for device_id, club_id, role, day in members:
            since = dict.fromkeys(("since", "chosen_at", "seen_at"), first.replace(day=day))
            row = {"device_id": device_id, "club_id": club_id, "role": role, **since}
            connection.execute(insert(tables["membership"]).values(row))
    migrate(bare)
    with bare.app_context():
        assert db.session.scalars(select(Club.owner_id).order_by(Club.id)).all() == [2, None, None]
        ends = {invitation.role: invitation.expires_at - now() for invitation in db.session.scalars(select(Invitation))}
    assert {role: round(end / timedelta(days=1)) for role, end in ends.items()} == {"keeper": 7, "watcher": 90}


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


def test_what_a_club_kept_before_it_was_counted_is_counted(bare: Flask) -> None:
    raise_to(bare, "0003")
    fill(bare)
    with bare.app_context(), turn(db.engine), db.engine.begin() as connection:
        connection.execute(text("UPDATE entry SET entry = NULL, ruling = NULL WHERE id = 1"))  # a removal
    migrate(bare)
    before = counted(bare)
    assert before == recounted(bare)
    assert len(before) == 2 * ROWS
    assert min(before.values()) > MATCH


def test_keys_that_were_everybodys_are_a_clubs_and_a_matchs_own(bare: Flask) -> None:
    raise_to(bare, "0003")
    fill(bare)
    keys = "UPDATE {} SET {} = 'k' WHERE id IN (2, 3)"
    for table, column in (("match", "start_key"), ("entry", "client_key")):
        with bare.app_context(), turn(db.engine), pytest.raises(IntegrityError), db.engine.begin() as connection:
            connection.execute(text(keys.format(table, column)))
    migrate(bare)
    for table, column in (("match", "start_key"), ("entry", "client_key")):
        with bare.app_context(), turn(db.engine), db.engine.begin() as connection:
            connection.execute(text(keys.format(table, column)))


RELAYED = (
    {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Ana": 1}},
    {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Ana": 1}},
    {"step": "relay", "player": "Ana", "by": "Zoé"},
    {"step": "bids", "bids": {"Chloé": 0, "Ana": 0, "Bob": 1}},
    {"step": "tricks", "tricks": {"Chloé": 0, "Ana": 1, "Bob": 1}},
    {"step": "relay", "player": "Ana", "by": None},
    {"step": "relay", "player": "Ana", "by": "Bobby"},
    {"step": "relay", "player": "Ana", "by": "Zoé"},
    {"step": "bids", "bids": {"Ana": 0, "Bob": 1, "Chloé": 1}},
    {"step": "tricks", "tricks": {"Ana": 2, "Bob": 1, "Chloé": 0}},
    {"step": "end"},
)
"""Zoé plays two of the three deals in Ana's seat; Bobby comes, and plays none."""


@pytest.mark.parametrize("over", [True, False])
def test_who_stood_in_before_that_counted_has_the_places_and_the_figures(bare: Flask, over: bool) -> None:
    """Bobby, who is counted as Bob, cannot be Bob at Bob's own table; Zoé was nobody."""
    raise_to(bare, "0006")
    first = datetime(2024, 2, 29, 20, tzinfo=UTC)
    log = RELAYED if over else RELAYED[:-1]
    with bare.app_context(), turn(db.engine), db.engine.begin() as connection:
        tables = {table.name: table for table in tables_of(connection)}

        def add(table: str, **values: Any) -> None:
            connection.execute(insert(tables[table]).values(values))

        add("club", id=1, name="", created_at=first)
        for name in ("Ana", "Bob", "Chloé", "Bobby"):
            player = {"club_id": 1, "name": name, "mark": "", "colour": 0, "played_at": first}
            add("player", **player, merged_into=2 if name == "Bobby" else None)
        moments = {"created_at": first, "changed_at": first}
        match = {
            "game": "ascenseur",
            "players": ["Ana", "Bob", "Chloé"],
            "dealer": "Ana",
            "options": {},
            "rules_version": 1,
        }
        add("match", id=1, public_id="m", club_id=1, **match, **moments, over=over, length=len(log), notes="")
        for position, entry in enumerate(log):
            record = {"match_id": 1, "position": position, "entry": entry, "batch": position, "recorded_at": first}
            add("entry", **record, reason="", person="")
        for seat, name in enumerate(match["players"]):
            add("seat", match_id=1, number=seat, player_id=seat + 1)
            came_to = {"side": name, "total": 10, "place": 1, "places": 3, "won": True, "deals": 3, "whole": False}
            if over:
                who = {"match_id": 1, "seat": seat, "club_id": 1, "player_id": seat + 1}
                add("result", **who, **came_to, game="ascenseur", finished_at=first)
                add("tally", match_id=1, player_id=seat + 1, figure="bids-over", detail="", count=3, out_of=3)
    migrate(bare)
    with bare.app_context():
        people = {player.id: player.name for player in db.session.scalars(select(Player).order_by(Player.id))}
        assert list(people.values()) == ["Ana", "Bob", "Chloé", "Bobby", "Zoé"]
        assert not db.session.scalars(select(Player).where(Player.merged_into.is_not(None))).all()
        stood_in = {stand_in.name: people[stand_in.player_id] for stand_in in db.session.scalars(select(StandIn))}
        assert stood_in == {"Bobby": "Bobby", "Zoé": "Zoé"}
        places = db.session.scalars(select(Result).order_by(Result.seat)).all()
        assert [people[result.player_id] for result in places] == (["Zoé", "Bob", "Chloé"] if over else [])
        assert {result.side: result.total for result in places} == ({"Ana": -5, "Bob": 25, "Chloé": -5} if over else {})
        over_bids = db.session.scalars(select(Tally).where(Tally.figure == "bids-over")).all()
        counted = {people[figure.player_id]: figure.out_of for figure in over_bids}
        assert counted == ({"Ana": 1, "Zoé": 2, "Bob": 3, "Chloé": 3} if over else {})
        assert db.session.scalars(select(Club.bytes)).one() == PLAYER


def test_players_who_all_had_the_first_colour_are_told_apart(bare: Flask) -> None:
    raise_to(bare, "0009")
    colours = {"Ana": 0, "Bob": 0, "Chloé": 3, "Dan": 0, "Éric": 0}
    with bare.app_context(), turn(db.engine):
        for club_id in (1, 2):
            db.session.execute(insert(CLUB_THEN).values(id=club_id, name="", created_at=now()))
            for name, colour in colours.items():
                row = {"club_id": club_id, "name": name, "mark": "", "colour": colour, "played_at": now()}
                db.session.execute(insert(PLAYER_THEN).values(**row))
        db.session.commit()
    raise_to(bare, "0010")
    with bare.app_context():
        found = db.session.scalars(select(Player.colour).order_by(Player.id)).all()
    assert found == [0, 1, 3, 2, 4] * 2


def test_a_club_whose_matches_were_all_forgotten_before_is_no_unused_one(bare: Flask) -> None:
    raise_to(bare, "0014")
    with bare.app_context(), turn(db.engine):
        for club_id in (1, 2, 3):
            db.session.execute(insert(CLUB_THEN).values(id=club_id, name="", created_at=now()))
        for club_id in (1, 2):
            row = {"club_id": club_id, "name": "Ana", "mark": "", "colour": 0, "played_at": now()}
            db.session.execute(insert(PLAYER_THEN).values(**row))
        match = {"game": "ascenseur", "players": ["Ana"], "dealer": "Ana", "options": {}, "rules_version": 2}
        moments = {"created_at": now(), "changed_at": now()}
        db.session.execute(insert(MATCH_THEN).values(club_id=2, public_id="a", **match, **moments, **NOTHING))
        db.session.commit()
    raise_to(bare, "0015")
    with bare.app_context():
        clubs = select(Club.had_records).order_by(Club.id)
        assert db.session.scalars(clubs).all() == [True, False, False]


def test_phones_from_before_keep_the_numbers_that_their_club_showed(bare: Flask) -> None:
    raise_to(bare, "0024")
    with bare.app_context(), turn(db.engine), db.engine.begin() as connection:
        club, device, membership = (Table(name, MetaData(), autoload_with=connection) for name in THEN_WITH_PHONES)
        connection.execute(insert(club), [{"id": id, "name": "", "created_at": now()} for id in (1, 2)])
        connection.execute(
            insert(device), [{"id": id, "key": f"k{id}", "name": "", "created_at": now()} for id in (1, 2, 3)]
        )
        for id, (device_id, club_id, days) in enumerate([(1, 1, 5), (2, 1, 9), (3, 1, 5), (1, 2, 1)], 1):
            moment = datetime(2026, 3, days, tzinfo=UTC)
            ids = {"id": id, "device_id": device_id, "club_id": club_id, "role": "keeper"}
            connection.execute(insert(membership).values(**ids, since=moment, chosen_at=moment, seen_at=moment))
    raise_to(bare, "0025")
    with bare.app_context():
        rows = db.session.scalars(select(Membership).order_by(Membership.id))
        assert [row.number for row in rows] == [1, 3, 2, 1]
        assert db.session.scalars(select(Club.last_number).order_by(Club.id)).all() == [3, 1]


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
