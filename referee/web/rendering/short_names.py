"""The short forms of players' names for narrow columns: never broken, and never two of a table alike."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_PARTS = re.compile(r"[^\s\-’']+|[\s\-’']+")
_VOWELS = frozenset("aeiouyàâäéèêëîïôöûùü")


def _forms(name: str, most: int) -> Iterator[str]:
    """The forms of a name from the whole to the shortest."""
    yield name
    parts = _PARTS.findall(name)
    if len(parts) > 1:
        yield f"{parts[0][0]}." + "".join(parts[1:])
        yield "".join(f"{part[0]}." if part[0].isalnum() else part for part in parts)
        yield "".join(f"{part[0]}." for part in parts if part[0].isalnum())
        return
    for end in range(min(most, len(name)) - 1, 1, -1):
        if name[end - 1].isalpha() and name[end - 1].lower() not in _VOWELS:
            yield f"{name[:end]}."


def short_name(name: str, among: Collection[str], most: int) -> str:
    """The longest form of a name with ``most`` signs that no other name of the table has; else the whole name.

    >>> table = ("Marie-Bernadette", "Jean-Pierre", "Maximilienne", "Zoé", "Tante Odile")
    >>> [short_name(name, table, 7) for name in table]
    ['M.-B.', 'J.-P.', 'Maxim.', 'Zoé', 'T. O.']
    >>> short_name("Jean-Pierre", ("Jean-Pierre", "Jean-Paul"), 7)
    'Jean-Pierre'
    """
    others = [other for other in among if other != name]
    for form in _forms(name, most):
        if len(form) <= most and not any(form in _forms(other, most) for other in others):
            return form
    return name
