"""What a match is played for, and what is asked, in words on its page."""

import pytest
from flask import Flask

from referee.games.registry import GAMES
from tests.web.table import FOUR, new_match, usual_table
from tests.web.visitor import Visitor


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("dame-de-pique", "On joue jusqu’à 100. Le plus petit total gagne."),
        ("pique", "On joue jusqu’à 500."),
        ("barbu", "Le plus petit total gagne."),
        ("president", ""),
    ],
)
def test_the_page_says_the_target_and_that_the_lowest_total_wins(app: Flask, game: str, words: str) -> None:
    page = new_match(Visitor(app), game, FOUR).page()
    assert " ".join(line.text() for line in page.document.all("p", class_="goal")) == words


def test_a_question_of_one_choice_asks_in_its_heading(app: Flask) -> None:
    page = new_match(Visitor(app), "bataille-corse", FOUR).page()
    assert [heading.text() for heading in page.document.all("h2")][0].replace("\u202f", " ") == "Qui a tout ramassé ?"


def test_presidencies_are_counted_in_words(app: Flask) -> None:
    match = new_match(Visitor(app), "president", FOUR)
    for order in (FOUR, FOUR[::-1], FOUR):
        match.record({"step": "finish", "order": list(order)})
    text = match.page_after({"step": "end"}).text.replace("\u202f", " ")
    assert "Ana gagne avec 2 titres de Président" in text


def test_a_question_asks_in_its_heading_on_the_page_and_on_the_table_view(app: Flask) -> None:
    """No deal is headed "La donne"; the table view says what the page asks."""
    visitor, faults = Visitor(app), []
    for game in GAMES:
        match = new_match(visitor, game, usual_table(game))
        heading = match.page().document.all("h2")[0].text()
        shown = match.page("/table").document.all(class_="now")[0].all("b")[0].text()
        if heading != shown or heading == "La donne":
            faults.append((game, heading, shown))
    assert faults == []


def test_a_box_to_tick_says_its_words_once(app: Flask) -> None:
    page = new_match(Visitor(app), "aluette", FOUR).page()
    boxes = [
        field
        for field in page.document.all("fieldset")
        if any(box.attributes["type"] == "checkbox" for box in field.all("input"))
    ]
    assert [field.text().split() for field in boxes] == [["Mordienne"]]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", ["toucher pour choisir la carte", "toucher pour choisir les cartes"]),
        ("en", ["tap to pick the card", "tap to pick the cards"]),
    ],
)
def test_a_card_that_nobody_holds_is_picked_not_shown(app: Flask, language: str, words: list[str]) -> None:
    page = new_match(Visitor(app, language), "cribbage", FOUR[:2]).page()
    sums = [small for small in page.document.all("small") if "data-shows-cards" in small.attributes]
    assert [small.text().strip() for small in sums] == words
