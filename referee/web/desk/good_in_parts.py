"""Whether cards that are no good together are so apart: "three queens and three 8s" are two melds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards
from referee.desk.adjudication import Verdict

FEWEST = 3
"""So many cards at least are a part."""

Judge = Callable[[Mapping[str, Any]], Verdict | None]
"""The verdict on a way to fill in a question; None where there is none."""


def is_good_in_parts(fields: Sequence[Field], way: Mapping[str, Any], judge: Judge) -> bool:
    """Whether the only cards asked of are no good, and several parts of them, as they follow each other, are."""
    keys = [field.key for field in fields if isinstance(field, Cards) and field.several and field.key in way]
    if len(keys) != 1 or len(way[keys[0]]) < 2 * FEWEST or _tone(judge(way)) != "no":
        return False
    (key,) = keys
    return _are_good(way[key], lambda codes: _tone(judge({**way, key: codes})) == "yes")


def _tone(verdict: Verdict | None) -> str:
    return "" if verdict is None else verdict.word.tone


def _are_good(codes: Sequence[Any], is_good: Callable[[Sequence[Any]], bool]) -> bool:
    """Whether all cards, or parts of them as they follow each other, are good."""
    if is_good(codes):
        return True
    sizes = range(FEWEST, len(codes) - FEWEST + 1)
    return any(is_good(codes[:size]) and _are_good(codes[size:], is_good) for size in sizes)
