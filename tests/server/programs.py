"""Programs that ask a real server, with a token that a keeper made on the page."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections import Counter
from types import TracebackType
from typing import Any

from tests.server.sockets import HERE, Browser
from tests.web.markup import parse_page

TOGETHER = 900
"""Seconds in which all have written, on a loaded machine too."""


def token_of(keeper: Browser, role: str = "keeper") -> str:
    page = keeper.send("/share/programs", [("role", role), ("name", "le robot")])
    assert page.status == 200
    return parse_page(page.page).all(class_="token")[0].text()


class Program:
    """A program with a token, over one connection that stays open."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(HERE, port, timeout=TOGETHER)
        self._token = token

    def ask(self, method: str, path: str, value: Any = None, **headers: str) -> tuple[int, Any]:
        """The status and the value of an answer; None: that of a proxy which found no process in time."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        body = None if value is None else json.dumps(value).encode()
        self._connection.request(method, path, body, {"Authorization": f"Bearer {self._token}", **named})
        answer = self._connection.getresponse()
        received = answer.read()
        return answer.status, json.loads(received) if received else None

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()


def write_together(keeper: Browser, writers: int) -> Counter[int]:
    """Begin a match to which so many programs write at once, each until it is recorded; how often each status of the
    referee's came.

    :raises AssertionError: one was not recorded, or twice, or the log has a gap or another order than was told.
    """
    port, token = keeper.connection.port, token_of(keeper)
    statuses, lock = Counter[int](), threading.Lock()
    with Program(port, token) as program:
        file = {"format": "referee-match/1", "game": "feuille-libre", "players": ["Ana", "Bob"], "entries": []}
        _, match = program.ask("POST", "/api/v1/matches", file)
        path = f"/api/v1/matches/{match['id']}"
    begin = threading.Barrier(writers)
    end = time.monotonic() + TOGETHER
    acknowledged: list[tuple[int, int]] = []

    def write(number: int) -> None:
        entry = {"step": "points", "points": {"Ana": number, "Bob": -number}}
        with Program(port, token) as writer:
            begin.wait()
            status, answer = 0, None
            while status != 201 and time.monotonic() < end:
                status, answer = writer.ask("POST", f"{path}/entries", entry, Idempotency_Key=f"key-{number}")
                if answer is not None:
                    with lock:
                        statuses[status] += 1
            with lock:
                acknowledged.append(((answer or {}).get("position"), number))

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Program(port, token) as program:
        _, log = program.ask("GET", f"{path}/entries")
    assert log["length"] == writers
    assert [(entry["position"], entry["entry"]["points"]["Ana"]) for entry in log["entries"]] == sorted(acknowledged)
    assert [position for position, _ in sorted(acknowledged)] == list(range(writers))
    return statuses
