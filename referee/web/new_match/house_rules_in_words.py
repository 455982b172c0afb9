"""The house rules on the page of a new match: those of the club's last match as a form sends them, and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.choices import Choice
from referee.answers.house_rules import Option, for_another_sitting, house_rules
from referee.answers.players import OfPlayers
from referee.game_definition.game import Game
from referee.words import Text, say, say_n


def typed_rules(game: Game, options: Mapping[str, Any], *, same_size: bool) -> Iterator[tuple[str, str]]:
    """The pairs that a form sends for these options; without those of one evening, and those that name players.

    ``same_size``: as many people play again; else a rule whose default depends on their number is left out.
    """
    lasting = for_another_sitting(game.options, options)
    for option in game.options:
        if option.id in lasting and _is_said(option) and (same_size or not callable(option.default)):
            name = f"option.{option.id}"
            yield f"{name}.shown", "1"
            yield name, typed_value(option, lasting[option.id])


def _is_said(option: Option) -> bool:
    return not isinstance(option.asks, OfPlayers)


def typed_value(option: Option, value: Any) -> str:
    """The value of a house rule as its input sends it; without those that name players."""
    if isinstance(value, bool):
        return "1" if value else ""
    return str(value) if value is not None or isinstance(option.asks, Choice) else ""


def rules_in_words(game: Game, chosen: Mapping[str, Any]) -> list[Text]:
    """The chosen rules that differ from the game's own, each in a few words; without those that name players."""
    return [
        _in_words(option, chosen[option.id])
        for option in game.options
        if option.id in chosen
        and _is_said(option)
        and (callable(option.default) or chosen[option.id] != option.default)
    ]


def lengths(game: Game, chosen: Mapping[str, Any]) -> dict[int, Text]:
    """How many deals a match has by these rules, by the number of people; empty where that is not fixed."""
    said = {}
    for people in game.people:
        seats = tuple(map(str, range(game.seating(people).seats)))
        rules, _ = house_rules(game.options, {id: chosen[id] for id in chosen if id in _lasting(game)}, seats)
        deals = game.ending(game.table(seats, rules)).deals
        if deals is not None:
            said[people] = say_n("à %(players)s : %(n)s donne", "à %(players)s : %(n)s donnes", deals, players=people)
    return said


def _lasting(game: Game) -> set[str]:
    return {option.id for option in game.options if _is_said(option)}


def _in_words(option: Option, value: Any) -> Text:
    if value is True:
        return option.label
    return say("%(rule)s : %(value)s", rule=option.label, value=option.asks.in_words(value))
