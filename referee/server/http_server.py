"""The listening sockets, the loop that serves them, and its end."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn

from referee.server.connections import USUAL, Connection, Connections, Patience, connections_possible
from referee.server.event_streams import Changes, EventStreams
from referee.server.request_bodies import BodyLimits, Uploads
from referee.server.wsgi_to_asgi import Application
from referee.settings import LOOPBACK, BadSetting, Settings
from referee.words import say

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
        proxies = {LOOPBACK, "::1"} if settings.behind_proxy == LOOPBACK else {settings.behind_proxy} - {""}
        most = connections_possible(settings.connections)
        self._connections = Connections(most, settings.connections_each, patience, proxies)
        self._streams = None if changes is None else EventStreams(changes, most // 2, settings.connections_each // 2)
        uploads = Uploads(settings.uploads)
        served = Application(application, limits, uploads, self._connections, self._streams, THREADS)
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
        self._sockets = _listening(settings.host, settings.port)

    @property
    def port(self) -> int:
        return int(self._sockets[0].getsockname()[1])

    def run(self) -> None:
        """Serve; after ``stop``, listen no more, finish the requests in flight, and return."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        running = [asyncio.create_task(self._connections.drop_overdue())]
        if self._streams:
            running.append(asyncio.create_task(self._streams.run()))
        await self._server.serve(self._sockets)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def stop(self) -> None:
        """Ask ``run`` to end; also from a signal handler or another thread."""
        self._server.should_exit = True


def _listening(host: str, port: int) -> list[socket.socket]:
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


def encryption(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """The TLS context; None without a certificate.

    :raises BadSetting: the certificate cannot be read, or the key does not belong to it.
    """
    if certificate is None:
        if key is not None:
            raise BadSetting(say("Une clé (--key) ne sert qu'avec son certificat (--certificate)."))
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(certificate, key, password=lambda: "")
    except OSError:  # an SSLError is one too
        message = say(
            "Le certificat %(certificate)s ne se lit pas, ou la clé (--key), sans mot de passe, n'est pas la sienne.",
            certificate=str(certificate),
        )
        raise BadSetting(message) from None
    return context
