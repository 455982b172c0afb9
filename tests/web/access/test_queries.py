"""A request asks the database a few things, and no more of them as a match, a club, an evening grows."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event, select

from referee.store.database import quotas
from referee.store.database.models import Evening, Player
from referee.store.database.orm_base import db
from tests.web.table import WebMatch, form_pairs, new_match
from tests.web.visitor import Visitor

MANY = 12
"""More queries than any page of a match may need."""


@pytest.fixture(autouse=True)
def measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of the database is measured once: again after ten seconds, it would count among what is recorded."""
    monkeypatch.setattr(quotas, "MEASURED_EVERY", math.inf)


@contextmanager
def count_statements(app: Flask, with_values: bool = False) -> Iterator[list[str]]:
    """The statements sent meanwhile, but for those that begin and end a transaction."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_rest: Any) -> None:
        if statement.split()[0] not in ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT", "ROLLBACK"):
            sent.append(" ".join(statement.split()) + (f" {values}" if with_values else ""))

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def quick_round(match: WebMatch) -> None:
    """The next round: nobody bids, who speaks first takes all."""
    for _ in range(2):
        match.record(bidding(match) if "bids" not in match.course.state.answers else taking(match))


def bidding(match: WebMatch) -> dict[str, Any]:
    speakers = match.course.setup.table.after(match.course.state.dealer)
    return {"step": "bids", "bids": dict.fromkeys(speakers, 0)}


def taking(match: WebMatch) -> dict[str, Any]:
    speakers = match.course.setup.table.after(match.course.state.dealer)
    cards = match.course.open_questions[0].ways[0].fields[0].total  # type: ignore[union-attr]
    return {"step": "tricks", "tricks": dict.fromkeys(speakers, 0) | {speakers[0]: cards}}


def recording(app: Flask, match: WebMatch, entry: dict[str, Any]) -> list[str]:
    """What is asked while an entry is recorded: the request alone, not the page it follows."""
    form = match.form()
    question = match.course.open_questions[0]
    for name, value in form_pairs(question, entry):
        form.fill(name, value)
    with count_statements(app) as sent:
        assert form.send().status == 303
    match.course.take(entry)
    return sent


@pytest.fixture
def long_match(app: Flask) -> WebMatch:
    """A match with two rounds, about to be a long one."""
    match = new_match(Visitor(app))
    for _ in range(2):
        quick_round(match)
    return match


def test_recording_asks_as_much_at_round_25_as_at_round_3(app: Flask, long_match: WebMatch) -> None:
    early = [recording(app, long_match, make(long_match)) for make in (bidding, taking)]
    while len(long_match.course.rows) < 23:
        quick_round(long_match)
    late = [recording(app, long_match, make(long_match)) for make in (bidding, taking)]
    assert late == early
    assert max(map(len, late)) <= MANY, late


def test_a_page_asks_as_much_at_round_25_as_at_round_3(app: Flask, long_match: WebMatch) -> None:
    early = asked_by_pages(app, long_match)
    while len(long_match.course.rows) < 24:
        quick_round(long_match)
    late = asked_by_pages(app, long_match)
    assert late == early
    assert {below: sent for below, sent in late.items() if len(sent) > MANY} == {}


def asked_by_pages(app: Flask, match: WebMatch) -> dict[str, list[str]]:
    """What each page of a match asks; seven pages of one match, for a long one takes long to play."""
    asked = {}
    for below in ("", "/sheet", "/log", "/rounds/0", "/steps/penalty", "/corrections/1", "/export"):
        with count_statements(app) as asked[below]:
            match.page(below)
    return asked


def test_correcting_and_undoing_ask_as_much_late_as_early(app: Flask, long_match: WebMatch) -> None:
    early = corrected_and_undone(app, long_match)
    while len(long_match.course.rows) < 20:
        quick_round(long_match)
    assert corrected_and_undone(app, long_match) == early
    assert max(early) <= MANY


def corrected_and_undone(app: Flask, match: WebMatch) -> list[int]:
    """How much is asked by a correction's confirmation and by its undo."""
    form = match.page("/corrections/1").form("/corrections/1")
    confirm = form.send().form("/corrections")
    with count_statements(app) as corrected:
        assert confirm.send().status == 303
    undo = match.page().form("/undo")
    with count_statements(app) as undone:
        assert undo.send().status == 303
    return [len(corrected), len(undone)]


def test_the_home_page_asks_as_much_with_thirty_matches_as_with_ten(app: Flask) -> None:
    visitor, asked = Visitor(app), []
    for many in (10, 20):
        for _ in range(many):
            new_match(visitor)
        asked.append([])
        for path in ("/", "/new", "/new/ascenseur"):
            with count_statements(app) as sent:
                assert visitor.open(path).status == 200
            asked[-1].append(len(sent))
    assert asked[0] == asked[1]
    assert max(asked[0]) <= MANY


def test_no_page_asks_the_same_twice(app: Flask, long_match: WebMatch) -> None:
    long_match.record({"step": "end"})
    new_match(long_match.visitor)
    with app.app_context():
        player = db.session.scalars(select(Player.id)).first()
        evening = db.session.scalars(select(Evening.public_id)).first()
    twice = {}
    for path in (long_match.path, "/", "/ranking", f"/players/{player}", f"/evenings/{evening}", "/evenings"):
        with count_statements(app, with_values=True) as sent:
            assert long_match.visitor.open(path).status == 200
        twice[path] = [statement for statement in {*sent} if sent.count(statement) > 1]
    assert {path: statements for path, statements in twice.items() if statements} == {}


def test_finished_matches_stand_on_the_home_page_however_many_go_on(app: Flask) -> None:
    visitor = Visitor(app)
    over = new_match(visitor)
    over.record({"step": "end"})
    going_on = [new_match(visitor).path for _ in range(9)]
    links = visitor.open("/").links()
    assert over.path in links
    assert {*going_on} <= {*links}
