"""House rules beside a question: what some table could choose is accepted, anything else is refused."""

from typing import Any

import pytest

from tests.desk.asking import answer, blamed

MISDEAL = {"offence": "misdeal"}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("ascenseur", {"top_rounds": 6}),
        ("ascenseur", {"max_cards": 8, "direction": "up", "not_equal": False}),
        ("ascenseur", {"max_cards": 17}),
        ("tarot-decale", {"bets": True, "call": True}),
        ("tarot-decale", {"bonuses": True}),
        ("tarot-decale", {"target": None}),
        ("tarot-decale", {"target": 1000}),
        ("famille-trefles", {"youngest": "Ana"}),
        ("famille-trefles", {"youngest": None}),
        ("aluette", {"petit_jean": ["Ana", "Bob"]}),
        ("aluette", {"petit_jean": []}),
        ("feuille-libre", {"title": "Belote", "best": "low"}),
    ],
)
def test_an_option_that_some_table_could_choose(game: str, options: dict[str, Any]) -> None:
    assert answer(game, "penalty", MISDEAL, options) == {"effect": "redeal"}


@pytest.mark.parametrize(
    ("game", "options", "fields"),
    [
        ("ascenseur", {"top_rounds": 7}, ["options.top_rounds"]),
        ("ascenseur", {"max_cards": 18}, ["options.max_cards"]),
        ("ascenseur", {"max_cards": 0}, ["options.max_cards"]),
        ("ascenseur", {"not_equal": 1}, ["options.not_equal"]),
        ("ascenseur", {"not_equal": None}, ["options.not_equal"]),
        ("ascenseur", {"direction": "sideways", "jokers": 2}, ["options.direction", "options.jokers"]),
        ("whistiti", {"target": True}, ["options.target"]),
        ("whistiti", {"target": 20.0}, ["options.target"]),
        ("whistiti", {"target": None}, ["options.target"]),
        ("whistiti", {"Target": 20}, ["options.Target"]),
        ("tarot-decale", {"call": True}, ["options.call"]),
        ("kems", {"false_kems": 1}, ["options.false_kems"]),
        ("kems", {"signal": "wink"}, ["options.signal"]),
        ("famille-trefles", {"youngest": 3}, ["options.youngest"]),
        ("huit-americain", {"joker_points": 30}, ["options.joker_points"]),
        ("feuille-libre", {"title": "x" * 41}, ["options.title"]),
    ],
)
def test_an_option_that_no_table_could_choose(game: str, options: dict[str, Any], fields: list[str]) -> None:
    assert sorted(map(str, blamed(game, "penalty", MISDEAL, options))) == fields


def test_names_in_options_are_players_told_with_the_facts() -> None:
    facts = {"players": ["Ana", "Bob", "Chloé", "Dan"], "winners": ["Ana"] * 9}
    assert answer("aluette", "deal-winner", facts, {"petit_jean": ["Dan"]})["player"] == "Ana"
    assert blamed("aluette", "deal-winner", facts, {"petit_jean": ["Eve"]}) == ["options.petit_jean"]
