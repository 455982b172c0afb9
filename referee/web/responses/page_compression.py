"""Pages go compressed to whoever reads them so: a third of their length.

What is secret on a page stands there under a mask (``access/form_token.py``), or the page is not compressed: links and
codes that let somebody in.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

KINDS = ("text/html", "application/json")
WORTH = 1024
"""Bytes from which on it pays."""


def _brotli(page: bytes) -> bytes:
    import brotli  # a phone without a server has none

    return bytes(brotli.compress(page, quality=5))


PACKED: Mapping[str, Callable[[bytes], bytes]] = {"br": _brotli, "gzip": lambda page: gzip.compress(page, 4, mtime=0)}
"""Of their levels the last whose milliseconds still pay on a slow network."""

SECRET = frozenset({"sharing"})
"""Blueprints whose pages show links and codes."""


def init_app(app: Flask) -> None:
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in KINDS or response.is_streamed or request.blueprint in SECRET:
        return response
    varies = response.headers.get("Vary", "")
    if "Accept-Encoding" not in varies:
        response.headers["Vary"] = f"{varies}, Accept-Encoding" if varies else "Accept-Encoding"
    encoding = _read(request.headers.get("Accept-Encoding", ""))
    if encoding is None or "Content-Encoding" in response.headers or len(page := response.get_data()) < WORTH:
        return response
    response.set_data(PACKED[encoding](page))
    response.headers["Content-Encoding"] = encoding
    return response


@lru_cache(maxsize=256)
def _read(accepted: str) -> str | None:
    """The encoding in which a page goes to who reads these; None where it goes as it is."""
    return next(filter(parse_accept_header(accepted, Accept).quality, PACKED), None)
