"""How soon many followers of a match see what is recorded, and how long their keeper waits meanwhile.

Each follower is a device of its own with a connection that stays open, and asks as ``static/js/follow_match.js`` does:
every two seconds, a little sooner or later. They are one process with one loop, which leaves the machine to the server.
The server's own limits stay as they are: 2,000 connections of one address, and no limit on asking.
"""

import random
import re
import secrets
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles

from tests.running import RunningServer
from tests.server.sockets import Browser

WATCHERS = 1000
RECORDS = 20
OFTEN = 2.0
"""Seconds between two questions of a follower; a tenth of it sooner or later, so that they do not come in one wave."""
BETWEEN = 3.0
"""Seconds between two records."""
SETTLING = 6.0
"""Seconds that all have to be there, before the first record."""
LONGEST = 240.0
LINK = re.compile(r'href="(?:https?://[^"/]+)?(/join/[^"]+)"')
TAG = re.compile(rb'(?i)\netag: (?:W/)?"([^"]+)"')
SIZE = re.compile(rb"(?i)\ncontent-length: (\d+)")
CARDS = 33
"""Rounds of three players."""


@dataclass(frozen=True, slots=True)
class Following:
    """Milliseconds after a record until its last follower had it, for each; and until the keeper was answered."""

    watchers: int
    last_sees: Sequence[float]
    recorded: Sequence[float]
    asked_a_second: float

    def rows(self) -> list[str]:
        """The median and the most, or the 95th of a hundred, in the columns of ``make bench``."""
        title = f"{self.watchers} followers, {self.asked_a_second:.0f} a second: last sees"
        cuts = quantiles(self.recorded, n=100, method="inclusive")
        return [
            f"{title:<42} {median(self.last_sees):9.2f} {max(self.last_sees):9.2f} {len(self.last_sees):8}",
            f"{'  their keeper records meanwhile':<42} {cuts[49]:9.2f} {cuts[94]:9.2f} {len(self.recorded):8}",
        ]


def followed(folder: Path, watchers: int, records: int) -> Following:
    """Play a match in front of so many followers, on a server with data of its own."""
    with RunningServer(folder) as server, Browser(server.port) as keeper:
        path = keeper.new_match()
        requests = [_request(path, device) for device in devices(server.port, keeper, watchers)]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seen = pool.submit(watch, server.port, requests, records)
            time.sleep(SETTLING)
            keeper.close()  # it has idled for longer than the server bears; the next request opens it anew
            times = [record(keeper, path, number) for number in range(records)]
            last, polls = seen.result()
    after = [(last[number + 1] - began) * 1000 for number, (began, _) in enumerate(times)]
    return Following(watchers, after, [took for _, took in times], polls)


def record(keeper: Browser, path: str, number: int) -> tuple[float, float]:
    """When the next entry was answered, and the milliseconds that took: nobody bids, who speaks first takes all."""
    time.sleep(BETWEEN)
    deal, tricks = divmod(number, 2)
    values = (str(min(deal + 1, CARDS - deal)), "0", "0") if tricks else ("0", "0", "0")
    step = "tricks" if tricks else "bids"
    fixed = [("step", step), ("expected", str(number)), ("key", secrets.token_urlsafe(8))]
    form = [*fixed, *((f"{step}.{seat}", value) for seat, value in enumerate(values))]
    began = time.monotonic()
    answer = keeper.send(f"{path}/entries", form)
    ended = time.monotonic()
    assert answer.status == 303, answer.page
    return ended, (ended - began) * 1000


def devices(port: int, keeper: Browser, number: int) -> list[str]:
    """So many devices that may watch: the cookies of each."""
    found = LINK.search(keeper.send("/share", [("role", "watcher")]).page)
    assert found
    cookies = []
    for _ in range(number):
        with Browser(port) as guest:
            assert guest.send(found[1]).status == 303
            cookies.append("; ".join(f"{name}={value}" for name, value in guest.cookies.items()))
    return cookies


def _request(path: str, cookies: str) -> str:
    lines = (
        f"GET {path}/state?shows=match HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: fr", f"Cookie: {cookies}",
        "Accept-Encoding: gzip", "User-Agent: a follower",
    )  # fmt: skip
    return "".join(f"{line}\r\n" for line in lines)


@dataclass(slots=True)
class Follower:
    """One phone: its connection, what it knows, and what has come of the answer it waits for."""

    request: str
    connection: socket.socket
    tag: str = "0-0"
    length: int = 0
    received: bytearray = field(default_factory=bytearray)

    def ask(self) -> None:
        self.connection.send(f'{self.request}If-None-Match: "{self.tag}"\r\n\r\n'.encode())

    def answered(self) -> bool:
        """Take what has come; whether that was the rest of the answer, and the tag and the length are known anew."""
        more = self.connection.recv(65536)
        assert more, f"the server hung up after {bytes(self.received[:200])!r}"
        self.received += more
        head, end, body = self.received.partition(b"\r\n\r\n")
        status = bytes(head[9:12])
        assert status in (b"200", b"304"), bytes(self.received[:200])
        if not end or (status == b"200" and len(body) < int(SIZE.findall(head)[0])):
            return False
        self.tag = TAG.findall(head)[0].decode()
        self.length = int(self.tag.partition("-")[0])
        self.received.clear()
        return True


def watch(port: int, requests: Sequence[str], records: int) -> tuple[dict[int, float], float]:
    """Follow until all have seen so many records: when the last one saw each, and how often they asked in a second."""
    chance = random.Random(1)
    selector = selectors.DefaultSelector()
    followers = [Follower(request, socket.create_connection(("127.0.0.1", port), timeout=20)) for request in requests]
    for follower in followers:
        selector.register(follower.connection, selectors.EVENT_READ, follower)
    start = time.monotonic()
    due = [(start + chance.uniform(0, OFTEN), number, one) for number, one in enumerate(followers)]
    heapify(due)
    last: dict[int, float] = {}
    asked, behind = 0, len(followers)
    while behind:
        now = time.monotonic()
        assert now < start + LONGEST, f"{behind} do not see it"
        while due and due[0][0] <= now:
            heappop(due)[2].ask()
            asked += 1
        for key, _ in selector.select(max(0.0, due[0][0] - now) if due else 0.1):
            one, known = key.data, key.data.length
            if one.answered():
                now = time.monotonic()
                last.update(dict.fromkeys(range(known + 1, one.length + 1), now))
                behind -= known < records <= one.length
                heappush(due, (now + OFTEN * chance.uniform(0.9, 1.1), asked, one))
    return last, asked / (time.monotonic() - start)


def measure(watchers: int | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(*followed(Path(folder), watchers or WATCHERS, RECORDS).rows(), sep="\n")


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else None)
