"""Every answer carries the content policy and its companions: pages, redirects, refusals, errors, static files."""

import re
from pathlib import Path

import pytest
from flask import Flask

from referee.web.http.static_files import static_files
from tests.databases import app_on
from tests.web.addresses import addresses
from tests.web.sharing import watcher_of
from tests.web.table import WebMatch
from tests.web.visitor import Page, Visitor

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
FORBIDDEN = ("unsafe-inline", "unsafe-eval", "http:", "https:", "*", "blob:", "strict-dynamic")


def assert_guarded(page: Page) -> None:
    """The headers of every answer; scripts and styles, which no browser shows, are told what they are and no more."""
    headers = page.response.headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Server" not in headers
    assert "X-Powered-By" not in headers
    if page.path.startswith("/static/") and page.path.endswith((".css", ".js", ".woff2")) and page.status == 200:
        return
    policy = dict(part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert not any(word in source.split() for source in policy.values() for word in FORBIDDEN)
    assert headers["Referrer-Policy"] == "same-origin"


def assert_private(page: Page) -> None:
    """What is made for one reader is kept by nobody else."""
    headers = page.response.headers
    assert headers["Cache-Control"] == "no-store"
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in ",".join(headers.getlist("Vary")).split(",")}


def test_every_address_is_guarded_whatever_it_answers(app: Flask, match: WebMatch) -> None:
    for entry in (BIDS, TRICKS):
        match.record(entry)
    asked = {address: address.asked_by(match.visitor) for address in addresses(app, match.path)}
    assert {page.status for page in asked.values()} >= {200, 303, 404, 409}
    for address, page in asked.items():
        assert page.status < 500, address
        assert_guarded(page)
        if not address.path.startswith("/static/"):
            assert_private(page)


def test_every_refusal_is_guarded_and_told_in_words(app: Flask, match: WebMatch) -> None:
    watcher, visitor = watcher_of(match.visitor, Visitor(app)), match.visitor
    found = {
        400: visitor.send("/language", [("language", "tlh")]),
        403: watcher.send(f"{match.path}/entries", [("step", "note")]),
        404: visitor.open("/nowhere"),
        405: visitor.send("/rules", []),
        409: visitor.send(f"{match.path}/entries", [("step", "bids"), ("expected", "5")]),
        413: visitor.send(f"{match.path}/entries", [("text", "x" * 2_000_000)]),
        422: visitor.send(f"{match.path}/entries", [("step", "bids"), ("expected", "0")]),
    }
    assert {status: page.status for status, page in found.items()} == {status: status for status in found}
    for page in found.values():
        assert_guarded(page)
        assert_private(page)
        assert page.document.all("main")[0].text()


def test_a_fault_of_ours_is_told_in_words_without_a_trace_of_the_program(url: str, tmp_path: Path) -> None:
    with app_on(url, tmp_path, testing=False) as app:

        @app.get("/fault")
        def fault() -> str:
            raise ZeroDivisionError("a secret of ours")

        page = Visitor(app, "en").open("/fault")
        assert page.status == 500
        assert_guarded(page)
        assert_private(page)
        assert "secret" not in page.response.get_data(as_text=True)
        assert page.document.all("main")[0].text()


def test_a_static_file_that_is_none_is_not_kept_for_ever(visitor: Visitor) -> None:
    page = visitor.open(f"{_static(visitor)}/no-such-file.css")
    assert page.status == 404
    assert_guarded(page)
    assert "immutable" not in page.response.headers.get("Cache-Control", "")


def test_static_files_and_what_they_load_stand_under_a_mark_of_their_content_and_may_be_kept_for_ever(
    visitor: Visitor,
) -> None:
    assets = _loaded(visitor, visitor.open("/"))
    assert len(assets) > 10
    assert {re.sub(r"^(/static/[0-9a-f]{10})/.+", r"\1", asset) for asset in assets} == {_static(visitor)}
    for asset in assets:
        answer = visitor.open(asset)
        assert answer.status == 200
        assert "immutable" in answer.response.headers["Cache-Control"]
        assert_guarded(answer)


@pytest.mark.parametrize("path", ["../pyproject.toml", "..%2fpyproject.toml", "%2e%2e/app.py", "%00"])
def test_nothing_but_static_files_is_served_as_one(visitor: Visitor, path: str) -> None:
    assert visitor.open(f"/static/{path}").status == 404
    assert visitor.open(f"{_static(visitor)}/{path}").status == 404


def _loaded(visitor: Visitor, page: Page) -> set[str]:
    """What the home page loads: its styles, its icon, its script, and every other that is served at most."""
    own = {
        element.attributes.get("href") or element.attributes["src"]
        for element in page.document.all()
        if element.tag in ("link", "script")
    }
    folder = Path(str(visitor.client.application.static_folder))
    return own | {
        f"{_static(visitor)}/{path.relative_to(folder)}" for path in static_files(folder) if path.suffix == ".js"
    }


def _static(visitor: Visitor) -> str:
    return str(visitor.client.application.static_url_path)
