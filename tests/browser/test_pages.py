"""Every page there is, in both languages and both themes, on a small phone: readable, reachable, quiet and light."""

import re
from random import Random
from urllib.parse import urlsplit

import pytest

from referee.game_definition.game import Question
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.browser.checking import UNFOLD, CheckedPhone, too_small_at_any_size
from tests.browser.conftest import NewPhone
from tests.browser.course import Course, seats
from tests.browser.pen import Pen

HEAVIEST = 60 * 1024
"""Bytes over the wire for the first visit of the home page."""

OF_THIS_VISIT = re.compile(r'<input type="hidden"[^>]*>')
"""Where alone two visits of the same page differ, which need not be checked twice: a token and the key of a form."""

LINKS = "() => [...document.querySelectorAll('a[href^=\"/\"]')].map(link => link.getAttribute('href'))"

COMMON = ("/penalty", "/note", "/end")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
FRENCH_FIRST = pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])


@pytest.mark.thorough
@LANGUAGE
@pytest.mark.parametrize("game", list(GAMES))
def test_every_page_of_a_game_is_fit_for_the_table(new_phone: NewPhone, game: str, language: str) -> None:
    table = Table(new_phone, game, language)
    table.before_the_first_card()
    table.first_deal()
    table.sheet_and_corrections()
    table.after_the_end()
    assert table.checked.findings == []


@pytest.mark.thorough
@FRENCH_FIRST
def test_every_page_that_a_link_leads_to_is_there_and_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    walk = Walk(CheckedPhone(new_phone(locale=language)))
    walk.from_home()
    assert walk.checked.findings == []
    _evening(walk.pen)
    walk.from_home()
    assert walk.checked.findings == []
    assert len(walk.seen) > 25
    assert walk.too_small() == []


@pytest.mark.thorough
@LANGUAGE
def test_the_pages_of_a_guest_and_of_no_page_are_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    keeper, guest = CheckedPhone(new_phone(locale=language)), CheckedPhone(new_phone(locale=language))
    keeper.open("no page", "/nowhere")
    keeper.open("games for two", "/new?n=2")
    path = _evening(Pen(keeper.phone))
    keeper.phone.open("/share")
    keeper.phone.make_code("watcher")
    keeper.check("/share with a link")
    link = keeper.phone.page.locator('a[href*="/join/"]').first.get_attribute("href") or ""
    guest.open("/join", link.removeprefix(guest.phone.url))
    guest.phone.record()
    guest.check("home of a watcher")
    guest.open("a match that is watched", path)
    assert keeper.findings + guest.findings == []


@pytest.mark.thorough
def test_the_first_visit_of_the_home_page_weighs_at_most_60_kib(new_phone: NewPhone) -> None:
    phone = new_phone()
    sizes: list[int] = []
    wire = phone.page.context.new_cdp_session(phone.page)
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    wire.send("Network.enable")
    phone.page.goto(phone.url, wait_until="networkidle")
    icon = phone.page.locator("link[rel=icon]").get_attribute("href") or ""
    answer = phone.page.context.request.get(phone.url + icon)  # a phone fetches it too, this browser does not
    sizes.append(len(answer.body()) + sum(len(name) + len(value) + 4 for name, value in answer.headers.items()))
    assert len(sizes) >= 4  # the page, its style, its script, its icon
    assert 0 < sum(sizes) <= HEAVIEST


class Walk:
    """A walk along every link, one page of each kind: ``/matches/*/rounds/*`` is one kind, whatever match and round."""

    def __init__(self, checked: CheckedPhone) -> None:
        self.checked = checked
        self.pen = Pen(checked.phone)
        self.seen: dict[str, str] = {}  # by kind, the path that was visited
        self.files: set[str] = set()  # the paths seen that are no pages: a picture, a file to take along
        self.leading: dict[str, list[str]] = {}  # by page that was checked, where it leads

    def from_home(self) -> None:
        """Visit what a link on the home page leads to, then what links there lead to, and so on."""
        self.seen = {"/": "/"}
        waiting = ["/"]
        while waiting:
            for path in self._visited(waiting.pop(0)):
                if kind(path) not in self.seen:
                    self.seen[kind(path)] = path
                    waiting.append(path)

    def too_small(self) -> list[str]:
        """What a thumb would miss, at any size, on the pages of the desk, the rules and the club that were seen."""
        found = []
        for name, path in self.seen.items():
            if path not in self.files and not name.startswith(("/matches", "/new")):
                self.checked.phone.open(path)
                self.checked.phone.page.evaluate(UNFOLD)
                found.extend(f"{path}: {words}" for words in too_small_at_any_size(self.checked.phone.page))
        return found

    def _visited(self, path: str) -> list[str]:
        """Check the page, if it is one; the paths it leads to."""
        answer = self.pen.requests.get(self.checked.phone.url + path)
        if not answer.ok:
            self.checked.findings.append(f"{path}: {answer.status}")
        elif "text/html" in answer.headers["content-type"]:
            page = OF_THIS_VISIT.sub("", answer.text())
            if page not in self.leading:
                self.checked.open(kind(path), path)
                self.leading[page] = self.checked.phone.page.evaluate(LINKS)
            return [urlsplit(href)._replace(fragment="").geturl() for href in self.leading[page]]
        else:
            self.files.add(path)
        return []


def kind(path: str) -> str:
    """What kind of page a path leads to.

    >>> kind("/matches/Xrp7nCcYW01wZNVf/rounds/12?just=3"), kind("/desk/barbu/legal-cards")
    ('/matches/*/rounds/*', '/desk/*/*')
    """
    return QUESTION.sub("/desk/*/*", PLACE.sub("/*", urlsplit(path).path))


PLACE = re.compile(r"/(?:[\w-]{16}|\d+|" + "|".join(GAMES) + r")(?=/|$)")
QUESTION = re.compile(r"^/desk/\*/[^/]+")


def _evening(pen: Pen) -> str:
    """A match that is over and one that goes on, with a correction and a note; the path of the one that goes on."""
    chance = Random(13)
    for game in ("kems", "ascenseur"):
        players = seats(GAMES[game])
        path, course = pen.new_match(game, players), Course.of(game, players)
        while len(course.rows) < 3:
            pen.record(path, course, course.answer(chance).entry)
        pen.record(path, course, {"step": "note", "text": "Bob a renoncé."})
        if game == "kems":
            pen.record(path, course, {"step": "end"})
    phone = pen.phone
    phone.open(f"{path}/corrections/0")
    phone.record()
    phone.record()
    return path


class Table:
    """A table of one game whose every page is checked, as a match goes from the first card to the end."""

    def __init__(self, new_phone: NewPhone, game: str, language: str) -> None:
        self.checked = CheckedPhone(new_phone(locale=language))
        self.phone = self.checked.phone
        self.pen = Pen(self.phone)
        self.players = seats(GAMES[game])
        self.course = Course.of(game, self.players)
        self.game = game
        self.path = ""

    def before_the_first_card(self) -> None:
        self.checked.open("new match", f"/new/{self.game}")
        self.phone.record()
        self.checked.check("new match without players")
        self.checked.open("rules", f"/rules/{self.game}")
        self.path = self.pen.new_match(self.game, self.players)
        self.checked.open("penalty", f"{self.path}/steps/penalty")

    def first_deal(self) -> None:
        """Every question of a deal, in every way it can be answered, then refused."""
        chance, complete = Random(11), False
        while not complete:
            self.phone.open(self.path)
            self._in_all_ways(self.course.open_questions[0])
            entry = self.course.answer(chance).entry
            self.pen.record(self.path, self.course, entry)
            complete = self.course.rows != [] and self.course.rows[-1].complete
        self.checked.open("just recorded", f"{self.path}?just={self.course.taken - 1}")
        beside = self.phone.page.locator('main a[href*="/steps/"]').all()
        for path in [link.get_attribute("href") or "" for link in beside]:
            if not path.endswith(COMMON):
                self.checked.open(path, path)

    def _in_all_ways(self, question: Question) -> None:
        self.checked.check(question.step)
        for way in [way for way in question.ways if not way.at_once][1:]:
            self.phone.tap(self.phone.chip("way", way.id))
            self.checked.check(f"{question.step} by {way.id}")
        asked = self.phone.page.locator("[data-field] [name], button[name=both], .whole button").first
        self.phone.forge(asked.get_attribute("name") or "", "?")
        if self.phone.page.locator("button.go[data-quiet]").count():
            self.phone.send()
        else:
            self.phone.follow(self.phone.page.locator(".ask :is(button.go, button[name=both], .whole button)").first)
        assert self.phone.page.locator("main .why").count()
        self.checked.check(f"{question.step} refused")

    def sheet_and_corrections(self) -> None:
        chance = Random(12)
        while len(self.course.rows) < 3 and not self.course.state.over:
            self.pen.record(self.path, self.course, self.course.answer(chance).entry)
        for page in ("sheet", "rounds/0", "log", "corrections/0"):
            self.checked.open(page, f"{self.path}/{page}")
        self.phone.follow(self.phone.page.locator(".ask button.go, button[name=both]").first)
        self.checked.check("before and after")
        self.phone.open(f"{self.path}/corrections/0")
        self.phone.follow(self.phone.page.locator("button[name=remove]"))
        self.checked.check("before and after a removal")

    def after_the_end(self) -> None:
        if not self.course.state.over:
            self.pen.record(self.path, self.course, {"step": "end"})
        self.checked.open("final", self.path)
