"""A database that cannot be worked with is said in one sentence with what to do, by every command that opens it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.backups import backup_main, restore_main
from referee.cli import main
from referee.store import database
from tests.databases import app_on
from tests.matches.clubs import packed, small_club
from tests.running import RunningServer, free_port
from tests.store.tables import told

COMMANDS = {
    "serve": ["serve", "--host", "127.0.0.1"],
    "demo": ["demo", "--matches", "1"],
    "import": ["import", "club.zip"],
    "export": ["export", "out.zip"],
}
DAMAGED = {
    "fr": "Ce fichier est abîmé, ou n’est pas une base de l’arbitre. Gardez-en une copie,"
    " puis reprenez votre dernière sauvegarde\u202f: referee restore --yes FICHIER",
    "en": "This file is damaged, or is no database of the referee. Keep a copy of it,"
    " then take your latest backup: referee restore --yes FILE",
}
NEWER = {
    "fr": "Cette base vient d’une version plus récente de l’arbitre\u202f:"
    " mettez l’arbitre à jour, ou reprenez une sauvegarde d’avant.",
    "en": "This database is of a newer version of the referee: update the referee, or take a backup from before.",
}
CLOSED = {
    "fr": "Cette base ne peut pas être ouverte pour écrire\u202f: donnez-vous ce droit sur le fichier et sur son dossier,"
    " ou remettez le fichier à sa place.",
    "en": "This database cannot be opened for writing: give yourself that right on the file and on its folder,"
    " or put the file back in its place.",
}
HELD = {
    "fr": "Un autre programme tient cette base\u202f: fermez-le, puis réessayez.",
    "en": "Another program holds this database: close it, then try again.",
}
FOLDER = {
    "fr": "Rien ne peut être écrit dans le dossier de données %s\u202f: donnez-vous ce droit,"
    " ou choisissez un autre dossier avec REFEREE_DATA.",
    "en": "Nothing can be written into the data folder %s: give yourself that right,"
    " or choose another folder with REFEREE_DATA.",
}
each_command = pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of an installation with a club."""
    folder = tmp_path / "data"
    (tmp_path / "club.zip").write_bytes(packed(small_club()))
    assert ran(folder, ["import", "club.zip"]).returncode == 0
    return folder


def ran(data: Path, command: list[str], language: str = "en") -> subprocess.CompletedProcess[str]:
    """A command that has ended, run by somebody who may not pass over the rights of files."""
    given = {**os.environ, "REFEREE_DATA": str(data), "PORT": str(free_port()), "PYTHONPATH": os.getcwd()}
    given.pop("DATABASE_URL", None)
    call = [sys.executable, "-m", "tests.server.privileges", sys.executable, "-m", "referee", *command]
    return subprocess.run(
        [*call, "--lang", language], env=given, cwd=data.parent, capture_output=True, text=True, timeout=60, check=False
    )


def assert_says(data: Path, command: list[str], sentences: dict[str, str], place: Path | None) -> None:
    """In both languages this sentence, of this file, nothing else, and 2."""
    for language, sentence in sentences.items():
        done = ran(data, command, language)
        line = f"referee: {place}: {sentence}\n" if place else f"referee: {sentence}\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


def no_database(path: Path) -> None:
    path.write_bytes(b"not a database " * 1000)


def torn(path: Path) -> None:
    """The second page is of another file: where the table of versions is looked up."""
    found = bytearray(path.read_bytes())
    found[4096:] = os.urandom(len(found) - 4096)
    path.write_bytes(bytes(found))


@each_command
@pytest.mark.parametrize("spoil", [no_database, torn])
def test_a_damaged_database_is_said(data: Path, command: list[str], spoil: Callable[[Path], None]) -> None:
    file = data / "referee.sqlite3"
    spoil(file)
    before = file.read_bytes()
    assert_says(data, command, DAMAGED, file)
    assert file.read_bytes() == before


def test_a_server_looks_through_the_whole_file_before_it_serves(data: Path) -> None:
    """A page that no query needs at the start: the server would have met it in the middle of an evening."""
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file)) as found:
        [page] = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tally'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(bytes(content))
    assert_says(data, COMMANDS["serve"], DAMAGED, file)


@each_command
def test_a_newer_database_is_said(data: Path, command: list[str]) -> None:
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as found:
        found.execute("UPDATE alembic_version SET version_num = '9999'")
    assert_says(data, command, NEWER, file)


@each_command
def test_a_database_that_may_only_be_read_is_said(data: Path, command: list[str]) -> None:
    file = data / "referee.sqlite3"
    file.chmod(0o400)
    assert_says(data, command, CLOSED, file)


@each_command
def test_a_data_folder_that_may_only_be_read_is_said(data: Path, command: list[str]) -> None:
    data.chmod(0o500)
    try:
        assert_says(data, command, {name: one % data for name, one in FOLDER.items()}, None)
    finally:
        data.chmod(0o700)


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        assert_says(tmp_path / "data", COMMANDS["serve"], {name: one % (tmp_path / "data") for name, one in FOLDER.items()}, None)
    finally:
        tmp_path.chmod(0o700)


def test_a_folder_in_the_place_of_the_database_is_said(data: Path) -> None:
    file = data / "referee.sqlite3"
    file.unlink()
    file.mkdir()
    assert_says(data, COMMANDS["serve"], CLOSED, file)


@each_command
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_database_that_another_program_holds_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: list[str], language: str
) -> None:
    """In this process, where nobody waits half a minute for the other program."""
    opened = database._opened

    def impatient(connection: sqlite3.Connection, record: object) -> None:
        opened(connection, record)
        connection.execute("PRAGMA busy_timeout=50")

    monkeypatch.setattr(database, "_opened", impatient)
    monkeypatch.setenv("REFEREE_DATA", str(data))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(data.parent)
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        assert main([*command, "--lang", language]) == 2
    assert capsys.readouterr() == ("", f"referee: {file}: {HELD[language]}\n")


def test_a_postgresql_that_is_away_is_said_without_its_password(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://ana:secret@127.0.0.1:{free_port()}/club")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "serve", "--lang", "en"],
        env={**os.environ, "REFEREE_DATA": str(data), "HOST": "127.0.0.1", "PORT": str(free_port())},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "The database does not answer: check DATABASE_URL, and that it is running." in done.stderr
    assert "secret" not in done.stderr


@pytest.mark.parametrize("spoil", [no_database, torn])
def test_what_the_sentence_advises_works(
    data: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    """A restore takes the place of a damaged database, which is set aside as it was."""
    monkeypatch.setenv("REFEREE_DATA", str(data))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    file, backup = data / "referee.sqlite3", data.parent / "backup.sqlite3"
    assert backup_main(str(backup), "fr") == 0
    spoil(file)
    damaged = file.read_bytes()
    assert restore_main(str(backup), True, "fr") == 0
    with app_on(f"sqlite:///{file}", data) as app:
        assert len(told(app)["match"]) == 2
    assert [one.read_bytes() for one in data.glob("referee-*.sqlite3")] == [damaged]


def test_a_sound_database_is_served_after_all_that(data: Path) -> None:
    with RunningServer(data) as server:
        assert server.kill(15) == 0
