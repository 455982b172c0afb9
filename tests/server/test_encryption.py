"""https by the server itself: its own certificate, the same pages, and nobody who holds the others up."""

from __future__ import annotations

import http.client
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.server.http_server import encryption
from referee.settings import BadSetting, Settings
from tests.server.sockets import Browser


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A certificate for localhost that it signs itself, and its key."""
    made, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    openssl = shutil.which("openssl")
    assert openssl
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2"]
    subprocess.run([*command, *names, "-keyout", str(key), "-out", str(made)], check=True, capture_output=True)
    return made, key


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("certificate"), "own")


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, pair: tuple[Path, Path]) -> Iterator[int]:
    from tests.running import RunningServer

    class Encrypted(RunningServer):
        def _answers(self) -> None:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5):
                pass

    made, key = (str(path) for path in pair)
    with Encrypted(tmp_path_factory.mktemp("data"), REFEREE_CERTIFICATE=made, REFEREE_KEY=key) as running:
        yield running.port


@pytest.fixture
def browser(port: int, pair: tuple[Path, Path]) -> Iterator[Browser]:
    with Browser(port) as made:
        made.connection = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=30, context=ssl.create_default_context(cafile=str(pair[0]))
        )
        yield made


def test_pages_and_forms_go_over_one_connection_that_stays_open(browser: Browser) -> None:
    match = browser.new_match()
    assert match.startswith("/matches/")
    assert browser.open(match).status == 200
    assert browser.open("/").headers["Strict-Transport-Security"]


def test_a_large_body_comes_whole_and_a_too_large_one_is_refused(browser: Browser) -> None:
    assert browser.send("/new/ascenseur", [("seat.0", "a" * 200_000)]).status != 413
    assert browser.send("/new/ascenseur", [("seat.0", "a" * 3_000_000)]).status == 413


def test_who_says_nothing_and_who_does_not_encrypt_hold_nobody_up(port: int, browser: Browser) -> None:
    silent = [socket.create_connection(("127.0.0.1", port), timeout=20) for _ in range(5)]
    with socket.create_connection(("127.0.0.1", port), timeout=20) as plain:
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        began = time.monotonic()
        assert browser.open("/").status == 200
        assert time.monotonic() - began < 5
        with suppress(ConnectionResetError):
            assert b"HTTP" not in plain.recv(1024)
    for client in silent:
        client.close()


def test_a_page_comes_whole_to_a_slow_reader(port: int, pair: tuple[Path, Path]) -> None:
    context = ssl.create_default_context(cafile=str(pair[0]))
    with context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost") as slow:
        slow.sendall(b"GET /rules/ascenseur HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        heard = b""
        while part := slow.recv(700):
            heard += part
    head, _, body = heard.partition(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
    assert len(body) == length


def test_a_certificate_that_cannot_be_used_is_said(
    tmp_path: Path, pair: tuple[Path, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    other = certificate(tmp_path, "other")
    for wrong in (["--certificate", str(pair[0]), "--key", str(other[1])], ["--key", str(pair[1])]):
        assert main(["serve", "--port", "0", "--lang", "en", *wrong]) == 2
        assert "certificate" in capsys.readouterr().err
    assert main(["serve", "--lang", "en", "--certificate", str(tmp_path / "none.pem")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_without_a_certificate_nothing_is_encrypted(tmp_path: Path) -> None:
    assert encryption(None, None) is None
    with pytest.raises(BadSetting):
        encryption(tmp_path / "none", None)
    assert Settings(tmp_path, "", "").certificate is None
