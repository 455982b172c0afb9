"""Reading JSON files and JSON Lines as the command line does: strictly, in any size, never a traceback."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO

from referee.words import DEFAULT_LANGUAGE, Text, say
from referee.words.failures import why

__all__ = ["LARGEST", "Unreadable", "answer_files", "parse"]

STANDARD_INPUT = 0
LARGEST = 5 * 1024 * 1024
"""Bytes of one JSON value: a whole file, or one line of a ``.jsonl``."""

MOST_DIGITS = 1000
"""Digits of a whole number that is read as it stands."""

Answering = Callable[[Any], tuple[dict[str, Any], bool]]
"""From a value to what is printed, and whether the rules accept it."""


class Unreadable(Exception):
    """A file or a line that cannot be used; ``sentence`` says why."""

    def __init__(self, sentence: Text | str) -> None:
        self.sentence = sentence
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        return self.sentence if isinstance(self.sentence, str) else self.sentence.render(language)


def parse(raw: bytes, finite: bool = False) -> Any:
    """The JSON value of ``raw``; NaN and Infinity are not JSON.

    ``finite``: what would be read as infinite, such as 1e999, is refused too, so that it is never written again.

    :raises Unreadable: not JSON, not UTF-8, or larger than :data:`LARGEST`.
    """
    if len(raw) > LARGEST:
        raise Unreadable(say("C'est trop grand : au plus 5 Mio."))
    measured = _finite if finite else float
    try:
        text = raw.decode("utf-8-sig")
        try:
            return json.loads(text, parse_constant=_no_constant, parse_float=measured)
        except ValueError as error:
            if "limit" not in str(error):
                raise
            return json.loads(text, parse_constant=_no_constant, parse_float=measured, parse_int=_whole)
    except RecursionError:
        raise Unreadable(say("Trop de listes et d'objets l'un dans l'autre.")) from None
    except ValueError as error:
        raise Unreadable(_no_json(error)) from None


def _no_json(error: ValueError) -> Text:
    if isinstance(error, UnicodeDecodeError):
        return say("Ce n'est pas de l'UTF-8.")
    if isinstance(error, json.JSONDecodeError):
        return say("Ce n'est pas du JSON : ligne %(line)s, colonne %(column)s.", line=error.lineno, column=error.colno)
    return say("Ce n'est pas du JSON.")


def _whole(digits: str) -> int:
    """A whole number; one of more digits than Python reads is still one, and beyond every range."""
    if len(digits) < MOST_DIGITS:
        return int(digits)
    huge: int = 10**MOST_DIGITS
    return -huge if digits.startswith("-") else huge


def _finite(digits: str) -> float:
    found = float(digits)
    if not math.isfinite(found):
        raise ValueError("a number beyond all measure")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def answer_files(files: Sequence[str], answering: Answering, language: str = DEFAULT_LANGUAGE) -> int:
    """Answer every file (``-`` is standard input) and give the highest exit status.

    One ordinary file: indented JSON. Several, or JSON Lines: one compact line for each, in order; what
    cannot be read gets a ``referee-error/1`` line. 0: accepted, 1: the rules say no, 2: cannot be used.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if len(files) == 1 and not files[0].endswith(".jsonl"):
        return _answer_one(files[0], answering, language)
    return max(_answer_each(name, answering, language, alone=len(files) == 1) for name in files)


def _answer_one(name: str, answering: Answering, language: str) -> int:
    try:
        (raw,) = _values(name)
        value = parse(raw)
    except Unreadable as error:
        print(f"referee: {name}: {error.told(language)}", file=sys.stderr)
        return 2
    answer, accepted = answering(value)
    print(json.dumps(answer, ensure_ascii=False, indent=2))
    return 0 if accepted else 1


def _answer_each(name: str, answering: Answering, language: str, alone: bool) -> int:
    status = 0
    try:
        for raw in _values(name):
            status = max(status, _answer_line(name, raw, answering, language))
    except Unreadable as error:
        if alone:
            print(f"referee: {name}: {error.told(language)}", file=sys.stderr)
            return 2
        status = max(status, _failed(name, error.told(language)))
    return status


def _answer_line(name: str, raw: bytes, answering: Answering, language: str) -> int:
    try:
        answer, accepted = answering(parse(raw))
    except Unreadable as error:
        return _failed(name, error.told(language))
    print(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    return 0 if accepted else 1


def _failed(name: str, message: str) -> int:
    line = {"format": "referee-error/1", "file": name, "message": message}
    print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    return 2


def _values(name: str) -> Iterator[bytes]:
    """The raw values of a file: the whole of it, or its non-blank lines, read one by one.

    :raises Unreadable: the file cannot be opened or read; what goes wrong in printing is not the file's fault.
    """
    try:
        with open(STANDARD_INPUT if name == "-" else name, "rb", closefd=name != "-") as stream:
            if name.endswith(".jsonl"):
                yield from _lines(stream)
            else:
                yield stream.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(why(error)) from None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not blank; of one that is too long only the beginning, still too long."""
    while line := stream.readline(LARGEST + 2):
        rest, blank = line, not line.strip()
        while len(line) > LARGEST and rest and not rest.endswith(b"\n"):
            rest = stream.readline(LARGEST)
            blank = blank and not rest.strip()
        if not blank:
            yield line.rstrip(b"\r\n")
