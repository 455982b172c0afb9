"""Two tabs of one phone: an entry of one shows in the other; one whose holder is frozen takes over."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.phone_app.framed import LONG, FramedPhone, phone_in
from tests.browser.phone_app.test_update import mutable, phone
from tests.browser.test_whole_match import PLAYERS, _tap_round

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


def test_an_entry_of_one_tab_shows_in_the_other_by_itself(phone: FramedPhone, second: FramedPhone) -> None:
    path = phone.path
    _tap_round(second, Random(1), 1)
    phone.until(lambda: phone.totals() == second.totals(), LONG)
    second.open(f"{path}/sheet")
    _tap_round(phone, Random(2), 2)
    second.until(lambda: len(second.sheet()) == 2, LONG)
    assert phone.faults == second.faults == []


def test_a_page_that_shows_no_match_stays_where_it_is(phone: FramedPhone, second: FramedPhone) -> None:
    phone.open("/new/ascenseur")
    phone.box("seat.0").fill("Zoé")
    _tap_round(second, Random(1), 1)
    assert phone.box("seat.0").input_value() == "Zoé"


def test_a_tab_whose_holder_is_frozen_takes_over_and_loses_nothing(phone: FramedPhone, second: FramedPhone) -> None:
    """A page that answers nobody and a worker that comes to nothing, for longer than a page is waited for.

    Chromium's own word for a frozen page (Page.setWebLifecycleState) leaves both at work.
    """
    _tap_round(phone, Random(1), 1)
    totals = phone.totals()
    second.until(lambda: second.totals() == totals, LONG)
    phone.tab.evaluate(MUTE)
    phone.tab.workers[0].evaluate(BUSY, LONG)
    _tap_round(second, Random(2), 2)
    further = second.totals()
    assert further != totals
    phone.reload()
    assert phone.totals() == further
    _tap_round(phone, Random(3), 3)
    expect(phone.page.locator("form.ask")).to_be_visible()
