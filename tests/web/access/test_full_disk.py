"""A disk that is full: a sentence and a line in the log with nobody's words in it; and then it goes on by itself."""

import errno
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, text

from referee.store.database.orm_base import db
from referee.web.bundles import waiting_files
from tests.web.bundles.test_import_export import SMALL, sent
from tests.web.sharing import join, link_for
from tests.web.table import WebMatch
from tests.web.visitor import Page, Visitor

SECRET = "Zebulon"
DISK_FULL = "Le disque de l’arbitre est plein"


@contextmanager
def no_more_pages(app: Flask) -> Iterator[None]:
    """SQLite may make its file no larger: what a full disk looks like to it, error and all."""
    with app.app_context():
        engine = db.engine
        most = db.session.scalar(text("PRAGMA page_count"))

    def short(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA max_page_count={most}")

    engine.dispose()
    event.listen(engine, "connect", short)
    yield
    event.remove(engine, "connect", short)
    engine.dispose()


def until_full(match: WebMatch) -> Page:
    """Notes recorded until one finds no room."""
    for _ in range(200):
        answer = match.form("note").fill("text", SECRET * 30).send()
        if answer.status != 303:
            return answer
    raise AssertionError("it is never full")


def test_a_full_disk_is_said_and_what_was_recorded_is_there(
    app: Flask, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    with no_more_pages(app):
        answer = until_full(match)
        assert answer.status == 503
        assert DISK_FULL in answer.text
        assert answer.response.headers["Retry-After"] == "5"
        noted = match.exported()["entries"]
        assert all(entry["text"] == SECRET * 30 for entry in noted)
    assert [(record.levelno, record.getMessage(), record.exc_info) for record in caplog.records] == [
        (logging.ERROR, "database full (SQLITE_FULL): 503 for POST matches.record", None)
    ]
    form = match.form("note").fill("text", "de nouveau")
    assert form.send().status == 303
    assert len(match.exported()["entries"]) == len(noted) + 1


def test_an_archive_that_finds_the_disk_full_is_said_too(
    match: WebMatch, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file that nobody need know")

    monkeypatch.setattr(waiting_files.os, "open", full)
    answer = sent(match.visitor, SMALL)
    assert answer.status == 503
    assert DISK_FULL in answer.text
    assert [record.getMessage() for record in caplog.records] == [
        "database full (ENOSPC): 503 for POST transfer.upload"
    ]


def test_another_fault_of_the_machine_is_no_full_disk(
    app: Flask, match: WebMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    app.testing, app.config["PROPAGATE_EXCEPTIONS"] = False, False
    monkeypatch.setattr(waiting_files.os, "open", denied)
    assert sent(match.visitor, SMALL).status == 500


def test_no_log_tells_what_was_typed_or_whose_link_it_was(
    app: Flask, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Not even of a fault that is ours."""
    token = link_for(match.visitor, "watcher").rpartition("/")[2]
    form = match.form("note").fill("text", SECRET)
    with app.app_context():
        broken = "CREATE TRIGGER broken BEFORE INSERT ON entry BEGIN INSERT INTO nowhere VALUES (1); END"
        db.session.execute(text(broken))
        db.session.commit()
    app.testing, app.config["PROPAGATE_EXCEPTIONS"] = False, False
    assert form.send().status == 500
    assert "no such table: main.nowhere" in caplog.text
    assert SECRET not in caplog.text
    assert Visitor(app).open(f"/join/{token}").status == 200
    assert token not in caplog.text


def test_a_link_that_fails_does_not_stand_in_the_log(
    app: Flask, match: WebMatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Its address holds the token: whoever read the log would come in by it."""
    link = link_for(match.visitor, "keeper")
    with app.app_context():
        broken = "CREATE TRIGGER broken BEFORE INSERT ON membership BEGIN INSERT INTO nowhere VALUES (1); END"
        db.session.execute(text(broken))
        db.session.commit()
    app.testing, app.config["PROPAGATE_EXCEPTIONS"] = False, False
    assert join(Visitor(app), link, SECRET).status == 500
    assert "no such table: main.nowhere" in caplog.text
    assert "POST sharing.join_club" in caplog.text
    assert link.rpartition("/")[2] not in caplog.text
    assert SECRET not in caplog.text
