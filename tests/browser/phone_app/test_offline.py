"""Without a network: an evening from its first deal to its page, in a browser that is closed and opened again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.phone import QUIET, SIZE
from tests.browser.phone_app.framed import FramedPhone, phone_in, quietly
from tests.browser.test_corrections import TRICKS, _count, _open_correction
from tests.browser.test_desk import FORBIDDEN
from tests.browser.test_whole_match import CARDS, PLAYERS, _scored, _tap_round
from tests.tools import needs

Opened = Callable[[], FramedPhone]


@pytest.fixture
def opened(browser: Browser, host: str, tmp_path: Path) -> Iterator[Opened]:
    """Opens the one browser whose profile lasts, in the place of the one that is open; with a tab at the folder."""
    contexts: list[BrowserContext] = []

    def new() -> FramedPhone:
        for context in contexts:
            quietly(context)
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=needs.browser(), args=QUIET, viewport=SIZE, has_touch=True,
            is_mobile=True, locale="fr",
        )  # fmt: skip
        contexts.append(context)
        return phone_in(context, host)

    yield new
    for context in contexts:
        quietly(context)


def test_a_whole_evening_without_a_network_is_there_when_the_browser_is_opened_again(
    opened: Opened, tmp_path: Path
) -> None:
    phone = opened()
    phone.start()
    phone.awake()
    phone.tab.context.set_offline(True)
    phone.reload()
    path = phone.new_match("ascenseur", PLAYERS)
    chance = Random(25)
    for cards in CARDS[:-1]:
        _tap_round(phone, chance, cards)
    phone.open(f"/desk/ascenseur/legal-cards/verdict?match={path.rpartition('/')[2]}&{FORBIDDEN}")
    phone.follow(phone.page.get_by_role("button", name="Noter dans la partie"))
    before = phone.totals()
    _correct(phone, path)
    assert phone.totals() != before
    _tap_round(phone, chance, CARDS[-1])
    podium = phone.podium()
    phone.open(f"{path}/sheet")
    sheet = phone.sheet()
    phone.open("/evenings")
    phone.follow(phone.page.locator("main a[href*='/evenings/']").first)
    evening = phone.page.locator("main").inner_text()
    assert "Ascenseur" in evening
    evening_path = phone.path

    again = opened()
    again.tab.context.set_offline(True)
    again.start(f"#{path}")
    assert again.podium() == podium
    again.open(f"{path}/sheet")
    assert again.sheet() == sheet
    again.open(evening_path)
    assert again.page.locator("main").inner_text() == evening
    again.open(path)
    with again.tab.expect_download() as saved:
        again.tap(again.page.get_by_role("link", name="Exporter"))
    file = tmp_path / "match.json"
    saved.value.save_as(file)
    scored = _scored(file)
    assert (scored["over"], len(scored["rounds"]), scored["totals"]) == (True, len(CARDS), podium)
    assert [fault for one in (phone, again) for fault in one.faults if "DISCONNECTED" not in fault] == []


def _correct(phone: FramedPhone, path: str) -> None:
    """Two players' tricks of the third deal change places."""
    _open_correction(phone, path, TRICKS)
    counts = {player: _count(phone, player) or 0 for player in PLAYERS}
    winner = next(player for player in PLAYERS if counts[player])
    loser = next(player for player in PLAYERS if player != winner)
    phone.tap_count(winner, counts[winner] - 1)
    phone.tap_count(loser, counts[loser] + 1)
    phone.record()
    phone.record()
