"""The listening sockets, uvicorn on them, and its end."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import select
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

import uvicorn

from referee.server.application import ServerApplication
from referee.server.certificate_reload import encryption, renew
from referee.server.event_streams import BEAT_EVERY, Changes, EventStreams
from referee.server.request_bodies import BodyLimits, Uploads
from referee.settings import LOOPBACK, Settings

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 64
LARGEST_HEADER = 32 * 1024
"""Bytes of the headers of a request."""
BACKLOG = 1024
"""Connections that wait to be accepted."""
IDLE = 30
"""Seconds after which a connection without a request is closed."""
ENDING = 7
"""Seconds for requests in flight after a stop."""
UNACKNOWLEDGED = 2 * BEAT_EVERY
"""Seconds after which Linux ends the connection of a client that acknowledges nothing."""
OTHER_FILES = 1024
"""Files beside the connections: of the database (three for each of its connections), and of large bodies."""
WITHOUT_POLL = 256
"""Connections where there is only ``select``, which knows 512 files at most."""

logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # what strangers send is no fault


@dataclass(frozen=True, slots=True)
class Load:
    """Requests under way or waiting for a thread, open connections, bytes of bodies being received."""

    working: int
    connections: int
    uploads: int


class HttpServer:
    """Serve an application at the host and port of the settings, until ``stop``.

    Where ``changes`` are told, half of the connections may be event streams.

    :raises OSError: the address is not available.
    """

    def __init__(
        self, application: WSGIApplication, settings: Settings, limits: BodyLimits, changes: Changes | None = None
    ) -> None:
        self._settings = settings
        self._encryption = encryption(settings.certificate, settings.key)
        self._uploads = Uploads(settings.uploads)
        connections = connections_possible(settings.connections)
        proxies = proxy_addresses(settings.behind_proxy)
        self._streams = None
        if changes is not None:
            self._streams = EventStreams(changes, connections // 2, settings.streams_each, proxies)
        self._application = ServerApplication(application, limits, self._uploads, self._streams, THREADS)
        self._server = uvicorn.Server(
            uvicorn.Config(
                self._application,
                loop="asyncio",
                http="h11",
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(proxies),
                forwarded_allow_ips=proxies,
                limit_concurrency=connections,
                timeout_keep_alive=IDLE,
                timeout_graceful_shutdown=ENDING,
                h11_max_incomplete_event_size=LARGEST_HEADER,
                ssl_context_factory=_factory(self._encryption),
            )
        )
        self._sockets = listening(settings.host, settings.port)
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def port(self) -> int:
        return int(self._sockets[0].getsockname()[1])

    def load(self) -> Load:
        """What it bears at this moment; from any thread."""
        connections = len(self._server.server_state.connections)
        return Load(self._application.working, connections, self._uploads.total)

    def run(self) -> None:
        """Serve; after ``stop``, listen no more, finish the requests in flight, and return.

        uvicorn takes signals only in the main thread; in another one they stay with the caller.
        """
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        beside = [asyncio.create_task(renew(self._encryption, self._settings.certificate, self._settings.key))]
        if self._streams:
            beside.append(asyncio.create_task(self._streams.run()))
        await self._server.serve(self._sockets)
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)

    def stop(self) -> None:
        """Ask ``run`` to end; also from a signal handler or another thread."""
        self._server.should_exit = True
        if self._streams and self._loop:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._streams.close)


def _factory(context: ssl.SSLContext | None) -> Callable[[uvicorn.Config, object], ssl.SSLContext] | None:
    """What uvicorn asks for its TLS context; None without one."""
    if context is None:
        return None
    return lambda config, usual: context


def proxy_addresses(behind_proxy: str) -> list[str]:
    """The addresses of the proxy whose headers are believed; none without one."""
    if behind_proxy == LOOPBACK:
        return [LOOPBACK, "::1"]
    return [behind_proxy] if behind_proxy else []


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
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # the accepted connections inherit it
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED * 1000)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
    except socket.gaierror as error:
        raise OSError(errno.EADDRNOTAVAIL, error.strerror) from error
    except BaseException:
        for listener in sockets:
            listener.close()
        raise
    return sockets


def connections_possible(connections: int) -> int:
    """As many as wanted, or fewer where the limit of open files, which is raised first, does not allow them."""
    if not hasattr(select, "poll"):
        return min(connections, WITHOUT_POLL)
    allowed = _raised(connections + OTHER_FILES)
    return max(1, min(connections, max(allowed - OTHER_FILES, allowed // 2)))


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
