"""What the documents say of the games is what the games declare."""

import re
from pathlib import Path

import pytest

from referee.tools import readme_games_table


def test_the_table_of_the_games_is_that_of_their_declarations() -> None:
    assert readme_games_table.main(["--check"]) == 0, "make tables"


PATHS = re.compile(r"`((?:referee|templates|static|tests)/[\w./<>*-]+)`")
MODULES = re.compile(r"`([\w/]+\.(?:py|js|html|css))`")
ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "HOSTING.md"])
def test_every_path_that_a_document_names_exists(document: str) -> None:
    """But for the files of the game that the guide makes up."""
    named = PATHS.findall((ROOT / document).read_text("utf-8"))
    assert [
        path for path in named if not set("<*") & set(path) and "gin_rami" not in path and not (ROOT / path).exists()
    ] == []


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "HOSTING.md"])
def test_every_file_that_a_document_names_without_its_folder_exists(document: str) -> None:
    named = {path for path in MODULES.findall((ROOT / document).read_text("utf-8")) if "gin_rami" not in path}
    folders = [ROOT / folder for folder in ("referee", "templates", "static", "tests")]
    assert {path for path in named if not (ROOT / path).is_file()} <= {
        path for path in named for folder in folders if any(folder.glob(f"**/{path}"))
    }


def test_every_step_of_the_workflow_is_a_target_of_make_or_an_official_action() -> None:
    text = (ROOT / ".github" / "workflows" / "phone.yml").read_text("utf-8")
    commands, actions = re.findall(r"run: (.+)", text), re.findall(r"uses: (.+)", text)
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert commands
    assert [
        command for command in commands if not re.fullmatch(rf"make (?:{'|'.join(targets)})(?: \w+=\w+)*", command)
    ] == []
    assert actions
    assert [action for action in actions if not re.fullmatch(r"actions/[\w-]+@v\d+", action)] == []
