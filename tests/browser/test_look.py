"""What a fussy player looks for on a small phone: nothing cut off, nothing hidden, no fault that is over."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator

from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.layout import SMALL, broken_words, cut, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

FOUR = ("Ana", "Bob", "Chloé", "Dan")
LONG = "Maximilienne-Alexandrine de La Rochefouc"
"""As long as a name may be."""

IN_SIGHT = """box => {
  const { top, bottom, left, width } = box.getBoundingClientRect();
  const at = document.elementFromPoint(left + Math.min(width / 2, 20), (top + bottom) / 2);
  return at !== null && (box.contains(at) || at.contains(box)) && top >= 0 && bottom <= innerHeight;
}"""
DRAWN = """chart => [...chart.querySelectorAll("text")].filter(text => {
  const { x, y, width, height } = text.getBBox(), { width: right, height: bottom } = chart.viewBox.baseVal;
  return x < 0 || y < 0 || x + width > right || y + height > bottom;
}).map(text => text.textContent)"""
LINES_OUT_OF_SIGHT = """selector => [...document.querySelectorAll(selector)]
  .filter(part => part.scrollHeight > part.clientHeight + 1).map(part => part.innerText)"""
LESS_BROAD_THAN_ITS_LETTER = """discs => discs
  .filter(disc => disc.clientWidth < 1.5 * parseFloat(getComputedStyle(disc).fontSize)).map(disc => disc.innerText)"""
BROKEN = """() => [...document.querySelectorAll("main thead th")].flatMap(head => {
  const texts = document.createTreeWalker(head, NodeFilter.SHOW_TEXT), broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = new Range();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(line => Math.round(line.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""


def in_sight(part: Locator) -> bool:
    """Whether it is on the screen, under no bar."""
    return bool(part.evaluate(IN_SIGHT))


def asked(phone: Phone, game: str) -> None:
    """A match of four whose first question is open, its behaviours at work."""
    phone.open(Pen(phone).new_match(game, FOUR))


def tap_counts(phone: Phone, name: str, counts: Mapping[int, int]) -> None:
    for seat, count in counts.items():
        phone.choose(f"{name}.{seat}", str(count))


KEMS = ("Hélène", "Gaël", "Chloé", "Jean-Baptiste")
CROWD = (*(f"{LONG[:38]}{number:02}" for number in range(11)), "Ana")


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players", "entry"), [
    ("kems", KEMS, {"step": "call", "side": "Hélène & Chloé", "call": "kems"}),
    ("feuille-libre", CROWD, {"step": "points", "points": dict.fromkeys(CROWD, -999)}),
])  # fmt: skip
def test_no_label_of_a_chart_leaves_the_drawing(
    phone: Phone, game: str, players: tuple[str, ...], entry: Mapping[str, Any]
) -> None:
    pen, course = Pen(phone), Course.of(game, players)
    path = pen.new_match(game, players)
    for _ in range(2):
        pen.record(path, course, entry)
    phone.open(f"{path}/sheet")
    assert phone.page.locator(".chart .end").count() == len(course.rows[0].totals)
    assert phone.page.locator(".chart svg").evaluate(DRAWN) == []


def test_a_wrong_sum_is_in_sight_and_has_the_focus_and_goes_with_what_it_blames(phone: Phone) -> None:
    asked(phone, "whistiti")
    tap_counts(phone, "tricks", {0: 3, 1: 3, 2: 3, 3: 3})
    phone.send()
    fault = phone.page.locator("fieldset > .why")
    assert fault.evaluate("one => one === document.activeElement")
    assert in_sight(fault)
    assert phone.page.get_by_text("Le total doit faire").count() == 1
    phone.choose("tricks.0", "4")
    assert not fault.count()


@pytest.mark.thorough
def test_four_short_names_stand_whole_in_every_row_of_the_home_page(phone: Phone) -> None:
    for game in ("ascenseur", "tarot-decale", "famille-trefles"):
        Pen(phone).new_match(game, ("Ana", "Bastien", "Chloé", "Dan"))
    phone.open("/")
    rows = phone.page.locator(".going-on .match-tile :is(b, .people), .match-on-felt :is(.title, .people)")
    assert rows.count() == 6
    assert rows.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0


@pytest.mark.thorough
@pytest.mark.parametrize("matches", [1, 3])
def test_no_list_of_players_is_cut_on_the_home_page(phone: Phone, matches: int) -> None:
    people = ("Marie-Bernadette", "Maximilien", "Jean-Christophe", "Zoé", "Anne-Catherine", "Maxime")
    session = phone.page.context.new_cdp_session(phone.page)
    for _ in range(matches):
        Pen(phone).new_match("ascenseur", people)
    for size in (16, 32):
        session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": 13}})
        phone.open("/")
        for window in resized(phone, SIZE, SMALL):
            lists = phone.page.locator(".going-on .people, .with").all_inner_texts()
            assert len(lists) == matches + 1
            assert all(name in listed for name in people for listed in lists)
            assert cut(phone, ".going-on :is(.title, .people, .people > span), .with") == [], (size, window)
            assert phone.page.evaluate(LINES_OUT_OF_SIGHT, ".going-on .people, .with") == [], (size, window)
            assert broken_words(phone, ".match-tile, .match-on-felt, .with") == [], (size, window)
            discs = phone.page.locator(".going-on .disc")
            assert discs.evaluate_all(LESS_BROAD_THAN_ITS_LETTER) == [], (size, window)


@pytest.mark.thorough
def test_several_faults_are_counted_above_until_one_is_mended(phone: Phone) -> None:
    asked(phone, "whistiti")
    summary = phone.page.locator("[data-sums-up] a")
    for index in range(4):
        phone.forge(f"tricks.{index}", "99")
    phone.send()
    assert "4 réponses" in summary.inner_text()
    phone.choose("tricks.0", "4")
    assert not summary.count()


@pytest.mark.thorough
def test_without_scripts_the_summary_leads_to_the_first_fault(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    asked(phone, "whistiti")
    tap_counts(phone, "tricks", {0: 3, 1: 3, 3: 3})
    phone.record()
    phone.tap(phone.page.locator("[data-sums-up] a"))
    fault = phone.page.locator('[data-part="tricks.2"] > [data-article]')
    box = fault.bounding_box()
    assert box
    assert 0 < box["y"] < SIZE["height"] - 130
    assert phone.page.locator(":target").inner_text() == fault.inner_text()


@pytest.mark.thorough
def test_a_missing_value_is_missed_no_more_once_it_is_tapped(phone: Phone) -> None:
    asked(phone, "ascenseur")
    tap_counts(phone, "bids", {0: 1})
    phone.send()
    missing = phone.page.locator(".entry:has(> .why[data-article]) .spoken:visible")
    assert missing.count() == 3
    tap_counts(phone, "bids", {1: 1})
    assert missing.count() == 2
    assert phone.page.locator(".entry > .why[data-article]:visible").count() == 1
    assert not phone.page.locator('[data-part="bids.1"] .why:visible').count()


@pytest.mark.thorough
def test_the_sum_can_be_seen_above_the_button_before_anything_is_sent(phone: Phone) -> None:
    asked(phone, "ascenseur")
    tap_counts(phone, "bids", {0: 1, 1: 1, 2: 1, 3: 1})
    phone.record()
    phone.page.evaluate("scrollTo(0, 0)")
    total = phone.page.locator(".sum")
    assert total.inner_text().split("\n") == ["4 sur 1", "3 de trop"]
    assert in_sight(total)


@pytest.mark.thorough
def test_a_hand_says_that_it_opens_and_a_card_of_one_is_no_card_of_another(phone: Phone) -> None:
    asked(phone, "huit-americain")
    phone.tap(phone.chip("way", "cards"))
    phone.tap(phone.chip("cards.out", "Ana"))
    bob, chloe = phone.page.locator("details.hand:visible").all()[:2]
    assert "toucher pour montrer ses cartes" in bob.inner_text()
    for hand in (bob, chloe):
        phone.tap(hand.locator("summary"))
    for card in ("9H", "JOKER"):
        phone.tap(bob.locator("label", has=phone.page.locator(f'[value="{card}"]')).first)
    assert "2 en main · 49 pts" in bob.inner_text()
    assert chloe.locator('[value="9H"]').is_disabled()
    assert chloe.locator('[value="JOKER"]:disabled').count() == 0  # there are two
    assert "red" in (chloe.locator("label", has=phone.page.locator('[value="9H"]')).get_attribute("class") or "")
    phone.reload()
    phone.tap(bob.locator("summary"))
    assert bob.locator('[value="JOKER"]:checked').count() == 1
    phone.tap(bob.locator("label", has=phone.page.locator('[value="JOKER"]')).last)
    assert chloe.locator('[value="JOKER"]:disabled').count() == 2
    phone.tap(bob.locator("label", has=phone.page.locator('[value="9H"]')))
    assert chloe.locator('[value="9H"]').is_enabled()


@pytest.mark.thorough
def test_no_table_head_breaks_a_word_beside_a_long_name(phone: Phone) -> None:
    pen, players = Pen(phone), (LONG, *FOUR[1:])
    path, course = pen.new_match("ascenseur", players), Course.of("ascenseur", players)
    pen.record(path, course, {"step": "bids", "bids": dict.fromkeys(players, 0)})
    pen.record(path, course, {"step": "tricks", "tricks": dict.fromkeys(players, 0) | {LONG: 1}})
    phone.open(f"{path}/corrections/0")
    phone.record()
    assert phone.page.evaluate(BROKEN) == []
    assert in_sight(phone.page.get_by_role("button", name="Enregistrer la correction"))
    pen.record(path, course, {"step": "end"})
    phone.open("/ranking?least=1")
    assert phone.page.evaluate(BROKEN) == []
    phone.open("/players")
    phone.follow(phone.page.locator(".people a", has_text="Bob"))
    assert phone.page.evaluate(BROKEN) == []
    phone.open("/evenings")
    phone.follow(phone.page.locator("a.match-card"))
    assert phone.page.locator("thead th").count()
    assert phone.page.evaluate(BROKEN) == []


@pytest.mark.thorough
def test_every_match_going_on_can_be_reached_from_home(phone: Phone) -> None:
    pen = Pen(phone)
    paths = {pen.new_match("kems", FOUR) for _ in range(12)}
    phone.open("/")
    phone.tap("9 autres en cours")
    links = phone.page.locator("a:is(.match-on-felt, .match-tile):visible").all()
    assert {link.get_attribute("href") for link in links} == paths


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 6])
def test_three_open_matches_leave_the_games_to_begin_another_in_view(phone: Phone, players: int) -> None:
    pen = Pen(phone)
    for _ in range(3):
        pen.new_match("feuille-libre", (*FOUR, "Jean-Baptiste", "Éric")[:players])
    phone.open("/")
    assert phone.page.locator("a:is(.match-on-felt, .match-tile)").count() == 3
    assert all(in_sight(part) for part in phone.page.locator("a.match-tile .people, .resume, .play h2").all())
    assert all(in_sight(name) for name in phone.page.locator("a.game-tile b").all()[:3])


@pytest.mark.thorough
def test_putting_a_phone_out_says_first_what_it_does(new_phone: NewPhone) -> None:
    keeper, other = new_phone(), new_phone()
    keeper.new_match("kems", FOUR)
    other.open(Pen(keeper).share("watcher"))
    other.record()
    keeper.open("/share")
    button = keeper.page.locator("button", has_text="Mettre dehors")
    assert button.is_hidden()
    keeper.unfold(button)
    assert keeper.page.get_by_text("Il ne verra plus rien de la table").is_visible()
    assert button.is_visible()


@pytest.mark.thorough
def test_a_wrong_tap_on_who_went_out_loses_no_points_and_no_cards(phone: Phone) -> None:
    asked(phone, "huit-americain")
    phone.tap(phone.chip("way", "points"))
    for seat, points in ((1, "11"), (2, "12"), (3, "13")):
        phone.box(f"points.points.{seat}").fill(points)
    for player in ("Bob", "Ana"):
        phone.tap(phone.chip("points.out", player))
    assert [phone.box(f"points.points.{seat}").input_value() for seat in (1, 2, 3)] == ["11", "12", "13"]
    phone.tap(phone.chip("way", "cards"))
    phone.tap(phone.chip("cards.out", "Ana"))
    _bob, _, dan = phone.page.locator("details.hand:visible").all()
    phone.tap(dan.locator("summary"))
    phone.tap(dan.locator("label", has=phone.page.locator('[value="KS"]')))
    phone.tap(phone.chip("cards.out", "Dan"))
    phone.tap(phone.page.locator('details.hand[data-player="Bob"] summary'))
    assert phone.page.locator('details.hand[data-player="Bob"] [value="KS"]').is_enabled()
    phone.tap(phone.chip("cards.out", "Ana"))
    assert phone.page.locator('details.hand[data-player="Dan"] [value="KS"]').is_checked()


@pytest.mark.thorough
def test_once_the_sum_is_made_the_others_have_none(phone: Phone) -> None:
    asked(phone, "whistiti")
    tap_counts(phone, "tricks", {0: 6, 2: 7})
    assert [phone.chosen_values(f"tricks.{seat}") for seat in range(4)] == [["6"], ["0"], ["7"], ["0"]]
    tap_counts(phone, "tricks", {2: 5, 1: 2})
    phone.record()
    assert phone.totals() == {"Bob": 6, "Chloé": 2, "Dan": 5, "Ana": 0}


@pytest.mark.thorough
def test_a_house_rule_of_a_form_left_behind_is_in_sight_when_it_comes_back(phone: Phone) -> None:
    phone.open("/new/whistiti")
    assert phone.page.locator("details.rules[open]").count() == 0
    phone.unfold(phone.box("option.target"))
    phone.box("option.target").fill("35")
    phone.open("/")
    phone.open("/new/whistiti")
    assert phone.box("option.target").is_visible()
    assert phone.box("option.target").input_value() == "35"
    for seat, player in enumerate(FOUR):
        phone.box(f"seat.{seat}").fill(player)
    phone.record()
    phone.tap(phone.page.locator(".prepare summary"))
    assert "35" in phone.page.locator(".prepare li").inner_text()
