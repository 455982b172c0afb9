"""What the documents say of the games is what the games declare."""

from __future__ import annotations

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
