"""House rules as the form of a new match sends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.choices import Choice
from referee.answers.house_rules import Option, for_another_sitting
from referee.answers.players import OfPlayers
from referee.game_definition.game import Game


def typed_rules(game: Game, options: Mapping[str, Any], *, same_size: bool) -> Iterator[tuple[str, str]]:
    """The pairs that a form sends for these options; without those of one evening, and those that name players.

    ``same_size``: as many people play again; else a rule whose default depends on their number is left out.
    """
    lasting = for_another_sitting(game.options, options)
    for option in game.options:
        if option.id in lasting and names_no_player(option) and (same_size or not callable(option.default)):
            name = f"option.{option.id}"
            yield f"{name}.shown", "1"
            yield name, typed_value(option, lasting[option.id])


def names_no_player(option: Option) -> bool:
    return not isinstance(option.field, OfPlayers)


def typed_value(option: Option, value: Any) -> str:
    """The value of a house rule as its input sends it; without those that name players."""
    if isinstance(value, bool):
        return "1" if value else ""
    return str(value) if value is not None or isinstance(option.field, Choice) else ""
