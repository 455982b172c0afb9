"""``referee ask``: question files to verdicts, or to the violations of facts that cannot be."""

from __future__ import annotations

from typing import Any

import click

from referee.commands.json_batch import answer_files
from referee.commands.parameters import files_argument, language_option
from referee.desk import question_json
from referee.desk.decision import Verdict, verdict_value
from referee.matches.sheet_json import violations_value


@click.command
@files_argument
@language_option
def ask(files: tuple[str, ...], language: str) -> int:
    """Question files to verdicts: .json or .jsonl files, or - for standard input."""
    return answer_files(files, lambda value: answered(value, language), language)


def answered(value: Any, language: str) -> tuple[dict[str, Any], bool]:
    """The verdict on a question file's value, or its violations; and whether it was answered."""
    verdict = question_json.ask(value)
    if isinstance(verdict, Verdict):
        return verdict_value(verdict, language), True
    return violations_value(verdict, None, language), False
