"""The running server makes one copy a day, keeps seven, and each brings everything back, the secret too."""

import logging
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask

from referee.commands.command_line import main
from referee.hosting import daily_copies
from referee.hosting.daily_copies import CopyStopped, copying_daily, make_daily_copy
from referee.local_time import local_day
from referee.settings import Settings, settings_from
from referee.store.database import file_copy
from referee.store.database.models import now
from referee.store.database.orm_base import db
from referee.words.system_errors import ExplainedError
from tests.databases import app_on, place_migrated
from tests.store.keeping import Keeper, at_once, note
from tests.store.tables import everything_in

TODAY = local_day(now())


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Those of a data folder that the commands find."""
    for name in ("DATABASE_URL", "SECRET_KEY", "REFEREE_COPIES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    return settings_from()


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    place_migrated(settings.data / "referee.sqlite3")
    with app_on(settings.database_url, settings.data) as app:
        yield app


@pytest.fixture
def keeper(app: Flask) -> Keeper:
    made = Keeper(app)
    made.record(note("before"))
    return made


def names(settings: Settings) -> list[str]:
    assert settings.copies is not None
    return sorted(path.name for path in settings.copies.iterdir())


@pytest.mark.journey
def test_a_copy_is_a_sound_database_and_its_secret_for_its_owner_alone(settings: Settings, keeper: Keeper) -> None:
    made = make_daily_copy(settings)
    assert made == settings.data / "copies" / TODAY.isoformat()
    assert made.stat().st_mode & 0o777 == 0o700
    assert {path.name: path.stat().st_mode & 0o777 for path in made.iterdir()} == {
        "referee.sqlite3": 0o600, "secret-key": 0o600,
    }  # fmt: skip
    with closing(sqlite3.connect(made / "referee.sqlite3")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT count(*) FROM entry").fetchall() == [(1,)]
    assert (made / "secret-key").read_text() == settings.secret_key


def test_a_day_has_one_copy_and_seven_are_kept(settings: Settings, keeper: Keeper) -> None:
    made = make_daily_copy(settings)
    assert made is not None
    assert make_daily_copy(settings) is None
    days = [TODAY - timedelta(days=ago) for ago in range(1, 12)]
    for day in days:
        shutil.copytree(made, made.with_name(day.isoformat()))
    (made.parent / ".making-left").mkdir()
    (made.parent / "mine").mkdir()
    shutil.rmtree(made)
    assert make_daily_copy(settings) == made
    kept = sorted(day.isoformat() for day in (TODAY, *days[:6]))
    assert names(settings) == sorted([*kept, "lock", "mine"])


def test_copies_of_days_to_come_end_no_daily_copies(settings: Settings, keeper: Keeper) -> None:
    """A clock was wrong for a week; they are nobody's to delete, and count for nothing."""
    made = make_daily_copy(settings)
    assert made is not None
    ahead = [made.with_name((TODAY + timedelta(days=days)).isoformat()) for days in range(400, 407)]
    for folder in ahead:
        shutil.copytree(made, folder)
    shutil.rmtree(made)
    assert make_daily_copy(settings) == made
    assert make_daily_copy(settings) is None
    assert names(settings) == sorted([TODAY.isoformat(), *(folder.name for folder in ahead), "lock"])


def test_of_many_at_once_one_makes_it(settings: Settings, keeper: Keeper) -> None:
    made = [path for path in at_once(lambda _: make_daily_copy(settings)) if path is not None]
    assert len(made) == 1


def test_while_another_process_makes_it_nobody_else_does(settings: Settings, keeper: Keeper) -> None:
    assert settings.copies is not None
    settings.copies.mkdir()
    holds = f"import fcntl, sys; f = open({str(settings.copies / 'lock')!r}, 'w'); fcntl.flock(f, fcntl.LOCK_EX)"
    call = [sys.executable, "-c", f"{holds}; print('held', flush=True); sys.stdin.read()"]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        assert make_daily_copy(settings) is None
        other.communicate()
    assert make_daily_copy(settings) is not None


def test_without_room_there_is_a_sentence_and_no_half_copy(
    settings: Settings, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily_copies, "SPARE", 10**15)
    with pytest.raises(ExplainedError, match="No room"):
        make_daily_copy(settings)
    assert names(settings) == ["lock"]


def test_a_database_that_is_damaged_gives_no_copy(
    settings: Settings, app: Flask, keeper: Keeper, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(settings.data / "referee.sqlite3", isolation_level=None)) as database:
        database.execute("DELETE FROM club")
    with copying_daily(settings, first_look=0, interval=0.02):
        deadline = time.monotonic() + 20
        while len(caplog.records) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    assert "is not a backup, or it is damaged" in caplog.records[1].getMessage()  # it is tried again
    assert names(settings) == ["lock"]


def test_a_server_that_stops_in_the_middle_drops_the_copy(
    settings: Settings, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_copy, "PAGES", 1)
    begun, steps = threading.Event(), []
    copy = daily_copies.make_daily_copy

    def slowly(given: Settings, progress: file_copy.Progress) -> Path | None:
        def step(done: int, of: int) -> None:
            steps.append(done)
            begun.set()
            time.sleep(0.05)
            progress(done, of)

        return copy(given, step)

    monkeypatch.setattr(daily_copies, "make_daily_copy", slowly)
    with copying_daily(settings, first_look=0):
        assert begun.wait(20)
    assert 0 < len(steps) < 20
    assert names(settings) == ["lock"]
    assert not any(thread.name == "daily copies" for thread in threading.enumerate())
    assert issubclass(CopyStopped, Exception)


def test_a_running_server_makes_it_by_itself(settings: Settings, keeper: Keeper) -> None:
    with copying_daily(settings, first_look=0):
        deadline = time.monotonic() + 20
        while not (settings.data / "copies" / TODAY.isoformat()).exists() and time.monotonic() < deadline:
            time.sleep(0.01)
    assert TODAY.isoformat() in names(settings)


def test_none_is_made_where_none_is_wanted(settings: Settings, keeper: Keeper) -> None:
    for others in (replace(settings, copies=None), replace(settings, database_url="postgresql://u@h/x")):
        with copying_daily(others, first_look=0):
            assert not any(thread.name == "daily copies" for thread in threading.enumerate())
        assert make_daily_copy(others) is None


@pytest.mark.journey
def test_a_copy_brings_everything_back_with_its_secret(
    settings: Settings, app: Flask, keeper: Keeper, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Onto another machine: the folder of a copy is all that it needs."""
    made = make_daily_copy(settings)
    assert made is not None
    before = everything_in(app)
    with app.app_context():
        db.engine.dispose()
    other = tmp_path / "other"
    monkeypatch.setenv("REFEREE_DATA", str(other))
    assert main(["restore", str(made), "--lang", "en"]) == 0
    assert "every phone is recognised" in capsys.readouterr().out
    there = settings_from()
    assert there.secret_key == settings.secret_key
    assert (other / "secret-key").stat().st_mode & 0o777 == 0o600
    with app_on(there.database_url, other) as restored:
        assert everything_in(restored) == before


def test_a_copy_takes_the_place_of_what_was_recorded_since(
    settings: Settings, app: Flask, keeper: Keeper, capsys: pytest.CaptureFixture[str]
) -> None:
    made = make_daily_copy(settings)
    assert made is not None
    before = everything_in(app)
    keeper.record(note("after"))
    with app.app_context():
        db.engine.dispose()
    assert main(["restore", "--yes", str(made), "--lang", "en"]) == 0
    assert "The secret is that of the copy" in capsys.readouterr().out
    assert everything_in(app) == before


def test_a_secret_of_the_environment_is_not_replaced(
    settings: Settings, app: Flask, keeper: Keeper, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_daily_copy(settings)
    with app.app_context():
        db.engine.dispose()
    monkeypatch.setenv("SECRET_KEY", "another long secret, of the environment")
    assert main(["restore", "--yes", str(made), "--lang", "en"]) == 0
    assert "The secret comes from SECRET_KEY" in capsys.readouterr().out
    assert (settings.data / "secret-key").read_text() == settings.secret_key
