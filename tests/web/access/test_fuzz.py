"""Broken forms, 10,000 of them in ``make thorough``.

None is answered with a fault of ours, and none changes a log unless it was recorded (303).
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from referee.games.registry import GAMES
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from tests.databases import SqliteFiles, app_on
from tests.web.addresses import addresses
from tests.web.table import new_match, usual_table
from tests.web.visitor import Form, Visitor

LONG = 40
"""Records after which a match is left for a new one."""

RECORDING, CORRECTING, STARTING, ANYWHERE = 360, 200, 120, 1000
"""Examples for each game; for all addresses together. With 12 games and the nasty values 10,000 in all."""

SHARE = pytest.mark.parametrize("share", [32, pytest.param(1, marks=pytest.mark.thorough)], ids=["some", "all"])
"""Of these examples, what is tried: one in 32 every time, all of them in ``make thorough``."""

PARTS = 5
"""Tests that share the examples for all addresses."""

Pairs = list[tuple[str, str]]

NASTY = [
    "", " ", "-", "0", "-0", "+1", "−3", "01", "1e3", "1.5", "NaN", "999999999", "9999999999", "9" * 5000,
    "-" + "9" * 5000, "٣", "²", "１", "½", "\x00", "a\x00b", "\r\n", "\u202e", "\ufeff", "e\u0301", "\U0001f0cf", "ﬃ",
    "a" * 3000, "null", "true", "[]", "{}", "<b>", "%s", "%(n)s", "{0}", "{{ 7*7 }}", "../..", "' OR 1=1 --",
    "Ana", " ana ", "Ana & Chloé", "1,2", "on",
]  # fmt: skip
FIELDS = [
    "step", "expected", "key", "way", "both", "draft", "remove", "reason", "person", "role", "name", "language", "back",
    "just", "dealer", "seat.0", "seat.99", "seat.-1", "option.", "option.tie", "bids.0", "bids.99", "bids", "points.",
    ".", "", "text", "player", "offence", "__proto__", "evening", "title", "day", "note", "text.text",
    "a" * 300,
]  # fmt: skip
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=["Cs"]), max_size=12)
HALVES = ["\ud800", "a\udfff", "\udc00\ud800"]
"""Halves of a sign: JSON can say them, and no page can show them."""

WORD = ANY_TEXT | st.sampled_from(NASTY + HALVES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.integers() | st.floats() | WORD,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS + HALVES), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def fuzzed(sqlite: SqliteFiles, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One application for all these forms; its database is open before the first of them."""
    with app_on(sqlite.migrated(), tmp_path_factory.mktemp("fuzzed")) as app:
        with app.app_context(), writing():
            db.session.execute(select(1))
        yield app


class Target:
    """A match in mid-deal that forms are thrown at, and what is kept of it."""

    def __init__(self, app: Flask, game: str) -> None:
        self.app, self.game = app, game
        self.file = app.config["SQLALCHEMY_DATABASE_URI"].removeprefix("sqlite:///")
        self.begin()

    def begin(self) -> None:
        self.match = new_match(Visitor(self.app), self.game, usual_table(self.game))
        chance = Random(self.game)
        while self.match.course.taken < 3:
            entry = self.match.answer(chance)
            if not self.match.course.ends_with(entry):
                self.match.record(entry)
        self.public_id = self.match.public_id
        self.start = self.length()

    def length(self) -> int:
        """How long the log is, read in the file beside the application."""
        query = "SELECT count(*) FROM entry JOIN match ON match.id = entry.match_id WHERE public_id = ?"
        with closing(sqlite3.connect(self.file)) as database:
            return int(database.execute(query, (self.public_id,)).fetchone()[0])

    def send(self, path: str, pairs: Iterable[tuple[str, str]]) -> int:
        """The status of a form thrown at an address; the log grows by 303 alone."""
        before = self.length()
        page = self.match.visitor.send(path, pairs)
        assert page.status < 500, page.text
        assert page.status == 303 or self.length() == before, page.status
        return page.status

    def settle(self) -> None:
        """Take back what a form that was good after all has recorded; begin anew when that has made a long log."""
        if self.length() > LONG:
            self.begin()
        elif self.length() > self.start:
            assert self.send(f"{self.match.path}/undo", [("expected", str(self.length()))]) == 303
            self.start = self.length()


def checked(examples: int, *strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], None]:
    """Hold a property for so many examples, of any duration."""

    def hold(property_: Callable[..., None]) -> None:
        settings(max_examples=examples, deadline=None, database=None)(given(*strategies)(property_))()

    return hold


def broken(names: Sequence[str], values: Sequence[str]) -> st.SearchStrategy[Pairs]:
    """Some controls of a form and some of none, with values that fit and values that do not, any of them twice."""
    known = st.sampled_from(sorted({*names}) or FIELDS)
    name = st.one_of(known, known, st.sampled_from(FIELDS), ANY_TEXT)
    fitting = st.sampled_from(sorted({*values, "0", "1", "2"}))
    value = st.one_of(fitting, st.sampled_from(NASTY), st.integers(-20, 200).map(str), ANY_TEXT)
    return st.lists(st.tuples(name, value), max_size=14)


def words_of_questions(form: Form) -> tuple[list[str], list[str]]:
    """The names of a form's controls, and all values that can be chosen in it."""
    chosen = [
        control.attributes.get("value", "") for control in form.controls if control.attributes.get("type") != "hidden"
    ]
    return sorted(form.names()), [*chosen, *(value for _, value in form.buttons())]


def entries_like(target: Target) -> st.SearchStrategy[Any]:
    """Entries as they were recorded, entries bent a little, and anything that JSON can say."""
    recorded = target.match.exported()["entries"]
    steps = st.sampled_from(sorted({entry["step"] for entry in recorded} | {"note", "end", "penalty", "", "bids"}))
    keys = st.sampled_from(sorted({key for entry in recorded for key in entry} | {"text", "a.b", "player", "offence"}))
    bent = st.builds(lambda entry, key, value: {**entry, key: value}, st.sampled_from(recorded), keys, JSON)
    made = st.builds(lambda step, rest: {"step": step, **rest}, steps, st.dictionaries(keys, JSON, max_size=2))
    said = st.builds(lambda text: {"step": "note", "text": text}, WORD)
    return st.one_of(st.none(), st.sampled_from(recorded), bent, made, said, JSON)


def drafts(target: Target) -> st.SearchStrategy[str]:
    """Drafts of a correction as a page carries them, and whatever else may stand there."""
    position = st.integers(0, target.length()) | st.sampled_from([-1, 10**9, 2**63, 10**40]) | JSON
    pairs = st.lists(st.tuples(position, entries_like(target)).map(list), min_size=1, max_size=3)
    good = st.one_of(pairs, pairs, JSON).map(json.dumps)
    return st.one_of(good, good, good, st.sampled_from(["", "[" * 5000, "[[0", "[[0,{}]]", "nul"]), ANY_TEXT)


@pytest.mark.first_alone
@SHARE
@pytest.mark.parametrize("game", GAMES)
def test_a_broken_answer_is_refused_and_changes_nothing(fuzzed: Flask, game: str, share: int) -> None:
    target = Target(fuzzed, game)
    forms = {
        question.step: words_of_questions(target.match.form(question.step))
        for question in target.match.course.open_questions
        if question.step != "end"
    }
    answers = st.one_of([st.tuples(st.just(step), broken(*words)) for step, words in forms.items()])
    left_out = st.sampled_from(["", "", "", "step", "expected", "key"])

    @checked(RECORDING // share, answers, left_out, st.sampled_from(["k", "another"]))
    def _(answer: tuple[str, Pairs], missing: str, key: str) -> None:
        step, pairs = answer
        fixed = {"step": step, "expected": str(target.length()), "key": key + str(target.length())}
        fixed.pop(missing, None)
        if target.send(f"{target.match.path}/entries", [*fixed.items(), *pairs]) == 303:
            target.settle()


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_a_nasty_value_in_every_control_at_once_is_no_fault_of_ours(fuzzed: Flask, game: str) -> None:
    target = Target(fuzzed, game)
    form = target.match.form()
    new, _ = words_of_questions(target.match.visitor.open(f"/new/{game}").form(f"/new/{game}"))
    step = ("step", form.value("step"))
    for value in NASTY:
        pairs = [(name, value) for name in form.names() if name not in ("step", "way")]
        for way in form.choices("way") or [value]:
            seen = {"expected": str(target.length()), "way": way}
            if target.send(f"{target.match.path}/entries", [step, *seen.items(), *pairs]) == 303:
                target.settle()
        seats = [(name, value) for name in new]
        shown_again = 200 if "rules" in new else 422  # a tap on ready-made rules only shows the form with them
        assert target.match.visitor.send(f"/new/{game}", seats).status == shown_again


@pytest.mark.first_alone
@SHARE
@pytest.mark.parametrize("game", GAMES)
def test_a_tampered_correction_is_refused_and_changes_nothing(fuzzed: Flask, game: str, share: int) -> None:
    target = Target(fuzzed, game)
    words = words_of_questions(target.match.page("/corrections/0").form("/corrections/0"))
    addresses_of = st.sampled_from(
        ["/corrections", "/corrections/0", "/corrections/1", "/corrections/2", "/corrections/9"]
    )

    @checked(CORRECTING // share, addresses_of, drafts(target), broken(*words), st.integers(-1, 3))
    def _(below: str, draft: str, pairs: Pairs, seen: int) -> None:
        fixed = {"draft": draft, "expected": str(target.length() - seen)}
        if target.send(target.match.path + below, [*fixed.items(), *pairs]) == 303:
            assert target.match.visitor.open(f"{target.match.path}/log").status == 200
            target.settle()


def test_a_form_that_has_seen_half_a_batch_is_late(fuzzed: Flask) -> None:
    match = new_match(Visitor(fuzzed), "barbu")
    for entry in ({"step": "contract", "contract": "barbu"}, {"step": "result", "king": "Bob"}):
        match.record(entry)
    both = [[0, {"step": "contract", "contract": "dernier-pli"}], [1, {"step": "result", "last": "Ana"}]]
    sent = match.visitor.send(f"{match.path}/corrections", [("draft", json.dumps(both)), ("expected", "2")])
    assert sent.status == 303
    for step in ("contract", "result", "note", "penalty", "x"):
        for seen in (-1, 0, 1, 2, 3, 5):
            pairs = [("step", step), ("expected", str(seen)), ("contract", "plis"), ("text", "x")]
            assert match.visitor.send(f"{match.path}/entries", pairs).status == 409


@SHARE
@pytest.mark.parametrize("game", GAMES)
def test_a_broken_table_is_refused(fuzzed: Flask, game: str, share: int) -> None:
    visitor = Visitor(fuzzed)
    words = words_of_questions(visitor.open(f"/new/{game}").form(f"/new/{game}"))
    players = st.lists(st.sampled_from(["Ana", "Bob", "Chloé", "Dan", *NASTY]) | ANY_TEXT, max_size=5)

    @checked(STARTING // share, players, broken(*words))
    def _(names: list[str], pairs: Pairs) -> None:
        seats = [(f"seat.{seat}", name) for seat, name in enumerate(names)]
        page = visitor.send(f"/new/{game}", [*seats, *pairs])
        if page.status == 303:
            assert visitor.open(page.location).status == 200
        else:
            assert page.status == 422, page.text


@SHARE
@pytest.mark.parametrize("part", range(PARTS))
def test_a_broken_form_at_any_address_is_no_fault_of_ours(fuzzed: Flask, part: int, share: int) -> None:
    target = Target(fuzzed, sorted(GAMES)[part])
    writing = [address.path for address in addresses(fuzzed, target.match.path) if address.method == "POST"]
    apart = [path for path in writing if not path.endswith(("/entries", "/corrections", "/undo"))]

    @checked(
        ANYWHERE // PARTS // share,
        st.sampled_from(writing),
        st.sampled_from(apart),
        broken(FIELDS, ["keeper", "watcher", "fr"]),
    )
    def _(first: str, second: str, pairs: Pairs) -> None:
        for path in (first, second):
            page = target.match.visitor.send(path, pairs)
            assert page.status < 500, (path, page.text)
