"""Whole numbers of an address or a form that a database can store."""

from __future__ import annotations

from referee.store.clubs.clubs import LARGEST_ID


def whole_number(raw: str) -> int:
    """The number; for ``type=`` of ``request.args`` and ``request.form``.

    :raises ValueError: it is none, or larger than any that is stored.
    """
    number = int(raw)
    if abs(number) > LARGEST_ID:
        raise ValueError("larger than any number that is stored")
    return number
