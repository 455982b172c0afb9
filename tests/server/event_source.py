"""A client of event streams, as a browser reads them; one of its own, for what a browser does not show."""

from __future__ import annotations

import http.client
import json
import time
from dataclasses import dataclass
from typing import Any

from tests.server.sockets import HERE, Browser, connected


@dataclass(frozen=True, slots=True)
class Heard:
    """An event: what kind, its id, its data, and when it came (``time.monotonic``)."""

    kind: str
    id: str
    data: str
    at: float

    @property
    def said(self) -> Any:
        return json.loads(self.data)


class EventSource:
    """One stream; ``status``: of its answer, ``headers``: of its request beside the cookies of the browser."""

    def __init__(self, browser: Browser, path: str, source: str = HERE, **headers: str) -> None:
        port = browser.connection.port
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        lines = {"Host": f"{HERE}:{port}", "Cookie": cookies, "Accept-Language": "fr", **headers}
        self.socket = connected(port, source)
        head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        self._answer = http.client.HTTPResponse(self.socket, method="GET")
        self._answer.begin()
        self.status = self._answer.status
        self.answer_headers = self._answer.headers

    def next(self, patience: float = 60) -> Heard | None:
        """The next event; None at the end of the stream. TimeoutError: none in so many seconds."""
        self.socket.settimeout(patience)
        fields = {"event": "message", "id": "", "data": ""}
        while line := self._answer.readline().decode():
            name, _, value = line.rstrip("\n").partition(":")
            if name:
                fields[name] = value.removeprefix(" ")
            elif fields:
                return Heard(fields["event"], fields["id"], fields["data"], time.monotonic())
        return None

    def message(self, patience: float = 60) -> Heard | None:
        """The next event that is no sign of life; the same of the end and of the time."""
        deadline = time.monotonic() + patience
        while (heard := self.next(max(0.01, deadline - time.monotonic()))) is not None and heard.kind != "message":
            pass
        return heard

    def close(self) -> None:
        self._answer.close()
        self.socket.close()

    def __enter__(self) -> EventSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
