"""No club stalls another: only who writes takes a turn at it, and what takes long is done before.

On SQLite, where everybody who writes waits for everybody else; PostgreSQL locks by rows.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import event

from referee.matches import log
from referee.store.database.orm_base import db
from referee.store.database.transactions import write_lock
from referee.store.matches import matches
from referee.web.corrections import correction_pages
from tests.web.matches.test_twice_and_late import BIDS, TRICKS, bids
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor

OTHER_TRICKS = {"tricks.0": "1", "tricks.1": "0", "tricks.2": "0", "tricks.3": "0"}
LONG_ENOUGH = 60
"""Seconds after which a test gives up; nothing here takes that long."""


@pytest.fixture
def played(match: WebMatch) -> WebMatch:
    """A match with one round."""
    for entry in (BIDS, TRICKS):
        match.record(entry)
    return match


@contextmanager
def nobody_may_write(app: Flask) -> Iterator[None]:
    """Somebody of this process has the turn, and another process the file: who waits for either waits in vain."""
    with app.app_context():
        engine = db.engine
    with closing(sqlite3.connect(engine.url.database or "", isolation_level=None)) as other, write_lock:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def preview(match: WebMatch) -> Callable[[], Page]:
    form = match.page("/corrections/1").form("/corrections/1")
    for name, value in OTHER_TRICKS.items():
        form.fill(name, value)
    return form.send


def removal(match: WebMatch) -> Callable[[], Page]:
    """A look at what a removal would break."""
    pairs = [*match.page("/corrections/0").form("/corrections/0").pairs, ("remove", "1")]
    return lambda: match.visitor.send(f"{match.path}/corrections/0", pairs)


def refused(match: WebMatch) -> Callable[[], Page]:
    form = match.form("penalty")
    return form.send


def late(match: WebMatch) -> Callable[[], Page]:
    pairs = [(name, "0" if name == "expected" else value) for name, value in match.form().pairs]
    return lambda: match.visitor.send(f"{match.path}/entries", pairs)


def repeated(match: WebMatch) -> Callable[[], Page]:
    form = match.form("note").fill("text", "once")
    assert form.send().status == 303
    return form.send


def no_table(match: WebMatch) -> Callable[[], Page]:
    return match.visitor.open("/new/ascenseur").form("/new/ascenseur").send


def no_name(match: WebMatch) -> Callable[[], Page]:
    return next(form for form in match.visitor.open("/players").forms() if form.method == "post").send


def no_date(match: WebMatch) -> Callable[[], Page]:
    evening = next(link for link in match.visitor.open("/evenings").links() if link.startswith("/evenings/"))
    return match.visitor.open(f"{evening}/edit").form("/edit").fill("day", "").send


@pytest.mark.first_alone
@pytest.mark.parametrize(
    ("asking", "status"),
    [
        (preview, 200), (removal, 422), (refused, 422), (late, 409), (repeated, 303), (no_table, 422), (no_name, 422),
        (no_date, 422),
    ],
)  # fmt: skip
def test_what_writes_nothing_waits_for_nobody_who_writes(
    app: Flask, played: WebMatch, asking: Callable[[WebMatch], Callable[[], Page]], status: int
) -> None:
    send = asking(played)
    with nobody_may_write(app):
        assert send().status == status


def test_while_one_club_looks_long_at_corrections_another_records(
    app: Flask, played: WebMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Four previews stand in the middle of their replay until the other club has recorded."""
    other = new_match(Visitor(app))
    mine, theirs = bids(other, 0, 1, 0, 1), [preview(played) for _ in range(4)]
    looking, recorded = threading.Barrier(len(theirs) + 1), threading.Event()

    def slow(*arguments: Any) -> Any:
        looking.wait(LONG_ENOUGH)
        assert recorded.wait(LONG_ENOUGH), "the other club waited for the previews"
        return replay_on(*arguments)

    replay_on = correction_pages.replay_on
    monkeypatch.setattr(correction_pages, "replay_on", slow)
    with ThreadPoolExecutor(len(theirs)) as pool:
        looked = [pool.submit(send) for send in theirs]
        looking.wait(LONG_ENOUGH)
        assert mine.send().status == 303
        recorded.set()
        assert [answer.result().status for answer in looked] == [200] * len(theirs)


@contextmanager
def turns(app: Flask) -> Iterator[list[str]]:
    """The transactions that begin meanwhile, as SQLite hears it."""
    said: list[str] = []
    with app.app_context():
        engine = db.engine
    engine.dispose()

    def listen(connection: Any, _record: object) -> None:
        connection.set_trace_callback(lambda statement: said.append(statement) if "BEGIN" in statement else None)

    event.listen(engine, "connect", listen)
    yield said
    event.remove(engine, "connect", listen)
    engine.dispose()


def test_an_entry_takes_one_turn(app: Flask, match: WebMatch) -> None:
    form = bids(match, 0, 1, 0, 1)
    with turns(app) as begun:
        assert form.send().status == 303
    assert begun == ["BEGIN", "BEGIN IMMEDIATE"]


def test_in_their_turn_nobody_replays(app: Flask, played: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recorded, corrected, undone, thrown away and brought back: each is judged before it is written."""
    replayed_in_turn: list[bool] = []

    def watched(act: Callable[..., Any]) -> Callable[..., Any]:
        def seen(*arguments: Any) -> Any:
            replayed_in_turn.append(write_lock.locked())
            return act(*arguments)

        return seen

    for module, name in ((matches, "replay_with"), (matches, "replay_of_rows"), (log, "play_on")):
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    played.form("note").fill("text", "là").send()
    assert preview(played)().form("/corrections").send().status == 303
    assert played.page().form("/undo").send().status == 303
    visitor, name = played.visitor, played.public_id
    assert visitor.send(f"{played.path}/delete", []).status == 303
    assert visitor.send(f"/deleted/match/{name}", []).status == 303
    evening = next(link for link in visitor.open("/evenings").links() if link.startswith("/evenings/"))
    assert visitor.send(f"{evening}/delete", []).status == 303
    assert visitor.send(f"/deleted/evening/{evening.rpartition('/')[2]}", []).status == 303
    assert len(replayed_in_turn) > 5
    assert not any(replayed_in_turn)


def test_a_page_that_writes_out_of_turn_would_be_seen(app: Flask) -> None:
    """What the tests listen for on every page (see ``app_on``)."""
    with app.test_request_context(), pytest.raises(AssertionError, match="out of turn"):
        db.session.execute(db.text("UPDATE club SET name = 'x'"))
