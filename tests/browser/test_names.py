"""Names where room is short: whole where they fit, else a shorter form, and no form ever cut."""

import re
from random import Random

import pytest

from tests.browser.checking import UNFOLD, WIDTH
from tests.browser.course import Course
from tests.browser.layout import SMALL, UPRIGHT, broken_words, cut, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

PEOPLE = (
    "Marie-Bernadette", "Maximilien", "Zoé", "Jo", "Anne-Sophie", "Anne-Laure", "Jean-Pierre", "Jean-Paul", "Hélène",
    "Bastien", "Karim", "Ana",
)  # fmt: skip
PARTS = {part for name in PEOPLE for part in re.split("[ -]", name)}
DEALS = 3
TWICE = {"width": 180, "height": 320}
"""A phone whose text is twice as large: its page is half as wide in the units of the text."""
SHOWN = """selector => [...document.querySelectorAll(selector)].filter(name => name.checkVisibility()).map(name => {
  const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(name);
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const spacing = parseFloat(style.letterSpacing) || 0;
  const wide = text => pen.measureText(text).width + spacing * text.length;
  const whole = name.querySelector(":scope > span"), box = name.getBoundingClientRect();
  const last = name.querySelector("[data-last]").dataset.last;
  const isShown = whole.getBoundingClientRect().top < box.bottom - 1;
  return { name: whole.textContent, room: box.width, whole: wide(whole.textContent), last: wide(last), isShown };
})"""
"""The names that have shorter forms: their room, the widths of the longest and the last form, whether all is seen."""
TOPS = "all => all.map(one => one.getBoundingClientRect().top)"


@pytest.mark.thorough
def test_a_name_is_whole_where_it_fits_and_its_last_form_always_does(phone: Phone) -> None:
    for players in (2, 4, 6, 9, 12):
        people = PEOPLE[:players]
        pen, course = Pen(phone), Course.of("feuille-libre", people)
        path = pen.new_match("feuille-libre", people)
        pen.record(path, course, {"step": "points", "points": dict.fromkeys(people, 120)})
        for page in (path, f"{path}/sheet"):
            phone.open(page)
            for size in resized(phone, SIZE, SMALL, TWICE):
                names = phone.page.evaluate(SHOWN, ".fitting")
                wrong = [name for name in names if name["isShown"] != (name["whole"] + 1 <= name["room"] + 0.5)]
                assert [name for name in wrong if abs(name["whole"] + 1 - name["room"]) > 1] == [], (
                    players,
                    page,
                    size,
                )
                assert [name for name in names if name["last"] > name["room"] + 0.5] == [], (players, page, size)
                assert cut(phone, ".side .name, .of-side > span") == []


@pytest.mark.thorough
def test_the_gain_and_the_dealers_mark_cost_a_name_no_letters(phone: Phone) -> None:
    people = PEOPLE[:4]
    pen, course = Pen(phone), Course.of("feuille-libre", people)
    path = pen.new_match("feuille-libre", people)
    phone.open(path)
    before = {name["name"]: name["isShown"] for name in phone.page.evaluate(SHOWN, ".side .fitting")}
    pen.record(path, course, {"step": "points", "points": dict.fromkeys(people, 100)})
    phone.open(path)
    after = {name["name"]: name["isShown"] for name in phone.page.evaluate(SHOWN, ".side .fitting")}
    assert after == before


@pytest.mark.thorough
def test_over_the_cards_of_a_trick_at_the_desk_a_name_is_whole_or_shortened_and_never_cut(phone: Phone) -> None:
    match = Pen(phone).new_match("ascenseur", PEOPLE[:4]).rpartition("/")[2]
    phone.open(f"/desk/ascenseur/trick-winner?match={match}")
    for size in resized(phone, SIZE, SMALL, UPRIGHT):
        names = phone.page.evaluate(SHOWN, ".slot .fitting")
        assert [name["name"] for name in names] == ["Maximilien", "Marie-Bernadette"]  # the others have one form
        assert [name for name in names if name["last"] > name["room"] + 0.5] == [], size
        assert cut(phone, ".slot small") == [], size


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 6])
def test_in_a_verdict_a_name_is_whole_or_shortened_and_no_word_breaks(phone: Phone, players: int) -> None:
    match = Pen(phone).new_match("ascenseur", PEOPLE[:players]).rpartition("/")[2]
    session = phone.page.context.new_cdp_session(phone.page)
    cards = "+".join(("9S", "KS", "3H", "QD", "4S", "6S")[:players])
    bids = "&".join(f"bids.{seat}=0&tricks.{seat}={int(seat == 1)}" for seat in range(players))
    verdicts = {
        f"trick-winner/verdict?match={match}&trump=H&plays={cards}&plays.leader=Maximilien": ".cards .fitting",
        f"deal-points/verdict?match={match}&cards=1&{bids}": ".shares .fitting",
    }
    for verdict, names_there in verdicts.items():
        phone.open(f"/desk/ascenseur/{verdict}")
        assert cut(phone, ".cards small, .shares b") == []
        for size in resized(phone, SMALL, SIZE, UPRIGHT):
            names = phone.page.evaluate(SHOWN, names_there)
            assert len(names) >= 2, verdict
            assert [name for name in names if name["last"] > name["room"] + 0.5] == [], (verdict, size)
            assert broken_words(phone, ".ruled, .evidence") == [], (verdict, size)
            rows = phone.page.locator(".of-trick li").evaluate_all(TOPS)
            assert len(set(rows)) <= 1, (verdict, size)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
        assert broken_words(phone, ".ruled") == [], verdict
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})


@pytest.mark.thorough
def test_no_name_breaks_in_a_word_on_pages_of_evenings_players_rules_and_desk(phone: Phone) -> None:
    pen = Pen(phone)
    for game, players in (("feuille-libre", 12), ("ascenseur", 4), ("kems", 4)):
        people = PEOPLE[:players]
        path, course, chance = pen.new_match(game, people), Course.of(game, people), Random(13)
        while len(course.rows) < DEALS:
            pen.record(path, course, course.answer(chance).entry)
        if game != "ascenseur":
            pen.record(path, course, {"step": "end"})
    pages = ["/players", "/ranking?least=1", "/evenings", "/new", "/rules", "/rules/ascenseur", "/desk", "/club/papers"]
    for listed, link in (
        ("/evenings", "a.match-card"),
        ("/players", ".people a[href^='/players/']"),
        ("", ".opponents a"),
    ):
        if listed:
            phone.open(listed)
        pages.append(phone.page.locator(link).first.get_attribute("href") or "")
        phone.open(pages[-1])
    for page in pages:
        phone.open(page)
        for size in resized(phone, SIZE, SMALL, TWICE):
            phone.page.evaluate(UNFOLD)
            broken = set(broken_words(phone, "main, .foot"))
            assert (broken & PARTS if size == TWICE else broken) == set(), (page, size)
            assert phone.page.evaluate(WIDTH) <= size["width"], (page, size)


@pytest.mark.thorough
def test_no_name_is_cut_or_breaks_in_a_word_where_teams_and_hands_are_told_at_the_desk(phone: Phone) -> None:
    match = Pen(phone).new_match("belote", ("Marie-Bernadette", "Maximilien", "Zoé", "Jean-Pierre")).rpartition("/")[2]
    for question in ("declarations", "settle"):
        phone.open(f"/desk/belote/{question}?match={match}")
        for size in resized(phone, SIZE, SMALL, TWICE):
            phone.page.evaluate(UNFOLD)
            assert set(broken_words(phone, "main")) & PARTS == set(), (question, size)
            assert cut(phone, ".who, .who > b, .chip") == [], (question, size)
            assert phone.page.evaluate(WIDTH) <= size["width"], (question, size)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [("belote", 4), ("ascenseur", 6), ("skyjo", 8)])
def test_what_each_gained_is_whole_under_the_head(phone: Phone, game: str, players: int) -> None:
    pen, course, chance = Pen(phone), Course.of(game, PEOPLE[:players]), Random(1)
    path = pen.new_match(game, PEOPLE[:players])
    while not course.rows:
        pen.record(path, course, course.answer(chance).entry)
    phone.open(path)
    gained = {side: gain for side, gain in course.rows[0].scores.items() if gain}
    for size in resized(phone, SIZE, SMALL, UPRIGHT):
        summary = phone.page.locator(".recap summary")
        assert len(re.findall(r"[+−]\d", summary.inner_text())) == len(gained), size
        assert cut(phone, ".recap summary") == [], size
        assert broken_words(phone, ".recap summary") == [], size
