"""Nothing is typed blind: the number stands in the pad's own heading, in view at every pad of every game."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Locator

from referee.games.registry import GAMES
from tests.browser.course import Course, seats
from tests.browser.layout import SMALL
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

MOST_ENTRIES = 12
"""Of the steps of a deal; each kind of question of any game is among them."""
READ = """pad => {
  const shown = [pad.querySelector(".asked > .number"), ...pad.querySelectorAll(".keys > button:not([hidden])")];
  const hidden = shown.filter(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top < 0 || bottom > innerHeight || !(one === over || one.contains(over));
  });
  return [shown[0].innerText, hidden.map(one => one.innerText)];
}"""
"""The number in the heading of a pad, and what of number and keys is not in view or lies below something else."""


@pytest.mark.thorough
def test_the_number_typed_stands_in_view_at_every_pad_of_every_game(phone: Phone) -> None:
    offenders: list[str] = []
    for game in GAMES.values():
        course, chance = Course.of(game.id, seats(game)), Random(1)
        path, seen = Pen(phone).new_match(game.id, seats(game)), set()
        for _ in range(MOST_ENTRIES):
            question = course.open_questions[0]
            if question.step in seen:
                break
            seen.add(question.step)
            for size in (SIZE, SMALL):
                phone.resize(size)
                phone.open(path)
                offenders += [f"{game.id} {question.step} {size['width']}: {fault}" for fault in blind(phone)]
            Pen(phone).record(path, course, course.answer(chance, 0).entry)
    assert offenders == []


def blind(phone: Phone) -> Iterator[str]:
    """What cannot be read while a number is typed, on each pad of each way of the open form."""
    ways = phone.page.locator(".pick > .chip")
    for way in range(max(1, ways.count())):
        if ways.count():
            phone.tap(ways.nth(way))
        for field in phone.page.locator("fieldset[data-pad=points]:visible").all():
            for part in field.locator("[data-part]:visible").all():
                yield from typed_blind(phone, field, part)


def typed_blind(phone: Phone, field: Locator, part: Locator) -> Iterator[str]:
    phone.tap(part)
    for digit in "17":
        phone.tap(field.locator(".keys").get_by_role("button", name=digit, exact=True))
    number, hidden = field.locator(".digits-pad").evaluate(READ)
    if number != "17" or hidden:
        yield f"{part.get_attribute('data-part')}: {number!r}, hidden {hidden}"


def test_a_value_tapped_again_is_typed_anew_though_its_pad_moves(phone: Phone) -> None:
    people = ("Ana", "Bob", "Chloé", "Dan", "Éric")
    phone.open(Pen(phone).new_match("tarot-decale", people))
    for seat, points in enumerate((20, 15, 25, 40, 10)):
        phone.page.locator(f'[name="points.{seat}"]').evaluate("(box, points) => box.value = points", str(points))
    phone.send()
    box = phone.page.locator('[data-part="points.3"]').bounding_box()
    assert box is not None
    phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    phone.tap(phone.page.locator(".keys:visible").get_by_role("button", name="9", exact=True))
    asked = phone.page.locator(".asked-now input")
    assert asked.input_value() == "9"


@pytest.mark.thorough
def test_the_half_stands_beside_the_number_once_the_pad_is_gone(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("tarot", ("Ana", "Bob", "Chloé"))
    path = pen.new_match("tarot", ("Ana", "Bob", "Chloé"))
    pen.record(path, course, {"step": "contract", "taker": "Ana", "contract": "garde"})
    phone.open(path)
    phone.tap_number("points", 40)
    phone.tap(phone.page.locator(".keys .half"))
    phone.tap(phone.page.locator(".keys:visible .next"))
    assert phone.page.locator('[data-part="points"] .half-mark').inner_text() == "½"


@pytest.mark.thorough
def test_the_button_is_not_for_recording_while_the_points_do_not_make_their_sum(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("belote", ("Ana", "Bob", "Chloé", "Dan"))
    path = pen.new_match("belote", ("Ana", "Bob", "Chloé", "Dan"))
    pen.record(path, course, {"step": "contract", "taker": "Ana", "trump": None})
    phone.open(path)
    for side in (0, 1):
        box = phone.page.locator(f'[name="points.points.{side}"]')
        box.evaluate("(box, points) => box.value = points", ("93", "0")[side])
    phone.send()
    button = phone.page.locator("button.go")
    assert button.inner_text() == "reste 69"
    tap_digits(phone, phone.page.locator('[data-part="points.points.0"]'), "93")
    assert phone.page.locator('[name="points.points.1"]').input_value() == "69"
    assert button.inner_text() == "Enregistrer"


def test_all_the_points_on_one_side_offer_the_way_of_all_tricks(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("belote", ("Ana", "Bob", "Chloé", "Dan"))
    path = pen.new_match("belote", ("Ana", "Bob", "Chloé", "Dan"))
    pen.record(path, course, {"step": "contract", "taker": "Ana", "trump": None})
    phone.open(path)
    tap_digits(phone, phone.page.locator('[data-part="points.points.0"]'), "162")
    phone.tap(phone.page.get_by_role("button", name="Tous les plis ? Capot"))
    phone.record()
    assert pen.exported(path)["entries"][-1]["capot"] == "Ana & Chloé"


@pytest.mark.thorough
def test_after_a_refusal_the_rest_goes_to_the_only_value_left_open(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("tarot-decale", ("Ana", "Bob", "Chloé", "Dan", "Éric")))
    for seat, points in enumerate((20, 15, 25, 10)):
        phone.page.locator(f'[name="points.{seat}"]').evaluate("(box, points) => box.value = points", str(points))
    phone.send()
    assert phone.page.locator("main .why[data-article]").count()
    assert phone.page.locator('[name="points.4"]').input_value() == "5"
    phone.record()
    assert Pen(phone).count_entries(phone.path) == 1


@pytest.mark.thorough
def test_who_went_out_is_kept_where_cards_are_shown_instead_of_points(phone: Phone) -> None:
    phone.open(Pen(phone).new_match("rami", ("Ana", "Bob", "Chloé")))
    ways = phone.page.locator("input[name=way]").evaluate_all("ways => ways.map(way => way.value)")
    phone.tap(phone.chip(f"{ways[0]}.out", "Bob"))
    phone.tap(phone.chip("way", ways[1]))
    assert phone.page.locator(f'[name="{ways[1]}.out"]:checked').get_attribute("value") == "Bob"


@pytest.mark.thorough
def test_who_went_gin_is_not_asked_for_deadwood(phone: Phone) -> None:
    pen = Pen(phone)
    path = pen.new_match("gin-rami", ("Ana", "Bob"))
    phone.open(path)
    phone.tap(phone.chip("hand.by", "Ana"))
    phone.tap(phone.chip("hand.kind", "gin"))
    assert phone.page.locator('[data-part="hand.deadwood.0"]').is_hidden()
    tap_digits(phone, phone.page.locator('[data-part="hand.deadwood.1"]'), "12")
    phone.record()
    assert pen.exported(path)["entries"][-1]["deadwood"] == {"Ana": 0, "Bob": 12}


@pytest.mark.thorough
def test_after_recording_by_keyboard_the_focus_is_at_the_question(phone: Phone) -> None:
    pen, course = Pen(phone), Course.of("belote", ("Ana", "Bob", "Chloé", "Dan"))
    path = pen.new_match("belote", ("Ana", "Bob", "Chloé", "Dan"))
    assert course.open_questions
    phone.open(path)
    phone.tap(phone.chip("taker.taker", "Ana"))
    phone.page.locator("form.ask button.go").focus()
    phone.page.keyboard.press("Tab")
    phone.page.keyboard.press("Shift+Tab")
    with phone.page.expect_navigation():
        phone.page.keyboard.press("Enter")
    phone.ready()
    assert phone.page.evaluate("document.activeElement.textContent") == "Le résultat"


def tap_digits(phone: Phone, part: Locator, digits: str) -> None:
    phone.tap(part)
    keys = part.locator("xpath=ancestor::fieldset[1]").locator(".keys")
    for digit in digits:
        phone.tap(keys.get_by_role("button", name=digit, exact=True))
