"""Limits of how often a client may try: links and codes that open nothing, new clubs, matches that come.

Nothing else is limited. A client with a link or a recovery code that opens something is never refused for what others
behind the same address try. The six signs of a table can be guessed: every try counts, and beyond the limits the right
code opens nothing either; the QR code does. The counters are in memory and go by the monotonic clock: a clock set back
makes no limit longer.
"""

from __future__ import annotations

import math
import threading
import time
from typing import Any

from flask import Flask, Response, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits.storage import Storage
from werkzeug.exceptions import HTTPException, Unauthorized

from referee.network import client_network
from referee.store.clubs.links import invitation_for
from referee.store.clubs.recovery_code import club_with
from referee.web.access.permissions import current_visitor, visitor_or_404
from referee.web.http.access_log import note_cause
from referee.web.http.error_answers import error_answer
from referee.words import say, say_n

LIMITS = {
    "founding": "30 per minute; 300 per day",  # clubs
    "joining": "120 per minute",  # tries of links that open nothing
    "naming": "120 per minute",  # tries of tokens that open nothing
    "recovering": "10 per minute; 100 per day",  # tries of codes that open nothing
    "entering": "10 per minute; 200 per day",  # codes of tables, right ones too
    "guessing": "30 per minute; 300 per hour; 2000 per day",  # wrong ones, of all clients together
    "asking": "3 per minute; 30 per day",  # requests to keep
    "counting": "300 per minute",  # taps of a count that the other phones see: more than any thumb can
    "bringing": "600 per minute",  # what a phone brings back of what it took along
    "opening": "60 per minute",  # matches that came by a code or a file
    "importing": "20 per minute; 200 per day",  # archives of whole clubs
    "exporting": "120 per minute",  # the same, out; a phone takes a long club along in parts
}
"""For one client (``client_network``), behind which a whole camp may stand, or for one device (``key_func``).
``app.config["LIMITS"]`` holds those of an application.
"""

MANY = 90
"""Seconds from which a wait is told in minutes, and minutes from which it is told in hours."""
STORAGE = "monotonic"
SWEEP = 60.0
"""Seconds between two removals of the counters that have expired."""


class MonotonicStorage(Storage):
    """Fixed windows for Limits: by key the tries so far, and the ``time.monotonic`` at which they expire."""

    STORAGE_SCHEME = [STORAGE]

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: str) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions, **options)
        self._counters: dict[str, tuple[int, float]] = {}
        self._lock = threading.Lock()
        self._next_sweep = time.monotonic() + SWEEP

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = time.monotonic()
        with self._lock:
            if now >= self._next_sweep:
                self._counters = {name: counter for name, counter in self._counters.items() if counter[1] > now}
                self._next_sweep = now + SWEEP
            count, end = self._counters.get(key, (0, 0.0))
            if end <= now:
                count, end = 0, now + expiry
            self._counters[key] = count + amount, end
            return count + amount

    def get(self, key: str) -> int:
        count, end = self._counters.get(key, (0, 0.0))
        return count if end > time.monotonic() else 0

    def get_expiry(self, key: str) -> float:
        return self._counters[key][1] if key in self._counters else time.monotonic()

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        with self._lock:
            count = len(self._counters)
            self._counters.clear()
        return count

    def clear(self, key: str) -> None:
        with self._lock:
            self._counters.pop(key, None)


def init_app(app: Flask) -> None:
    """Limit the pages, which are registered already. Only a server imports this module."""
    limiter = Limiter(_client, app=app, storage_uri=f"{STORAGE}://")
    views: dict[str, Any] = app.view_functions

    def limit(name: str, *endpoints: str, **rest: Any) -> None:
        limited = limiter.shared_limit(lambda: str(app.config["LIMITS"][name]), scope=name, **rest)
        for endpoint in endpoints:
            views[endpoint] = limited(views[endpoint])

    limit("joining", "sharing.join_page", "sharing.join_club", exempt_when=_opens_a_link)
    limit("recovering", "clubs.recover", exempt_when=lambda: club_with(request.form.get("code", "")) is not None)
    limit("guessing", "table_codes.enter", key_func=lambda: "all", deduct_when=lambda answer: answer.status_code == 422)
    limit("entering", "table_codes.enter")
    limit("asking", "table_codes.ask", key_func=_device)
    limit("counting", "matches.count", "seats.answer", key_func=_device)
    limit("bringing", "sync.take_archive", "sync.take_records", key_func=_device)
    limit("opening", "handover.open_code", "handover.take", "api_matches.add_match")
    limit("importing", "transfer.upload", "transfer.confirm")
    limit("exporting", "transfer.export", "sync.archive", key_func=_device)
    limit("founding", "clubs.found")
    # Where there is no club yet, a match founds one; it counts whatever the answer is.
    beginning = ("new_match.begin", "handover.take")
    limit("founding", *beginning, exempt_when=current_visitor, deduct_when=lambda _answer: "founded" in g)
    app.register_error_handler(RateLimitExceeded, lambda error: _too_many(limiter, error))
    _limit_unknown_tokens(app, limiter)


def _limit_unknown_tokens(app: Flask, limiter: Limiter) -> None:
    """Count the requests that are answered 401, before they come to any page."""
    refusal = app.error_handler_spec[None][None][HTTPException]

    @limiter.shared_limit(lambda: str(app.config["LIMITS"]["naming"]), scope="naming")
    def refused(error: Unauthorized) -> Any:
        return refusal(error)

    def answer(error: Unauthorized) -> Any:
        try:
            return refused(error)
        except RateLimitExceeded as exceeded:
            return _too_many(limiter, exceeded)

    app.register_error_handler(Unauthorized, answer)


def _client() -> str:
    return client_network(request.remote_addr or "")


def _device() -> str:
    return str(visitor_or_404().device.id)


def _opens_a_link() -> bool:
    return invitation_for((request.view_args or {})["token"]) is not None


def _too_many(limiter: Limiter, error: RateLimitExceeded) -> tuple[str | Response, int, dict[str, str]]:
    note_cause(f"rate of {error.limit.scope}")
    met = limiter.current_limit
    seconds = max(1, math.ceil(met.window.reset_time - time.monotonic())) if met else 60
    minutes = math.ceil(seconds / 60)
    wait = say_n("%(n)s heure", "%(n)s heures", math.ceil(minutes / 60))
    if seconds < MANY:
        wait = say_n("%(n)s seconde", "%(n)s secondes", seconds)
    elif minutes < MANY:
        wait = say_n("%(n)s minute", "%(n)s minutes", minutes)
    sentence = say("Trop d'essais d'un coup : revenez dans %(wait)s.", wait=wait)
    return *error_answer(sentence, 429), {"Retry-After": str(seconds)}
