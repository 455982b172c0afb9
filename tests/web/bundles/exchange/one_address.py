"""A server and the app of a phone at one address, for a browser: the phone's is made by CPython here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.dispatcher import DispatcherMiddleware

from tests.databases import SqliteFiles
from tests.thread_server import ThreadServer
from tests.web.bundles.exchange.carrier import PREFIX, server_and_phone

WORKER = f"{PREFIX}/worker.js"
"""A worker of the phone's folder that leaves all to the network: by it a page knows that the app is installed."""


def _worker(_environ: dict[str, Any], start: Any) -> Iterable[bytes]:
    start("200 OK", [("Content-Type", "text/javascript")])
    return [b"addEventListener('install', () => skipWaiting());"]


class OneAddress:
    """Both at one address; ``away``: the server does not answer, as behind a proxy that finds nobody."""

    def __init__(self, server: Flask, phone: Flask) -> None:
        self.server, self.phone, self.away = server, phone, False
        both = DispatcherMiddleware(self._answer, {WORKER: _worker, PREFIX: phone.wsgi_app})
        self._http = ThreadServer(both)
        self.url = self._http.url

    def _answer(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        if self.away:
            start("502 Bad Gateway", [("Content-Type", "text/plain")])
            return [b""]
        return self.server.wsgi_app(environ, start)

    @contextmanager
    def running(self) -> Iterator[OneAddress]:
        self._http.start()
        try:
            yield self
        finally:
            self._http.stop()


@contextmanager
def one_address(files: SqliteFiles, folder: Path) -> Iterator[OneAddress]:
    with server_and_phone(files, folder) as (server, phones), OneAddress(server, phones[0]).running() as both:
        yield both
