"""The sockets that are listened on, the loop that serves them, and its end."""

from __future__ import annotations

import copy
import errno
import logging
import socket
import ssl
import sys
import time
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from referee.server.connections import Channel, Connections, Traffic
from referee.server.encryption import EncryptedSocket, encryption
from referee.server.open_files import connections_possible
from referee.server.request_bodies import BodyLimits, Uploads
from referee.settings import LOOPBACK, Settings

THREADS = 64
LARGEST_HEADER = 32 * 1024
AT_ONCE = 64
"""Connections accepted in one round: with thousands open a round takes milliseconds."""
ENDING = 7
"""Seconds that requests in flight have to end when the server is told to stop."""
SENDING = 128 * 1024
"""Bytes that the system keeps for a reader: with more of them it says too rarely how the reading goes on."""
FORWARDED = "x-forwarded-for x-forwarded-host x-forwarded-proto"

log = logging.getLogger(__name__)
logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # that some wait for a moment is no fault


class Listener(TcpWSGIServer):  # type: ignore[misc]
    """One socket that is listened on."""

    def __init__(
        self, application: Any, map: dict[int, Any], traffic: Traffic, encryption: ssl.SSLContext | None, **rest: Any
    ) -> None:
        self.traffic, self._encryption = traffic, encryption
        super().__init__(application, map, **rest)

    def readable(self) -> bool:
        """Always: what waitress does here, to stop listening at a limit and to look for the idle, is done elsewhere."""
        return bool(self.accepting)

    def add_task(self, task: Channel) -> None:
        """Answer the next request of a connection; waitress's own threads would wait until all is read."""
        if task.connected and task.total_outbufs_len:
            self.traffic.connections.wait_for_reader(task)
        else:
            super().add_task(task)

    def client_at(self, address: Any) -> str | None:
        """Who a connection is counted under; one of the proxy's may be anybody's."""
        return None if address[0] == self.adj.trusted_proxy else str(address[0])

    def set_socket_options(self, conn: socket.socket) -> None:
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)

    def handle_accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                accepted = self.accept()
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE):
                    self.traffic.connections.shed()
                log.warning("a connection could not be accepted: %s", error.strerror)
                return
            if accepted is None:
                return
            self._admit(*accepted)

    def _admit(self, connection: socket.socket, address: Any) -> None:
        if not self.traffic.connections.room_for(self.client_at(address)):
            connection.close()
            return
        try:
            self.set_socket_options(connection)
            own = EncryptedSocket(connection, self._encryption) if self._encryption else connection
        except OSError:  # gone before it was looked at
            connection.close()
            return
        Channel(self, own, address, self.adj, self._map)


class HttpServer:
    """Serve an application where the settings say, until ``stop``.

    :raises OSError: it cannot have its address.
    """

    def __init__(self, application: Any, settings: Settings, limits: BodyLimits) -> None:
        self._map: dict[int, Any] = {}
        self._stopping = False
        encrypted = encryption(settings.certificate, settings.key)
        adjustments = _adjustments(settings, limits)
        most = connections_possible(settings.connections)
        self._traffic = Traffic(Connections(most, settings.connections_each), Uploads(settings.uploads), limits)
        self._dispatcher = ThreadedTaskDispatcher()
        try:
            self._listeners = [
                Listener(
                    application,
                    self._map,
                    self._traffic,
                    encrypted,
                    dispatcher=self._dispatcher,
                    sockinfo=where,
                    adj=_trusting(adjustments, settings.behind_proxy, where[0]),
                )
                for where in adjustments.listen
            ]
        except BaseException:
            wasyncore.close_all(self._map)
            raise
        self._dispatcher.set_thread_count(THREADS)

    @property
    def port(self) -> int:
        return int(self._listeners[0].effective_port)

    def run(self) -> None:
        """Serve; after ``stop``, listen no more, let what was asked be answered, and return."""
        while not self._stopping:
            self._round(1)
        for listener in self._listeners:
            wasyncore.dispatcher.close(listener)
        deadline = time.monotonic() + ENDING
        while self._traffic.connections.any_busy() and time.monotonic() < deadline:
            self._round(0.05)
        self._dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def stop(self) -> None:
        """Ask ``run`` to end; a signal's handler may."""
        self._stopping = True
        for listener in self._listeners:
            listener.pull_trigger()

    def _round(self, timeout: float) -> None:
        self._traffic.connections.tidy()
        wasyncore.loop(timeout=timeout, use_poll=True, map=self._map, count=1)


def _adjustments(settings: Settings, limits: BodyLimits) -> Adjustments:
    largest = max([limits.usual, *limits.larger.values()])
    try:
        return Adjustments(
            host=settings.host,
            port=settings.port,
            ident=None,
            url_scheme="https" if settings.certificate else "http",
            max_request_header_size=LARGEST_HEADER,
            max_request_body_size=largest + 1,
            channel_request_lookahead=1,
            outbuf_high_watermark=sys.maxsize,
            trusted_proxy_headers=FORWARDED if settings.behind_proxy else "",
            **({"trusted_proxy": settings.behind_proxy, "trusted_proxy_count": 1} if settings.behind_proxy else {}),
        )
    except (ValueError, OverflowError):  # a name that no address has
        raise OSError(errno.EADDRNOTAVAIL, "no such address") from None


def _trusting(adjustments: Adjustments, proxy: str, family: int) -> Adjustments:
    """The same for one socket: the proxy on this machine has another address for each family."""
    own = copy.copy(adjustments)
    if proxy == LOOPBACK:
        own.trusted_proxy = "::1" if family == socket.AF_INET6 else "127.0.0.1"
    return own
