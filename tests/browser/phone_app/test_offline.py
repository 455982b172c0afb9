"""Without a network: an evening from its first deal to its page; and with one again, the server has it all once."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import ANY
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import PATIENCE, Phone
from tests.browser.phone_app.conftest import Opened
from tests.browser.phone_app.framed import RECORD, FramedPhone
from tests.browser.test_corrections import TRICKS, _count, _open_correction
from tests.browser.test_desk import FORBIDDEN
from tests.browser.test_whole_match import CARDS, PLAYERS, _scored, tap_round
from tests.running import RunningServer

Entry = dict[str, Any]

ALLOWED = "acknowledged|DISCONNECTED|asks http://[^/]+/sync"
FEW, MORE = 1, 3
"""How many of the first deals, and of the last ones, are tapped."""
LOADED = "async address => [...new Uint8Array(await (await fetch(address)).arrayBuffer())]"


@dataclass(frozen=True, slots=True)
class Evening:
    """Two matches as the phone has them: their entries, what the pages of the first show, the evening's page."""

    first: str
    entries: list[Entry]
    shown: dict[str, Any]
    second: str
    in_second: list[Entry]
    page: str


@pytest.fixture
def server(made: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """A server at whose address the app of a phone lies."""
    (tmp_path / "data").mkdir()
    with RunningServer(tmp_path / "data", REFEREE_PHONE=str(made)) as running:
        yield running


@pytest.mark.parametrize("tapped", [FEW, pytest.param(MORE, marks=pytest.mark.thorough)])
def test_an_evening_without_a_network_outlasts_the_browser_and_comes_to_the_server_once(
    opened: Opened, server: RunningServer, tmp_path: Path, tapped: int
) -> None:
    phone = opened(f"{server.url}/phone")
    path = take_club_along(phone, server)
    _cut(phone, server)
    phone.reload()
    evening = _play_evening(phone, path, tapped)

    again = opened(phone.url)
    again.tab.context.set_offline(True)
    again.start(f"#{path}")
    assert _shown(again, path) == evening.shown
    assert _evening_page(again) == evening.page
    _back(again, server)
    notice = again.page.locator("[data-exchange]")
    expect(notice).to_contain_text(f"{len(evening.entries) + 1} saisies sont rapportées.", timeout=PATIENCE)
    expect(notice).to_contain_text("1 nouvelle partie est sur le serveur.")

    keeper = Phone(again.tab.context.new_page(), server.url)
    keeper.open()
    _has_it_once(keeper, evening, tmp_path / "match.json")
    noted = archived_notes(again)
    assert archived_notes(keeper) == noted
    again.open("/sync")
    expect(again.page.locator("[data-exchange]")).to_contain_text("Rien de neuf")
    assert archived_notes(keeper) == archived_notes(again) == noted

    if tapped == MORE:
        _goes_on_in_the_phone(keeper, server, evening.second)
    assert [
        fault for opened in (phone, again, keeper) for fault in opened.faults if not re.search(ALLOWED, fault)
    ] == []


def _cut(phone: FramedPhone, server: RunningServer) -> None:
    """No network; and no server, for the browser's own workers may know a way round that."""
    phone.tab.context.set_offline(True)
    server.kill()


def _back(phone: FramedPhone, server: RunningServer) -> None:
    server.start()
    phone.tab.context.set_offline(False)


def take_club_along(phone: FramedPhone, server: RunningServer) -> str:
    """A match on the server in which nothing is recorded; its club has come to the phone."""
    keeper = Phone(phone.tab.context.new_page(), server.url)
    path = keeper.new_match("ascenseur", PLAYERS)
    keeper.open("/club/import")
    link = keeper.page.get_by_role("link", name="Emporter ce club").get_attribute("href")
    keeper.page.close()
    assert link
    phone.tab.goto(urljoin(server.url, link))
    phone.arrived()
    phone.page.frame.get_by_role("button", name="Emporter ce club").click()
    expect(phone.page.frame.get_by_text("1 partie est arrivée.")).to_be_visible(timeout=90_000)
    phone.awake()
    return path


def _play_evening(phone: FramedPhone, path: str, tapped: int) -> Evening:
    """The match that came along, whole, with a dispute settled and a correction; then another is begun."""
    phone.open(path)
    entries = _play(phone, path, tapped)
    shown = _shown(phone, path)
    assert "il faut fournir" in shown["sheet"]
    assert "corrigé" in shown["third"]
    second = phone.new_match("ascenseur", PLAYERS)
    in_second = tap_round(phone, Random(2), 1)
    return Evening(path, entries, shown, second, in_second, _evening_page(phone))


def _play(phone: FramedPhone, path: str, tapped: int) -> list[Entry]:
    """All its deals; so many of the first and of the last are tapped, those between come by the same forms."""
    chance, entries, course = Random(25), list[Entry](), Course.of("ascenseur", PLAYERS)
    for cards in CARDS[:tapped]:
        entries += tap_round(phone, chance, cards)
    for entry in entries:
        course.take(entry)
    while len(course.rows) < len(CARDS) - tapped:
        entry = course.answer(chance).entry
        entry.pop("trump", None)  # nobody need say it
        course.take(entry)
        entries.append(entry)
    between = [(entry["step"], entry[entry["step"]]) for entry in entries[2 * tapped :]]
    at_once = [{"step": step, "values": list(counts.values())} for step, counts in between]
    phone.page.frame.evaluate(RECORD, {"path": phone.url + path, "entries": at_once})
    phone.open(path)
    for cards in CARDS[-tapped:-1]:
        entries += tap_round(phone, chance, cards)

    phone.open(f"/desk/ascenseur/legal-cards/verdict?match={path.rpartition('/')[2]}&{FORBIDDEN}")
    phone.follow(phone.page.get_by_role("button", name="Noter dans la partie"))
    entries.append({"step": "note", "text": ANY})
    before = phone.totals()
    entries[TRICKS] = {"step": "tricks", "tricks": _correct(phone, path)}
    assert phone.totals() != before
    return entries + tap_round(phone, chance, CARDS[-1])


def _correct(phone: FramedPhone, path: str) -> dict[str, int]:
    """Two players' tricks of the third deal change places."""
    _open_correction(phone, path, TRICKS)
    counts = {player: _count(phone, player) or 0 for player in PLAYERS}
    winner = next(player for player in PLAYERS if counts[player])
    loser = next(player for player in PLAYERS if player != winner)
    counts[winner] -= 1
    counts[loser] += 1
    for player in (winner, loser):
        phone.tap_count(player, counts[player])
    phone.record()
    phone.record()
    return counts


def _shown(phone: Phone, path: str) -> dict[str, Any]:
    """What the pages of the match show: how it ended, its sheet with the verdict, the third deal before and after."""
    phone.open(path)
    podium = phone.podium()
    phone.open(f"{path}/sheet")
    sheet = phone.page.locator("main").inner_text()
    phone.open(f"{path}/rounds/2")
    return {"podium": podium, "sheet": sheet, "third": phone.page.locator("main").inner_text()}


def _evening_page(phone: Phone) -> str:
    """What the page of the latest evening says."""
    phone.open("/evenings")
    phone.follow(phone.page.locator("main a[href*='/evenings/']").first)
    return phone.page.locator("main").inner_text()


def _has_it_once(keeper: Phone, evening: Evening, file: Path) -> None:
    """The pages of the server show what those of the phone did; every entry is there, in order, and no other."""
    assert _shown(keeper, evening.first) == evening.shown
    assert _evening_page(keeper) == evening.page
    assert Pen(keeper).exported(evening.second)["entries"] == evening.in_second
    noted = Pen(keeper).exported(evening.first)
    assert noted["entries"] == evening.entries
    file.write_text(json.dumps(noted))
    scored = _scored(file)
    assert (scored["over"], len(scored["rounds"]), scored["totals"]) == (True, len(CARDS), evening.shown["podium"])


def archived_notes(phone: Phone) -> dict[str, str]:
    """The file and the log of every match of the club, without the numbers that each archive gives to devices."""
    with zipfile.ZipFile(io.BytesIO(bytes(phone.page.evaluate(LOADED, f"{phone.url}/club/export")))) as archive:
        names = [name for name in archive.namelist() if name.startswith(("matches/", "logs/"))]
        return {name: re.sub(r'"device":\d+', "", archive.read(name).decode()) for name in names}


def _goes_on_in_the_phone(keeper: Phone, server: RunningServer, path: str) -> None:
    """The keeper's page on the server, while nobody answers there: what was typed is recorded in the phone."""
    keeper.open(f"{path}/steps/note")
    keeper.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    keeper.box("text").fill("ici")
    phone = FramedPhone(keeper.page, f"{server.url}/phone")
    _cut(phone, server)
    keeper.tap(keeper.page.locator(".ask button.go"))
    keeper.page.wait_for_url("**/phone/**")
    phone.arrived()
    expect(phone.box("text")).to_have_value("ici")
    phone.record()
    _back(phone, server)
    either_tab_brings_it = re.compile(r"1\ssaisie est rapportée|Rien de neuf")
    expect(phone.page.locator("[data-exchange]")).to_contain_text(either_tab_brings_it, timeout=PATIENCE)
    assert Pen(keeper).exported(path)["entries"][2:] == [{"step": "note", "text": "ici"}]
