"""The grid in which several sums are shared out: its taps, its room, its keyboard, its last cell."""

from tests.browser.course import PLAYERS, Course
from tests.browser.layout import covered, page_height, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

FOUR = PLAYERS[:4]
SMALL = {"width": 320, "height": 568}
KEYS = ".grid-pad > button, .grid .digits, .grid .tick"


def opened(phone: Phone) -> str:
    """A salade before anything is counted."""
    pen, course = Pen(phone), Course.of("barbu", FOUR)
    path = pen.new_match("barbu", FOUR)
    pen.record(path, course, {"step": "contract", "contract": "salade"})
    phone.open(path)
    return path


def row(phone: Phone, key: str) -> list[str]:
    """The numbers that stand in a row, by seat."""
    return [phone.box(f"{key}.{seat}").input_value() for seat in range(4)]


def typed(phone: Phone, *keys: str) -> None:
    for key in keys:
        phone.tap(phone.page.locator(".grid-pad").get_by_role("button", name=key, exact=True))


def test_a_salade_is_twelve_taps_and_nothing_is_scrolled(phone: Phone) -> None:
    opened(phone)
    for size in resized(phone, SMALL, SIZE):
        assert page_height(phone) <= size["height"], size
        assert covered(phone, KEYS) == []
    phone.taps = 0
    typed(phone, *"425", *"102", *"306")
    phone.tap(phone.box("king", "Chloé"))
    phone.tap(phone.box("last", "Ana"))
    assert phone.page.locator(".grid .of.right").count() == 5
    assert phone.page.locator(".grid tfoot td").all_inner_texts() == ["40", "4", "54", "18", "116"]
    phone.record()
    assert phone.taps == 12
    assert phone.totals() == {"Ana": 40, "Bob": 4, "Chloé": 54, "Dan": 18}


def test_the_last_cell_has_the_rest_and_follows_what_is_corrected(phone: Phone) -> None:
    opened(phone)
    typed(phone, *"425")
    assert row(phone, "tricks") == ["4", "2", "5", "2"]
    phone.tap(phone.box("tricks.0"))
    typed(phone, "3")
    assert row(phone, "tricks") == ["3", "2", "5", "3"]
    phone.tap(phone.box("tricks.1"))
    typed(phone, "5")
    assert row(phone, "tricks") == ["3", "5", "5", "0"]


def test_from_ten_on_a_key_of_the_tens_comes_first_and_nobody_gets_more_than_there_is(phone: Phone) -> None:
    opened(phone)
    typed(phone, "dix et plus")
    assert phone.page.locator(".grid-pad > button:disabled").all_inner_texts()[0] == "4"
    typed(phone, "2")
    assert row(phone, "tricks") == ["12", "", "", ""]
    assert phone.page.locator("button.go").inner_text().replace("\u202f", " ") == "Plis : Bob ?"
    typed(phone, "1")
    assert row(phone, "tricks") == ["12", "1", "0", "0"]


def test_a_salade_by_keyboard_alone(phone: Phone) -> None:
    opened(phone)
    keys = phone.page.keyboard
    phone.box("tricks.0").focus()
    for number in ("4", "2", "5", "1", "0", "2", "3", "0", "6"):
        keys.type(number)
        keys.press("Enter")
    for key in ("king", "last"):
        phone.box(key, "Ana").focus()
        keys.press("Space")
    assert row(phone, "hearts") == ["3", "0", "6", "4"]
    phone.page.locator("button.go").focus()
    with phone.page.expect_navigation():
        keys.press("Enter")
    phone.ready()
    assert phone.totals()["Ana"] == 60
