"""``referee serve``, where it cannot: a sentence in the reader's language, and exit status 2."""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import Mock

import pytest

from referee.commands import serve
from referee.commands.command_line import main
from tests.commands.test_command_line import referee
from tests.running import RunningServer


@pytest.fixture
def no_port(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data folder, and nothing asked for by the environment."""
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path / "data"))
    for name in ("DATABASE_URL", "HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("no_port")
@pytest.mark.parametrize("port", ["99999", "65536", "-1", "9" * 4000])
@pytest.mark.parametrize("asked", ["option", "environment"])
def test_a_port_that_is_none_is_refused_wherever_it_is_asked_for(
    port: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if asked == "environment":
        monkeypatch.setenv("PORT", port)
    for language, sentence in (
        ("fr", "Le port (PORT ou --port) est un nombre de 0 à 65535, pas «\u202f%s\u202f»."),
        ("en", "The port (PORT or --port) is a number from 0 to 65535, not “%s”."),
    ):
        assert main(["serve", "--lang", language, *(["--port", port] if asked == "option" else [])]) == 2
        assert capsys.readouterr() == ("", f"referee: {sentence % port[:20]}\n")


@pytest.mark.thorough
@pytest.mark.usefixtures("no_port")
def test_a_port_that_is_taken_and_a_host_that_is_none_are_said_in_the_readers_language() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for call, language, sentence in (
            (["--host", "127.0.0.1", "--port", port], "fr", "Un autre programme écoute déjà là"),
            (["--host", "not a host"], "en", "This machine has no such address."),
        ):
            answer = referee("serve", *call, "--lang", language)
            assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
            assert answer.err.startswith(f"referee: {sentence}")


@pytest.mark.thorough
@pytest.mark.usefixtures("no_port")
def test_settings_of_the_server_that_are_none_are_said_in_the_readers_language(tmp_path: Path) -> None:
    number, proxy = "REFEREE_CONNECTIONS", "REFEREE_BEHIND_PROXY"
    for name, given, language, sentence in (
        (number, "many", "fr", f"{number} est un nombre entier à partir de 1, pas «\u202fmany\u202f»."),
        (proxy, "nginx", "en", f"{proxy} is 0, 1 (a proxy on this machine) or the address of the proxy, not “nginx”."),
    ):
        answer = referee("serve", "--lang", language, REFEREE_DATA=str(tmp_path), **{name: given})
        assert (answer.status, answer.out, answer.err) == (2, "", f"referee: {sentence}\n")


def test_a_data_folder_that_is_a_file_is_said_in_the_readers_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(["demo", "--data", str(tmp_path / "file")]) == 2
    assert capsys.readouterr() == ("", f"referee: {tmp_path / 'file'}: Il y a déjà un fichier de ce nom.\n")


@pytest.mark.thorough
def test_it_prints_where_a_phone_gets_the_application_without_a_network(tmp_path: Path) -> None:
    address = "https://cards.example/arbitre/"
    with RunningServer(tmp_path, REFEREE_PUBLIC_PHONE=address):
        [line] = [row for row in (tmp_path / "server.log").read_text("utf-8").splitlines() if address in row]
    assert "Dans un téléphone" in line
    assert "in a phone" in line


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("proxy", "said"),
    [({}, "HOST=0.0.0.0 opens the local network"), ({"REFEREE_BEHIND_PROXY": "1"}, "The phones come by the proxy")],
    ids=["alone", "proxy"],
)
def test_a_server_that_listens_to_this_machine_alone_does_not_say_that_there_is_no_network(
    proxy: dict[str, str], said: str, tmp_path: Path
) -> None:
    with RunningServer(tmp_path, HOST="127.0.0.1", **proxy):
        printed = (tmp_path / "server.log").read_text("utf-8")
    assert said in printed
    assert "No local network" not in printed


@contextmanager
def signals_as_they_are() -> Iterator[None]:
    numbers = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    handlers = [signal.getsignal(number) for number in numbers]
    yield
    for number, handler in zip(numbers, handlers, strict=True):
        signal.signal(number, handler)


def test_a_second_signal_while_the_first_is_answered_starts_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the whole group of ``make run`` is told to end: make passes its own signal on."""
    starts: list[int] = []

    def start() -> None:
        starts.append(len(starts))
        if len(starts) == 1:
            signal.raise_signal(signal.SIGTERM)

    timer = Mock(ident=None, start=start)
    monkeypatch.setattr(threading, "Timer", Mock(return_value=timer))
    server = Mock()
    with signals_as_they_are():
        serve.stop_at_signals(server)
        signal.raise_signal(signal.SIGTERM)
    assert server.stop.call_count == 2
    assert len(starts) == 1
