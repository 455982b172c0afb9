"""A sheet as CSV, for a spreadsheet: one row a deal; what people typed can never run as a formula there.

Nor does it where the spreadsheet takes another sign than ours for the one between two cells.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from referee.answers.table import Table
from referee.game_definition.sheet import Round
from referee.words import say

SEPARATORS = {"fr": ";"}
"""Where decimals have a comma, a spreadsheet expects semicolons between cells; elsewhere commas."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may take for the beginning of a formula."""
INSIDE = re.compile(r"""([,;|\t][\s"']*)(?=[=+\-@＝＋－＠])""")
"""Where one may begin inside a text, if the spreadsheet takes this sign for the one between two cells."""


def sheet_csv(table: Table, rounds: Sequence[Round], language: str) -> bytes:
    """The sheet as the bytes of a file: UTF-8 with its mark, so that accents come out right everywhere."""
    stream = io.StringIO(newline="")
    separator = SEPARATORS.get(language, ",")
    writer = csv.writer(stream, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in _rows(table, rounds, language):
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue().encode("utf-8-sig")


def guarded(cell: str) -> str:
    """A text that a spreadsheet shows and never runs.

    >>> guarded("=1+1"), guarded("Ana"), guarded("Ana,=1+1")
    ("'=1+1", 'Ana', "Ana,'=1+1")
    """
    shown = INSIDE.sub(r"\1'", cell)
    return f"'{shown}" if shown.startswith(FORMULA) else shown


def _rows(table: Table, rounds: Sequence[Round], language: str) -> Iterator[list[str | int]]:
    """What each side gained in each deal, then the totals after it; nothing before a side had joined."""
    sides = [side.name for side in table.sides]
    heads = (say("Donne"), say("Intitulé"), say("Donneur"))
    totals = [say("%(side)s, total", side=side) for side in sides]
    yield [*(head.render(language) for head in heads), *sides, *(total.render(language) for total in totals)]
    for row in rounds:
        gained, after = ([values.get(side, "") for side in sides] for values in (row.scores, row.totals))
        yield [row.number, row.label.render(language), row.dealer, *gained, *after]
