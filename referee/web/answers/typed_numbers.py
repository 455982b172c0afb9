"""What comes with a form: numbers as they are typed, and the key of what is sent."""

from __future__ import annotations

import re

from flask import request, session

LONGEST_KEY = 40
FORMS = 8
"""Keys of forms that the session remembers under one name."""
LONGEST = 9
"""Digits of the longest number that means anything in a form."""

SIGNED = re.compile(r"[+\-−]?\s?\d{1,9}")


def whole(text: str) -> int | None:
    """The number of a few digits that was typed; None: something else.

    >>> whole("12"), whole("-3"), whole(""), whole("9" * 5000)
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST else None


def number_or_text(text: str) -> int | str:
    """The whole number typed, or the text itself, which the rules will refuse with a sentence.

    >>> number_or_text("− 3"), number_or_text("3,5")
    (-3, '3,5')
    """
    return int(re.sub(r"\s", "", text.replace("−", "-"))) if SIGNED.fullmatch(text) else text


def client_key() -> str | None:
    """The key that a client gives to what it sends, the same if it sends it again; None: it gives none."""
    return request.form.get("key", "")[:LONGEST_KEY] or None


def sent_before(forms: str) -> bool:
    """Whether this form was sent before, as when its page is loaded again; the session remembers it among ``forms``."""
    key = client_key()
    sent: list[str] = session.get(forms, [])
    if key in sent:
        return True
    if key:
        session[forms] = [*sent, key][-FORMS:]
    return False
