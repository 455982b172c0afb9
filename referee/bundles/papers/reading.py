"""Read a file or a text that was pasted: its kind, its encoding, its separator, its cells.

UTF-8 and UTF-16 are recognised by their bytes. Other encodings cannot be told by rule: charset-normalizer compares
what Windows-1252 and Mac Roman make of the bytes, and where both are possible the reader is asked.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal

from referee.bundles.papers.header_words import speaks_french
from referee.bundles.papers.paper import (
    LARGEST,
    MOST_COLUMNS,
    MOST_ROWS,
    CpuBudget,
    Paper,
    PaperRefused,
    check_size,
    make_paper,
    not_a_table,
)
from referee.bundles.papers.spreadsheets import is_spreadsheet, read_spreadsheet
from referee.bundles.untrusted_zip import MIB
from referee.words import say

Encoding = Literal["utf-8", "utf-16", "cp1252", "mac-roman"]
ENCODINGS: Mapping[Encoding, str] = {
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "mac-roman": "Mac Roman",
}
SEPARATORS = ";\t|,"
CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1f]")
CELLS = re.compile(r"[;\t|,]")
MARKS: tuple[tuple[bytes, str], ...] = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
SURE = 0.1
"""How much less disorder one of two encodings must have to be taken without a question."""
EXAMPLES = 3
"""Words with accents that are shown for each encoding."""
SIGNATURES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")
BINARY_TEXT = say("c'est un fichier binaire. Enregistrez la feuille en CSV")
OLD_EXCEL = say("c'est un ancien classeur (.xls). Enregistrez la feuille en CSV, ou en .xlsx")


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What was read: the tables by the names of their sheets, or the text of a JSON file.

    ``readings``: where the encoding is open, examples of what each one makes of the accents.
    """

    papers: tuple[Paper, ...] = ()
    json: str = ""
    readings: Mapping[Encoding, tuple[str, ...]] = field(default_factory=dict)


def read_file(content: bytes, encoding: str = "", budget: CpuBudget | None = None) -> ReadFile:
    """Read the bytes of a file.

    :param encoding: the one that the reader chose, where it was asked.
    :raises PaperRefused: it is no table, or a too large one.
    """
    budget = budget or CpuBudget()
    if len(content) > LARGEST:
        raise PaperRefused(say("Ce fichier est trop gros : %(most)s Mio au plus.", most=LARGEST // MIB))
    if is_spreadsheet(content):
        return ReadFile(read_spreadsheet(content, budget))
    if content.startswith(SIGNATURES):
        raise not_a_table(OLD_EXCEL if content.startswith(b"\xd0\xcf") else BINARY_TEXT)
    text, readings = _decoded(content, encoding)
    return _of_text(text, readings, budget)


def read_text(text: str, budget: CpuBudget | None = None) -> ReadFile:
    """Read a text that was pasted; raises PaperRefused."""
    return _of_text(text, {}, budget or CpuBudget())


def _of_text(text: str, readings: Mapping[Encoding, tuple[str, ...]], budget: CpuBudget) -> ReadFile:
    text = text.lstrip("\ufeff")
    if text.lstrip()[:1] in ("{", "["):
        return ReadFile(json=text, readings=readings)
    return ReadFile((_paper(text, budget),), readings=readings)


def _decoded(content: bytes, encoding: str) -> tuple[str, Mapping[Encoding, tuple[str, ...]]]:
    """The text, and what each possible encoding makes of its accents where the reader must choose."""
    try:
        for mark, codec in MARKS:
            if content.startswith(mark):
                return content.decode(codec), {}
        if codec := _utf16_without_mark(content):
            return content.decode(codec), {}
    except UnicodeDecodeError:
        raise not_a_table(say("ses lettres sont coupées au milieu")) from None
    if b"\0" in content:
        raise not_a_table(BINARY_TEXT)
    try:
        return content.decode("utf-8"), {}
    except UnicodeDecodeError as error:
        _check_whole(content, error)
    encodings = _eight_bits(content)
    if encoding in encodings:
        return content.decode(encoding), {}
    readings = {name: _examples(content, name) for name in encodings} if len(encodings) > 1 else {}
    if not encodings:
        raise not_a_table(BINARY_TEXT)
    return content.decode(encodings[0]), readings


def _check_whole(content: bytes, error: UnicodeDecodeError) -> None:
    """:raises PaperRefused: the text is UTF-8 with a character that is cut, not another encoding."""
    is_cut_at_the_end = error.reason == "unexpected end of data"
    if is_cut_at_the_end or not content[: error.start].isascii():
        line = content.count(b"\n", 0, error.start) + 1
        raise PaperRefused(say("Ligne %(line)s, un caractère est coupé : enregistrez la feuille en UTF-8.", line=line))


def _utf16_without_mark(content: bytes) -> str:
    """The UTF-16 whose every second byte is nearly always zero, "" for another text."""
    start = content[:2000]
    if len(start) < 4 or len(content) % 2:
        return ""
    half = len(start) // 2
    for codec, zeros in (("utf-16-le", start[1::2]), ("utf-16-be", start[::2])):
        if zeros.count(0) > 0.7 * half:
            return codec
    return ""


def _eight_bits(content: bytes) -> Sequence[Encoding]:
    """The encodings of eight bits that these bytes may have: one, or both where neither is clearly better."""
    from charset_normalizer import from_bytes  # a table of languages: only a file without UTF-8 needs it

    some = b"\n".join(islice((line for line in content.splitlines() if not line.isascii()), 500))[:20_000]
    codecs: Mapping[str, Encoding] = {"cp1252": "cp1252", "mac_roman": "mac-roman"}
    try:
        matches = {match.encoding: match.chaos for match in from_bytes(some, cp_isolation=[*codecs])}
    except (UnicodeError, ValueError):
        return ()
    if not matches and not CONTROLS.search(some):
        return ("cp1252", "mac-roman")
    possible = sorted((chaos, codecs[codec]) for codec, chaos in matches.items() if codec in codecs)
    if len(possible) > 1 and possible[1][0] - possible[0][0] < SURE:
        return [name for _, name in possible]
    return [name for _, name in possible[:1]]


def _examples(content: bytes, encoding: Encoding) -> tuple[str, ...]:
    """A few words with accents, as this encoding reads them."""
    words: dict[str, None] = {}
    for line in content.splitlines():
        if not line.isascii():
            for cell in CELLS.split(line.decode(encoding, "replace")):
                if not cell.isascii():
                    words[cell.strip(' "')[:40]] = None
        if len(words) >= EXAMPLES:
            break
    return tuple(words)[:EXAMPLES]


def _paper(text: str, budget: CpuBudget) -> Paper:
    separator, text, first = _separator(text)
    rows: list[list[str]] = []
    lines: list[int] = []
    for line, row in _rows(text, separator, first):
        if len(row) > MOST_COLUMNS and any(cell.strip() for cell in row[MOST_COLUMNS:]):
            check_size(0, len(row))
        rows.append(row)
        lines.append(line)
        if len(rows) % 500 == 0:
            budget.spend()
        if len(rows) > 2 * MOST_ROWS:
            break
    return make_paper(rows, lines, budget, speaks_french=separator == ";" or speaks_french(rows))


def _rows(text: str, separator: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """The rows with the numbers of their lines; a quoted cell may have several lines."""
    reader = csv.reader(_lines(text), delimiter=separator, skipinitialspace=True)
    before = 0
    limit = csv.field_size_limit()
    while True:
        try:
            row = next(reader, None)
        except csv.Error:
            sentence = say(
                "La ligne %(line)s a une case de plus de %(n)s signes.", line=first + reader.line_num, n=limit
            )
            raise PaperRefused(sentence) from None
        if row is None:
            return
        yield first + before, row
        before = reader.line_num


def _lines(text: str) -> Iterator[str]:
    """The lines of a text, whatever ends them; a NUL is nothing."""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").split("\n"):
        yield line + "\n"


def _separator(text: str) -> tuple[str, str, int]:
    """The separator of the cells, the text without a first line that names it, and the number of its first line."""
    head, _, rest = text.partition("\n")
    named = head.strip().strip('"').lower()
    if named.startswith("sep=") and len(named) == 5:
        return named[4], rest, 2
    if named == "sep=" and head.startswith("sep=\t"):
        return "\t", rest, 2
    lines = [line for line in islice(_lines(text[:100_000]), 60) if line.strip()]
    return max(SEPARATORS, key=lambda sign: _evenness(lines, sign)), text, 1


def _evenness(lines: Sequence[str], sign: str) -> tuple[int, int]:
    """In how many lines a sign stands as often as in most, and how often it stands there."""
    counts = [_count(line, sign) for line in lines]
    used = [count for count in counts if count]
    if not used:
        return 0, 0
    usual = max(set(used), key=lambda count: (used.count(count), count))
    return used.count(usual), usual


def _count(line: str, sign: str) -> int:
    """How often a sign stands outside quotes."""
    return sum(part.count(sign) for part in line.split('"')[::2])
