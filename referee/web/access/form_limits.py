"""The largest form, in bytes and fields, judged before any of it is read.

The largest form of a game has 291 controls (the cards left in each of five hands). Where an archive, a match or
records are brought, there may be more bytes, never more fields.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO, Any

from flask import Flask, Request, request
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

from referee.bundles.untrusted_zip import MIB
from referee.store.clubs.clubs import Visitor, find_visitor
from referee.web.access.device_cookie import known_key
from referee.web.access.permissions import current_visitor
from referee.web.http.error_answers import asks_for_program
from referee.web.http.whole_numbers import whole_number

LARGEST_FORM = 256 * 1024
"""Bytes; the others too."""
LARGEST_BROUGHT = MIB
LARGEST_UPLOAD = 50 * MIB
LARGEST_TABLE, LARGEST_TABLE_IN_JSON = 6 * MIB, 8 * MIB
"""A table has 5 MiB at most, which its page says; in base64 it has a third more."""
FROM_ANYBODY = dict.fromkeys(("handover.open_code", "handover.take"), LARGEST_BROUGHT)
FROM_KEEPERS = {
    "transfer.upload": LARGEST_UPLOAD, "sync.take_archive": LARGEST_UPLOAD,
    "api_matches.add_match": LARGEST_BROUGHT, "papers.upload": LARGEST_TABLE,
    "api_papers.bring_papers": LARGEST_TABLE_IN_JSON,
}  # fmt: skip
LARGE = {**FROM_ANYBODY, **FROM_KEEPERS}
"""The largest form of the endpoints where more may come than elsewhere."""
FROM_THE_SERVER = "exchange_steps"
"""The blueprint of a phone to which its script hands on what the server sent."""
MOST_FIELDS = 1000
"""Fields of a form, parts of a multipart one."""
SETTINGS = {"MAX_CONTENT_LENGTH": LARGEST_FORM, "MAX_FORM_MEMORY_SIZE": LARGEST_FORM, "MAX_FORM_PARTS": MOST_FIELDS}


class LimitedFormParser(FormDataParser):
    """Counts the fields of an URL-encoded form; Werkzeug counts the parts of a multipart form alone."""

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


def init_app(app: Flask) -> None:
    app.url_value_preprocessor(_allow_more)


def _allow_more(endpoint: str | None, _values: dict[str, Any] | None) -> None:
    size = LARGEST_UPLOAD if request.blueprint == FROM_THE_SERVER else LARGE.get(endpoint or "", LARGEST_FORM)
    if request.method != "POST" or size == LARGEST_FORM:
        return
    if endpoint in FROM_KEEPERS:
        visitor = current_visitor() if asks_for_program() else _device_here()
        if visitor is None or not visitor.keeps:
            return
    request.max_content_length = size
    request.max_form_memory_size = min(size, LARGEST_BROUGHT)


def _device_here() -> Visitor | None:
    """The device that asks, found without reading the form."""
    return find_visitor(known_key(), request.args.get("match"), request.args.get("club", type=whole_number))
