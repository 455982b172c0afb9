"""Correcting an old round: what it changes is shown first, the rest is counted again, and both versions stay."""

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator

from referee.game_definition.match_course import ReplayedMatch, play
from referee.words import LANGUAGES
from tests.browser.conftest import NewPhone
from tests.browser.course import PLAYERS as MANY
from tests.browser.course import Course
from tests.browser.layout import SMALL, boxes
from tests.browser.pen import Pen
from tests.browser.phone import Phone, number_of
from tests.browser.test_look import in_sight

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
ROUNDS = 20
BIDS, TRICKS = 4, 5
"""Where the entries of round 3 stand in the log."""

MOMENT = re.compile(r"\d{1,2}\s\S+, \d\d:\d\d")


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 6, 12])
def test_why_stands_whole_above_the_button_whatever_changes(phone: Phone, players: int) -> None:
    """In view at once for two players; below the totals of more of them it is reached by scrolling."""
    people = MANY[:players]
    path, course = Pen(phone).new_match("feuille-libre", people), Course.of("feuille-libre", people)
    for _ in range(3):
        Pen(phone).record(path, course, {"step": "points", "points": dict.fromkeys(people, 5)})
    phone.open(f"{path}/corrections/0")
    phone.tap_points(phone.page.locator('[data-part="points.0"]'), 90)
    phone.record()
    why, button = phone.page.locator(".field:has([name=reason])"), phone.page.locator("button.go")
    if players > 2:
        phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for part in (why.locator("span").first, phone.box("reason"), button):
        assert in_sight(part)
    gap = [box for part in (phone.box("reason"), button) if (box := part.bounding_box())]
    assert gap[0]["y"] + gap[0]["height"] < gap[1]["y"]


@pytest.mark.journey
def test_correcting_round_3_of_20_counts_the_rest_again_and_keeps_both_versions(phone: Phone) -> None:
    path, course, entries = _played(phone, ROUNDS)
    before = list(course.rows)
    old = entries[TRICKS]["tricks"]
    winner = next(player for player in course.setup.table.after("Chloé") if old[player])
    loser = next(player for player in PLAYERS if player != winner)
    new = {**old, winner: old[winner] - 1, loser: old[loser] + 1}
    entries[TRICKS] = {"step": "tricks", "tricks": new}
    after = _rows(course, entries)

    _open_correction(phone, path, TRICKS)
    for player, tricks in old.items():
        assert _count(phone, player) == tricks
    phone.tap_count(winner, new[winner])
    phone.tap_count(loser, new[loser])
    phone.record()
    _shows_before_and_after(phone, before[-1].totals, after[-1].totals)
    assert Pen(phone).count_entries(path) == 2 * ROUNDS
    assert Pen(phone).exported(path)["entries"][TRICKS]["tricks"] == old  # nothing has changed yet

    phone.tap(phone.chip("person", "Dan"))
    phone.box("reason").fill("Le pli de Dan avait été oublié")
    phone.record()
    assert phone.path == path
    assert phone.totals() == after[-1].totals
    phone.open(f"{path}/sheet")
    assert phone.sheet() == [row.totals for row in after]
    assert [row.totals for row in before[:2]] == [row.totals for row in after[:2]]
    corrected = phone.page.locator("tbody tr").filter(has_text="corrigé")
    assert [row.locator("th").get_by_role("link").inner_text() for row in corrected.all()] == ["3"]

    phone.follow(corrected.locator("th").get_by_role("link"))
    _keeps_both(phone.page.locator(".history").filter(has_text="corrigé"), _spoken(old), _spoken(new))
    phone.open(f"{path}/log")
    records = phone.page.get_by_role("main").get_by_role("article")
    on_one_page = records.count()
    latest = records.first.inner_text()
    assert "corrigé" in latest
    assert "Dan" in latest
    assert "Le pli de Dan avait été oublié" in latest
    assert "téléphone" in latest
    assert MOMENT.search(latest)
    phone.follow(phone.page.get_by_role("link", name="Saisies plus anciennes"))
    assert on_one_page + records.count() == 2 * ROUNDS + 1


@pytest.mark.thorough
def test_a_correction_can_be_undone_and_the_old_numbers_stand_again(phone: Phone) -> None:
    path, course, entries = _played(phone)
    _open_correction(phone, path, BIDS)
    bids, player = entries[BIDS]["bids"], course.setup.table.after("Chloé")[0]
    others = sum(bids.values()) - bids[player]
    phone.tap_count(player, next(bid for bid in range(4) if bid not in {bids[player], 3 - others}))
    phone.record()
    phone.record()
    assert phone.totals() != course.rows[-1].totals
    phone.follow(phone.page.get_by_role("button", name="Annuler la dernière saisie"))
    assert phone.totals() == course.rows[-1].totals
    phone.open(f"{path}/rounds/2")
    assert phone.page.get_by_text("annulé").is_visible()


@pytest.mark.thorough
def test_a_correction_that_breaks_a_rule_stands_at_its_field_and_changes_nothing(phone: Phone) -> None:
    path, _, entries = _played(phone)
    _open_correction(phone, path, TRICKS)
    taker = next(player for player, tricks in entries[TRICKS]["tricks"].items() if tricks)
    phone.tap_count(taker, 0)
    phone.send()
    assert phone.page.locator('fieldset [data-article="ascenseur.tricks"]').is_visible()
    assert _count(phone, taker) == 0
    assert Pen(phone).exported(path)["entries"] == entries


@pytest.mark.thorough
def test_what_a_correction_breaks_later_is_named_and_nothing_changes_until_the_keeper_decides(phone: Phone) -> None:
    path, course, entries = _played(phone)
    _open_correction(phone, path, BIDS)
    phone.follow(phone.page.get_by_role("button", name="Effacer ce qui a été noté"))
    notice = phone.page.get_by_role("alert").first
    assert notice.locator("[data-article]").count()
    assert Pen(phone).exported(path)["entries"] == entries
    phone.follow(phone.page.get_by_role("link", name="Ne rien changer"))
    assert phone.totals() == course.rows[-1].totals
    assert Pen(phone).exported(path)["entries"] == entries


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_correction_breaks_in_its_deal_can_be_corrected_below_the_notice(
    new_phone: NewPhone, language: str
) -> None:
    phone = new_phone(locale=language, viewport=SMALL)
    phone.open()
    pen, course = Pen(phone), Course.of("barbu", PLAYERS)
    path = pen.new_match("barbu", PLAYERS)
    pen.record(path, course, {"step": "contract", "contract": "dernier-pli"})
    pen.record(path, course, course.answer(Random(1)).entry)
    phone.open(f"{path}/corrections/0")
    phone.box("contract", "coeurs").evaluate("box => box.checked = true")
    phone.send()
    keys = [key for key in boxes(phone, ".board button") if key.words.isdigit()]
    button = boxes(phone, ".ask > .bar .go")[0]
    assert len(keys) == 14
    assert [key.words for key in keys if key.bottom > button.top or key.covered] == []


@pytest.mark.thorough
def test_what_was_typed_in_a_correction_is_not_taken_for_an_answer_to_the_open_question(phone: Phone) -> None:
    path, _, entries = _played(phone)
    _open_correction(phone, path, BIDS)
    for player in PLAYERS:
        phone.tap_count(player, 3)
    phone.open(path)
    assert [_count(phone, player) for player in PLAYERS] == [None] * 4
    for player in phone.players_asked():
        phone.tap_count(player, 2)
    phone.open(f"{path}/corrections/{BIDS + 2}")
    assert {player: _count(phone, player) for player in PLAYERS} == entries[BIDS + 2]["bids"]


def _played(phone: Phone, rounds: int = 4) -> tuple[str, Course, list[dict[str, Any]]]:
    """Some rounds recorded quickly; the match's path, its course and its entries."""
    pen, chance = Pen(phone), Random(3)
    path, course = pen.new_match("ascenseur", PLAYERS), Course.of("ascenseur", PLAYERS)
    entries = []
    while len(course.rows) < rounds:
        entry = course.answer(chance).entry
        pen.record(path, course, entry)
        entries.append(entry)
    return path, course, entries


def _open_correction(phone: Phone, path: str, position: int) -> None:
    """From the sheet, by the round, to the form of one of its entries."""
    phone.open(f"{path}/sheet")
    phone.follow(phone.page.locator("th a[href$='/rounds/2']"))
    phone.follow(phone.page.locator(f'a[href$="/corrections/{position}"]'))


def _count(phone: Phone, player: str) -> int | None:
    """The count of a player that is chosen in the form that is open."""
    row = phone.page.locator(f'.field-counts [role=group][aria-label="{player}"]')
    chosen = row.locator("input:checked")
    return int(chosen.get_attribute("value") or "") if chosen.count() else None


def _rows(course: Course, entries: Sequence[dict[str, Any]]) -> list[Any]:
    played = play(course.setup.game, course.setup.table, entries)
    assert isinstance(played, ReplayedMatch)
    return list(played.rounds)


def _shows_before_and_after(phone: Phone, before: Mapping[str, int], after: Mapping[str, int]) -> None:
    table = phone.page.get_by_role("table").first
    assert table.locator("thead th").all_inner_texts()[1:] == ["avant", "après"]
    shown = {}
    for row in table.locator("tbody tr").all():
        totals = row.locator("td").all_inner_texts()
        shown[row.locator("th").inner_text()] = [number_of(total.split()[0]) for total in totals]
    assert shown == {side: [before[side], after[side]] for side in PLAYERS}
    assert before != after


def _keeps_both(history: Locator, *versions: str) -> None:
    """The first version and its correction, each with when and on which phone; the correction with who and why."""
    first, corrected = (_plain(text) for text in history.get_by_role("listitem").all_inner_texts())
    for text, version in ((first, versions[0]), (corrected, versions[1])):
        assert version in text
        assert MOMENT.search(text)
        assert "téléphone" in text
    assert "noté" in first
    assert "corrigé" in corrected
    assert "Dan" in corrected
    assert "Le pli de Dan avait été oublié" in corrected


def _spoken(counts: dict[str, int]) -> str:
    """Counts as the log tells them, in the order in which they were recorded."""
    told = [f"{player} {count}" for player, count in counts.items()]
    return ", ".join(told[:-1]) + " et " + told[-1]


def _plain(text: str) -> str:
    """With plain spaces and nothing else between the words."""
    return " ".join(text.split())


def test_the_set_up_is_corrected_by_touch_and_undone(phone: Phone) -> None:
    path, *_ = _played(phone, 2)
    phone.open(f"{path}/sheet")
    before = phone.sheet()
    phone.follow("Corriger les réglages")
    handle = phone.page.locator("[data-handle]").nth(0)
    handle.press("ArrowDown")
    assert phone.box("seat.0").input_value() == "Bob"
    assert phone.page.locator("input[name=dealer]:checked").get_attribute("value") == "1"  # the deal goes along
    phone.box("option.miss_points").fill("9")
    phone.send()
    assert "Ordre des places" in phone.page.locator("dl.brief").inner_text()
    phone.record()
    phone.until(lambda: phone.path == path)
    assert "Réglages corrigés" in phone.page.locator("main").inner_text()
    phone.tap(phone.page.locator("form[action$='/undo'] button"))
    phone.until(lambda: "les réglages de départ" in phone.page.locator("main").inner_text())
    phone.open(f"{path}/sheet")
    assert phone.sheet() == before
