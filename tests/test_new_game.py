"""``make game``: the stubs of a new game run, are well laid out, and pass every test about a game."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games.registry import IDS
from referee.tools.new_game import main
from tests.conftest import folder_of

ROOT = Path(__file__).resolve().parents[1]
GAME, NAME = "rikiki", "Le Rikiki"
NEXT_GAME = "pouilleux"
"""Says no sentence that the first one says."""
CHANGED = {"README.md", "referee/games/registry.py"}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project without its history and its environment."""
    made = tmp_path / "project"
    for name in ("referee", "tests", "templates", "static"):
        shutil.copytree(ROOT / name, made / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "pyproject.toml"):
        shutil.copy(ROOT / name, made / name)
    return made


def run(project: Path, *call: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", *call],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def files_of(project: Path) -> dict[str, bytes]:
    paths = (path for path in project.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(project).as_posix(): path.read_bytes() for path in paths}


@pytest.mark.thorough
def test_a_new_game_runs_at_once_and_touches_only_what_is_its_own(copy: Path) -> None:
    before = files_of(copy)
    run(copy, "referee.tools.new_game", GAME, NAME)
    run(copy, "referee.tools.check_translations")
    run(copy, "referee.tools.readme_games_table")
    run(copy, "tests.snapshots", GAME)
    after = files_of(copy)
    folder = folder_of(GAME)
    own = (f"referee/games/{folder}/", f"tests/games/{folder}/", f"tests/snapshots/{GAME}/")
    shared = {path for path, content in after.items() if before.get(path) != content and not path.startswith(own)}
    assert {path for path in shared if not path.startswith("tests/snapshots/") and not path.endswith(".mo")} == CHANGED

    run(copy, "ruff", "check", "--no-cache", "referee/games", "tests/games")
    run(copy, "ruff", "format", "--no-cache", "--check", "referee/games", "tests/games")
    run(copy, "pytest", "-q", "--game", GAME, "tests/games", "tests/desk", "tests/matches", "tests/snapshots")

    run(copy, "referee.tools.new_game", NEXT_GAME)
    run(copy, "referee.tools.check_translations")


@pytest.mark.parametrize("game_id", ["", "Gin", "gin_rami", "-gin", "gin-", "../gin", "7-gin"])
def test_an_id_that_is_none_is_refused(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([game_id]) == 2
    assert "make game ID=rikiki" in capsys.readouterr().err


@pytest.mark.parametrize("game_id", ["class", "registry", "match", "question", "parameters", "random-matches"])
def test_an_id_that_means_something_else_is_refused(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([game_id]) == 2
    assert "No game can have this id" in capsys.readouterr().err


def test_a_game_that_is_there_is_not_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([IDS[0]]) == 2
    assert "There is a game of this id already" in capsys.readouterr().err
