"""The client key of a form: equal for every retry of the same act, so that it is recorded once."""

from __future__ import annotations

from flask import request

LONGEST_KEY = 40
"""Characters of a key."""


def client_key() -> str | None:
    """The key of the form; None without one."""
    return request.form.get("key", "")[:LONGEST_KEY] or None
