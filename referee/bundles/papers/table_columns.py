"""What each column of a table is taken for, by its header and its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from referee.answers.table import clean_name
from referee.bundles.papers.cells import (
    MOSTLY,
    is_absent,
    is_date,
    is_number,
    is_text,
    read_hour,
    read_number,
    read_place,
)
from referee.bundles.papers.header_words import OTHER_ROW_WORDS, SUM_WORDS, WORDS, Role, header_word, role_by_word
from referee.bundles.papers.paper import Paper, quoted_cell
from referee.bundles.papers.table_layout import DEAL_HEAD
from referee.words import Listing, Text, say, say_n
from referee.words.folding import folded

TableKind = Literal["matches", "results", "deals", "deal-results"]
TABLE_KINDS: Mapping[TableKind, Text] = {
    "matches": say("des parties, une par ligne"),
    "results": say("des résultats, une ligne par joueur"),
    "deals": say("une partie donne par donne, une colonne par joueur"),
    "deal-results": say("une partie donne par donne, une ligne par joueur"),
}
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

OWNED = re.compile(r"(?:score|scores|points?|pts)[ _:.-]+(?:de |d'|of )?(.+)", re.IGNORECASE)
MARKED = re.compile(r"[+−-]?\d+[^\w\s]?")
UNIT = re.compile(r"\s*\((?:pts?|points?|score)\.?\)$", re.IGNORECASE)
SUM_OF = re.compile(
    r"(?:(?:total|cumul|running)[ _:.-]+(?:de |d'|of )?(?P<after>.+)"
    r"|(?P<before>.+?)[ ,_:-]*[( ]?(?:total|cumul|running)\)?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """What a column is taken for; ``name``: whose points it holds; ``head``: its header as it was written."""

    role: Role
    name: str = ""
    head: str = ""


def ignored_columns_remark(columns: Sequence[PaperColumn]) -> Iterator[Text]:
    """The columns of which nothing is taken."""
    heads = [
        say("« %(head)s »", head=quoted_cell(column.head))
        for column in columns
        if column.role == "ignore" and column.head
    ]
    if heads:
        yield say_n(
            "Colonne laissée de côté : %(heads)s.",
            "Colonnes laissées de côté : %(heads)s.",
            len(heads),
            heads=Listing(tuple(heads[:12])),
        )


def proposed_columns(paper: Paper, head: int | None, body: Sequence[int]) -> list[PaperColumn]:
    """What each column is taken for by its header and its cells."""
    sample = [paper.rows[at] for at in body[:400] if not summary_word(paper.rows[at])]
    heads = paper.rows[head] if head is not None else ("",) * paper.width
    names = {folded(cell): cell for cell in heads if cell}
    return [_column(heads[at], at, sample, names, head is not None) for at in range(paper.width)]


def _column(
    head: str, at: int, sample: Sequence[Sequence[str]], names: Mapping[str, str], has_head: bool
) -> PaperColumn:
    cells = [row[at] for row in sample if row[at]]
    role = role_by_word(head) if head else None
    if role is not None:  # a word for something is nobody's name, whatever stands below it
        return PaperColumn(role if _fits(role, cells) else "ignore", head=head)
    if not cells:
        return PaperColumn("points", clean_name(head), head) if head else PaperColumn("ignore")
    if owner := _owner_of_sum(head, names):
        return PaperColumn("running", owner, head)
    return PaperColumn(*_by_cells(head, cells, has_head), head)


def _owner_of_sum(head: str, names: Mapping[str, str]) -> str:
    """Whose running total a column is by its header, of another column; "" for any other."""
    match = SUM_OF.fullmatch(head.strip()) if head else None
    owner = folded((match["after"] or match["before"] or "").strip(" ,:()")) if match else ""
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
    if sum(map(is_date, cells)) >= MOSTLY * many:
        return "date", ""
    if sum(read_hour(cell) is not None for cell in cells) >= MOSTLY * many:
        return "hour", ""
    if sum(read_place(cell) is not None for cell in cells) >= MOSTLY * many:
        return "points", name_in_header(head)
    numbers = sum(is_number(cell) or is_absent(cell) for cell in cells)
    if numbers >= (0.5 if has_head else MOSTLY) * many or (has_head and _begins_with_number(cells)):
        return "points", name_in_header(head)
    word = header_word(head).split("_")[0]
    if any(word in WORDS[role] for role in ("deal",)) or all(DEAL_HEAD.fullmatch(folded(cell)) for cell in cells):
        return "deal", ""
    return ("ignore" if has_head else "game"), ""


def _begins_with_number(cells: Sequence[str]) -> bool:
    """Whether most cells are a number with a sign behind it: "12*"."""
    return sum(MARKED.fullmatch(cell) is not None for cell in cells) >= MOSTLY * len(cells)


def name_in_header(head: str) -> str:
    """The name in a header: without "points of" before it, or "(pts)" behind it."""
    bare = UNIT.sub("", head.strip())
    owned = OWNED.fullmatch(bare)
    return clean_name(owned[1] if owned else bare)


def proposed_kind(paper: Paper, columns: Sequence[PaperColumn], body: Sequence[int]) -> TableKind:
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


def columns_for_kind(
    paper: Paper, kind: TableKind, columns: Sequence[PaperColumn], body: Sequence[int]
) -> list[PaperColumn]:
    """The columns as this kind of table has them."""
    if kind in ("results", "deal-results"):
        return _for_results(columns)
    columns_taken = [PaperColumn("ignore", head=column.head) if _is_of_nobody(column) else column for column in columns]
    if kind == "deals" and not any(column.role == "deal" for column in columns_taken):
        label = next((at for at, column in enumerate(columns_taken) if column.role in ("game", "ignore", "name")), None)
        if label == 0:
            columns_taken[0] = PaperColumn("deal", head=columns_taken[0].head)
    if kind == "matches" and all(column.role != "game" for column in columns_taken):
        columns_taken = _with_game_column(paper, columns_taken, body)
    sums = [at for at, column in enumerate(columns_taken) if column.role == "points" and not column.head]
    for at in sums:
        if _is_row_sum(paper, columns_taken, at, body):
            columns_taken[at] = PaperColumn("sum", head=columns_taken[at].head)
    return columns_taken


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
    columns_taken = list(columns)
    named = {column.head: at for at, column in enumerate(columns_taken) if column.role == "points" and not column.name}
    sums = [at for at, column in enumerate(columns_taken) if column.role == "sum"]
    others = [at for at, column in enumerate(columns_taken) if column.role == "points" and column.name]
    at = next(iter([*named.values(), *sums, *others]), None)
    for other in [*named.values(), *sums, *others]:
        head = columns_taken[other].head
        columns_taken[other] = PaperColumn("points", head=head) if other == at else PaperColumn("ignore", head=head)
    return columns_taken


def _is_row_sum(paper: Paper, columns: Sequence[PaperColumn], at: int, body: Sequence[int]) -> bool:
    """Whether a column without a header holds the sum of the columns of points in at least two rows."""
    others = [place for place, column in enumerate(columns) if column.role == "points" and place != at]
    rows = [paper.rows[row] for row in body[:100]]
    sums = [(read_number(row[at]), sum(read_number(row[place]) or 0 for place in others)) for row in rows]
    return len(others) > 2 and len(sums) > 1 and all(stated == made for stated, made in sums)


def summary_word(row: Sequence[str]) -> str:
    """The first word of a row that is no match: "total", "rang"; "" of any other."""
    first = next((cell for cell in row if cell), "")
    word = folded(first).strip(" :.*").split(" ")[0] if is_text(first) else ""
    return word if word in SUM_WORDS or word in OTHER_ROW_WORDS else ""
