"""The sheet on a phone: what is in view when it opens, whatever the number of rows, players and letters."""

import re
from random import Random

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPhone
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import SIZES
from tests.browser.pen import Pen
from tests.browser.phone import Phone

LONG = tuple(f"{name} Maximilienne de la Rochefoucauld"[:40] for name in PLAYERS)
ROWS = 33
FADES, WHOLE = "100% 0px", re.compile("^0(px|%) 0px")
"""Where the mask of a sheet lies: its end fades away, or all of it is seen."""

IN_VIEW = """part => { const box = part.getBoundingClientRect();
  return box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth; }"""
LINES = """part => { const range = document.createRange(); range.selectNodeContents(part);
  return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size; }"""


UNCOVERED = """part => { const { x, y, width, height } = part.getBoundingClientRect();
  const seen = document.elementFromPoint(x + width - 4, y + height / 2);
  return part.contains(seen) || !seen?.closest(`${part.closest("thead, tfoot, tbody").localName} tr`); }"""
"""Whether no other cell of its row lies on the end of the first."""

CUT = """box => {
  const edge = box.querySelector("thead th").getBoundingClientRect().bottom;
  return [...box.querySelectorAll("tbody :is(b, small)")].filter(part => part.textContent.trim()).filter(part => {
    const { top, bottom } = part.getBoundingClientRect();
    return top < edge && bottom > edge;
  }).map(part => part.textContent);
}"""
"""The words of rows of which the head covers a part."""


def in_view(part: Locator) -> bool:
    """Whether all of a part is on the screen."""
    return bool(part.evaluate(IN_VIEW))


def kept(phone: Phone, game: str, players: tuple[str, ...], rows: int) -> str:
    """The path of a match of so many rows."""
    pen, course, chance = Pen(phone), Course.of(game, players), Random(1)
    path = pen.new_match(game, players)
    while len(course.rows) < rows:
        pen.record(path, course, course.answer(chance).entry)
    return path


def many_rows(phone: Phone) -> str:
    """The path of a match of twelve with long names, four-digit totals and 33 rows."""
    pen, course = Pen(phone), Course.of("feuille-libre", LONG)
    path = pen.new_match("feuille-libre", LONG)
    for row in range(ROWS):
        points = {name: 90 - (seat * 37 + row) % 40 for seat, name in enumerate(LONG)}
        pen.record(path, course, {"step": course.open_questions[0].step, "points": points})
    return path


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_the_sheet_opens_at_the_last_row_and_stays_there_when_turned(phone: Phone, width: int, height: int) -> None:
    phone.resize({"width": width, "height": height})
    phone.open(f"{many_rows(phone)}/sheet")
    table = phone.page.locator(".sheet table")
    last, head = table.locator("#last"), table.locator("thead .order-1")
    assert last.locator("th a").inner_text() == str(ROWS)
    leader = ".order-1"
    assert all(map(in_view, [last.locator(leader), last.locator("th a"), head, table.locator(f"tfoot {leader}")]))
    assert last.locator(".gain").first.is_visible()
    phone.page.set_viewport_size({"width": height, "height": width})
    phone.page.wait_for_function(f"({IN_VIEW})(document.querySelector('#last {leader}'))")
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.page.locator(".sheet").evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    first = table.locator("tbody tr:has(td)").first
    assert all(map(in_view, [first.locator("th a"), first.locator(".order-12"), table.locator("thead .order-12")]))
    heads = table.locator("tr > :first-child").filter(visible=True)
    assert [head.inner_text() for head in heads.all() if not head.evaluate(UNCOVERED)] == []


@pytest.mark.thorough
def test_what_goes_on_to_the_right_fades_until_it_is_in_sight(phone: Phone) -> None:
    phone.open(f"{many_rows(phone)}/sheet")
    sheet = phone.page.locator(".sheet")
    expect(sheet).to_have_css("mask-position", FADES)
    sheet.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    expect(sheet).to_have_css("mask-position", WHOLE)
    phone.open(f"{kept(phone, 'ascenseur', PLAYERS[:4], 2)}/sheet")
    expect(sheet).to_have_css("mask-position", WHOLE)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "rows"), [("ascenseur", 20), ("barbu", 16)])
def test_the_first_row_in_sight_is_whole_at_every_size(new_phone: NewPhone, game: str, rows: int) -> None:
    phone = new_phone(is_mobile=False)
    path = kept(phone, game, PLAYERS[:4], rows)
    beside = [size for size in SIZES if size["width"] >= 700]
    for page, sizes in ((path, beside), (f"{path}/sheet", SIZES)):
        for size in sizes:
            phone.page.set_viewport_size(size)  # type: ignore[arg-type]
            phone.open(page)
            phone.page.wait_for_function("() => document.querySelector('.sheet')?.scrollTop > 0")
            sheet = phone.page.locator(".sheet")
            assert sheet.evaluate(CUT) == [], size
            assert in_view(sheet.locator("#last td").first)


@pytest.mark.thorough
def test_totals_and_names_stand_on_one_line_each(phone: Phone) -> None:
    phone.open(f"{many_rows(phone)}/sheet")
    parts = phone.page.locator(".sheet td b, .sheet thead .fitting > span").all()
    assert {part.evaluate(LINES) for part in parts[:60]} == {1}
    assert phone.page.locator(".sheet thead th").nth(12).get_attribute("title") == LONG[11]


@pytest.mark.thorough
def test_without_scripts_a_link_leads_to_the_last_row(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    phone.open(f"{many_rows(phone)}/sheet")
    last = phone.page.locator("#last td").first
    assert not in_view(last)
    phone.tap("La dernière donne")
    assert in_view(last)


@pytest.mark.thorough
def test_rows_that_stand_together_are_headed_once(phone: Phone) -> None:
    phone.open(f"{kept(phone, 'barbu', PLAYERS[:4], 8)}/sheet")
    assert phone.page.locator(".sheet .group").all_inner_texts() == ["Manche 1", "Manche 2"]
    labels = phone.page.locator(".sheet tbody th small").all_inner_texts()
    assert len(labels) == 8
    assert not any("Manche" in label for label in labels)


@pytest.mark.thorough
def test_a_name_is_headed_by_its_colour_and_its_line_has_it(phone: Phone) -> None:
    phone.open(f"{kept(phone, 'ascenseur', PLAYERS[:4], 3)}/sheet")
    colours = "parts => parts.map(part => getComputedStyle(part).getPropertyValue('--player'))"
    heads = phone.page.locator(".sheet thead th + th").evaluate_all(colours)
    assert len(set(heads)) == 4
    assert set(phone.page.locator(".chart .curve").evaluate_all(colours)) == set(heads)
    assert phone.page.locator(".chart .curve.leads").count() >= 1
