"""The token of the forms: who sends one has had a page of ours in this very browser.

The session holds the token; a page holds it under a mask of its own, made at random, and so no two pages have any sign
of it in common. A page is sent compressed, and its length would tell a token that stands there bare to whoever can
have something put beside it, try after try.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from flask import Flask, current_app, g, request, session
from werkzeug.exceptions import BadRequest

from referee.web.access.device_cookie import made_by_this_form
from referee.web.access.permissions import READING

NAME = "csrf_token"
SIZE = 20
OF_THE_SHELL = "handover.open_code"
"""What the page around the application asks for in a phone, where it has no token: it only shows what has come."""


class Stale(BadRequest):
    """A form without the token of this browser."""


def init_app(app: Flask) -> None:
    app.jinja_env.globals[NAME] = masked_token
    app.before_request(_check)


def masked_token() -> str:
    """The token as it stands in the forms of this page."""
    if NAME not in g:
        mask, token = secrets.token_bytes(SIZE), _token()
        if token is None:
            token = secrets.token_bytes(SIZE)
            session[NAME] = token.hex()
        g.csrf_token = urlsafe_b64encode(mask + _either(mask, token)).rstrip(b"=").decode()
    return str(g.csrf_token)


def _check() -> None:
    if request.endpoint is None or request.method in READING:
        return
    if request.endpoint == OF_THE_SHELL and current_app.config["PHONE"]:
        return
    token, sent = _token(), _unmasked(request.form.get(NAME, ""))
    if token is None or not (hmac.compare_digest(token, sent) or made_by_this_form()):
        raise Stale


def _token() -> bytes | None:
    """The token of this session, if it has one."""
    try:
        token = bytes.fromhex(session.get(NAME, ""))
    except (TypeError, ValueError):
        return None
    return token if len(token) == SIZE else None


def _unmasked(sent: str) -> bytes:
    """What a form has sent, without its mask; nothing where it has never been a token."""
    try:
        both = urlsafe_b64decode(sent.encode("ascii") + b"==")
    except ValueError:
        return b""
    return _either(both[:SIZE], both[SIZE:]) if len(both) == 2 * SIZE else b""


def _either(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))
