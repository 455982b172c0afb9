"""From the tap that records to the next question: one request, seen at once, and taken back where it is refused."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_new_match import SHIFT

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"Bob": 1, "Chloé": 0, "Dan": 1, "Ana": 1}
FOLLOWED = ("/state", "/count", "/events")
BUSY = "button.go[aria-busy='true']"
FRAMES = """() => { const button = document.querySelector("button.go"); addEventListener("click", () => {
  requestAnimationFrame(() => (window.busy = button.getAttribute("aria-busy"))); }, { once: true }); }"""
LEFT = """() => { window.left = false; addEventListener("pagehide", () => (left = true));
  document.body.dataset.first = ""; }"""
LEAST_NOTICED = 0.05
"""A shift of the layout as browsers measure it; from 0.1 it is said to disturb."""
ACTIVE = "document.activeElement.className || document.activeElement.tagName"


@pytest.fixture
def asked(phone: Phone) -> list[str]:
    """Method and path of what the phone asks for, without streams, polls and static files, which it caches."""
    seen: list[str] = []

    def saw(request: Request) -> None:
        path = urlsplit(request.url).path
        if not path.endswith(FOLLOWED) and not path.startswith("/static/"):
            seen.append(f"{request.method} {path}")

    phone.page.on("request", saw)
    return seen


def bids(phone: Phone) -> None:
    for player, count in BIDS.items():
        phone.tap_count(player, count)


def test_the_next_question_comes_with_the_answer_and_the_tap_is_seen_at_once(phone: Phone, asked: list[str]) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    bids(phone)
    phone.page.wait_for_timeout(300)
    asked.clear()
    held: list[Route] = []
    phone.page.route("**/entries", lambda route: held.append(route))
    phone.page.evaluate(FRAMES)
    phone.tap(phone.page.locator("button.go"))
    phone.page.locator(BUSY).wait_for()
    phone.page.wait_for_function("window.busy === 'true'")
    phone.page.evaluate(LEFT)
    held[0].continue_()
    phone.box("tricks.0").first.wait_for(state="attached")
    phone.ready()
    assert asked == [f"POST {path}/entries"]
    assert phone.page.evaluate("[window.left, document.body.dataset.first]") == [False, ""]
    assert phone.page.locator(".board .one").count() == 4
    assert phone.page.title() == "L’Ascenseur"
    assert phone.page.locator("body > [data-said]").inner_text() == "L’Ascenseur. Les plis"
    assert phone.page.locator(BUSY).count() == 0


@pytest.mark.thorough
def test_the_way_back_and_a_reload_are_those_of_a_page_that_was_opened(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    bids(phone)
    phone.record()
    after = phone.page.url
    assert after.endswith(f"{path}?just=0")
    phone.reload()
    assert phone.box("tricks.0").first.count() == 1
    phone.back()
    assert phone.path == path
    expect(phone.page.locator(".recap")).to_contain_text("Bob 1")
    phone.page.go_forward()
    phone.ready()
    assert phone.page.url == after
    expect(phone.page.locator(".board .one")).to_have_count(4)


@pytest.mark.thorough
def test_whoever_goes_by_keyboard_begins_at_the_title_of_the_next_question(phone: Phone) -> None:
    phone.new_match("ascenseur", PLAYERS)
    bids(phone)
    phone.page.locator("button.go").focus()
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")
    phone.ready()
    assert phone.page.evaluate(ACTIVE) == "H2"
    assert phone.page.evaluate("scrollY") == 0
    phone.page.keyboard.press("Tab")
    assert phone.page.evaluate("document.activeElement.closest('.ask') !== null")


def test_what_is_refused_is_sent_once_and_shown_with_what_was_typed(phone: Phone, asked: list[str]) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    for player, count in {"Bob": 1, "Chloé": 0, "Dan": 0, "Ana": 1}.items():
        phone.tap_count(player, count)
    phone.forge("bids.3", "0")
    asked.clear()
    phone.send()
    assert asked.count(f"POST {path}/entries") == 1
    assert phone.path == path
    assert "why" in phone.page.evaluate(ACTIVE)
    assert phone.chosen_values("bids.0") == ["1"]
    assert Pen(phone).count_entries(path) == 0
    phone.back()
    assert phone.path == path
    assert phone.page.locator(".why[data-article]").count() == 0
    assert phone.chosen_values("bids.0") == ["1"]


@pytest.mark.thorough
def test_a_wrong_code_is_one_try(phone: Phone, asked: list[str]) -> None:
    phone.open("/recover")
    phone.box("code").fill("wrong wrong wrong wrong")
    phone.record()
    assert asked.count("POST /recover") == 1
    assert phone.box("code").input_value() == "wrong wrong wrong wrong"
    expect(phone.page.locator("main .why, main [role=alert]").first).to_be_visible()


@pytest.mark.thorough
def test_nothing_of_a_page_that_was_left_goes_on(phone: Phone) -> None:
    phone.poll()
    phone.new_match("ascenseur", PLAYERS)
    bids(phone)
    phone.record()
    for player, count in {"Bob": 0, "Dan": 0}.items():
        phone.tap_count(player, count)
    phone.record()
    polls: list[str] = []
    phone.page.on("request", lambda request: polls.append(request.url) if "/state" in request.url else None)
    phone.page.wait_for_timeout(3_000)
    assert 1 <= len(polls) <= 2


@pytest.mark.thorough
def test_two_quick_taps_are_one_answer(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    bids(phone)
    phone.double_tap()
    phone.box("tricks.0").first.wait_for(state="attached")
    phone.page.wait_for_timeout(500)
    assert Pen(phone).count_entries(path) == 1
    assert phone.page.locator("button.go").get_attribute("aria-busy") is None


@pytest.mark.thorough
def test_nothing_moves_when_the_scripts_lay_the_table_from_above(phone: Phone) -> None:
    path = Pen(phone).new_match("ascenseur", PLAYERS)
    for size in (SIZE, {"width": 412, "height": 823}):
        phone.resize(size)
        phone.open(path)
        assert phone.page.evaluate(SHIFT) < LEAST_NOTICED, size
