"""Read the whole numbers that are typed in a form."""

from __future__ import annotations

import re

LONGEST = 9
"""Digits of the longest number that means anything in a form."""

SIGNED = re.compile(r"[+\-−]?\s?\d{1,9}")


def typed_number(text: str) -> int | None:
    """The number of a few digits that was typed; None: something else.

    >>> typed_number("12"), typed_number("-3"), typed_number(""), typed_number("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else None


def number_or_text(text: str) -> int | str:
    """The whole number typed, or the text itself, which the rules will refuse with a sentence.

    >>> number_or_text("− 3"), number_or_text("3,5")
    (-3, '3,5')
    """
    return int(re.sub(r"\s", "", text.replace("−", "-"))) if SIGNED.fullmatch(text) else text
