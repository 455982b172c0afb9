"""The view for the middle of a table: read from 3 m, nothing cut, over the whole screen, from match to match."""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.course import PLAYERS, Course
from tests.browser.layout import DESK, SIZES, SMALL, TABLET, UPRIGHT, Box, boxes, cut, out_of_view, resized
from tests.browser.pen import Pen
from tests.browser.phone import Phone

TWELVE = (
    "Bastien", "Gabriel", "Florian", "Camille", "Juliana", "Sabrina", "Raphaël", "Hélène", "Jérémie", "Koffi", "Élise",
    "Léa",
)  # fmt: skip
FOUR = PLAYERS[:4]
INCHES, MILLIMETRES = 10, 25.4
LEAST = 12
"""Millimetres of a name on a tablet of ten inches."""
SAID = "♥ cœur · plis demandés : 2 sur 1"
LETTERS = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"


def opened(phone: Phone, game: str, players: Sequence[str], *entries: dict[str, Any]) -> str:
    """The path of a match with these entries, its table open."""
    pen, course = Pen(phone), Course.of(game, players)
    path = pen.new_match(game, players)
    for entry in entries:
        pen.record(path, course, entry)
    phone.open(f"{path}/table")
    return path


def millimetres(pixels: float, size: Mapping[str, int]) -> float:
    """A length on a tablet of ten inches with so many pixels."""
    return pixels * INCHES * MILLIMETRES / hypot(size["width"], size["height"])


@pytest.mark.thorough
@pytest.mark.parametrize("players", [4, 12])
def test_names_are_read_from_three_metres_and_nothing_is_cut(phone: Phone, players: int) -> None:
    people = TWELVE[:players]
    points = dict(zip(people, (-120, 86, 113, 50, 84, 76, 97, 92, 61, 99, 36, 5), strict=False))
    opened(phone, "feuille-libre", people, {"step": "points", "points": points})
    for size in resized(phone, TABLET, UPRIGHT, DESK):
        names = phone.page.locator(".tile .name").evaluate_all(LETTERS)
        assert min(millimetres(name, size) for name in names) >= LEAST, size
        assert [len(names), cut(phone, ".tile, .tile > div, .tile .name")] == [players, []]
        assert out_of_view(phone, ".tile", ".tile .total", ".tile .beside-total") == []
        assert overlapping(phone) == []


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Jean-Baptiste Emmanuel", "Maximilienne-Alexandrine de La Rochefouc", "Ø" * 40])
def test_a_long_name_stands_whole_in_its_tile(phone: Phone, name: str) -> None:
    people = (name, *TWELVE[1:])
    opened(phone, "feuille-libre", people, {"step": "points", "points": dict.fromkeys(people, 10)})
    for size in resized(phone, TABLET, UPRIGHT, DESK):
        assert cut(phone, ".tile, .tile .name") == [], size
        assert overlapping(phone) == [], size


def overlapping(phone: Phone) -> list[tuple[str, str]]:
    """What lies on what in the tiles: names, totals and what stands beside them."""
    names, totals, facts = (boxes(phone, f".tile {part}") for part in (".name", ".total", ".beside-total"))
    pairs = [pair for three in zip(names, totals, facts, strict=True) for pair in ((three[0], three[1]), three[1:])]
    return [(one.words, other.words) for one, other in pairs if _meet(one, other)]


def _meet(one: Box, other: Box) -> bool:
    beside = one.right <= other.left + 1 or other.right <= one.left + 1
    return not (beside or one.bottom <= other.top + 1 or other.bottom <= one.top + 1)


@pytest.mark.thorough
def test_trump_and_bids_are_said_while_they_play(phone: Phone) -> None:
    bids = {"step": "bids", "bids": dict(zip(FOUR, (0, 1, 1, 0), strict=True)), "trump": "H"}
    path = opened(phone, "ascenseur", FOUR, bids)
    assert SAID in " ".join(phone.page.locator(".now").inner_text().split())
    assert [said.split() for said in phone.page.locator(".bid").all_inner_texts()] == [["demande", n] for n in "0110"]
    assert phone.page.locator(".now .disc").count() == 2
    gold = "rgb(231, 197, 104)"
    assert gold in phone.page.locator(".tile.deals").evaluate("one => getComputedStyle(one).boxShadow")
    for size in resized(phone, *SIZES):
        assert overlapping(phone) == [], size
        assert out_of_view(phone, ".tile", ".bid", ".tile .dealer") == [], size
    phone.open(path)
    for size in resized(phone, *SIZES):
        assert SAID in " ".join(phone.page.locator(".head .where").inner_text().split()), size
        assert cut(phone, ".head .where, .head .said") == [], size


@pytest.mark.thorough
def test_the_last_deal_and_the_number_of_this_one_stand_whole(phone: Phone) -> None:
    names = ("Maximilien", "Jean-Baptiste", "Françoise", "Geneviève", "Élisabeth", "Christophe")
    opened(phone, "feuille-libre", names, {"step": "points", "points": dict.fromkeys(names, -120)})
    for size in resized(phone, SMALL, *SIZES):
        assert cut(phone, ".head .where, .head h1, .below > .last, .tile .name") == [], size
        assert "Christophe −120" in phone.page.locator(".below > .last").inner_text(), size


@pytest.mark.thorough
def test_titles_are_said_on_the_table(phone: Phone) -> None:
    opened(phone, "president", FOUR, {"step": "finish", "order": list(FOUR)})
    for size in resized(phone, *SIZES):
        titles = phone.page.locator(".carries").all_inner_texts()
        assert titles == ["Président", "Vice-Président", "Vice Trou’Duc", "Trou’Duc"], size
        assert out_of_view(phone, ".carries") == [], size


def test_the_table_is_two_taps_away_and_fills_the_screen(phone: Phone) -> None:
    phone.resize(DESK)
    path = opened(phone, "feuille-libre", FOUR, {"step": "points", "points": dict.fromkeys(FOUR, 1)})
    phone.open(path)
    phone.from_menu("Vue de table")
    assert phone.path == f"{path}/table"
    button = phone.page.locator("[data-full-screen]")
    button.click()
    expect(button).to_have_text("Quitter le plein écran")
    assert phone.page.locator(".nav").is_hidden()
    button.click()
    expect(button).to_have_text("Plein écran")
    assert phone.page.locator(".nav").is_visible()


@pytest.mark.thorough
def test_the_next_match_comes_by_itself_and_stays_over_the_whole_screen(phone: Phone) -> None:
    phone.resize(DESK)
    path = opened(phone, "feuille-libre", FOUR, {"step": "points", "points": dict.fromkeys(FOUR, 1)})
    phone.page.locator("[data-full-screen]").click()
    pen = Pen(phone)
    pen.post(f"{path}/entries", [("step", "end"), ("expected", "1")])
    expect(phone.page.locator(".where")).to_have_text("Partie finie")
    following = pen.new_match("ascenseur", FOUR)
    expect(phone.page.locator("h1")).to_have_text("L’Ascenseur")
    assert phone.path == f"{following}/table"
    assert phone.page.locator(".nav").is_hidden()
    pen.record(following, Course.of("ascenseur", FOUR), {"step": "bids", "bids": dict.fromkeys(FOUR, 0)})
    expect(phone.page.locator(".bid")).to_have_count(4)
