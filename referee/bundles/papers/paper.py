"""A table from elsewhere as it stands: rows of cells, with the limits of what is read."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.answers.table import is_encodable
from referee.bundles.untrusted_zip import MIB
from referee.words import Text, quoted, say
from referee.words.system_errors import ExplainedError

LARGEST = 5 * MIB
"""Bytes of a file."""
MOST_ROWS, MOST_COLUMNS = 20_000, 200
LONGEST_CELL = 500
"""Characters of a cell: those of a note."""
SECONDS, IN_A_PHONE = 2.0, 20.0
"""CPU seconds for all that is read and understood in one request."""

HARMLESS = re.compile(r"^'(?=[=+\-@])")
"""The sign before a text that would be a formula (``csv_sheet.py``)."""
RULE = re.compile(r"[-=:_+*~]{3,}")
CLOCK = getattr(time, "thread_time", time.perf_counter)
"""The CPU time of this thread; in a phone's Python, which has one thread, the time."""


class PaperRefused(ExplainedError):
    """A file that is no table that can be read, with the reason."""


class CpuBudget:
    """The CPU seconds of one request: ``spend`` raises PaperRefused once they are used up."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._end = CLOCK() + seconds

    def spend(self) -> None:
        if CLOCK() > self._end:
            sentence = say("Ce tableau demande plus de %(n)s secondes de calcul : partagez-le.", n=int(self._seconds))
            raise PaperRefused(sentence)


@dataclass(frozen=True)
class Paper:
    """A table as it was written.

    ``rows``: the cells, as many in each row; ``lines``: the number of each row in its file, from 1. ``name``: of the
    sheet, "" for a text.
    ``speaks_french``: its separator or its words are those of a French spreadsheet.
    """

    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]
    name: str = ""
    speaks_french: bool = False

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @cached_property
    def lying(self) -> Paper:
        """The same table with rows and columns exchanged; its lines are numbers of columns."""
        width = range(1, self.width + 1)
        return Paper(tuple(zip(*self.rows)), tuple(width), self.name, self.speaks_french)


def make_paper(rows: Sequence[Sequence[str]], lines: Sequence[int], budget: CpuBudget, **more: bool | str) -> Paper:
    """A table of these rows without surrounding blank columns and rows; its cells are clean.

    :raises PaperRefused: it is empty, or larger than the limits.
    """
    kept = []
    for line, row in zip(lines, rows, strict=True):
        budget.spend()
        kept.append((line, [clean_cell(cell, line) for cell in row]))
    kept = [(line, row) for line, row in kept if not _is_rule(row)]
    while kept and not any(kept[-1][1]):
        kept.pop()
    if not kept:
        raise PaperRefused(say("Le tableau est vide."))
    width = max(_cell_count(row) for _, row in kept)
    check_size(len(kept), width)
    padded = tuple((*row[:width], *[""] * (width - len(row))) for _, row in kept)
    return Paper(padded, tuple(line for line, _ in kept), **more)  # type: ignore[arg-type]


def check_size(rows: int, columns: int) -> None:
    """:raises PaperRefused: there are more rows or columns than are read."""
    if rows > MOST_ROWS:
        raise PaperRefused(say("Le tableau a plus de %(n)s lignes : partagez-le.", n=MOST_ROWS))
    if columns > MOST_COLUMNS:
        raise PaperRefused(
            say("Le tableau a %(columns)s colonnes, %(n)s au plus : partagez-le.", columns=columns, n=MOST_COLUMNS)
        )


def clean_cell(cell: str, line: int) -> str:
    """The text of a cell on one line, without signs that nobody sees.

    :raises PaperRefused: it is longer than any cell of a score, or holds half a character.
    """
    cell = HARMLESS.sub("", cell)
    if cell.isascii() and cell.isprintable() and len(cell) <= LONGEST_CELL:
        return cell.strip()
    text = " ".join(cell.replace("\ufeff", "").split("\n")).strip()
    if "\ufffd" in text or not is_encodable(text):
        sentence = say(
            "Ligne %(line)s, un caractère est coupé dans « %(cell)s » : enregistrez la feuille en UTF-8.",
            line=line,
            cell=quoted_cell(text),
        )
        raise PaperRefused(sentence)
    if len(text) > LONGEST_CELL:
        sentence = say(
            "Ligne %(line)s, une case a %(n)s signes, %(most)s au plus : « %(cell)s »",
            line=line,
            n=len(text),
            most=LONGEST_CELL,
            cell=quoted_cell(text),
        )
        raise PaperRefused(sentence)
    return "".join(sign for sign in text if _is_kept(sign)).strip()


def _is_kept(sign: str) -> bool:
    return sign.isprintable() or sign in "\u00a0\u202f\u2009"


def quoted_cell(cell: str) -> str:
    """A cell for quotation in a sentence: short, on one line, with ordinary spaces, never a broken sign.

    >>> quoted_cell("5\u202f210"), quoted_cell("a" * 50)
    ('5 210', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…')
    """
    return quoted("".join(sign for sign in " ".join(cell.split()) if sign.isprintable() and sign != "\ufffd"))


def not_a_table(what: Text) -> PaperRefused:
    return PaperRefused(say("Ce n'est pas un tableau : %(what)s.", what=what))


def _is_rule(row: Sequence[str]) -> bool:
    """Whether a row is a line drawn with signs."""
    return any(row) and all(RULE.fullmatch(cell) for cell in row if cell)


def _cell_count(row: Sequence[str]) -> int:
    """The number of cells up to the last that is not blank."""
    return next((at for at in range(len(row), 0, -1) if row[at - 1]), 0)
