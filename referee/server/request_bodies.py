"""Limits of request bodies: the size of one, and the bytes of all that are being received.

A body is judged by its announced length, else by what has come, and read whole before a thread works on the request: a
slow one costs a connection and no thread.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import IO, Any

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

TOO_LONG, TOO_MANY = 413, 503

FORM = 16 * 1024
"""Bytes of a body that are always accepted: uploads of others do not keep a keeper from recording."""
IN_MEMORY = 512 * 1024
"""Bytes of a body beyond which it is in a temporary file."""


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """The largest body in bytes: ``usual``, and larger ones by method and path."""

    usual: int
    larger: Mapping[tuple[str, str], int] = field(default_factory=dict)

    def of(self, method: str, path: str) -> int:
        return self.larger.get((method, path), self.usual)


class Uploads:
    """The bytes of all bodies in memory or temporary files; one client may hold half of the limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    def take(self, client: str, size: int) -> bool:
        """Reserve so many bytes more; False without room."""
        if self._held.total() + size > self._most or self._held[client] + size > self._most // 2:
            return False
        self._held[client] += size
        return True

    @property
    def total(self) -> int:
        return self._held.total()

    def release(self, client: str, size: int) -> None:
        self._held[client] -= size
        if not self._held[client]:
            del self._held[client]


class BodyRefused(Exception):
    """A refused body; ``status``: of the answer."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class ClientGone(Exception):
    """The connection ended in the middle of a request."""


class RequestBody:
    """The body of one request; ``size``: its bytes so far."""

    def __init__(self, limit: int, uploads: Uploads, client: str) -> None:
        self._limit, self._uploads, self._client = limit, uploads, client
        self._held = 0
        self.size = 0
        self.file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115

    async def read(self, announced: bytes | None, chunked: bool, receive: Receive) -> None:
        """Receive the whole body.

        :param announced: its Content-Length.
        :raises Refused: it is too long, or too many are being received.
        :raises ClientGone: the rest never came.
        """
        if int(announced or 0) > self._limit:
            raise BodyRefused(TOO_LONG)
        more = bool(announced) or chunked
        while more:
            message = await receive()
            if message["type"] != "http.request":
                raise ClientGone
            self._take(message.get("body", b""))
            more = message.get("more_body", False)
        self.file.seek(0)

    def _take(self, part: bytes) -> None:
        self.size += len(part)
        if self.size > self._limit:
            raise BodyRefused(TOO_LONG)
        more = self.size - FORM - self._held
        if more > 0:
            if not self._uploads.take(self._client, more):
                raise BodyRefused(TOO_MANY)
            self._held += more
        self.file.write(part)

    def discard(self) -> None:
        """Forget what has come: the body is refused."""
        self.close()
        self.file = BytesIO()

    def close(self) -> None:
        self.file.close()
        reserved, self._held = self._held, 0
        if reserved:
            self._uploads.release(self._client, reserved)
