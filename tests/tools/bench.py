"""Measured figures: ``make bench`` prints them, writes nothing.

The pages are asked of the real server process over HTTP; beside them, in the same run and on the same disk, a bare
Flask page served the same way and a raw SQLite commit say how quick this machine is.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import secrets
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles
from urllib.parse import urlencode

from referee.desk import search as searching
from referee.desk.search import search
from tests.games.random_matches import random_match
from tests.running import RunningServer, free_port
from tests.tools import club_bench

PLAYERS = ("Ana", "Bob", "Chloé")
ROUND = 30
"""The round that is recorded: three players have 33."""

SAMPLES = 200
FILES = 10_000
STARTS = 10
VERDICT = "/desk/president/can-play/verdict?previous=JOKER+JOKER&cards=3S+3H"
TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')

BARE = """
import sys
from flask import Flask
from waitress import serve
app = Flask(__name__)
app.add_url_rule("/", view_func=lambda: "a bare page")
serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=64)
"""

# A process has at least the peak of the one that started it: this one is small.
MEASURE = """
import os, sys, time
began = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, 1, 0)])
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), time.perf_counter() - began, used.ru_maxrss)
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, in milliseconds."""

    name: str
    times: Sequence[float]

    def row(self) -> str:
        cuts = quantiles(self.times, n=100)
        return f"{self.name:<42} {cuts[49]:9.2f} {cuts[94]:9.2f} {len(self.times):8}"


def main() -> None:
    """Measure everything, a line as soon as it is known."""
    print(f"{'milliseconds':<42} {'p50':>9} {'p95':>9} {'samples':>8}")
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        for figures in (_pages(data), (_bare_page(),), (_raw_commit(data),), _searches()):
            for figure in figures:
                print(figure.row(), flush=True)
        _score(data)
        for kind, environment in club_bench.database_kinds(data):
            _club(kind, environment)


def _club(kind: str, environment: Mapping[str, str]) -> None:
    """The pages of a large club."""
    link, took = club_bench.filled(environment, club_bench.MATCHES, club_bench.ENTRIES)
    title = f"{kind}: {club_bench.MATCHES} matches, {club_bench.ENTRIES} entries"
    print(f"\n{title:<42} {'p50':>9} {'p95':>9} {'samples':>8}   made in {took:.0f} s", flush=True)
    with club_bench.server(environment) as server:
        keeper = Keeper(server.port)
        assert keeper.ask("POST", link, [("name", "Ana")])[0] == 303
        for visit in club_bench.visits(keeper.ask):
            times = sorted(keeper.timed("GET", visit.path, 200) for _ in range(club_bench.SAMPLES))
            print(Figure(visit.name, times).row(), flush=True)


def _pages(data: Path) -> Iterator[Figure]:
    """Recording round 30 and showing its sheet."""
    with RunningServer(data) as server:
        keeper = Keeper(server.port)
        matches = [keeper.new_match() for _ in range(SAMPLES // 2)]
        for match in matches:
            _play_on(data, match)
        recorded = [keeper.record(match, step) for match in matches for step in ("bids", "tricks")]
        yield Figure(f"record round {ROUND}", sorted(recorded))
        for name, below in (("match page after it", ""), ("sheet after it", "/sheet")):
            shown = [keeper.timed("GET", f"{match}{below}", 200) for match in matches for _ in range(2)]
            yield Figure(name, sorted(shown))
        for name, path in (("home page", "/"), ("a verdict of the desk, all cards tried", VERDICT)):
            yield Figure(name, sorted(keeper.timed("GET", path, 200) for _ in range(SAMPLES)))


def _searches() -> Iterator[Figure]:
    """A search of the rulebook, which is read once, and one that has to read it."""
    yield Figure("a search of the rulebook", sorted(_each(lambda: search("ascenceur changer d'anonce", "fr"))))

    def reading() -> None:
        searching._index.cache_clear()
        search("dernier annonce", "fr", "ascenseur")

    yield Figure("the first search, which reads it", sorted(_each(reading)))


class Keeper:
    """One phone with a connection that stays open and its cookies."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers: dict[str, str] = {}
        self.cookies: dict[str, str] = {}
        self.token = ""
        found = TOKEN.search(self.ask("GET", "/")[2])
        assert found
        self.token = found[1]

    def ask(self, method: str, path: str, form: Sequence[tuple[str, str]] = ()) -> tuple[int, str, str]:
        """Status, where it leads, and the page."""
        body = urlencode([("csrf_token", self.token), *form]) if method == "POST" else None
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        self.connection.request(method, path, body, {**self.headers, **kind})
        response = self.connection.getresponse()
        page = response.read().decode()
        for line in response.headers.get_all("Set-Cookie", ()):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return response.status, response.headers.get("Location", ""), page

    def timed(self, method: str, path: str, status: int, form: Sequence[tuple[str, str]] = ()) -> float:
        """Milliseconds until the answer is read."""
        began = time.perf_counter()
        got, _, page = self.ask(method, path, form)
        took = (time.perf_counter() - began) * 1000
        assert got == status, (path, got, page[:500])
        return took

    def new_match(self) -> str:
        seats = [(f"seat.{index}", name) for index, name in enumerate(PLAYERS)]
        return self.ask("POST", "/new/ascenseur", [*seats, ("key", secrets.token_urlsafe(8))])[1]

    def record(self, match: str, step: str) -> float:
        """Record the bids or the tricks of round 30: everybody bids 0, who speaks first takes all."""
        cards = 33 - ROUND + 1
        values = ("0", "0", "0") if step == "bids" else (str(cards), "0", "0")
        seen = 2 * (ROUND - 1) + (step == "tricks")
        fixed = [("step", step), ("expected", str(seen)), ("key", secrets.token_urlsafe(8))]
        return self.timed(
            "POST", f"{match}/entries", 303, [*fixed, *((f"{step}.{seat}", value) for seat, value in enumerate(values))]
        )


def _play_on(data: Path, match: str) -> None:
    """Put 29 rounds into the match's log, past the pages: it is the thirtieth that is measured."""
    rows = []
    for deal in range(1, ROUND):
        cards = min(deal, 34 - deal)
        speakers = [PLAYERS[(deal + seat) % 3] for seat in range(3)]
        bids, tricks = dict.fromkeys(speakers, 0), dict.fromkeys(speakers, 0) | {speakers[0]: cards}
        rows += [{"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks}]
    with closing(sqlite3.connect(data / "referee.sqlite3", timeout=30)) as database, database:
        [number] = database.execute("SELECT id FROM match WHERE public_id = ?", (match.rpartition("/")[2],)).fetchone()
        database.executemany(
            "INSERT INTO entry (match_id, position, batch, entry, reason, person, recorded_at)"
            " VALUES (?, ?, ?, ?, '', '', '2026-01-01 20:00:00.000000')",
            [(number, position, position, json.dumps(entry)) for position, entry in enumerate(rows)],
        )
        database.execute("UPDATE match SET length = ? WHERE id = ?", (len(rows), number))


def _bare_page() -> Figure:
    """A page of Flask alone, served as ours are."""
    port = free_port()
    with _process(BARE, str(port)):
        keeper = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

        def ask() -> None:
            keeper.request("GET", "/")
            assert keeper.getresponse().read() == b"a bare page"

        _until_it_works(ask, keeper)
        return Figure("a bare Flask page", sorted(_each(ask)))


def _raw_commit(data: Path) -> Figure:
    """A row and its commit, with nothing around it, as safely as ours: write-ahead log, synchronous FULL."""
    with closing(sqlite3.connect(data / "raw.sqlite3", isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, entry TEXT)")
        row = (json.dumps({"step": "bids", "bids": dict.fromkeys(PLAYERS, 0)}),)

        def commit() -> None:
            database.execute("BEGIN IMMEDIATE")
            database.execute("INSERT INTO entry (entry) VALUES (?)", row)
            database.execute("COMMIT")

        return Figure("a raw SQLite commit", sorted(_each(commit)))


def _each(act: Callable[[], None]) -> Iterator[float]:
    for _ in range(SAMPLES):
        began = time.perf_counter()
        act()
        yield (time.perf_counter() - began) * 1000


def _until_it_works(act: Callable[[], None], connection: http.client.HTTPConnection) -> None:
    deadline = time.monotonic() + 30
    while True:
        try:
            return act()
        except (OSError, http.client.HTTPException):
            connection.close()
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@contextmanager
def _process(program: str, *arguments: str) -> Iterator[None]:
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=20)


def _score(data: Path) -> None:
    """``referee score`` on many random matches of all games in one process, and how soon it starts."""
    few, many = data / "few.jsonl", data / "many.jsonl"
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(_random_line, range(FILES), chunksize=100))
    few.write_text("".join(lines[: FILES // 10]), encoding="utf-8")
    many.write_text("".join(lines), encoding="utf-8")
    (data / "one.json").write_text(lines[0], encoding="utf-8")
    print(f"\n{'referee score':<42} {'seconds':>9} {'peak MiB':>9}")
    for path, name in ((few, f"{FILES // 10} matches"), (many, f"{FILES} matches of all games")):
        seconds, peak = _measured("score", str(path))
        print(f"{name:<42} {seconds:9.2f} {peak:9.1f}", flush=True)
    starts = sorted(_measured("score", str(data / "one.json")) for _ in range(STARTS))
    print(f"{'one match, start-up and all (median)':<42} {starts[STARTS // 2][0]:9.3f} {starts[STARTS // 2][1]:9.1f}")


def _random_line(seed: int) -> str:
    return json.dumps(random_match(random.Random(seed)), ensure_ascii=False) + "\n"


def _measured(*arguments: str) -> tuple[float, float]:
    """Seconds and peak memory (MiB) of a command."""
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "referee", *arguments]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    status, seconds, peak = said.split()
    assert int(status) in (0, 1), status
    return float(seconds), int(peak) / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
