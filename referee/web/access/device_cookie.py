"""The device that asks, known by a cookie of its own that survives another clock, secret or installation.

Both cookies are named after the installation, so that another one at the same address overwrites nothing, and signed
without a time, so that no clock makes them invalid. The device's cookie is replaced by no other: one that does not
verify (another SECRET_KEY) stays until its owner has agreed. The session's (the person, the language) is named after
the secret too. Polling, static files, errors and what programs are answered set no cookie.

Over https both names begin with ``__Host-``: no other host, and nothing sent over http, can set them. A cookie can
otherwise be planted by others, so no key follows from a cookie, and a session ends where a device is remembered.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import timedelta

from flask import Flask, Request, Response, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionInterface, SessionMixin
from itsdangerous import BadData, Signer, URLSafeSerializer
from sqlalchemy.exc import SQLAlchemyError

from referee.store.clubs.clubs import device_known
from referee.store.database.installation_id import installation_id
from referee.store.database.models import now
from referee.web.http.error_answers import asks_for_program

LASTING = 400 * 24 * 3600
"""Seconds a cookie is kept, the most that browsers allow: the home page sets the device's again."""
FOLLOWING = frozenset({"matches.state", "matches.events"})
"""The endpoints that open pages ask by themselves."""
THIS_PHONE = "this phone"
"""The key of the only device where the application runs in a phone."""
NONCE = "device_nonce"
"""The field of a form that a new device's key is derived from."""
SHORTEST_NONCE = 22
"""Characters of 128 random bits."""
DOUBLE_TAP = timedelta(minutes=1)
"""How long after a device was made its key may be derived again."""


@dataclass(frozen=True, slots=True)
class Cookies:
    """The names of this installation's cookies, and what signs them."""

    device: str
    session: str
    signer: Signer
    serializer: URLSafeSerializer


@dataclass(frozen=True, slots=True)
class DeviceClaim:
    """What the cookies of a request say of its device.

    ``key``: None without a cookie that verifies. ``cookie``: a cookie of a device came.
    """

    key: str | None = None
    cookie: bool = False


def init_app(app: Flask) -> None:
    app.session_interface = Sessions()
    app.after_request(_keep_device)
    app.jinja_env.globals.update(unrecognised=unrecognised, device_nonce=device_nonce)


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


class Sessions(SessionInterface):
    """Flask's session in a cookie, but without an age: a clock set back makes no device unknown."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        cookies = _cookies(app)
        if cookies is None:
            return SecureCookieSession()
        value = request.cookies.get(_name(cookies.session))
        if value is None:
            return SecureCookieSession()
        try:
            return SecureCookieSession(cookies.serializer.loads(value))
        except BadData:
            return SecureCookieSession()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        cookies = _cookies(app)
        if session.modified and cookies is not None and _may_set(response):
            _set_cookie(response, cookies.session, cookies.serializer.dumps(dict(session)), lasting=session.permanent)


def _claim() -> DeviceClaim:
    """Read once a request."""
    if "device_claim" not in g:
        g.device_claim = _read_claim()
    claim: DeviceClaim = g.device_claim
    return claim


def _read_claim() -> DeviceClaim:
    cookies = _cookies(current_app)
    if cookies is None:
        return DeviceClaim()
    value = request.cookies.get(_name(cookies.device))
    if value is not None:
        return DeviceClaim(_verified_key(cookies, value), cookie=True)
    return DeviceClaim(cookie=cookies.device in request.cookies)  # without its prefix over https: it may be planted


def _verified_key(cookies: Cookies, value: str) -> str | None:
    try:
        return cookies.signer.unsign(value).decode()
    except BadData:
        return None


def known_key() -> str | None:
    """The key of the device that asks; None where its cookie does not tell it."""
    return THIS_PHONE if current_app.config["PHONE"] else _claim().key


def unrecognised() -> bool:
    """Whether the cookie of a device came that does not verify under this server's secret."""
    return not current_app.config["PHONE"] and _claim().cookie and _claim().key is None


def device_nonce() -> str:
    """A random value for a form that may make a new device; empty for a device that has its key."""
    return "" if known_key() else secrets.token_urlsafe(16)


def device_key() -> str | None:
    """The key of the device that asks; of a new one, the key derived from the nonce of its form; else None.

    A double tap sends the same nonce twice, so both make one device, though neither has had an answer with a key.
    The nonce stands in the page alone: a planted cookie does not tell it. A minute after the device was made
    its key is not derived any more.
    """
    key, nonce = known_key(), request.form.get(NONCE, "")
    if key or len(nonce) < SHORTEST_NONCE:
        return key
    secret = str(current_app.config["SECRET_KEY"]).encode()
    derived = urlsafe_b64encode(hmac.digest(secret, f"device {nonce}".encode(), "sha256"))[:22].decode()
    device = device_known(derived)
    return derived if device is None or abs(now() - device.created_at) < DOUBLE_TAP else None


def remember(device_key: str) -> None:
    """Keep the device's key in its cookie, for good: it has just founded, joined or recovered a club.

    A new device gets a new session: the one that came may have been planted. Only the language stays.
    """
    if device_key != known_key():
        for name in session.keys() - {"language"}:
            del session[name]
    session.permanent = True
    g.device_to_keep = device_key
    g.pop("visitor", None)


def _keep_device(response: Response) -> Response:
    """Set the device's cookie when it joined a club or opens the home page."""
    cookies = _cookies(current_app)
    if cookies is None or not _may_set(response) or current_app.config["PHONE"]:
        return response
    key = g.get("device_to_keep")
    if key is None and request.endpoint == "home.show":
        key = _claim().key
    if key:
        _set_cookie(response, cookies.device, cookies.signer.sign(key).decode(), lasting=True)
    return response


def _host_only() -> bool:
    """Whether cookies have the prefix: over https, but not in a phone, which keeps its cookies itself."""
    return request.is_secure and not current_app.config["PHONE"]


def _name(cookie: str) -> str:
    return f"__Host-{cookie}" if _host_only() else cookie


def _may_set(response: Response) -> bool:
    return response.status_code < 400 and request.endpoint not in {*FOLLOWING, "static"} and not asks_for_program()


def _set_cookie(response: Response, name: str, value: str, lasting: bool) -> None:
    response.set_cookie(
        _name(name),
        value,
        max_age=LASTING if lasting else None,
        httponly=True,
        samesite="Lax",
        secure=_host_only(),
        path="/",
    )
