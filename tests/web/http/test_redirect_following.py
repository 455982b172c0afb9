"""A form that a script has sent is answered with the very page that a browser is led to."""

import re

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.table import WebMatch
from tests.web.visitor import Visitor

FRESH = re.compile(r'(name="key" value=)"[^"]*"')


def by_script(visitor: Visitor, path: str, form: dict[str, str]) -> TestResponse:
    sent = {**visitor.headers(), "X-Requested-With": "script"}
    return visitor.client.post(path, data=form, headers=sent, buffered=True)


def test_the_answer_is_the_page_and_its_address(match: WebMatch) -> None:
    form = {"step": "note", "text": "Ana a vu", "expected": "0", "key": "k"}
    answer = by_script(match.visitor, f"{match.path}/entries", form)
    address = answer.headers["Content-Location"]
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert address == f"{match.path}?just=0"
    page = match.visitor.open(address).response
    assert FRESH.sub("", answer.get_data(as_text=True)) == FRESH.sub("", page.get_data(as_text=True))
    assert page.headers["Cache-Control"] == answer.headers["Cache-Control"]
    assert len(match.exported()["entries"]) == 1


def test_who_founds_a_club_so_is_known_on_the_page_at_once_and_after(app: Flask) -> None:
    visitor = Visitor(app)
    answer = by_script(visitor, "/new/ascenseur", {"seat.0": "Ana", "seat.1": "Bob", "seat.2": "Chloé"})
    assert (answer.status_code, "Ana" in answer.get_data(as_text=True)) == (200, True)
    assert visitor.open(answer.headers["Content-Location"]).status == 200
    assert (
        by_script(visitor, "/language", {"language": "en", "back": "/"}).get_data(as_text=True).count('lang="en"') == 2
    )
    assert 'lang="en"' in visitor.open("/").response.get_data(as_text=True)


def test_what_is_refused_is_answered_as_ever(match: WebMatch) -> None:
    form = {"step": "bids", "expected": "0", "key": "k"}
    answer = by_script(match.visitor, f"{match.path}/entries", form)
    assert answer.status_code == 422
    assert "Content-Location" not in answer.headers


def test_where_it_leads_to_no_page_of_ours_the_address_alone_is_told(app: Flask, match: WebMatch) -> None:
    app.view_functions["language"] = lambda: ("", 303, {"Location": app.config["AWAY"]})
    for away in ("/nowhere", "https://example.org/", "//example.org/x", f"{match.path}/export"):
        app.config["AWAY"] = away
        answer = by_script(match.visitor, "/language", {})
        assert (answer.status_code, answer.data, answer.headers["Location"]) == (204, b"", away)


def test_without_a_script_it_is_a_redirect(match: WebMatch) -> None:
    form = {"step": "note", "text": "x", "expected": "0", "key": "k"}
    assert match.visitor.client.post(f"{match.path}/entries", data=form).status_code == 303
