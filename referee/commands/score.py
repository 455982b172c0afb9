"""``referee score``: match files to sheets, or to the violations of what is wrong with them."""

from __future__ import annotations

from argparse import Namespace

from referee.commands.answer_files import answer_files
from referee.matches.sheet_file import score_value


def score(options: Namespace) -> int:
    return answer_files(options.files, lambda value: score_value(value, options.lang), options.lang)
