"""What a record and the page after it ask of the database, as the application is served with all its limits."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.store.database.models import RunningCount
from referee.store.database.orm_base import db
from tests.databases import on_both_databases
from tests.store.keeping import count_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

pytestmark = on_both_databases

RECORD = ["SELECT device", "UPDATE club", "UPDATE try_count", "UPDATE match", "INSERT INTO entry"]
NOTIFIES = "SELECT pg_notify"
"""PostgreSQL tells the other processes."""


@pytest.fixture
def played(limited: Flask) -> WebMatch:
    match = new_match(Visitor(limited))
    answered(match, 0, "bids", (0, 0, 0, 0))
    answered(match, 1, "tricks", (1, 0, 0, 0))
    match.page()
    return match


def answered(match: WebMatch, expected: int, step: str, numbers: tuple[int, ...]) -> None:
    typed = [(f"{step}.{seat}", str(number)) for seat, number in enumerate(numbers)]
    fixed = [("step", step), ("expected", str(expected)), ("key", f"key-{expected}")]
    assert match.visitor.send(f"{match.path}/entries", [*fixed, *typed]).status == 303


@contextmanager
def asked(app: Flask) -> Iterator[list[tuple[str, Any]]]:
    """The first words of each statement that is sent in here, and what it was compiled to."""
    statements: list[tuple[str, Any]] = []

    def sent(_connection: object, _cursor: object, text: str, _given: object, context: Any, _many: bool) -> None:
        words = text.replace('"', "").replace(".", " ").replace("(", " ").split()
        kind = 3 if words[0] == "INSERT" else 2
        if not text.startswith(NOTIFIES):
            statements.append((" ".join(words[:kind]), context.compiled))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", sent)
    yield statements
    event.remove(engine, "before_cursor_execute", sent)


def test_a_record_takes_five_statements_and_the_page_after_it_two(limited: Flask, played: WebMatch) -> None:
    with asked(limited) as statements:
        answered(played, 2, "bids", (0, 0, 0, 0))
    assert [words for words, _ in statements] == RECORD
    with asked(limited) as statements:
        played.page()
    assert [words for words, _ in statements] == ["SELECT device", "SELECT seat"]


def test_no_statement_of_a_record_is_compiled_anew(limited: Flask, played: WebMatch) -> None:
    with asked(limited) as first:
        answered(played, 2, "bids", (0, 0, 0, 0))
    with asked(limited) as second:
        answered(played, 3, "tricks", (2, 0, 0, 0))
    assert [once is again for (_, once), (_, again) in zip(first, second, strict=True)] == [True] * len(RECORD)


def test_a_running_count_is_dropped_by_the_record_that_finds_it(limited: Flask, played: WebMatch) -> None:
    answered(played, 2, "bids", (0, 0, 0, 0))
    form = played.visitor.open(played.path).form("/entries")
    asked_now = form.element.attributes["data-asked"] or ""
    typed = [("asked", asked_now), ("tricks.0", "1")]
    assert played.visitor.send(f"{played.path}/count", typed).status == 204
    assert count_of(limited, RunningCount) == 1
    with asked(limited) as statements:
        answered(played, 3, "tricks", (2, 0, 0, 0))
    assert [words for words, _ in statements] == [*RECORD, "DELETE FROM"]
    assert count_of(limited, RunningCount) == 0
