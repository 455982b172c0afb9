"""Numbers as they are typed."""

from __future__ import annotations

__all__ = ["whole"]

LONGEST = 9
"""Digits of the longest number that means anything in a form."""


def whole(text: str) -> int | None:
    """The number of a few digits that was typed; None: something else.

    >>> whole("12"), whole("-3"), whole(""), whole("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else None
