"""The sheet in pages: the rows of a page, the words in their cells, and the rulings beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from referee.game_definition.sheet import Round
from referee.store.matches.record_queries import records_at
from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.side_view import SideView
from referee.web.matches.presenters.table_tiles import size_of
from referee.web.table_changes.changes_in_words import SaidLine, sentences_of_changes
from referee.words import Text, say, signed

RULINGS, ROWS, CELLS = 4, 28, 168
"""Rulings and rows on a page of the sheet; of many sides fewer rows, so many cells."""
Rows = Sequence[tuple[int, Round]]
"""Rows of the sheet, each with its index."""


FITTING = 6
"""Columns that fit on a phone."""
FEW_ROWS = 6
TIGHT_FROM, WIDEST = 4, 3
"""From so many columns on, a total or a bid of more signs leaves no room for what stands beside it."""


@dataclass(frozen=True, slots=True)
class Column:
    """The column of a side. ``order``: its rank by the places, from 1; ``letters``: the room that its name asks for."""

    side: SideView
    colour: int
    order: int
    letters: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A side in a row: the ``total`` after it, what it gained, who stood in, and the words beside.

    ``address``: of its reasons. ``welcome``: see :class:`MatchView`. ``bid``: "kept" or "missed" where the game has
    bids, else "".
    """

    address: str
    total: int
    gain: int
    welcome: str
    bid: str
    stand_ins: Sequence[str]
    briefs: Sequence[str | Text]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row; ``name``: where it says more than its number. ``changes``: what changed at the table before it.
    ``hands``: the number of cards of its hands, where these grow and fall.

    ``cells``: each with the order of its column; None for a side that is not in the row.
    """

    number: int
    name: Text | None
    address: str
    corrected: bool
    is_last: bool
    changes: Sequence[SaidLine]
    cells: Sequence[tuple[int, Cell | None]]
    hands: int | None


@dataclass(frozen=True)
class SheetPage:
    """The rows of a page; ``earlier`` and ``later``: whether there are others before and after them."""

    view: MatchView
    rows: Rows
    earlier: bool = False
    later: bool = False
    goes_to_end: bool = True
    """Whether it is opened at its last row."""

    @cached_property
    def columns(self) -> Sequence[Column]:
        """The columns, by the seats."""
        by_place = sorted(self.view.sides, key=lambda side: side.place)
        order = {side.name: rank for rank, side in enumerate(by_place, 1)}
        return [
            Column(side, self.view.colours[side.name], order[side.name], size_of(side.name)[0])
            for side in self.view.sides
        ]

    @property
    def is_broad(self) -> bool:
        """Whether a phone does not show all columns at once, so that there they stand by the places of the sides."""
        return len(self.view.sides) > FITTING

    @property
    def is_short(self) -> bool:
        """Whether its few rows are read without pushing them on a phone that lies on its side."""
        lines = sum(1 + len(row.changes) for _, rows in self.groups for row in rows)
        return self.is_whole and len(self.groups) <= 1 and not self.changes_after and lines <= FEW_ROWS

    @property
    def marks_bids(self) -> bool:
        """Whether a cell says that a bid was kept or missed."""
        return self.view.game.legend is not None

    @cached_property
    def is_tight(self) -> bool:
        """Whether a phone has no room for the totals beside what was bid and made: then they stand above it."""
        if not self.marks_bids or len(self.view.sides) < TIGHT_FROM:
            return False
        totals = (str(total) for _, row in self.rows for total in row.totals.values())
        briefs = (line.brief for _, row in self.rows for line in row.lines)
        return any(len(total) > WIDEST for total in totals) or any(len(str(brief)) > WIDEST for brief in briefs)

    @property
    def shows_totals(self) -> bool:
        """Whether the last line says the totals, which the last row does not show."""
        return self.later or not self.view.rounds

    @property
    def is_whole(self) -> bool:
        return not (self.earlier or self.later)

    @property
    def first(self) -> int:
        """The index of the first row, before which the previous page ends."""
        return self.rows[0][0]

    @property
    def after(self) -> int:
        """The index of the row with which the next page begins."""
        return self.rows[-1][0] + 1

    @property
    def groups(self) -> list[tuple[Text | None, list[SheetRow]]]:
        """The rows that stand together under a heading."""
        grouped = groupby(self.rows, key=lambda row: _heading(row[1]))
        return [(heading, [self._row(index, row) for index, row in rows]) for heading, rows in grouped]

    def _row(self, index: int, row: Round) -> SheetRow:
        return SheetRow(
            number=row.number,
            name=self.view.beyond_number(row),
            address=self.view.addresses.one_round(index),
            corrected=self.corrected(row),
            is_last=index + 1 == len(self.view.rounds),
            changes=self._changes_before(index, row),
            cells=[(column.order, self._cell(index, row, column.side.name)) for column in self.columns],
            hands=self._hands(row),
        )

    def _hands(self, row: Round) -> int | None:
        """The number that the label of a row counts, in a game whose hands grow and fall."""
        counts = isinstance(row.label, Text) and row.label.plural is not None
        varies = len(set(self.view.game.hand_sizes(self.view.state.table))) > 1
        return row.label.number if counts and varies else None

    def _cell(self, index: int, row: Round, side: str) -> Cell | None:
        if side not in row.scores:
            return None
        gain = row.scores[side]
        return Cell(
            address=self.view.addresses.one_gain(index, self.view.seat_of(side)),
            total=row.totals[side],
            gain=gain,
            welcome=self.view.welcome(gain),
            bid=self._bid(row, side),
            stand_ins=self.view.stood_in(row, side),
            briefs=self.briefs(row, side),
        )

    def _bid(self, row: Round, side: str) -> str:
        """Whether the bids of a side were kept or missed, by the points of the lines that say them."""
        points = sum(line.points for line in row.lines if line.side == side and line.brief)
        if not self.marks_bids or not points:
            return ""
        return "kept" if points > 0 else "missed"

    def _changes_before(self, index: int, row: Round) -> list[SaidLine]:
        """What changed at the table before a row; a further row of a deal says nothing again."""
        same = index and self.view.rounds[index - 1].entries[-1] == row.entries[-1]
        return [] if same else list(sentences_of_changes(self.view.game, self.view.current, row.entries))

    @property
    def changes_after(self) -> list[SaidLine]:
        """What changed at the table after the last row."""
        if self.later:
            return []
        begin = self.view.rounds[-1].entries[-1] + 1 if self.view.rounds else 0
        return list(sentences_of_changes(self.view.game, self.view.current, range(begin, len(self.view.current))))

    def briefs(self, row: Round, side: str) -> list[str | Text]:
        """The words in a cell beside the points; none that only repeat the points."""
        if self.view.rested(row, side):
            return [say("repos")]
        lines = [line for line in row.lines if line.side == side]
        briefs = [line.brief for line in lines if line.brief]
        gain = row.scores[side]
        return [] if len(lines) == 1 and briefs in ([str(gain)], [signed(gain)]) else briefs

    def corrected(self, row: Round) -> bool:
        log = self.view.stored_match.log
        spoken = (self.view.current[index].record_positions for index in row.entries)
        return any(log[positions[0]].entry != log[positions[-1]].entry for positions in spoken)


def _heading(row: Round) -> Text | None:
    return row.group[0] if row.group else None


def sheet_page(view: MatchView, before: int | None = None, begin: int | None = None) -> SheetPage:
    """The rows from ``begin`` on, or the last ones ``before`` a row, or the last of all, from a heading on."""
    most = min(ROWS, CELLS // max(1, len(view.sides)))
    if begin is not None:
        rows: Rows = list(enumerate(view.rounds[begin : begin + most], begin))
    else:
        end = len(view.rounds) if before is None else before
        start = max(end - most, 0)
        rows = list(enumerate(view.rounds[start:end], start))
        rows = _from_a_heading(view, rows) if rows and rows[0][0] else rows
    earlier = bool(rows) and rows[0][0] > 0
    later = bool(rows) and rows[-1][0] + 1 < len(view.rounds)
    return SheetPage(view, rows, earlier, later, goes_to_end=bool(rows) and begin is None)


def whole_sheet(view: MatchView) -> SheetPage:
    return SheetPage(view, list(enumerate(view.rounds)), goes_to_end=bool(view.rounds))


def _from_a_heading(view: MatchView, rows: Rows) -> Rows:
    """These rows without the end of a group that begins before them, unless that would drop most of them."""
    cut = _heading(view.rounds[rows[0][0] - 1])
    left = next((number for number, (_, row) in enumerate(rows) if _heading(row) != cut), 0)
    return rows[left:] if left <= len(rows) // 2 else rows


@dataclass(frozen=True, slots=True)
class Rulings:
    """The records of rulings beside a page, and how many more there are."""

    rows: Sequence[Any]
    others: int


def rulings_beside(page: SheetPage, all_of_them: bool = False) -> Rulings:
    """The last rulings noted in the deals of a page that were neither undone nor corrected."""
    view = page.view
    begin = view.rounds[page.first - 1].entries[-1] + 1 if page.earlier else 0
    end = view.rounds[page.after - 1].entries[-1] + 1 if page.later else len(view.current)
    notes = {record.position: record.entry for record in view.current[begin:end] if record.entry["step"] == "note"}
    records = records_at(view.stored_match.id, notes)
    unchanged = (records[position] for position, entry in notes.items() if records[position].entry == entry)
    rulings = [record for record in unchanged if record.ruling is not None]
    last = rulings if all_of_them else rulings[-RULINGS:]
    return Rulings(last, len(rulings) - len(last))
