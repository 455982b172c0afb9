"""Every page there is, in both languages and both themes, on a small phone: readable, reachable, quiet and light."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.game import Question
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.browser.checking import Checked
from tests.browser.conftest import NewPhone
from tests.browser.course import Course, seats
from tests.browser.pen import Pen

HEAVIEST = 60 * 1024
"""Bytes over the wire for the first visit of the home page."""

COMMON = ("/penalty", "/note", "/end")
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@LANGUAGE
@pytest.mark.parametrize("game", list(GAMES))
def test_every_page_of_a_game_is_fit_for_the_table(new_phone: NewPhone, game: str, language: str) -> None:
    table = Table(new_phone, game, language)
    table.before_the_first_card()
    table.first_deal()
    table.sheet_and_corrections()
    table.after_the_end()
    assert table.checked.findings == []


@LANGUAGE
def test_every_page_of_no_game_is_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    checked = Checked(new_phone(locale=language))
    for path in ("/", "/new", "/new?n=2", "/matches", "/rules", "/rules/match", "/nowhere"):
        checked.open(path, path)
    pen = Pen(checked.phone)
    path = pen.new_match("ascenseur", seats(GAMES["ascenseur"]))
    for other in ("/", "/new/ascenseur", "/matches", "/share", f"{path}/log", f"{path}/sheet"):
        checked.open(f"{other} with a match", other)
    checked.phone.open("/share")
    checked.phone.follow(checked.phone.page.locator("button[name=role][value=watcher]"))
    checked.check("/share with a link")
    guest = Checked(new_phone(locale=language))
    guest.open("/join", pen.share("watcher"))
    guest.phone.record()
    guest.open("a match that is watched", path)
    for step in ("note", "end"):
        checked.open(f"/steps/{step}", f"{path}/steps/{step}")
    assert checked.findings + guest.findings == []


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


class Table:
    """A table of one game whose every page is checked, as a match goes from the first card to the end."""

    def __init__(self, new_phone: NewPhone, game: str, language: str) -> None:
        self.checked = Checked(new_phone(locale=language))
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
            self._in_all_ways(self.course.asked[0])
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
        for way in question.ways[1:]:
            self.phone.tap(self.phone.chip("way", way.id))
            self.checked.check(f"{question.step} by {way.id}")
        asked = self.phone.page.locator("[data-field] [name], button[name=both]").first
        self.phone.forge(asked.get_attribute("name") or "", "?")
        self.phone.follow(self.phone.page.locator(".ask :is(button.go, button[name=both])").first)
        assert self.phone.path.endswith("/entries")
        self.checked.check(f"{question.step} refused")

    def sheet_and_corrections(self) -> None:
        chance = Random(12)
        while len(self.course.rows) < 3 and not self.course.position.over:
            self.pen.record(self.path, self.course, self.course.answer(chance).entry)
        for page in ("sheet", "rounds/0", "log", "corrections/0"):
            self.checked.open(page, f"{self.path}/{page}")
        self.phone.follow(self.phone.page.locator(".ask button.go, button[name=both]").first)
        self.checked.check("before and after")
        self.phone.open(f"{self.path}/corrections/0")
        self.phone.follow(self.phone.page.locator("button[name=remove]"))
        self.checked.check("before and after a removal")

    def after_the_end(self) -> None:
        if not self.course.position.over:
            self.pen.record(self.path, self.course, {"step": "end"})
        self.checked.open("final", self.path)
