"""How often somebody may try: links and codes that open nothing, new clubs, matches that come. Nothing else is limited.

Whoever has a link or a code that opens something is never refused for what others behind the same address try.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

from flask import Flask, current_app, g, render_template, request

from referee.network import client_network
from referee.store.clubs.links import invitation_for
from referee.store.clubs.recovery_code import club_with
from referee.web.access.permissions import current_visitor, visitor_or_404
from referee.words import Text, say, say_n

LIMITS = {
    "founding": "30 per minute; 300 per day",
    "joining": "120 per minute",
    "counting": "300 per minute",
    "bringing": "600 per minute",
    "opening": "60 per minute",
    "importing": "20 per minute; 200 per day",
    "exporting": "120 per minute",
    "recovering": "10 per minute; 100 per day",
}
"""For one client (``client_network``), behind which a whole camp may stand. ``app.config["LIMITS"]`` holds those of an
application.
"""

MANY = 90
"""From so many seconds on a wait is told in minutes, and from so many minutes on in hours."""


class Limit:
    """A limit of a page. What counts is imported by an application that limits, and by no other."""

    made: list[Limit] = []
    """All there are, each with the pages it was put above."""

    def __init__(self, name: str, **rest: Any) -> None:
        self._name, self._rest = name, rest
        self._pages: dict[str, Callable[..., Any]] = {}
        self._counted: Callable[[Callable[..., Any]], Callable[..., Any]] | None = None
        Limit.made.append(self)

    def __call__(self, page: Callable[..., Any]) -> Callable[..., Any]:
        name = f"{page.__module__}.{page.__qualname__}"
        self._pages[name] = self._counted(page) if self._counted else page

        @wraps(page)
        def limited(*arguments: Any, **values: Any) -> Any:
            shown = self._pages[name] if current_app.config["RATELIMIT_ENABLED"] else page
            return shown(*arguments, **values)

        return limited

    def count(self, limiter: Any) -> None:
        """Let this one count the tries, of the pages there are and of those to come."""
        counted = self._counted = limiter.shared_limit(
            lambda: str(current_app.config["LIMITS"][self._name]), scope=self._name, **self._rest
        )
        self._pages = {name: counted(page) for name, page in self._pages.items()}


joining = Limit("joining", exempt_when=lambda: invitation_for((request.view_args or {})["token"]) is not None)
"""Tries of links that open nothing."""
recovering = Limit(
    "recovering", methods=["POST"], exempt_when=lambda: club_with(request.form.get("code", "")) is not None
)
"""Tries of codes that open nothing."""
counting = Limit("counting", key_func=lambda: str(visitor_or_404().device.id), methods=["POST"])
"""Taps of a count that the other phones see, for each device: more than any thumb can."""
bringing = Limit("bringing", key_func=lambda: str(visitor_or_404().device.id), methods=["POST"])
"""What phones bring back of what they took along, for each device."""
opening = Limit("opening", methods=["POST"])
"""Matches that came by a code or a file and are replayed to ask about them, and to bring them in."""
importing = Limit("importing", methods=["POST"])
"""Archives of whole clubs."""
exporting = Limit("exporting", key_func=lambda: str(visitor_or_404().device.id))
"""The same, out, for each device; a phone takes a long club along in parts."""
another_club = Limit("founding")
founding = Limit(
    "founding", exempt_when=lambda: current_visitor() is not None, deduct_when=lambda _answer: g.get("founded", False)
)
"""Starting a match, or taking one in, founds a club only where there is none yet; it costs whatever the answer is."""


def init_app(app: Flask) -> None:
    if not app.config["RATELIMIT_ENABLED"]:
        return
    from flask_limiter import RateLimitExceeded

    limiter = _limiter()
    limiter.init_app(app)
    # What is limited looks itself: nothing else need be asked about.
    app.before_request_funcs[None].remove(limiter._check_request_limit)
    app.register_error_handler(RateLimitExceeded, _too_many)


@cache
def _limiter() -> Any:
    from flask_limiter import Limiter

    from referee.web.access import limit_storage

    limiter = Limiter(_client, storage_uri=limit_storage.URI)
    for limit in Limit.made:
        limit.count(limiter)
    return limiter


def _client() -> str:
    return client_network(request.remote_addr or "")


def _too_many(_error: Exception) -> tuple[str, int, dict[str, str]]:
    """429, and when to come back: in a sentence and in the header that programs read."""
    met = _limiter().current_limit
    seconds = max(1, math.ceil(met.window.reset_time - time.monotonic())) if met else 60
    return render_template("error.html", sentence=_come_back(seconds)), 429, {"Retry-After": str(seconds)}


def _come_back(seconds: int) -> Text:
    minutes = math.ceil(seconds / 60)
    wait = say_n("%(n)s heure", "%(n)s heures", math.ceil(minutes / 60))
    if seconds < MANY:
        wait = say_n("%(n)s seconde", "%(n)s secondes", seconds)
    elif minutes < MANY:
        wait = say_n("%(n)s minute", "%(n)s minutes", minutes)
    return say("Trop d'essais d'un coup : revenez dans %(wait)s.", wait=wait)
