"""Pages of long lists, each found by the key of the item before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class NoSuchPlace(LookupError):
    """An address names a place in a list that it does not have: it was deleted since, or the address is none of ours.

    ``parameter``: the one of the address that names it.
    """

    def __init__(self, parameter: str) -> None:
        super().__init__(parameter)
        self.parameter = parameter


def after_key(
    items: Sequence[Item], arguments: Mapping[str, str], parameter: str, key_of: Callable[[Item], object], most: int
) -> tuple[Sequence[Item], str | None]:
    """At most ``most`` items after the one whose key the address names (else the first ones), and the next page's key.

    :raises NoSuchPlace: no item has this key.

    >>> after_key("abcde", {"after": "b"}, "after", str, 2), after_key("abcde", {}, "after", str, 5)
    (('cd', 'd'), ('abcde', None))
    """
    begin = 0
    if parameter in arguments:
        begin = 1 + place_of(arguments[parameter], parameter, [str(key_of(item)) for item in items])
    page = items[begin : begin + most]
    return page, str(key_of(page[-1])) if begin + most < len(items) else None


def place_of(key: str, parameter: str, keys: Sequence[str]) -> int:
    """The index of a key that the address names; raises NoSuchPlace."""
    if key not in keys:
        raise NoSuchPlace(parameter)
    return keys.index(key)
