"""Who stands in, who joins, who leaves: found on the page of the match, tapped and typed, with scripts and without."""

from typing import Any

import pytest

from referee.game_definition.game import Question
from tests.browser.answering import tap_answer
from tests.browser.conftest import NewPhone
from tests.browser.course import Course, GivenAnswer
from tests.browser.pen import Pen
from tests.browser.phone import Phone

PLAYERS = ("Ana", "Bob", "Chloé")
COURSE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {"step": "points", "points": {"Ana": 12, "Bob": 5, "Chloé": -8}}),
    ("Quelqu’un arrive", {"step": "joins", "player": "Zoé", "points": -3}),
    ("Remplacer un joueur", {"step": "relay", "player": "Zoé", "by": "Yann"}),
    ("Quelqu’un s’en va", {"step": "leaves", "player": "Bob"}),
    ("", {"step": "points", "points": {"Ana": 1, "Chloé": 2, "Zoé": 3}}),
    ("Remplacer un joueur", {"step": "relay", "player": "Zoé", "by": None}),
    ("Quelqu’un arrive", {"step": "joins", "player": "Bob"}),
)


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False])
def test_people_come_and_go_by_tapping_and_stand_on_the_sheet(new_phone: NewPhone, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    path, course = phone.new_match("feuille-libre", PLAYERS), Course.of("feuille-libre", PLAYERS)
    for link, entry in COURSE:
        if link:
            phone.from_menu(link)
        asked: Question = next(question for question in course.open_questions if question.step == entry["step"])
        if entry["step"] == "leaves":
            phone.follow(phone.page.locator(".ask").get_by_role("button", name=entry["player"]))
        else:
            if entry["step"] == "joins":
                phone.page.locator(".ask input[name=player]").fill(entry["player"])
                phone.page.locator(".ask input[name=points]").fill(str(entry.get("points", "")))
            else:
                tap_answer(phone, GivenAnswer(asked, asked.ways[0], entry))
            if scripts:
                before = phone.form_state()
                phone.reload()
                phone.await_typed(before)
            phone.record()
        assert phone.path == path, phone.page.locator(".why:visible").all_inner_texts()
        course.take(entry)
    assert Pen(phone).exported(path)["entries"] == [entry for _, entry in COURSE]
    assert phone.totals() == dict(course.state.totals) == {"Ana": 13, "Bob": 5, "Chloé": -6, "Zoé": 0}


@pytest.mark.thorough
def test_what_was_typed_for_a_deal_outlives_a_stand_in(phone: Phone) -> None:
    path = phone.new_match("feuille-libre", PLAYERS)
    phone.box("points.0").fill("7")
    phone.from_menu("Remplacer un joueur")
    phone.tap(phone.chip("player", "Ana"))
    phone.box("by").fill("Zoé")
    phone.record()
    assert phone.path == path
    assert phone.box("points.0").input_value() == "7"


@pytest.mark.thorough
def test_who_plays_for_somebody_is_asked_by_name_and_stands_in_the_result_and_its_picture(phone: Phone) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    course = Course.of("ascenseur", PLAYERS)
    speaker = "Bob"
    Pen(phone).record(path, course, {"step": "relay", "player": speaker, "by": "Zoé"})
    phone.open(path)
    assert phone.page.locator(".asked").inner_text() == f"Zoé (pour {speaker}) annonce\u202f?"
    assert phone.page.locator("button.go").inner_text() == f"À Zoé (pour {speaker}) d’annoncer"
    for entry in (
        {"step": "bids", "bids": {"Bob": 0, "Chloé": 0, "Ana": 0}},
        {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, "Ana": 0}},
    ):
        Pen(phone).record(path, course, entry)
    Pen(phone).record(path, course, {"step": "end"})
    phone.open(path)
    assert f"Zoé a joué pour {speaker}." in phone.page.locator(".told-of").inner_text()
    picture = phone.page.request.get(f"{phone.url}{path}/result.svg").text()
    assert f"Zoé a joué pour {speaker}." in picture


@pytest.mark.thorough
def test_who_comes_is_a_seat_and_a_name_to_tap_and_who_is_back_one_tap(phone: Phone) -> None:
    phone.new_match("feuille-libre", ("Gaël", "Hugo"))
    path = phone.new_match("feuille-libre", PLAYERS)
    phone.open(f"{path}/steps/relay")
    before, names = phone.taps, phone.page.locator("[data-names]")
    phone.tap(phone.chip("player", "Bob"))
    phone.tap(names.get_by_text("Gaël"))
    phone.tap(names.get_by_text("Hugo"))
    assert names.locator("[aria-pressed=true]").all_inner_texts() == ["Hugo"]
    phone.record()
    assert phone.taps - before == 4  # one of them to change one's mind
    phone.open(f"{path}/steps/relay")
    phone.tap(names.get_by_text("Gaël"))
    phone.tap(phone.chip("by.nothing", "-"))
    assert phone.box("by").input_value() == ""
    before = phone.taps
    phone.follow("Bob est de retour")
    assert phone.taps - before == 1
    entries = Pen(phone).exported(path)["entries"]
    assert [(entry["player"], entry["by"]) for entry in entries] == [("Bob", "Hugo"), ("Bob", None)]


@pytest.mark.thorough
def test_the_button_is_quiet_until_somebody_is_named(phone: Phone) -> None:
    path = phone.new_match("feuille-libre", PLAYERS)
    button = phone.page.locator(".ask button.go")
    phone.open(f"{path}/steps/joins")
    assert button.inner_text().replace("\u202f", " ") == "Qui arrive ?"
    phone.box("player").fill("Zoé")
    assert button.inner_text() == "Confirmer"
    phone.record()
    phone.open(f"{path}/steps/relay")
    phone.tap(phone.chip("player", "Ana"))
    assert button.inner_text().replace("\u202f", " ") == "Qui joue ?"
    phone.box("by").fill("Gus")
    phone.record()
    phone.open(f"{path}/steps/relay")
    phone.tap(phone.chip("player", "Ana"))
    phone.tap(phone.chip("by.nothing", "-"))
    assert button.inner_text() == "Confirmer"
