"""A backup is the whole database at one moment, while others write; a restore is all of it or nothing."""

import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from referee.commands.command_line import main
from referee.hosting.scratch_database import delete_left
from referee.settings import settings_from
from referee.store.database import file_copy
from referee.store.database.orm_base import db
from tests.databases import PostgresDatabases, app_on, place_migrated
from tests.running import RunningServer
from tests.store.keeping import Keeper, note
from tests.store.tables import everything_in

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder that the commands find."""
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("REFEREE_DATA", str(folder))
    for name in ("DATABASE_URL", "SECRET_KEY", "HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def app(data: Path) -> Iterator[Flask]:
    """An installation with a club in the data folder."""
    place_migrated(data / "referee.sqlite3")
    with app_on(settings_from().database_url, data) as app:
        yield app


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    made = Keeper(app)
    made.record(note("before"))
    return made


def closed(app: Flask) -> None:
    """The server has gone."""
    with app.app_context():
        db.engine.dispose()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as found:
        return found.execute(query).fetchall()


def test_a_backup_is_one_sound_file_with_everything(app: Flask, keeper: Keeper, tmp_path: Path, capsys: Said) -> None:
    target = tmp_path / "kept.sqlite3"
    assert main(["backup", str(target), "--lang", "fr"]) == 0
    assert str(target) in capsys.readouterr().out
    assert rows(target, "PRAGMA integrity_check") == [("ok",)]
    assert rows(target, "PRAGMA journal_mode") == [("delete",)]
    assert target.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.glob("kept*")] == ["kept.sqlite3"]
    before = everything_in(app)
    with app_on(f"sqlite:///{target}", tmp_path) as copy:
        assert everything_in(copy) == before


def test_a_backup_while_others_record_is_of_one_moment(
    keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every match in every copy is as long as it says, and what was recorded before the backup is in it."""
    monkeypatch.setattr(file_copy, "PAGES", 1)
    stop = threading.Event()

    def record() -> None:
        while not stop.is_set():
            keeper.record(note("x" * 400), note("y" * 400))

    writer = threading.Thread(target=record)
    writer.start()
    try:
        for number in range(8):
            least = keeper.everything()[0]
            target = tmp_path / f"{number}.sqlite3"
            assert main(["backup", str(target), "--lang", "fr"]) == 0
            length = rows(target, "SELECT length FROM match")[0][0]
            assert rows(target, "SELECT count(*) FROM entry") == [(length,)]
            assert rows(target, "PRAGMA integrity_check") == [("ok",)]
            assert length >= least  # type: ignore[operator]
    finally:
        stop.set()
        writer.join()


def test_a_backup_never_overwrites(keeper: Keeper, tmp_path: Path, capsys: Said) -> None:
    target = tmp_path / "kept.sqlite3"
    target.write_text("mine")
    assert main(["backup", str(target), "--lang", "en"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert target.read_text() == "mine"


def test_a_backup_that_fails_leaves_nothing(app: Flask, data: Path, tmp_path: Path, capsys: Said) -> None:
    closed(app)
    (data / "referee.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(5000))
    target = tmp_path / "kept.sqlite3"
    assert main(["backup", str(target), "--lang", "fr"]) == 2
    assert not target.exists()
    assert main(["backup", str(tmp_path / "no such folder" / "x"), "--lang", "fr"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_where_there_is_nothing_there_is_nothing_to_save(tmp_path: Path, capsys: Said) -> None:
    assert main(["backup", str(tmp_path / "kept"), "--lang", "en"]) == 2
    assert capsys.readouterr().err == "referee: There is nothing to save here yet.\n"
    assert not (tmp_path / "kept").exists()


def test_a_restore_brings_everything_back_and_sets_aside_what_was_there(
    app: Flask, keeper: Keeper, data: Path, tmp_path: Path, capsys: Said
) -> None:
    target = tmp_path / "kept.sqlite3"
    main(["backup", str(target), "--lang", "fr"])
    before = everything_in(app)
    keeper.record(note("after"))
    after = everything_in(app)
    closed(app)
    assert main(["restore", str(target), "--lang", "en"]) == 2
    assert "data here already" in capsys.readouterr().err
    assert everything_in(app) == after
    closed(app)
    assert main(["restore", str(target), "--yes", "--lang", "en"]) == 0
    assert everything_in(app) == before
    keeper.record(note("goes on"))
    aside = list(data.glob("referee-*.sqlite3"))
    assert len(aside) == 1
    assert str(aside[0]) in capsys.readouterr().out
    with app_on(f"sqlite:///{aside[0]}", tmp_path) as old:
        assert everything_in(old) == after


def test_a_restore_into_an_empty_folder_needs_no_yes(
    app: Flask, keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    target, other = tmp_path / "kept.sqlite3", tmp_path / "other"
    main(["backup", str(target), "--lang", "fr"])
    monkeypatch.setenv("REFEREE_DATA", str(other))
    assert main(["restore", str(target), "--lang", "en"]) == 0
    assert "secret-key" in capsys.readouterr().out
    assert sorted(path.name for path in other.iterdir()) == ["referee.sqlite3", "secret-key"]
    with app_on(f"sqlite:///{other / 'referee.sqlite3'}", other) as there:
        assert everything_in(there) == everything_in(app)


def test_a_restore_waits_for_the_server_to_stop(
    app: Flask, keeper: Keeper, data: Path, tmp_path: Path, capsys: Said
) -> None:
    target = tmp_path / "kept.sqlite3"
    main(["backup", str(target), "--lang", "fr"])
    keeper.record(note("after"))
    before = everything_in(app)
    assert main(["restore", str(target), "--yes", "--lang", "en"]) == 2
    assert "still running" in capsys.readouterr().err
    assert everything_in(app) == before
    assert not list(data.glob("referee-*"))
    assert not list(data.glob(".restoring*"))


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def hole(path: Path) -> None:
    found = bytearray(path.read_bytes())
    found[8192:12288] = os.urandom(4096)
    path.write_bytes(bytes(found))


def change(statement: str) -> object:
    def changed(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as found:
            found.execute("PRAGMA foreign_keys=OFF")
            found.executescript(statement)

    return changed


UNFIT = {
    "half of it": half,
    "a hole": hole,
    "nothing": lambda path: path.write_bytes(b""),
    "text": lambda path: path.write_text("sauvegarde " * 1000),
    "no file": lambda path: path.unlink(),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
    "another database": change("DROP TABLE alembic_version"),
    "no version": change("DELETE FROM alembic_version"),
    "a later version": change("UPDATE alembic_version SET version_num = '9999'"),
    "rows without their parents": change("DELETE FROM club"),
    "a trigger": change("CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry; END"),
    "a view": change("CREATE VIEW v AS SELECT * FROM device"),
    "a virtual table": change("CREATE VIRTUAL TABLE v USING fts5(words)"),
    "a table is missing": change("DROP TABLE handed_part"),
    "a column is missing": change("ALTER TABLE evening DROP COLUMN note"),
    "an entry that is no JSON": change("UPDATE entry SET entry = '{'"),
    "an entry of bytes": change("UPDATE entry SET entry = x'ff'"),
    "a text that is no UTF-8": change("UPDATE entry SET person = CAST(x'ff' AS TEXT)"),
    "an entry too deep": change(f"UPDATE entry SET entry = '{'[' * 100_000}'"),
    "a position that is no number": change("UPDATE entry SET position = 'first'"),
    "an entry that was changed": change("UPDATE entry SET entry = replace(entry, 'before', 'beforf')"),
    "an entry that is gone": change("DELETE FROM entry"),
    "another mark": change("UPDATE match SET mark = replace(mark, substr(mark, 1, 1), 'x')"),
    "another dealer": change("UPDATE match SET dealer = (SELECT value FROM json_each(players) WHERE value <> dealer)"),
    "a game that is none": change("UPDATE match SET game = 'x' || game"),
    "a moment that is none": change("UPDATE entry SET recorded_at = 'noon'"),
}


@pytest.mark.first_alone
@pytest.mark.parametrize("spoil", UNFIT.values(), ids=UNFIT)
def test_what_is_no_backup_changes_nothing(
    app: Flask, keeper: Keeper, data: Path, tmp_path: Path, capsys: Said, spoil: object
) -> None:
    target = tmp_path / "kept.sqlite3"
    main(["backup", str(target), "--lang", "fr"])
    spoil(target)  # type: ignore[operator]
    before = everything_in(app)
    closed(app)
    capsys.readouterr()
    assert main(["restore", str(target), "--yes", "--lang", "fr"]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1
    assert str(target) in said or "plus récente" in said
    assert everything_in(app) == before
    assert sorted(path.name.partition("-")[0] for path in data.iterdir()) == sorted(
        [*["referee.sqlite3"] * 4, "secret"]  # what SQLite and the turns of processes keep beside it
    )


def test_a_backup_of_before_the_first_release_is_refused_with_the_way(
    app: Flask, keeper: Keeper, tmp_path: Path, capsys: Said
) -> None:
    target = tmp_path / "kept.sqlite3"
    main(["backup", str(target), "--lang", "fr"])
    with closing(sqlite3.connect(target, isolation_level=None)) as found:
        found.execute("UPDATE alembic_version SET version_num = '0027'")
    before = everything_in(app)
    closed(app)
    capsys.readouterr()
    assert main(["restore", str(target), "--yes", "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert "of a version before 1.0.0" in said
    assert "referee export" in said
    assert "referee import" in said
    assert everything_in(app) == before


def said_url(url: str) -> str:
    return url.replace("postgres://", "postgresql://").replace(":secret", "")


@pytest.mark.thorough
def test_a_backup_of_sqlite_is_restored_into_an_empty_postgresql_database(
    app: Flask, keeper: Keeper, tmp_path: Path, postgres: PostgresDatabases, monkeypatch: pytest.MonkeyPatch,
    capsys: Said,
) -> None:  # fmt: skip
    target, url = tmp_path / "kept.sqlite3", postgres.empty()
    main(["backup", str(target), "--lang", "fr"])
    before = everything_in(app)
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["restore", str(target), "--lang", "en"]) == 0
    with app_on(url, tmp_path) as there:
        assert everything_in(there) == before
    assert main(["restore", str(target), "--lang", "en"]) == 2
    assert "not empty" in capsys.readouterr().err
    postgres.drop(url)


def test_what_pg_dump_saved_is_no_matter_for_sqlite(app: Flask, keeper: Keeper, tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "saved").write_bytes(b"PGDMP\x01")
    before = everything_in(app)
    closed(app)
    assert main(["restore", "--yes", str(tmp_path / "saved"), "--lang", "en"]) == 2
    assert "comes from pg_dump" in capsys.readouterr().err
    assert everything_in(app) == before


RESTORES = """
import signal
import sys
from pathlib import Path
from referee.commands.execution import run_with_explanation
from referee.hosting.scratch_database import scratch_database

def restore():
    with scratch_database(Path(sys.argv[1])) as path:
        print(path, flush=True)
        sys.stdin.read()

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may ignore it
run_with_explanation(restore, "en")
"""
"""A restore that waits in the middle."""


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_restore_that_is_killed_leaves_no_database_behind(data: Path, tmp_path: Path, how: signal.Signals) -> None:
    """After SIGKILL the next start deletes it, but not that of a restore that still runs."""
    with subprocess.Popen(
        [sys.executable, "-c", RESTORES, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        path = Path(running.stdout.readline().decode().strip())
        assert path.stat().st_mode & 0o777 == 0o600
        delete_left(data)
        assert path.exists()
        running.send_signal(how)
        running.wait()
    if how == signal.SIGKILL:
        with RunningServer(data):
            pass
    assert list(data.glob(".restoring-*")) == []


@pytest.mark.parametrize("url", ["postgresql://ana:secret@db.example:5433/club", "postgres://ana:secret@db.example/x"])
def test_for_postgresql_the_line_to_run_is_said_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said, url: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    (tmp_path / "my club.dump").write_bytes(b"PGDMP\x01")
    assert main(["backup", str(tmp_path / "my club.dump"), "--lang", "fr"]) == 2
    assert main(["restore", str(tmp_path / "my club.dump"), "--yes", "--lang", "fr"]) == 2
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said] == ["pg_dump", "pg_restore"]
    assert [shlex.split(line)[-1] for line in said] == [said_url(url), str(tmp_path / "my club.dump")]
    assert all("postgresql://ana@db.example" in line and "'" in line and "secret" not in line for line in said)
