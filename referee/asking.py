"""``referee ask``: question files in, verdicts or violations out (FORMATS, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.desk.ask import ask
from referee.desk.question import Verdict, verdict_value
from referee.matches.jsonfile import answer_files
from referee.matches.sheetfile import violations_value

__all__ = ["answered", "ask_main"]


def ask_main(files: Sequence[str], language: str) -> int:
    """Answer every question file (``-`` is standard input) and give the exit status: 0, 1 or 2."""
    return answer_files(files, lambda value: answered(value, language), language)


def answered(value: Any, language: str) -> tuple[dict[str, Any], bool]:
    """The verdict on a question file's value, or its violations; and whether it was answered."""
    verdict = ask(value)
    if isinstance(verdict, Verdict):
        return verdict_value(verdict, language), True
    return violations_value(verdict, None, language), False
