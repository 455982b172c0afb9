"""``referee phone OUT`` replaces what it made itself, and nothing else."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest

from referee.commands.command_line import main
from referee.phone import build
from referee.tools.zip_folder import zip_folder
from referee.words import say


@pytest.fixture(autouse=True)
def no_node(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes on to build is told by this failure: nothing is fetched."""

    def missing(name: str) -> str:
        raise build.CannotBuild(
            say("Il manque %(program)s : installez Node.js (avec npm), puis recommencez.", program=name)
        )

    monkeypatch.setattr(build, "program", missing)


@pytest.mark.parametrize("files", [None, "[]", "{}", '{"mark": "1"}', "no JSON"])
def test_a_folder_with_something_else_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: str | None
) -> None:
    (tmp_path / "photo.jpg").write_text("mine")
    if files is not None:
        (tmp_path / "files.json").write_text(files)
    assert main(["phone", "--lang", "fr", str(tmp_path)]) == 2
    assert "contient autre chose" in capsys.readouterr().err
    assert (tmp_path / "photo.jpg").read_text() == "mine"


def test_a_file_in_its_place_is_refused_and_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out").write_text("mine")
    assert main(["phone", "--lang", "en", str(tmp_path / "out")]) == 2
    assert "holds something else" in capsys.readouterr().err
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize("files", [None, "", '{"made_of": "an older one"}'])
def test_an_empty_one_one_to_come_and_one_that_was_made_here_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: str | None
) -> None:
    out = tmp_path / "out"
    if files is not None:
        out.mkdir()
    if files:
        (out / "files.json").write_text(files)
    assert main(["phone", "--lang", "en", str(out)]) == 2
    assert "node is missing" in capsys.readouterr().err


def test_a_folder_packed_again_later_and_in_another_order_is_the_same_bytes_with_the_time_of_its_commit(
    tmp_path: Path,
) -> None:
    names = ["index.html", "runtime/first.zst", "static/mark/a.css"]
    digests = set()
    for number, order in enumerate((names, names[::-1])):
        folder = tmp_path / f"phone{number}"
        for name in order:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(name * 100)
            os.chmod(folder / name, 0o600 if number else 0o644)
            os.utime(folder / name, (1e9 * (number + 1),) * 2)
        digests.add(zip_folder(folder, tmp_path / f"{number}.zip", 1_800_000_000))
    assert len(digests) == 1
    with ZipFile(tmp_path / "0.zip") as packed:
        assert packed.namelist() == names
        assert {info.date_time for info in packed.infolist()} == {(2027, 1, 15, 8, 0, 0)}
        assert packed.read(names[1]) == (tmp_path / "phone0" / names[1]).read_bytes()


def test_the_empty_database_is_the_same_bytes_whatever_the_order_of_its_constraints(tmp_path: Path) -> None:
    constraints = ["CONSTRAINT uq_a UNIQUE (club, name)", "CONSTRAINT fk_a FOREIGN KEY(club) REFERENCES club (id)"]
    copies = []
    for number, order in enumerate((constraints, constraints[::-1])):
        full, empty = tmp_path / f"full{number}", tmp_path / f"empty{number}"
        with closing(sqlite3.connect(full)) as made:
            made.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
            made.execute("CREATE TABLE installation (id VARCHAR(16) NOT NULL)")
            made.execute("CREATE TABLE club (id INTEGER NOT NULL, PRIMARY KEY (id))")
            made.execute(
                f"CREATE TABLE player (\n\tclub INTEGER, \n\tname VARCHAR(3) DEFAULT ('x'), \n\t{', '.join(order)}\n)"
            )
            made.execute("CREATE INDEX ix_player_name ON player (name)")
            made.execute("INSERT INTO alembic_version VALUES ('0018')")
            made.execute("INSERT INTO installation VALUES (?)", (str(number),))
            made.execute("INSERT INTO player VALUES (1, ?)", (str(number),))
            made.commit()
        build.copy_empty(full, empty)
        copies.append(empty)
    assert copies[0].read_bytes() == copies[1].read_bytes()
    assert copies[0].read_bytes()[build.WRITTEN_BY :][:4] == bytes(4)
    with closing(sqlite3.connect(copies[0])) as copy:
        assert copy.execute("SELECT count(*) FROM player").fetchone() == (0,)
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0018",)
        assert len(copy.execute("PRAGMA index_list(player)").fetchall()) == 2
        assert len(copy.execute("PRAGMA foreign_key_list(player)").fetchall()) == 1


def test_a_folder_without_files_is_not_packed(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        zip_folder(tmp_path, tmp_path / "out.zip", 0)
