"""The table seen from above while they bid: every seat lies on the felt, and nothing lies on a seat."""

from random import Random

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import DESK, SMALL, UPRIGHT, boxes, broken_words, covered, cut, out_of_view, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

SEATS, FELT = ".from-above .spoken", ".from-above > .answered"


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_seat_lies_on_the_felt_and_nothing_on_it(phone: Phone, players: int) -> None:
    pen, course = Pen(phone), Course.of("ascenseur", PLAYERS[:players])
    path = pen.new_match("ascenseur", PLAYERS[:players])
    pen.record(path, course, course.answer(Random(1)).entry)
    pen.record(path, course, course.answer(Random(1)).entry)
    for page in (f"{path}/corrections/0", path):
        phone.open(page)
        (felt,) = boxes(phone, FELT)
        seats = boxes(phone, SEATS)
        assert len(seats) == players
        outside = [seat.words for seat in seats if seat.bottom > felt.bottom or seat.top < felt.top]
        assert outside == [], page
        assert covered(phone, SEATS) == [], page
        assert out_of_view(phone, SEATS, ".from-above .deal-card, .from-above .keys > button") == [], page


@pytest.mark.thorough
def test_the_card_in_the_middle_asks_for_the_trump_and_shows_it(phone: Phone) -> None:
    path = Pen(phone).new_match("ascenseur", PLAYERS[:4])
    phone.open(path)
    card = phone.page.locator("button.deal-card")
    fold = phone.page.locator("details.by-card")
    assert (card.get_attribute("aria-expanded"), fold.is_visible()) == ("false", False)
    phone.tap(card)
    assert card.get_attribute("aria-expanded") == "true"
    phone.tap(phone.chip("trump", "H"))
    assert "cœur" in card.inner_text()
    assert not fold.is_visible()
    assert phone.chosen_values("trump") == ["H"]


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 6])
def test_the_longest_suit_stands_in_one_line_within_its_card(new_phone: NewPhone, players: int) -> None:
    phone = new_phone(locale="en")
    phone.open(Pen(phone).new_match("ascenseur", PLAYERS[:players]))
    phone.tap(phone.page.locator("button.deal-card"))
    phone.tap(phone.chip("trump", "D"))
    for size in resized(phone, SIZE, UPRIGHT, DESK):
        (card,), (suit,) = boxes(phone, "button.deal-card"), boxes(phone, ".deal-card > .trump")
        assert suit.words == "♦ diamonds"
        assert cut(phone, "button.deal-card, .deal-card > .trump") == [], size
        assert card.left <= suit.left < suit.right <= card.right, size
        assert suit.bottom <= card.bottom, size
        assert covered(phone, SEATS) == [], size


@pytest.mark.thorough
def test_no_suit_breaks_in_its_key(new_phone: NewPhone) -> None:
    phone = new_phone(locale="en", viewport=SMALL)
    session = phone.page.context.new_cdp_session(phone.page)
    path = Pen(phone).new_match("ascenseur", PLAYERS[:4])
    for size in (16, 21, 32):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": 13}})
        phone.open(path)
        phone.unfold(phone.box("trump", "D"))
        assert "♦ diamonds" in [" ".join(key.words.split()) for key in boxes(phone, ".field-choice .chip")]
        assert broken_words(phone, ".field-choice .chip > span") == [], size
        assert cut(phone, ".field-choice .chip > span") == [], size


@pytest.mark.thorough
def test_on_a_low_phone_the_table_is_a_row_of_discs_and_cards(phone: Phone) -> None:
    phone.resize(SMALL)
    phone.open(Pen(phone).new_match("ascenseur", PLAYERS[:4]))
    tops = {round(seat.top) for seat in boxes(phone, SEATS)}
    assert len(tops) == 1
    assert phone.page.locator(".hand-card").is_visible()
    assert out_of_view(phone, SEATS, ".from-above .keys > button", "button.go") == []


@pytest.mark.thorough
def test_once_all_have_bid_they_play_and_what_a_bid_comes_to_is_seen(phone: Phone) -> None:
    course, pen = Course.of("ascenseur", PLAYERS[:4]), Pen(phone)
    path = pen.new_match("ascenseur", PLAYERS[:4])
    while len(course.rows) < 2:
        pen.record(path, course, course.answer(Random(3), 0).entry)
    phone.open(path)
    for bid in ("1", "0", "2", "1"):
        phone.tap(phone.page.locator(f'.keys > button[data-value="{bid}"]'))
    assert phone.page.locator(".turn .so-far").inner_text() == "4 annoncés pour 3 plis"
    assert phone.page.locator("button.go").inner_text() == "On joue"
    phone.send()
    stands = phone.page.locator(".board .stands")
    assert set(stands.all_inner_texts()) == {"✓ tenu +5", "✓ tenu +10", "✓ tenu +15"}
    phone.tap(phone.page.locator(".board .plus").first)
    assert stands.first.inner_text() == "✗ 1 de trop −5"
