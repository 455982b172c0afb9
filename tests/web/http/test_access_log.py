"""The log of requests: a line of JSON with an id and a route, nothing personal; each refusal says its cause."""

import json
import logging
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy.exc import OperationalError

from referee.settings import BadSetting, Settings, settings_from
from referee.store.database.quotas import Quotas
from referee.store.database.transactions import Busy
from referee.web import create_app, error_pages
from referee.web.access.form_limits import LARGEST_FORM
from referee.web.access.heavy_requests import Occupied, heavy_requests
from referee.web.access.refused_requests import REFUSED as BY_SERVER
from referee.web.http import access_log
from referee.web.http.access_log import ALL, HEADER, OFF, REFUSALS, request_counts
from tests.databases import SECRET, put_away
from tests.web.table import new_match
from tests.web.visitor import Visitor

KEYS = ["time", "id", "method", "route", "status", "ms", "bytes"]


class Lines(logging.Handler):
    """What is logged, read again."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())

    @property
    def values(self) -> list[dict[str, Any]]:
        return [json.loads(text) for text in self.texts]


@pytest.fixture
def lines() -> Iterator[Lines]:
    handler, log = Lines(), access_log.log
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield handler
    log.removeHandler(handler)


@pytest.fixture
def settings(url: str, tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, database_url=url, secret_key=SECRET, access_log=ALL)


@pytest.fixture
def logged(settings: Settings) -> Iterator[Flask]:
    """The application as it is served, with a line for each request."""
    app = create_app(settings)
    yield app
    put_away(app)


def test_a_line_names_the_route_and_not_the_address(logged: Flask, lines: Lines) -> None:
    visitor = Visitor(logged)
    match = new_match(visitor)
    visitor.open(match.path)
    visitor.open("/join/a-token-that-opens")
    visitor.open("/rules/ascenseur?q=Ana")
    visitor.open("/nowhere/Ana")
    assert [value["route"] for value in lines.values[-4:]] == [
        "/matches/<public_id>", "/join/<token>", "/rules/<part>", None,
    ]  # fmt: skip
    assert all(list(value)[: len(KEYS)] == KEYS for value in lines.values)
    everything = "\n".join(lines.texts)
    personal = ["Ana", "Chloé", "127.0.0.1", "a-token", match.public_id, *visitor.cookies.values()]
    assert [word for word in personal if word in everything] == []


def test_the_id_is_in_the_answer_and_differs(logged: Flask, lines: Lines) -> None:
    visitor = Visitor(logged)
    ids = [visitor.open("/").response.headers[HEADER] for _ in range(3)]
    assert [value["id"] for value in lines.values] == ids
    assert len(set(ids)) == 3
    assert all(re.fullmatch("[0-9a-f]{16}", given) for given in ids)


def test_a_form_and_the_page_that_answers_it_have_one_id(logged: Flask, lines: Lines) -> None:
    visitor = Visitor(logged)
    match = new_match(visitor)
    before = len(lines.texts)
    form = {"step": "note", "text": "x", "length": "0"}
    page = visitor.client.post(f"{match.path}/entries", data=form, headers={"X-Requested-With": "script"})
    own = lines.values[before:]
    assert {value["id"] for value in own} == {page.headers[HEADER]}


def test_an_error_in_the_log_has_the_id_of_the_answer(
    logged: Flask, caplog: pytest.LogCaptureFixture, lines: Lines
) -> None:
    logged.add_url_rule("/broken", "broken", lambda: 1 // 0)
    answer = Visitor(logged).open("/broken")
    assert answer.status == 500
    assert f"Exception on GET broken, request {answer.response.headers[HEADER]}" in caplog.text
    assert lines.values[-1]["cause"] == "error"


def away() -> str:
    raise OperationalError("SELECT 1", {}, Exception("nobody answers"))


def full_disk() -> str:
    raise OSError(28, "no space left")


def occupied() -> str:
    raise Occupied


def busy() -> str:
    raise Busy


@pytest.mark.parametrize(
    ("raises", "cause"),
    [(away, "database away"), (full_disk, "database full"), (occupied, "heavy requests"), (busy, "database busy")],
)
def test_a_503_says_its_cause(logged: Flask, lines: Lines, raises: Any, cause: str) -> None:
    logged.add_url_rule("/broken", "broken", raises)
    assert Visitor(logged).open("/broken").status == 503
    assert (lines.values[-1]["status"], lines.values[-1]["cause"]) == (503, cause)


@pytest.mark.parametrize(("status", "cause"), [(413, "body"), (503, "uploads")])
def test_what_the_server_refuses_says_its_cause(logged: Flask, lines: Lines, status: int, cause: str) -> None:
    assert logged.test_client().post("/language", environ_overrides={BY_SERVER: status}).status_code == status
    assert (lines.values[-1]["route"], lines.values[-1]["cause"]) == ("/language", cause)


def test_a_form_that_is_too_long_or_has_too_many_fields_says_so(logged: Flask, lines: Lines) -> None:
    visitor = Visitor(logged)
    assert visitor.send("/new/ascenseur", [("seat.0", "a" * LARGEST_FORM)]).status == 413
    assert visitor.send("/new/ascenseur", [("a", "b")] * 2000).status == 413
    assert [value["cause"] for value in lines.values] == ["form", "form"]


def test_a_429_says_which_limit_was_met(logged: Flask, lines: Lines) -> None:
    logged.config["LIMITS"]["joining"] = "1 per minute"
    visitor = Visitor(logged)
    assert [visitor.open("/join/x").status for _ in range(2)][1] == 429
    assert lines.values[-1]["cause"] == "rate of joining"


def test_an_exchange_that_must_wait_says_so(logged: Flask, lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = Visitor(logged)
    new_match(visitor)
    with logged.app_context():
        monkeypatch.setattr(heavy_requests(), "_most", 0)
    assert visitor.open("/sync/archive").status == 503
    assert lines.values[-1]["cause"] == "heavy requests"


def test_a_full_table_says_so(logged: Flask, lines: Lines) -> None:
    visitor = Visitor(logged)
    match = new_match(visitor)
    logged.config["QUOTAS"] = Quotas(club_bytes=1)
    assert match.form("note").fill("text", "x").send().status == 507
    assert lines.values[-1]["cause"] == "quota"


def test_a_database_that_is_away_says_so_of_the_health_check(
    logged: Flask, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error_pages, "reading_apart", away)
    assert Visitor(logged).open("/healthz").status == 503
    assert lines.values[-1]["cause"] == "database away"


@pytest.mark.parametrize(("level", "logs"), [(OFF, []), (REFUSALS, [413])])
def test_less_is_logged_where_less_is_wanted(settings: Settings, lines: Lines, level: str, logs: list[int]) -> None:
    app = create_app(replace(settings, access_log=level))
    visitor = Visitor(app)
    visitor.open("/")
    visitor.open("/nowhere")
    visitor.send("/new/ascenseur", [("seat.0", "a" * LARGEST_FORM)])
    assert [value["status"] for value in lines.values] == logs
    counts = request_counts(app).counts()
    assert counts == {(200, ""): 1, (404, ""): 1, (413, "form"): 1}
    put_away(app)


def test_what_is_logged_is_a_setting(tmp_path: Path) -> None:
    given = {"REFEREE_DATA": str(tmp_path)}
    assert settings_from(given).access_log == REFUSALS
    for word in (OFF, REFUSALS, ALL):
        assert settings_from({**given, "REFEREE_ACCESS_LOG": word}).access_log == word
    with pytest.raises(BadSetting, match="REFEREE_ACCESS_LOG"):
        settings_from({**given, "REFEREE_ACCESS_LOG": "on"})
