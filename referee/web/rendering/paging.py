"""Long lists in pages: as much of a list as a page has room for, found by a key and never counted from its start."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, TypeVar

from markupsafe import escape

Item = TypeVar("Item")

ROOM = 40_000
"""Bytes of HTML that the list of a page may take: with all around it a page has less than 60 KB."""


def fitting(items: Iterable[Item], weight: Callable[[Item], int], room: int = ROOM) -> list[Item]:
    """The first items that a page has room for, and at least one.

    >>> fitting([3, 3, 3, 3], lambda item: item, room=7)
    [3, 3]
    """
    taken = list(islice(left := iter(items), 1))
    full = sum(map(weight, taken))
    for item in left:
        full += weight(item)
        if full > room:
            break
        taken.append(item)
    return taken


def after_key(
    items: Sequence[Item], key: str | None, key_of: Callable[[Item], object], most: int
) -> tuple[Sequence[Item], str | None]:
    """So many items at most after the one with this key (else the first ones), and the key of the next page.

    >>> after_key("abcde", "b", str, 2), after_key("abcde", "d", str, 2)
    (('cd', 'd'), ('e', None))
    """
    begin = next((number for number, item in enumerate(items, 1) if key is not None and str(key_of(item)) == key), 0)
    shown = items[begin : begin + most]
    return shown, str(key_of(shown[-1])) if begin + most < len(items) else None


def shown_bytes(value: Any) -> int:
    """About how many bytes of HTML a recorded value takes where all of it is shown."""
    return len(str(escape(json.dumps(value, ensure_ascii=False, default=str))).encode("utf-8", "replace"))
