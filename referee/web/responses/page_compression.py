"""Pages go compressed to whoever reads them so: a third of their length.

What is secret on a page stands there under a mask (``access/form_token.py``), or the page is not compressed: links and
codes that let somebody in.
"""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

KINDS = ("text/html", "application/json")
WORTH = 1024
"""Bytes from which on it pays."""

LEVEL = 4
SECRET = frozenset({"sharing"})
"""Blueprints whose pages show links and codes."""


def init_app(app: Flask) -> None:
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in KINDS or response.is_streamed or request.blueprint in SECRET:
        return response
    response.vary.add("Accept-Encoding")
    encoded = "Content-Encoding" in response.headers
    if encoded or not request.accept_encodings.quality("gzip") or len(body := response.get_data()) < WORTH:
        return response
    response.set_data(gzip.compress(body, LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response
