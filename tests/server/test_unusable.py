"""A database that cannot be worked with is said in one sentence with what to do, by every command that opens it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.store.database import engine
from referee.words import LANGUAGES
from tests.bundles.clubs import packed, small_club
from tests.databases import app_on
from tests.running import free_port
from tests.store.tables import everything_in

ROOT = Path(__file__).resolve().parents[2]
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
FORMER = {
    "fr": "Cette base vient d’une version d’avant 1.0.0\u202f: sortez chaque club avec cette version (referee export),"
    " puis faites-le entrer avec celle-ci (referee import).",
    "en": "This database is of a version before 1.0.0: bring each club out with that version (referee export),"
    " then into this one (referee import).",
}
NEWER = {
    "fr": "Cette base vient d’une version plus récente de l’arbitre\u202f:"
    " mettez l’arbitre à jour, ou reprenez une sauvegarde d’avant.",
    "en": "This database is of a newer version of the referee: update the referee, or take a backup from before.",
}
CLOSED = {
    "fr": "Cette base ne peut pas être ouverte pour écrire\u202f: donnez-vous ce droit sur le fichier et"
    " sur son dossier, ou remettez le fichier à sa place.",
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

Says = Callable[[list[str], str], tuple[int, str, str]]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an installation with a club, for copying."""
    folder = tmp_path_factory.mktemp("installed")
    (folder / "club.zip").write_bytes(packed(small_club()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REFEREE_DATA", str(folder / "data"))
        patch.delenv("DATABASE_URL", raising=False)
        assert main(["import", str(folder / "club.zip")]) == 0
    return folder


@pytest.fixture
def data(installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder that commands find."""
    shutil.copytree(installed, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PORT", str(free_port()))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data"


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Says:
    """A command's exit status, standard output and standard error."""

    def said(command: list[str], language: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([*command, "--lang", language])
        return status, *capsys.readouterr()

    return said


def without_privileges(command: list[str], language: str) -> tuple[int, str, str]:
    """The same of somebody who may not pass over the rights of files."""
    call = [sys.executable, "-m", "tests.server.privileges", sys.executable, "-m", "referee", *command]
    given = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*call, "--lang", language], env=given, capture_output=True, text=True, timeout=90, check=False
    )
    return done.returncode, done.stdout, done.stderr


def refused(sentence: str, place: Path | None = None) -> tuple[int, str, str]:
    """One line, of this file, and 2."""
    return 2, "", f"referee: {place}: {sentence}\n" if place else f"referee: {sentence}\n"


def no_database(path: Path) -> None:
    path.write_bytes(b"not a database " * 1000)


def torn(path: Path) -> None:
    """The second page is of another file: where the table of versions is looked up."""
    found = bytearray(path.read_bytes())
    found[4096:] = os.urandom(len(found) - 4096)
    path.write_bytes(bytes(found))


@pytest.mark.journey
@each_command
@pytest.mark.parametrize("spoil", [no_database, torn])
def test_a_damaged_database_is_said(data: Path, says: Says, command: list[str], spoil: Callable[[Path], None]) -> None:
    file = data / "referee.sqlite3"
    spoil(file)
    before = file.read_bytes()
    assert {language: says(command, language) for language in LANGUAGES} == {
        language: refused(DAMAGED[language], file) for language in LANGUAGES
    }
    assert file.read_bytes() == before


def test_a_server_looks_through_the_whole_file_before_it_serves(data: Path, says: Says) -> None:
    """A page that nothing needs at the start: the server would have met it in the middle of an evening."""
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file)) as found:
        [page] = found.execute("SELECT rootpage FROM sqlite_master WHERE name = 'tally'").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    file.write_bytes(bytes(content))
    assert says(COMMANDS["serve"], "fr") == refused(DAMAGED["fr"], file)


@each_command
@pytest.mark.parametrize(("version", "refusal"), [("0027", FORMER), ("9999", NEWER)], ids=["former", "newer"])
def test_a_database_of_a_former_or_newer_version_is_said(
    data: Path, says: Says, command: list[str], version: str, refusal: dict[str, str]
) -> None:
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as found:
        found.execute("UPDATE alembic_version SET version_num = ?", (version,))
    assert {language: says(command, language) for language in LANGUAGES} == {
        language: refused(refusal[language], file) for language in LANGUAGES
    }


@pytest.mark.first_alone
@pytest.mark.parametrize(("command", "language"), [("serve", "fr"), ("demo", "en")])
def test_a_database_that_may_only_be_read_is_said(data: Path, command: str, language: str) -> None:
    file = data / "referee.sqlite3"
    file.chmod(0o400)
    assert without_privileges(COMMANDS[command], language) == refused(CLOSED[language], file)


@pytest.mark.first_alone
@pytest.mark.parametrize(("command", "language"), [("serve", "en"), ("import", "fr")])
def test_a_data_folder_that_may_only_be_read_is_said(data: Path, command: str, language: str) -> None:
    data.chmod(0o500)
    try:
        assert without_privileges(COMMANDS[command], language) == refused(FOLDER[language] % data)
    finally:
        data.chmod(0o700)


def test_a_data_folder_that_cannot_be_made_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(data / "below"))
    data.chmod(0o500)
    try:
        assert without_privileges(COMMANDS["serve"], "fr") == refused(FOLDER["fr"] % (data / "below"))
    finally:
        data.chmod(0o700)


def test_a_folder_in_the_place_of_the_database_is_said(data: Path, says: Says) -> None:
    file = data / "referee.sqlite3"
    file.unlink()
    file.mkdir()
    assert says(COMMANDS["serve"], "en") == refused(CLOSED["en"], file)


@each_command
def test_a_database_that_another_program_holds_is_said(
    data: Path, says: Says, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Here nobody waits half a minute for the other program."""
    opened = engine.prepare_sqlite

    def impatient(connection: sqlite3.Connection, record: object) -> None:
        opened(connection, record)
        connection.execute("PRAGMA busy_timeout=50")

    connect = sqlite3.connect
    monkeypatch.setattr(engine, "prepare_sqlite", impatient)
    monkeypatch.setattr(sqlite3, "connect", lambda *where, **how: connect(*where, **{**how, "timeout": 0.05}))
    file = data / "referee.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        assert {language: says(command, language) for language in LANGUAGES} == {
            language: refused(HELD[language], file) for language in LANGUAGES
        }


def test_a_postgresql_that_is_away_is_said_without_its_password(
    data: Path, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = f"127.0.0.1:{free_port()}/club"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://ana:secret@{place}")
    status, out, err = says(COMMANDS["serve"], "en")
    assert (status, out) == (2, "")
    assert err == (
        f"referee: postgresql+psycopg://ana:***@{place}:"
        " The database does not answer: check DATABASE_URL, and that it is running.\n"
    )


@pytest.mark.parametrize("spoil", [no_database, torn])
def test_what_the_sentence_advises_works(data: Path, spoil: Callable[[Path], None]) -> None:
    """A restore takes the place of a damaged database, which is set aside as it was."""
    file, backup = data / "referee.sqlite3", data.parent / "backup.sqlite3"
    assert main(["backup", str(backup), "--lang", "fr"]) == 0
    spoil(file)
    damaged = file.read_bytes()
    assert main(["restore", str(backup), "--yes", "--lang", "fr"]) == 0
    with app_on(f"sqlite:///{file}", data) as app:
        assert len(everything_in(app)["match"]) == 2
    assert [path.read_bytes() for path in data.glob("referee-*.sqlite3")] == [damaged]
