"""Only our own forms write, and only to our own pages do they lead back."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.words import LANGUAGES
from tests.web.addresses import addresses
from tests.web.table import WebMatch
from tests.web.visitor import Visitor

HERE = "http://localhost/"
ELSEWHERE = [
    "https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/\t/evil.example", "/\n/evil.example", "\t//evil.example", "/\\/evil.example", "http:evil.example",
    "javascript:alert(1)", "data:text/html,x", "/%09/evil.example", "//evil.example@localhost/",
    "http://localhost@evil.example/", "", " //evil.example", "\x00//evil.example", "/\r\nSet-Cookie: a=b",
    "x" * 5000, "/../../..//evil.example", "/.//evil.example", "?", "#", "evil.example", "/%5cevil.example",
]  # fmt: skip


def leads(location: str) -> str:
    """Where a browser goes: it drops tabs and line ends, and takes a backslash for a slash."""
    cleaned = re.sub(r"[\t\r\n]", "", location.strip("".join(map(chr, range(33))))).replace("\\", "/")
    parts = urlsplit(urljoin(HERE, cleaned))
    return f"{parts.scheme}://{parts.netloc}"


def sent_back(visitor: Visitor, token: str, target: str) -> str:
    answer = visitor.send("/language", [("language", "fr"), ("back", target), ("csrf_token", token)], token=False)
    assert answer.status == 303
    assert "Set-Cookie" not in answer.response.headers["Location"]
    return str(answer.response.headers["Location"])


@pytest.mark.parametrize("target", ELSEWHERE)
def test_choosing_a_language_never_leads_elsewhere(visitor: Visitor, target: str) -> None:
    assert leads(sent_back(visitor, visitor.token(), target)) == "http://localhost"


@given(target=st.lists(st.sampled_from([*"/\\\t\n:@?#.%", "//", "evil.example", "http", "%2f", "%5c", "\0", " "])))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_no_way_of_writing_an_address_leads_elsewhere(visitor: Visitor, target: list[str]) -> None:
    token = visitor.token()
    assert leads(sent_back(visitor, token, "".join(target))) == "http://localhost"


@pytest.mark.parametrize("page", ["/", "/new?n=4", "/rules/ascenseur", "/new/ascenseur"])
def test_choosing_a_language_leads_back_to_the_page_it_was_chosen_on(visitor: Visitor, page: str) -> None:
    form = visitor.open(page).form("/language")
    answer = form.send(("language", "en"))
    assert answer.location == page
    assert answer.follow().document.all("html")[0].attributes["lang"] == "en"


def test_the_language_is_the_one_chosen_else_the_browsers_else_french(app: Flask) -> None:
    for asked, spoken in (("en-GB,en;q=0.9", "en"), ("fr-CA", "fr"), ("de,en;q=0.1", "en"), ("tlh", "fr"), ("", "fr")):
        visitor = Visitor(app, asked)
        assert visitor.open("/").document.all("html")[0].attributes["lang"] == spoken
        for language in LANGUAGES:
            visitor.open("/").form("/language").send(("language", language))
            assert visitor.open("/").document.all("html")[0].attributes["lang"] == language


def test_no_address_takes_a_form_without_its_token(app: Flask, match: WebMatch) -> None:
    before = match.exported()
    for address in addresses(app, match.path):
        if address.method == "POST":
            for pairs in ([], [("csrf_token", "x")], [("csrf_token", "")]):
                page = match.visitor.send(address.path, [("expected", "0"), *pairs], token=False)
                assert page.status == 400, address
                assert page.document.all("main")[0].text()
    assert match.exported() == before


def test_the_token_of_another_visitor_is_none(app: Flask, match: WebMatch) -> None:
    stolen = Visitor(app).token()
    pairs = [("step", "note"), ("text", "x"), ("expected", "0"), ("csrf_token", stolen)]
    assert match.visitor.send(f"{match.path}/entries", pairs, token=False).status == 400
    assert match.exported()["entries"] == []


def test_a_page_that_is_only_read_changes_nothing(app: Flask, match: WebMatch) -> None:
    match.record({"step": "note", "text": "before"})
    before = match.exported()
    for address in addresses(app, match.path):
        if address.method == "GET":
            address.asked_by(match.visitor)
            match.visitor.client.head(address.path, buffered=True)
    assert match.exported() == before
