"""The ASGI application: reads a body whole, has the WSGI application answer in a thread, holds the event streams."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event as Flag
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote_from_bytes

from a2wsgi import WSGIMiddleware

from referee.server.event_streams import EventStreams
from referee.server.request_bodies import BodyLimits, BodyRefused, ClientGone, RequestBody, Uploads
from referee.web.access.heavy_requests import DISCONNECTED
from referee.web.access.refused_requests import REFUSED
from referee.web.http.event_streams import SUBSCRIPTION, Subscription

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

REQUEST = "referee.request"
"""The key of the :class:`Request` in the scope."""
EVENTS = "/events"
"""The end of the paths at which a page of events answers."""
LINGERING = 10
"""Seconds in which the rest of a refused body is discarded: a reset would take the answer from its reader."""
PRINTABLE = bytes(range(0x21, 0x7F)).decode()


@dataclass(slots=True)
class Request:
    """A request whose body was read; ``refusal_status``: the status that refuses the body, 0 for none.

    ``gone``: set when the client has hung up. ``subscription``: what the application says that the client follows.
    """

    body: IO[bytes]
    size: int
    refusal_status: int = 0
    gone: Flag = field(default_factory=Flag)
    subscription: Subscription | None = None


class ServerApplication:
    """The ASGI application; ``working``: the requests that have a thread or wait for one."""

    def __init__(
        self,
        application: WSGIApplication,
        limits: BodyLimits,
        uploads: Uploads,
        streams: EventStreams | None,
        threads: int,
    ) -> None:
        served: Any = _with_request(application)  # a2wsgi has its own names for the types of WSGI
        self._wsgi: Any = WSGIMiddleware(served, workers=threads)
        self._limits, self._uploads, self._streams = limits, uploads, streams
        self.working = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"][0] if scope["client"] else ""
        body = RequestBody(self._limits.of(scope["method"], scope["path"]), self._uploads, client)
        try:
            request = await _read(body, scope, receive)
        except ClientGone:
            body.close()
            return
        scope[REQUEST] = request
        if not scope["query_string"].isascii():
            scope["query_string"] = quote_from_bytes(scope["query_string"], safe=PRINTABLE).encode()
        try:
            if request.refusal_status:
                await self._answer(scope, receive, _discarding_rest(receive, send))
            else:
                await self._answer_while_connected(request, scope, receive, send)
        finally:
            body.close()

    async def _answer_while_connected(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; ``request.gone`` is set as soon as the client hangs up."""
        connected = asyncio.create_task(_until_gone(receive))
        connected.add_done_callback(lambda _: request.gone.set())
        try:
            if self._streams is not None and scope["path"].endswith(EVENTS):
                await self._answer_or_stream(request, scope, receive, send, connected)
            else:
                await self._answer(scope, receive, send)
        finally:
            connected.cancel()

    async def _answer_or_stream(
        self, request: Request, scope: Scope, receive: Receive, send: Send, connected: asyncio.Task[None]
    ) -> None:
        """Hold the stream of a page of events; without room for it, the page's own answer tells its client to poll."""
        assert self._streams is not None
        answer: list[Message] = []

        async def collect(message: Message) -> None:
            answer.append(message)

        await self._answer(scope, receive, collect)
        client = scope["client"][0] if scope["client"] else ""
        if request.subscription is not None and self._streams.room(client):
            await self._streams.hold(request.subscription, answer[0]["headers"], send, client, connected)
            return
        for message in answer:
            await send(message)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.working += 1
        try:
            await self._wsgi(scope, receive, send)
        finally:
            self.working -= 1


async def _read(body: RequestBody, scope: Scope, receive: Receive) -> Request:
    """Read the body, or as much of it as shows that it is refused; raises ClientGone."""
    headers = dict(scope["headers"])
    try:
        await body.read(headers.get(b"content-length"), b"transfer-encoding" in headers, receive)
    except BodyRefused as refused:
        body.discard()
        return Request(body.file, 0, refused.status)
    return Request(body.file, body.size)


def _with_request(application: WSGIApplication) -> WSGIApplication:
    """The application with what is known of a request in its environment: the body, a refusal, whether it goes on."""

    def serve(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        request: Request = environ["asgi.scope"][REQUEST]
        environ["wsgi.input"] = request.body
        environ[DISCONNECTED] = request.gone.is_set
        environ.pop("HTTP_TRANSFER_ENCODING", None)
        environ["CONTENT_LENGTH"] = str(request.size) if request.size else ""
        if request.refusal_status:
            environ[REFUSED] = request.refusal_status
        result = application(environ, start_response)
        request.subscription = environ.get(SUBSCRIPTION)
        return result

    return serve


def _discarding_rest(receive: Receive, send: Send) -> Send:
    """Send that closes the connection after the answer, once the rest of the body has come or time is up."""

    async def send_part(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send({**message, "headers": [*message["headers"], (b"connection", b"close")]})
            return
        last = not message.get("more_body", False)
        await send({**message, "more_body": True})
        if last:
            with suppress(TimeoutError):
                async with asyncio.timeout(LINGERING):
                    while (message := await receive())["type"] == "http.request" and message.get("more_body", False):
                        pass
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return send_part


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
