"""What a match is played for, and what is asked, in words on its page."""

import pytest
from flask import Flask

from tests.web.table import FOUR, new_match
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
