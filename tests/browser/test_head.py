"""The head of a match: whatever the players carry, it stays low, and what it says is not cut without a sign of it."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.game_definition.game import Game
from referee.game_definition.match_course import Transition, advance
from referee.game_definition.offences import ELIMINATED, SKIP_NEXT_TURN
from referee.games.registry import GAMES
from tests.browser.course import PLAYERS, Course
from tests.browser.layout import DESK, LYING, SMALL, UPRIGHT, broken_words, cut, resized
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone

LONG = tuple(f"{name} de la Rochefoucauld-Liancourt et Cie"[:40] for name in PLAYERS)
STAND_INS = tuple(f"{name} von und zu Wittgenstein-Berleburg-Ludwigsburg"[:40] for name in ("Zoé", "Yann"))
LATER = ("Marguerite-Madeleine Bouchardeau-Dupuis", "Wilfried-Xavier Quincampoix de Tournebroche")
CUT = """head => [...head.querySelectorAll("h1, .where, .name, .total, .mark, .by b")]
  .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).textOverflow !== "ellipsis")
  .map(one => one.outerHTML)"""
FIXED = """() => { const main = document.querySelector("main");
  main.style.minHeight = "200vh";
  scrollTo(0, innerHeight / 2);
  const below = [".bar", ".nav"].map(bar => document.querySelector(bar))
    .filter(bar => bar && getComputedStyle(bar).position !== "static");
  const covered = document.querySelector(".head").getBoundingClientRect().bottom
    + innerHeight - Math.min(...below.map(bar => bar.getBoundingClientRect().top));
  main.style.minHeight = "";
  scrollTo(0, 0);
  return covered; }"""
"""The height of what no scrolling moves: what stays of the head, the button and the pages, which may share a row."""

SIZES = (SIZE, LYING, SMALL, UPRIGHT, DESK)
TOUCHED = """head => { const disc = head.querySelector(".dealer").getBoundingClientRect();
  const tile = head.querySelector(".side:has(.dealer)"), own = tile.getBoundingClientRect();
  const seen = one => { const range = new Range(); range.selectNodeContents(one);
    const text = range.getBoundingClientRect(), box = one.getBoundingClientRect();
    const right = Math.min(text.right, box.right - parseFloat(getComputedStyle(one).paddingRight));
    return { left: text.left, right, top: text.top + 2, bottom: text.bottom - 2 }; };
  const texts = [...tile.querySelectorAll(".name, .total, .gain, .mark b")].filter(one => one.getClientRects().length);
  const touched = texts.filter(one => { const { left, right, top, bottom } = seen(one);
    return left < disc.right - 1 && right > disc.left + 1 && top < disc.bottom - 1 && bottom > disc.top + 1; });
  const inside = disc.left >= own.left && disc.right <= own.right && disc.bottom > own.top && disc.bottom <= own.bottom;
  return [...(inside ? [] : ["outside"]), ...touched.map(one => one.outerHTML)]; }"""
"""What the dealer's disc leaves or lies on: its own tile, on whose upper edge it sits, and the words there."""


@pytest.mark.thorough
@pytest.mark.parametrize("points", [*(pytest.param(n, marks=pytest.mark.thorough) for n in (7, 120)), -1100])
def test_the_dealers_disc_lies_in_its_own_tile_and_on_no_words(phone: Phone, points: int) -> None:
    for players in GAMES["feuille-libre"].players:
        course, pen = Course.of("feuille-libre", PLAYERS[:players]), Pen(phone)
        path = pen.new_match("feuille-libre", PLAYERS[:players])
        pen.record(path, course, {"step": "points", "points": dict.fromkeys(PLAYERS[:players], points)})
        for by in (None, "Zoé"):
            if by:
                pen.record(path, course, {"step": "relay", "player": PLAYERS[1], "by": by})
            phone.open(path)
            for size in resized(phone, *SIZES):
                assert phone.page.locator(".head").evaluate(TOUCHED) == [], (players, size)


@pytest.mark.thorough
def test_a_usual_long_name_is_read_whole_on_a_phone_on_its_side(phone: Phone) -> None:
    people = ("Ana", "Jean-Baptiste", "Chloé", "Dan")
    phone.resize(LYING)
    for players in (2, 3, 4):
        course, pen = Course.of("feuille-libre", people[:players]), Pen(phone)
        path = pen.new_match("feuille-libre", people[:players])
        pen.record(path, course, {"step": "points", "points": dict.fromkeys(people[:players], 10)})
        phone.open(path)
        assert phone.page.locator(".dealer").locator("xpath=..").locator(".name").inner_text() == people[1]
        assert cut(phone, ".name") == []


SEVEN = ("Bastien", "Mathieu", "Camille", "Hélène", "Gustave", "Jo")
"""Players whose names have at most seven letters."""
NAMED = ".side .name, .who b, .chip > span > span"
"""Where the head and the first question name players."""


@pytest.mark.first_alone
@pytest.mark.parametrize("game", [game for game in GAMES.values() if len(SEVEN) in game.players], ids=str)
def test_seven_letters_stand_whole_at_six_players(phone: Phone, game: Game) -> None:
    course, pen = Course.of(game.id, SEVEN), Pen(phone)
    path = pen.new_match(game.id, SEVEN)
    for entry in _deal_that_ends_no_match(course):
        pen.record(path, course, entry)
    phone.open(path)
    for size in resized(phone, SIZE, LYING):
        assert phone.page.locator(NAMED).count() >= len(course.state.table.sides)
        assert not {*SEVEN} & {*cut(phone, NAMED)}, size
        assert broken_words(phone, ".chip") == [], size


@pytest.mark.thorough
def test_a_dealer_of_six_with_a_long_total_is_named_whole(phone: Phone) -> None:
    course, pen = Course.of("feuille-libre", SEVEN), Pen(phone)
    path = pen.new_match("feuille-libre", SEVEN)
    pen.record(path, course, {"step": "points", "points": dict.fromkeys(SEVEN, 1100)})
    phone.open(path)
    assert phone.page.locator(".side:has(.dealer) .name").inner_text() == "Mathieu"
    assert cut(phone, ".side .name") == []


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize("game", GAMES.values(), ids=str)
def test_the_bars_leave_room_whatever_the_players_carry(phone: Phone, game: Game) -> None:
    for players in game.players:
        if players > 6:
            break
        course, pen = Course.of(game.id, LONG[:players]), Pen(phone)
        path = pen.new_match(game.id, LONG[:players])
        carried(pen, path, course)
        phone.open(path)
        for size in resized(phone, SIZE, LYING):
            most = 0.3 if size == SIZE else 0.38
            assert phone.page.evaluate(FIXED) <= most * size["height"], (players, size)
            assert phone.page.locator(".head").evaluate(CUT) == []


def carried(pen: Pen, path: str, course: Course) -> None:
    """Play a deal, then let two be stood in for, and hand out every turn that may be lost and every elimination."""
    rules = course.state.rules
    for by, player in zip(STAND_INS, course.state.table.players, strict=False):
        pen.record(path, course, {"step": "relay", "player": player, "by": by})
    for entry in _deal_that_ends_no_match(course):
        pen.record(path, course, entry)
    for by, player in zip(LATER, reversed(course.state.table.players), strict=False):
        entry = {"step": "relay", "player": player, "by": by[:40]}
        if isinstance(advance(course.setup.game, course.state, entry), Transition):
            pen.record(path, course, entry)
    for offence in course.setup.game.offences:
        for player in course.state.table.players[1:]:
            entry = {"step": "penalty", "offence": offence.id, "player": player}
            step = advance(course.setup.game, course.state, entry)
            carries = offence.effect_under(rules) in (SKIP_NEXT_TURN, ELIMINATED)
            if carries and isinstance(step, Transition) and not step.state.over:
                pen.record(path, course, entry)


def _deal_that_ends_no_match(course: Course) -> list[dict[str, Any]]:
    """The entries of one random deal after which the match goes on."""
    for seed in range(3, 50):
        trial, chance, entries = replace(course, rows=[]), Random(seed), []
        while not trial.rows:
            entries.append(trial.answer(chance, 0).entry)
            trial.take(entries[-1])
        if not trial.state.over:
            return entries
    raise AssertionError("every deal ends the match")


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("polite", [False, True])
def test_titles_are_read_whole(phone: Phone, players: int, polite: bool) -> None:
    rules = {"option.polite": "1"} if polite else {}
    people = PLAYERS[:players]
    course, pen = Course.of("president", people, {"polite": polite}), Pen(phone)
    path = pen.new_match("president", people, rules)
    pen.record(path, course, course.answer(Random(2)).entry)
    phone.open(path)
    marks = phone.page.locator(".side .mark")
    assert marks.count() == players
    assert cut(phone, ".side .mark") == []
    last = "Dernier" if polite else "Trou'Duc"
    assert any(last.replace("'", "’") == ears for ears in phone.page.locator(".mark .for-ears").all_inner_texts())
    assert phone.page.evaluate(FIXED) <= 0.3 * SIZE["height"]
