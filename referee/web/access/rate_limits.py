"""How often somebody may try: links and codes that open nothing, new clubs. Nothing else is limited.

Whoever has a link or a code that opens something is never refused for what others behind the same address try.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from flask import Flask, current_app, render_template, request
from flask_limiter import Limiter, RateLimitExceeded
from flask_limiter.util import get_remote_address

from referee.store.club.links import invitation_for
from referee.store.club.recovery_code import club_with
from referee.web.access.permissions import current_visitor, visitor_or_404
from referee.words import Text, say, say_n

LIMITS = {
    "founding": "30 per minute; 300 per day",
    "joining": "120 per minute",
    "counting": "300 per minute",
    "bringing": "600 per minute",
    "recovering": "10 per minute; 100 per day",
}
"""For one address: a whole camp may stand behind it. ``app.config["LIMITS"]`` holds those of an application."""

MANY = 90
"""From so many seconds on a wait is told in minutes, and from so many minutes on in hours."""

limiter = Limiter(get_remote_address, storage_uri="memory://")


def _of(name: str) -> Callable[[], str]:
    return lambda: str(current_app.config["LIMITS"][name])


joining = limiter.shared_limit(
    _of("joining"), scope="joining", exempt_when=lambda: invitation_for((request.view_args or {})["token"]) is not None
)
"""Tries of links that open nothing."""
recovering = limiter.shared_limit(
    _of("recovering"),
    scope="recovering",
    methods=["POST"],
    exempt_when=lambda: club_with(request.form.get("code", "")) is not None,
)
"""Tries of codes that open nothing."""
counting = limiter.shared_limit(
    _of("counting"), scope="counting", key_func=lambda: str(visitor_or_404().device.id), methods=["POST"]
)
"""Taps of a count that the other phones see, for each device: more than any thumb can."""
bringing = limiter.shared_limit(
    _of("bringing"), scope="bringing", key_func=lambda: str(visitor_or_404().device.id), methods=["POST"]
)
"""What phones bring back of what they took along, for each device."""
another_club = limiter.shared_limit(_of("founding"), scope="founding")
founding = limiter.shared_limit(
    _of("founding"),
    scope="founding",
    exempt_when=lambda: current_visitor() is not None,
    deduct_when=lambda answer: answer.status_code == 303,
)
"""Starting a match founds a club only where there is none yet, and only when the match does start."""


def init_app(app: Flask) -> None:
    limiter.init_app(app)
    if limiter.enabled:  # what is limited looks itself: nothing else need be asked about
        app.before_request_funcs[None].remove(limiter._check_request_limit)
    app.register_error_handler(RateLimitExceeded, _too_many)


def _too_many(_error: RateLimitExceeded) -> tuple[str, int, dict[str, str]]:
    """429, and when to come back: in a sentence and in the header that programs read."""
    met = limiter.current_limit
    seconds = max(1, math.ceil(met.window.reset_time - time.time())) if met else 60
    return render_template("error.html", sentence=_come_back(seconds)), 429, {"Retry-After": str(seconds)}


def _come_back(seconds: int) -> Text:
    minutes = math.ceil(seconds / 60)
    wait = say_n("%(n)s heure", "%(n)s heures", math.ceil(minutes / 60))
    if seconds < MANY:
        wait = say_n("%(n)s seconde", "%(n)s secondes", seconds)
    elif minutes < MANY:
        wait = say_n("%(n)s minute", "%(n)s minutes", minutes)
    return say("Trop d'essais d'un coup : revenez dans %(wait)s.", wait=wait)
