"""``referee score`` and ``referee ask``: JSON or JSON Lines files of any size to sheets or verdicts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

import click

from referee.commands.output import complain, print_json
from referee.commands.parameters import language_option
from referee.matches.sheet_json import score_value, violations_value
from referee.matches.strict_json import LARGEST, UnreadableJson, parse
from referee.words.system_errors import why

STANDARD_INPUT = 0

files_argument = click.argument("files", nargs=-1, required=True, metavar="FILE...")

Answering = Callable[[Any], tuple[dict[str, Any], bool]]
"""From a value to the printed answer, and whether the rules accept it."""


@click.command
@files_argument
@language_option
def score(files: tuple[str, ...], language: str) -> int:
    """Match files to sheets: .json or .jsonl files, or - for standard input."""
    return answer_files(files, lambda value: score_value(value, language), language)


@click.command
@files_argument
@language_option
def ask(files: tuple[str, ...], language: str) -> int:
    """Question files to verdicts: .json or .jsonl files, or - for standard input."""
    return answer_files(files, lambda value: answered(value, language), language)


def answered(value: Any, language: str) -> tuple[dict[str, Any], bool]:
    """The verdict on a question file's value, or its violations; and whether there is a verdict."""
    from referee.desk import question_json  # the desk, which a score does not need
    from referee.desk.adjudication import Verdict, verdict_value

    verdict = question_json.ask(value)
    if isinstance(verdict, Verdict):
        return verdict_value(verdict, language), True
    return violations_value(verdict, None, language), False


def answer_files(files: Sequence[str], answering: Answering, language: str) -> int:
    """Answer every file (``-`` is standard input); the highest exit status.

    One ordinary file: indented JSON. Several, or JSON Lines: one compact line each, in order; a file that cannot be
    read gets a ``referee-error/1`` line. 0: accepted, 1: the rules say no, 2: cannot be used.
    """
    if len(files) == 1 and not files[0].endswith(".jsonl"):
        return _answer_one(files[0], answering, language)
    return max(_answer_each(name, answering, language, alone=len(files) == 1) for name in files)


def _answer_one(name: str, answering: Answering, language: str) -> int:
    try:
        (raw,) = _values(name)
        value = parse(raw)
    except UnreadableJson as error:
        complain(f"{name}: {error.render(language)}", language)
        return 2
    answer, accepted = answering(value)
    print_json(answer)
    return 0 if accepted else 1


def _answer_each(name: str, answering: Answering, language: str, alone: bool) -> int:
    status = 0
    try:
        for raw in _values(name):
            status = max(status, _answer_line(name, raw, answering, language))
    except UnreadableJson as error:
        if alone:
            complain(f"{name}: {error.render(language)}", language)
            return 2
        status = max(status, _failed(name, error.render(language)))
    return status


def _answer_line(name: str, raw: bytes, answering: Answering, language: str) -> int:
    try:
        answer, accepted = answering(parse(raw))
    except UnreadableJson as error:
        return _failed(name, error.render(language))
    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    return 0 if accepted else 1


def _failed(name: str, message: str) -> int:
    line = {"format": "referee-error/1", "file": name, "message": message}
    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    return 2


def _values(name: str) -> Iterator[bytes]:
    """The raw values of a file: the whole of it, or its non-blank lines, read one by one.

    :raises Unreadable: the file cannot be opened or read.
    """
    try:
        with open(STANDARD_INPUT if name == "-" else name, "rb", closefd=name != "-") as stream:
            if name.endswith(".jsonl"):
                yield from _lines(stream)
            else:
                yield stream.read(LARGEST + 1)
    except OSError as error:
        raise UnreadableJson(why(error)) from None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The non-blank lines; of one that is too long only the beginning, still too long."""
    while line := stream.readline(LARGEST + 2):
        rest, blank = line, not line.strip()
        while len(line) > LARGEST and rest and not rest.endswith(b"\n"):
            rest = stream.readline(LARGEST)
            blank = blank and not rest.strip()
        if not blank:
            yield line.rstrip(b"\r\n")
