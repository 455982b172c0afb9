"""How much a form may bring, judged before any of it is read: bytes, and fields.

The largest form there is has 291 controls (the cards left in each of five hands). Where an archive,
a match or records are brought, the page raises the bytes, never the fields.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

LARGEST_FORM = 256 * 1024
"""Bytes."""
MOST_FIELDS = 1000
"""Fields of a form, parts of a multipart one."""
SETTINGS = {"MAX_CONTENT_LENGTH": LARGEST_FORM, "MAX_FORM_MEMORY_SIZE": LARGEST_FORM, "MAX_FORM_PARTS": MOST_FIELDS}


class LimitedFormParser(FormDataParser):
    """Counts the fields of a form in an address's notation; Werkzeug counts the parts of a multipart form alone."""

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> Any:
        if mimetype == "application/x-www-form-urlencoded":
            body = stream.read()
            if body.count(b"&") >= MOST_FIELDS:
                raise RequestEntityTooLarge
            stream = BytesIO(body)
        return super().parse(stream, mimetype, content_length, options)


class LimitedRequest(Request):
    form_data_parser_class = LimitedFormParser
