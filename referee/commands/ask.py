"""``referee ask``: question files to verdicts, or to the violations of facts that cannot be."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from referee.commands.answer_files import answer_files
from referee.desk import question_file
from referee.desk.ruling import Verdict, verdict_value
from referee.matches.sheet_file import violations_value


def ask(options: Namespace) -> int:
    return answer_files(options.files, lambda value: answered(value, options.lang), options.lang)


def answered(value: Any, language: str) -> tuple[dict[str, Any], bool]:
    """The verdict on a question file's value, or its violations; and whether it was answered."""
    verdict = question_file.ask(value)
    if isinstance(verdict, Verdict):
        return verdict_value(verdict, language), True
    return violations_value(verdict, None, language), False
