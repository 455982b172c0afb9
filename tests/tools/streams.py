"""The same match as in ``tests.tools.followers``, followed by event streams: how soon the last one is told, how long
the keeper waits meanwhile, the server's memory; then thousands of idle streams, up to the cap and above it.

The clients are one process with one loop. Each thousand of streams comes from an address of its own.
"""

import os
import re
import resource
import selectors
import socket
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles

from tests.running import RunningServer
from tests.server.event_source import EventSource
from tests.server.sockets import Browser
from tests.tools.followers import LONGEST, RECORDS, SETTLING, WATCHERS, devices, record

EACH = 1000
"""Streams of one address: ``REFEREE_STREAMS_EACH``."""
CAP = 5000
"""Half of ``REFEREE_CONNECTIONS``."""
IDLE = 600
"""Seconds that the idle streams are held."""
EVENT = re.compile(rb"id: (\d+)-")
FILES = 8192


@dataclass(frozen=True, slots=True)
class StreamTimes:
    """Milliseconds after a record until the last stream had it, and until the keeper was answered; MiB;
    ``work``: milliseconds of the processor for each record, of all the server did."""

    streams: int
    last_sees: Sequence[float]
    recorded: Sequence[float]
    memory: float
    work: float

    def rows(self) -> list[str]:
        """In the columns of ``make bench``."""
        cuts = quantiles(self.recorded, n=100, method="inclusive")
        title = f"{self.streams} streams, {self.memory:.0f} MiB, {self.work:.0f} ms CPU: last sees"
        return [
            f"{title:<42} {median(self.last_sees):9.2f} {max(self.last_sees):9.2f} {len(self.last_sees):8}",
            f"{'  their keeper records meanwhile':<42} {cuts[49]:9.2f} {cuts[94]:9.2f} {len(self.recorded):8}",
        ]


def measure_streams(folder: Path, watchers: int, records: int) -> StreamTimes:
    """Play a match in front of so many streams, on a server with data of its own."""
    with RunningServer(folder) as server, Browser(server.port) as keeper:
        path = keeper.new_match()
        keeper.open(path)  # as every follower has: its template is compiled
        requests = [_request(path, cookies) for cookies in devices(server.port, keeper, watchers)]
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seen = pool.submit(watch, server.port, requests, records)
            _settle(keeper, seen)
            before = processor(server)
            times = [record(keeper, path, number) for number in range(records)]
            last = seen.result()
            work = (processor(server) - before) / records
        memory = megabytes(server)
    after = [(last[number + 1] - began) * 1000 for number, (began, _) in enumerate(times)]
    return StreamTimes(watchers, after, [took for _, took in times], memory, work)


def idle(folder: Path, streams: int, seconds: float) -> list[str]:
    """Hold so many streams for so long, then record once; above the cap a client is told to poll."""
    with RunningServer(folder) as server, Browser(server.port) as keeper:
        path = keeper.new_match()
        keeper.open(path)  # as every follower has: its template is compiled
        cookies = "; ".join(f"{name}={value}" for name, value in keeper.cookies.items())
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seen = pool.submit(watch, server.port, [_request(path, cookies)] * streams, 1, seconds + LONGEST)
            _settle(keeper, seen, seconds)
            with ExitStack() as stack:
                began = time.monotonic()
                above = [stack.enter_context(EventSource(keeper, f"{path}/events", "127.0.0.99")) for _ in range(20)]
                refused = (time.monotonic() - began) * 1000 / len(above)
            statuses = {stream.status for stream in above}
            answered, took = record(keeper, path, 0)
            last = seen.result()[1]
        memory = megabytes(server)
    return [
        (
            f"{streams} streams idle for {seconds:.0f} s: {memory:.0f} MiB; one record {took:.0f} ms,"
            f" the last sees it {(last - answered) * 1000:.0f} ms later"
        ),
        f"  beyond them: {sorted(statuses)} within {refused:.1f} ms each",
    ]


def _settle(keeper: Browser, seen: Future[dict[int, float]], seconds: float = 0) -> None:
    """Wait until all streams are there, and so many seconds more."""
    deadline = time.monotonic() + SETTLING + seconds + WATCHERS / 100
    while time.monotonic() < deadline and not seen.done():
        time.sleep(0.1)
    keeper.close()  # it has idled for longer than the server bears; the next request opens it anew


def _request(path: str, cookies: str) -> bytes:
    lines = (
        f"GET {path}/events?shows=match&known=0-0 HTTP/1.1", "Host: 127.0.0.1", "Accept-Language: fr",
        f"Cookie: {cookies}", "User-Agent: a follower",
    )  # fmt: skip
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def watch(port: int, requests: Sequence[bytes], records: int, longest: float = LONGEST) -> dict[int, float]:
    """Listen until all have been told of so many records: when the last one was told of each."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(FILES, hard)), hard))
    selector = selectors.DefaultSelector()
    for number, request in enumerate(requests):
        source = (f"127.0.0.{1 + number // EACH}", 0)
        stream = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=source)
        stream.sendall(request)
        selector.register(stream, selectors.EVENT_READ, (b"", 0))
    deadline = time.monotonic() + longest
    last: dict[int, float] = {}
    behind = len(requests)
    while behind:
        assert time.monotonic() < deadline, f"{behind} are not told"
        for key, _ in selector.select(1):
            stream = key.fileobj
            assert isinstance(stream, socket.socket)
            more = stream.recv(1 << 17)
            assert more, "the server hung up"
            now = time.monotonic()
            rest, known = key.data
            text: bytes = rest + more
            assert not text.startswith(b"HTTP") or b" 200 " in text[:20], text[:200]
            newest = max((int(length) for length in EVENT.findall(text)), default=known)
            last.update(dict.fromkeys(range(known + 1, newest + 1), now))  # one event may tell of two records
            behind -= known < records <= newest
            rest = text[-20:] if not EVENT.search(text[-20:]) else b""
            selector.modify(stream, selectors.EVENT_READ, (rest, newest))
    return last


def megabytes(server: RunningServer) -> float:
    """The most memory that the server has had."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert peak
    return int(peak[1]) / 1024


def processor(server: RunningServer) -> float:
    """Milliseconds of the processor that the server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def measure(seconds: float | None = None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        print(*measure_streams(Path(folder), WATCHERS, RECORDS).rows(), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        print(*idle(Path(folder), CAP, seconds or IDLE), sep="\n")


if __name__ == "__main__":
    measure(float(sys.argv[1]) if len(sys.argv) > 1 else None)
