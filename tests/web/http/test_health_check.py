"""``/healthz`` says whether the application and its database answer, and nothing else, to anybody."""

from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import event, text

from referee.store.database.orm_base import db
from tests.databases import app_on
from tests.web.table import WebMatch
from tests.web.visitor import Visitor


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sound_application_says_ok_and_leaves_no_cookie(app: Flask, match: WebMatch, language: str) -> None:
    for client in (app.test_client(), match.visitor.client):
        answer = client.get("/healthz", headers={"Accept-Language": language})
        assert (answer.status_code, answer.text) == (200, "ok\n")
        assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_it_asks_the_database_one_thing(app: Flask) -> None:
    asked: list[str] = []
    app.test_client().get("/healthz")  # what the cookies are called is asked once
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *a: asked.append(a[2]))
    assert app.test_client().get("/healthz").status_code == 200
    assert [question for question in asked if not question.startswith("BEGIN")] == [
        "SELECT version_num FROM alembic_version"
    ]


@pytest.mark.parametrize(
    ("language", "line"), [("fr", "La base de données ne répond pas.\n"), ("en", "The database does not answer.\n")]
)
def test_a_database_that_has_gone_is_said_in_one_line(app: Flask, language: str, line: str) -> None:
    with app.app_context():
        db.session.execute(text("DROP TABLE alembic_version"))
        db.session.commit()
    answer = app.test_client().get("/healthz", headers={"Accept-Language": language})
    assert (answer.status_code, answer.text) == (503, line)
    assert "Set-Cookie" not in answer.headers


def test_a_file_that_is_no_database_any_more_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "referee.sqlite3").write_bytes(b"not a database " * 1000)
    with app_on(f"sqlite:///{tmp_path / 'referee.sqlite3'}", tmp_path) as app:
        assert app.test_client().get("/healthz").status_code == 503


def test_it_may_be_asked_as_often_as_a_machine_likes(url: str, tmp_path: Path) -> None:
    with app_on(url, tmp_path, testing=False) as app:
        asked = Visitor(app)
        assert {asked.client.get("/healthz").status_code for _ in range(400)} == {200}
