"""A club's last house rules of a game come with its next match, in words, and one button takes the usual ones."""

from typing import Any

import pytest
from flask import Flask

from referee.answers.choices import Choice
from referee.answers.numbers import Number
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from tests.web.table import new_match, usual_table
from tests.web.visitor import Page, Visitor


def other_rules(game: Game) -> dict[str, str]:
    """The choices and numbers of a game, each with a value that is not the game's own, as a form says it."""
    others = {}
    for option in game.options:
        if isinstance(option.field, Choice):
            values = [value for value, _ in option.field.choices if value != option.default]
        elif isinstance(option.field, Number) and not callable(option.field.high):
            values = [value for value in (option.field.low, option.field.high) if value != option.default]
        else:
            continue
        if values and not callable(option.default):
            others[option.id] = str(values[-1])
    return others


FOUR = ("Ana", "Bob", "Chloé", "Dan")


def begun(page: Page, players: tuple[str, ...] = FOUR) -> dict[str, Any]:
    """The options of the match that the page starts for these players."""
    form = page.form("/new/" + page.path.rpartition("/")[2].partition("?")[0])
    for seat, name in enumerate(players):
        form.fill(f"seat.{seat}", name)
    answer = form.send()
    assert answer.status == 303, answer.text
    options = page.visitor.open(f"{answer.location}/export").response.get_json()["options"]
    assert isinstance(options, dict)
    return options


def said(page: Page) -> str:
    return " ".join(part.text() for part in page.document.all("p", class_="house"))


@pytest.mark.first_alone
@pytest.mark.parametrize("game", [game for game in GAMES if other_rules(GAMES[game])])
def test_the_rules_of_the_last_match_are_those_of_the_next(app: Flask, game: str) -> None:
    visitor, players, others = Visitor(app), usual_table(game), other_rules(GAMES[game])
    chosen = new_match(visitor, game, players, others).exported()["options"]
    assert {rule: str(chosen[rule]) for rule in others} == others
    page = visitor.open(f"/new/{game}")
    assert said(page)
    assert begun(page, players) == chosen


def test_they_are_said_and_the_usual_ones_are_one_tap_away(app: Flask) -> None:
    visitor = Visitor(app)
    page = visitor.open("/new/ascenseur")
    assert said(page) == ""
    assert "règles habituelles" in page.text
    new_match(visitor, "ascenseur", FOUR, {"trick_points": "10", "direction": "up"})
    page = visitor.open("/new/ascenseur")
    assert "Points d’un pli, annonce tenue : 10" in " ".join(said(page).split())
    assert "Sens de l’ascenseur : monte seulement" in " ".join(said(page).split())
    assert "règles habituelles" not in page.text
    form = page.form("/new/ascenseur")
    form.fill("seat.0", "Zoé")
    usual = form.send(("rules", "usual"))
    assert usual.status == 200
    assert said(usual) == ""
    assert "règles habituelles" in usual.text
    assert usual.form("/new/ascenseur").value("seat.0") == "Zoé"
    assert begun(usual) == {}


def test_a_rule_that_hangs_on_the_number_of_players_stays_with_that_number(app: Flask) -> None:
    visitor = Visitor(app)
    match = new_match(visitor, "ascenseur", FOUR[:3], {"max_cards": "17", "miss_points": "3"})
    assert match.exported()["options"] == {"miss_points": 3}  # 17 is the printed rule at three
    match = new_match(visitor, "ascenseur", FOUR[:3], {"max_cards": "12", "miss_points": "3"})
    again = visitor.open(f"/new/ascenseur?from={match.public_id}")
    assert begun(again, FOUR[:3]) == {"max_cards": 12, "miss_points": 3}
    assert begun(visitor.open("/new/ascenseur"), FOUR) == {"miss_points": 3}


def test_an_hour_that_was_agreed_on_is_of_one_evening(app: Flask) -> None:
    visitor = Visitor(app)
    new_match(visitor, "tarot-decale", FOUR, {"until": "23:00", "bets": "1"})
    assert begun(visitor.open("/new/tarot-decale")) == {"bets": True}


def test_another_club_has_rules_of_its_own(app: Flask) -> None:
    new_match(Visitor(app), "ascenseur", FOUR, {"trick_points": "10"})
    assert begun(Visitor(app).open("/new/ascenseur")) == {}


def test_how_long_it_will_be_goes_by_the_rules_that_stay(app: Flask) -> None:
    match = new_match(Visitor(app), rules={"direction": "up"})
    said = match.visitor.open("/new/ascenseur").document.all(class_="lengths")[0].text()
    assert said.split(" donnes")[:2] == ["à 3 : 17", " à 4 : 13"]
