"""A page names its style sheets in a header, for a browser to ask for them before it has read the page."""

import re

import pytest

from tests.web.table import WebMatch
from tests.web.visitor import Page

NAMED = re.compile("<([^>]+)>; rel=preload; as=style")


def sheets(page: Page) -> list[str]:
    """The style sheets that a page links for a screen, in its order."""
    links = page.document.all("link")
    of_screen = [link for link in links if link.attributes["rel"] == "stylesheet" and "media" not in link.attributes]
    return [link.attributes["href"] for link in of_screen]


@pytest.mark.parametrize("below", ["", "/sheet", "/no-such-page"])
def test_the_sheets_of_a_page_are_named_before_it(match: WebMatch, below: str) -> None:
    page = match.visitor.open(match.path + below)
    assert NAMED.findall(page.response.headers["Link"]) == sheets(page)
    assert sheets(page)[0].endswith("/base.css")


def test_what_is_printed_alone_is_not_named(match: WebMatch) -> None:
    page = match.page("/sheet")
    assert "print.css" in page.response.get_data(as_text=True)
    assert "print.css" not in page.response.headers["Link"]


def test_what_is_no_page_or_is_fetched_by_a_script_names_none(match: WebMatch) -> None:
    visitor = match.visitor
    by_script = {**visitor.headers(), "X-Requested-With": "script"}
    answers = [visitor.client.get(match.path, headers=by_script), match.page("/export").response]
    assert ["Link" in answer.headers for answer in answers] == [False, False]
