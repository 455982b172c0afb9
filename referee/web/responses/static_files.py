"""Static files as they go over the wire: small (``joined_files``), and compressed for whoever reads them so.

Browsers ask for Brotli over https and on this very machine; a phone on the local network asks for gzip alone.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from flask import Flask, Response, abort, request

from referee.web.responses.joined_files import served_files

WORDS = (".css", ".js", ".svg")


def _brotli(body: bytes) -> bytes:
    import brotli

    return bytes(brotli.compress(body, quality=11))


PACKED: Mapping[str, Callable[[bytes], bytes]] = {"br": _brotli, "gzip": lambda body: gzip.compress(body, mtime=0)}
"""How files of words are compressed, the smallest first."""


def init_app(app: Flask) -> None:
    folder = Path(str(app.static_folder))

    def serve(filename: str) -> Response:
        if filename not in served_files(folder):
            abort(404)
        words = Path(filename).suffix in WORDS
        plain = not words or "Range" in request.headers
        encoding = None if plain else next(filter(request.accept_encodings.quality, PACKED), None)
        body, tag = _body(folder, filename, encoding)
        answer = Response(body, mimetype=mimetypes.guess_type(filename)[0])
        answer.set_etag(tag)
        if encoding:
            answer.headers["Content-Encoding"] = encoding
        if words:
            answer.vary.add("Accept-Encoding")
        answer.make_conditional(request, accept_ranges=not encoding, complete_length=len(body))
        return answer

    app.view_functions["static"] = serve


def mark(folder: Path) -> str:
    """A mark of all static files, which stands in their addresses, those of the scripts that scripts load included.

    A folder that was made for a phone has no files but this mark: others answer in the place of Python there.
    """
    if (mark := folder / "mark").is_file():
        return mark.read_text("utf-8")
    all_files = hashlib.sha256()
    for name, body in sorted(served_files(folder).items()):
        all_files.update(name.encode() + b"\0" + body)
    return all_files.hexdigest()[:10]


@cache
def _body(folder: Path, name: str, encoding: str | None) -> tuple[bytes, str]:
    """A file as it is sent, made when it is asked for first, and its tag."""
    body = served_files(folder)[name]
    body = PACKED[encoding](body) if encoding else body
    return body, hashlib.sha256(body).hexdigest()[:16]
