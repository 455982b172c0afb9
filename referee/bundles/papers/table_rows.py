"""Which rows of a table hold scores, and what the others are taken for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from referee.bundles.papers.cells import is_date, is_number, read_number
from referee.bundles.papers.header_words import SUM_WORDS
from referee.bundles.papers.paper import CpuBudget, Paper
from referee.bundles.papers.table_columns import PaperColumn, TableKind, summary_word
from referee.words import Text, say

SUM_ABOVE = say("somme des lignes au-dessus")


@dataclass(frozen=True, slots=True)
class RowLeftOut:
    """A row that is no match, by its place in the table, and what it is taken for."""

    row: int
    why: Text


def score_rows(
    paper: Paper, kind: TableKind, columns: Sequence[PaperColumn], body: Sequence[int], budget: CpuBudget
) -> tuple[list[int], list[RowLeftOut]]:
    """The rows that hold scores, and the others with what they are taken for."""
    rows: list[int] = []
    rows_left_out: list[RowLeftOut] = []
    sums = dict.fromkeys((at for at, column in enumerate(columns) if column.role == "points"), Decimal())
    for number, at in enumerate(body):
        if number % 100 == 0:
            budget.spend()
        row = paper.rows[at]
        why = _why_left(kind, columns, rows, row, sums)
        if why is not None:
            rows_left_out.append(RowLeftOut(at, why))
            continue
        rows.append(at)
        for place in sums:
            sums[place] += read_number(row[place]) or 0
    return rows, rows_left_out


def _why_left(
    kind: TableKind,
    columns: Sequence[PaperColumn],
    rows: Sequence[int],
    row: Sequence[str],
    sums: Mapping[int, Decimal],
) -> Text | None:
    """What a row without scores is taken for; None of one with scores. ``sums``: of the rows above."""
    word = summary_word(row)
    if word in SUM_WORDS or _is_unlabelled_sum(kind, columns, rows, row, sums):
        return SUM_ABOVE
    if word:
        return say("pas une partie")
    used = [cell for cell in row if cell]
    is_title = len(used) == 1 and not is_number(used[0]) and not is_date(used[0])
    return say("un titre") if is_title else None


def _is_unlabelled_sum(
    kind: TableKind,
    columns: Sequence[PaperColumn],
    rows: Sequence[int],
    row: Sequence[str],
    sums: Mapping[int, Decimal],
) -> bool:
    """Whether a row without a date, a game and a deal equals the sum of those above it, two at least."""
    if kind in ("results", "deal-results") or len(rows) < 2:
        return False
    labels = [at for at, column in enumerate(columns) if column.role in ("date", "game", "deal")]
    if not labels or any(row[at] for at in labels) or len(sums) < 2:
        return False
    return all((read_number(row[at]) or 0) == made for at, made in sums.items())
