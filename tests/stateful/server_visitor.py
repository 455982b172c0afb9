"""A visitor whose requests go over the network to a running server."""

from collections.abc import Iterable
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

from flask import Flask
from werkzeug.datastructures import EnvironHeaders
from werkzeug.test import Client

from tests.web.visitor import Visitor


class ServerVisitor(Visitor):
    """The browser of the tests with its cookies; what it asks is answered by the server on this port."""

    def __init__(self, app: Flask, port: int) -> None:
        super().__init__(app)
        self.client = Client(lambda *request: _answered(port, *request), app.response_class)  # type: ignore[assignment]


def _answered(port: int, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    address = environ["PATH_INFO"] + (f"?{environ['QUERY_STRING']}" if environ["QUERY_STRING"] else "")
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request(environ["REQUEST_METHOD"], address, body, dict(EnvironHeaders(environ)))
        answer = connection.getresponse()
        start(f"{answer.status} {answer.reason}", answer.getheaders())
        return [answer.read()]
