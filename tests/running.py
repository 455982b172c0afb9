"""A real server for the tests: the command a user types, on a port of its own, with data of its own."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from types import TracebackType

from tests.databases import place_migrated

_given_ports: set[int] = set()


def free_port() -> int:
    """A port that nobody listens on, below those that the system gives to connections: none of these may take it.

    No two calls of a test run have the same port, nor have two of its processes: a server listens only some time later.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = 20_000 + workers * secrets.randbelow(12_000 // workers) + worker
        if port in _given_ports:
            continue
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            _given_ports.add(port)
            return port


class RunningServer:
    """``referee serve`` in a process of its own; started again with the same data after ``kill``.

    Its database is there when it starts, but where ``migrates`` says that it makes it: a fifth of the time of a start.
    """

    def __init__(self, data: Path, module: str = "referee", migrates: bool = False, **environment: str) -> None:
        self.data = data
        self.migrates = migrates
        self.module = module
        self.environment = environment
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> RunningServer:
        database = self.data / "referee.sqlite3"
        if not (self.migrates or database.exists() or "DATABASE_URL" in self.environment):
            place_migrated(database)
        environment = {
            **os.environ,
            "REFEREE_DATA": str(self.data),
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "REFEREE_LIMITS": "off",
            **self.environment,
        }
        log = open(self.data / "server.log", "ab")  # noqa: SIM115
        command = [sys.executable, "-m", self.module, "serve"]
        self.process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        log.close()
        deadline = time.monotonic() + 90
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                self._answers()
                return self
            except OSError:
                time.sleep(0.05)
        self.kill()
        raise RuntimeError((self.data / "server.log").read_text())

    def _answers(self) -> None:
        """Ask for a page; an error as long as nobody answers."""
        urllib.request.urlopen(self.url, timeout=5).close()

    def kill(self, how: int = signal.SIGKILL) -> int | None:
        """End it; its exit status."""
        if self.process is None:
            return None
        self.process.send_signal(how)
        status = self.process.wait(timeout=60)
        self.process = None
        return status

    def __enter__(self) -> RunningServer:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill(signal.SIGTERM)
