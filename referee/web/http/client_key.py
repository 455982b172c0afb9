"""The client key of a form: equal for every retry of the same act, so that it is recorded once."""

from __future__ import annotations

from flask import request, session

LONGEST_KEY = 40
"""Characters of a key."""
FORMS = 8
"""Keys of forms that the session remembers under one name."""


def client_key() -> str | None:
    """The key of the form; None without one."""
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
