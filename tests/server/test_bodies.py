"""What is sent is judged before it is kept: one body by its length, all together by what they hold."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from select import select
from socket import socket

import pytest

from referee.server.request_bodies import FORM
from referee.web.access.form_limits import LARGEST_BROUGHT, LARGEST_FORM, LARGEST_UPLOAD
from referee.web.http.security_headers import POLICY
from tests.running import RunningServer
from tests.server.sockets import Answer, Browser, connected, is_closed, read_answer, until

MIB = 1024 * 1024
TOO_LONG = {"fr": "C’est trop long pour une feuille de score.", "en": "That is too long for a score sheet."}
CROWDED = {
    "fr": "Trop de fichiers arrivent en même temps. Revenez en arrière et réessayez dans une minute.",
    "en": "Too many files are arriving at once. Go back and try again in a minute.",
}


def head(path: str, length: int | None, *more: str) -> bytes:
    """The headers of a POST; without a length it comes in chunks."""
    body = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", body, *more, "", ""]).encode()


def chunk(size: int) -> bytes:
    return f"{size:x}\r\n".encode() + bytes(size) + b"\r\n"


def kept_by(server: RunningServer) -> int:
    """Bytes of nameless files that the server's process keeps open: bodies that came."""
    assert server.process is not None
    folder = Path(f"/proc/{server.process.pid}/fd")
    nameless = [handle for handle in folder.iterdir() if os.readlink(handle).endswith("(deleted)")]
    return sum(handle.stat().st_size for handle in nameless)


def unread_by(server: RunningServer) -> int:
    """Bytes sent to the server or by it that the other side has not read, of all its connections."""
    connections = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    port = f":{server.port:04X}"
    of_the_server = [fields for fields in connections if fields[1].endswith(port) or fields[2].endswith(port)]
    assert of_the_server
    return sum(int(count, 16) for fields in of_the_server for count in fields[4].split(":"))


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ("/language", 900 * MIB),
        ("/nowhere", LARGEST_FORM + 1),
        ("/handover/open", LARGEST_BROUGHT + 1),
        ("/sync/archive", LARGEST_UPLOAD + 1),
        ("/club/import", LARGEST_UPLOAD + 1),
        ("//club/import", 2 * MIB),
    ],
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_body_that_says_it_is_too_long_is_refused_before_it_comes(
    server: RunningServer, path: str, length: int, language: str
) -> None:
    with connected(server.port) as stranger:
        stranger.sendall(head(path, length, f"Accept-Language: {language}"))
        answer = read_answer(stranger)
        assert (answer.status, answer.sentence) == (413, TOO_LONG[language])
        assert answer.headers["Connection"] == "close"
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["Cache-Control"] == "no-store"


def test_who_asks_first_whether_to_send_is_told_no_at_once(server: RunningServer) -> None:
    with connected(server.port) as stranger:
        stranger.sendall(head("/language", 900 * MIB, "Expect: 100-continue"))
        assert read_answer(stranger).status == 413


@pytest.mark.parametrize(
    ("path", "length"),
    [
        ("/language", LARGEST_FORM),
        ("/handover/add", LARGEST_BROUGHT),
        ("/sync/archive", LARGEST_UPLOAD),
        ("/club/import", LARGEST_UPLOAD),
    ],
)
def test_what_is_just_short_enough_is_waited_for(server: RunningServer, path: str, length: int) -> None:
    with connected(server.port) as patient:
        patient.sendall(head(path, length, "Expect: 100-continue"))
        patient.settimeout(20)
        assert patient.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"


def test_a_body_in_chunks_is_cut_as_soon_as_it_is_too_long(server: RunningServer) -> None:
    with connected(server.port) as stranger:
        stranger.sendall(head("/language", None))
        for _ in range(LARGEST_FORM // 65536 + 1):
            stranger.sendall(chunk(65536))
        answer = read_answer(stranger)  # though no last chunk has come
        assert (answer.status, answer.sentence) == (413, TOO_LONG["fr"])


def test_nothing_of_what_is_refused_is_kept(server: RunningServer) -> None:
    before = kept_by(server)
    with connected(server.port) as stranger:
        stranger.sendall(head("/language", 900 * MIB))
        for _ in range(48):
            stranger.sendall(bytes(MIB // 4))
        assert kept_by(server) == before
        assert read_answer(stranger).status == 413


def test_a_browser_that_sends_all_of_it_first_reads_the_sentence_afterwards(server: RunningServer) -> None:
    with Browser(server.port) as browser:
        answer = browser.ask("POST", "/language", bytes(20 * MIB), Accept_Language="en")
        assert (answer.status, answer.sentence) == (413, TOO_LONG["en"])


@pytest.mark.thorough
def test_what_follows_a_refused_body_is_no_request(server: RunningServer) -> None:
    with connected(server.port) as stranger:
        stranger.sendall(head("/language", 900 * MIB) + b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
        assert read_answer(stranger).status == 413
        assert is_closed(stranger)


# A ceiling for all that are on their way: one MiB here, of which one client may hold half.


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("narrow"), REFEREE_UPLOADS="1") as running:
        yield running


@contextmanager
def uploading(server: RunningServer, *clients: str, size: int = 400 * 1024) -> Iterator[None]:
    """From each of these addresses so many bytes of a body that goes on, once the server has read them.

    What is refused, since bodies that were left off still hold the room, is sent again.
    """
    with ExitStack() as stack:
        for client in clients:
            assert until(
                lambda client=client: is_read(server, stack.enter_context(connected(server.port, client)), size)
            )
        yield


def is_read(server: RunningServer, client: socket, size: int) -> bool:
    """Whether the server reads so many bytes of a body; a connection on which it answers is closed."""
    client.sendall(head("/club/import", MIB) + bytes(size))
    assert until(lambda: unread_by(server) == 0 or is_answered(client))
    if not is_answered(client):
        return True
    client.close()
    return False


def is_answered(client: socket) -> bool:
    """Whether there is something to be read on a connection."""
    readable, _, _ = select([client], [], [], 0)
    return bool(readable)


def sent_whole(server: RunningServer, size: int, client: str = "127.0.0.1", language: str = "fr") -> Answer:
    with Browser(server.port, client) as browser:
        return browser.ask("POST", "/handover/open", bytes(size), Accept_Language=language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_where_all_that_come_hold_too_much_one_more_is_asked_to_wait(narrow: RunningServer, language: str) -> None:
    with uploading(narrow, "127.0.0.2", "127.0.0.3"):
        answer = sent_whole(narrow, 400 * 1024, language=language)
        assert (answer.status, answer.sentence) == (503, CROWDED[language])
        assert answer.headers["Retry-After"] == "60"
        assert answer.headers["Content-Security-Policy"] == POLICY
    assert until(lambda: sent_whole(narrow, 400 * 1024).status == 422)  # there is no code in it


def test_a_form_is_taken_however_much_others_upload(narrow: RunningServer) -> None:
    all_there_is = MIB // 2 + FORM - 1  # of each of two
    with uploading(narrow, "127.0.0.2", "127.0.0.3", size=all_there_is), Browser(narrow.port) as keeper:
        assert sent_whole(narrow, 2 * FORM).status == 503
        match = keeper.new_match()
        sent = [("step", "note"), ("text", "é" * 500), ("expected", "0")]
        assert keeper.send(f"{match}/entries", sent).status == 303


def test_one_client_cannot_hold_all_the_room(narrow: RunningServer) -> None:
    with uploading(narrow, "127.0.0.2"):
        assert sent_whole(narrow, 400 * 1024, "127.0.0.2").status == 503
        assert sent_whole(narrow, 400 * 1024, "127.0.0.3").status == 422


def test_what_has_been_answered_or_left_off_holds_no_room(narrow: RunningServer) -> None:
    for _ in range(5):
        assert until(lambda: sent_whole(narrow, 400 * 1024).status == 422)
        with uploading(narrow, "127.0.0.2"):
            pass
        with connected(narrow.port, "127.0.0.2") as broken:
            broken.sendall(head("/club/import", None) + chunk(400 * 1024) + b"no chunk\r\n")
            assert read_answer(broken).status == 400
