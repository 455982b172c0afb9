"""Server-sent events: what a page says of a stream, and what an event is.

A page of events answers 204, which tells its client to poll. A server that holds streams sends the stream in its place:
it finds the :class:`Subscription` in the environment, keeps the connection without a thread, and asks ``read`` of it
whenever its topic has changed. So the permission is judged by the request, and again with every event.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Response, request

SUBSCRIPTION = "referee.subscription"
"""The key of the subscription in the environment of a request."""
UNBUFFERED = {"X-Accel-Buffering": "no"}
"""Asks a proxy (nginx) to pass each event on at once."""
LAST_EVENT = "Last-Event-ID"
EVENT_ID = re.compile(r"[\w.-]{1,60}", re.ASCII)
ASK = "{}"
"""The data of an event that says no more than its id: the client asks for what it wants."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event; ``id``: where what is followed stands, ``data``: one line."""

    id: str
    data: str = ASK

    def encode(self) -> bytes:
        return f"id: {self.id}\ndata: {self.data}\n\n".encode()


@dataclass(slots=True, eq=False)
class Subscription:
    """What one client follows.

    ``topic``: the club whose changes concern it. ``last_event_id``: the id of the event that its client knows.
    ``read``: the newest event for each of several subscriptions with the same ``read``, None for one whose right has
    ended; it runs in a thread. ``about``: whatever ``read`` needs. ``on_begin``: called in a thread before a stream
    that is held is answered. ``on_end``: called in a thread some time after it has ended, and again as long as it says
    True: its client is there all the same.
    """

    topic: int
    last_event_id: str
    read: Callable[[Sequence[Subscription]], Sequence[Event | None]]
    about: object
    on_begin: Callable[[], object] | None = None
    on_end: Callable[[], bool] | None = None


def last_event_id() -> str:
    """The id of the last event that the client has: of its stream, or as its page says with ``known``; "": of none."""
    said = request.headers.get(LAST_EVENT) or request.args.get("known", "")
    return said if EVENT_ID.fullmatch(said) else ""


def answer_with_stream(subscription: Subscription) -> Response:
    if request.method == "GET":
        request.environ[SUBSCRIPTION] = subscription
    return Response(status=204, content_type="text/event-stream; charset=utf-8", headers=UNBUFFERED)
