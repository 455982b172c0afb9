"""A whole Ascenseur of four, tapped from the home page to the final ranking."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
CARDS = (*range(1, 14), *range(12, 0, -1))
MOST_TAPS = 8


@pytest.mark.journey
@pytest.mark.parametrize("tapped", [1, pytest.param(len(CARDS), marks=pytest.mark.thorough)])
def test_a_whole_match_ends_with_the_totals_that_referee_score_prints_for_its_exported_file(
    phone: Phone, tmp_path: Path, tapped: int
) -> None:
    """Its first rounds and its last ones are tapped, so many of each; those between come by the same forms."""
    path = phone.new_match("ascenseur", PLAYERS)
    chance = Random(25)
    for cards in CARDS[:tapped]:
        assert phone.path == path
        tap_round(phone, chance, cards)
    between = range(tapped, len(CARDS) - tapped)
    _recorded_at_once(phone, path, chance, len(between))
    for cards in CARDS[tapped + len(between) :]:
        tap_round(phone, chance, cards)
        assert phone.path == path
    with phone.page.expect_download() as download:
        phone.tap(phone.page.get_by_role("link", name="Exporter"))
    file = tmp_path / "match.json"
    download.value.save_as(file)
    sheet = _scored(file)

    assert len(sheet["rounds"]) == len(CARDS) == 25
    assert sheet["over"]
    assert phone.podium() == sheet["totals"]
    assert list(phone.podium()) == [side for place in sheet["ranking"] for side in place]
    assert phone.page.locator(".winner").inner_text() == ", ".join(sheet["winners"])
    phone.follow(phone.page.get_by_role("navigation").get_by_role("link", name="Feuille"))
    assert phone.sheet() == [row["totals"] for row in sheet["rounds"]]


def test_a_round_of_four_takes_at_most_eight_taps(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    phone.taps = 0
    chloe, dan, ana, bob = phone.players_asked()
    for player, bid in ((chloe, 1), (dan, 0), (ana, 0), (bob, 0)):
        phone.tap_count(player, bid)
    phone.record()
    phone.tap_count(chloe, 2)  # all bids together can never make the tricks: one count at least has to change
    phone.record()

    assert phone.taps <= MOST_TAPS
    phone.open(f"{path}/sheet")
    assert len(phone.sheet()) == 2


@pytest.mark.thorough
def test_a_new_match_with_four_known_players_takes_at_most_eight_taps_from_the_home_page(phone: Phone) -> None:
    Pen(phone).new_match("feuille-libre", PLAYERS)
    phone.open()
    phone.taps = 0
    phone.follow(phone.page.get_by_role("main").get_by_role("link", name="Nouvelle partie"))
    phone.follow("Mêmes joueurs")
    phone.follow(phone.page.get_by_role("link", name="L’Ascenseur"))
    for player in ("Dan", "Chloé", "Bob", "Ana"):
        phone.tap(phone.page.get_by_role("button", name=player, exact=True))
    phone.record()

    assert phone.taps <= MOST_TAPS
    assert list(phone.totals()) == ["Dan", "Chloé", "Bob", "Ana"]
    assert phone.players_asked() == ["Chloé", "Bob", "Ana", "Dan"]


def tap_round(phone: Phone, chance: Random, cards: int) -> list[dict[str, Any]]:
    """Bids that the table may say, then tricks that often prove them right; the two entries."""
    players = phone.players_asked()
    bids = {player: chance.randint(0, min(cards, 1 + cards // 3)) for player in players}
    if sum(bids.values()) == cards:
        bids[players[-1]] += -1 if bids[players[-1]] else 1
    for player, bid in bids.items():
        phone.tap_count(player, bid)
    phone.record()
    tricks = dict(bids)
    while (made := sum(tricks.values())) != cards:
        player = chance.choice(players)
        if made < cards:
            tricks[player] += 1
        elif tricks[player]:
            tricks[player] -= 1
    for player in players:
        if tricks[player] != bids[player]:
            phone.tap_count(player, tricks[player])
    phone.record()
    return [{"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks}]


def _recorded_at_once(phone: Phone, path: str, chance: Random, rounds: int) -> None:
    """So many rounds without a tap, and the page of the match as it is then."""
    if rounds:
        pen, course = Pen(phone), Course.of("ascenseur", PLAYERS)
        for entry in pen.exported(path)["entries"]:
            course.take(entry)
        for _ in range(2 * rounds):
            pen.record(path, course, course.answer(chance).entry)
        phone.open(path)


def _scored(file: Path) -> dict[str, Any]:
    """What the command prints for a match file."""
    done = subprocess.run([sys.executable, "-m", "referee", "score", str(file)], capture_output=True, check=True)
    sheet: dict[str, Any] = json.loads(done.stdout)
    return sheet
