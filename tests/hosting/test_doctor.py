"""``referee doctor`` names each fault that was put in on purpose, on one line, and nothing else as one."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.hosting import machine_checks
from referee.hosting.daily_copies import make_daily_copy
from referee.local_time import local_day
from referee.settings import settings_from
from referee.store.database.models import now
from tests.databases import PostgresDatabases
from tests.hosting.installation import install
from tests.running import RunningServer
from tests.server.test_encryption import certificate

Said = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
EXPIRED = Path(__file__).with_name("expired.pem")
ROOT = Path(__file__).resolve().parents[2]
Room = namedtuple("Room", "total used free")  # noqa: PYI024 - as shutil.disk_usage gives


@pytest.fixture
def data(tmp_path: Path, monkeypatch: Patch) -> Path:
    return install(tmp_path, monkeypatch)


def diagnosed(capsys: Said) -> tuple[int, list[str], str]:
    """The exit status, the lines of faults, and all that was printed."""
    capsys.readouterr()
    status = main(["doctor", "--lang", "en"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, [line for line in out.splitlines() if line.startswith("✗")], out


@pytest.mark.journey
def test_a_sound_installation_has_no_fault_and_a_line_for_each_subject(data: Path, capsys: Said) -> None:
    before = sorted(path.name for path in data.iterdir())
    status, faults, out = diagnosed(capsys)
    assert (status, faults) == (0, [])
    subjects = {line.split(" — ")[0][2:] for line in out.splitlines()[:-1]}
    assert subjects == {
        "Secret", "Database", "Tables", "Time", "Matches", "Copies", "Disk", "Network", "Certificate", "Phone folder"
    }  # fmt: skip
    assert "All is well." in out
    assert sorted(path.name for path in data.iterdir() if not path.name.endswith(("-wal", "-shm"))) == [
        name for name in before if not name.endswith(("-wal", "-shm", "-turn"))
    ]


@pytest.mark.journey
def test_where_nothing_was_started_yet_nothing_is_made(tmp_path: Path, monkeypatch: Patch, capsys: Said) -> None:
    install(tmp_path, monkeypatch)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "none"))
    status, faults, out = diagnosed(capsys)
    assert (status, faults) == (0, [])
    assert "made at the first start" in out.replace("Made", "made")
    assert not (tmp_path / "none").exists()


def change(statement: str) -> Callable[[Path, Patch], None]:
    def changed(data: Path, _patch: Patch) -> None:
        with closing(sqlite3.connect(data / "referee.sqlite3", isolation_level=None)) as database:
            database.executescript(statement)

    return changed


def tear(data: Path, _patch: Patch) -> None:
    with closing(sqlite3.connect(data / "referee.sqlite3")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray((data / "referee.sqlite3").read_bytes())
    content[8192:] = os.urandom(len(content) - 8192)
    (data / "referee.sqlite3").write_bytes(bytes(content))


def fill_disk(_data: Path, patch: Patch) -> None:
    patch.setattr(machine_checks.shutil, "disk_usage", lambda _folder: Room(10**9, 10**9 - 10**6, 10**6))


def lose_secret(data: Path, _patch: Patch) -> None:
    (data / "secret-key").unlink()


def weaken_secret(data: Path, _patch: Patch) -> None:
    (data / "secret-key").write_text("abcabc" * 11)


def open_secret(data: Path, _patch: Patch) -> None:
    (data / "secret-key").chmod(0o644)


def change_secret(data: Path, patch: Patch) -> None:
    assert make_daily_copy(settings_from())
    patch.setenv("SECRET_KEY", "another long secret, of the environment")


def spoil_copy(data: Path, _patch: Patch) -> None:
    copy = make_daily_copy(settings_from())
    assert copy
    (copy / "referee.sqlite3").write_bytes(b"SQLite format 3\0" + bytes(5000))


def age_copy(data: Path, _patch: Patch) -> None:
    copy = make_daily_copy(settings_from())
    assert copy
    copy.rename(copy.with_name((local_day(now()) - timedelta(days=9)).isoformat()))


def date_copy_ahead(data: Path, _patch: Patch) -> None:
    copy = make_daily_copy(settings_from())
    assert copy
    shutil.copytree(copy, copy.with_name("2999-01-01"))


def open_copy(data: Path, _patch: Patch) -> None:
    copy = make_daily_copy(settings_from())
    assert copy
    (copy / "referee.sqlite3").chmod(0o644)


def set_mode(name: str, mode: int) -> Callable[[Path, Patch], None]:
    return lambda data, _patch: (data / name).chmod(mode)


def show(file: Path, key: Path | None = None) -> Callable[[Path, Patch], None]:
    def shown(data: Path, patch: Patch) -> None:
        patch.setenv("REFEREE_CERTIFICATE", str(file))
        if key is not None:
            other = certificate(data, "other")
            patch.setenv("REFEREE_CERTIFICATE", str(other[0]))
            patch.setenv("REFEREE_KEY", str(key))

    return shown


def show_client_certificate(data: Path, patch: Patch) -> None:
    made, key = certificate(data, "client", "clientAuth")
    patch.setenv("REFEREE_CERTIFICATE", str(made))
    patch.setenv("REFEREE_KEY", str(key))


def cut_phone_folder(data: Path, _patch: Patch) -> None:
    (data / "phone" / "index.html").write_text("half")


def age_phone_folder(data: Path, _patch: Patch) -> None:
    files = data / "phone" / "files.json"
    files.write_text(json.dumps({**json.loads(files.read_text()), "made_of": "another version"}))


def set_to(**settings: str) -> Callable[[Path, Patch], None]:
    def given(_data: Path, patch: Patch) -> None:
        for name, value in settings.items():
            patch.setenv(name, value)

    return given


FAULTS = {
    "a torn database": (tear, "Database", "This file is damaged"),
    "a row without its parent": (change("DELETE FROM club"), "Database", "This file is damaged"),
    "a database of before the first release": (
        change("UPDATE alembic_version SET version_num = '0027'"),
        "Tables",
        "before 1.0.0",
    ),
    "a database of a newer version": (change("UPDATE alembic_version SET version_num = '9999'"), "Tables", "newer"),
    "PostgreSQL away": (set_to(DATABASE_URL="postgresql://u@/x?host=/nowhere"), "Database", "does not answer"),
    "a full disk": (fill_disk, "Disk", "soon nothing can be recorded"),
    "no secret": (lose_secret, "Secret", "put it back from a daily copy"),
    "a secret to be guessed": (weaken_secret, "Secret", "It can be guessed"),
    "a secret that others read": (open_secret, "Secret", "chmod 600"),
    "a database that others read": (set_mode("referee.sqlite3", 0o644), "Database", "chmod 600"),
    "a copy that others read": (open_copy, "Database", "chmod 600"),
    "a folder into which all may write": (set_mode(".", 0o777), "Data folder", "chmod 700"),
    "a match that was changed": (
        change("UPDATE entry SET entry = replace(entry, 'a match', 'no match')"),
        "Matches",
        "no longer as it was recorded",
    ),
    "a match with fewer entries": (change("DELETE FROM entry"), "Matches", "no longer as it was recorded"),
    "a match that does not replay": (
        change("UPDATE entry SET entry = '{\"step\": \"bids\"}'; UPDATE match SET mark = ''"),
        "Matches",
        "does not replay",
    ),
    "a match of a game that is none": (
        change("UPDATE match SET game = 'x'"),
        "Matches",
        "no longer as it was recorded",
    ),
    "players that are no JSON": (change("UPDATE match SET players = '['"), "Matches", "no longer as it was recorded"),
    "house rules that are a list": (
        change("UPDATE match SET options = '[7]'"),
        "Matches",
        "no longer as it was recorded",
    ),
    "an entry that is no JSON": (change("UPDATE entry SET entry = '{'"), "Matches", "no longer as it was recorded"),
    "a copy of a day to come": (date_copy_ahead, "Copies", "the clock was wrong"),
    "another secret than before": (change_secret, "Secret", "It is no longer that of"),
    "a clock that is slow": (change("UPDATE entry SET recorded_at = '2999-01-01'"), "Time", "Set it right"),
    "a zone that is none": (set_to(TZ="Europe/Pariss"), "Settings", "time zone"),
    "an expired certificate": (show(EXPIRED), "Certificate", "Expired on 2020-02-01"),
    "a key of another certificate": (show(EXPIRED, EXPIRED), "Certificate", "key"),
    "the certificate of a program": (show_client_certificate, "Certificate", "not that of a server"),
    "a host that is none": (set_to(HOST="not a host"), "Network", "no such address"),
    "a phone folder with a cut file": (cut_phone_folder, "Phone folder", "index.html"),
    "a phone folder of another version": (age_phone_folder, "Phone folder", "another version"),
    "a damaged copy": (spoil_copy, "Copies", "delete it"),
    "no copy for days": (age_copy, "Copies", "look into its log"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named_alone(name: str, data: Path, monkeypatch: Patch, capsys: Said) -> None:
    put_in, subject, words = FAULTS[name]
    put_in(data, monkeypatch)
    status, faults, out = diagnosed(capsys)
    assert status == 1
    assert [line.split(" — ")[0] for line in faults] == [f"✗ {subject}"], out
    assert words in faults[0]
    assert "1 thing to mend." in out


@pytest.mark.parametrize(
    ("each", "said"),
    [
        ("20", "✓ Database — PostgreSQL takes 97 connections: enough for 4 processes, each of which takes up to 21."),
        ("97", "✗ Database — PostgreSQL takes 97 connections, and a process up to 98 of them"),
    ],
)
def test_it_says_for_how_many_processes_postgresql_has_connections(
    data: Path, postgres: PostgresDatabases, monkeypatch: Patch, capsys: Said, each: str, said: str
) -> None:
    url = postgres.migrated()
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.setenv("REFEREE_DATABASE_CONNECTIONS", each)
    assert said in diagnosed(capsys)[2]
    postgres.drop(url)


@pytest.mark.parametrize(
    ("rights", "fault"),
    [
        (0o555, "✗ Settings — Nothing can be written into the data folder"),
        (0o777, "✗ Database — This database cannot be opened for writing"),
    ],
)
def test_a_folder_or_a_file_that_may_not_be_written_is_named(data: Path, rights: int, fault: str) -> None:
    """Of somebody who may not pass over the rights of files."""
    for path in data.glob("referee.sqlite3*"):
        path.chmod(0o444)
    data.chmod(rights)
    (data / "secret-key").chmod(0o644)
    call = [sys.executable, "-m", "tests.server.privileges", sys.executable, "-m", "referee", "doctor", "--lang", "en"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(call, env=environment, capture_output=True, text=True, timeout=90, check=False)
    data.chmod(0o755)
    assert done.returncode == 1
    assert fault in done.stdout


@pytest.fixture
def other_program() -> Iterator[int]:
    """A port at which something answers that is no referee."""
    call = [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as running:
        assert running.stdout
        yield int(running.stdout.readline().split(" port ")[1].split()[0])
        running.kill()


def test_another_program_at_the_port_is_named(data: Path, other_program: int, monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setenv("PORT", str(other_program))
    status, faults, _ = diagnosed(capsys)
    assert status == 1
    assert [line.split(" — ")[0] for line in faults] == ["✗ Network"]
    assert "Another program answers" in faults[0]


def test_a_program_that_only_listens_is_named_too(data: Path, monkeypatch: Patch, capsys: Said) -> None:
    monkeypatch.setattr(machine_checks, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        monkeypatch.setenv("PORT", str(silent.getsockname()[1]))
        assert [line.split(" — ")[0] for line in diagnosed(capsys)[1]] == ["✗ Network"]


def test_beside_a_running_server_all_is_well(data: Path, monkeypatch: Patch, capsys: Said) -> None:
    with RunningServer(data) as running:
        monkeypatch.setenv("PORT", str(running.port))
        status, faults, out = diagnosed(capsys)
        assert (status, faults) == (0, [])
        assert f"The referee answers at port {running.port}." in out


def test_a_certificate_that_holds_is_read_with_its_names(data: Path, monkeypatch: Patch, capsys: Said) -> None:
    made, key = certificate(data, "own")
    monkeypatch.setenv("REFEREE_CERTIFICATE", str(made))
    monkeypatch.setenv("REFEREE_KEY", str(key))
    status, faults, out = diagnosed(capsys)
    assert (status, faults) == (0, [])
    assert "For localhost, 127.0.0.1, 1 day left" in out


def test_the_copies_are_listed_with_how_to_take_one_back(data: Path, capsys: Said) -> None:
    copy = make_daily_copy(settings_from())
    assert copy
    shutil.copytree(copy, copy.with_name("2020-01-01"))
    out = diagnosed(capsys)[2]
    assert f"(the last: 1 MiB): {copy.name}, 2020-01-01." in out, out


def test_the_secret_is_called_the_same_only_where_a_copy_has_it(data: Path, capsys: Said) -> None:
    assert "no daily copy tells whether it was the same before" in diagnosed(capsys)[2]
    copy = make_daily_copy(settings_from())
    assert copy
    assert f"the same as in the copy of {copy.name}" in diagnosed(capsys)[2]


def test_every_line_works_as_it_is_pasted(tmp_path: Path, monkeypatch: Patch, capsys: Said) -> None:
    folder = tmp_path / "l'été de Zoé & Cie"
    folder.mkdir()
    data = install(folder, monkeypatch)
    assert make_daily_copy(settings_from())
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for path in (data / "referee.sqlite3", data / "secret-key"):
        path.chmod(0o644)
    data.chmod(0o777)
    status, faults, out = diagnosed(capsys)
    assert (status, len(faults)) == (1, 3)
    for line in faults:
        paste(line.rpartition(": chmod ")[2], "chmod ")
    assert diagnosed(capsys)[1] == []
    (data / "referee.sqlite3").unlink()
    paste(out.partition("To take one back: ")[2].partition("\n")[0])
    assert diagnosed(capsys)[1] == []


def paste(line: str, begin: str = "") -> None:
    """Run a printed line through the shell, in another folder."""
    subprocess.run(f"{begin}{line}", shell=True, check=True, cwd="/", timeout=90, stdout=subprocess.DEVNULL)


def test_the_line_for_postgresql_saves_a_database_whose_address_has_two_parameters(
    data: Path, tmp_path: Path, postgres: PostgresDatabases, monkeypatch: Patch, capsys: Said
) -> None:
    url = postgres.migrated()
    both = f"{url}{'&' if '?' in url else '?'}application_name=referee&connect_timeout=10"
    monkeypatch.setenv("DATABASE_URL", both)
    line = diagnosed(capsys)[2].partition("keep the secret: ")[2].partition("\n")[0]
    assert line.startswith("pg_dump ")
    subprocess.run(line, shell=True, check=True, cwd=tmp_path, timeout=90)
    saved = tmp_path / "referee.dump"
    assert saved.read_bytes().startswith(b"PGDMP")
    assert main(["restore", str(saved), "--lang", "en"]) == 2
    paste(capsys.readouterr().out)
    assert diagnosed(capsys)[1] == []
    postgres.drop(url)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_host_of_this_machine_alone_is_not_said_to_be_no_network(
    data: Path, monkeypatch: Patch, capsys: Said, host: str
) -> None:
    monkeypatch.setenv("HOST", host)
    _, _, out = diagnosed(capsys)
    assert f"HOST={host}: no phone can come" in out
    assert "no network" not in out
