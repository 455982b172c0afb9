"""House rules beside a question: accepted when some table of the game could play by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.answers.answer import Facts, fact_violation
from referee.answers.house_rules import house_rules
from referee.answers.table import HouseRules, make_table
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.words import say


def desk_rules(game: Game, options: Any, facts: Facts) -> tuple[HouseRules, list[Violation]]:
    """Complete the options with the sheet's defaults, or say what no table could choose.

    A question seldom says how many people play, so each value fits if it fits one size of table. Names in
    options are players told with the facts; where none are told, anybody.
    """
    chosen = {} if options is None else options
    if not isinstance(chosen, dict):
        return {}, [fact_violation("options", say("Les options doivent être un objet."))]
    tables = list(_tables(game, chosen, facts))
    tried = [house_rules(game.options, chosen, players) for players in tables]
    wrong = [_widest(field, tried) for field in _refused_everywhere(tried)]
    rules = {**tried[0][0], **{name: value for name in chosen for value in _accepted(name, tried)}}
    if not wrong:
        wrong = min(
            (list(game.check_table(make_table(people, None, rules, game.in_teams))) for people in tables), key=len
        )
    return ({}, [_of_the_facts(game, fault) for fault in wrong]) if wrong else (rules, [])


Tried = tuple[HouseRules, list[Violation]]


def _refused_everywhere(tried: list[Tried]) -> list[str | None]:
    """The options that no size of table could choose, in the order of the first refusal."""
    fields = [[fault.field for fault in wrong] for _, wrong in tried]
    return [field for field in fields[0] if all(field in others for others in fields)]


def _widest(field: str | None, tried: list[Tried]) -> Violation:
    """The refusal of an option that names its widest range."""
    faults = [fault for _, wrong in tried for fault in wrong if fault.field == field]
    return max(faults, key=lambda fault: int(str(dict(fault.message.params).get("high", 0))))


def _accepted(name: str, tried: list[Tried]) -> list[Any]:
    """The value of an option at the first table that may choose it."""
    values = [rules[name] for rules, wrong in tried if f"options.{name}" not in [fault.field for fault in wrong]]
    return values[:1]


def _of_the_facts(game: Game, fault: Violation) -> Violation:
    """A fault of house rules as a fault of the question; who sits there stands in no field of it."""
    path = fault.field or ""
    if not path.startswith("options"):
        path = f"options.{game.dummy_seats.option}" if game.dummy_seats else "options"
    return replace(fault, article="question.facts", field=path)


def _tables(game: Game, chosen: Mapping[str, Any], facts: Facts) -> Iterator[tuple[str, ...]]:
    """The players told; or tables of every size, the largest first, of those the options name and strangers."""
    players = facts.get("players")
    if isinstance(players, tuple):
        yield players
        return
    named = [name for option in game.options for name in option.asks.people(chosen.get(option.id))]
    for size in reversed(game.players):
        strangers = (f"?{number}" for number in range(size + len(named)))
        yield tuple(dict.fromkeys((*named, *strangers)))[:size]
