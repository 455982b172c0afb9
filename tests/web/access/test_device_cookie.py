"""A device is known by a cookie that no clock, no other secret and no other installation spoils or replaces."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest
from flask import Flask

from referee.settings import Settings
from referee.store.database.installation_id import installation_id
from referee.store.database.models import Device
from referee.store.database.orm_base import db
from referee.web import create_app
from tests.databases import SECRET, Databases, app_on, put_away
from tests.web.sharing import link_for
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

OTHER_SECRET = "another secret for the tests, 32 signs and more"
NOT_RECOGNISED = "Le serveur ne reconnaît plus ce téléphone"
SEATS = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]


@pytest.fixture
def otherwise(url: str, tmp_path: Path) -> Iterator[Flask]:
    """The same installation, started with another secret."""
    app = create_app(Settings(data=tmp_path, database_url=url, secret_key=OTHER_SECRET), testing=True)
    yield app
    put_away(app)


def moved(phone: Visitor, app: Flask) -> Visitor:
    """The same browser, where another server answers at the same address."""
    there = Visitor(app)
    there.wear(phone.cookies)
    return there


def set_by(page: Page) -> list[str]:
    return [line.partition("=")[0] for line in page.response.headers.getlist("Set-Cookie")]


def device_cookie(app: Flask) -> str:
    with app.app_context():
        return f"referee_device_{installation_id()}"


def devices(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Device).count()


def notice(page: Page) -> bool:
    return any(NOT_RECOGNISED in element.text() for element in page.document.all(class_="notice"))


# What sets a cookie


def test_polls_errors_and_static_files_set_no_cookie(app: Flask, match: WebMatch) -> None:
    static = str(app.static_url_path)
    stranger = Visitor(app)
    for visitor in (match.visitor, stranger):
        for path in (f"{match.path}/state", "/nowhere", f"{match.path}/rounds/9", f"{static}/base.css", "/share"):
            page = visitor.open(path)
            if path != "/share" or visitor is stranger:
                assert set_by(page) == [], path
        assert set_by(visitor.send("/language", [("language", "tlh")])) == []
    assert stranger.cookies == {}


def test_a_visitor_who_only_looks_is_no_device_and_has_no_cookie(app: Flask) -> None:
    visitor = Visitor(app)
    for path in ("/", "/new/ascenseur", "/rules"):
        visitor.open(path)
    assert (visitor.cookies, devices(app)) == ({}, 0)
    assert visitor.open("/nowhere").form("/language").send(("language", "en")).status == 303
    assert len(visitor.cookies) == 1
    assert device_cookie(app) not in visitor.cookies


def test_the_start_page_renews_the_cookie_with_the_value_it_has(app: Flask, match: WebMatch) -> None:
    name = device_cookie(app)
    before = match.visitor.cookies[name]
    assert name in set_by(match.visitor.open("/"))
    assert match.visitor.cookies[name] == before
    assert name not in set_by(match.visitor.open(match.path))


# Clocks


@pytest.mark.parametrize("seconds", [-30, -(10**9), 30, 10**9])
def test_no_clock_makes_a_keeper_a_stranger(match: WebMatch, monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    form = match.form("note").fill("text", "still here")
    right = time.time
    monkeypatch.setattr(time, "time", lambda: right() + seconds)
    assert form.send().status == 303
    monkeypatch.undo()
    assert match.exported()["entries"] == [{"step": "note", "text": "still here"}]


# Another secret


def test_under_another_secret_the_cookie_stays_and_the_page_says_why(match: WebMatch, otherwise: Flask) -> None:
    there, before = moved(match.visitor, otherwise), match.visitor.cookies
    for path, status in (("/", 200), (match.path, 404), ("/nowhere", 404), ("/new", 200), ("/share", 404)):
        page = there.open(path)
        assert (page.status, notice(page)) == (status, True), path
    assert there.open(f"{match.path}/state").status == 503
    assert {name: there.cookies[name] for name in before} == before


def test_with_the_right_secret_back_everything_is_as_it_was(app: Flask, match: WebMatch, otherwise: Flask) -> None:
    form = match.form("note").fill("text", "still here")
    there = moved(match.visitor, otherwise)
    for path in ("/", match.path, "/new/ascenseur", f"{match.path}/state"):
        there.open(path)
    match.visitor.wear(there.cookies)
    assert form.send().status == 303
    assert not notice(match.visitor.open("/"))


def makes_somebody(there: Visitor, link: str, code: str) -> dict[str, Callable[[], Page]]:
    """Every act that makes a device somebody, each by its form."""
    return {
        "start": lambda: there.send("/new/ascenseur", [*SEATS, ("key", "k")]),
        "table": lambda: there.send("/clubs", []),
        "link": lambda: there.open(link).form(link).fill("name", "Ana").send(),
        "code": lambda: there.open("/recover").form("/recover").fill("code", code).send(),
    }


@pytest.mark.first_alone
@pytest.mark.parametrize("act", ["start", "table", "link", "code"])
def test_what_would_replace_the_cookie_asks_first_and_does_it_after_a_yes(
    match: WebMatch, otherwise: Flask, act: str
) -> None:
    link = link_for(match.visitor, "keeper")
    code = match.visitor.open("/share").form("/recovery").send().document.all(class_="code")[0].text()
    there, name = moved(match.visitor, otherwise), device_cookie(otherwise)
    before = there.cookies[name]
    asked = makes_somebody(there, link, code)[act]()
    assert (asked.status, notice(asked), set_by(asked)) == (409, True, [])
    assert (there.cookies[name], devices(otherwise)) == (before, 1)
    done = asked.forms()[0].send()
    assert (done.status, devices(otherwise)) == (303, 2)
    assert there.cookies[name] != before
    after = done.follow()
    assert (after.status, notice(after)) == (200, False)


def test_a_yes_sent_twice_makes_one_device(match: WebMatch, otherwise: Flask) -> None:
    there = moved(match.visitor, otherwise)
    yes = there.send("/new/ascenseur", [*SEATS, ("key", "k")]).forms()[0]
    cookies = there.cookies
    first = yes.send()
    there.wear(cookies)
    second = yes.send()
    assert (first.status, first.location) == (303, second.location)
    assert devices(otherwise) == 2


def test_a_forged_cookie_is_nobodys(app: Flask, match: WebMatch) -> None:
    name, thief = device_cookie(app), Visitor(app)
    key = match.visitor.cookies[name].rpartition(".")[0]
    for forged in (key, f"{key}.", f"{key}.x", "", ".", "é", "x" * 4000):
        thief.wear({name: forged})
        assert (thief.open(match.path).status, notice(thief.open("/"))) == (404, True), forged


# Another installation


@pytest.fixture
def elsewhere(databases: Databases, tmp_path: Path) -> Iterator[Flask]:
    """Another installation, of the same secret even, with tables made on their own."""
    from referee.migrated_application import migrate

    url = databases.empty()
    with app_on(url, tmp_path) as made:
        migrate(made)
        yield made
    databases.drop(url)


def test_another_installation_at_the_same_address_takes_nothing(app: Flask, match: WebMatch, elsewhere: Flask) -> None:
    form, before = match.form("note").fill("text", "still here"), match.visitor.cookies
    there = moved(match.visitor, elsewhere)
    for path in ("/", match.path, "/nowhere"):
        assert not notice(there.open(path))
    new_match(there, players=("Xi", "Yann", "Zoé"))
    assert {name: there.cookies[name] for name in before} == before
    match.visitor.wear(there.cookies)
    assert form.send().status == 303


# What reaches the cookie


def test_a_name_is_cut_before_it_reaches_the_cookie(app: Flask, match: WebMatch) -> None:
    match.record({"step": "note", "text": "x"})
    edit = match.visitor.open(f"{match.path}/corrections/0").form("/corrections/0").fill("text", "y").send()
    pairs = [pair for pair in edit.form("/corrections").pairs if pair[0] != "person"]
    match.visitor.send(f"{match.path}/corrections", [*pairs, ("person", "🂡" * 5000)])
    sizes = [len(f"{name}={value}") for name, value in match.visitor.cookies.items()]
    assert max(sizes) < 4096
    with match.visitor.client.session_transaction() as session:
        assert session["person"] == "🂡" * 40


def test_a_database_that_is_not_there_yet_spoils_no_cookie(tmp_path: Path, match: WebMatch) -> None:
    with ExitStack() as stack:
        bare: AbstractContextManager[Flask] = app_on(f"sqlite:///{tmp_path / 'bare.sqlite3'}", tmp_path)
        there = moved(match.visitor, stack.enter_context(bare))
        page = there.open("/rules")
        assert (page.status, set_by(page)) == (200, [])


def test_the_secret_signs_both_cookies(app: Flask, match: WebMatch) -> None:
    assert app.config["SECRET_KEY"] == SECRET
    assert len({value.rpartition(".")[2] for value in match.visitor.cookies.values()}) == 2
