"""Which device asks: a cookie of its own, which neither a clock, nor another secret, nor another installation spoils.

Both cookies are named after the installation, so that another one at the same address overwrites nothing, and signed
without a time, so that no clock makes them invalid. The device's is set when a device becomes somebody, and never
replaced by anything else: one that does not verify (another SECRET_KEY) stays until its owner has been told and has
said yes. The session's (the token of the forms, the person, the language) is named after the secret too: under
another secret another session begins beside it. What a page asks by itself, and errors, set no cookie at all.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionInterface, SessionMixin
from itsdangerous import BadData, Signer, URLSafeSerializer
from sqlalchemy.exc import SQLAlchemyError

from referee.store.installation_id import installation_id

LASTING = 400 * 24 * 3600
"""Seconds a cookie is kept: browsers allow no more, so the start page sets the device's again."""

BEFORE = "referee"
"""The session cookie of former versions, which also held the device's key. It is read, and never written."""

POLL = "matches.state"
THIS_PHONE = "this phone"
"""The key of the one device there is where the application runs in a phone: it needs no cookie to be known."""
SETS_NONE = frozenset({POLL, "static"})
RENEWS = "home.show"


@dataclass(frozen=True, slots=True)
class Cookies:
    """The names of this installation's cookies, and what signs them."""

    device: str
    session: str
    signer: Signer
    serializer: URLSafeSerializer


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
    app.after_request(_keep_device)
    app.jinja_env.globals["unrecognised"] = unrecognised


def _cookies(app: Flask) -> Cookies | None:
    """Looked up once; None as long as the database does not answer."""
    cookies: Cookies | None = app.extensions.get("cookies")
    if cookies is None:
        try:
            installation = installation_id()
        except SQLAlchemyError:
            return None
        secret = str(app.config["SECRET_KEY"]).encode()
        mark = hmac.digest(secret, f"session of {installation}".encode(), "sha256").hex()[:16]
        cookies = app.extensions["cookies"] = Cookies(
            f"referee_device_{installation}",
            f"referee_{mark}",
            Signer(secret, salt="referee device", key_derivation="hmac", digest_method=hashlib.sha256),
            URLSafeSerializer(
                secret,
                salt="referee session",
                serializer=SecureCookieSessionInterface.serializer,
                signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
            ),
        )
    return cookies


@lru_cache(maxsize=4096)
def _session_in(serializer: URLSafeSerializer, value: str) -> dict[str, Any]:
    """What a session's cookie says; a phone sends the same one again and again. One that is not ours is not kept.

    :raises BadData: it is not.
    """
    return dict(serializer.loads(value))


@lru_cache(maxsize=4096)
def _key_in(signer: Signer, value: str) -> str:
    """The same for a device's cookie and the key in it."""
    return signer.unsign(value).decode()


class Sessions(SessionInterface):
    """Flask's session in a cookie, but without an age: a clock that was set back makes nobody a stranger."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        cookies = _cookies(app)
        if cookies is None:
            return SecureCookieSession()
        value = request.cookies.get(cookies.session)
        if value is None:
            carried = SecureCookieSession({key: value for key, value in _before(app).items() if key != "device"})
            carried.modified = bool(carried)
            return carried
        try:
            return SecureCookieSession(_session_in(cookies.serializer, value))
        except BadData:
            return SecureCookieSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        cookies = _cookies(app)
        if session.modified and cookies is not None and _may_set(response):
            _set(response, cookies.session, cookies.serializer.dumps(dict(session)), lasting=session.permanent)


def _before(app: Flask) -> dict[str, Any]:
    """What a former version knew of this browser, however old or new its cookie says it is."""
    value = request.cookies.get(BEFORE)
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    try:
        return dict(serializer.loads(value)) if value and serializer else {}
    except BadData:
        return {}


def _signed_key() -> tuple[str | None, bool]:
    """The key in the device's cookie, and whether there is such a cookie at all; looked up once a request."""
    if "signed_key" not in g:
        g.signed_key = _read_key()
    signed: tuple[str | None, bool] = g.signed_key
    return signed


def _read_key() -> tuple[str | None, bool]:
    cookies = _cookies(current_app)
    value = request.cookies.get(cookies.device) if cookies else None
    if cookies is None or value is None:
        return None, False
    try:
        return _key_in(cookies.signer, value), True
    except BadData:
        return None, True


def known_key() -> str | None:
    """The key of the device that asks, None where nobody knows it (yet, or any more)."""
    if current_app.config["PHONE"]:
        return THIS_PHONE
    return _signed_key()[0] or _before(current_app).get("device")


def unrecognised() -> bool:
    """Whether the browser says which device it is, but not under this server's secret."""
    return _signed_key()[1] and known_key() is None


def device_key() -> str | None:
    """The key of the device that asks; of one that has none yet, the key it will have.

    That one follows from the secret of its first page: a double tap on its very first form comes from one device, not
    from two, though neither tap has had an answer with a key.
    """
    key, first = known_key(), session.get("csrf_token")
    if key or not first:
        return key
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return urlsafe_b64encode(hmac.digest(secret, f"device {first}".encode(), "sha256"))[:22].decode()


def remember(device_key: str) -> None:
    """Keep the device's key in its cookie, for good: it has just founded, joined or recovered a club."""
    session.permanent = True
    g.device_to_keep = device_key
    g.pop("present", None)


def _keep_device(response: Response) -> Response:
    """Set the device's cookie: when it has become somebody, was known to a former version, or comes to the start."""
    cookies = _cookies(current_app)
    if cookies is None or not _may_set(response) or current_app.config["PHONE"]:
        return response
    key = g.get("device_to_keep")
    if key is None:
        signed, given = _signed_key()
        key = (signed if request.endpoint == RENEWS else None) if given else _before(current_app).get("device")
    if key:
        _set(response, cookies.device, cookies.signer.sign(key).decode(), lasting=True)
    return response


def _may_set(response: Response) -> bool:
    return response.status_code < 400 and request.endpoint not in SETS_NONE


def _set(response: Response, name: str, value: str, lasting: bool) -> None:
    response.set_cookie(
        name,
        value,
        max_age=LASTING if lasting else None,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure and not current_app.config["PHONE"],
        path=current_app.session_interface.get_cookie_path(current_app),
    )
