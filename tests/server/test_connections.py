"""Whoever holds connections for nothing keeps nobody out."""

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from referee.server import connections
from referee.server.connections import USUAL, Connection, Patience
from referee.server.http_server import THREADS, HttpServer
from referee.server.request_bodies import FORM, BodyLimits, Uploads
from referee.server.wsgi_to_asgi import CLIENT_GONE
from referee.settings import Settings
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
    monkeypatch.setattr(connections, "_raised", lambda needed: min(allowed, needed))
    assert connections.connections_possible(wanted) == possible


def test_when_all_are_taken_the_longest_idle_gives_way_to_a_visitor(tmp_path: Path) -> None:
    with RunningServer(tmp_path, REFEREE_CONNECTIONS="20") as server, many(server.port, 20) as idle:
        with Browser(server.port) as visitor:
            assert visitor.open("/").status == 200
            assert visitor.open("/rules").status == 200
        assert is_closed(idle[0])
        assert not is_closed(idle[5], 0.01)
        assert not is_closed(idle[-1], 0.01)


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize("half", [GET, POST], ids=["half of its headers", "a part of a body"])
def test_half_a_request_counts_as_idle_whatever_drips_in(tmp_path: Path, half: bytes) -> None:
    with RunningServer(tmp_path, REFEREE_CONNECTIONS="20") as server, many(server.port, 30, sent=half) as slow:
        with Browser(server.port) as visitor:
            assert visitor.open("/").status == 200
            for client in slow:
                with suppress(ConnectionError):  # it has given way already
                    client.sendall(b"x")
            time.sleep(0.5)  # until they have come
            for _ in range(3):
                served(server.port)
            assert visitor.open("/").status == 200
        assert [is_closed(client, 0.01) for client in (slow[0], slow[-1])] == [True, False]


def test_a_client_with_too_many_makes_room_among_its_own_and_stops_nobody_else(tmp_path: Path) -> None:
    with RunningServer(tmp_path, REFEREE_CONNECTIONS_EACH="10") as server, Browser(server.port) as other:
        assert other.open("/").status == 200
        first = other.connection.sock
        with many(server.port, 30, source="127.0.0.2") as greedy:
            served(server.port, "127.0.0.2")
            assert [is_closed(client, 0.2) for client in (*greedy[:20], *greedy[-9:])] == [True] * 20 + [False] * 9
            assert other.open("/").status == 200
            assert other.connection.sock is first


@pytest.mark.thorough
def test_behind_a_proxy_its_clients_are_told_apart(tmp_path: Path) -> None:
    """The proxy holds many; of those that carry requests of one client only so many stay."""
    asked = GET + b"X-Forwarded-For: 192.0.2.%d\r\n\r\n"
    settings = {"REFEREE_BEHIND_PROXY": "1", "REFEREE_CONNECTIONS_EACH": "5"}
    with ExitStack() as stack:
        server = stack.enter_context(RunningServer(tmp_path, **settings))
        idle, others, greedy = (stack.enter_context(many(server.port, 10)) for _ in range(3))
        for number, one in enumerate((*others, *greedy)):
            one.sendall(asked % (7 if one in greedy else 10 + number))
            assert read_answer(one).status == 200
            time.sleep(0.02)  # it idles from when its thread has done with it, a moment after the answer is read
        assert [is_closed(client, 0.2) for client in greedy] == [True] * 5 + [False] * 5
        assert not any(is_closed(client, 0.01) for client in (*idle, *others))


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


# What takes long by the clock, on a server whose patience is short.


def hello(environment: dict[str, Any], start: Any) -> list[bytes]:
    start("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[int]:
    """The port of a server with patience of parts of a second."""
    with serving(hello, tmp_path, Patience(idle=1.5, incomplete=0.5, lingering=0.5, look_every=0.05)) as port:
        yield port


@contextmanager
def serving(application: Any, data: Path, patience: Patience = USUAL) -> Iterator[int]:
    """The port of a server with this application."""
    settings = Settings(data=data, database_url="", secret_key="", host="127.0.0.1", port=0)
    server = HttpServer(application, settings, BodyLimits(1024 * 1024), patience)
    thread = threading.Thread(target=server.run)
    thread.start()
    yield server.port
    server.stop()
    thread.join(timeout=60)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    "sent", [b"", GET, POST, GET + b"\r\n"], ids=["nothing", "half its headers", "half a body", "a whole request"]
)
def test_a_connection_that_idles_is_closed(impatient: int, sent: bytes) -> None:
    with connected(impatient) as idle:
        idle.sendall(sent)
        if sent.startswith(GET) and sent != GET:
            assert read_answer(idle).status == 200
        assert is_closed(idle)


def cut_off(slow: socket.socket) -> bool:
    """Whether a connection on which a byte goes out again and again is closed within ten seconds."""
    for _ in range(200):
        try:
            slow.sendall(b"x")
        except ConnectionError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("half", [GET, POST], ids=["header", "body"])
def test_bytes_that_drip_in_win_no_time(impatient: int, half: bytes) -> None:
    with connected(impatient) as slow:
        slow.sendall(half)
        assert cut_off(slow)


def test_a_body_that_comes_at_a_fair_pace_has_all_the_time_it_needs(impatient: int) -> None:
    with connected(impatient) as fair:
        fair.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 40960\r\n\r\n")
        for _ in range(10):
            fair.sendall(bytes(4096))
            time.sleep(0.2)  # two seconds in all: four times as long as headers may take
        assert read_answer(fair).status == 200


def test_the_rest_of_a_refused_body_is_not_read_for_ever(impatient: int) -> None:
    with connected(impatient) as stranger:
        stranger.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
        assert read_answer(stranger).status == 200  # of an application that does not know the word
        assert cut_off(stranger)


def test_more_than_a_round_takes_may_come_at_once(impatient: int) -> None:
    with many(impatient, 300, sent=GET + b"\r\n") as crowd:
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


# Who does not read what was asked for.

BODY = bytes(8 * 1024 * 1024)
ASKED = GET + b"\r\n"


@dataclass
class Large:
    """An application that answers with a large file, everybody with the same bytes or each with their own."""

    shared: bool = True
    asked: int = 0
    may_answer: threading.Event = field(default_factory=threading.Event)
    gone: threading.Event = field(default_factory=threading.Event)

    def __call__(self, environment: dict[str, Any], start: Any) -> Iterator[bytes]:
        self.asked += 1
        body = b"ok" if environment["PATH_INFO"] == "/small" else BODY if self.shared else bytes(len(BODY))
        start("200 OK", [("Content-Length", str(len(body)))])
        if environment["QUERY_STRING"] == "wait":
            self.may_answer.wait(20)
        yield body
        if environment["PATH_INFO"] == "/computing" and until(environment[CLIENT_GONE]):
            self.gone.set()


@pytest.fixture
def large(tmp_path: Path) -> Iterator[tuple[Large, int]]:
    """It, and the port of its server, which looks often."""
    application = Large()
    with serving(application, tmp_path, Patience(look_every=0.05)) as port:
        yield application, port


@pytest.fixture
def impatient_large(tmp_path: Path) -> Iterator[tuple[Large, int]]:
    """It, and the port of a server where an answer may rest for half a second."""
    application = Large()
    with serving(application, tmp_path, Patience(idle=0.5, look_every=0.05)) as port:
        yield application, port


def is_whole(reader: socket.socket) -> bool:
    try:
        return len(read_answer(reader).page) == len(BODY)
    except (http.client.HTTPException, ConnectionError):
        return False


@pytest.mark.parametrize("shared", [True, False])
def test_unread_answers_have_a_ceiling_under_which_a_file_counts_once(
    large: tuple[Large, int], monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    application, port = large
    application.shared = shared
    cut: set[Connection] = set()
    files: list[object] = []
    monkeypatch.setattr("tempfile.TemporaryFile", files.append)

    drop = Connection.drop
    monkeypatch.setattr(Connection, "drop", lambda connection: (cut.add(connection), drop(connection)))
    monkeypatch.setattr(connections, "MOST_UNREAD", 2 * len(BODY) + 6 * MIB)
    with many(port, 6, sent=ASKED) as readers, Browser(port, "127.0.0.2") as other:
        assert until(lambda: application.asked == 6 and (shared or len(cut) == 5))
        assert len(other.open("/").page) == len(BODY)
        assert sum(map(is_whole, readers)) == (6 if shared else 1)
    assert files == []


def test_who_asks_for_much_at_once_and_reads_nothing_keeps_no_thread(large: tuple[Large, int]) -> None:
    application, port = large
    with many(port, THREADS + 6, sent=ASKED * 4) as greedy, Browser(port) as visitor:
        assert until(lambda: application.asked == len(greedy))  # the first answer of each
        assert visitor.open("/small").page == "ok"
        assert application.asked == len(greedy) + 1
        rest = 4 * len(BODY)
        while rest > 0 and (read := len(greedy[0].recv(1024 * 1024))):
            rest -= read
        assert rest <= 0


def read_by(slow: socket.socket, size: int, pause: float) -> int:
    """Bytes that come, so many at a time, until the server closes."""
    total = 0
    with suppress(ConnectionError):
        while some := slow.recv(size):
            total += len(some)
            time.sleep(pause)
    return total


def test_an_answer_that_nobody_reads_is_cut_off(
    impatient_large: tuple[Large, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = threading.Event()
    lost = Connection.connection_lost
    monkeypatch.setattr(Connection, "connection_lost", lambda *which: (lost(*which), gone.set()))
    with connected(impatient_large[1]) as deaf:
        deaf.sendall(ASKED * 2)  # the second waits for the first
        assert gone.wait(20)
        assert read_by(deaf, 65536, 0) < len(BODY)


def test_an_answer_that_is_read_too_slowly_is_cut_off(tmp_path: Path) -> None:
    patience = Patience(idle=1, slowest=100 * len(BODY), look_every=0.05)
    with serving(Large(), tmp_path, patience) as port, connected(port) as slow:
        slow.sendall(ASKED)
        assert read_by(slow, 65536, 0.03) < len(BODY)


def test_who_hangs_up_while_it_computes_is_told_to_the_application(large: tuple[Large, int]) -> None:
    application, port = large
    with connected(port) as impatient:
        impatient.sendall(b"GET /computing HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_whole(impatient)  # and it goes on
    assert application.gone.wait(20)


def test_a_second_request_that_waits_for_the_first_holds_no_room(
    large: tuple[Large, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its body is not read before the first is answered."""
    held: list[int] = []
    monkeypatch.setattr(Uploads, "take", lambda _self, _client, size: not held.append(size))
    application, port = large
    second = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + bytes(100_000)
    with connected(port) as eager, Browser(port) as other:
        eager.sendall(ASKED + second)
        assert until(lambda: application.asked == 1)
        assert other.open("/small").page == "ok"
        assert held == []
        assert is_whole(eager)
        assert until(lambda: sum(held) == 100_000 - FORM)


def test_a_clock_that_is_set_back_stretches_no_limit(impatient: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time
    with connected(impatient) as idle, connected(impatient) as half:
        half.sendall(GET)
        monkeypatch.setattr(time, "time", lambda: now() - 3600)
        assert is_closed(half)
        assert is_closed(idle)


def test_a_body_that_came_fast_may_not_rest_for_longer(impatient: int) -> None:
    with connected(impatient) as resting:
        resting.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n" + bytes(800_000))
        assert is_closed(resting)
