"""The listening sockets, the loop that serves them, and its end."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import uvicorn

from referee.server.certificate_reload import encryption, renew
from referee.server.connections import USUAL, Connection, Connections, Patience, connections_possible
from referee.server.event_streams import Changes, EventStreams
from referee.server.request_bodies import BodyLimits, Uploads
from referee.server.wsgi_to_asgi import Application
from referee.settings import LOOPBACK, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 64
LARGEST_HEADER = 32 * 1024
SENDING = 128 * 1024
"""Bytes of the system's send buffer: with a larger one it reports too rarely how a client reads."""
WAITING = 1024
"""The backlog of connections that are not yet accepted."""
ENDING = 7
"""Seconds for requests in flight after a stop."""
LATER = 24 * 60 * 60
"""Seconds: ``Patience`` closes idle connections long before uvicorn would."""

logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # what strangers send is no fault


@dataclass(frozen=True, slots=True)
class Load:
    """Pieces of work under way or waiting for a thread, open connections, bytes of bodies being received."""

    working: int
    connections: int
    uploads: int


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, streams: EventStreams | None) -> None:
        super().__init__(config)
        self._streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._streams:
            self._streams.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are handled by the command."""
        yield


class HttpServer:
    """Serve an application at the host and port of the settings, until ``stop``.

    Where ``changes`` are told, half of the connections may be event streams.

    :raises OSError: the address is not available.
    """

    def __init__(
        self,
        application: WSGIApplication,
        settings: Settings,
        limits: BodyLimits,
        patience: Patience = USUAL,
        changes: Changes | None = None,
    ) -> None:
        encrypted = encryption(settings.certificate, settings.key)
        self._renewing = partial(renew, encrypted, settings.certificate, settings.key)
        proxies = {LOOPBACK, "::1"} if settings.behind_proxy == LOOPBACK else {settings.behind_proxy} - {""}
        most = connections_possible(settings.connections)
        self._connections = Connections(most, settings.connections_each, patience, proxies)
        self._uploads = Uploads(settings.uploads)
        self._streams = None if changes is None else EventStreams(changes, most // 2, settings.connections_each // 2)
        served = Application(application, limits, self._uploads, self._connections, self._streams, THREADS)
        self._served = served
        protocol: Any = partial(Connection, self._connections, encrypted)
        self._server = _Server(
            uvicorn.Config(
                served,
                http=protocol,
                loop="asyncio",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=LATER,
                timeout_graceful_shutdown=ENDING,
                h11_max_incomplete_event_size=LARGEST_HEADER,
            ),
            self._streams,
        )
        self._sockets = listening(settings.host, settings.port)

    @property
    def port(self) -> int:
        return int(self._sockets[0].getsockname()[1])

    def load(self) -> Load:
        """What it bears at this moment; from any thread."""
        return Load(self._served.working, len(self._connections), self._uploads.held)

    def run(self) -> None:
        """Serve; after ``stop``, listen no more, finish the requests in flight, and return."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        beside = [asyncio.create_task(work) for work in (self._connections.drop_overdue(), self._renewing())]
        if self._streams:
            beside.append(asyncio.create_task(self._streams.run()))
        await self._server.serve(self._sockets)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)

    def stop(self) -> None:
        """Ask ``run`` to end; also from a signal handler or another thread."""
        self._server.should_exit = True


def listening(host: str, port: int) -> list[socket.socket]:
    """A socket for each address of this name.

    Each names TCP as its protocol: only then does asyncio disable the delay of small writes.
    """
    sockets: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
        ):
            listener = socket.socket(family, kind, protocol)
            sockets.append(listener)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(WAITING)
    except socket.gaierror as error:
        raise OSError(errno.EADDRNOTAVAIL, error.strerror) from error
    except BaseException:
        for listener in sockets:
            listener.close()
        raise
    return sockets
