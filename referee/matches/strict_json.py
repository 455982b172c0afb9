"""Read JSON strictly, within limits of size and depth; every failure is an :class:`UnreadableJson` with a sentence."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from referee.words import Text, say

LARGEST = 5 * 1024 * 1024
"""Bytes of one JSON value: a whole file, or one line of a ``.jsonl``."""

MOST_DIGITS = 1000
"""Digits of a whole number that is read exactly."""
DEEPEST = 100
"""Levels of nested lists and objects; a file of the referee needs ten."""
STRING = re.compile(rb'"[^"\\]*+(?:\\.?[^"\\]*+)*+(?:"|\Z)', re.DOTALL)
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
STEPS = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
TOO_DEEP = say("Trop de listes et d'objets l'un dans l'autre.")


class UnreadableJson(Exception):
    """An invalid file or line; ``sentence`` is the reason."""

    def __init__(self, sentence: Text | str) -> None:
        self.sentence = sentence
        super().__init__(self.render("en"))

    def render(self, language: str) -> str:
        return self.sentence if isinstance(self.sentence, str) else self.sentence.render(language)


def parse(raw: bytes, finite: bool = False) -> Any:
    """The JSON value of ``raw``; NaN, Infinity and an object with a key twice are refused.

    ``finite``: numbers that overflow to infinity, such as 1e999, are refused too.

    :raises Unreadable: not JSON, not UTF-8, larger than :data:`LARGEST`, or deeper than :data:`DEEPEST`.
    """
    if len(raw) > LARGEST:
        raise UnreadableJson(say("C'est trop grand : au plus 5 Mio."))
    if is_too_deep(raw):
        raise UnreadableJson(TOO_DEEP)
    parse_float = _parse_finite if finite else float
    try:
        text = raw.decode("utf-8-sig")
        try:
            return _loads(text, parse_float)
        except ValueError as error:
            if "limit" not in str(error):
                raise
            return _loads(text, parse_float, parse_int=_parse_int)
    except ValueError as error:
        raise UnreadableJson(_syntax_message(error)) from None


def _loads(text: str, parse_float: Callable[[str], float], parse_int: Callable[[str], int] = int) -> Any:
    return json.loads(
        text, parse_constant=_refuse_constant, parse_float=parse_float, parse_int=parse_int, object_pairs_hook=_object
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of its members.

    :raises Unreadable: a key stands twice.
    """
    read = dict(pairs)
    if len(read) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise UnreadableJson(say("« %(key)s » est écrit deux fois dans le même objet.", key=twice))
    return read


def is_too_deep(raw: bytes) -> bool:
    """Whether lists and objects are nested too deep, without parsing them.

    >>> is_too_deep(b"[" * 100 + b"]" * 100), is_too_deep(b"[" * 101), is_too_deep(b'["' + b"[" * 101)
    (False, True, False)
    """
    if raw.count(b"[") + raw.count(b"{") <= DEEPEST:
        return False
    brackets = STRING.sub(b"", raw).translate(None, NO_BRACKETS)
    return max(accumulate(map(STEPS.__getitem__, brackets)), default=0) > DEEPEST


def _syntax_message(error: ValueError) -> Text:
    if isinstance(error, UnicodeDecodeError):
        return say("Ce n'est pas de l'UTF-8.")
    if isinstance(error, json.JSONDecodeError):
        return say("Ce n'est pas du JSON : ligne %(line)s, colonne %(column)s.", line=error.lineno, column=error.colno)
    return say("Ce n'est pas du JSON.")


def _parse_int(digits: str) -> int:
    """A whole number; one with more digits than Python parses becomes a number outside every range."""
    if len(digits) < MOST_DIGITS:
        return int(digits)
    huge: int = 10**MOST_DIGITS
    return -huge if digits.startswith("-") else huge


def _parse_finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
