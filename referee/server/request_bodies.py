"""What may be sent: how large one body may be, and how much all that are on their way may hold together.

waitress keeps a body in memory or in a temporary file before the application sees a byte of it. So it is judged here:
by its length as soon as that is announced, else by what has come.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from waitress.parser import HTTPRequestParser

from referee.server.pace import Pace

if TYPE_CHECKING:
    from referee.server.connections import Channel


TOO_LONG, TOO_MANY = 413, 503

FORM = 16 * 1024
"""Bytes of a body that are always taken: whoever uploads, a keeper can record."""


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """The largest body in bytes: ``usual``, and where more may come, by method and path."""

    usual: int
    larger: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def of(self, method: str, path: str) -> int:
        return self.larger.get((method, path), self.usual)


class Uploads:
    """The bytes of all bodies that are held now; one client may hold half of what all may."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str | None] = Counter()
        self._lock = threading.Lock()

    def take(self, client: str | None, size: int) -> bool:
        """Whether there was room for so many bytes more, which are held from now on."""
        with self._lock:
            if self._held.total() + size > self._most or self._held[client] + size > self._most // 2:
                return False
            self._held[client] += size
            return True

    def release(self, client: str | None, size: int) -> None:
        with self._lock:
            self._held[client] -= size
            if not self._held[client]:
                del self._held[client]


class Request(HTTPRequestParser):  # type: ignore[misc]
    """A request while it comes in. ``refused``: the status of one whose body is not taken; the application makes the
    page that says so.
    """

    refused = 0

    def __init__(self, adj: Any, channel: Channel) -> None:
        super().__init__(adj)
        self.pace = Pace()
        self._channel = channel
        self._traffic = channel.server.traffic
        self._limit = 0
        self._client: str | None = None
        self._held = 0

    def parse_header(self, header: bytes) -> None:
        super().parse_header(header)
        self._channel.identify(self.headers)
        self._client = self._channel.client
        self._limit = self._traffic.limits.of(self.command, self.path)
        if self.content_length > self._limit:
            self._refuse(TOO_LONG)

    def received(self, data: bytes) -> int:
        """Take what has come, and judge what is there of the body now."""
        in_body = self.body_rcv is not None
        consumed: int = super().received(data)
        if in_body:
            self.pace.moved(consumed)
        if self.body_rcv is not None and self.error is None:
            self._judge()
        return consumed

    def _judge(self) -> None:
        if self.body_bytes_received > self._limit:  # it came in chunks and did not say how long it is
            self._refuse(TOO_LONG)
            return
        more = self.body_bytes_received - FORM - self._held
        if more > 0:
            if self._traffic.uploads.take(self._client, more):
                self._held += more
            else:
                self._refuse(TOO_MANY)

    def _refuse(self, status: int) -> None:
        self.close()
        self.refused = status
        self.body_rcv, self.content_length, self.chunked, self.expect_continue = None, 0, False, False
        self.headers.pop("CONTENT_LENGTH", None)
        self.completed = True

    def close(self) -> None:
        """Let go of the body; it may be called twice."""
        super().close()
        held, self._held = self._held, 0
        if held:
            self._traffic.uploads.release(self._client, held)
