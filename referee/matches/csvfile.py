"""A sheet as CSV, for a spreadsheet: one row a deal; what people typed can never run as a formula there."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from referee.games.sheet import Round
from referee.games.table import Table
from referee.words import say

__all__ = ["guarded", "sheet_csv"]

SEPARATORS = {"fr": ";"}
"""Where decimals have a comma, a spreadsheet expects semicolons between cells; elsewhere commas."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may take for the beginning of a formula."""


def sheet_csv(table: Table, rounds: Sequence[Round], language: str) -> bytes:
    """The sheet as the bytes of a file: UTF-8 with its mark, so that accents come out right everywhere."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=SEPARATORS.get(language, ","), lineterminator="\r\n")
    for row in _rows(table, rounds, language):
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue().encode("utf-8-sig")


def guarded(cell: str) -> str:
    """A text that a spreadsheet shows and never runs.

    >>> guarded("=1+1"), guarded("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{cell}" if cell.startswith(FORMULA) else cell


def _rows(table: Table, rounds: Sequence[Round], language: str) -> Iterator[list[str | int]]:
    """What each side gained in each deal, then the totals after it."""
    sides = [side.name for side in table.sides]
    heads = (say("Donne"), say("Intitulé"), say("Donneur"))
    totals = [say("%(side)s, total", side=side) for side in sides]
    yield [*(head.render(language) for head in heads), *sides, *(total.render(language) for total in totals)]
    for row in rounds:
        gained, after = ([found[side] for side in sides] for found in (row.scores, row.totals))
        yield [row.number, row.label.render(language), row.dealer, *gained, *after]
