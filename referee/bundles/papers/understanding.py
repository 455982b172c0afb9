"""What a table from elsewhere is taken for: its orientation, its kind, its header, each of its columns.

``propose`` makes an :class:`Understanding` from the words and the cells; every part of it can be given by the person
instead (:class:`Wishes`). Nothing is guessed here that the cells do not show: numbers that only grow are asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal

from referee.answers.table import clean_name
from referee.bundles.papers.cells import Order, is_grouped, is_loose_minus, is_number, read_moment, read_number
from referee.bundles.papers.header_words import Role, is_nobody
from referee.bundles.papers.paper import CpuBudget, Paper, quoted_cell
from referee.bundles.papers.table_columns import (
    PaperColumn,
    TableKind,
    columns_for_kind,
    ignored_columns_remark,
    name_in_header,
    proposed_columns,
    proposed_kind,
)
from referee.bundles.papers.table_layout import (
    find_head,
    first_row_of_cells,
    first_row_of_scores,
    is_lying,
    rows_until_second_table,
    title_above,
    title_remark,
)
from referee.bundles.papers.table_rows import SUM_ABOVE, RowLeftOut, score_rows
from referee.words import Listing, Text, say
from referee.words.folding import folded

Numbers = Literal["each", "running", ""]
"""Whether the numbers of a row are its own points, or the sums up to it; "": this must be asked."""
Sign = Literal["minus", "dash", ""]
"""What a dash before a number is: a minus, or nothing; "": this must be asked."""

SUM_CHECKED = say("somme des lignes au-dessus, vérifiée")
MOST_SUMS = 20
"""Rows of sums that are checked."""
FEWEST_GROWING = 3
"""Rows of numbers that only grow of which one asks whether they are running totals."""


@dataclass(frozen=True)
class Wishes:
    """What the person has decided; what is None or missing is proposed."""

    kind: TableKind | None = None
    lying: bool | None = None
    has_head: bool | None = None
    numbers: Numbers = ""
    order: Order | None = None
    sign: Sign = ""
    roles: Mapping[int, Role] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Understanding:
    """A table with what it is taken for.

    ``paper``: the table, turned if it lies down. ``head``: the place of its header, None without one. ``rows``: the
    places of the rows that hold scores. ``order``: of the dates that can be read both ways, None: it must be asked.
    ``order_is_shown``: some date can be read both ways; ``order_is_asked``: nothing in the table decides it.
    ``numbers``: "" must be asked; ``numbers_are_asked``: nothing in the table decides it. ``sign``: "" must be asked;
    ``sign_is_shown``: every number has a dash before it that may be none of its own. ``title``: above the table.
    """

    paper: Paper
    lying: bool
    kind: TableKind
    head: int | None
    columns: tuple[PaperColumn, ...]
    rows: tuple[int, ...]
    left_out: tuple[RowLeftOut, ...] = ()
    order: Order | None = "day"
    order_is_shown: bool = False
    order_is_asked: bool = False
    numbers: Numbers = "each"
    numbers_are_shown: bool = False
    numbers_are_asked: bool = False
    sign: Sign = "minus"
    sign_is_shown: bool = False
    title: str = ""
    remarks: tuple[Text, ...] = ()

    def at(self, role: Role) -> int | None:
        """The first column of this role."""
        return next((at for at, column in enumerate(self.columns) if column.role == role), None)

    def all(self, role: Role) -> list[int]:
        return [at for at, column in enumerate(self.columns) if column.role == role]

    @cached_property
    def grouped(self) -> frozenset[int]:
        """The columns whose points and commas stand before groups of three digits."""
        numbers = [*self.all("points"), *self.all("sum"), *self.all("running")]
        rows = self.paper.rows
        return frozenset(at for at in numbers if is_grouped(rows[row][at] for row in self.rows))

    @property
    def unnamed(self) -> list[int]:
        """The columns of points of which nobody knows whose they are."""
        if self.kind in ("results", "deal-results"):
            return []
        return [at for at in self.all("points") if not self.columns[at].name]


def propose(paper: Paper, wishes: Wishes | None = None, budget: CpuBudget | None = None) -> Understanding:
    """What a table is taken for, with what the person wishes instead; raises PaperRefused beyond the budget."""
    wishes, budget = wishes or Wishes(), budget or CpuBudget()
    lying = is_lying(paper) if wishes.lying is None else wishes.lying
    turned = paper.lying if lying else paper
    if wishes.has_head is None:
        head = find_head(turned)
    else:
        head = first_row_of_cells(turned) if wishes.has_head else None
    start = first_row_of_scores(turned, head)
    body, second = rows_until_second_table(turned, start, head)
    proposed = proposed_columns(turned, head, body)
    kind = wishes.kind or proposed_kind(turned, proposed, body)
    proposed = columns_for_kind(turned, kind, proposed, body)
    columns = tuple(_wished(at, column, wishes) for at, column in enumerate(proposed))
    budget.spend()
    rows, rows_left_out = score_rows(turned, kind, columns, body, budget)
    remarks = [*title_remark(turned, head, start), *second, *ignored_columns_remark(columns)]
    title = title_above(turned, start, head)
    understanding = Understanding(turned, lying, kind, head, columns, tuple(rows), tuple(rows_left_out), title=title)
    understanding = with_checked_sums(understanding, remarks)
    understanding = _with_sign(understanding, wishes)
    understanding = _with_order(understanding, wishes)
    return _with_numbers(understanding, wishes)


def _wished(at: int, column: PaperColumn, wishes: Wishes) -> PaperColumn:
    role = wishes.roles.get(at, column.role)
    of_head = name_in_header(column.head) if role == "points" and not is_nobody(column.head) else ""
    name = clean_name(wishes.names.get(at, "")) or column.name or of_head
    return PaperColumn(role, name if role in ("points", "running") else "", column.head)


def column_sum(paper: Paper, rows: Sequence[int], at: int) -> Decimal:
    return sum((read_number(paper.rows[row][at]) or Decimal() for row in rows), Decimal())


def with_checked_sums(understanding: Understanding, remarks: list[Text]) -> Understanding:
    """The understanding with a remark for each sum: whether it is right."""
    points = understanding.all("points")
    sum_rows = [
        row for row in understanding.left_out if row.why == SUM_ABOVE and understanding.kind in ("matches", "deals")
    ]
    checked: set[int] = set()
    for row in sum_rows[:MOST_SUMS]:
        cells = understanding.paper.rows[row.row]
        stated = {at: read_number(cells[at], at in understanding.grouped) for at in points if is_number(cells[at])}
        above = [at for at in understanding.rows if at < row.row]
        wrong = [at for at, number in stated.items() if number != column_sum(understanding.paper, above, at)]
        last = understanding.paper.rows[above[-1]] if above else ()
        are_running = above and all(read_number(last[at]) == number for at, number in stated.items())
        if stated and not wrong:
            checked.add(row.row)
        elif wrong and not are_running:
            at, line = wrong[0], understanding.paper.lines[row.row]
            remarks.append(
                say(
                    "Ligne %(line)s, %(name)s : la somme écrite est %(stated)s, les lignes font %(made)s.",
                    line=line,
                    name=understanding.columns[at].name or understanding.columns[at].head,
                    stated=str(stated[at]),
                    made=str(column_sum(understanding.paper, above, at)),
                )
            )
    remarks += _row_sum_remarks(understanding, points)
    left_out = (replace(row, why=SUM_CHECKED) if row.row in checked else row for row in understanding.left_out)
    return replace(understanding, remarks=tuple(remarks), left_out=tuple(left_out))


def _row_sum_remarks(understanding: Understanding, points: Sequence[int]) -> Iterator[Text]:
    at = understanding.at("sum")
    if at is None:
        return
    wrong = []
    for row in understanding.rows:
        cells = understanding.paper.rows[row]
        stated = read_number(cells[at], at in understanding.grouped)
        made = sum(read_number(cells[place], place in understanding.grouped) or 0 for place in points)
        if stated is not None and stated != made:
            wrong.append((understanding.paper.lines[row], stated, made))
    head = understanding.columns[at].head
    if wrong:
        line, stated, made = wrong[0]
        yield say(
            "Ligne %(line)s, « %(head)s » dit %(stated)s, la ligne fait %(made)s (%(n)s fois).",
            line=line,
            head=quoted_cell(head),
            stated=str(stated),
            made=str(made),
            n=len(wrong),
        )
    else:
        yield say(
            "La colonne « %(head)s » est la somme de chaque ligne : vérifiée, laissée de côté.", head=quoted_cell(head)
        )


def _with_order(understanding: Understanding, wishes: Wishes) -> Understanding:
    """The order of day and month: by a date of the same column, by the person, or in a French table by custom."""
    at = understanding.at("date")
    if at is None:
        return understanding
    cells = {understanding.paper.rows[row][at] for row in understanding.rows}
    moments = [moment for moment in map(read_moment, cells) if moment]
    decided = {moment.decides for moment in moments if moment.decides}
    open_ones = any(moment.other for moment in moments)
    if len(decided) == 1:
        return replace(understanding, order=next(iter(decided)))
    if not open_ones:
        return understanding
    custom: Order | None = "day" if understanding.paper.speaks_french else None
    return replace(understanding, order=wishes.order or custom, order_is_shown=True, order_is_asked=custom is None)


def open_date(understanding: Understanding) -> tuple[str, object, object] | None:
    """A date that can be read both ways, with its days by day first and by month first."""
    at = understanding.at("date")
    if at is None:
        return None
    for row in understanding.rows:
        cell = understanding.paper.rows[row][at]
        moment = read_moment(cell)
        if moment and moment.other:
            return cell, moment.day, moment.other
    return None


def _with_numbers(understanding: Understanding, wishes: Wishes) -> Understanding:
    """Whether the numbers are running totals: by the row below, else asked where they only grow."""
    if understanding.kind in ("results", "deal-results"):
        return understanding
    points = understanding.all("points")
    if not points or len(understanding.rows) < 2:
        return understanding
    if understanding.kind == "deals":
        evidence = _by_running_columns(understanding, points) or _by_sum_row(understanding, points)
        if evidence and not wishes.numbers:
            return replace(understanding, numbers=evidence, numbers_are_shown=True)
    if not _only_grow(understanding, points):
        numbers = wishes.numbers or "each"
        return replace(understanding, numbers=numbers, numbers_are_shown=understanding.kind == "deals")
    return replace(understanding, numbers=wishes.numbers, numbers_are_shown=True, numbers_are_asked=True)


def _with_sign(understanding: Understanding, wishes: Wishes) -> Understanding:
    """What the dashes before the numbers are: asked where each number has one, long or apart from it."""
    cells = [understanding.paper.rows[row][at] for at in understanding.all("points") for row in understanding.rows]
    numbers = [cell for cell in cells if read_number(cell)]
    if len(numbers) < 2 or not all(map(is_loose_minus, numbers)):
        return understanding
    return replace(understanding, sign=wishes.sign, sign_is_shown=True)


def _by_running_columns(understanding: Understanding, points: Sequence[int]) -> Numbers:
    """``each`` where columns of running totals beside them hold the sums of the points."""
    running = {understanding.columns[at].name: at for at in understanding.all("running")}
    pairs = [
        (at, running[understanding.columns[at].name]) for at in points if understanding.columns[at].name in running
    ]
    if not pairs or len(pairs) < len(points):
        return ""
    last = understanding.paper.rows[understanding.rows[-1]]
    is_sum = all(
        (read_number(last[total]) or 0) == column_sum(understanding.paper, understanding.rows, at)
        for at, total in pairs
    )
    return "each" if is_sum else ""


def _by_sum_row(understanding: Understanding, points: Sequence[int]) -> Numbers:
    """What the row of sums says: it equals the sums of the rows, or the last of them."""
    for row in understanding.left_out[:MOST_SUMS]:
        cells = understanding.paper.rows[row.row]
        above = [at for at in understanding.rows if at < row.row]
        if not above or not all(is_number(cells[at]) for at in points):
            continue
        if all(read_number(cells[at]) == column_sum(understanding.paper, above, at) for at in points):
            return "each"
        last = understanding.paper.rows[above[-1]]
        if all(read_number(cells[at]) == read_number(last[at]) for at in points):
            return "running"
    return ""


def _only_grow(understanding: Understanding, points: Sequence[int]) -> bool:
    """Whether no number is smaller than the one above it and each row has a larger one, in rows enough to notice."""
    games = {
        folded(understanding.paper.rows[row][at]) for row in understanding.rows for at in understanding.all("game")
    } - {""}
    if len(understanding.rows) < FEWEST_GROWING or len(games) > 1:
        return False
    above: list[Decimal | None] = [None] * len(points)
    for row in understanding.rows:
        numbers = [read_number(understanding.paper.rows[row][at]) for at in points]
        pairs = [(number, before) for number, before in zip(numbers, above) if number is not None]
        if any(before is not None and number < before for number, before in pairs):
            return False
        if not any(before is None or number > before for number, before in pairs):
            return False  # a match, or a deal, adds something
        above = [before if number is None else number for number, before in zip(numbers, above)]
    return True


def first_numbers(understanding: Understanding, row: int) -> Listing:
    """The numbers of a row, for the sentence that it is no header."""
    cells = (quoted_cell(cell) for cell in understanding.paper.rows[row] if is_number(cell))
    return Listing(tuple(cells)[:4])
