"""At the longest length of a log each door says so in a sentence, and what was recorded stands as it was."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.databases import Databases, SqliteFiles
from tests.store.short_logs import shorten
from tests.web.api.program import Program, problem_of
from tests.web.bundles.exchange.carrier import InPhone, server_and_phone
from tests.web.bundles.exchange.taken import Table, note, texts
from tests.web.bundles.test_handover import ADD, OPEN, link_of, opened, taken
from tests.web.bundles.test_import_export import sent
from tests.web.desk.test_desk_pages import FORBIDDEN, desk
from tests.web.phones import phone
from tests.web.sharing import token_for
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS, NOTE, TRICKS

LONGEST, WITH_UNDOS = 3, 5
FULL = f"Cette partie a {LONGEST} saisies : elle n'en prend plus."
NEXT_BIDS = {"step": "bids", "bids": {"Chloé": 0, "Dan": 0, "Ana": 2, "Bob": 1}}


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, LONGEST, WITH_UNDOS)


@pytest.fixture
def full(visitor: Visitor) -> WebMatch:
    """A match whose log is full: a deal and a note."""
    return filled(new_match(visitor))


def filled(match: WebMatch) -> WebMatch:
    for entry in (BIDS, TRICKS, NOTE):
        match.record(entry)
    return match


def says_full(page: Page) -> bool:
    return page.status == 507 and FULL in plain(page.text)


def html(page: Page) -> str:
    return str(page.response.get_data(as_text=True))


def plain(words: str) -> str:
    return words.replace("\u202f", " ").replace("\xa0", " ").replace("’", "'")


def _question(match: WebMatch) -> Page:
    return match.answered(NEXT_BIDS)


def _note(match: WebMatch) -> Page:
    return match.answered({"step": "note", "text": "Le chat revient"})


def _ruling(match: WebMatch) -> Page:
    return match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN)).form("/note").send()


def _correction(match: WebMatch) -> Page:
    form = match.page("/corrections/2").form("/corrections/2").fill("text", "Le chat est parti")
    return form.send().form("/corrections").fill("reason", "mal vu").send()


def _removal(match: WebMatch) -> Page:
    forms = match.page("/corrections/2").forms()
    page = next(form for form in forms if ("remove", "1") in form.buttons()).send(("remove", "1"))
    return page.form("/corrections").send()


def _setup(match: WebMatch) -> Page:
    page = match.page("/setup").form("/setup").fill("option.miss_points", "3").send()
    return page.form("/setup/record").fill("reason", "mal lu").send()


def _restored(match: WebMatch) -> Page:
    assert match.page().form("/undo").send().status == 303
    return match.page().form("/restore").send()


DOORS: dict[Callable[[WebMatch], Page], str] = {
    _question: 'value="2"',
    _note: "Le chat revient",
    _ruling: "Interdit",
    _correction: "mal vu",
    _removal: "/corrections",
    _setup: "mal lu",
    _restored: "/entries",
}
"""What a keeper sends, and what of it stands on the page that refuses it."""


@pytest.mark.first_alone
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_page_says_that_the_log_is_full_and_keeps_what_was_typed(
    full: WebMatch, door: Callable[[WebMatch], Page]
) -> None:
    before = full.exported()
    page = door(full)
    assert says_full(page), (page.status, page.text[:2000])
    assert DOORS[door] in html(page)
    assert full.path in html(page)
    entries = before["entries"][:2] if door is _restored else before["entries"]
    assert full.exported()["entries"] == entries


def test_a_full_log_is_undone_and_then_no_more(full: WebMatch) -> None:
    for left in (2, 1):
        assert full.page().form("/undo").send().status == 303
        assert len(full.exported()["entries"]) == left
    page = full.page().form("/undo").send()
    assert says_full(page)
    assert page.form("/entries")
    assert len(full.exported()["entries"]) == 1


def test_a_full_match_is_thrown_away_and_restored(full: WebMatch) -> None:
    before = full.exported()
    full.visitor.send(f"{full.path}/delete", [])
    full.visitor.open("/deleted").form(full.public_id).send()
    assert full.exported() == before


def test_programs_are_told_too(app: Flask, full: WebMatch) -> None:
    program, path = Program(app, token_for(full.visitor, "keeper")), f"/matches/{full.public_id}"
    correction = {"changes": [{"position": 2, "entry": {"step": "note", "text": "Le chien"}}], "reason": "mal vu"}
    for below, body in (("entries", NOTE), ("corrections", correction)):
        status, sentence = problem_of(program.ask("POST", f"{path}/{below}", body))
        assert (status, FULL in plain(sentence)) == (507, True), below
    for _ in range(2):
        program.post(f"{path}/undo")
    assert problem_of(program.ask("POST", f"{path}/undo"))[0] == 507
    whole = {**full.exported(), "entries": [NOTE] * (LONGEST + 1)}
    assert problem_of(program.ask("POST", "/matches", whole))[0] == 507
    program.post("/matches", {**whole, "entries": [NOTE] * LONGEST})


def test_phones_of_ones_own_answer_and_the_keeper_is_told(visitor: Visitor) -> None:
    """An answer of a phone is no record: what the keeper sends is."""
    match = new_match(visitor)
    assert visitor.send(f"{match.path}/own-phones", [("chosen", "1")]).status == 303
    filled(match)
    asked = match.form().element.attributes["data-asked"] or ""
    tapped = [("asked", asked), ("bids.1", "1"), ("tapped", "bids.1")]
    assert visitor.send(f"{match.path}/count", tapped).status == 204
    assert says_full(match.answered(NEXT_BIDS))


def take_back(match: WebMatch, undos: int) -> None:
    """Take so many entries back, at a place where a log may be as long as that."""
    with pytest.MonkeyPatch.context() as there:
        shorten(there, 100, 100)
        for _ in range(undos):
            assert match.page().form("/undo").send().status == 303


@pytest.fixture
def ana(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "ana") as visitor:
        yield visitor


@pytest.mark.first_alone
@pytest.mark.parametrize("undos", [2, 3], ids=["as long as a log may be", "one record longer"])
def test_an_archive_is_imported_up_to_the_longest_log(app: Flask, full: WebMatch, undos: int) -> None:
    take_back(full, undos)
    archive = full.visitor.open("/club/export").response.get_data()
    other = Visitor(app)
    new_match(other)
    page = sent(other, archive)
    assert (page.status == 200) == (undos == 2)
    assert (f"a plus de {WITH_UNDOS} saisies : c'est trop." in plain(page.text)) == (undos == 3)
    if undos == 2:
        page.form("").send()
        assert FOUR[1] in other.open("/evenings").text


@pytest.mark.first_alone
@pytest.mark.parametrize("undos", [2, 3], ids=["as long as a log may be", "one record longer"])
def test_a_code_of_a_match_brings_up_to_the_longest_log(ana: Visitor, app: Flask, undos: int) -> None:
    match = filled(new_match(ana))
    take_back(match, undos)
    page = Visitor(app).send(OPEN, [("code", link_of(match))])
    assert page.status == (200 if undos == 2 else 422)
    assert (f"a plus de {WITH_UNDOS} saisies : c'est trop." in plain(page.text)) == (undos == 3)


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_of_a_match_brings_up_to_the_longest_log(full: WebMatch, app: Flask, more: int) -> None:
    value = full.exported()
    file = io.BytesIO(json.dumps({**value, "entries": [*value["entries"], *[NOTE] * more]}).encode())
    page = Visitor(app).send(OPEN, [("file", (file, "match.json"))])
    assert page.status == (422 if more else 200)
    assert (f"a plus de {LONGEST} saisies : c'est trop." in plain(page.text)) == bool(more)


def test_what_would_go_on_a_full_match_that_is_here_is_told(ana: Visitor, app: Flask) -> None:
    match, bob = filled(new_match(ana)), Visitor(app)
    new_match(bob)
    taken(opened(bob, link_of(match)))
    with pytest.MonkeyPatch.context() as there:
        shorten(there, 100, 100)
        match.record({"step": "note", "text": "plus tard"})
        form = opened(bob, link_of(match)).form(ADD)
    assert says_full(form.send(form.buttons()[0]))
    assert len(bob.open(f"{match.path}/export").response.get_json()["entries"]) == LONGEST


@pytest.mark.first_alone
@pytest.mark.parametrize("place", ["server", "phone"])
def test_an_exchange_says_which_match_is_full_and_goes_on(table: Table, place: str) -> None:
    """It goes on with the other matches; each place keeps what it has."""
    here = table.server if place == "server" else table.phone
    other = new_match(table.server, players=("Zoé", "Ana", "Yann", "Bob"))
    table.carrier.exchange()
    with pytest.MonkeyPatch.context() as there:
        shorten(there, 100, 100)
        for number in range(LONGEST):
            note(here, table.match.path, f"note {number}")
    note(here, other.path, "au camp")
    said = table.carrier.exchange()
    assert FULL in plain(said)
    assert "L'Ascenseur · Ana, Bob, Chloé, Dan : " in said
    for visitor in (table.server, table.phone):
        assert texts(visitor, other.path) == ["au camp"]
    assert len(texts(here, table.match.path)) == LONGEST + 1
    assert len(texts(table.phone if place == "server" else table.server, table.match.path)) == 1


@pytest.fixture
def table(databases: Databases, sqlite: SqliteFiles, tmp_path: Path) -> Iterator[Table]:
    with server_and_phone(sqlite, tmp_path, server=databases) as (server, phones):
        yield Table(Visitor(server), InPhone(phones[0]))
