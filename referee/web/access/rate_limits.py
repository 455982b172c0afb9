"""How often somebody may try: links and codes that open nothing, new clubs, matches that come. Nothing else is limited.

Whoever has a link or a code that opens something is never refused for what others behind the same address try.
"""

from __future__ import annotations

import math
import time
from typing import Any

from flask import Flask, Response, g, render_template, request
from flask_limiter import Limiter, RateLimitExceeded

from referee.network import client_network
from referee.store.clubs.links import invitation_for
from referee.store.clubs.recovery_code import club_with
from referee.web.access import limit_storage
from referee.web.access.permissions import current_visitor, visitor_or_404
from referee.words import Text, say, say_n

LIMITS = {
    "founding": "30 per minute; 300 per day",  # clubs
    "joining": "120 per minute",  # tries of links that open nothing
    "recovering": "10 per minute; 100 per day",  # tries of codes that open nothing
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
"""From so many seconds on a wait is told in minutes, and from so many minutes on in hours."""


def init_app(app: Flask) -> None:
    """Limit the pages, which are registered already. Only a server imports this module."""
    limiter = Limiter(_client, app=app, storage_uri=limit_storage.URI)
    views: dict[str, Any] = app.view_functions

    def limit(name: str, *endpoints: str, **rest: Any) -> None:
        """Let these pages share a limit."""
        limited = limiter.shared_limit(lambda: str(app.config["LIMITS"][name]), scope=name, **rest)
        for endpoint in endpoints:
            views[endpoint] = limited(views[endpoint])

    limit("joining", "sharing.join_page", "sharing.join_club", exempt_when=_opens_a_link)
    limit("recovering", "clubs.recover", exempt_when=_opens_a_club)
    limit("counting", "matches.count", key_func=_device)
    limit("bringing", "sync.take_archive", "sync.take_records", key_func=_device)
    limit("opening", "handover.open_code", "handover.take")
    limit("importing", "transfer.upload", "transfer.confirm")
    limit("exporting", "transfer.export", "sync.archive", key_func=_device)
    limit("founding", "clubs.found")
    # Where there is no club yet, a match founds one; it counts whatever the answer is.
    limit("founding", "new_match.begin", "handover.take", exempt_when=current_visitor, deduct_when=_has_founded)
    app.register_error_handler(RateLimitExceeded, lambda _error: _too_many(limiter))


def _client() -> str:
    return client_network(request.remote_addr or "")


def _device() -> str:
    return str(visitor_or_404().device.id)


def _opens_a_link() -> bool:
    return invitation_for((request.view_args or {})["token"]) is not None


def _opens_a_club() -> bool:
    return club_with(request.form.get("code", "")) is not None


def _has_founded(_answer: Response) -> bool:
    return g.get("founded", False) is True


def _too_many(limiter: Limiter) -> tuple[str, int, dict[str, str]]:
    """429, and when to come back: in a sentence and in the header that programs read."""
    met = limiter.current_limit
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
