"""Metrics: what a running server says of itself to Prometheus, at an address of its own, and only if asked to."""

import socket
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from referee.hosting.metrics import gauges
from referee.server.http_server import Load
from referee.settings import BadSetting, Settings, settings_from
from tests.databases import app_on
from tests.running import RunningServer, free_port
from tests.server.sockets import Browser, many


def read(port: int) -> dict[str, float]:
    """The values by name, those with labels with their labels."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=20) as answer:
        text = answer.read().decode()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    labels = ("status", "cause")
    return {" ".join([one.name, *(one.labels.get(name, "") for name in labels)]).strip(): one.value for one in samples}


def test_a_running_server_says_what_it_bears(tmp_path: Path) -> None:
    port = free_port()
    limits = {"REFEREE_MOST_CLUBS": "7", "REFEREE_CONNECTIONS": "300", "REFEREE_MOST_DATABASE_MIB": "off"}
    with RunningServer(tmp_path, REFEREE_METRICS=str(port), **limits) as running:
        before = read(port)
        with Browser(running.port) as browser, many(running.port, 5):
            browser.new_match()
            assert browser.send("/new/ascenseur", [("seat.0", "a" * 3_000_000)]).status == 413
            after = read(port)
    assert after["referee_requests_total 413 body"] == 1
    assert after["referee_requests_total 303"] >= 1
    assert (before["referee_clubs"], after["referee_clubs"], after["referee_clubs_limit"]) == (0, 1, 7)
    assert 0 < before["referee_database_bytes"] <= after["referee_database_bytes"]
    assert after["referee_largest_club_bytes"] > 0
    assert (after["referee_database_bytes_limit"], after["referee_database_up"]) == (0, 1)
    assert after["referee_database_log_bytes"] > 0
    assert after["referee_connections"] >= 5
    assert after["referee_connections_limit"] == 300
    assert 0 <= after["referee_threads_busy"] <= after["referee_threads"] == 64
    assert after["referee_data_free_bytes"] > 0
    assert after["referee_upload_bytes"] == 0


def test_the_address_of_the_pages_gives_none(tmp_path: Path) -> None:
    port = free_port()
    with RunningServer(tmp_path, REFEREE_METRICS=f"127.0.0.1:{port}") as running, Browser(running.port) as browser:
        assert browser.open("/metrics").status == 404
        assert read(port)


def test_without_the_setting_nobody_listens(tmp_path: Path) -> None:
    assert settings_from({"REFEREE_DATA": str(tmp_path)}).metrics is None
    for given, found in (
        ("9464", ("127.0.0.1", 9464)), ("0.0.0.0:9464", ("0.0.0.0", 9464)), ("[::1]:9464", ("::1", 9464)), ("off", None)
    ):  # fmt: skip
        assert settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_METRICS": given}).metrics == found
    for given in ("on", "host:", "70000", "-1"):
        with pytest.raises(BadSetting, match="REFEREE_METRICS"):
            settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_METRICS": given})


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(RuntimeError, match="écoute déjà"):
        RunningServer(tmp_path, REFEREE_METRICS=str(taken.getsockname()[1]), LC_ALL="fr_FR.UTF-8").start()


def test_a_database_that_is_away_is_a_metric_too(tmp_path: Path) -> None:
    settings = Settings(tmp_path, f"sqlite:///{tmp_path / 'no' / 'such.sqlite3'}", "x" * 32)
    with app_on(settings.database_url, tmp_path) as app:
        found = {name: value for name, _, value in gauges(app, settings, Load(1, 2, 3))}
    assert found["database_up"] == 0
    assert (found["threads_busy"], found["connections"], found["upload_bytes"]) == (1, 2, 3)
    assert "clubs" not in found
