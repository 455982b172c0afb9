"""Connections: how many there may be, of all clients and of each, which of them give way, and how long one may idle.

A connection that has sent half a request is as idle as one that has sent nothing: bytes that drip in win it no time.
All of this but ``Channel.service`` runs in the thread of the server's loop.
"""

from __future__ import annotations

import heapq
import socket
import time
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

from referee.server.answers import COPIED, SharedBody, unread_too_much
from referee.server.encryption import EncryptedSocket
from referee.server.pace import Pace
from referee.server.request_bodies import BodyLimits, Request, Uploads
from referee.web.access.refused_requests import REFUSED

IDLE = 30
"""Seconds that a connection stays open with nothing asked; an answer may be so much behind its slowest pace."""
INCOMPLETE = 20
"""Seconds for the headers of a request; a body may be so much behind its slowest pace."""
LINGERING = 10
"""Seconds that the rest of a refused body is thrown away: closing at once would cut the answer off."""
LOOK_EVERY = 2
"""Seconds between two looks for connections that have idled too long."""


class Task(WSGITask):  # type: ignore[misc]
    """One request and its answer."""

    def execute(self) -> None:
        if self.request.refused:
            self.channel.unread = True
            self.set_close_on_finish()
        try:
            super().execute()
        except BaseException:
            self.request.path = "a page"  # waitress writes it into its log, and it may hold the token of a link
            raise

    def get_environment(self) -> dict[str, Any]:
        environment: dict[str, Any] = super().get_environment()
        if self.request.refused:
            environment[REFUSED] = self.request.refused
        return environment

    def build_response_header(self) -> bytes:
        """Nothing yet: the head of an answer goes out with the first of its body, in one piece."""
        self.channel.head = super().build_response_header()
        return b""

    def write(self, data: bytes) -> None:
        super().write(data)
        self.channel.send_head()  # of what has no body, or a file

    def set_close_on_finish(self) -> None:
        """Close after this answer; but not because it has no length where it has no body (204, 304)."""
        asked = self.version == "1.0" or self.request.headers.get("CONNECTION", "").lower() == "close"
        if self.has_body or asked or self.wrote_header:
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    """One connection. ``client``: the address it is counted under, None as long as that is only known of its proxy."""

    task_class = Task
    head = b""
    unread = False
    lingering = False
    answer_pace: Pace
    requests: list[Request]

    def __init__(
        self, server: Any, sock: socket.socket | EncryptedSocket, address: Any, adj: Any, map: dict[int, Any]
    ) -> None:
        self.client = server.client_at(address)
        self.answer_pace = Pace()
        super().__init__(server, sock, address, adj, map=map)
        server.traffic.connections.add(self)

    @property
    def last_activity(self) -> float:
        """By the clock that nobody sets; waitress assigns the time of day."""
        return self._last_activity

    @last_activity.setter
    def last_activity(self, _time_of_day: float) -> None:
        self._last_activity = time.monotonic()

    def parser_class(self, adj: Any) -> Request:
        """What waitress makes of the first byte of each request."""
        return Request(adj, self)

    def identify(self, headers: Mapping[str, str]) -> None:
        """Who asks, where a proxy stands between: known with each request."""
        if self.addr[0] == self.adj.trusted_proxy:
            self.server.traffic.connections.rename(self, headers.get("X_FORWARDED_FOR", "").rpartition(",")[2].strip())

    def write_soon(self, data: Any) -> int:
        """Send the head of an answer with the first of its body; of a large one copy no more than that."""
        if not self.total_outbufs_len:
            self.answer_pace = Pace()
        if not isinstance(data, bytes) or not data:
            return int(super().write_soon(data))
        head, self.head = self.head, b""
        size = int(super().write_soon(head + data[:COPIED]))
        return size + int(super().write_soon(SharedBody(data, COPIED))) if len(data) > COPIED else size

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close))
        self.answer_pace.moved(sent)
        return sent

    def send_head(self) -> None:
        """Send the head of an answer, if it has not gone with its body."""
        head, self.head = self.head, b""
        self.write_soon(head)

    @property
    def busy(self) -> bool:
        """Whether a request of it is being answered."""
        return bool(self.requests or self.total_outbufs_len)

    @property
    def idle(self) -> bool:
        """Whether nothing is done for it but to wait: for a request, or for an answer to be read."""
        return bool(self.total_outbufs_len or not self.requests)

    def idle_since(self) -> float:
        """When it last did anything; an answer counts by its pace, and a request on its way by that of its body."""
        if self.total_outbufs_len and not self.lingering:
            return self.answer_pace.behind_since
        if self.request is None or self.requests or self.lingering:
            return self.last_activity
        return float(self.request.pace.behind_since)

    def overdue(self, now: float) -> bool:
        if not self.idle:
            return False
        waits = self.request is None or self.total_outbufs_len
        patience = LINGERING if self.lingering else IDLE if waits else INCOMPLETE
        return now - self.idle_since() > patience

    def readable(self) -> bool:
        return self.lingering or bool(super().readable())

    def handle_read(self) -> None:
        if isinstance(self.socket, EncryptedSocket) and not self.socket.ready():
            return
        if not self.lingering:
            super().handle_read()
            return
        try:
            self.recv(self.adj.recv_bytes)  # closes where there is no more
        except OSError:
            self.handle_close()

    def handle_write(self) -> None:
        if not (self.unread and self.close_when_flushed) or self.will_close:
            super().handle_write()
            return
        self._flush_exception(self._flush_some)
        if not self.total_outbufs_len and not self.will_close:
            self._linger()

    def _linger(self) -> None:
        """Say that this was all, and throw away what still comes: a reset would take the answer from its reader."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            self.handle_close()
            return
        self.unread, self.close_when_flushed, self.lingering = False, False, True
        self.last_activity = time.monotonic()

    def service(self) -> None:
        super().service()
        if not self.connected:  # what it had asked besides is not answered, and lets go of its bodies
            with self.requests_lock:
                for request in self.requests:
                    request.close()
                self.requests = []

    def handle_close(self) -> None:
        super().handle_close()
        if self.request is not None:
            self.request.close()

    def del_channel(self, map: dict[int, Any] | None = None) -> None:
        super().del_channel(map)
        self.server.traffic.connections.remove(self)


class Connections:
    """All that are open. Where there is no room the longest idle give way: of that client's own, or of all.

    So neither many idle connections nor a client with many keep anybody out. At a ceiling one in a hundred goes at
    once: in a flood they need not all be looked through for each that comes.
    """

    def __init__(self, most: int, most_each: int) -> None:
        self._most, self._most_each = most, most_each
        self._all: set[Channel] = set()
        self._of: defaultdict[str, set[Channel]] = defaultdict(set)
        self._leaving: list[Channel] = []
        self._next_look = 0.0
        self._behind_answers: set[Channel] = set()

    def room_for(self, client: str | None) -> bool:
        """Whether one more may come, made room for if need be; not where each is being answered."""
        if client is not None and not self._room(self._of.get(client, ()), self._most_each):
            return False
        return self._room(self._all, self._most)

    def _room(self, channels: Collection[Channel], most: int) -> bool:
        if len(channels) >= most:
            self._dismiss(channels, max(1, most // 100))
        return len(channels) < most

    def shed(self) -> None:
        """Let some go: there are no files left for more."""
        self._dismiss(self._all, max(1, len(self._all) // 100))

    def _dismiss(self, channels: Collection[Channel], number: int) -> None:
        idle = (channel for channel in channels if channel.idle)
        for channel in heapq.nsmallest(number, idle, key=Channel.idle_since):
            self.remove(channel)
            self._leaving.append(channel)

    def add(self, channel: Channel) -> None:
        self._all.add(channel)
        if channel.client is not None:
            self._of[channel.client].add(channel)

    def remove(self, channel: Channel) -> None:
        self._all.discard(channel)
        if channel.client is not None:
            self._of[channel.client].discard(channel)
            if not self._of[channel.client]:
                del self._of[channel.client]

    def rename(self, channel: Channel, client: str) -> None:
        """A proxy's connection carries a request of this client now."""
        if client != (channel.client or ""):
            self.remove(channel)
            self._room(self._of.get(client, ()), self._most_each)
            channel.client = client or None
            self.add(channel)

    def tidy(self) -> None:
        """Close those that gave way, and now and then those that have idled too long.

        This must stand between two rounds of events: a file number that is free again in the middle of one would be
        the next visitor's, who would get the event of the connection that had it before.
        """
        now = time.monotonic()
        if now >= self._next_look:
            self._next_look = now + LOOK_EVERY
            self._leaving += [channel for channel in self._all if channel.overdue(now)]
            self._leaving += unread_too_much(self._all)
        for channel in self._leaving:
            channel.handle_close()
        self._leaving.clear()
        self._go_on()

    def wait_for_reader(self, channel: Channel) -> None:
        """Its next request is answered when the answer before has been read: no thread waits for that."""
        self._behind_answers.add(channel)

    def _go_on(self) -> None:
        for channel in list(self._behind_answers):
            if not (channel.connected and channel.total_outbufs_len):
                self._behind_answers.discard(channel)
                channel.server.add_task(channel)

    def any_busy(self) -> bool:
        return any(channel.busy for channel in self._all)


@dataclass(frozen=True, slots=True)
class Traffic:
    """What all connections share, whichever socket they came by."""

    connections: Connections
    uploads: Uploads
    limits: BodyLimits
