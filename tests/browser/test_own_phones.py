"""Each player answers on a phone of their own: a whole match at four phones and a tablet, and what goes wrong there."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.layout import TABLET
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.browser.test_live import sees

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
RULES = {"max_cards": 2, "direction": "up-down", "top_rounds": 1}
SOON = 500
"""Milliseconds in which an answer is on the other phones, and the next player's phone asks."""
GONE = 12_000
"""Milliseconds in which the seat of a phone that is no more is free (``GONE_AFTER``, referee/server/event_streams.py)."""


def opened(phone: Phone, game: str = "ascenseur", rules: dict[str, object] | None = None) -> tuple[str, str]:
    """A match that each answers on a phone of their own, and the signs of its table's code."""
    options = {f"option.{name}": str(value) for name, value in (rules or {}).items()}
    path = Pen(phone).new_match(game, PLAYERS, options)
    phone.open(f"/share?match={path.rpartition('/')[2]}")
    phone.follow("Le proposer dans cette partie")
    phone.follow(phone.page.locator(".table-code button.go"))
    signs = phone.page.locator(".signs").inner_text()
    phone.open(path)
    return path, signs


def comes(phone: Phone, signs: str, player: str = "") -> Phone:
    """Join by the code, and take a seat."""
    phone.open("/join")
    phone.box("code").fill(signs)
    phone.box("name").fill(player)
    phone.record()
    return sits(phone, player) if player else phone


def sits(phone: Phone, player: str) -> Phone:
    phone.follow(phone.page.locator(".seats").get_by_role("button", name=player))
    expect(phone.page.locator(".seat-line")).to_contain_text(player)
    return phone


def key(phone: Phone, value: int) -> Locator:
    """The key by which this phone answers so."""
    return phone.page.locator(".own-keys").get_by_role("button", name=str(value), exact=True)


def turn(phone: Phone, player: str) -> None:
    """It is the turn of this phone, and it says so."""
    expect(phone.page.locator(".your-turn")).to_contain_text(player)
    expect(phone.page).to_have_title(re.compile("^À vous · "))


def test_four_phones_and_a_tablet_play_a_whole_match_each_bidding_for_itself(new_phone: NewPhone) -> None:
    keeper = new_phone()
    path, signs = opened(keeper, rules=RULES)
    phones = {"Ana": keeper, **{player: comes(new_phone(), signs, player) for player in PLAYERS[1:]}}
    tablet = comes(new_phone(viewport=TABLET), signs)
    tablet.open(f"{path}/table")
    course = Course.of("ascenseur", PLAYERS, RULES)
    slowest, struck = 0.0, list[str]()

    def say(player: str, value: int) -> None:
        """The answer on the player's own phone; on the keeper's where the player has none."""
        phone = phones.get(player)
        if phone in (None, keeper):
            keeper.tap_count(player, value)
        else:
            phone.tap(key(phone, value))

    def answer(step: str, values: dict[str, int], in_turn: bool) -> None:
        nonlocal slowest
        speakers = list(values)
        for at, player in enumerate(speakers):
            if in_turn and at == len(speakers) - 1 and phones.get(player, keeper) is not keeper:
                expect(key(phones[player], 0)).to_be_disabled()
                struck.append(player)
            following = speakers[at + 1] if at + 1 < len(speakers) else ""
            phone = phones.get(following, keeper)
            words = f"À vous, {following}" if in_turn and phone is not keeper else ""
            if words:
                slowest = max(slowest, sees(phone, words=words, once=lambda p=player: say(p, values[p])))  # type: ignore[misc]
                turn(phone, following)
            else:
                say(player, values[player])
            expect(tablet.page.locator("[data-running]")).to_contain_text(f"{player} {values[player]}")
        keeper.record()
        course.take({"step": step, step: values})

    def deal() -> None:
        speakers = course.state.table.after(course.state.dealer)
        cards = course.asked[0].ways[0].fields[0].high
        bids = {speakers[0]: cards, **dict.fromkeys(speakers[1:-1], 0), speakers[-1]: 1}
        answer("bids", bids, True)
        answer("tricks", {speakers[0]: cards, **dict.fromkeys(speakers[1:], 0)}, False)

    deal()
    # In the middle of the next: one phone dies, its seat is the keeper's to answer for, then another's to take.
    phones.pop("Dan").page.context.close()
    fifth = comes(new_phone(), signs)
    expect(fifth.page.locator(".seats").get_by_role("button", name="Dan")).to_be_enabled(timeout=GONE)
    deal()
    phones["Dan"] = sits(fifth, "Dan")
    deal()
    assert course.state.over
    expect(keeper.page.locator(".final")).to_be_visible()
    assert Pen(keeper).recorded(path) == 6
    assert struck == ["Bob", "Chloé"]
    assert slowest < SOON, slowest
