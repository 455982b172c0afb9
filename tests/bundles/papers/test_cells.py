"""What a cell and the bytes of a file say: days counted from 1899 as spreadsheets write them, letters of two bytes."""

import pytest

from referee.bundles.papers.cells import read_moment
from referee.bundles.papers.reading import read_file

TABLE = "date;jeu;Zoé;Max\n14/11/2025;Uno;1;2\n"


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("45968", "2025-11-07"),
        ("45968.0", "2025-11-07"),
        ("45968.854166667", "2025-11-07 20:30:00"),
        ("45968.99999", "2025-11-08 00:00:00"),
        ("80", None),
        ("4596800", None),
    ],
)
def test_a_number_of_days_is_a_day_and_with_a_fraction_an_hour_too(cell: str, moment: str | None) -> None:
    found = read_moment(cell, serial=True)
    assert (found and " ".join(str(part) for part in (found.day, found.hour) if part is not None)) == moment
    assert read_moment(cell) is None


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_table_is_the_same_in_letters_of_two_bytes_with_and_without_a_mark(encoding: str) -> None:
    expected = read_file(TABLE.encode())
    assert expected.papers
    assert read_file(TABLE.encode(encoding)) == expected
