"""What an answer comes to is said below it while it is tapped, and a way of one tap is recorded by it."""

from playwright.sync_api import expect

from tests.browser.phone import Phone

THREE = ("Ana", "Bob", "Chloé")


def test_the_points_needed_then_those_of_each_player_follow_the_taps(phone: Phone) -> None:
    path = phone.new_match("tarot", THREE)
    all_pass = phone.page.locator("button[name=at_once]")
    phone.follow(all_pass)
    assert phone.path == path
    phone.tap(phone.chip("taker.taker", "Bob"))
    phone.tap(phone.chip("taker.contract", "garde-sans"))
    phone.record()

    remark = phone.page.locator(".remark")
    phone.tap(phone.chip("oudlers", "1"))
    expect(remark).to_have_text("51 à faire")
    phone.tap_number("points", 50)
    expect(remark).to_contain_text("51 à faire, −1")
    phone.tap(phone.page.locator("[data-part=points]"))
    phone.tap(phone.page.locator(".keys .half"))
    expect(remark).to_have_text("51 à faire, −0,5 · Ana +104 · Bob −208 · Chloé +104")
    phone.record()
    assert phone.totals() == {"Ana": 104, "Bob": -208, "Chloé": 104}
