"""Answers that have not been read: what they make the process hold, and which of them give way.

A large body stays the object that the application gave, so that a file which a thousand ask for is held once; waitress
would copy it for each of them, into memory and then into a temporary file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from waitress.buffers import ReadOnlyFileBasedBuffer

if TYPE_CHECKING:
    from referee.server.connections import Channel

COPIED = 64 * 1024
"""Bytes of a body that are copied, the first of it; no page is longer by much."""
MOST_UNREAD = 128 * 1024 * 1024
"""Bytes of all unread answers; those of one client may hold half of it, which is more than an archive."""


class SharedBody(ReadOnlyFileBasedBuffer):  # type: ignore[misc]
    """The rest of a body, read where it stands."""

    def __init__(self, body: bytes, start: int) -> None:
        super().__init__(BytesIO(body))  # shares the bytes as long as nothing is written
        self.body = body
        self.seek(start)
        self.prepare()


def unread_too_much(channels: Iterable[Channel], most: int = MOST_UNREAD) -> Iterator[Channel]:
    """The connections whose answers find no room among the unread; who reads best comes first."""
    unread = [channel for channel in channels if channel.total_outbufs_len]
    held: defaultdict[str | None, set[int]] = defaultdict(set)
    bytes_of: Counter[str | None] = Counter()
    for channel in sorted(unread, key=lambda channel: channel.answer_pace.behind_since, reverse=True):
        client, bodies = channel.client, dict(_held_by(channel))
        more = sum(size for body, size in bodies.items() if body not in held[client])
        if bytes_of[client] + more > most // 2 or bytes_of.total() + more > most:
            yield channel
        else:
            held[client] |= bodies.keys()
            bytes_of[client] += more


def _held_by(channel: Channel) -> Iterator[tuple[int, int]]:
    """The objects that its unread answers keep, by their identity, and their bytes."""
    for buffer in list(channel.outbufs):
        body = buffer.body if isinstance(buffer, SharedBody) else buffer
        if size := len(body):
            yield id(body), size
