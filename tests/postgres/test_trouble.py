"""PostgreSQL away or its disk full: a sentence, a line in the log, and the next request finds it again by itself."""

import logging
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask

from tests.databases import PostgresDatabases, app_on
from tests.web.sharing import link_for
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

SECRET = "Zebulon"
AWAY = "La base de données ne répond pas"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresDatabases]:
    """One of its own, for it is stopped while others test."""
    found = PostgresDatabases(tmp_path_factory.mktemp("postgres"))
    yield found
    found.stop()


@pytest.fixture
def url(cluster: PostgresDatabases) -> str:
    return cluster.migrated()


@pytest.fixture
def app(url: str, tmp_path: Path) -> Iterator[Flask]:
    with app_on(url, tmp_path) as made:
        yield made


@pytest.fixture
def match(app: Flask) -> WebMatch:
    return new_match(Visitor(app))


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was logged: one line each, of errors, without a traceback."""
    assert all(record.levelno == logging.ERROR and record.exc_info is None for record in caplog.records)
    found = [record.getMessage() for record in caplog.records]
    assert not any("\n" in line or SECRET in line for line in found)
    return found


def test_a_database_that_is_away_is_said_and_found_again_by_the_next_request(
    cluster: PostgresDatabases, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    form = match.form("note").fill("text", SECRET)
    token = link_for(match.visitor, "watcher")
    with cluster.away():
        answers = [form.send(), match.visitor.open(match.path), match.visitor.open("/"), match.visitor.open(token)]
        assert [answer.status for answer in answers] == [503] * 4
        assert all(AWAY in answer.text for answer in answers)
        assert {answer.response.headers["Retry-After"] for answer in answers} == {"5"}
    said = lines(caplog)
    assert [line.partition(": ")[2] for line in said] == [
        "503 for POST matches.record",
        "503 for GET matches.show",
        "503 for GET home.show",
        "503 for GET sharing.join_page",
    ]
    assert all(line.startswith("database away (") for line in said)
    assert form.send().status == 303
    assert match.exported()["entries"] == [{"step": "note", "text": SECRET}]


def test_connections_that_the_server_has_ended_are_replaced_unseen(
    url: str, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An administrator's doing, or a restart that nobody noticed."""
    form = match.form("note").fill("text", SECRET)
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    assert form.send().status == 303
    assert lines(caplog) == []


def test_a_connection_that_ends_in_the_middle_of_a_request_is_said_and_nothing_is_half_written(
    app: Flask, url: str, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION cut() RETURNS trigger AS $$ BEGIN"
            " PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$ LANGUAGE plpgsql"
        )
        other.execute("CREATE TRIGGER cut BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION cut()")
        form = match.form("note").fill("text", SECRET)
        answer = form.send()
        assert answer.status == 503
        assert AWAY in answer.text
        other.execute("DROP TRIGGER cut ON entry")
    assert lines(caplog) == ["database away (57P01): 503 for POST matches.record"]
    assert match.exported()["entries"] == []
    assert form.send().status == 303


@pytest.mark.parametrize(
    ("code", "kind", "sentence"),
    [
        ("53100", "full", "Le disque de l’arbitre est plein"),
        ("53300", "away", AWAY),
        ("40P01", "busy", "Quelqu’un d’autre est en train d’écrire"),
        ("40001", "busy", "Quelqu’un d’autre est en train d’écrire"),
    ],
)
def test_what_postgresql_cannot_do_now_is_said(
    url: str, match: WebMatch, caplog: pytest.LogCaptureFixture, code: str, kind: str, sentence: str
) -> None:
    """The server's own error, raised where a row is written."""
    form = match.form("note").fill("text", SECRET)
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION full_up() RETURNS trigger AS $$ BEGIN"
            f" RAISE EXCEPTION 'could not extend file' USING ERRCODE = '{code}'; END $$ LANGUAGE plpgsql"
        )
        other.execute("CREATE TRIGGER full_up BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION full_up()")
        answer = form.send()
        other.execute("DROP TRIGGER full_up ON entry")
    assert answer.status == 503
    assert sentence in answer.text
    assert lines(caplog) == [f"database {kind} ({code}): 503 for POST matches.record"]
    assert form.send().status == 303


def test_another_fault_is_an_error_whose_values_are_nobodys_to_read(
    app: Flask, url: str, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    form = match.form("note").fill("text", SECRET)
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(
            "CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN INSERT INTO nowhere VALUES (1); END $$"
            " LANGUAGE plpgsql"
        )
        other.execute("CREATE TRIGGER broken BEFORE INSERT ON entry FOR EACH ROW EXECUTE FUNCTION broken()")
    app.testing, app.config["PROPAGATE_EXCEPTIONS"] = False, False
    assert form.send().status == 500
    assert "nowhere" in caplog.text
    assert SECRET not in caplog.text
    assert Visitor(app).open("/").status == 200
