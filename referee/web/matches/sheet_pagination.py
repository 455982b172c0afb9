"""The sheet in pages: the rows that stand on one, what their cells say, and the rulings beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from referee.game_definition.sheet import Round
from referee.store.database.models import Record
from referee.store.matches.log_pages import records_at
from referee.web.matches.match_view import MatchView
from referee.words import Text, signed

RULINGS = 4
"""Rulings beside the rows of a page."""

ROWS = 35
"""Rows on one page of the sheet."""

Rows = Sequence[tuple[int, Round]]
"""Rows of the sheet, each with its index."""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Rows of the sheet that stand on one page; ``earlier`` and ``later``: whether there are others before, after."""

    view: MatchView
    rows: Rows
    earlier: bool = False
    later: bool = False

    @property
    def whole(self) -> bool:
        """Whether that is all of the sheet."""
        return not (self.earlier or self.later)

    @property
    def first(self) -> int:
        """The index of its first row: the page before this one ends there."""
        return self.rows[0][0]

    @property
    def after(self) -> int:
        """The index of the row after its last one: the next page begins there."""
        return self.rows[-1][0] + 1

    @property
    def groups(self) -> list[tuple[Text | None, Rows]]:
        """The rows in the order they were played: a heading and what it is of."""
        return [(heading, list(rows)) for heading, rows in groupby(self.rows, key=lambda row: _heading(row[1]))]

    def briefs(self, row: Round, side: str) -> list[str | Text]:
        """What a cell of the sheet says beside the gain; nothing that would only say the gain again."""
        lines = [line for line in row.lines if line.side == side]
        briefs = [line.brief for line in lines if line.brief]
        gain = row.scores[side]
        return [] if len(lines) == 1 and briefs in ([str(gain)], [signed(gain)]) else briefs

    def corrected(self, row: Round) -> bool:
        """Whether one of the entries that made this row is not what was recorded first."""
        made = (self.view.current[index] for index in row.entries)
        return any(self.view.stored.log[current.position].entry != current.entry for current in made)


def _heading(row: Round) -> Text | None:
    return row.group[0] if row.group else None


def sheet_page(view: MatchView, before: int | None = None, begin: int | None = None) -> SheetPage:
    """The rows of a page: from ``begin`` on, or the last ones ``before`` a row, or the last of all.

    Where it must leave rows out, it begins with rows that stand together rather than in the middle of them.
    """
    if begin is not None:
        rows: Rows = list(enumerate(view.rounds[begin : begin + ROWS], begin))
    else:
        end = len(view.rounds) if before is None else before
        start = max(end - ROWS, 0)
        rows = list(enumerate(view.rounds[start:end], start))
        rows = _from_a_heading(view, rows) if rows and rows[0][0] else rows
    return SheetPage(view, rows, bool(rows) and rows[0][0] > 0, bool(rows) and rows[-1][0] + 1 < len(view.rounds))


def whole_sheet(view: MatchView) -> SheetPage:
    """All rows at once: what is printed."""
    return SheetPage(view, list(enumerate(view.rounds)))


def _from_a_heading(view: MatchView, rows: Rows) -> Rows:
    """These rows without the end of what the page before begins, where most of them stay."""
    cut = _heading(view.rounds[rows[0][0] - 1])
    left = next((number for number, (_, row) in enumerate(rows) if _heading(row) != cut), 0)
    return rows[left:] if left <= len(rows) // 2 else rows


@dataclass(frozen=True, slots=True)
class Rulings:
    """The records of rulings that a page shows, and how many others there are, which stand in the log alone."""

    rows: Sequence[Any]
    others: int


def rulings_shown(page: SheetPage, all_of_them: bool = False) -> Rulings:
    """The last rulings noted in the deals of a page."""
    rulings = _rulings(page)
    last = rulings if all_of_them else rulings[-RULINGS:]
    return Rulings(last, len(rulings) - len(last))


def _rulings(page: SheetPage) -> list[Record]:
    """The records of the rulings noted in the deals of a page that stand: neither undone nor written over."""
    view = page.view
    begin = view.rounds[page.first - 1].entries[-1] + 1 if page.earlier else 0
    end = view.rounds[page.after - 1].entries[-1] + 1 if page.later else len(view.current)
    notes = {record.position: record.entry for record in view.current[begin:end] if record.entry["step"] == "note"}
    records = records_at(view.stored.match.id, notes)
    standing = (records[position] for position, entry in notes.items() if records[position].entry == entry)
    return [record for record in standing if record.ruling is not None]
