"""Connections of our own to a real server: so many at once, so slow and so broken as no browser would make them."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.web.markup import parse_page

HERE = "127.0.0.1"
PLAYERS = ("Ana", "Bob", "Chloé")


class Answer:
    """What came back: the status, the headers, the page."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()
        self.page = self.body.decode(errors="replace")

    @property
    def sentence(self) -> str:
        """What is read on a page that says only this."""
        return parse_page(self.page).all("main")[0].all("p")[0].text()

    @property
    def cookies(self) -> SimpleCookie:
        return SimpleCookie("\n".join(self.headers.get_all("Set-Cookie") or []))


def connected(port: int, source: str = HERE) -> socket.socket:
    """A connection from this address of the machine."""
    return socket.create_connection((HERE, port), timeout=60, source_address=(source, 0))


@contextmanager
def many(port: int, number: int, source: str = HERE, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """So many connections, the oldest first, each of which has sent this."""
    made: list[socket.socket] = []
    try:
        for _ in range(number):
            made.append(connected(port, source))
            made[-1].sendall(sent)
            time.sleep(0.002)  # so that the server sees them come in this order
        yield made
    finally:
        for socket in made:
            socket.close()


def read_answer(connection: socket.socket, method: str = "GET") -> Answer:
    response = http.client.HTTPResponse(connection, method=method)
    response.begin()
    return Answer(response)


def is_closed(connection: socket.socket, patience: float = 20) -> bool:
    """Whether the server closes it, or has, within so many seconds."""
    connection.settimeout(patience)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def until(true: Callable[[], bool]) -> bool:
    """Whether it becomes true within twenty seconds."""
    deadline = time.monotonic() + 20
    while not (held := true()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return held


class Browser:
    """Pages over one connection that stays open, with cookies; ``headers`` are sent with each request."""

    def __init__(self, port: int, source: str = HERE, headers: Mapping[str, str] | None = None) -> None:
        self.connection = http.client.HTTPConnection(HERE, port, timeout=60, source_address=(source, 0))
        self.headers = dict(headers or {})
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, {**self.headers, **cookie, **named})
        answer = Answer(self.connection.getresponse())
        self.cookies.update({name: morsel.value for name, morsel in answer.cookies.items()})
        return answer

    def open(self, path: str) -> Answer:
        return self.ask("GET", path)

    def send(self, path: str, pairs: Sequence[tuple[str, str]] = ()) -> Answer:
        """Post a form."""
        body = urlencode(pairs).encode()
        return self.ask("POST", path, body, Content_Type="application/x-www-form-urlencoded")

    def new_match(self) -> str:
        """Start a match; its path."""
        seats = [(f"seat.{index}", name) for index, name in enumerate(PLAYERS)]
        answer = self.send("/new/ascenseur", seats)
        assert answer.status == 303
        return answer.headers["Location"]

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
