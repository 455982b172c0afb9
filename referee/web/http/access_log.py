"""A line of JSON on standard error for each request, or for each refused one alone; and the id of every request.

Nothing in it is personal: the route stands for the address, which may hold a token, and no client is named. The id is
in the answer's header too, so that what somebody saw is found. A refusal's line says its cause.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, current_app, g, request
from flask.logging import wsgi_errors_stream

OFF, REFUSALS, ALL = "off", "refusals", "all"
"""What is logged: nothing, refusals and failures, every request."""
REFUSED = (413, 429, 500, 503, 507)
"""The statuses of refusals for want of room or time, and of failures."""
USUAL_CAUSES = {413: "form", 429: "rate", 500: "error", 503: "busy", 507: "quota"}
"""The causes where nobody has noted another: a form too long or with too many fields, a mistake of ours."""
HEADER = "X-Request-Id"
ID = "referee.request_id"
"""Where the id is in the environment: a form and the page that answers it are one request to their sender."""
NAME = "request counts"

log = logging.getLogger("referee.requests")


class RequestCounts:
    """The requests since the start by status and, where refused, cause."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[tuple[int, str]] = Counter()

    def add(self, status: int, cause: str) -> None:
        with self._lock:
            self._counts[status, cause] += 1

    def counts(self) -> dict[tuple[int, str], int]:
        with self._lock:
            return dict(self._counts)


def init_app(app: Flask, level: str) -> None:
    """Registered before all else: the line then says what left in the end."""
    app.extensions[NAME] = RequestCounts()
    app.config["ACCESS_LOG"] = level
    app.before_request(_begin)
    app.after_request(_end)
    if level != OFF and not log.handlers:
        stream: Any = wsgi_errors_stream
        handler = logging.StreamHandler(stream)
        handler.setFormatter(logging.Formatter("%(message)s"))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        log.propagate = False


def request_counts(app: Flask) -> RequestCounts:
    counts: RequestCounts = app.extensions[NAME]
    return counts


def request_id() -> str:
    """The id of the present request."""
    found: str = request.environ.setdefault(ID, secrets.token_hex(8))
    return found


def note_cause(cause: str) -> None:
    """Say why the present request is refused; the first cause noted stands."""
    g.setdefault("cause", cause)


def _begin() -> None:
    g.began = time.monotonic()


def _end(response: Response) -> Response:
    status = response.status_code
    response.headers[HEADER] = request_id()
    cause = str(g.get("cause", USUAL_CAUSES[status])) if status in REFUSED else ""
    request_counts(current_app).add(status, cause)
    level = current_app.config["ACCESS_LOG"]
    if level == ALL or (level == REFUSALS and cause):
        log.info(_line(response, cause))
    return response


def _line(response: Response, cause: str) -> str:
    rule = request.url_rule
    values = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": request_id(),
        "method": request.method[:20],
        "route": rule.rule if rule is not None else None,
        "status": response.status_code,
        "ms": round((time.monotonic() - g.began) * 1000, 1) if "began" in g else None,
        "bytes": response.content_length,
    }
    return json.dumps({**values, "cause": cause} if cause else values)
