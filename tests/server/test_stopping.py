"""A clean stop: what was asked is answered, and the whole database lies in the one file that people copy."""

import json
import shutil
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.server.http_server import ENDING
from tests.bundles.clubs import packed, small_club
from tests.databases import app_on
from tests.running import RunningServer
from tests.server.computing import COMPUTING, ENDED
from tests.server.sockets import Answer, Browser, is_closed, many
from tests.store.tables import everything_in

NOTE = [("step", "note"), ("text", "le chat a vu"), ("expected", "0")]


def alone(data: Path, elsewhere: Path) -> Path:
    """A copy of the database's one file, and of nothing beside it."""
    copy = elsewhere / "copied.sqlite3"
    shutil.copyfile(data / "referee.sqlite3", copy)
    return copy


def notes(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as found:
        entries = [json.loads(row[0]) for row in found.execute("SELECT entry FROM entry ORDER BY id")]
    return [entry["text"] for entry in entries]


@contextmanager
def on_signal(how: signal.Signals, action: signal.Handlers) -> Iterator[None]:
    """What a program that is started meanwhile does at a signal; it would inherit what this process ignores."""
    before = signal.signal(how, action)
    try:
        yield
    finally:
        signal.signal(how, before)


@pytest.mark.first_alone
@pytest.mark.parametrize(
    "how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=["SIGTERM", "Ctrl-C", "the terminal goes"]
)
def test_after_a_stop_everything_is_in_the_one_file(tmp_path: Path, how: signal.Signals) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with on_signal(how, signal.SIG_DFL), RunningServer(data) as server:
        with Browser(server.port) as keeper, many(server.port, 5):
            match = keeper.new_match()
            assert keeper.send(f"{match}/entries", NOTE).status == 303
            assert server.kill(how) == 0
        copy = alone(data, tmp_path)
        assert notes(copy) == ["le chat a vu"]
        assert sorted(path.name for path in data.glob("*.sqlite3*")) == ["referee.sqlite3"]
        shutil.copyfile(copy, data / "referee.sqlite3")
        server.start()
        with Browser(server.port) as again:
            again.cookies = keeper.cookies
            assert "le chat a vu" in again.open(f"{match}/log").page


@pytest.mark.journey
def test_a_request_in_flight_is_answered_before_the_server_goes(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, Browser(server.port) as keeper:
        match = keeper.new_match()
        answers: list[Answer] = []
        with closing(sqlite3.connect(tmp_path / "referee.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # so that the request waits in the middle
            request = threading.Thread(target=lambda: answers.append(keeper.send(f"{match}/entries", NOTE)))
            request.start()
            time.sleep(0.5)
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            time.sleep(3)  # the longest that anything else at the end waits
            assert server.process.poll() is None
            other.execute("ROLLBACK")
        request.join(timeout=60)
        assert [answer.status for answer in answers] == [303]
        assert server.process.wait(timeout=60) == 0
        server.process = None
        assert notes(alone(tmp_path, tmp_path)) == ["le chat a vu"]


@pytest.mark.thorough
def test_who_comes_while_it_stops_is_not_kept_waiting(tmp_path: Path) -> None:
    """Connections that idle are closed, and none is taken any more."""
    with RunningServer(tmp_path) as server, many(server.port, 3, sent=b"GET / HTTP/1.1\r\n") as idle:
        began = time.monotonic()
        assert server.kill(signal.SIGTERM) == 0
        assert time.monotonic() - began < ENDING
        assert all(is_closed(client) for client in idle)


@pytest.mark.thorough
def test_who_computes_for_a_minute_holds_up_no_stop_and_keeps_nothing_out_of_the_one_file(tmp_path: Path) -> None:
    """What is noted after that request began to read lies in the log, which its transaction holds back."""
    with RunningServer(tmp_path, module="tests.server.computing") as server, Browser(server.port) as keeper:
        match = keeper.new_match()
        with many(server.port, 3, sent=f"GET {COMPUTING} HTTP/1.1\r\nHost: x\r\n\r\n".encode()):
            time.sleep(0.5)
            assert keeper.send(f"{match}/entries", NOTE).status == 303
            began = time.monotonic()
            assert server.kill(signal.SIGTERM) == 0
            assert time.monotonic() - began < ENDED + 2  # of a machine that has other work
        assert notes(alone(tmp_path, tmp_path)) == ["le chat a vu"]


@pytest.mark.thorough
def test_who_starts_it_with_nohup_keeps_it_when_the_terminal_goes(tmp_path: Path) -> None:
    with on_signal(signal.SIGHUP, signal.SIG_IGN):
        server = RunningServer(tmp_path).start()
    try:
        assert server.process is not None
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        with Browser(server.port) as keeper:
            assert keeper.open("/healthz").status == 200
    finally:
        assert server.kill(signal.SIGTERM) == 0


@pytest.mark.parametrize("command", [["import"], ["demo", "--matches", "2"]], ids=["import", "demo"])
def test_after_a_command_everything_is_in_the_one_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    data = tmp_path / "data"
    monkeypatch.setenv("REFEREE_DATA", str(data))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    if command == ["import"]:
        (tmp_path / "club.zip").write_bytes(packed(small_club()))
        command = ["import", str(tmp_path / "club.zip")]
    assert main(command) == 0
    assert sorted(path.name for path in data.iterdir()) == ["referee.sqlite3", "secret-key"]
    with app_on(f"sqlite:///{alone(data, tmp_path)}", tmp_path) as copy:
        assert len(everything_in(copy)["match"]) == 2
