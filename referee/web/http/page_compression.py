"""Compression of pages and static files, by Flask-Compress.

Pages that show a secret, a link or a code that admits a device, are not compressed: their length would tell the secret
to an attacker who can have text put beside it (BREACH).
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Mapping
from functools import lru_cache

import brotli
from flask import Flask, Response, request
from flask_compress import Compress

SECRET = ("sharing", "tokens")
"""The blueprints whose pages show links, codes and tokens."""
WORTH_IT = ("text/css", "text/javascript", "image/svg+xml")
"""The types of static files that are packed once, as small as they get."""
PACKED_WELL: Mapping[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
"""The codings of a static file, the smaller first."""
compress = Compress()


def init_app(app: Flask) -> None:
    app.config.update(
        COMPRESS_REGISTER=False,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_BR_LEVEL=5,
        COMPRESS_STREAMS=False,
        COMPRESS_MIN_SIZE=200,
    )
    compress.init_app(app)
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    """Compress an answer; not a secret, and not a part of a file, whose range is counted in bytes of the file."""
    if request.blueprint in SECRET or response.status_code == 206:
        return response
    if request.endpoint == "static":  # read whole: a streamed answer is not compressed
        response.direct_passthrough = False
        response.make_sequence()
        response.headers.remove("Content-Disposition")
        coding = next((coding for coding in PACKED_WELL if request.accept_encodings[coding]), None)
        if response.status_code == 200 and response.mimetype in WORTH_IT and coding is not None:
            _pack_well(response, coding)
    response = compress.after_request(response)
    response.headers.remove("Date")  # the server writes it
    return response


def _pack_well(response: Response, coding: str) -> None:
    etag, _ = response.get_etag()
    response.set_data(_packed_well(response.get_data(), coding))
    response.headers["Content-Encoding"] = coding
    response.set_etag(f"{etag}:{coding}")
    response.headers.remove("Accept-Ranges")
    response.make_conditional(request)


@lru_cache(maxsize=200)
def _packed_well(content: bytes, coding: str) -> bytes:
    """Content at the best level: by Brotli an eighth less than pages are, in fifty times their time, once a process."""
    return PACKED_WELL[coding](content)
