"""The house rules of a new match in words, and how long it is by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.house_rules import Option
from referee.game_definition.game import Game
from referee.web.new_match.house_rule_form_values import names_no_player
from referee.words import Text, say, say_n


def rules_in_words(game: Game, choices: Mapping[str, Any]) -> list[Text]:
    """The chosen rules that differ from the game's own, each in a few words; without those that name players."""
    return [
        _in_words(option, choices[option.id])
        for option in game.options
        if option.id in choices
        and names_no_player(option)
        and (callable(option.default) or choices[option.id] != option.default)
    ]


def lengths(game: Game, choices: Mapping[str, Any]) -> dict[int, Text]:
    """How many deals a match has by these rules, by the number of people; empty where that is not fixed."""
    said = {}
    for people in game.people:
        seats = tuple(map(str, range(game.seating(people).seats)))
        rules, _ = game.house_rules({id: choices[id] for id in choices if id in _lasting(game)}, seats)
        deals = game.ending(game.table(seats, rules)).deals
        if deals is not None:
            said[people] = say_n("à %(players)s : %(n)s donne", "à %(players)s : %(n)s donnes", deals, players=people)
    return said


def _lasting(game: Game) -> set[str]:
    return {option.id for option in game.options if names_no_player(option)}


def _in_words(option: Option, value: Any) -> Text:
    if value is True:
        return option.label
    return say("%(rule)s : %(value)s", rule=option.label, value=option.field.in_words(value))
