"""Programs that ask a real server, with a token that a keeper made on the page."""

from __future__ import annotations

import http.client
import json
from types import TracebackType
from typing import Any

from tests.server.sockets import HERE, Browser
from tests.web.markup import parsed


def token_of(keeper: Browser, role: str = "keeper") -> str:
    page = keeper.send("/share/programs", [("role", role), ("name", "le robot")])
    assert page.status == 200
    return parsed(page.page).all(class_="token")[0].text()


class Program:
    """A program with a token, over one connection that stays open."""

    def __init__(self, port: int, token: str) -> None:
        self._connection = http.client.HTTPConnection(HERE, port, timeout=120)
        self._token = token

    def ask(self, method: str, path: str, value: Any = None, **headers: str) -> tuple[int, Any]:
        """The status and the value of an answer."""
        named = {name.replace("_", "-"): text for name, text in headers.items()}
        body = None if value is None else json.dumps(value).encode()
        self._connection.request(method, path, body, {"Authorization": f"Bearer {self._token}", **named})
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()
