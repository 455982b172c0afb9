"""Limits of how often a client may try: links and codes that open nothing, new clubs, matches that come.

Nothing else is limited. A client with a link or a recovery code that opens something is never refused for what others
behind the same address try. No limit is common to all: nobody shuts a door for others elsewhere.

The six signs of a table can be guessed: every try counts, and beyond the limits the right code opens nothing either;
the QR code does. One client has 40 wrong tries a day, one site of IPv6 (65,536 networks) 400; a code is one of
16,777,216 and opens for about a day. So a client finds a certain table with a chance of 1 in 419,000, a thousand
clients who try all day together with one of 1 in 419. What they find is an evening to watch: each phone that came
stands on the keepers' page, who throw it out and make another code. A code that was found or passed on lets in
300 phones a day.

The bytes that one client may store a day are a quota (``quotas.py: count_stored``).

What could be guessed, or made again and again by a stranger, is counted in the database, for all processes together and
across a restart. The other limits keep work from one process, and are counted in its memory.
"""

from __future__ import annotations

import hmac
import math
import time
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem
from limits.storage import Storage
from limits.strategies import STRATEGIES, FixedWindowRateLimiter
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, Unauthorized

from referee.client_network import client_network, client_site
from referee.store.clubs.links import invitation_for
from referee.store.clubs.recovery_code import club_with
from referee.store.clubs.table_codes import read_signs
from referee.store.database.quotas import CLIENT
from referee.store.database.try_counts import count_try, tries
from referee.web.access.permissions import FOR_PROGRAMS, current_visitor, visitor_or_404
from referee.web.http.access_log import note_cause
from referee.web.http.error_answers import error_answer
from referee.words import say, say_n

LIMITS = {
    "founding": "30 per minute; 300 per day",  # clubs
    "joining": "120 per minute",  # tries of links that open nothing
    "naming": "120 per minute",  # tries of tokens that open nothing
    "recovering": "10 per minute; 100 per day",  # tries of codes that open nothing
    "entering": "10 per minute; 200 per day",  # codes of tables, right ones too
    "guessing": "40 per day",  # wrong ones
    "guessing nearby": "400 per day",  # wrong ones, of all networks of a site
    "arriving": "60 per minute; 300 per day",  # phones that one code lets in
    "asking": "3 per minute; 30 per day",  # requests to keep
    "counting": "300 per minute",  # taps of a count that the other phones see: more than any thumb can
    "bringing": "600 per minute",  # what a phone brings back of what it took along
    "opening": "60 per minute",  # matches that came by a code or a file
    "importing": "20 per minute; 200 per day",  # archives of whole clubs
    "exporting": "120 per minute",  # the same, out; a phone takes a long club along in parts
}
"""For one client (``client_network``), behind which a whole camp may stand, or for what ``key_func`` names: a device,
a site (``client_site``), a code.
``app.config["LIMITS"]`` holds those of an application.
"""

MANY = 90
"""Seconds from which a wait is told in minutes, and minutes from which it is told in hours."""
IN_DATABASE = "referee"
"""The scheme of the storage, and the name of its strategy."""


class DatabaseStorage(Storage):
    """Fixed windows for Limits, in the database; who is counted is stored as a digest that only the secret makes."""

    STORAGE_SCHEME = [IN_DATABASE]

    @property
    def base_exceptions(self) -> type[Exception]:
        return SQLAlchemyError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        return count_try(_digest(key), expiry, amount)

    def get(self, key: str) -> int:
        return tries(_digest(key))[0]

    def get_expiry(self, key: str) -> float:
        return tries(_digest(key))[1].timestamp()

    def check(self) -> bool:
        return True

    def reset(self) -> None:
        raise NotImplementedError

    def clear(self, key: str) -> None:
        raise NotImplementedError


def _digest(key: str) -> str:
    secret = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(secret, f"tries of {key}".encode(), "sha256").hex()


class ReadFirst(FixedWindowRateLimiter):
    """Beyond a limit tries are only read: a flood of them keeps nobody from writing."""

    def hit(self, item: RateLimitItem, *identifiers: str, cost: int = 1) -> bool:
        return self.test(item, *identifiers, cost=cost) and super().hit(item, *identifiers, cost=cost)


STRATEGIES[IN_DATABASE] = ReadFirst


def init_app(app: Flask) -> None:
    """Limit the pages, which are registered already. Only a server imports this module."""
    app.before_request(_name_client)
    everywhere = Limiter(_client, app=app, storage_uri=f"{IN_DATABASE}://", strategy=IN_DATABASE)
    here = Limiter(_client, app=app, storage_uri="memory://")
    views: dict[str, Any] = app.view_functions
    limited_endpoints: set[str] = set()

    def limit(limiter: Limiter, name: str, *endpoints: str, **rest: Any) -> None:
        limited = limiter.shared_limit(lambda: str(app.config["LIMITS"][name]), scope=name, **rest)
        for endpoint in endpoints:
            views[endpoint] = limited(views[endpoint])
        limited_endpoints.update(endpoints)

    def has_no_limit() -> bool:
        """Whether the limiters may pass this request over; a program's may still turn out to have an unknown token."""
        return request.endpoint not in limited_endpoints and request.blueprint not in FOR_PROGRAMS

    everywhere.request_filter(has_no_limit)
    here.request_filter(has_no_limit)

    limit(here, "joining", "sharing.join_page", "sharing.join_club", exempt_when=_opens_a_link)
    limit(everywhere, "recovering", "clubs.recover", exempt_when=_opens_a_club)
    limit(everywhere, "guessing", "table_codes.enter", deduct_when=_opened_nothing)
    limit(everywhere, "guessing nearby", "table_codes.enter", key_func=_site, deduct_when=_opened_nothing)
    limit(everywhere, "arriving", "table_codes.enter", key_func=_code, deduct_when=_opened_a_table)
    limit(everywhere, "entering", "table_codes.enter")
    limit(everywhere, "asking", "table_codes.ask", key_func=_device)
    limit(here, "counting", "matches.count", "seats.answer", key_func=_device)
    limit(here, "bringing", "sync.take_archive", key_func=_device)
    limit(here, "opening", "handover.open_code", "handover.take", "api_matches.add_match")
    limit(here, "importing", "transfer.upload", "transfer.confirm")
    limit(here, "exporting", "transfer.export", "sync.archive", key_func=_device)
    limit(everywhere, "founding", "clubs.create")
    # Where there is no club yet, a match founds one; it counts whatever the answer is.
    beginning = ("new_match.begin", "handover.take")
    limit(everywhere, "founding", *beginning, exempt_when=current_visitor, deduct_when=lambda _answer: "founded" in g)
    app.register_error_handler(RateLimitExceeded, _too_many)
    _limit_unknown_tokens(app, here)


def _limit_unknown_tokens(app: Flask, limiter: Limiter) -> None:
    """Count the requests that are answered 401, before they come to any page."""
    refusal = app.error_handler_spec[None][None][HTTPException]

    @limiter.shared_limit(lambda: str(app.config["LIMITS"]["naming"]), scope="naming")
    def refuse(error: Unauthorized) -> Any:
        return refusal(error)

    def answer(error: Unauthorized) -> Any:
        try:
            return refuse(error)
        except RateLimitExceeded as exceeded:
            return _too_many(exceeded)

    app.register_error_handler(Unauthorized, answer)


def _name_client() -> None:
    """Have what this request stores counted for its client."""
    if request.method == "POST":
        setattr(g, CLIENT, _digest(f"bytes of {_client()}"))


def _client() -> str:
    return client_network(request.remote_addr or "")


def _site() -> str:
    return client_site(request.remote_addr or "")


def _code() -> str:
    return read_signs(request.form.get("code", ""))


def _device() -> str:
    return str(visitor_or_404().device.id)


def _opens_a_link() -> bool:
    return invitation_for((request.view_args or {})["token"]) is not None


def _opens_a_club() -> bool:
    return club_with(request.form.get("code", "")) is not None


def _opened_nothing(answer: Response) -> bool:
    return answer.status_code == 422


def _opened_a_table(answer: Response) -> bool:
    return answer.status_code == 303


def _too_many(error: RateLimitExceeded) -> tuple[str | Response, int, dict[str, str]]:
    note_cause(f"rate of {error.limit.scope}")
    met = (limiter.current_limit for limiter in current_app.extensions["limiter"])
    until = max((limit.window.reset_time for limit in met if limit and limit.breached), default=0.0)
    seconds = max(1, math.ceil(until - time.time()))
    minutes = math.ceil(seconds / 60)
    wait = say_n("%(n)s heure", "%(n)s heures", math.ceil(minutes / 60))
    if seconds < MANY:
        wait = say_n("%(n)s seconde", "%(n)s secondes", seconds)
    elif minutes < MANY:
        wait = say_n("%(n)s minute", "%(n)s minutes", minutes)
    sentence = say("Trop d'essais d'un coup : revenez dans %(wait)s.", wait=wait)
    return *error_answer(sentence, 429), {"Retry-After": str(seconds)}
