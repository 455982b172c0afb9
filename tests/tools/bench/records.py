"""Recording an entry and showing the match again: one phone alone, and eight at once on one server and on two."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import quantiles

from tests.running import RunningServer
from tests.tools.bench import bulk
from tests.tools.bench.databases import Database
from tests.tools.bench.figures import WIDTH, Times, head, row, summed
from tests.tools.bench.phones import Phone, ascenseur_entry
from tests.tools.bench.yardsticks import BarePhone, bare_servers

ROUND = 30
"""The round that is recorded: three players have 33."""

SAMPLES = 100
CLIENTS = 8
SECONDS = 5.0
MATCHES = 12
"""Matches of each of the clients, which plays the next one when one is at its end."""

VERDICT = "/desk/president/can-play/verdict?previous=JOKER+JOKER&cards=3S+3H"
SCRIPT = {"X-Requested-With": "script"}
BEFORE = 2 * (ROUND - 1)


def record(database: Database, folder: Path) -> None:
    """Round 30 recorded and shown again, in turn with the bare page and the raw commit."""
    with server(database) as (port,), bare_servers(folder) as (bare_port,), database.raw_commit() as commit:
        phone, bare = Phone(port), BarePhone(bare_port)
        first = phone.new_match()
        matches = bulk.write(database.environment, first, [BEFORE] * SAMPLES, ascenseur_entry)
        times: dict[str, list[float]] = {}

        def take(name: str, milliseconds: float) -> None:
            times.setdefault(name, []).append(milliseconds)

        for match in matches:
            phone.page_time(match)  # it is in memory, as it is where it is played
            take("POST", phone.record(match, BEFORE, ascenseur_entry(BEFORE)))
            take("page", phone.page_time(match))
            take("bare POST", bare.record())
            take("bare page", bare.page_time())
            take("commit", commit())
            take("sheet", phone.page_time(f"{match}/sheet"))
            entry = ascenseur_entry(BEFORE + 1)
            take("by a script", phone.record(match, BEFORE + 1, entry, (200, 204), **SCRIPT))
            take("home", phone.page_time("/"))
            take("verdict", phone.page_time(VERDICT))
            take("compressed", phone.page_time(match, **{"Accept-Encoding": "gzip"}))
        _rows(database, times)


def _rows(database: Database, times: dict[str, list[float]]) -> None:
    bare = summed(times["bare POST"], times["bare page"])
    head(f"{database.name}: one phone, match of {ROUND} rounds")
    row(f"a raw {database.kind} commit", times["commit"])
    row("bare Flask, SQLite: POST with one commit", times["bare POST"])
    row("bare Flask: page", times["bare page"])
    row("bare Flask: POST + page", bare)
    row(f"record round {ROUND}: POST", times["POST"], times["bare POST"])
    row("match page after it", times["page"], times["bare page"])
    row("POST + page", summed(times["POST"], times["page"]), bare)
    row("record by a script, the page in the answer", times["by a script"], bare)
    row("match page, compressed", times["compressed"], times["bare page"])
    row("sheet", times["sheet"], times["bare page"])
    row("home page", times["home"], times["bare page"])
    row("a verdict of the desk, all cards tried", times["verdict"], times["bare page"])


def load(database: Database, folder: Path) -> None:
    """How many records a second eight phones get into one server, and into two on the same database."""
    title = f"{database.name}: {CLIENTS} phones record, {SECONDS:.0f} s"
    print(f"\n{title:<{WIDTH}} {'a second':>9} {'p50':>9} {'p95':>9} {'p99':>9}", flush=True)
    for number in (1, 2):
        name = f"{number} process" if number == 1 else f"{number} processes"
        with bare_servers(folder, number) as ports:
            bare = [BarePhone(ports[client % number]) for client in range(CLIENTS)]
            _load_row(f"bare Flask, SQLite, {name}", _at_once([phone.record for phone in bare]))
        with server(database, number) as ports:
            played = [_Playing(database, Phone(ports[client % number])) for client in range(CLIENTS)]
            _load_row(f"the referee, {name}", _at_once([phone.record for phone in played]))


def _load_row(name: str, times: Times) -> None:
    cuts = quantiles(times, n=100)
    print(f"{name:<{WIDTH}} {len(times) / SECONDS:9.0f} {cuts[49]:9.2f} {cuts[94]:9.2f} {cuts[98]:9.2f}", flush=True)


def _at_once(acts: Sequence[Callable[[], float]]) -> list[float]:
    """The milliseconds of each act that ended in time, each of them done again and again by a thread of its own."""
    deadline = time.monotonic() + SECONDS

    def again(act: Callable[[], float]) -> list[float]:
        times = []
        while time.monotonic() < deadline:
            times.append(act())
        return times

    with ThreadPoolExecutor(len(acts)) as pool:
        return [took for times in pool.map(again, acts) for took in times]


@dataclass
class _Playing:
    """A phone with a club of its own that records one match after the other."""

    database: Database
    phone: Phone

    def __post_init__(self) -> None:
        matches = [self.phone.new_match() for _ in range(MATCHES)]
        self._left = iter([(match, position) for match in matches for position in range(BEFORE)])

    def record(self) -> float:
        match, position = next(self._left)
        return self.phone.record(match, position, ascenseur_entry(position))


@contextmanager
def server(database: Database, processes: int = 1) -> Iterator[list[int]]:
    """So many servers on one database: their ports."""
    with ExitStack() as stack:
        data = Path(database.environment["REFEREE_DATA"])
        running = [RunningServer(data, **database.environment) for _ in range(processes)]
        yield [stack.enter_context(server).port for server in running]
