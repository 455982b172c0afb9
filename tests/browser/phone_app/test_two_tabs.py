"""Two tabs of one phone: an entry of one shows in the other; one whose holder is frozen takes over."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import LONG, FramedPhone, phone_in
from tests.browser.phone_app.test_update import mutable, phone
from tests.browser.test_live import UNSEEN
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

__all__ = ["mutable", "phone"]


MUTE = "() => { BroadcastChannel.prototype.postMessage = () => {}; }"
BUSY = "long => setTimeout(() => { for (const end = Date.now() + long; Date.now() < end;); })"


@pytest.fixture
def second(phone: FramedPhone) -> FramedPhone:
    """Another tab at the same match, which the first one holds."""
    path = phone.new_match("ascenseur", PLAYERS)
    other = phone_in(phone.tab.context, phone.url)
    other.start(f"#{path}")
    return other


def _goes_on_after(phone: FramedPhone, other: FramedPhone) -> None:
    """Wait until this tab asks for the deal after the one that was recorded in the other, and takes taps."""
    asked = other.page.locator("form.ask").get_attribute("data-asked")
    expect(phone.page.locator(f'form.ask[data-asked="{asked}"]')).to_be_visible(timeout=LONG)
    assert phone.totals() == other.totals()
    phone.tab.wait_for_timeout(UNSEEN)


def test_an_entry_of_one_tab_shows_in_the_other_by_itself(phone: FramedPhone, second: FramedPhone) -> None:
    """Where a tab was opened again in the middle of an entry too: it recalls what the other one records then."""
    path = phone.path
    tap_round(second, Random(1), 1)
    _goes_on_after(phone, second)
    phone.tap_count(phone.players_asked()[0], 0)
    second.open(path)
    expect(second.page.locator("form.ask[data-kept]")).to_be_visible()
    for player in phone.players_asked()[1:]:
        phone.tap_count(player, 0)
    phone.record()
    phone.tap_count(phone.players_asked()[0], 2)
    phone.record()
    _goes_on_after(second, phone)
    tap_round(second, Random(3), 3)
    _goes_on_after(phone, second)
    second.open(f"{path}/sheet")
    tap_round(phone, Random(4), 4)
    second.until(lambda: len(second.sheet()) == 4, LONG)
    assert phone.faults == second.faults == []


def test_a_page_that_shows_no_match_stays_where_it_is(phone: FramedPhone, second: FramedPhone) -> None:
    phone.open("/new/ascenseur")
    phone.box("seat.0").fill("Zoé")
    tap_round(second, Random(1), 1)
    assert phone.box("seat.0").input_value() == "Zoé"


def test_a_tab_whose_holder_is_frozen_takes_over_and_loses_nothing(phone: FramedPhone, second: FramedPhone) -> None:
    """A page that answers nobody and a worker that comes to nothing, for longer than a page is waited for.

    Chromium's own word for a frozen page (Page.setWebLifecycleState) leaves both at work.
    """
    tap_round(phone, Random(1), 1)
    _goes_on_after(second, phone)
    phone.tab.evaluate(MUTE)
    phone.tab.workers[0].evaluate(BUSY, LONG)
    tap_round(second, Random(2), 2)
    further = second.totals()
    phone.reload()
    assert phone.totals() == further
    tap_round(phone, Random(3), 3)
    expect(phone.page.locator("form.ask")).to_be_visible()
