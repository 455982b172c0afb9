"""What a table from elsewhere is taken for: its orientation, its kind, its header, each of its columns.

``propose`` makes an :class:`Understanding` from the words and the cells; every part of it can be given by the person
instead (:class:`Wishes`). Nothing is guessed here that the cells do not show: numbers that only grow are asked about.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal, get_args

from referee.answers.table import clean_name
from referee.bundles.papers.cells import (
    Order,
    is_absent,
    is_grouped,
    is_loose_minus,
    read_hour,
    read_moment,
    read_number,
    read_place,
)
from referee.bundles.papers.header_words import OTHER_ROW_WORDS, SUM_WORDS, WORDS, Role
from referee.bundles.papers.paper import CpuBudget, Paper, shown
from referee.words import Listing, Text, say, say_n
from referee.words.folding import folded

Kind = Literal["matches", "results", "deals", "deal-results"]
KINDS: Mapping[Kind, Text] = {
    "matches": say("des parties, une par ligne"),
    "results": say("des résultats, une ligne par joueur"),
    "deals": say("une partie donne par donne, une colonne par joueur"),
    "deal-results": say("une partie donne par donne, une ligne par joueur"),
}
Numbers = Literal["each", "running", ""]
"""Whether the numbers of a row are its own points, or the sums up to it; "": this must be asked."""
Sign = Literal["minus", "dash", ""]
"""What a dash before a number is: a minus, or nothing; "": this must be asked."""

ROLES: Mapping[Role, Text] = {
    "date": say("date"),
    "hour": say("heure"),
    "game": say("jeu"),
    "name": say("nom du joueur"),
    "points": say("points"),
    "place": say("place"),
    "winner": say("gagnant"),
    "remark": say("remarque"),
    "sum": say("somme de la ligne"),
    "running": say("cumul"),
    "deal": say("numéro de la donne"),
    "dealer": say("donneur"),
    "ignore": say("à laisser"),
}
assert tuple(ROLES) == get_args(Role)

DEAL_HEAD = re.compile(
    r"(?:donne|round|manche|deal|tour|hand|main|runde|mene|partie|game|match|d|r|m|n°|no|#)?[ .°]*\d{1,3}"
)
OWNED = re.compile(r"(?:score|scores|points?|pts)[ _:.-]+(?:de |d'|of )?(.+)", re.IGNORECASE)
MARKED = re.compile(r"[+−-]?\d+[^\w\s]?")
UNIT = re.compile(r"\s*\((?:pts?|points?|score)\.?\)$", re.IGNORECASE)
SUM_OF = re.compile(
    r"(?:(?:total|cumul|running)[ _:.-]+(?:de |d'|of )?(?P<after>.+)"
    r"|(?P<before>.+?)[ ,_:-]*[( ]?(?:total|cumul|running)\)?)",
    re.IGNORECASE,
)
SUM_ABOVE = say("somme des lignes au-dessus")
SUM_CHECKED = say("somme des lignes au-dessus, vérifiée")
MOST_SUMS = 20
"""Rows of sums that are checked."""
HEAD_ROWS = 20
"""Rows among which the header stands."""
MOSTLY = 0.6
FEWEST_GROWING = 3
"""Rows of numbers that only grow of which one asks whether they are running totals."""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """What a column is taken for; ``name``: whose points it holds; ``head``: its header as it was written."""

    role: Role
    name: str = ""
    head: str = ""


@dataclass(frozen=True, slots=True)
class LeftRow:
    """A row that is no match, by its place in the table, and what it is taken for."""

    row: int
    why: Text


@dataclass(frozen=True)
class Wishes:
    """What the person has decided; what is None or missing is proposed."""

    kind: Kind | None = None
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
    kind: Kind
    head: int | None
    columns: tuple[PaperColumn, ...]
    rows: tuple[int, ...]
    left: tuple[LeftRow, ...] = ()
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
        head = _head(turned)
    else:
        head = _first_row(turned) if wishes.has_head else None
    start = _start(turned, head)
    body, second = _until_second_table(turned, start, head)
    proposed = _columns(turned, head, body)
    kind = wishes.kind or _kind(turned, proposed, body)
    proposed = _for_kind(turned, kind, proposed, body)
    columns = tuple(_wished(at, column, wishes) for at, column in enumerate(proposed))
    budget.spend()
    rows, left = _score_rows(turned, kind, columns, body, budget)
    remarks = [*_title_remark(turned, head, start), *second, *_left_columns(columns)]
    title = _title(turned, start, head)
    found = Understanding(turned, lying, kind, head, columns, tuple(rows), tuple(left), title=title)
    found = _with_checked_sums(found, remarks)
    found = _with_sign(found, wishes)
    found = _with_order(found, wishes)
    return _with_numbers(found, wishes)


def is_number(cell: str) -> bool:
    return read_number(cell) is not None


def _is_date(cell: str) -> bool:
    return read_moment(cell) is not None


def _is_text(cell: str) -> bool:
    is_value = is_number(cell) or read_place(cell) is not None or _is_date(cell) or read_hour(cell) is not None
    return bool(cell) and not is_value


def _word(cell: str) -> str:
    """A cell of a header as it stands in :data:`WORDS`."""
    return re.sub(r"\s+", "_", folded(cell.strip().strip(":.*")).strip())


def _role_by_word(cell: str) -> Role | None:
    word = _word(cell)
    return next((role for role, words in WORDS.items() if word in words), None)


# Orientation.


def is_lying(paper: Paper) -> bool:
    """Whether rows and columns are exchanged: a row a player, a column a deal or a match."""
    rows = [row for row in paper.rows[:60] if sum(map(bool, row)) > 1]
    if len(rows) < 2 or paper.width < 3:
        return False
    first, below = rows[0], rows[1:]
    dated = [_is_date(cell) for cell in first[1:] if cell]
    if sum(dated) > 1 and sum(dated) >= MOSTLY * len(dated) and not _is_date(first[0]):
        return True  # a column a match, its date above
    heads = [row[0] for row in rows]
    if not all(_is_text(cell) for cell in heads[1:]):
        return False
    if any(_is_date(cell) or read_hour(cell) for row in below for cell in row[1:]):
        return False
    numeric = [at for at in range(1, paper.width) if _share(below, at, is_number) >= MOSTLY]
    if len(numeric) < 2 or len({*heads}) < len(heads):
        return False
    if any(DEAL_HEAD.fullmatch(folded(cell)) for cell in heads[1:]):
        return False
    if _is_text(first[0]) and all(is_number(cell) or is_absent(cell) for cell in first[1:]):
        sequence = [read_number(cell) for cell in first[1:] if is_number(cell)]
        is_sequence = sequence == [*range(1, len(sequence) + 1)] and len(sequence) == len(numeric)
        return is_sequence or _role_by_word(first[0]) is None
    deals = [at for at in numeric if not first[at] or DEAL_HEAD.fullmatch(folded(first[at]))]
    return len(deals) > 1 and _role_by_word(first[0]) in (None, "name")


def _share(rows: Sequence[Sequence[str]], at: int, test: Callable[[str], bool]) -> float:
    """Which part of the cells of a column that are not blank is of this kind."""
    cells = [row[at] for row in rows if row[at]]
    return sum(map(test, cells)) / len(cells) if cells else 0.0


# The header, and where the table ends.


def _first_row(paper: Paper) -> int:
    """The first row with more than one cell."""
    return next((at for at, row in enumerate(paper.rows) if sum(map(bool, row)) > 1), 0)


def _head(paper: Paper) -> int | None:
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
    if _is_sequence_head(row) or all(map(_is_text, used)):
        return True
    return any(map(_role_by_word, used)) and sum(map(_is_text, used)) >= MOSTLY * len(used)


def _is_sequence_head(row: Sequence[str]) -> bool:
    """Whether this is a header of deals that are numbered from 1."""
    numbers = [read_number(cell) for cell in row[1:] if is_number(cell)]
    return len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)] and _role_by_word(row[0]) is not None


def _start(paper: Paper, head: int | None) -> int:
    """The place of the first row of scores."""
    if head is not None:
        return head + 1
    return next((at for at, row in enumerate(paper.rows) if any(map(is_number, row)) and sum(map(bool, row)) > 1), 0)


def _until_second_table(paper: Paper, start: int, head: int | None) -> tuple[list[int], list[Text]]:
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
        if after_gap and len(used) > 1 and all(map(_is_text, used)) and head is not None:
            line = paper.lines[at]
            remark = say("À partir de la ligne %(line)s commence un autre tableau : il est laissé de côté.", line=line)
            return body, [remark]
        body.append(at)
        after_gap = False
    return body, []


def _title(paper: Paper, start: int, head: int | None) -> str:
    above = paper.rows[: start if head is None else head]
    return " ".join(cell for row in above for cell in row if cell)[:120]


def _title_remark(paper: Paper, head: int | None, start: int) -> Iterator[Text]:
    title = _title(paper, start, head)
    if title:
        yield say("Au-dessus du tableau : « %(title)s », pris pour un titre.", title=shown(title))


# Columns.


def _left_columns(columns: Sequence[PaperColumn]) -> Iterator[Text]:
    """The columns of which nothing is taken."""
    heads = [
        say("« %(head)s »", head=shown(column.head)) for column in columns if column.role == "ignore" and column.head
    ]
    if heads:
        yield say_n(
            "Colonne laissée de côté : %(heads)s.",
            "Colonnes laissées de côté : %(heads)s.",
            len(heads),
            heads=Listing(tuple(heads[:12])),
        )


def _columns(paper: Paper, head: int | None, body: Sequence[int]) -> list[PaperColumn]:
    """What each column is taken for by its header and its cells."""
    sample = [paper.rows[at] for at in body[:400] if not _summary_word(paper.rows[at])]
    heads = paper.rows[head] if head is not None else ("",) * paper.width
    names = {folded(cell): cell for cell in heads if cell}
    return [_column(heads[at], at, sample, names, head is not None) for at in range(paper.width)]


def _column(
    head: str, at: int, sample: Sequence[Sequence[str]], names: Mapping[str, str], has_head: bool
) -> PaperColumn:
    cells = [row[at] for row in sample if row[at]]
    role = _role_by_word(head) if head else None
    if role is not None:  # a word for something is nobody's name, whatever stands below it
        return PaperColumn(role if _fits(role, cells) else "ignore", head=head)
    if not cells:
        return PaperColumn("points", clean_name(head), head) if head else PaperColumn("ignore")
    if owner := _owner_of_sum(head, names):
        return PaperColumn("running", owner, head)
    return PaperColumn(*_by_cells(head, cells, has_head), head)


def _owner_of_sum(head: str, names: Mapping[str, str]) -> str:
    """Whose running total a column is by its header, of another column; "" for any other."""
    found = SUM_OF.fullmatch(head.strip()) if head else None
    owner = folded((found["after"] or found["before"] or "").strip(" ,:()")) if found else ""
    return clean_name(names.get(owner, ""))


def _fits(role: Role, cells: Sequence[str]) -> bool:
    """Whether the cells of a column can be what its header says."""
    if role in ("date", "remark", "ignore", "winner", "dealer", "deal") or not cells:
        return True
    numbers = sum(is_number(cell) or read_place(cell) is not None for cell in cells) / len(cells)
    if role == "hour":
        return sum(read_hour(cell) is not None for cell in cells) >= 0.5 * len(cells)
    if role in ("game", "name"):
        return numbers < 0.5 and not all(DEAL_HEAD.fullmatch(folded(cell)) for cell in cells)
    return numbers >= 0.5 or role == "place"


def _by_cells(head: str, cells: Sequence[str], has_head: bool) -> tuple[Role, str]:
    """The role of a column whose header is no known word, and whose points it holds."""
    many = len(cells)
    if sum(map(_is_date, cells)) >= MOSTLY * many:
        return "date", ""
    if sum(read_hour(cell) is not None for cell in cells) >= MOSTLY * many:
        return "hour", ""
    if sum(read_place(cell) is not None for cell in cells) >= MOSTLY * many:
        return "points", _person(head)
    numbers = sum(is_number(cell) or is_absent(cell) for cell in cells)
    if numbers >= (0.5 if has_head else MOSTLY) * many or (has_head and _begins_with_number(cells)):
        return "points", _person(head)
    word = _word(head).split("_")[0]
    if any(word in WORDS[role] for role in ("deal",)) or all(DEAL_HEAD.fullmatch(folded(cell)) for cell in cells):
        return "deal", ""
    return ("ignore" if has_head else "game"), ""


def _begins_with_number(cells: Sequence[str]) -> bool:
    """Whether most cells are a number with a sign behind it: "12*"."""
    return sum(MARKED.fullmatch(cell) is not None for cell in cells) >= MOSTLY * len(cells)


def _person(head: str) -> str:
    """The name in a header: without "points of" before it, or "(pts)" behind it."""
    bare = UNIT.sub("", head.strip())
    owned = OWNED.fullmatch(bare)
    return clean_name(owned[1] if owned else bare)


def _kind(paper: Paper, columns: Sequence[PaperColumn], body: Sequence[int]) -> Kind:
    roles = [column.role for column in columns]
    if "name" in roles and any(role in roles for role in ("points", "sum", "running", "place")):
        return "deal-results" if "deal" in roles else "results"
    if "deal" in roles and _numbers_deals(paper, roles.index("deal"), body):
        return "deals"
    points = [at for at, role in enumerate(roles) if role == "points"]
    if points and all(read_place(paper.rows[row][at]) is not None for row in body[:1] for at in points):
        return "matches"  # places are no points of a deal
    return "matches" if "date" in roles or "game" in roles else "deals"


def _numbers_deals(paper: Paper, at: int, body: Sequence[int]) -> bool:
    """Whether the cells of a column are numbers of deals: rather than a running number of matches under one date."""
    return len({paper.rows[row][at] for row in body}) > 1


def _for_kind(paper: Paper, kind: Kind, columns: Sequence[PaperColumn], body: Sequence[int]) -> list[PaperColumn]:
    """The columns as this kind of table has them."""
    if kind in ("results", "deal-results"):
        return _for_results(columns)
    taken = [PaperColumn("ignore", head=column.head) if _is_of_nobody(column) else column for column in columns]
    if kind == "deals" and not any(column.role == "deal" for column in taken):
        label = next((at for at, column in enumerate(taken) if column.role in ("game", "ignore", "name")), None)
        if label == 0:
            taken[0] = PaperColumn("deal", head=taken[0].head)
    if kind == "matches" and all(column.role != "game" for column in taken):
        taken = _with_game_column(paper, taken, body)
    sums = [at for at, column in enumerate(taken) if column.role == "points" and not column.head]
    for at in sums:
        if _is_row_sum(paper, taken, at, body):
            taken[at] = PaperColumn("sum", head=taken[at].head)
    return taken


def _is_of_nobody(column: PaperColumn) -> bool:
    """Whether its header is a word for points or places, which are nobody's where each player has a column."""
    return column.role in ("points", "place") and not column.name and bool(column.head)


def _with_game_column(paper: Paper, columns: list[PaperColumn], body: Sequence[int]) -> list[PaperColumn]:
    """The columns with the first one of words as the game, where its cells are games that the referee knows."""
    from referee.bundles.papers.game_names import known_game

    for at, column in enumerate(columns):
        if column.role in ("ignore", "name", "deal") and any(known_game(paper.rows[row][at]) for row in body[:50]):
            columns[at] = PaperColumn("game", head=column.head)
            break
    return columns


def _for_results(columns: Sequence[PaperColumn]) -> list[PaperColumn]:
    """One column of points: by its header, else the first of numbers; others of numbers are nothing."""
    taken = list(columns)
    named = {column.head: at for at, column in enumerate(taken) if column.role == "points" and not column.name}
    sums = [at for at, column in enumerate(taken) if column.role == "sum"]
    others = [at for at, column in enumerate(taken) if column.role == "points" and column.name]
    at = next(iter([*named.values(), *sums, *others]), None)
    for other in [*named.values(), *sums, *others]:
        head = taken[other].head
        taken[other] = PaperColumn("points", head=head) if other == at else PaperColumn("ignore", head=head)
    return taken


def _is_row_sum(paper: Paper, columns: Sequence[PaperColumn], at: int, body: Sequence[int]) -> bool:
    """Whether a column without a header holds the sum of the columns of points in at least two rows."""
    others = [place for place, column in enumerate(columns) if column.role == "points" and place != at]
    rows = [paper.rows[row] for row in body[:100]]
    sums = [(read_number(row[at]), sum(read_number(row[place]) or 0 for place in others)) for row in rows]
    return len(others) > 2 and len(sums) > 1 and all(stated == made for stated, made in sums)


def is_nobody(head: str) -> bool:
    """Whether a header is a word for something: no player's name.

    >>> is_nobody("date"), is_nobody("Round"), is_nobody("Ana")
    (True, True, False)
    """
    return _role_by_word(head) is not None


def _wished(at: int, column: PaperColumn, wishes: Wishes) -> PaperColumn:
    role = wishes.roles.get(at, column.role)
    of_head = _person(column.head) if role == "points" and not is_nobody(column.head) else ""
    name = clean_name(wishes.names.get(at, "")) or column.name or of_head
    return PaperColumn(role, name if role in ("points", "running") else "", column.head)


# Rows.


def _summary_word(row: Sequence[str]) -> str:
    """The first word of a row that is no match: "total", "rang"; "" of any other."""
    first = next((cell for cell in row if cell), "")
    word = folded(first).strip(" :.*").split(" ")[0] if _is_text(first) else ""
    return word if word in SUM_WORDS or word in OTHER_ROW_WORDS else ""


def _score_rows(
    paper: Paper, kind: Kind, columns: Sequence[PaperColumn], body: Sequence[int], budget: CpuBudget
) -> tuple[list[int], list[LeftRow]]:
    """The rows that hold scores, and the others with what they are taken for."""
    rows: list[int] = []
    left: list[LeftRow] = []
    sums = dict.fromkeys((at for at, column in enumerate(columns) if column.role == "points"), Decimal())
    for number, at in enumerate(body):
        if number % 100 == 0:
            budget.spend()
        row = paper.rows[at]
        why = _why_left(kind, columns, rows, row, sums)
        if why is not None:
            left.append(LeftRow(at, why))
            continue
        rows.append(at)
        for place in sums:
            sums[place] += read_number(row[place]) or 0
    return rows, left


def _why_left(
    kind: Kind, columns: Sequence[PaperColumn], rows: Sequence[int], row: Sequence[str], sums: Mapping[int, Decimal]
) -> Text | None:
    """What a row without scores is taken for; None of one with scores. ``sums``: of the rows above."""
    word = _summary_word(row)
    if word in SUM_WORDS or _is_unlabelled_sum(kind, columns, rows, row, sums):
        return SUM_ABOVE
    if word:
        return say("pas une partie")
    used = [cell for cell in row if cell]
    is_title = len(used) == 1 and not is_number(used[0]) and not _is_date(used[0])
    return say("un titre") if is_title else None


def _is_unlabelled_sum(
    kind: Kind, columns: Sequence[PaperColumn], rows: Sequence[int], row: Sequence[str], sums: Mapping[int, Decimal]
) -> bool:
    """Whether a row without a date, a game and a deal equals the sum of those above it, two at least."""
    if kind in ("results", "deal-results") or len(rows) < 2:
        return False
    labels = [at for at, column in enumerate(columns) if column.role in ("date", "game", "deal")]
    if not labels or any(row[at] for at in labels) or len(sums) < 2:
        return False
    return all((read_number(row[at]) or 0) == made for at, made in sums.items())


def _column_sum(paper: Paper, rows: Sequence[int], at: int) -> Decimal:
    return sum((read_number(paper.rows[row][at]) or Decimal() for row in rows), Decimal())


def _with_checked_sums(found: Understanding, remarks: list[Text]) -> Understanding:
    """The understanding with a remark for each sum: whether it is right."""
    points = found.all("points")
    sum_rows = [row for row in found.left if row.why == SUM_ABOVE][:MOST_SUMS]
    checked: set[int] = set()
    for row in sum_rows if found.kind in ("matches", "deals") else ():
        cells = found.paper.rows[row.row]
        stated = {at: read_number(cells[at], at in found.grouped) for at in points if is_number(cells[at])}
        above = [at for at in found.rows if at < row.row]
        wrong = [at for at, number in stated.items() if number != _column_sum(found.paper, above, at)]
        last = found.paper.rows[above[-1]] if above else ()
        are_running = above and all(read_number(last[at]) == number for at, number in stated.items())
        if stated and not wrong:
            checked.add(row.row)
        elif wrong and not are_running:
            at, line = wrong[0], found.paper.lines[row.row]
            remarks.append(
                say(
                    "Ligne %(line)s, %(name)s : la somme écrite est %(stated)s, les lignes font %(made)s.",
                    line=line,
                    name=found.columns[at].name or found.columns[at].head,
                    stated=str(stated[at]),
                    made=str(_column_sum(found.paper, above, at)),
                )
            )
    remarks += _row_sum_remarks(found, points)
    left = (replace(row, why=SUM_CHECKED) if row.row in checked else row for row in found.left)
    return replace(found, remarks=tuple(remarks), left=tuple(left))


def _row_sum_remarks(found: Understanding, points: Sequence[int]) -> Iterator[Text]:
    at = found.at("sum")
    if at is None:
        return
    wrong = []
    for row in found.rows:
        cells = found.paper.rows[row]
        stated = read_number(cells[at], at in found.grouped)
        made = sum(read_number(cells[place], place in found.grouped) or 0 for place in points)
        if stated is not None and stated != made:
            wrong.append((found.paper.lines[row], stated, made))
    head = found.columns[at].head
    if wrong:
        line, stated, made = wrong[0]
        yield say(
            "Ligne %(line)s, « %(head)s » dit %(stated)s, la ligne fait %(made)s (%(n)s fois).",
            line=line,
            head=shown(head),
            stated=str(stated),
            made=str(made),
            n=len(wrong),
        )
    else:
        yield say("La colonne « %(head)s » est la somme de chaque ligne : vérifiée, laissée de côté.", head=shown(head))


# What must be asked.


def _with_order(found: Understanding, wishes: Wishes) -> Understanding:
    """The order of day and month: by a date of the same column, by the person, or in a French table by custom."""
    at = found.at("date")
    if at is None:
        return found
    cells = {found.paper.rows[row][at] for row in found.rows}
    moments = [moment for moment in map(read_moment, cells) if moment]
    decided = {moment.decides for moment in moments if moment.decides}
    open_ones = any(moment.other for moment in moments)
    if len(decided) == 1:
        return replace(found, order=next(iter(decided)))
    if not open_ones:
        return found
    custom: Order | None = "day" if found.paper.speaks_french else None
    return replace(found, order=wishes.order or custom, order_is_shown=True, order_is_asked=custom is None)


def open_date(found: Understanding) -> tuple[str, object, object] | None:
    """A date that can be read both ways, with its days by day first and by month first."""
    at = found.at("date")
    for row in found.rows if at is not None else ():
        cell = found.paper.rows[row][at or 0]
        moment = read_moment(cell)
        if moment and moment.other:
            return cell, moment.day, moment.other
    return None


def _with_numbers(found: Understanding, wishes: Wishes) -> Understanding:
    """Whether the numbers are running totals: by the row below, else asked where they only grow."""
    if found.kind in ("results", "deal-results"):
        return found
    points = found.all("points")
    if not points or len(found.rows) < 2:
        return found
    if found.kind == "deals":
        evidence = _by_running_columns(found, points) or _by_sum_row(found, points)
        if evidence and not wishes.numbers:
            return replace(found, numbers=evidence, numbers_are_shown=True)
    if not _only_grow(found, points):
        numbers = wishes.numbers or "each"
        return replace(found, numbers=numbers, numbers_are_shown=found.kind == "deals")
    return replace(found, numbers=wishes.numbers, numbers_are_shown=True, numbers_are_asked=True)


def _with_sign(found: Understanding, wishes: Wishes) -> Understanding:
    """What the dashes before the numbers are: asked where each number has one, long or apart from it."""
    cells = [found.paper.rows[row][at] for at in found.all("points") for row in found.rows]
    numbers = [cell for cell in cells if read_number(cell)]
    if len(numbers) < 2 or not all(map(is_loose_minus, numbers)):
        return found
    return replace(found, sign=wishes.sign, sign_is_shown=True)


def _by_running_columns(found: Understanding, points: Sequence[int]) -> Numbers:
    """``each`` where columns of running totals beside them hold the sums of the points."""
    running = {found.columns[at].name: at for at in found.all("running")}
    pairs = [(at, running[found.columns[at].name]) for at in points if found.columns[at].name in running]
    if not pairs or len(pairs) < len(points):
        return ""
    last = found.paper.rows[found.rows[-1]]
    is_sum = all((read_number(last[total]) or 0) == _column_sum(found.paper, found.rows, at) for at, total in pairs)
    return "each" if is_sum else ""


def _by_sum_row(found: Understanding, points: Sequence[int]) -> Numbers:
    """What the row of sums says: it equals the sums of the rows, or the last of them."""
    for row in found.left[:MOST_SUMS]:
        cells = found.paper.rows[row.row]
        above = [at for at in found.rows if at < row.row]
        if not above or not all(is_number(cells[at]) for at in points):
            continue
        if all(read_number(cells[at]) == _column_sum(found.paper, above, at) for at in points):
            return "each"
        last = found.paper.rows[above[-1]]
        if all(read_number(cells[at]) == read_number(last[at]) for at in points):
            return "running"
    return ""


def _only_grow(found: Understanding, points: Sequence[int]) -> bool:
    """Whether no number is smaller than the one above it and each row has a larger one, in rows enough to notice."""
    games = {folded(found.paper.rows[row][at]) for row in found.rows for at in found.all("game")} - {""}
    if len(found.rows) < FEWEST_GROWING or len(games) > 1:
        return False
    above: list[Decimal | None] = [None] * len(points)
    for row in found.rows:
        numbers = [read_number(found.paper.rows[row][at]) for at in points]
        pairs = [(number, before) for number, before in zip(numbers, above) if number is not None]
        if any(before is not None and number < before for number, before in pairs):
            return False
        if not any(before is None or number > before for number, before in pairs):
            return False  # a match, or a deal, adds something
        above = [before if number is None else number for number, before in zip(numbers, above)]
    return True


def first_numbers(found: Understanding, row: int) -> Listing:
    """The numbers of a row, for the sentence that it is no header."""
    cells = (shown(cell) for cell in found.paper.rows[row] if is_number(cell))
    return Listing(tuple(cells)[:4])
