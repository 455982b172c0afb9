"""What the column of games of a table says of a free sheet and of its own name."""

import pytest

from referee.bundles.papers.game_names import name_on_sheet


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ("La Feuille libre", ""),
        ("La Feuille libre : Mölkky", "Mölkky"),
        ("The Free Sheet : Mölkky", "Mölkky"),
        ("Mölkky", None),
        ("La Feuille libre de Zoé", None),
    ],
)
def test_a_free_sheet_is_told_from_a_name_of_its_own(cell: str, name: str | None) -> None:
    assert name_on_sheet(cell) == name
