"""Each player answers on a phone of their own: a whole match at four phones and a tablet, and what goes wrong there."""

import re

import pytest
from playwright.sync_api import Locator, expect

from referee.words import LANGUAGES
from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone, behind_a_proxy_too
from tests.browser.course import Course
from tests.browser.layout import TABLET
from tests.browser.pen import Pen
from tests.browser.phone import Phone

pytestmark = behind_a_proxy_too
PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
RULES = {"max_cards": 2, "direction": "up-down", "top_rounds": 1}
UNSEEN = 1_000
"""Milliseconds, and some, after which every phone asks the next thing and takes a tap (static/js/follow_match.js)."""
GONE = 60_000
"""Milliseconds, well before which the seat of a phone that is no more is free (``GONE_AFTER`` of the event streams)."""


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


@pytest.mark.thorough
def test_four_phones_and_a_tablet_play_a_whole_match_each_bidding_for_itself(new_phone: NewPhone) -> None:
    keeper = new_phone()
    path, signs = opened(keeper, rules=RULES)
    phones = {"Ana": keeper, **{player: comes(new_phone(), signs, player) for player in PLAYERS[1:]}}
    tablet = comes(new_phone(viewport=TABLET), signs)
    tablet.open(f"{path}/table")
    course = Course.of("ascenseur", PLAYERS, RULES)
    struck = list[str]()

    def say(player: str, value: int) -> None:
        """The answer on the player's own phone; on the keeper's where the player has none."""
        phone = phones.get(player)
        if phone in (None, keeper):
            keeper.tap_count(player, value)
        else:
            phone.tap(key(phone, value))

    def answer(step: str, values: dict[str, int], in_turn: bool) -> None:
        speakers = list(values)
        for at, player in enumerate(speakers):
            if in_turn and at == len(speakers) - 1 and phones.get(player, keeper) is not keeper:
                expect(key(phones[player], 0)).to_be_disabled()
                struck.append(player)
            say(player, values[player])
            following = speakers[at + 1] if at + 1 < len(speakers) else ""
            if in_turn and phones.get(following, keeper) is not keeper:
                turn(phones[following], following)
            if in_turn or phones.get(player, keeper) is not keeper:  # what the keeper's form suggests is no answer yet
                expect(tablet.page.locator("[data-running]")).to_contain_text(f"{player} {values[player]}")
            part = keeper.page.locator(f'.field-counts [data-part][aria-label="{player}"]')
            expect(part.locator(f'input[value="{values[player]}"]')).to_be_checked()  # the keeper has it too
        keeper.record()
        keeper.page.wait_for_timeout(UNSEEN)  # a page that asks another thing takes no tap at first
        course.take({"step": step, step: values})

    def deal() -> None:
        speakers = course.state.table.after(course.state.dealer)
        cards = course.open_questions[0].ways[0].fields[0].high
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
    assert Pen(keeper).count_entries(path) == 6
    assert struck == ["Bob", "Chloé"]


def test_who_goes_out_is_placed_on_the_keepers_touched_form_and_the_keepers_taps_count_too(new_phone: NewPhone) -> None:
    keeper = new_phone()
    path, signs = opened(keeper, "president")
    bob, dan = (comes(new_phone(), signs, player) for player in ("Bob", "Dan"))
    rows = keeper.page.locator(".order .tap")
    keeper.tap(rows.filter(has_text="Chloé"))
    out = "Je suis sorti"
    expect(dan.page.locator("[data-running]").first).to_contain_text("Chloé 1")
    dan.tap(dan.page.get_by_role("button", name=out))
    expect(rows.filter(has_text="Dan")).to_have_class("tap placed")
    bob.tap(bob.page.get_by_role("button", name=out))
    expect(rows.filter(has_text="Ana")).to_have_class("tap placed")
    keeper.record()
    assert Pen(keeper).exported(path)["entries"][0]["order"] == ["Chloé", "Dan", "Bob", "Ana"]


@pytest.mark.thorough
def test_tricks_of_one_player_are_no_answer_of_the_others(new_phone: NewPhone) -> None:
    """The bids that stand in the keeper's form at first give way to what was answered."""
    keeper = new_phone()
    path, signs = opened(keeper, rules={"direction": "down-up", "max_cards": 3})
    course = Course.of("ascenseur", PLAYERS, {"direction": "down-up", "max_cards": 3})
    Pen(keeper).record(path, course, {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 2, "Ana": 1}})
    keeper.open(path)
    dan, chloe = (comes(new_phone(), signs, player) for player in ("Dan", "Chloé"))
    dan.tap(key(dan, 2))
    expect(keeper.page.locator(".missing")).to_contain_text("Bob, Chloé et Ana")
    keeper.page.wait_for_timeout(1_000)  # what a pad concludes would be sent by now
    assert keeper.page.locator(".missing").inner_text().endswith(": Bob, Chloé et Ana")
    expect(chloe.page.locator("[data-running]").first).to_have_text(re.compile(r"Dan 2\s*$"))


@pytest.mark.thorough
def test_a_number_that_is_being_typed_outlives_the_answers_of_others(new_phone: NewPhone) -> None:
    keeper = new_phone()
    _, signs = opened(keeper, "feuille-libre")
    bob, chloe = (comes(new_phone(), signs, player) for player in ("Bob", "Chloé"))
    bob.page.locator(".own-number input").fill("4")
    chloe.page.locator(".own-number input").fill("12")
    chloe.tap(chloe.page.locator(".own-number button"))
    expect(bob.page.locator("[data-running]").first).to_contain_text("Chloé 12")
    assert bob.page.locator(".own-number input").input_value() == "4"


@pytest.mark.thorough
def test_a_call_is_one_tap_on_a_phone_and_one_on_the_keepers(new_phone: NewPhone) -> None:
    keeper = new_phone()
    path, signs = opened(keeper, "kems")
    bob = comes(new_phone(), signs, "Bob")
    bob.tap(bob.page.locator(".own-keys button").nth(2))
    called = keeper.page.locator(".matrix .on")
    expect(called).to_have_attribute("value", "Bob & Dan|contre-kems")
    keeper.follow(called)
    assert Pen(keeper).exported(path)["entries"][0]["call"] == "contre-kems"


@pytest.mark.thorough
def test_a_phone_whose_turn_it_is_is_felt_once(new_phone: NewPhone) -> None:
    keeper, bob, chloe = (new_phone() for _ in range(3))
    _path, signs = opened(keeper)
    chloe.page.add_init_script("window.felt = 0; navigator.vibrate = () => (window.felt += 1)")
    comes(bob, signs, "Bob")
    comes(chloe, signs, "Chloé")
    assert chloe.page.evaluate("felt") == 0
    for value in (1, 0):
        bob.tap(key(bob, value))
        expect(key(bob, value)).to_have_class("on")
    turn(chloe, "Chloé")
    assert chloe.page.evaluate("felt") == 1


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_about_own_phones_is_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    keeper, player = CheckedPhone(new_phone(locale=language)), CheckedPhone(new_phone(locale=language))
    path = Pen(keeper.phone).new_match("ascenseur", PLAYERS)
    keeper.open("offered", f"/share?match={path.rpartition('/')[2]}")
    keeper.phone.follow(keeper.phone.page.locator(".own-phones button"))
    keeper.check("chosen")
    player.phone.open(Pen(keeper.phone).share("watcher"))
    player.phone.record()
    player.open("seats", path)
    sits(player.phone, "Bob")
    player.check("my turn")
    player.phone.tap(key(player.phone, 1))
    expect(key(player.phone, 1)).to_have_class("on")
    player.check("answered")
    keeper.open("keeper", path)
    keeper.phone.tap(keeper.phone.page.locator(".phones > summary"))
    keeper.check("keeper's phones")
    for game in ("president", "kems", "huit-americain", "tarot-decale"):
        other = Pen(keeper.phone).new_match(game, PLAYERS)
        keeper.phone.open(f"/share?match={other.rpartition('/')[2]}")
        keeper.phone.follow(keeper.phone.page.locator(".own-phones button"))
        player.phone.open(other)
        sits(player.phone, "Bob")
        player.check(game)
    assert keeper.findings + player.findings == []
