"""House rules beside a question: accepted when some table of the game could play by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.desk.facts import Facts, impossible
from referee.games.game import Game
from referee.games.options import PlayerOption, PlayersOption, house_rules
from referee.games.table import HouseRules, clean_name, make_table
from referee.games.violation import Violation
from referee.words import say

__all__ = ["desk_rules"]


def desk_rules(game: Game, options: Any, facts: Facts) -> tuple[HouseRules, list[Violation]]:
    """Complete the options with the sheet's defaults, or say what no table could choose.

    A question seldom says how many people play, so a value fits if it fits one size of table. Names in
    options are players told with the facts; where none are told, anybody.
    """
    chosen = {} if options is None else options
    if not isinstance(chosen, dict):
        return {}, [impossible("options", say("Les options doivent être un objet."))]
    refused: list[Violation] = []
    for players in _tables(game, chosen, facts):
        rules, wrong = house_rules(game.options, chosen, players)
        wrong = wrong or list(game.seated(make_table(players, None, rules, game.in_teams)))
        if not wrong:
            return rules, []
        refused = refused or wrong
    return {}, [replace(violation, article="question.facts") for violation in refused]


def _tables(game: Game, chosen: Mapping[str, Any], facts: Facts) -> Iterator[tuple[str, ...]]:
    """The players told; or tables of every size, the largest first, of those the options name and strangers."""
    told = facts.get("players")
    if isinstance(told, tuple):
        yield told
        return
    named: list[str] = []
    for option in game.options:
        value = chosen.get(option.id)
        if isinstance(option, PlayerOption) and isinstance(value, str):
            named.append(clean_name(value))
        elif isinstance(option, PlayersOption) and isinstance(value, list):
            named.extend(clean_name(name) for name in value if isinstance(name, str))
    for size in reversed(game.players):
        strangers = (f"?{number}" for number in range(size + len(named)))
        yield tuple(dict.fromkeys((*named, *strangers)))[:size]
