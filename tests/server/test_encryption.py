"""https by the server itself: its own certificate, the same pages, and nobody who holds the others up."""

import asyncio
import http.client
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from referee.commands.command_line import main
from referee.server import certificate_reload as certificates
from referee.server.certificate_reload import encryption, renew
from referee.settings import BadSetting, Settings
from tests.running import RunningServer
from tests.server.sockets import Browser, until


def certificate(folder: Path, name: str, purpose: str = "serverAuth") -> tuple[Path, Path]:
    """A certificate for localhost that it signs itself, and its key; ``purpose``: in OpenSSL's words."""
    made, key = folder / f"{name}.pem", folder / f"{name}-key.pem"
    openssl = shutil.which("openssl")
    assert openssl
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", "2"]
    names += ["-addext", f"extendedKeyUsage={purpose}"]
    subprocess.run([*command, *names, "-keyout", str(key), "-out", str(made)], check=True, capture_output=True)
    return made, key


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate(tmp_path_factory.mktemp("certificate"), "own")


class Encrypted(RunningServer):
    def _answers(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5):
            pass


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, pair: tuple[Path, Path]) -> Iterator[int]:
    made, key = (str(path) for path in pair)
    with Encrypted(tmp_path_factory.mktemp("data"), REFEREE_CERTIFICATE=made, REFEREE_KEY=key) as running:
        yield running.port


@contextmanager
def open_browser(port: int, trusted: Path) -> Iterator[Browser]:
    with Browser(port) as made:
        made.connection = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=60, context=ssl.create_default_context(cafile=str(trusted))
        )
        yield made


@pytest.fixture
def browser(port: int, pair: tuple[Path, Path]) -> Iterator[Browser]:
    with open_browser(port, pair[0]) as made:
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
    silent = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(5)]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as plain:
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


def shown_by(context: ssl.SSLContext) -> bytes:
    """The certificate that a handshake with this context shows."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = client.wrap_bio(to_client, to_server)
    answering = context.wrap_bio(to_server, to_client, server_side=True)
    for _ in range(4):
        for side in (asking, answering):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    shown = asking.getpeercert(binary_form=True)
    assert shown
    return shown


def test_a_renewed_certificate_is_shown_without_a_stop(
    tmp_path: Path, pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(certificates, "LOOK_EVERY", 0.01)
    caplog.set_level("WARNING", "referee.certificate")
    made, key = (Path(shutil.copy(path, tmp_path)) for path in pair)
    new, new_key = certificate(tmp_path, "new")
    context = encryption(made, key)
    assert context is not None
    first = shown_by(context)

    async def renewed() -> None:
        task = asyncio.create_task(renew(context, made, key))
        await asyncio.sleep(0.05)
        shutil.copyfile(new, made)
        while not caplog.messages or "still" not in caplog.messages[-1]:  # the key is still the old one's
            await asyncio.sleep(0.01)
        assert shown_by(context) == first
        shutil.copyfile(new_key, key)
        while "a new one is shown" not in caplog.messages[-1]:
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(asyncio.wait_for(renewed(), 20))
    assert ssl.DER_cert_to_PEM_cert(shown_by(context)).split() == new.read_text().split()


def test_a_running_server_shows_the_renewed_one_and_keeps_its_connections(
    tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    made, key = (Path(shutil.copy(path, tmp_path)) for path in pair)
    new, new_key = certificate(tmp_path, "new")
    (tmp_path / "data").mkdir()
    files = {"REFEREE_CERTIFICATE": str(made), "REFEREE_KEY": str(key)}
    with (
        Encrypted(tmp_path / "data", "tests.server.looking_often", **files) as running,
        open_browser(running.port, made) as kept,
    ):
        assert kept.open("/healthz").status == 200
        shutil.copyfile(new_key, key)
        shutil.copyfile(new, made)
        shows = ("127.0.0.1", running.port)
        assert until(lambda: ssl.get_server_certificate(shows).split() == new.read_text().split())
        assert kept.open("/healthz").status == 200


def test_without_a_certificate_nothing_is_encrypted(tmp_path: Path) -> None:
    assert encryption(None, None) is None
    with pytest.raises(BadSetting):
        encryption(tmp_path / "none", None)
    assert Settings(tmp_path, "", "").certificate is None
