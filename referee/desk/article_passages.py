"""The passages of an article: its sentences, the items of its lists, the rows of its tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…]\*\*))\s+(?=[A-ZÀ-Þ«*0-9])")
_EXAMPLE = re.compile(r"(?:Exemple|Example|Par exemple|For example)\b")
_HOUSE_RULE = re.compile(r"(?:\*\*)?(?:Règles? maison|House rules?)\b")
_OTHER_TABLES = re.compile(r"(?:Une|Beaucoup de|Bien des|Certaines|A|Many|Some) tables?\b")
_LABEL = re.compile(r"\W{0,2}([^.:?!]{1,40}?)\W{0,3}:\s*\w")
_LONGEST_LABEL = 3
"""Words: "Le dix de der vaut 10 : 162 en tout." is a sentence, and of no case."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage. ``block``: the number of its paragraph, list or table.

    ``opening``: the sentence before its list or table; ``label``: the case it is of ("Perdu : …"), of a row its first
    cell; ``listed``: it is of a list or table; ``row``: of a table; ``example``: it shows a rule that another passage
    states; ``house_rule``: it says what may be chosen instead.
    """

    text: str
    block: int
    opening: str = ""
    label: str = ""
    listed: bool = False
    row: bool = False
    example: bool = False
    house_rule: bool = False


def passages(text: str) -> list[Passage]:
    """The passages of an article's text, or of an answer's, in order; headings are left out.

    >>> table = "Trois ou quatre. On retire :\\n\\n| À | On retire |\\n|---|---|\\n| 3 | 40 |"
    >>> [passage.text for passage in passages(table)]
    ['Trois ou quatre.', 'On retire :', 'À **3** – On retire 40']
    """
    result: list[Passage] = []
    for block, part in enumerate(part for part in text.split("\n\n") if part and part[0] != "#"):
        opening = result[-1].text if result and result[-1].text.endswith(":") else ""
        if part[0] == "|":
            result += [Passage(row, block, opening, label, listed=True, row=True) for label, row in _rows(part)]
        elif part.startswith("- "):
            items = (" ".join(item[2:].split("\n")) for item in re.split(r"\n(?=- )", part))
            result += [Passage(item, block, opening, _label(item), listed=True) for item in items]
        else:
            result += _sentences(" ".join(part.splitlines()), block)
    return result


def _sentences(paragraph: str, block: int) -> Iterator[Passage]:
    example, house_rule = bool(_EXAMPLE.match(paragraph)), False
    for sentence in _SENTENCE.split(paragraph):
        house_rule |= bool(_HOUSE_RULE.match(sentence))
        chosen = house_rule or bool(_OTHER_TABLES.match(sentence))
        yield Passage(sentence, block, label=_label(sentence), example=example, house_rule=chosen)


def _label(text: str) -> str:
    label = _LABEL.match(text)
    return label[1] if label and len(label[1].split()) <= _LONGEST_LABEL else ""


def _rows(table: str) -> Iterator[tuple[str, str]]:
    """The rows of a table, each with its first cell, as text: each cell after the head of its column."""
    head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines())
    for first, *cells in rows:
        yield first, " – ".join([f"{head[0]} **{first}**", *map(" ".join, zip(head[1:], cells, strict=False))])
