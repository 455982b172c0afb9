"""Pages of long lists, each found by the key of the item before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def after_key(
    items: Sequence[Item], key: str | None, key_of: Callable[[Item], object], most: int
) -> tuple[Sequence[Item], str | None]:
    """At most ``most`` items after the one with this key (else the first ones), and the key of the next page.

    >>> after_key("abcde", "b", str, 2), after_key("abcde", "d", str, 2)
    (('cd', 'd'), ('e', None))
    """
    begin = next((number for number, item in enumerate(items, 1) if key is not None and str(key_of(item)) == key), 0)
    page = items[begin : begin + most]
    return page, str(key_of(page[-1])) if begin + most < len(items) else None
