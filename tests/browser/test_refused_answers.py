"""What is refused is in view, wherever it stands on a page, and the button says how many answers are wrong."""

import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.test import run_wsgi_app

from referee.game_definition.game import Question
from referee.game_definition.match_course import advance
from referee.games.registry import GAMES
from referee.web.answers.question_form import QuestionForm
from tests.browser.conftest import NewPhone
from tests.browser.course import Course, seats
from tests.browser.layout import SMALL
from tests.browser.pen import Pen, form_pairs
from tests.browser.phone import SIZE, Phone
from tests.thread_server import ThreadServer

pytestmark = pytest.mark.thorough
SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
FOUR = ("Ana", "Bob", "Chloé", "Dan")
USUAL = (
    "Enregistrer",
    "Commencer",
    "Ajouter",
    "Garder les changements",
    "Réunir",
    "Trancher",
    "Aller à la table",
    "Retrouver ma table",
    "Voir ce que ça change",
)
"""What the buttons of these pages say where nothing is wrong."""
TOO_LONG = "x" * 80
FIRST_PART = 1500
"""Bytes of a refusal that come at once from its first sentence on: this, but not all that the page lays over it."""
SLOW = 0.6
"""Seconds after which the rest of a refusal comes: more than the browser takes to draw what it has."""
FILL = """(form, pairs) => {
  form.noValidate = true;
  const tapped = box => ["radio", "checkbox"].includes(box.type);
  const boxes = [...form.elements].filter(box => !["hidden", "submit", "button", "fieldset"].includes(box.type));
  for (const box of boxes) if (!tapped(box)) box.value = ""; else if (box.name !== "way") box.checked = false;
  for (const [name, value] of pairs) {
    const named = boxes.filter(box => box.name === name);
    const chosen = named.find(box => tapped(box) && box.value === value && !box.checked);
    if (chosen) chosen.checked = true;
    else for (const box of named.slice(0, 1).filter(box => !tapped(box))) box.value = value;
  }
}"""
SEND = "form => form.requestSubmit(form.querySelector('button:is(.go, [data-wrong])'))"
REFUSED = """() => {
  const sentences = [...document.querySelectorAll("main .why:not([hidden], [data-why])")];
  const all = sentences.filter(why => why.checkVisibility());
  const faults = all.filter(why => !why.closest("div.alert"));
  const first = faults[0] || all[0];
  const lines = first ? [...first.getClientRects()] : [];
  const seen = lines.length && lines.every(({ left, top, bottom }) => [top + 4, (top + bottom) / 2].every(
    y => first.contains(document.elementFromPoint(left + 4, y))));
  const buttons = [...document.querySelectorAll("main button[data-wrong]")];
  return [Boolean(seen), faults.length, buttons.map(one => one.innerText)];
}"""
"""Whether the first sentence at an answer (else any) is in view, how many there are, and what the buttons say."""


def seen(phone: Phone, form: str, pairs: Iterable[tuple[str, str]]) -> tuple[bool, int, list[str]]:
    """What comes of sending this form with nothing but these answers."""
    phone.page.locator(form).first.evaluate(FILL, list(pairs))
    with phone.page.expect_navigation():
        phone.page.locator(form).first.evaluate(SEND)
    phone.ready()
    with suppress(AssertionError):  # the browser scrolls there as it draws the page; where it does not, this says so
        phone.until(lambda: phone.page.evaluate(REFUSED)[0])
    in_view, faults, buttons = phone.page.evaluate(REFUSED)
    return in_view, faults, buttons


@SCRIPTS
def test_the_first_answer_that_is_missing_is_in_view_in_every_game(new_phone: NewPhone, scripts: bool) -> None:
    offenders: list[str] = []
    for game in GAMES:
        phone = new_phone(scripts=scripts)
        offenders += unseen_in_first_deal(phone, game)
        phone.page.context.close()
    assert offenders == []


@pytest.fixture
def slow_refusals(app: Flask) -> Iterator[str]:
    """The URL of an application whose refusals come in two parts: a little more than a sentence, and the rest."""

    def in_two_parts(environ: Any, start_response: Any) -> Iterator[bytes]:
        environ.pop("HTTP_ACCEPT_ENCODING", None)
        body, status, headers = run_wsgi_app(app, environ)
        start_response(status, list(headers))
        page = b"".join(body)
        at = page.find(b'class="why"') + FIRST_PART
        yield page[:at]
        if status.startswith("422"):
            time.sleep(SLOW)
        yield page[at:]

    server = ThreadServer(in_two_parts)
    server.start()
    yield server.url
    server.stop()


@pytest.mark.parametrize("game", ["rami", "cribbage"])
def test_what_is_refused_is_in_view_where_the_rest_of_the_page_comes_later(
    slow_refusals: str, new_phone: NewPhone, game: str
) -> None:
    """The browser goes to the sentence while the page ends there, with nothing below to scroll."""
    assert list(unseen_in_first_deal(new_phone(slow_refusals, scripts=False), game)) == []


def unseen_in_first_deal(phone: Phone, game: str) -> Iterator[str]:
    """The ways of each step of the first deal whose refusal is not in view."""
    phone.open()
    phone.resize(SMALL)
    people = seats(GAMES[game])
    path, course, asked = Pen(phone).new_match(game, people), Course.of(game, people), set[str]()
    while course.open_questions[0].step not in asked:
        question = course.open_questions[0]
        asked.add(question.step)
        yield from (f"{game} {question.step} {fault}" for fault in unseen(phone, path, course, question))
        Pen(phone).record(path, course, course.answer(Random(1)).entry)


def unseen(phone: Phone, path: str, course: Course, question: Question) -> Iterator[str]:
    """The ways of a question whose refusal is not in view, or counts nothing on the button."""
    for number, way in enumerate(question.ways):
        for pairs in wanting(course, question, number):
            phone.open(path)
            if phone.page.locator("form.ask button.go").count():
                in_view, faults, (button, *_) = seen(phone, "form.ask", pairs)
                if not in_view or not faults or button == "Enregistrer":
                    yield f"{way.id}: {in_view}, {faults} wrong, {button}"


def wanting(course: Course, question: Question, way: int) -> Iterator[list[tuple[str, str]]]:
    """What a form of this way would be refused for: no answer at all, and one without the last answer that it needs."""
    pairs = list(form_pairs(question, course.answer(Random(1), way, question).entry))
    answers = [pair for pair in pairs if pair[0] not in ("way", "at_once")]
    for last in reversed(answers):
        but_one = [pair for pair in pairs if pair is not last]
        if is_refused(course, question, but_one):
            yield but_one
            break
    nothing = [pair for pair in pairs if pair[0] == "way"]
    if answers and is_refused(course, question, nothing):
        yield nothing


def is_refused(course: Course, question: Question, pairs: list[tuple[str, str]]) -> bool:
    form = QuestionForm(question, MultiDict(pairs))
    return bool(form.faults()) or isinstance(advance(course.setup.game, course.state, form.entry()), list)


PAGES: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "a name twice": ("/new/belote", "form.ask", {"seat.0": "Ana", "seat.1": "Bob", "seat.2": "Chloé", "seat.3": "Ana"}),
    "a house rule": ("/new/ascenseur", "form.ask", {"seat.0": "Ana", "seat.1": "Bob", "option.max_cards": "999"}),
    "a fault": ("{match}/steps/penalty", "form.ask", {}),
    "a relay": ("{match}/steps/relay", "form.ask", {}),
    "a note": ("{match}/steps/note", "form.ask", {}),
    "a correction": ("{match}/corrections/1", "form.ask", {f"tricks.{seat}": "1" for seat in range(4)}),
    "a set-up": ("{match}/setup", "form.ask", {"seat.3": "Bob"}),
    "a new player": ("/players", "form:has([name=name])", {"name": TOO_LONG}),
    "a player": ("{player}", "form.ask", {"name": TOO_LONG, "mark": "abcdefgh"}),
    "a merge": ("{player}", "form[action$=merge]", {"other": ""}),
    "a question": ("/desk/tarot/settle", "form.ask", {}),
    "a code": ("/join", "form.ask", {"code": "ABCDEF"}),
    "a recovery": ("/recover", "form.ask", {"code": "nonsense"}),
}


@SCRIPTS
def test_what_is_refused_is_in_view_on_every_page_with_a_form(new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    phone.open()
    pen, course = Pen(phone), Course.of("ascenseur", FOUR)
    match = pen.new_match("ascenseur", FOUR)
    for answers in ({"bids": dict.fromkeys(FOUR, 0)}, {"tricks": {**dict.fromkeys(FOUR, 0), "Ana": 1}}):
        pen.record(match, course, {"step": course.open_questions[0].step, **answers})
    phone.open("/players")
    player = phone.page.locator("main a[href*='/players/']").first.get_attribute("href") or ""
    offenders: list[str] = []
    for size in (SIZE, SMALL):
        phone.resize(size)
        for name, (path, form, answers) in PAGES.items():
            phone.open(path.format(match=match, player=f"{player}/edit"))
            in_view, faults, buttons = seen(phone, form, answers.items())
            if not in_view or not faults or not any(button not in USUAL for button in buttons):
                offenders.append(f"{name} {size['width']}: {in_view}, {faults} wrong, {buttons}")
    assert offenders == []


def test_that_a_file_is_too_large_is_said_as_soon_as_it_is_chosen(phone: Phone, tmp_path: Path) -> None:
    video = tmp_path / "video.zip"
    with video.open("wb") as file:
        file.truncate(60_000_000)
    phone.new_match("ascenseur", FOUR)
    for path in ("/handover", "/club/import"):
        phone.open(path)
        box = phone.page.locator("input[type=file]")
        box.set_input_files(video)
        assert "Ce fichier est trop gros" in phone.page.locator(".why").inner_text()
        assert not box.evaluate("box => box.form.checkValidity()")
        box.set_input_files([])
        assert not phone.page.locator(".why").is_visible()
