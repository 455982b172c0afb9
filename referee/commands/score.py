"""``referee score``: match files to sheets, or to the violations of what is wrong with them."""

from __future__ import annotations

import click

from referee.commands.json_batch import answer_files
from referee.commands.parameters import files_argument, language_option
from referee.matches.sheet_json import score_value


@click.command
@files_argument
@language_option
def score(files: tuple[str, ...], language: str) -> int:
    """Match files to sheets: .json or .jsonl files, or - for standard input."""
    return answer_files(files, lambda value: score_value(value, language), language)
