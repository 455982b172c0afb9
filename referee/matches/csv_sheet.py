"""A sheet as CSV: a row for each deal. No text runs as a formula in a spreadsheet, whatever separator it assumes."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.answers.table import Table
from referee.game_definition.sheet import Round
from referee.words import Renderable, say

SEPARATORS = {"fr": ";"}
"""The separator of cells: a semicolon where decimals have a comma, a comma elsewhere."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters that start a formula in a spreadsheet."""
INSIDE = re.compile(r"""([,;|\t][\s"']*)(?=[=+\-@＝＋－＠])""")
"""Where a formula would start inside a text if the spreadsheet took this character for a separator."""


@dataclass(frozen=True, slots=True)
class MatchColumns:
    """What stands beside each deal: the day and the hour of the match as ISO writes them, and its game.

    ``places``: of each side, of a finished match; the last row.
    """

    moment: str
    game: Renderable | str
    places: Mapping[str, int] = field(default_factory=dict)


def sheet_csv(table: Table, rounds: Sequence[Round], language: str, columns: MatchColumns) -> bytes:
    """The sheet as a file; a table from elsewhere is read in the same shape (``bundles/papers``)."""
    return csv_bytes(_rows(table, rounds, language, columns), language)


def csv_bytes(rows: Iterable[Sequence[str | int]], language: str) -> bytes:
    """Rows as a file: UTF-8 with a byte order mark, which spreadsheets need to show accents."""
    stream = io.StringIO(newline="")
    separator = SEPARATORS.get(language, ",")
    writer = csv.writer(stream, delimiter=separator, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([without_formula(cell) if isinstance(cell, str) else cell for cell in row])
    return stream.getvalue().encode("utf-8-sig")


def without_formula(cell: str) -> str:
    """A text with an apostrophe before each possible formula.

    >>> without_formula("=1+1"), without_formula("Ana"), without_formula("Ana,=1+1")
    ("'=1+1", 'Ana', "Ana,'=1+1")
    """
    text = INSIDE.sub(r"\1'", cell)
    return f"'{text}" if text.startswith(FORMULA) else text


def _rows(table: Table, rounds: Sequence[Round], language: str, columns: MatchColumns) -> Iterator[list[str | int]]:
    """A header row, then a row for each deal: each side's points, then its total; empty before a side joined."""
    sides = [side.name for side in table.sides]
    heads = (say("Date"), say("Jeu"), say("Donne"), say("Intitulé"), say("Donneur"))
    totals = [say("%(side)s, total", side=side) for side in sides]
    yield [*(head.render(language) for head in heads), *sides, *(total.render(language) for total in totals)]
    game = columns.game if isinstance(columns.game, str) else columns.game.render(language)
    for row in rounds:
        gained, after = ([values.get(side, "") for side in sides] for values in (row.scores, row.totals))
        yield [columns.moment, game, row.number, row.label.render(language), row.dealer, *gained, *after]
    if columns.places:
        places = [columns.places.get(side, "") for side in sides]
        yield ["", "", "", say("Place").render(language), "", *places, *([""] * len(sides))]
