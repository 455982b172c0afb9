"""How a table lies: its orientation, its header, the rows up to its end, the title above it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from referee.bundles.papers.cells import MOSTLY, is_absent, is_date, is_number, is_text, read_hour, read_number
from referee.bundles.papers.header_words import role_by_word
from referee.bundles.papers.paper import Paper, quoted_cell
from referee.words import Text, say
from referee.words.folding import folded

DEAL_HEAD = re.compile(
    r"(?:donne|round|manche|deal|tour|hand|main|runde|mene|partie|game|match|d|r|m|n°|no|#)?[ .°]*\d{1,3}"
)
HEAD_ROWS = 20
"""Rows among which the header stands."""


def is_lying(paper: Paper) -> bool:
    """Whether rows and columns are exchanged: a row a player, a column a deal or a match."""
    rows = [row for row in paper.rows[:60] if sum(map(bool, row)) > 1]
    if len(rows) < 2 or paper.width < 3:
        return False
    first, below = rows[0], rows[1:]
    dated = [is_date(cell) for cell in first[1:] if cell]
    if sum(dated) > 1 and sum(dated) >= MOSTLY * len(dated) and not is_date(first[0]):
        return True  # a column a match, its date above
    heads = [row[0] for row in rows]
    if not all(is_text(cell) for cell in heads[1:]):
        return False
    if any(is_date(cell) or read_hour(cell) for row in below for cell in row[1:]):
        return False
    numeric = [at for at in range(1, paper.width) if _share(below, at, is_number) >= MOSTLY]
    if len(numeric) < 2 or len({*heads}) < len(heads):
        return False
    if any(DEAL_HEAD.fullmatch(folded(cell)) for cell in heads[1:]):
        return False
    if is_text(first[0]) and all(is_number(cell) or is_absent(cell) for cell in first[1:]):
        sequence = [read_number(cell) for cell in first[1:] if is_number(cell)]
        is_sequence = sequence == [*range(1, len(sequence) + 1)] and len(sequence) == len(numeric)
        return is_sequence or role_by_word(first[0]) is None
    deals = [at for at in numeric if not first[at] or DEAL_HEAD.fullmatch(folded(first[at]))]
    return len(deals) > 1 and role_by_word(first[0]) in (None, "name")


def _share(rows: Sequence[Sequence[str]], at: int, test: Callable[[str], bool]) -> float:
    """Which part of the cells of a column that are not blank is of this kind."""
    cells = [row[at] for row in rows if row[at]]
    return sum(map(test, cells)) / len(cells) if cells else 0.0


def first_row_of_cells(paper: Paper) -> int:
    """The first row with more than one cell."""
    return next((at for at, row in enumerate(paper.rows) if sum(map(bool, row)) > 1), 0)


def find_head(paper: Paper) -> int | None:
    """The place of the header: of the rows of words above the first numbers the fullest; None without one."""
    best: int | None = None
    for at, row in enumerate(paper.rows[:HEAD_ROWS]):
        used = [cell for cell in row if cell]
        if len(used) < 2:
            continue
        if not _is_head(row, used):
            break
        if best is None or len(used) >= sum(map(bool, paper.rows[best])):
            best = at
        if _is_sequence_head(row):
            break
    return best


def _is_head(row: Sequence[str], used: Sequence[str]) -> bool:
    """Whether a row can be a header: words alone, numbers of deals, or mostly words and one of a header among them."""
    if _is_sequence_head(row) or all(map(is_text, used)):
        return True
    return any(map(role_by_word, used)) and sum(map(is_text, used)) >= MOSTLY * len(used)


def _is_sequence_head(row: Sequence[str]) -> bool:
    """Whether this is a header of deals that are numbered from 1."""
    numbers = [read_number(cell) for cell in row[1:] if is_number(cell)]
    return len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)] and role_by_word(row[0]) is not None


def first_row_of_scores(paper: Paper, head: int | None) -> int:
    """The place of the first row of scores."""
    if head is not None:
        return head + 1
    return next((at for at, row in enumerate(paper.rows) if any(map(is_number, row)) and sum(map(bool, row)) > 1), 0)


def rows_until_second_table(paper: Paper, start: int, head: int | None) -> tuple[list[int], list[Text]]:
    """The places of the rows with something in them, up to another table below."""
    body: list[int] = []
    after_gap = False
    for at in range(start, len(paper.rows)):
        row = paper.rows[at]
        used = [cell for cell in row if cell]
        if not used:
            after_gap = bool(body)
            continue
        if head is not None and row == paper.rows[head]:
            continue
        if after_gap and len(used) > 1 and all(map(is_text, used)) and head is not None:
            line = paper.lines[at]
            remark = say("À partir de la ligne %(line)s commence un autre tableau : il est laissé de côté.", line=line)
            return body, [remark]
        body.append(at)
        after_gap = False
    return body, []


def title_above(paper: Paper, start: int, head: int | None) -> str:
    above = paper.rows[: start if head is None else head]
    return " ".join(cell for row in above for cell in row if cell)[:120]


def title_remark(paper: Paper, head: int | None, start: int) -> Iterator[Text]:
    title = title_above(paper, start, head)
    if title:
        yield say("Au-dessus du tableau : « %(title)s », pris pour un titre.", title=quoted_cell(title))
