"""Run the WSGI application behind an ASGI server: read by the event loop, answered in a thread, sent by the loop.

So neither a slow request nor a slow reader costs a thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote_to_bytes

from referee.server.connections import Connection, Connections
from referee.server.event_streams import EventStreams, Headers, Send
from referee.server.request_bodies import BodyLimits, ClientGone, Receive, Refused, RequestBody, Uploads
from referee.web.access.refused_requests import REFUSED
from referee.web.http.event_streams import SUBSCRIPTION

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Result = TypeVar("Result")
Scope = MutableMapping[str, Any]

CLIENT_GONE = "referee.client_disconnected"
"""The key of the function in the environment that says whether the client has hung up."""

FORWARDED = "HTTP_X_FORWARDED_"
PART = 64 * 1024
"""Bytes of an answer that are made or sent, about, before its reader has taken those before."""


class Application:
    """The ASGI application; ``working``: the pieces of work that have a thread or wait for one."""

    def __init__(
        self,
        application: WSGIApplication,
        limits: BodyLimits,
        uploads: Uploads,
        connections: Connections,
        streams: EventStreams | None,
        threads: int,
    ) -> None:
        self._application, self._limits, self._uploads = application, limits, uploads
        self._connections, self._streams = connections, streams
        self._threads = ThreadPoolExecutor(threads)
        self.working = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"]["connection"]
        environ = environment(scope)
        believed = self._connections.from_proxy(connection.peer)
        take_forwarded(environ, believed)
        client = environ["REMOTE_ADDR"]
        if believed:
            self._connections.rename(connection, "" if client == connection.peer else client)
        body = RequestBody(self._limits.of(environ["REQUEST_METHOD"], environ["PATH_INFO"]), self._uploads, client)
        try:
            with suppress(ClientGone):
                await self._read(environ, body, receive, connection)
                connection.begin_answer()
                await self._answer(environ, receive, send, connection)
                if REFUSED in environ:
                    await self._linger(receive, connection)
        finally:
            body.close()
            connection.end_answer()

    async def _read(self, environ: dict[str, Any], body: RequestBody, receive: Receive, connection: Connection) -> None:
        """Put the body into the environment, or the status that refuses it."""
        try:
            await body.read(environ, receive, connection)
        except Refused as refused:
            body.close()
            environ.pop("CONTENT_LENGTH", None)
            environ.update({REFUSED: refused.status, "wsgi.input": BytesIO()})
        else:
            if environ.pop("HTTP_TRANSFER_ENCODING", None):
                environ["CONTENT_LENGTH"] = str(body.size)
            environ["wsgi.input"] = body.file

    async def _answer(self, environ: dict[str, Any], receive: Receive, send: Send, connection: Connection) -> None:
        environ[CLIENT_GONE] = connection.is_gone
        answer = Answer(self._application, environ)
        refused = REFUSED in environ
        part = await self._in_thread(answer.begin)
        headers: Headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in answer.headers]
        if refused:
            headers.append((b"connection", b"close"))
        subscription = environ.get(SUBSCRIPTION)
        if subscription is not None and answer.ended and self._streams and self._streams.room(connection.client_key):
            environ.clear()  # it would be kept as long as the stream
            await self._streams.hold(subscription, headers, receive, send, connection)
            return
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        try:
            while True:
                connection.begin_part(part)
                for start in range(0, len(part), PART):
                    piece = part[start : start + PART]
                    connection.piece_sent(len(piece))
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
                if answer.ended:
                    break
                part = await self._in_thread(answer.part)
        finally:
            if not answer.ended:
                await self._in_thread(answer.close)
        if not refused:
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        self.working += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self.working -= 1

    async def _linger(self, receive: Receive, connection: Connection) -> None:
        """Discard the rest of a refused body: a reset would take the answer from its reader."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._connections.patience.lingering):
                while (await receive())["type"] == "http.request":
                    pass
        connection.drop()


class Answer:
    """One answer, made in threads part by part; ``ended``: the last part is made, and all is closed."""

    def __init__(self, application: WSGIApplication, environ: dict[str, Any]) -> None:
        self._application, self._environ = application, environ
        self.status = 0
        self.headers: list[tuple[str, str]] = []
        self.ended = False

    def begin(self) -> bytes:
        """The first part; status and headers are known with it."""
        self._result = self._application(self._environ, self._start)
        self._rest: Iterator[bytes] = iter(self._result)
        return self.part()

    def _start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        self.status, self.headers = int(status[:3]), headers

    def part(self) -> bytes:
        """The next part, of about ``PART`` bytes."""
        parts: list[bytes] = []
        size = 0
        try:
            for each in self._rest:
                parts.append(each)
                size += len(each)
                if size >= PART:
                    return b"".join(parts)
        except BaseException:
            self.close()
            raise
        self.close()
        return b"".join(parts)

    def close(self) -> None:
        self.ended = True
        if hasattr(self._result, "close"):
            self._result.close()


def environment(scope: Scope) -> dict[str, Any]:
    """The WSGI environment without the body."""
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" not in raw_name:  # another header would have the same name in here
            name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
            key = name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
            between = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def take_forwarded(environ: dict[str, Any], believed: bool) -> None:
    """Replace what is known of a proxy by what it says of its client; drop these headers of all others."""
    forwarded = {key[len(FORWARDED) :]: environ.pop(key) for key in list(environ) if key.startswith(FORWARDED)}
    if believed:
        client, scheme, host = (forwarded.get(key, "").rpartition(",")[2].strip() for key in ("FOR", "PROTO", "HOST"))
        environ["REMOTE_ADDR"] = client or environ["REMOTE_ADDR"]
        environ["wsgi.url_scheme"] = scheme if scheme in ("http", "https") else environ["wsgi.url_scheme"]
        if host:
            environ["HTTP_HOST"] = host
