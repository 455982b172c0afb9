"""From match to match of an evening: the phones of seats and watchers come along, and answer there at once."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.test_own_phones import PLAYERS, comes, key, opened, turn


@pytest.mark.thorough
def test_a_seat_and_a_watcher_follow_a_keeper_through_two_games(new_phone: NewPhone) -> None:
    keeper = new_phone()
    path, signs = opened(keeper)
    seat, watcher = comes(new_phone(), signs, "Bob"), comes(new_phone(), signs)
    watcher.open(path)
    seat.tap(key(seat, 1))
    pen = Pen(keeper)
    pen.post(f"{path}/entries", [("step", "end"), ("expected", "0")])
    for phone in (seat, watcher):
        expect(phone.page.locator(".victory")).to_be_visible()

    tarot = pen.new_match("tarot", PLAYERS)
    for phone in (seat, watcher):
        expect(phone.page).to_have_url(f"{keeper.url}{tarot}")
    expect(seat.page.locator(".seat-line")).to_contain_text("Bob")
    keeper.open(tarot)
    seat.tap(seat.page.get_by_role("button", name="C’est moi"))
    expect(watcher.page.locator("[data-running]").first).to_contain_text("Bob")
    expect(keeper.page.locator('input[name="taker.taker"][value="Bob"]')).to_be_checked()

    pen.post(f"{tarot}/entries", [("step", "end"), ("expected", "0")])
    expect(seat.page.locator(".victory")).to_be_visible()
    again = pen.new_match("ascenseur", PLAYERS)
    for phone in (seat, watcher):
        expect(phone.page).to_have_url(f"{keeper.url}{again}")
    expect(seat.page.locator(".your-turn")).to_contain_text("Bob")
    seat.tap(key(seat, 1))
    expect(watcher.page.locator("[data-running]").first).to_contain_text("Bob 1")
    bids = [(f"bids.{at}", bid) for at, bid in enumerate("0110")]
    pen.post(f"{again}/entries", [("step", "bids"), ("expected", "0"), *bids])
    expect(seat.page.locator(".ask-title")).to_contain_text("Les plis")
    pen.post(f"{again}/undo", [("expected", "1")])
    turn(seat, "Bob")
    # Who leafs back to a finished match stays there.
    watcher.open(path)
    expect(watcher.page.locator('header[data-follow*="shows=past"]')).to_be_visible()
