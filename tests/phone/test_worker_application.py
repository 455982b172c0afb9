"""What a phone's worker calls: the application below a prefix, with everything that lasts in one folder."""

import json
import re
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest

from referee.phone import worker_application

PREFIX = "/phone"
ADDRESS = re.compile(r'\s[a-z-]+="(/[^"]*)"')
FORM = [["Content-Type", "application/x-www-form-urlencoded"]]
SEATS = [("seat.0", "Ana"), ("seat.1", "Bob"), ("seat.2", "Chloé")]


@pytest.fixture(autouse=True)
def nothing_left_open() -> None:
    """The application stays open as long as the worker: there is one of each in a process."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    worker_application.prepare(str(tmp_path), PREFIX, "https://cards.example")
    worker_application.start()
    return tmp_path


def page(path: str, language: str = "fr") -> str:
    status, _headers, body = worker_application.handle("GET", path, [["Accept-Language", language]])
    assert status == 200, path
    return body.decode()


def send(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str, str]:
    """Send a form: the status, where it leads, the page."""
    status, headers, answer = worker_application.handle("POST", path, FORM, urlencode(pairs).encode())
    return status, dict(map(tuple, headers)).get("Location", ""), answer.decode()


def new_match() -> str:
    status, where, _ = send("/new/ascenseur", SEATS)
    assert status == 303
    assert where.startswith(f"{PREFIX}/matches/")
    return where.removeprefix(PREFIX)


@pytest.mark.journey
def test_a_match_is_there_after_a_restart_and_so_is_who_keeps_it(folder: Path) -> None:
    match = new_match()
    worker_application.prepare(str(folder), PREFIX, "https://cards.example")
    worker_application.start()
    assert "data-draft" in page(match), "whoever started it still keeps it"
    assert match in page("/")


def test_everything_that_lasts_lies_in_the_database_and_the_jar(folder: Path) -> None:
    new_match()
    lasting = {path.name.removesuffix("-wal").removesuffix("-shm") for path in folder.iterdir()}
    assert lasting - {"referee.sqlite3-turn"} == {"referee.sqlite3", "cookies.json"}
    with closing(sqlite3.connect(folder / "referee.sqlite3")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_the_jar_is_written_only_when_a_cookie_changes(folder: Path) -> None:
    new_match()
    page("/")
    before = (folder / "cookies.json").stat().st_mtime_ns
    for path in ("/new", "/desk", "/rules", "/evenings", "/"):
        page(path)
    assert (folder / "cookies.json").stat().st_mtime_ns == before
    assert len(json.loads((folder / "cookies.json").read_text())["secret"]) == 64


def test_a_chosen_language_is_kept_and_leads_back_below_the_prefix(folder: Path) -> None:
    back = unescape(re.search(r'name="back" value="([^"]+)"', page("/desk"))[1])  # type: ignore[index]
    status, where, _ = send("/language", [("language", "en"), ("back", back)])
    assert (status, where) == (303, f"{PREFIX}/desk")
    worker_application.prepare(str(folder), PREFIX, "https://cards.example")
    worker_application.start()
    assert '<html lang="en">' in page("/", "fr")


def test_a_cookie_that_was_not_kept_is_written_when_it_is_set_again(folder: Path) -> None:
    page("/")
    jar = folder / "cookies.json"
    before = jar.read_bytes()
    choice = [("language", "en"), ("back", unescape(re.search(r'name="back" value="([^"]+)"', page("/desk"))[1]))]  # type: ignore[index]
    send("/language", choice)
    jar.write_bytes(before)  # what the worker does where nothing could be kept
    assert '<html lang="fr">' in page("/")
    send("/language", choice)
    worker_application.prepare(str(folder), PREFIX, "https://cards.example")
    worker_application.start()
    assert '<html lang="en">' in page("/")


@pytest.mark.journey
@pytest.mark.first_alone
@pytest.mark.parametrize("prefix", [PREFIX, ""])
def test_every_address_of_every_kind_of_page_lies_below_the_prefix(tmp_path: Path, prefix: str) -> None:
    worker_application.prepare(str(tmp_path), prefix, "https://cards.example")
    worker_application.start()
    status, where, _ = send("/new/ascenseur", SEATS)
    assert status == 303
    waiting, kinds, opened = ["/", where.removeprefix(prefix)], set[str](), set[str]()
    while waiting:
        path = waiting.pop()
        kind = re.sub(r"[\w-]{12,}|\d+", "…", path.partition("?")[0])
        if kind in kinds:
            continue
        kinds.add(kind)
        status, headers, body = worker_application.handle("GET", path)
        if "text/html" not in dict(map(tuple, headers)).get("Content-Type", ""):
            continue
        assert status in (200, 405, 422), path  # some only take forms, or ask for what no address has told yet
        opened.add(path)
        for address in map(unescape, ADDRESS.findall(body.decode())):
            assert address.startswith(f"{prefix}/"), f"{address} on {path}"
            below = address.removeprefix(prefix).partition("#")[0]
            if not below.startswith(("/static/", "/healthz")):
                waiting.append(below)
    assert len(opened) > 40


def test_a_page_asks_nobody_else_and_may_stand_in_its_shell(folder: Path) -> None:
    match = new_match()
    for path in ("/", match, f"{match}/sheet"):
        said = page(path)
        assert "data-events" not in said
        assert "data-worker" not in said
    _status, headers, _body = worker_application.handle("GET", match)
    named = dict(map(tuple, headers))
    assert "frame-ancestors 'self'" in named["Content-Security-Policy"]
    assert not {"X-Frame-Options", "Cross-Origin-Opener-Policy", "Set-Cookie", "Content-Encoding"} & named.keys()


def test_a_script_is_given_the_page_that_an_answer_leads_to_and_its_address(folder: Path) -> None:
    match, by_script = new_match(), ["X-Requested-With", "script"]
    note = urlencode({"step": "note", "text": "Ana a vu", "expected": "0"}).encode()
    status, headers, answer = worker_application.handle("POST", f"{match}/entries", [*FORM, by_script], note)
    assert status == 200
    assert dict(map(tuple, headers))["Content-Location"] == f"{PREFIX}{match}?just=0"
    assert "Ana a vu" in answer.decode()
    status, headers, _page = worker_application.handle("GET", match, [by_script])
    assert (status, dict(map(tuple, headers))["Content-Location"]) == (200, f"{PREFIX}{match}")


@pytest.mark.parametrize(("site", "status"), [("same-origin", 303), ("cross-site", 403)])
def test_a_form_comes_from_where_the_service_worker_says(folder: Path, site: str, status: int) -> None:
    headers = [*FORM, ["Sec-Fetch-Site", site]]
    assert worker_application.handle("POST", "/new/ascenseur", headers, urlencode(SEATS).encode())[0] == status
    assert ("/matches/" in page("/")) == (status == 303)
