"""A form that a script has sent: what is recorded in a match is answered with the page that a browser is led to,
another form with a redirect that the script follows.
"""

import re

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.table import WebMatch
from tests.web.visitor import Visitor

FRESH = re.compile(r'(name="key" value=)"[^"]*"')


def by_script(visitor: Visitor, path: str, form: dict[str, str], follow: bool = False) -> TestResponse:
    sent = {**visitor.headers(), "X-Requested-With": "script"}
    return visitor.client.post(path, data=form, headers=sent, buffered=True, follow_redirects=follow)


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


def test_what_is_taken_back_and_restored_is_answered_with_the_match_as_it_stands_then(match: WebMatch) -> None:
    note = {"step": "note", "text": "Ana a vu", "expected": "0"}
    assert "Ana a vu" in by_script(match.visitor, f"{match.path}/entries", note).get_data(as_text=True)
    undone = by_script(match.visitor, f"{match.path}/undo", {"expected": "1"})
    assert (undone.status_code, undone.headers["Content-Location"]) == (200, match.path)
    page = match.visitor.open(match.path).response
    assert FRESH.sub("", undone.get_data(as_text=True)) == FRESH.sub("", page.get_data(as_text=True))
    assert "Rétablir" in undone.get_data(as_text=True)


def test_a_script_that_follows_a_redirect_is_told_the_address_of_the_page(app: Flask) -> None:
    visitor = Visitor(app)
    seats = {"seat.0": "Ana", "seat.1": "Bob", "seat.2": "Chloé"}
    led = by_script(visitor, "/new/ascenseur", seats)
    assert led.status_code == 303
    page = by_script(visitor, "/new/ascenseur", seats, follow=True)
    assert (page.status_code, "Ana" in page.get_data(as_text=True)) == (200, True)
    assert page.headers["Content-Location"].startswith("/matches/")
    assert by_script(visitor, "/language", {"language": "en", "back": "/?é=1"}, follow=True).headers[
        "Content-Location"
    ] in ("/?%C3%A9=1", "/")


def test_what_is_refused_is_answered_as_ever(match: WebMatch) -> None:
    form = {"step": "bids", "expected": "0", "key": "k"}
    answer = by_script(match.visitor, f"{match.path}/entries", form)
    assert answer.status_code == 422
    assert "Content-Location" not in answer.headers


def test_where_it_leads_to_a_place_in_a_page_or_elsewhere_the_address_alone_is_told(app: Flask) -> None:
    app.view_functions["language"] = lambda: ("", 303, {"Location": app.config["AWAY"]})
    for away in ("/players#merged", "https://example.org/", "//example.org/x"):
        app.config["AWAY"] = away
        answer = by_script(Visitor(app), "/language", {})
        assert (answer.status_code, answer.data, answer.headers["Location"]) == (204, b"", away)


def test_without_a_script_it_is_a_redirect(match: WebMatch) -> None:
    form = {"step": "note", "text": "x", "expected": "0", "key": "k"}
    assert match.visitor.client.post(f"{match.path}/entries", data=form).status_code == 303
