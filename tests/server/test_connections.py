"""Whoever holds connections for nothing keeps nobody out."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from referee.server import http_server
from referee.server.http_server import THREADS, HttpServer
from referee.server.request_bodies import FORM, BodyLimits, Uploads
from referee.settings import Settings
from referee.web.access.heavy_requests import DISCONNECTED
from tests.running import RunningServer
from tests.server.sockets import Browser, connected, is_closed, many, read_answer, until

IDLE, DRIPPING = 500, 110
MIB = 1024 * 1024
GET = b"GET / HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /language HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"


def served(port: int, source: str = "127.0.0.1") -> float:
    """Seconds until a new visitor has read the first page."""
    began = time.perf_counter()
    with Browser(port, source) as visitor:
        assert visitor.open("/").status == 200
    return time.perf_counter() - began


@contextmanager
def dripping(port: int, number: int) -> Iterator[None]:
    """So many connections on which a byte of a header, or of a body, comes every half second."""
    stop = threading.Event()
    with many(port, number - number // 2, sent=GET) as headers, many(port, number // 2, sent=POST) as bodies:

        def drip() -> None:
            while not stop.wait(0.5):
                for client in (*headers, *bodies):
                    client.sendall(b"x")

        thread = threading.Thread(target=drip)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


def test_visitors_are_served_within_a_second_while_500_connections_idle_and_110_drip(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, many(server.port, IDLE) as idle, dripping(server.port, DRIPPING):
        assert median(served(server.port) for _ in range(11)) < 1
        assert not is_closed(idle[0], 0.01)


@pytest.mark.thorough
def test_the_limit_of_open_files_is_raised_for_them(tmp_path: Path) -> None:
    with RunningServer(tmp_path, "tests.few_files") as server, many(server.port, 400) as idle:
        served(server.port)
        assert not is_closed(idle[0], 0.01)


@pytest.mark.parametrize(
    ("allowed", "wanted", "possible"),
    [(11_024, 10_000, 10_000), (4_096, 10_000, 3_072), (1_024, 10_000, 512), (256, 10_000, 128), (4_096, 20, 20)],
)
def test_where_few_files_may_be_open_there_are_fewer_connections(
    monkeypatch: pytest.MonkeyPatch, allowed: int, wanted: int, possible: int
) -> None:
    monkeypatch.setattr(http_server, "_raised", lambda needed: min(allowed, needed))
    assert http_server.connections_possible(wanted) == possible


def test_the_parts_of_an_answer_do_not_wait_for_one_another(server: RunningServer) -> None:
    """Else each takes 40 ms, when the phone's system acknowledges late."""
    with Browser(server.port) as phone:
        times = []
        for _ in range(60):
            began = time.perf_counter()
            assert phone.open("/offline").status == 200
            times.append(time.perf_counter() - began)
    assert min(times[-20:]) < 0.035


@pytest.mark.parametrize("kind", ["state", "static"])
def test_what_has_not_changed_is_answered_without_closing_the_connection(server: RunningServer, kind: str) -> None:
    with Browser(server.port) as phone:
        style = re.search(r'stylesheet" href="([^"]+)"', phone.open("/").page)
        assert style
        path = f"{phone.new_match()}/state" if kind == "state" else style[1]
        tag = phone.open(path).headers["ETag"]
        first = phone.connection.sock
        for _ in range(3):
            answer = phone.ask("GET", path, If_None_Match=tag)
            assert (answer.status, answer.page, answer.headers["Connection"]) == (304, "", None)
        assert phone.open(path).status == 200
        assert phone.connection.sock is first


def test_who_asks_for_the_end_of_the_connection_gets_it_after_a_304_too(server: RunningServer) -> None:
    with Browser(server.port) as phone:
        path = f"{phone.new_match()}/state"
        tag = phone.open(path).headers["ETag"]
        answer = phone.ask("GET", path, If_None_Match=tag, Connection="close")
        assert (answer.status, answer.headers["Connection"]) == (304, "close")


def hello(environment: dict[str, Any], start: Any) -> list[bytes]:
    start("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@contextmanager
def serving(application: Any, data: Path) -> Iterator[int]:
    """The port of a server with this application."""
    settings = Settings(data=data, database_url="", secret_key="", host="127.0.0.1", port=0)
    server = HttpServer(application, settings, BodyLimits(MIB))
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.port
    server.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


def closed_while_sending(slow: socket.socket) -> bool:
    """Whether a connection on which a byte goes out again and again is closed within ten seconds."""
    for _ in range(200):
        try:
            slow.sendall(b"x")
        except ConnectionError:
            return True
        time.sleep(0.05)
    return False


def test_the_rest_of_a_refused_body_is_not_read_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.server.application.LINGERING", 0.5)
    with serving(hello, tmp_path) as port, connected(port) as stranger:
        stranger.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
        assert read_answer(stranger).status == 200  # of an application that does not know the word
        assert closed_while_sending(stranger)


@pytest.mark.parametrize("address", [b"/?q=\xe9\xff", b"/\xe9\xff", b"/?q=%E9%FF", b"/%E9%FF"])
def test_an_address_with_signs_that_no_browser_sends_is_answered_and_logged_nowhere(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, address: bytes
) -> None:
    with serving(hello, tmp_path) as port, connected(port) as stranger:
        stranger.sendall(b"GET %b HTTP/1.1\r\nHost: x\r\n\r\n" % address)
        assert read_answer(stranger).status in (200, 400)
    assert caplog.text == ""


def test_more_than_a_round_takes_may_come_at_once(tmp_path: Path) -> None:
    with serving(hello, tmp_path) as port, many(port, 300, sent=GET + b"\r\n") as crowd:
        assert {read_answer(client).status for client in crowd} == {200}


def test_an_application_that_fails_leaves_no_address_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That of a link holds its token."""

    def failing(environment: dict[str, Any], start: Any) -> list[bytes]:
        raise RuntimeError("nobody foresaw this")

    with serving(failing, tmp_path) as port, Browser(port) as visitor:
        assert visitor.open("/join/Zebulon").status == 500
    assert "nobody foresaw this" in caplog.text
    assert "Zebulon" not in caplog.text


def test_who_hangs_up_while_it_computes_is_told_to_the_application(tmp_path: Path) -> None:
    asked, gone = threading.Event(), threading.Event()

    def computing(environment: dict[str, Any], start: Any) -> list[bytes]:
        asked.set()
        if until(environment[DISCONNECTED]):
            gone.set()
        return hello(environment, start)

    with serving(computing, tmp_path) as port:
        with connected(port) as impatient:
            impatient.sendall(GET + b"\r\n")
            assert asked.wait(20)
            assert not gone.is_set()
        assert gone.wait(20)


def test_who_asks_for_large_pages_and_reads_nothing_keeps_no_thread(tmp_path: Path) -> None:
    """A page is one part, which the loop sends; a file of many parts keeps its thread until it is nearly read."""
    body = bytes(8 * MIB)

    def large(environment: dict[str, Any], start: Any) -> list[bytes]:
        if environment["PATH_INFO"] == "/small":
            return hello(environment, start)
        start("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    with serving(large, tmp_path) as port, many(port, THREADS + 6, sent=GET + b"\r\n"), Browser(port) as visitor:
        for _ in range(3):
            assert visitor.open("/small").page == "hello"


def test_a_second_request_that_waits_for_the_first_holds_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its body is not read before the first is answered."""
    may_answer = threading.Event()
    held: list[int] = []
    monkeypatch.setattr(Uploads, "take", lambda _self, _client, size: not held.append(size))

    def waiting(environment: dict[str, Any], start: Any) -> list[bytes]:
        if environment["QUERY_STRING"] == "wait":
            may_answer.wait(20)
        return hello(environment, start)

    second = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + bytes(100_000)
    with serving(waiting, tmp_path) as port, connected(port) as eager, Browser(port) as other:
        eager.sendall(b"GET /?wait HTTP/1.1\r\nHost: x\r\n\r\n" + second)
        assert other.open("/").page == "hello"
        assert held == []
        may_answer.set()
        assert read_answer(eager).page == "hello"
        assert until(lambda: sum(held) == 100_000 - FORM)
