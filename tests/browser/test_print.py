"""A sheet on paper: a whole match on one A4 page, black on white, large enough to be read."""

import re
import zlib
from random import Random

import pytest

from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PAGE = re.compile(rb"/Type\s*/Page\b")
PACKED = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)
DEALS, PLAYERS = 25, ("Ana", "Bastien", "Chloé", "Dan")
EIGHT = (*PLAYERS, "Éric", "Fanny", "Gus", "Hana")
WIDTH = 703
"""CSS pixels between the margins of an A4 page."""
SMALLEST = 10.5
"""CSS pixels (96 to the inch) below which nobody reads a number on paper."""
CELLS = """cells => cells.map(cell => {
  const style = getComputedStyle(cell);
  return [cell.textContent.trim(), parseFloat(style.fontSize), style.color, cell.scrollWidth > cell.clientWidth + 1];
})"""


GLUED = """cells => cells.map(cell => [...cell.querySelectorAll("b, small > span, small")]
  .filter(part => part.textContent.trim() && !part.querySelector("span"))
  .map(part => [part, part.getBoundingClientRect()])
  .flatMap(([part, box], at, parts) => parts.slice(at + 1).filter(([, other]) => box.right > other.left - 3 &&
    other.right > box.left - 3 && box.bottom > other.top + 2 && other.bottom > box.top + 2).map(([other]) =>
    part.textContent + other.textContent))).flat()"""
"""The words of cells that stand on each other, or so close that they read as one."""


def pages(pdf: bytes) -> int:
    """How many pages a PDF has; its objects may be packed."""
    whole = pdf
    for packed in PACKED.findall(pdf):
        try:
            whole += zlib.decompressobj().decompress(packed)
        except zlib.error:
            continue
    return len(PAGE.findall(whole))


def kept(phone: Phone, game: str) -> str:
    """The path of a match of so many deals."""
    pen, course, chance = Pen(phone), Course.of(game, PLAYERS), Random(1)
    path = pen.new_match(game, PLAYERS)
    while len(course.rows) < DEALS and not course.state.over:
        pen.record(path, course, course.answer(chance).entry)
    assert len(course.rows) == DEALS
    return path


COMING_AND_GOING = (
    {"step": "relay", "player": "Ana", "by": "Maximilienne"}, {"step": "joins", "player": "Zoé", "points": -12},
    {"step": "leaves", "player": "Bastien"},
)  # fmt: skip


@pytest.mark.thorough
def test_who_comes_and_goes_is_on_paper_too(phone: Phone) -> None:
    pen, course, chance = Pen(phone), Course.of("feuille-libre", PLAYERS), Random(1)
    path = pen.new_match("feuille-libre", PLAYERS)
    for entry in COMING_AND_GOING:
        pen.record(path, course, course.answer(chance).entry)
        pen.record(path, course, entry)
    pen.record(path, course, course.answer(chance).entry)
    phone.open(f"{path}/sheet")
    assert pages(phone.page.pdf(format="A4", prefer_css_page_size=True)) == 1
    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": WIDTH, "height": 1000})
    cells = phone.page.locator(".sheet table").locator("td b, td small").evaluate_all(CELLS)
    assert {overflows for text, _, _, overflows in cells if text} == {False}
    assert sum("Maximilienne" in text for text, *_ in cells) == 4


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ascenseur", pytest.param("feuille-libre", marks=pytest.mark.thorough)])
def test_a_match_of_25_deals_and_4_players_is_one_readable_page(phone: Phone, game: str) -> None:
    phone.page.emulate_media(color_scheme="dark")
    phone.open(f"{kept(phone, game)}/sheet")
    assert phone.page.get_by_role("button", name="Imprimer").is_visible()
    assert pages(phone.page.pdf(format="A4", prefer_css_page_size=True)) == 1

    phone.page.emulate_media(media="print")
    phone.page.set_viewport_size({"width": WIDTH, "height": 1000})
    table = phone.page.locator(".sheet table")
    cells = table.locator("td b, td small, th a, th small, tfoot td").evaluate_all(CELLS)
    assert len(cells) > DEALS * (2 + 2 * len(PLAYERS))
    assert {(size >= SMALLEST, overflows) for text, size, _, overflows in cells if text} == {(True, False)}
    assert {colour for text, _, colour, _ in cells if text} <= {"rgb(0, 0, 0)", "rgb(51, 51, 51)"}
    assert table.locator("tbody tr > *").evaluate_all(GLUED) == []
    assert not phone.page.get_by_role("navigation").first.is_visible()


@pytest.mark.thorough
def test_a_sheet_of_eight_and_its_head_are_one_broad_page(phone: Phone) -> None:
    pen, course, chance = Pen(phone), Course.of("feuille-libre", EIGHT), Random(1)
    path = pen.new_match("feuille-libre", EIGHT)
    for _ in range(8):
        pen.record(path, course, course.answer(chance).entry)
    phone.open(f"{path}/sheet")
    assert pages(phone.page.pdf(prefer_css_page_size=True)) == 1
