"""``referee phone OUT`` replaces what it made itself, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.phone import build
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
