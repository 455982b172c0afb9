"""How it is kept: installed, by hand on an iPhone, not in a private window; and what was erased comes back."""

import re
from collections.abc import Iterator
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phone import SIZE
from tests.browser.phone_app.framed import FramedPhone, phone_in
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

OFFERED = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  self.asked = 0;
  offer.prompt = async () => { self.asked += 1; return { outcome: "accepted" }; };
  dispatchEvent(offer);
  return offer.defaultPrevented;
}"""
"""What Chromium does where it can install; the question is its own and asked by a window."""
EMPTY = """async name => {
  const opening = indexedDB.open(name);
  await new Promise((done) => { opening.onsuccess = done; });
  const stores = [...opening.result.objectStoreNames];
  const transaction = opening.result.transaction(stores, "readwrite");
  for (const store of stores) transaction.objectStore(store).clear();
  await new Promise((done) => { transaction.oncomplete = done; });
  opening.result.close();
}"""
"""Erased without a word to who has it open."""
BY_HAND = "[data-install=by_hand]"
ON_AN_IPHONE = "Object.defineProperty(Navigator.prototype, 'standalone', { value: false })"
IN_PRIVATE = """StorageManager.prototype.getDirectory =
  () => Promise.reject(new DOMException("The operation is insecure.", "SecurityError"));"""
"""What Firefox answers in a private window."""


@pytest.fixture
def alone(browser: Browser, host: str) -> Iterator[FramedPhone]:
    """A browser of its own, for what is known of a browser."""
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
    yield phone_in(context, host)
    context.close()


def test_where_the_browser_installs_a_button_opens_its_question(app: FramedPhone) -> None:
    app.open("/")
    notices = app.page.locator("[data-install]")
    expect(notices).to_have_count(3)
    assert [notice.is_visible() for notice in notices.all()] == [False] * 3
    assert app.tab.evaluate(OFFERED)
    button = app.page.get_by_role("button", name="Installer l’arbitre")
    expect(button).to_be_visible()
    app.open("/rules")
    app.open("/")
    button.click()
    expect(button).to_be_hidden()
    assert app.tab.evaluate("self.asked") == 1


def test_on_an_iphone_the_way_to_the_home_screen_is_told_once_with_its_reason(alone: FramedPhone) -> None:
    alone.tab.add_init_script(ON_AN_IPHONE)
    alone.start()
    notice = alone.page.locator(BY_HAND)
    expect(notice).to_contain_text("sept jours")
    expect(notice).to_contain_text("Sur l’écran d’accueil")
    notice.get_by_role("button", name="Compris").click()
    expect(notice).to_be_hidden()
    alone.reload()
    expect(alone.page.locator(BY_HAND)).to_have_count(1)
    assert alone.page.locator(BY_HAND).is_hidden()


def test_a_private_window_is_told_that_all_goes_when_it_closes(alone: FramedPhone) -> None:
    alone.tab.add_init_script(IN_PRIVATE)
    alone.start()
    expect(alone.page.locator("[data-install=private]")).to_contain_text("part quand elle se ferme")


@pytest.mark.parametrize(("found_by", "asked"), [("the browser's word", "^2-bids"), ("the next entry", "^3-tricks")])
def test_what_was_erased_while_it_is_open_is_called_that_and_kept_again(
    alone: FramedPhone, found_by: str, asked: str
) -> None:
    """The entry that found it out is recorded too."""
    alone.start()
    alone.awake()
    path = alone.new_match("ascenseur", PLAYERS)
    tap_round(alone, Random(1), 1)
    totals = alone.totals()
    if found_by == "the browser's word":
        _erase(alone)
    else:
        alone.tab.evaluate(EMPTY, f"phone {urlsplit(alone.url).path}/")
        for player in alone.players_asked():
            alone.tap_count(player, 0)
        alone.tap(alone.page.locator(".ask button.go"))
    dialog = alone.tab.locator("#erased")
    expect(dialog).to_contain_text("viennent d’être effacées")
    dialog.get_by_role("button", name="Restaurer").click()
    expect(dialog).to_be_hidden()
    expect(alone.page.locator("form.ask")).to_have_attribute("data-asked", re.compile(asked))
    alone.reload()
    alone.awake()
    alone.open(path)
    assert alone.totals() == totals
    expect(alone.page.locator("form.ask")).to_have_attribute("data-asked", re.compile(asked))
    assert alone.faults == []


def test_who_erased_it_on_purpose_begins_with_nothing(alone: FramedPhone) -> None:
    alone.start()
    alone.awake()
    path = alone.new_match("ascenseur", PLAYERS)
    _erase(alone)
    dialog = alone.tab.locator("#erased")
    dialog.get_by_role("button", name="Laisser effacé").click()
    expect(dialog).to_be_hidden()
    alone.faults.clear()
    alone.page.frame.goto(f"{alone.url}{path}")
    expect(alone.page.locator("main")).not_to_contain_text(PLAYERS[0])


def _erase(phone: FramedPhone) -> None:
    """What the browser does when somebody clears the data of this site."""
    origin = "/".join(phone.url.split("/")[:3])
    session = phone.tab.context.new_cdp_session(phone.tab)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb"})
