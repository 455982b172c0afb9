"""A phone that keeps its connection open and its cookies, and what it records."""

import http.client
import re
import secrets
import time
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

PLAYERS = ("Ana", "Bob", "Chloé")
ROUNDS = 33
"""Rounds of L'Ascenseur with three players."""

HIDDEN = re.compile(r'type="hidden" name="([^"]+)" value="([^"]+)"')
STEPS = ("bids", "tricks")


class Phone:
    """One browser: a connection that stays open, and cookies."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.largest = 0

    def ask(self, method: str, path: str, form: Sequence[tuple[str, str]] = (), **headers: str) -> tuple[int, str, str]:
        """Status, where it leads, and the page (nothing of one that comes compressed)."""
        body = urlencode(form) if method == "POST" else None
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self.connection.request(method, path, body, {**self.headers, **kind, **headers})
        response = self.connection.getresponse()
        received = response.read()
        self.largest = max(self.largest, len(received))
        for line in response.headers.get_all("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
            self.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        page = "" if response.headers.get("Content-Encoding") else received.decode(errors="replace")
        return response.status, response.headers.get("Location", ""), page

    def timed(
        self, method: str, path: str, statuses: Sequence[int], form: Sequence[tuple[str, str]] = (), **headers: str
    ) -> float:
        """Milliseconds until the answer is read."""
        began = time.perf_counter()
        got, _, page = self.ask(method, path, form, **headers)
        took = (time.perf_counter() - began) * 1000
        assert got in statuses, (path, got, page[:500])
        return took

    def page_time(self, path: str, **headers: str) -> float:
        """Milliseconds of a page."""
        return self.timed("GET", path, [200], (), **headers)

    def joins(self, link: str) -> None:
        """Come into the club of a link; a former version of its page has hidden fields that it asks for."""
        hidden = HIDDEN.findall(self.ask("GET", link)[2])
        assert self.ask("POST", link, [*hidden, ("name", "Ana")])[0] == 303

    def new_match(self, game: str = "ascenseur", players: Sequence[str] = PLAYERS) -> str:
        """Start a match; its address."""
        seats = [(f"seat.{index}", name) for index, name in enumerate(players)]
        status, path, page = self.ask("POST", f"/new/{game}", [*seats, ("key", secrets.token_urlsafe(8))])
        assert status == 303, page
        return path

    def record(
        self, match: str, length: int, entry: dict[str, Any], statuses: Sequence[int] = (303,), **headers: str
    ) -> float:
        """Milliseconds of recording an entry whose one field has a number for every seat, in their order."""
        [(name, values)] = [(key, value) for key, value in entry.items() if key != "step"]
        fixed = [("step", entry["step"]), ("expected", str(length)), ("key", secrets.token_urlsafe(8))]
        answers = [(f"{name}.{seat}", str(value)) for seat, value in enumerate(values.values())]
        return self.timed("POST", f"{match}/entries", statuses, [*fixed, *answers], **headers)


def ascenseur_entry(position: int) -> dict[str, Any]:
    """The entry at a position of a match of three: everybody bids 0, who speaks first takes all."""
    deal, tricks = divmod(position, 2)
    speakers = [PLAYERS[(deal + 1 + seat) % 3] for seat in range(3)]
    numbers = dict.fromkeys(speakers, 0)
    if tricks:
        numbers[speakers[0]] = min(deal + 1, ROUNDS - deal)
    return {"step": STEPS[tricks], STEPS[tricks]: numbers}


def sheet_entry(position: int, players: Sequence[str]) -> dict[str, Any]:
    """The entry at a position of a free sheet, which never ends."""
    return {"step": "points", "points": {name: (position * 7 + seat * 3) % 41 for seat, name in enumerate(players)}}
