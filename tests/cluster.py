"""A private PostgreSQL cluster for the tests: in a temporary folder, heard on a Unix socket there, gone afterwards.

PostgreSQL refuses to run as root, so root's cluster belongs to a user with no rights. It is kept by a process of its
own (``python -m tests.cluster``), which stops the server and removes the folder as soon as its standard input ends:
so nothing stays behind, also when the tests are killed.
"""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.tools.needs import postgres_folder

ROOT = Path(__file__).resolve().parent.parent
OWNER = "referee"
NO_RIGHTS = ("postgres", "nobody")
"""Who runs the server when the tests run as root: the first of these that the machine knows."""

PATIENCE = 60
"""Seconds a server may take to come up or to leave."""

INITDB = ("--auth=trust", f"--username={OWNER}", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
SETTINGS = {
    "listen_addresses": "", "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
    "wal_level": "minimal", "max_wal_senders": "0", "shared_buffers": "16MB", "max_connections": "100",
    "autovacuum": "off", "log_min_messages": "fatal",
}  # fmt: skip
"""Quick, and only for tests: a crash of the machine would lose this cluster, and nobody would miss it."""
DURABLE = {
    **SETTINGS, "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "shared_buffers": "128MB",
    "autovacuum": "on",
}  # fmt: skip
"""As a club's server is set, for measurements."""


class ClusterFailed(RuntimeError):
    """The cluster did not come up; the message says what to do, or what PostgreSQL said."""


class Cluster:
    """The running cluster, and the databases in it; ``durable``: it waits for the disk."""

    def __init__(self, durable: bool = False) -> None:
        self._durable = durable
        self._keeper: subprocess.Popen[str] | None = None
        self._folder = ""
        self._made = 0

    def start(self) -> Cluster:
        """Start it; a second or so.

        :raises ClusterFailed: there is no PostgreSQL, or it would not start.
        """
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.cluster", *(["durable"] if self._durable else [])],
            cwd=ROOT,
            text=True,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._keeper.stdout is not None
        self._folder = self._keeper.stdout.readline().strip()
        if not self._folder:
            said = self._keeper.communicate()[1]
            self._keeper = None
            raise ClusterFailed(said.strip())
        return self

    def stop(self) -> None:
        """Stop it and remove all it wrote."""
        if self._keeper is not None:
            self._keeper.communicate(timeout=PATIENCE)
            self._keeper = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Stop the server meanwhile, whoever is connected to it; what was committed is there again afterwards."""
        self._tell("stop")
        try:
            yield
        finally:
            self._tell("start")

    def _tell(self, command: str) -> None:
        assert self._keeper is not None
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(f"{command}\n")
        self._keeper.stdin.flush()
        if self._keeper.stdout.readline() != f"{command}\n":
            raise ClusterFailed(f"the cluster did not {command}")

    def database(self, like: str | None = None) -> str:
        """A new database, empty or a copy of the one at the URL ``like`` (nobody may be connected to it); its URL."""
        self._made += 1
        name = f"test{self._made}"
        template = like.partition("?")[0].rpartition("/")[2] if like else "template0"
        self._do(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return f"postgresql://{OWNER}@/{name}?host={self._folder}"

    def drop(self, url: str) -> None:
        """Remove a database, whoever is still connected to it."""
        name = url.partition("?")[0].rpartition("/")[2]
        self._do(f'DROP DATABASE "{name}" WITH (FORCE)')

    def _do(self, command: str) -> None:
        import psycopg

        with psycopg.connect(host=self._folder, user=OWNER, dbname="postgres", autocommit=True) as connection:
            connection.execute(command)  # type: ignore[call-overload]

    def __enter__(self) -> Cluster:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def keep() -> int:
    """Run a cluster until standard input ends; its folder is printed once it can be used.

    A line "stop" there stops the server, "start" starts it again; the same is printed when that is done.
    """
    programs = postgres_folder()
    if programs is None:
        print("no PostgreSQL server on this machine: run `python -m tests.tools.needs`", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="referee-pg-") as name:
        try:
            with _server(programs, Path(name)) as server:
                print(name, flush=True)
                for command in sys.stdin:
                    server.stop() if command == "stop\n" else server.start()
                    print(command, end="", flush=True)
        except ClusterFailed as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


class _Server:
    """The server's process."""

    def __init__(self, command: Sequence[str], owner: dict[str, Any], folder: Path) -> None:
        self._command, self._owner, self._folder = command, owner, folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        log = self._folder / "log"
        with log.open("wb") as stream:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.DEVNULL, stdout=stream, stderr=stream, **self._owner
            )
        _wait_until_ready(self._process, self._folder / "data" / "postmaster.pid", log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it; as it is asked by default, nothing committed is lost."""
        if self._process is not None:
            _end(self._process, how)
            self._process = None


@contextmanager
def _server(programs: Path, folder: Path) -> Iterator[_Server]:
    """A server on a new cluster in the folder, stopped at the end without ceremony: its files go anyway."""
    owner = _owner(folder)
    data = folder / "data"
    made = subprocess.run(
        [str(programs / "initdb"), "--pgdata", str(data), *INITDB], capture_output=True, text=True, **owner
    )
    if made.returncode:
        raise ClusterFailed(f"initdb: {made.stderr or made.stdout}")
    chosen = DURABLE if sys.argv[1:] == ["durable"] else SETTINGS
    settings = [part for name, value in chosen.items() for part in ("-c", f"{name}={value}")]
    command = [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *settings]
    server = _Server(command, owner, folder)
    try:
        server.start()
        yield server
    finally:
        server.stop(signal.SIGQUIT)


def _owner(folder: Path) -> dict[str, Any]:
    """How a process is run on this cluster: by ourselves, or where we are root by somebody with no rights."""
    if os.geteuid() != 0:
        return {"cwd": folder}
    account = next(account for name in NO_RIGHTS if (account := _account(name)))
    os.chown(folder, account.pw_uid, account.pw_gid)
    return {"cwd": folder, "user": account.pw_uid, "group": account.pw_gid, "extra_groups": ()}


def _account(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def _wait_until_ready(server: subprocess.Popen[bytes], status: Path, log: Path) -> None:
    """Wait for the line that PostgreSQL writes for its own ``pg_ctl``."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and server.poll() is None:
        if status.is_file() and _status(status.read_text().splitlines()) == "ready":
            return
        time.sleep(0.01)
    raise ClusterFailed(f"postgres: {log.read_text(errors='replace')}")


def _status(lines: Sequence[str]) -> str:
    return lines[7].strip() if len(lines) > 7 else ""


def _end(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    server.send_signal(how)
    try:
        server.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


if __name__ == "__main__":
    sys.exit(keep())
