"""The app in the phone and a server of the same address: taken along, played without a network, brought back, once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.phone_app.framed import FramedPhone
from tests.browser.test_whole_match import _tap_round
from tests.running import RunningServer

PLAYERS = ("Ana", "Bob", "Chloé")


@pytest.fixture
def server(made: Path, tmp_path: Path) -> Iterator[RunningServer]:
    """A server at whose address the app of a phone lies."""
    with RunningServer(tmp_path, REFEREE_PHONE=str(made)) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
    made.set_default_timeout(90_000)
    yield made
    made.close()


def test_a_club_taken_along_is_played_without_a_network_and_the_server_has_it_all_once(
    server: RunningServer, context: BrowserContext
) -> None:
    keeper = Phone(context.new_page(), server.url)
    path = keeper.new_match("ascenseur", PLAYERS)
    chance = Random(1)
    _tap_round(keeper, chance, 1)
    keeper.open("/club/import")
    link = keeper.page.get_by_role("link", name="Emporter ce club").get_attribute("href")
    phone = FramedPhone(context.new_page(), f"{server.url}/phone")
    phone.tab.goto(f"{server.url}{link}")
    phone.arrived()
    phone.page.frame.get_by_role("button", name="Emporter ce club").click()
    expect(phone.page.frame.get_by_text("1 partie est arrivée.")).to_be_visible()

    context.set_offline(True)
    phone.open(path)
    for deal in (2, 3):
        _tap_round(phone, chance, deal)
    context.set_offline(False)
    expect(phone.page.frame.locator("[data-exchange]")).to_contain_text("4 saisies sont rapportées.")
    noted = Pen(keeper).exported(path)
    assert len(noted["entries"]) == 6
    here = "async address => (await fetch(address)).json()"
    assert noted == phone.page.frame.evaluate(here, f"{phone.url}{path}/export")

    _goes_on_in_the_phone(keeper, context, path)
    for _ in range(50):  # either tab brings it back
        entries = Pen(keeper).exported(path)["entries"]
        if len(entries) > 6:
            break
        phone.page.frame.wait_for_timeout(200)
    assert [one.get("text") for one in entries[6:]] == ["ici"]


def _goes_on_in_the_phone(keeper: Phone, context: BrowserContext, path: str) -> None:
    """The keeper's page on the server, while nobody answers there: what was typed is recorded in the phone."""
    keeper.page.bring_to_front()
    keeper.open(f"{path}/steps/note")
    keeper.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    keeper.box("text").fill("ici")
    context.set_offline(True)
    keeper.tap(keeper.page.locator(".ask button.go"))
    keeper.page.wait_for_url("**/phone/**")
    phone = FramedPhone(keeper.page, f"{keeper.url}/phone")
    phone.arrived()
    expect(phone.box("text")).to_have_value("ici")
    phone.record()
    context.set_offline(False)
