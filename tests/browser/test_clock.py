"""The hour a table agreed on is said once, on each phone with the match open, when its clock has come to it."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
SAID = "l’heure convenue"


@pytest.fixture
def phone(new_phone: NewPhone) -> Phone:
    """A phone of the test's own: its clock is that of all its pages to come."""
    return new_phone()


def status(phone: Phone) -> Locator:
    return phone.page.locator(".hour [role=status]")


def in_(minutes: int) -> str:
    """The hour that a clock of this machine shows in so many minutes."""
    return f"{datetime.now() + timedelta(minutes=minutes):%H:%M}"


def begun(phone: Phone, hour: str) -> str:
    """A match that stops at this hour, its page open on a phone whose clock can be put forward."""
    path = Pen(phone).new_match("tarot-decale", PLAYERS, {"option.until": hour})
    phone.page.clock.install()
    phone.open(path)
    return path


@pytest.mark.thorough
@pytest.mark.parametrize("minutes", [2, 90, 23 * 60 + 50])
def test_it_is_said_once_when_the_clock_has_come_to_it(phone: Phone, minutes: int) -> None:
    hour = in_(minutes)
    path = begun(phone, hour)
    expect(phone.page.locator(".hour")).to_contain_text(f"Heure de fin · {hour}")
    if minutes > 5:
        phone.page.clock.fast_forward(timedelta(minutes=minutes - 5).seconds * 1000)
    expect(status(phone)).to_be_empty()
    phone.page.clock.fast_forward(7 * 60_000)
    expect(status(phone)).to_contain_text(SAID)
    phone.open(path)
    expect(phone.page.locator(".hour")).to_contain_text("Heure de fin")
    expect(status(phone)).to_be_empty()
    phone.page.clock.fast_forward(60_000)
    expect(status(phone)).to_be_empty()


@pytest.mark.thorough
def test_an_hour_before_that_of_the_beginning_is_tomorrow_s(phone: Phone) -> None:
    begun(phone, in_(-30))
    phone.page.clock.fast_forward(60_000)
    expect(status(phone)).to_be_empty()


@pytest.mark.thorough
def test_every_match_and_every_phone_says_its_own(new_phone: NewPhone) -> None:
    keeper = new_phone()
    first = begun(keeper, in_(2))
    link = Pen(keeper).share("watcher")
    keeper.page.clock.fast_forward(4 * 60_000)
    expect(status(keeper)).to_contain_text(SAID)
    second = Pen(keeper).new_match("tarot-decale", PLAYERS, {"option.until": in_(2)})
    keeper.open(second)
    expect(status(keeper)).to_contain_text(SAID)

    watcher = new_phone()
    watcher.open(link)
    watcher.follow(watcher.page.get_by_role("button").first)
    watcher.page.clock.install()
    watcher.open(first)
    watcher.page.clock.fast_forward(4 * 60_000)
    expect(status(watcher)).to_contain_text(SAID)


@pytest.mark.thorough
def test_without_scripts_the_hour_is_shown(new_phone: NewPhone) -> None:
    plain = new_phone(scripts=False)
    plain.open(Pen(plain).new_match("tarot-decale", PLAYERS, {"option.until": "22:30"}))
    assert plain.page.locator(".hour").inner_text().strip() == "Heure de fin · 22:30"


@pytest.mark.thorough
def test_the_hour_is_chosen_in_a_field_of_its_own(phone: Phone) -> None:
    phone.open("/new/tarot-decale")
    for seat, player in enumerate(PLAYERS):
        phone.box(f"seat.{seat}").fill(player)
    phone.unfold(phone.box("option.until"))
    phone.box("option.until").fill("22:30")
    phone.reload()
    assert phone.box("option.until").input_value() == "22:30"
    phone.record()
    assert Pen(phone).exported(phone.path)["options"] == {"until": "22:30"}
