"""Right-to-left names turn round no number beside them: pages and pictures give them a direction of their own."""

import re
from collections import Counter
from random import Random
from urllib.parse import urlsplit

import pytest
from flask import Flask
from werkzeug.exceptions import MethodNotAllowed, NotFound
from werkzeug.routing import RequestRedirect

from referee.words.direction import isolated, isolated_in_markup
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

DANA, OMAR, MIXED = "דנה כהן", "عمر", "\u200fדנה (x)"
PEOPLE = (DANA, OMAR, "Zoé", "Ana")
HEBREW_OR_ARABIC = re.compile(r"[\u200f\u0590-\u06ff]+(?:\.? [\u200f\u0590-\u06ff]+)*")
SHOWN = re.compile(r"<(script|style|textarea)\b.*?</\1>|<[^>]*>", re.DOTALL)
FIRST = {"step": "points", "points": {DANA: 9, OMAR: 1, "Zoé": 1, "Ana": 1}}
LAST = {"step": "end"}


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Zoé 12, Ana 5", "Zoé 12, Ana 5"),
        ("דנה 12, عمر 5", "\u2068דנה\u2069 12, \u2068عمر\u2069 5"),
        ("דנה, עמר et Zoé", "\u2068דנה\u2069, \u2068עמר\u2069 et Zoé"),
        ("דנה כהן-לוי 3", "\u2068דנה כהן-לוי\u2069 3"),
    ],
)
def test_right_to_left_words_stand_between_isolates(text: str, shown: str) -> None:
    assert isolated(text) == shown


def test_values_scripts_and_typed_texts_stay_byte_for_byte() -> None:
    kept = '<input value="דנה"><textarea>דנה 1</textarea><script type="x">"דנה"</script><i aria-label="דנה 2">&amp;</i>'
    assert isolated_in_markup(kept) == kept


def test_no_letter_is_isolated_in_a_sentence_and_not_in_a_page() -> None:
    signs = (chr(code) for code in (*range(0xD800), *range(0xE000, 0x20000)))
    assert [sign for sign in signs if isolated(sign) != sign and isolated_in_markup(sign) == sign] == []


def bare(markup: str) -> list[str]:
    """The right-to-left names that a page shows without isolates."""
    text = SHOWN.sub("|", markup)
    return [
        text[max(0, found.start() - 20) : found.end() + 20]
        for found in HEBREW_OR_ARABIC.finditer(text)
        if text[found.start() - 1] != "\u2068" or text[found.end()] != "\u2069"
    ]


def test_every_page_of_a_match_isolates_them(app: Flask) -> None:
    match = new_match(Visitor(app), "feuille-libre", PEOPLE)
    match.record(FIRST)
    assert [below for below in ("", "/sheet", "/table", "/log") if _faulty(match, below)] == []
    match.record(LAST)
    assert [below for below in ("", "/sheet", "/table", "/log", "/result.svg") if _faulty(match, below)] == []


def _faulty(match: WebMatch, below: str) -> bool:
    text = match.page(below).text
    return DANA not in text or bare(text) != []


def test_a_match_file_holds_them_as_they_were_typed(app: Flask) -> None:
    match = new_match(Visitor(app), "feuille-libre", PEOPLE)
    match.record(FIRST)
    assert match.exported()["players"] == list(PEOPLE)
    assert "\u2068" not in match.page("/export").text


EACH = 4
"""Pages of each kind that are read: others of the kind are made by the same template."""


@pytest.mark.thorough
def test_every_page_that_links_lead_to_isolates_them(app: Flask) -> None:
    visitor = Visitor(app)
    finished = new_match(visitor, "feuille-libre", PEOPLE)
    finished.record(FIRST)
    finished.record({"step": "points", "points": {DANA: 2, OMAR: 7, "Zoé": 0, "Ana": 3}})
    finished.record(LAST)
    for game, people in (("ascenseur", PEOPLE), ("belote", PEOPLE), ("ascenseur", (MIXED, *PEOPLE[1:]))):
        match = new_match(visitor, game, people)
        for seed in range(4):
            match.record(match.answer(Random(seed)))
    seen, faulty = read_by_links(app, visitor)
    assert faulty == {}
    assert {
        "home.show",
        "matches.show",
        "matches.sheet",
        "matches.one_round",
        "matches.log",
        "corrections.edit",
    } <= seen
    assert {
        "players.show",
        "players.compare",
        "ranking.show",
        "evenings.show",
        "evenings.picture",
        "results.picture",
    } <= seen


def read_by_links(app: Flask, visitor: Visitor) -> tuple[set[str], dict[str, list[str]]]:
    """The kinds of pages that links lead to from home, and what their pages show without isolates."""
    routes = app.url_map.bind("localhost")
    waiting, known = ["/"], {"/"}
    kinds: Counter[str] = Counter()
    faulty = {}
    while waiting:
        address = waiting.pop(0)
        try:
            kind = str(routes.match(urlsplit(address).path)[0])
        except (NotFound, MethodNotAllowed, RequestRedirect):
            continue
        kinds[kind] += 1
        if kinds[kind] > EACH or kind == "static":
            continue
        page = visitor.open(address)
        if page.response.mimetype not in ("text/html", "image/svg+xml"):
            continue
        if found := bare(page.text):
            faulty[address] = found
        if page.response.mimetype == "text/html":
            new = [link for link in page.links() if link.startswith("/") and link not in known]
            known.update(new)
            waiting += new
    return {*kinds}, faulty
