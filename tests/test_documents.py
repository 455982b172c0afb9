"""What the documents say of the games is what the games declare."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.tools import readme_games_table


def test_the_table_of_the_games_is_that_of_their_declarations() -> None:
    assert readme_games_table.main(["--check"]) == 0, "make tables"


PATHS = re.compile(r"`((?:referee|templates|static|tests)/[\w./<>*-]+)`")
ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("document", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_that_a_document_names_exists(document: str) -> None:
    """But for the files of the game that the guide makes up."""
    named = PATHS.findall((ROOT / document).read_text("utf-8"))
    assert [
        path for path in named if not set("<*") & set(path) and "gin_rami" not in path and not (ROOT / path).exists()
    ] == []
