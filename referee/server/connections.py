"""Limits of connections, of all clients and of each: which are closed first, and how long one may wait.

Half a request is as idle as none: bytes that drip in win no time. All of this runs in the thread of the event loop.
"""

from __future__ import annotations

import asyncio
import heapq
import select
import socket
import ssl
from collections import defaultdict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_UNREAD = 128 * 1024 * 1024
"""Bytes of all unread answers; those of one client may hold half of it, which is more than an archive."""
OTHER_FILES = 1024
"""Files beside the connections: of the database (three for each of its connections), and of large bodies."""
WITHOUT_POLL = 256
"""Connections where there is only ``select``, which knows 512 files at most."""


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a client may take.

    ``idle``: without a request, or with an answer that it does not read. ``incomplete``: for a handshake, or the head
    of a request. ``lingering``: for the rest of a refused body, as closing at once would cut the answer off.
    ``slowest``: bytes a second; a body may be ``incomplete`` seconds behind that pace, the reader of an answer ``idle``
    seconds. ``look_every``: between two searches for overdue connections.
    """

    idle: float = 30
    incomplete: float = 20
    lingering: float = 10
    slowest: int = 1024
    look_every: float = 2


USUAL = Patience()


class Connection(H11Protocol):
    """One connection; ``client_key``: the client it counts for, None while only the address of its proxy is known.

    uvicorn makes one for each accepted socket. A request finds its connection in the state of its scope.
    """

    def __init__(self, connections: Connections, encryption: ssl.SSLContext | None, **of_uvicorn: Any) -> None:
        super().__init__(**{**of_uvicorn, "app_state": {"connection": self}})
        self._connections = connections
        self._encryption = encryption
        self._open = False
        self._early = b""
        self._socket: asyncio.Transport
        self.peer = ""
        self.client_key: str | None = None
        self.reading = self.answering = False
        self.part = b""
        self._behind_since = self.loop.time()
        self._moved = self._counted = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._socket = transport
        self.peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self._connections.admit(self):
            transport.abort()
        elif self._encryption is None:
            self._open = True
            super().connection_made(transport)
        else:
            transport.pause_reading()  # what comes now is the handshake's
            self.reading = True
            self._handshake = self.loop.create_task(self._encrypt(transport, self._encryption))

    async def _encrypt(self, transport: asyncio.Transport, encryption: ssl.SSLContext) -> None:
        patience = self._connections.patience.incomplete
        try:
            encrypted = await self.loop.start_tls(
                transport, self, encryption, server_side=True, ssl_handshake_timeout=patience, ssl_shutdown_timeout=1
            )
        except OSError:  # an SSLError is one too
            self._connections.remove(self)
            return
        self._open, self.reading = True, False
        super().connection_made(cast(asyncio.Transport, encrypted))
        if self._early:
            self.data_received(self._early)

    def data_received(self, data: bytes) -> None:
        if not self._open:  # it came with the end of the handshake
            self._early += data
            return
        if not (self.reading or self.answering):
            self.reading = True
            self._count_from(0)
        super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.remove(self)
        if self._open:
            super().connection_lost(exc)

    def is_gone(self) -> bool:
        return self._socket.is_closing()

    def expect_answers(self, seconds: int) -> None:
        """Have Linux end the connection of a client that acknowledges nothing for so long."""
        with suppress(AttributeError, OSError):
            milliseconds = seconds * 1000
            self._socket.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)

    def body_came(self, size: int) -> None:
        """Note the bytes of a body that are here."""
        self._moved = size
        self.idle_since()

    def begin_answer(self) -> None:
        """The request is complete; the client owes nothing until a part of the answer is sent."""
        self.reading, self.answering = False, True
        self._count_from(0)

    def begin_part(self, part: bytes) -> None:
        if not self._unread():
            self._count_from(0)
        self.part = part

    def piece_sent(self, size: int) -> None:
        """Note the bytes of the part that are sent, or wait for the client to read them."""
        self._moved += size

    def end_answer(self) -> None:
        self.answering, self.part = False, b""
        self._count_from(self._unread())

    def _count_from(self, waiting: int) -> None:
        """Restart the pace, with so many bytes still unread."""
        self._behind_since, self._moved, self._counted = self.loop.time(), waiting, 0

    def _unread(self) -> int:
        """Bytes of an answer that were sent and not read."""
        return self.transport.get_write_buffer_size() if self._open else 0

    def held(self) -> dict[int, int]:
        """The bytes of its answer in memory, by the id of the object that holds them: connections may share a file."""
        unread = self._unread()
        return {id(self.part): len(self.part), id(self): unread} if unread else {}

    def idle_since(self) -> float:
        """The time of the loop up to which the client has kept the slowest pace; an earlier fast phase saves
        nothing.
        """
        moved = self._moved - self._unread()
        seconds = max(0, moved - self._counted) / self._connections.patience.slowest
        self._behind_since, self._counted = min(self.loop.time(), self._behind_since + seconds), moved
        return self._behind_since

    def overdue(self, now: float) -> bool:
        if self.answering and not self._unread():
            return False
        patience = self._connections.patience
        return now - self.idle_since() > (patience.incomplete if self.reading else patience.idle)

    def drop(self) -> None:
        self._connections.remove(self)
        self._socket.abort()


class Connections:
    """All open connections. Without room the longest idle give way, of the same client or of all.

    So neither many idle connections nor a client with many keep others out. At a limit one in a hundred is closed at
    once, so that a flood does not search all of them each time.
    """

    def __init__(self, most: int, most_each: int, patience: Patience, proxies: Collection[str] = ()) -> None:
        self._most, self._most_each, self._proxies = most, most_each, proxies
        self.patience = patience
        self._all: set[Connection] = set()
        self._of: defaultdict[str, set[Connection]] = defaultdict(set)

    def __len__(self) -> int:
        return len(self._all)

    def from_proxy(self, peer: str) -> bool:
        """Whether the headers of this peer about its clients are believed."""
        return peer in self._proxies

    def admit(self, connection: Connection) -> bool:
        """Whether there is room, after closing idle connections; not where each is being answered."""
        client = None if self.from_proxy(connection.peer) else connection.peer
        own = self._of.get(client, ()) if client is not None else ()
        if not (self._room(own, self._most_each) and self._room(self._all, self._most)):
            return False
        self._add(connection, client)
        return True

    def _room(self, connections: Collection[Connection], most: int) -> bool:
        if len(connections) >= most:
            idle = (connection for connection in connections if not connection.answering)
            for connection in heapq.nsmallest(max(1, most // 100), idle, key=Connection.idle_since):
                connection.drop()
        return len(connections) < most

    def _add(self, connection: Connection, client: str | None) -> None:
        connection.client_key = client
        self._all.add(connection)
        if client is not None:
            self._of[client].add(connection)

    def remove(self, connection: Connection) -> None:
        """Forget a closed connection; may be called twice."""
        self._all.discard(connection)
        client = connection.client_key
        if client is not None and client in self._of:
            self._of[client].discard(connection)
            if not self._of[client]:
                del self._of[client]

    def rename(self, connection: Connection, client: str) -> None:
        """Count a proxy's connection for the client of its present request."""
        if client != (connection.client_key or ""):
            self.remove(connection)
            self._room(self._of.get(client, ()), self._most_each)
            self._add(connection, client or None)

    async def drop_overdue(self) -> None:
        """Close overdue connections, again and again."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.patience.look_every)
            now = loop.time()
            overdue = [connection for connection in self._all if connection.overdue(now)]
            for connection in (*overdue, *self.unread_too_much()):
                connection.drop()

    def unread_too_much(self) -> list[Connection]:
        """The connections whose answers exceed the limits of unread bytes; the best readers are served first."""
        buffers: defaultdict[str | None, dict[int, int]] = defaultdict(dict)
        total = 0
        leaving = []
        unread = ((connection, held_now) for connection in self._all if (held_now := connection.held()))
        for connection, own_buffers in sorted(unread, key=lambda each: each[0].idle_since(), reverse=True):
            own = buffers[connection.client_key]
            more = sum(size for body, size in own_buffers.items() if body not in own)
            if sum(own.values()) + more > MOST_UNREAD // 2 or total + more > MOST_UNREAD:
                leaving.append(connection)
            else:
                own.update(own_buffers)
                total += more
        return leaving


def connections_possible(wanted: int) -> int:
    """As many as wanted, or fewer where the limit of open files, which is raised first, does not allow them."""
    if not hasattr(select, "poll"):
        return min(wanted, WITHOUT_POLL)
    allowed = _raised(wanted + OTHER_FILES)
    return max(1, min(wanted, max(allowed - OTHER_FILES, allowed // 2)))


def _raised(needed: int) -> int:
    """The limit of open files, raised as far as needed and possible."""
    import resource  # not everywhere; where it is not, poll is neither

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return needed
    possible = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (possible, hard))
    except (OSError, ValueError):  # a system may allow less than it says
        return soft
    return possible
