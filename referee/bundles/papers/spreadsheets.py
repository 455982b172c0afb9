"""Read the values of a spreadsheet, never its formulas: .xlsx by openpyxl, .ods by its XML.

Both are unpacked only within limits, and read row by row, so that neither a bomb nor an endless sheet takes more than
its share. defusedxml reads the XML: no document type, no entity.
"""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zipfile import ZipFile, ZipInfo

from referee.bundles.papers.header_words import speaks_french
from referee.bundles.papers.paper import (
    LONGEST_CELL,
    MOST_COLUMNS,
    MOST_ROWS,
    CpuBudget,
    Paper,
    PaperRefused,
    check_size,
    make_paper,
)
from referee.bundles.untrusted_zip import BROKEN, MIB
from referee.words import say

MOST_SHEETS = 20
LARGEST_PART, LARGEST_WHOLE, MOST_PARTS = 30 * MIB, 60 * MIB, 2000
"""Bytes of a file of the workbook and of all of them when unpacked, and their number."""
RATIO, SMALL = 200, 256 * 1024
"""The most that a file larger than ``SMALL`` may be packed."""
MOST_GAPS = 200
"""Blank rows in a row after which a sheet is over."""
ODS = b"application/vnd.oasis.opendocument.spreadsheet"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
UNREADABLE = say("Ce classeur ne se lit pas : enregistrez la feuille en CSV.")
BOMB = say("Une fois déplié, ce classeur serait énorme : enregistrez la feuille en CSV.")
FORMULAS = say(
    "Des cases de ce classeur sont des formules sans valeur : ouvrez-le dans un tableur, puis enregistrez la feuille en"
    " CSV."
)
UNCALCULATED = re.compile(rb"(?:</f>|<f\b[^>]*/>)\s*(?:<v\s*/>|<v>\s*</v>|</c>)")
LOCKED = say("Ce classeur est protégé par un mot de passe : enregistrez la feuille en CSV.")


def is_spreadsheet(content: bytes) -> bool:
    return content.startswith(b"PK\3\4")


def read_spreadsheet(content: bytes, budget: CpuBudget) -> tuple[Paper, ...]:
    """The sheets of a workbook that hold something, at most :data:`MOST_SHEETS`; raises PaperRefused."""
    try:
        with ZipFile(io.BytesIO(content)) as archive:
            kind = _kind(archive)
            if kind == "xlsx":
                _check_formulas(archive, budget)
        sheets = _ods_sheets(content, budget) if kind == "ods" else _xlsx_sheets(content, budget)
        papers = [_paper(name, rows, budget) for name, rows in sheets]
    except PaperRefused:
        raise
    except (*BROKEN, KeyError, TypeError, AttributeError, IndexError, SyntaxError, MemoryError, RecursionError):
        raise PaperRefused(UNREADABLE) from None
    tables = tuple(paper for paper in papers if paper is not None)
    if not tables:
        raise PaperRefused(say("Le classeur est vide."))
    return tables


def _kind(archive: ZipFile) -> str:
    """``xlsx`` or ``ods``; raises PaperRefused where it is no workbook, or no honest one."""
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_WHOLE:
        raise PaperRefused(BOMB)
    for part in parts:
        _check(part)
    names = {part.filename for part in parts}
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "content.xml" in names and "mimetype" in names and archive.read("mimetype").strip() == ODS:
        return "ods"
    raise PaperRefused(say("Ce n'est pas un classeur : un fichier .xlsx, .ods ou CSV."))


def _check_formulas(archive: ZipFile, budget: CpuBudget) -> None:
    """:raises PaperRefused: a formula has no value beside it: the workbook was never calculated."""
    for name in archive.namelist():
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            budget.spend()
            if UNCALCULATED.search(archive.read(name)):
                raise PaperRefused(FORMULAS)


def _check(part: ZipInfo) -> None:
    if part.flag_bits & 1:
        raise PaperRefused(LOCKED)
    packed_too_well = part.file_size > SMALL and part.file_size > RATIO * part.compress_size
    if part.file_size > LARGEST_PART or packed_too_well:
        raise PaperRefused(BOMB)


class _MeteredBytes(io.BytesIO):
    """The bytes of a workbook; each read of them spends from the budget, which the library knows nothing of."""

    def __init__(self, content: bytes, budget: CpuBudget) -> None:
        super().__init__(content)
        self._budget = budget

    def read(self, size: int | None = -1, /) -> bytes:
        self._budget.spend()
        return super().read(size)


def _xlsx_sheets(content: bytes, budget: CpuBudget) -> Iterator[tuple[str, Iterator[Sequence[Any]]]]:
    try:
        from openpyxl import load_workbook
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:  # in a phone
        raise PaperRefused(
            say("Ce téléphone ne lit pas les classeurs .xlsx : enregistrez la feuille en CSV.")
        ) from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = load_workbook(_MeteredBytes(content, budget), read_only=True, data_only=True, keep_links=False)
        except InvalidFileException:
            raise PaperRefused(UNREADABLE) from None
    for sheet in book.worksheets[:MOST_SHEETS]:
        if (sheet.max_column or 0) > MOST_COLUMNS or (sheet.max_row or 0) > MOST_ROWS:
            sheet.reset_dimensions()
        yield sheet.title, sheet.iter_rows(values_only=True)


def _paper(name: str, rows: Iterator[Sequence[Any]], budget: CpuBudget) -> Paper | None:
    """The sheet as a table of texts; None for a blank one."""
    read: list[list[str]] = []
    lines: list[int] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for line, row in enumerate(rows, 1):
            budget.spend()
            if not row and read and not any(read[-1]):
                continue  # one of the blank rows, up to a million, before a cell far from the others
            cells = [as_text(value) for value in row[:MOST_COLUMNS]]
            if any(value not in (None, "") for value in row[MOST_COLUMNS:]):
                check_size(0, len(row))
            if any(cells) or (read and any(read[-1])):
                read.append(cells)
                lines.append(line)
            if len(read) > MOST_ROWS:
                check_size(len(read), 0)
    if not any(any(row) for row in read):
        return None
    return make_paper(read, lines, budget, name=name[:60], speaks_french=speaks_french(read))


def as_text(value: Any) -> str:
    """The value of a cell as it would stand in a text.

    >>> as_text(45.0), as_text(12.5), as_text(datetime(2025, 11, 7, 20, 30)), as_text(date(2025, 11, 7)), as_text(None)
    ('45', '12.5', '2025-11-07 20:30', '2025-11-07', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, (int, float)):
        return str(int(value)) if value == value and abs(value) < 1e12 and value == int(value) else str(value)[:40]
    if isinstance(value, datetime):
        exact = (value + timedelta(milliseconds=500)).replace(microsecond=0)
        return exact.date().isoformat() if exact.time() == time() else f"{exact:%Y-%m-%d %H:%M}"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, timedelta):
        minutes = int(value.total_seconds()) // 60
        return f"{minutes // 60}:{minutes % 60:02}"
    return str(value)


def _ods_sheets(content: bytes, budget: CpuBudget) -> Iterator[tuple[str, Iterator[Sequence[str]]]]:
    """The sheets of an OpenDocument spreadsheet, each with its rows."""
    sheets: dict[str, list[list[str]]] = {}
    name = ""
    row: list[str] = []
    with ZipFile(io.BytesIO(content)) as archive, archive.open("content.xml") as stream:
        for event, element in _xml_events(stream):
            budget.spend()
            if event == "start":
                if element.tag == f"{TABLE}table" and len(sheets) < MOST_SHEETS:
                    name = element.get(f"{TABLE}name", "")
                    sheets[name] = []
            elif element.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
                row.extend(_repeated(_ods_text(element), _times(element, "number-columns-repeated"), len(row)))
                element.clear()
            elif element.tag == f"{TABLE}table-row":
                _add_rows(sheets[name], row, _times(element, "number-rows-repeated"))
                row = []
                element.clear()
    for title, rows in sheets.items():
        yield title, iter(rows)


def _xml_events(stream: Any) -> Iterator[tuple[str, Any]]:
    from defusedxml.ElementTree import iterparse

    yield from iterparse(stream, events=("start", "end"))


def _times(element: Any, attribute: str) -> int:
    return max(1, int(element.get(f"{TABLE}{attribute}", "1")))


def _repeated(text: str, times: int, before: int) -> list[str]:
    """A cell that stands for several; blank ones to the end of the sheet are none."""
    if text and before + times > MOST_COLUMNS:
        check_size(0, before + times)
    return [text] * min(times, max(0, MOST_COLUMNS + 1 - before))


def _add_rows(rows: list[list[str]], row: list[str], times: int) -> None:
    if any(row) and len(rows) + times > MOST_ROWS:
        check_size(len(rows) + times, 0)
    rows.extend([row] * min(times, MOST_GAPS + 1))


def _ods_text(element: Any) -> str:
    """What a cell holds: its value where it has one, else its paragraphs."""
    for attribute in ("date-value", "time-value", "value", "string-value"):
        value = element.get(f"{OFFICE}{attribute}")
        if value is not None:
            return _ods_value(attribute, value)
    paragraphs = [_ods_words(part) for part in element if part.tag == f"{TEXT}p"]
    return " ".join(paragraphs)[: 4 * LONGEST_CELL]


def _ods_words(paragraph: Any) -> str:
    """The text of a paragraph; a comment beside it is none of it."""
    return "".join(paragraph.itertext())


def _ods_value(attribute: str, value: str) -> str:
    if attribute == "value":
        return as_text(float(value))
    if attribute == "date-value":
        return as_text(datetime.fromisoformat(value[:19]))
    if attribute == "time-value":
        hour, _, rest = value.removeprefix("PT").partition("H")
        return f"{int(hour):02}:{int(rest.partition('M')[0] or 0):02}"
    return value
