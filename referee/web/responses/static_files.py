"""Static files, compressed for whoever reads them so; pages are not.

A page holds the token of its forms, and what somebody else wrote: the length of the two compressed together would tell
the one to whoever can write the other. A phone on the local network asks for gzip alone.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path

from flask import Flask, Response, request

COMPRESSED = (".css", ".js", ".svg")


def init_app(app: Flask) -> None:
    packed = _packed(Path(str(app.static_folder)))

    def serve(filename: str) -> Response:
        body = packed.get(filename)
        if body is None or "Range" in request.headers or not request.accept_encodings.quality("gzip"):
            answer = app.send_static_file(filename)
        else:
            answer = Response(body, mimetype=mimetypes.guess_type(filename)[0])
            answer.headers["Content-Encoding"] = "gzip"
            answer.set_etag(hashlib.sha256(body).hexdigest()[:16])
            answer.make_conditional(request)
        if body is not None:
            answer.vary.add("Accept-Encoding")
        return answer

    app.view_functions["static"] = serve


@cache
def _packed(folder: Path) -> dict[str, bytes]:
    """The files worth compressing, by their names; like the mark in their addresses, as they were at the start."""
    files = [path for path in folder.rglob("*") if path.suffix in COMPRESSED]
    return {path.relative_to(folder).as_posix(): gzip.compress(path.read_bytes(), mtime=0) for path in files}
