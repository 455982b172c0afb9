"""Cross-origin requests (CORS): a browser hands an answer to the pages of the origin that a token's keeper named.

No cookie is ever allowed along: what a page of another site is answered is what its token opens.
"""

from __future__ import annotations

from contextlib import suppress

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError

from referee.store.clubs.api_tokens import Program, is_origin_named
from referee.web.http.error_answers import asks_for_program

MAY_SEND = "Authorization, Content-Type, Accept-Language, Idempotency-Key, If-Match"
MAY_READ = "ETag, Location, Retry-After"
MINUTES = "600"
"""Seconds for which a browser need not ask again."""


def init_app(app: Flask) -> None:
    app.after_request(_allow_origin)


def _allow_origin(response: Response) -> Response:
    origin = request.headers.get("Origin", "")
    if not origin or not asks_for_program():
        return response
    response.vary.add("Origin")
    asks_before = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
    if asks_before and _is_named(origin):
        response.access_control_allow_origin = origin
        response.headers["Access-Control-Allow-Methods"] = "GET, POST"
        response.headers["Access-Control-Allow-Headers"] = MAY_SEND
        response.headers["Access-Control-Max-Age"] = MINUTES
    program = g.get("visitor")
    if isinstance(program, Program) and program.origin == origin:
        response.access_control_allow_origin = origin
        response.headers["Access-Control-Expose-Headers"] = MAY_READ
    return response


def _is_named(origin: str) -> bool:
    with suppress(SQLAlchemyError):
        return is_origin_named(origin)
    return False
