"""Reading JSON files and JSON Lines as the command line does: strictly, in any size, never a traceback."""

from __future__ import annotations

import json
import math
import re
from itertools import accumulate
from typing import Any

from referee.words import Text, say

LARGEST = 5 * 1024 * 1024
"""Bytes of one JSON value: a whole file, or one line of a ``.jsonl``."""

MOST_DIGITS = 1000
"""Digits of a whole number that is read as it stands."""
DEEPEST = 100
"""Lists and objects in one another; a file of the referee needs ten."""
STRING = re.compile(rb'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)', re.DOTALL)
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
TOO_DEEP = say("Trop de listes et d'objets l'un dans l'autre.")


class Unreadable(Exception):
    """A file or a line that cannot be used; ``sentence`` says why."""

    def __init__(self, sentence: Text | str) -> None:
        self.sentence = sentence
        super().__init__(self.render("en"))

    def render(self, language: str) -> str:
        return self.sentence if isinstance(self.sentence, str) else self.sentence.render(language)


def parse(raw: bytes, finite: bool = False) -> Any:
    """The JSON value of ``raw``; NaN and Infinity are not JSON.

    ``finite``: what would be read as infinite, such as 1e999, is refused too, so that it is never written again.

    :raises Unreadable: not JSON, not UTF-8, larger than :data:`LARGEST`, or deeper than :data:`DEEPEST`.
    """
    if len(raw) > LARGEST:
        raise Unreadable(say("C'est trop grand : au plus 5 Mio."))
    if is_deep(raw):
        raise Unreadable(TOO_DEEP)
    measured = _finite if finite else float
    try:
        text = raw.decode("utf-8-sig")
        try:
            return json.loads(text, parse_constant=_no_constant, parse_float=measured)
        except ValueError as error:
            if "limit" not in str(error):
                raise
            return json.loads(text, parse_constant=_no_constant, parse_float=measured, parse_int=_whole)
    except ValueError as error:
        raise Unreadable(_no_json(error)) from None


def is_deep(raw: bytes) -> bool:
    """Whether lists and objects lie too deep in one another; known before any of them is read.

    >>> is_deep(b"[" * 100 + b"]" * 100), is_deep(b"[" * 101), is_deep(b'["' + b"[" * 101)
    (False, True, False)
    """
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return False
    brackets = STRING.sub(b"", raw).translate(None, NO_BRACKETS)
    return max(accumulate(map(STEPS.__getitem__, brackets)), default=0) > DEEPEST


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
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number beyond all measure")
    return number


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
