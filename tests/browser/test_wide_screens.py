"""Where there is room: the sheet beside the question, the pages on the left; and the view for the middle of a table."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.browser.checking import CheckedPhone, too_small_at_any_size
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import DESK, TABLET, UPRIGHT
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_sheet import in_view, kept

MOST_LETTERS = 75
"""In a line of text: beyond, the eye loses the beginning of the next."""
LONGEST_LINES = """() => [...document.querySelectorAll("main :is(p, dd, .prose li):not(.chips, .see)")].map(block => {
  const lines = new Map(), texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT), range = new Range();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of text.data.matchAll(/\\S+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const line = Math.round(range.getBoundingClientRect().bottom / 8);
      lines.set(line, (lines.get(line) ?? -1) + word[0].length + 1);
    }
  }
  return [Math.max(0, ...lines.values()), block.textContent.trim().slice(0, 60)];
})"""
LEFT, RIGHT = (f"part => Math.round(part.getBoundingClientRect().{edge})" for edge in ("left", "right"))
MARKED = """tabs => tabs.filter(tab => getComputedStyle(tab).boxShadow.includes("inset"))
  .map(tab => tab.innerText.trim())"""
FITS = "part => part.scrollWidth <= part.clientWidth + 1"


@pytest.mark.thorough
def test_match_and_sheet_stand_side_by_side_and_the_sheet_follows(phone: Phone) -> None:
    phone.resize(DESK)
    pen, course, chance = Pen(phone), Course.of("feuille-libre", PLAYERS[:4]), Random(1)
    path = pen.new_match("feuille-libre", PLAYERS[:4])
    for _ in range(3):
        pen.record(path, course, course.answer(chance).entry)
    phone.open(path)
    last = phone.page.locator(".beside #last")
    last.wait_for()
    assert last.locator("th a").inner_text() == "3"
    assert all(map(in_view, [last.locator("td").first, phone.page.locator(".ask button.go")]))
    nav = phone.page.get_by_role("navigation").bounding_box()
    assert nav is not None
    assert nav["x"] == 0
    assert nav["width"] < 140
    pen.record(path, course, course.answer(chance).entry)
    phone.page.locator(".beside #last a", has_text="4").wait_for()


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize("size", [DESK, UPRIGHT])
def test_before_the_first_deal_the_blank_sheet_stands_there(phone: Phone, size: dict[str, int]) -> None:
    phone.resize(size)
    pen, course = Pen(phone), Course.of("feuille-libre", PLAYERS[:4])
    path = pen.new_match("feuille-libre", PLAYERS[:4])
    phone.open(path)
    blank = phone.page.locator(".beside > .blank")
    blank.wait_for()
    assert blank.locator("thead th").all_inner_texts()[1:] == list(PLAYERS[:4])
    assert blank.locator("tfoot td").all_inner_texts() == ["0"] * 4
    assert "Ana donne · Bob commence" in " ".join(blank.inner_text().split())
    assert all(map(in_view, [blank.locator(".empty"), phone.page.locator(".ask button.go")]))
    pen.record(path, course, {"step": "points", "points": dict.fromkeys(PLAYERS[:4], 3)})
    phone.page.locator(".beside > .sheet #last").wait_for()
    assert blank.count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 12])
def test_head_question_and_sheet_stand_in_line(phone: Phone, players: int) -> None:
    phone.resize(DESK)
    phone.open(kept(phone, "feuille-libre", PLAYERS[:players], 3))
    sheet = phone.page.locator(".beside > .sheet")
    sheet.wait_for()
    left = [phone.page.locator(part).first.evaluate(LEFT) for part in (".head h1", ".side", ".recap", ".ask .title")]
    assert len(set(left)) == 1, left
    phone.page.wait_for_load_state("networkidle")  # the sheet is read anew where the head was
    assert phone.page.locator(".head .sides").evaluate(RIGHT) == sheet.evaluate(RIGHT)
    assert sheet.evaluate(FITS)
    phone.resize(UPRIGHT)
    assert sheet.evaluate(FITS)
    if players == 4:
        assert phone.page.locator(".side").first.evaluate(LEFT) == sheet.evaluate(LEFT)


@pytest.mark.thorough
def test_the_open_menu_alone_is_marked(phone: Phone) -> None:
    phone.resize(DESK)
    phone.open(Pen(phone).new_match("feuille-libre", PLAYERS[:4]))
    tabs = phone.page.locator(".nav > a, .nav > .menu > summary")
    assert tabs.evaluate_all(MARKED) == ["Partie"]
    tabs.last.click()
    assert tabs.evaluate_all(MARKED) == ["Plus"]


@pytest.mark.thorough
def test_before_the_first_deal_of_teams_the_player_who_begins_is_said(phone: Phone) -> None:
    phone.resize(DESK)
    path = Pen(phone).new_match("aluette", PLAYERS[:4])
    for page, part in (("", ".beside > .blank .lead"), ("/sheet", ".blank .lead"), ("/table", ".now")):
        phone.open(path + page)
        said = phone.page.locator(part).inner_text()
        assert [words in said for words in ("Ana donne", "Bob commence")] == [True, True], said


@pytest.mark.thorough
def test_what_is_asked_is_in_sight_on_a_wide_screen_too(phone: Phone) -> None:
    phone.resize(DESK)
    pen, course, chance = Pen(phone), Course.of("ascenseur", PLAYERS[:4]), Random(1)
    path = pen.new_match("ascenseur", PLAYERS[:4])
    pen.record(path, course, course.answer(chance).entry)
    phone.open(path)
    for player in PLAYERS[:4]:
        row = phone.page.locator(f'.field-counts [role=group][aria-label="{player}"]')
        button = row.locator("button, label").locator("visible=true").last
        assert in_view(button)
        button.click(trial=True)


@pytest.mark.thorough
def test_no_line_of_text_is_longer_than_the_eye_follows(phone: Phone) -> None:
    phone.resize(DESK)
    path = kept(phone, "ascenseur", PLAYERS[:4], 2)
    for page in (
        *(f"/rules/{chapter}" for chapter in ("match", "ascenseur", "tarot-decale")),
        "/desk/ascenseur?q=changer",
        "/desk/ascenseur/legal-cards/verdict?trump=H&plays=9S+KS+3H&hand=2S+AH+7D&card=AH",
        *(f"{path}/{below}" for below in ("sheet", "log", "rounds/1")),
        "/ranking",
        "/club/import",
        "/clubs",
    ):
        phone.open(page)
        assert [line for line in phone.page.evaluate(LONGEST_LINES) if line[0] > MOST_LETTERS] == [], page


@pytest.mark.thorough
@pytest.mark.parametrize(("page", "parts"), [("log", ".record"), ("rounds/1", "main > section")])
def test_what_is_compared_stands_side_by_side_on_a_desk(phone: Phone, page: str, parts: str) -> None:
    phone.resize(DESK)
    phone.open(f"{kept(phone, 'ascenseur', PLAYERS[:4], 2)}/{page}")
    left, right = (part.bounding_box() for part in phone.page.locator(parts).all()[:2])
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]


@pytest.mark.thorough
def test_a_phone_asks_for_no_sheet_beside_the_question(phone: Phone) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    path = kept(phone, "ascenseur", PLAYERS[:4], 2)
    phone.open(path)
    phone.page.wait_for_load_state("networkidle")
    assert not phone.page.locator(".beside").is_visible()
    assert [url for url in asked if url.endswith("/sheet")] == []


@pytest.mark.thorough
def test_a_tablet_held_upright_has_the_sheet_below_the_question(phone: Phone) -> None:
    phone.resize(UPRIGHT)
    phone.open(kept(phone, "ascenseur", PLAYERS[:4], 12))
    last = phone.page.locator(".beside #last")
    last.wait_for()
    assert last.locator("th a").inner_text() == "12"
    assert all(map(in_view, [last.locator("td").first, phone.page.locator(".ask button.go")]))


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [("ascenseur", 4), ("kems", 4), ("feuille-libre", 12)])
def test_a_thumb_hits_everything_at_every_size(phone: Phone, game: str, players: int) -> None:
    path = kept(phone, game, PLAYERS[:players], 2)
    small: list[str] = []
    for page in (
        f"/new/{game}",
        path,
        *(f"{path}/{below}" for below in ("sheet", "log", "rounds/1", "steps/penalty", "steps/end")),
    ):
        phone.open(page)
        small.extend(f"{page.removeprefix(path)} {fault}" for fault in too_small_at_any_size(phone.page))
    phone.record()
    small.extend(f"victory {fault}" for fault in too_small_at_any_size(phone.page))
    assert small == []


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, pytest.param(5, marks=pytest.mark.thorough), 12])
def test_the_table_view_shows_everybody_large_and_follows(phone: Phone, players: int) -> None:
    phone.resize(TABLET)
    pen, course, chance = Pen(phone), Course.of("feuille-libre", PLAYERS[:players]), Random(1)
    path = pen.new_match("feuille-libre", PLAYERS[:players])
    pen.record(path, course, course.answer(chance).entry)
    phone.open(f"{path}/table")
    tiles = phone.page.locator(".tile").all()
    assert len(tiles) == players
    assert all(map(in_view, [*tiles, *phone.page.locator(".tableau .last").all()]))
    totals = phone.page.locator(".tile .total")
    assert all(total.evaluate(FITS) for total in totals.all())
    assert min(totals.evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")) >= 48
    pen.record(path, course, course.answer(chance).entry)
    phone.page.locator(".head .where", has_text="Donne 3").wait_for()


@pytest.mark.thorough
def test_the_table_view_and_the_sheet_are_fit_for_the_table(phone: Phone) -> None:
    checked = CheckedPhone(phone)  # in light and in dark
    path = kept(checked.phone, "barbu", PLAYERS[:4], 7)
    for page in ("table", "sheet"):
        checked.open(page, f"{path}/{page}")
    checked.open("rules", "/rules/barbu")
    checked.open("search", "/desk/barbu?q=entamer+coeur")
    assert checked.findings == []


@pytest.mark.thorough
def test_a_tablet_turned_after_an_answer_shows_the_sheet_with_it(phone: Phone) -> None:
    phone.new_match("feuille-libre", PLAYERS[:3])
    phone.resize(DESK)
    phone.page.locator(".beside > .blank").wait_for()
    phone.resize(SIZE)
    for seat in range(3):
        phone.tap_points(phone.page.locator(f'[data-part="points.{seat}"]'), 10 + seat)
    phone.record()
    phone.resize(DESK)
    expect(phone.page.locator(".beside #last")).to_contain_text("12")


@pytest.mark.thorough
def test_a_field_beside_another_is_no_sheet(phone: Phone) -> None:
    phone.resize(DESK)
    phone.new_match("tarot-decale", PLAYERS[:4])
    phone.page.locator(".beside > .blank").wait_for()
    phone.page.wait_for_load_state("networkidle")
