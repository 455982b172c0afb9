"""Every page of every registered game, in both languages: well made, whole, and clean under the content policy."""

import re
from collections import Counter
from functools import cache
from random import Random
from urllib.parse import urlsplit

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.tools.compile_english import PACKAGE
from tests.test_words import templates
from tests.web.each_game import each_game
from tests.web.markup import Element, assert_strict
from tests.web.table import WebMatch, new_match, usual_table
from tests.web.visitor import Page, Visitor

STATIC = PACKAGE.parent / "static"

RAW = re.compile(r"\{\{|\}\}|\{%|%\}|%\(\w+\)s|\bUndefined\b|\bNone\b(?! of)|<referee\.|object at 0x")
"""What a reader must never see: an unfilled sentence, an unrendered expression, a value of the program."""

INLINE = re.compile(
    r"<script(?![^>]*\bsrc=)|<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:|<base\b|<iframe|<object|<embed",
    re.IGNORECASE,
)
THIRD_PARTY = re.compile(r"""(?:src|href|action|srcset|poster|data)\s*=\s*["'](?:https?:)?//""", re.IGNORECASE)

each_language = pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
every_game = pytest.mark.parametrize("game", GAMES)


def assert_well_made(page: Page, language: str) -> None:
    """Strictly written, in one language; one main, one heading, names for all controls, nothing inline, no raw word."""
    assert_strict(page.response.get_data(as_text=True))
    document = page.document
    assert document.all("html")[0].attributes["lang"] == language
    titles = [title.text() for title in document.all("head")[0].all("title")]
    assert (len(document.all("main")), len(document.all("h1")), len(titles)) == (1, 1, 1)
    assert titles[0]
    assert document.all("h1")[0].text()
    assert inline(document) == [], page.path
    assert not RAW.search(document.text()), (page.path, RAW.search(document.text()))
    doubled = [name for name, times in Counter(ids(document)).items() if times > 1]
    assert doubled == [], (page.path, doubled)
    assert unnamed(document) == [], page.path
    assert dangling(document) == [], page.path
    assert unstyled(document) == [], page.path
    assert bare_pads(document) == set(), page.path


def inline(document: Element) -> list[Element]:
    """What the content policy would refuse: scripts and styles in the page, handlers, anything from elsewhere."""
    return [
        element
        for element in document.all()
        if element.tag in ("style", "base", "iframe", "object", "embed")
        or (element.tag == "script" and (element.raw_text().strip() or "src" not in element.attributes))
        or any(_refused(name, value) for name, value in element.attributes.items())
    ]


def _refused(name: str, value: str) -> bool:
    if name in ("src", "href", "action", "formaction", "srcset", "data"):
        return value.startswith(("//", "http:", "https:", "javascript:", "data:"))
    return name == "style" or name.startswith("on")


def ids(document: Element) -> list[str]:
    return [element.attributes["id"] for element in document.all() if element.attributes.get("id")]


def unnamed(document: Element) -> list[dict[str, str]]:
    """Controls that a screen reader could not name: no words of their own, none around them, none pointed at."""
    labelled = {element.attributes.get("for") for element in document.all("label")}
    return [
        element.attributes
        for element in document.all()
        if element.tag in ("input", "select", "textarea", "button")
        and element.attributes.get("type") != "hidden"
        and element.attributes.get("aria-hidden") != "true"
        and not (element.attributes.get("aria-label") or element.attributes.get("aria-labelledby") or element.text())
        and element.attributes.get("id", "") not in labelled
        and not _label_around(element)
    ]


def _label_around(element: Element) -> bool:
    label = element.nearest(lambda around: around.tag == "label")
    return label.tag == "label" and bool(label.text())


def dangling(document: Element) -> list[str]:
    """What points at an id that the page does not have."""
    known = set(ids(document))
    pointing = ("aria-describedby", "aria-labelledby", "aria-controls", "for", "list")
    named = [name for element in document.all() for key in pointing for name in element.attributes.get(key, "").split()]
    named += [href[1:] for element in document.all("a") if (href := element.attributes.get("href", "")).startswith("#")]
    return [name for name in named if name not in known]


def sheets(document: Element) -> set[str]:
    """The names of the style sheets of a page."""
    links = [link for link in document.all("link") if link.attributes.get("rel") == "stylesheet"]
    return {urlsplit(link.attributes["href"]).path.rpartition("/")[2] for link in links}


def bare_pads(document: Element) -> set[str]:
    """The kinds of pads that scripts lay over fields of a page which does without the styles of these."""
    laid = {element.attributes["data-pad"] for element in document.all() if "data-pad" in element.attributes}
    return set() if "pads.css" in sheets(document) else laid - {"turns"}


@cache
def classes_of_sheet(name: str) -> frozenset[str]:
    """The classes that a style sheet names in its selectors."""
    source = re.sub(r"/\*.*?\*/", "", (STATIC / name).read_text("utf-8"), flags=re.DOTALL)
    return frozenset(re.findall(r"\.([a-z][\w-]*)(?=[^{};]*\{)", source))


def unstyled(document: Element) -> list[str]:
    """The classes of those parts of a page's forms that other sheets style, and none that the page has."""
    here = frozenset().union(*map(classes_of_sheet, sheets(document)))
    anywhere = frozenset().union(*(classes_of_sheet(sheet.name) for sheet in STATIC.glob("*.css")))
    parts = (element for form in document.all("form") for element in (form, *form.all()))
    used = {frozenset(element.classes) & anywhere for element in parts}
    return sorted(" ".join(sorted(classes)) for classes in used if classes and not classes & here)


def played(app: Flask, game: str, language: str) -> WebMatch:
    """A match of the game with a penalty, a note, and some deals."""
    match, chance = new_match(Visitor(app, language), game, usual_table(game)), Random(7)
    offence = match.course.setup.game.offences[0].id
    match.record({"step": "penalty", "offence": offence, "player": match.course.setup.table.players[0]})
    match.record({"step": "note", "text": "« Zoé » & <b>Cie</b>"})
    while len(match.course.rows) < 3 and match.course.taken < 12 and not match.course.state.over:
        match.record(match.answer(chance, way=match.course.taken))
    return match


@each_language
@each_game
def test_the_pages_of_a_match_that_goes_on(app: Flask, game: str, language: str) -> None:
    match = new_match(Visitor(app, language), game, usual_table(game))
    first = ["", "/sheet", "/log", *(f"/steps/{question.step}" for question in match.course.open_questions[1:])]
    pages = [match.page(below) for below in first]
    match = played(app, game, language)
    rounds = [f"/rounds/{row}" for row in range(len(match.course.rows))]
    corrections = [f"/corrections/{position}" for position in range(match.course.taken)]
    pages += [match.page(below) for below in ("", "/sheet", "/log", *rounds, *corrections)]
    pages += [match.visitor.open(path) for path in ("/", f"/new/{game}", f"/rules/{game}")]
    for page in pages:
        assert page.status == 200
        assert_well_made(page, language)
        assert "<b>Cie</b>" not in page.response.get_data(as_text=True)


@each_language
@each_game
def test_the_pages_of_a_match_that_is_over(app: Flask, game: str, language: str) -> None:
    match = played(app, game, language)
    if not match.course.state.over:
        match.record({"step": "end"})
    for below in ("", "/sheet", "/log"):
        assert_well_made(match.page(below), language)
    assert_well_made(match.visitor.open("/"), language)


@pytest.mark.thorough
@each_language
@each_game
def test_the_pages_of_an_empty_answer(app: Flask, game: str, language: str) -> None:
    match = new_match(Visitor(app, language), game, usual_table(game))
    for question in sorted(match.course.open_questions, key=lambda question: question.step == "end"):
        page = match.form(question.step).send()
        assert page.status == (303 if question.step == "end" else 422), question.step
        if page.status == 422:
            assert page.document.all("p", class_="why"), question.step
            assert_well_made(page, language)
            assert match.exported()["entries"] == []


@pytest.mark.thorough
@each_game
def test_the_pages_of_refused_answers_and_corrections_have_the_styles_of_their_forms(app: Flask, game: str) -> None:
    match = played(app, game, "fr")
    asked = () if match.course.state.over else match.course.open_questions
    steps = [question.step for question in asked if question.step != "end"]
    pages = [match.form(step).send() for step in steps]
    for position in range(match.course.taken):
        page = match.page(f"/corrections/{position}")
        pages += [page.form(f"/corrections/{position}").send(), *removed(page)]
    assert {page.status for page in pages} <= {200, 422}
    assert {page.path: unstyled(page.document) for page in pages if unstyled(page.document)} == {}


def removed(page: Page) -> list[Page]:
    """What follows where the entry of a correction is removed."""
    return [form.send(("remove", "1")) for form in page.forms() if ("remove", "1") in form.buttons()]


def test_the_page_of_a_correction_that_breaks_what_follows_has_the_styles_of_its_form(app: Flask) -> None:
    match = new_match(Visitor(app), "barbu", usual_table("barbu"))
    match.record({"step": "contract", "contract": "plis"})
    players = match.course.state.table.players
    match.record({"step": "result", "tricks": dict(zip(players, (4, 3, 3, 3), strict=True))})
    page = match.page("/corrections/0").form("/corrections/0").fill("contract", "dames").send()
    assert page.status == 422
    assert page.form("/corrections/1").names() >= {"queens.0", "queens.3"}
    assert_well_made(page, "fr")


@pytest.mark.thorough
@each_language
@each_game
@pytest.mark.parametrize("size", [0, -1])
def test_the_smallest_and_the_largest_table_of_every_game_begin(
    app: Flask, game: str, language: str, size: int
) -> None:
    names = [f"Joueur {seat}" for seat in range(GAMES[game].players[size])]
    assert_well_made(new_match(Visitor(app, language), game, names).page(), language)


@each_language
@every_game
def test_every_option_of_a_game_stands_on_its_page_with_what_the_rule_says(
    app: Flask, game: str, language: str
) -> None:
    visitor = Visitor(app, language)
    page = visitor.open(f"/new/{game}")
    assert_well_made(page, language)
    names = page.form(f"/new/{game}").names()
    for option in GAMES[game].options:
        only = getattr(option.field, "choices", None)
        assert (f"option.{option.id}" in names) == (only is None or len(only) > 1), option.id
        assert option.label.render(language).split()[0] in page.text
    empty = page.form(f"/new/{game}").send()
    assert empty.status == 422
    assert_well_made(empty, language)


@each_language
@every_game
def test_what_the_rules_link_to_is_there(app: Flask, game: str, language: str) -> None:
    visitor = Visitor(app, language)
    page = visitor.open(f"/rules/{game}")
    others = {
        path: set(ids(visitor.open(path).document))
        for path in {link.partition("#")[0] for link in page.links()}
        if path.startswith("/rules/")
    }
    for link in page.links():
        path, _, fragment = link.partition("#")
        assert not path.startswith("/rules/") or not fragment or fragment in others[path], link


@each_language
@pytest.mark.parametrize("path", ["/", "/new", "/new?n=2", "/new?n=99", "/new?n=x", "/rules", "/rules/match"])
def test_the_pages_of_a_fresh_installation(app: Flask, path: str, language: str) -> None:
    page = Visitor(app, language).open(path)
    assert page.status == 200
    assert_well_made(page, language)


@each_language
@pytest.mark.parametrize(
    "path", ["/nowhere", "/matches/x", "/rules/x", "/new/x", "/join/x", "/share", "/matches/x/sheet"]
)
def test_the_pages_of_what_is_not_there(app: Flask, path: str, language: str) -> None:
    page = Visitor(app, language).open(path)
    assert page.status == 404
    assert_well_made(page, language)


@each_language
def test_the_pages_of_sharing(app: Flask, language: str) -> None:
    keeper = new_match(Visitor(app, language)).visitor
    for role in ("watcher", "keeper"):
        form = next(form for form in keeper.open("/share").forms() if ("role", role) in form.buttons())
        shown = form.send(("role", role))
        assert shown.status == 200
        link = next(link for link in shown.links() if "/join/" in link)
        assert_well_made(Visitor(app, language).open(urlsplit(link).path), language)
    assert_well_made(keeper.open("/share"), language)


def test_no_template_has_an_inline_script_style_or_handler_or_turns_escaping_off() -> None:
    for template, whole in templates().items():
        source = re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", " ", whole, flags=re.DOTALL)
        assert not INLINE.search(source), (template, INLINE.search(source))
        assert not THIRD_PARTY.search(source), (template, THIRD_PARTY.search(source))
        assert not re.search(r"\|\s*safe\b|autoescape\s+false", whole), template


def test_no_template_knows_a_game() -> None:
    named = re.compile(rf"""["'](?:{"|".join(GAMES)})["']""")
    assert [template for template, source in templates().items() if named.search(source)] == []


def test_what_somebody_types_is_shown_as_it_was_typed(app: Flask) -> None:
    names = ["<script>alert(1)</script>", '"><img src=x onerror=a>', "{{ 7*7 }}", "%(n)s &amp; 100 %"]
    match = new_match(Visitor(app), players=names)
    match.record({"step": "note", "text": "</textarea><script>alert(2)</script>"})
    for below in ("", "/sheet", "/log", "/corrections/0"):
        page = match.page(below)
        source = page.response.get_data(as_text=True)
        assert "<script>alert" not in source
        assert "<img src=x" not in source
        assert_strict(source)
    assert all(name in match.page().text for name in names)
    assert match.exported()["players"] == names
