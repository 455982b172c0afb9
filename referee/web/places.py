"""Where a form sends its reader back to: only ever a page of this application."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request, url_for

__all__ = ["back"]


def back() -> str:
    """The page the form was on (its ``back`` field), if it is one of ours; else the home page."""
    target = request.form.get("back", "")
    if not target.isprintable():
        return url_for("home.show")
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not target.startswith("/") or target.startswith(("//", "/\\")):
        return url_for("home.show")
    return target
