"""Check the house rules of a desk question: they must be valid at some table of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from referee.answers.answer import Facts, fact_violation
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.words import say


def desk_rules(game: Game, options: Any, facts: Facts) -> tuple[HouseRules, list[Violation]]:
    """Complete the options with the printed rules; the violations are those of options that no table could choose.

    A question seldom gives the number of players, so a value is valid if it is valid at one size of table. Names in
    options are players of the facts, or any names where the facts have no players.
    """
    chosen = {} if options is None else options
    if not isinstance(chosen, dict):
        return HouseRules(), [fact_violation("options", say("Les options doivent être un objet."))]
    tables = list(_tables(game, chosen, facts))
    results = [game.house_rules(chosen, players) for players in tables]
    violations = [_widest(field, results) for field in _fields_refused_everywhere(results)]
    rules = replace(results[0][0], **{name: value for name in chosen for value in _accepted_values(name, results)})
    if not violations:
        violations = min((list(game.check_table(game.table(people, rules))) for people in tables), key=len)
    if violations:
        return HouseRules(), [_as_fact_violation(game, violation) for violation in violations]
    return rules, []


Result = tuple[HouseRules, list[Violation]]


def _fields_refused_everywhere(results: list[Result]) -> list[str | None]:
    """The fields refused at every size of table, in the order of the first one's violations."""
    fields = [[violation.field for violation in violations] for _, violations in results]
    return [field for field in fields[0] if all(field in other_fields for other_fields in fields)]


def _widest(field: str | None, results: list[Result]) -> Violation:
    """The violation of a field with the highest bound."""
    refusals = [violation for _, violations in results for violation in violations if violation.field == field]
    return max(refusals, key=lambda violation: int(str(dict(violation.message.params).get("high", 0))))


def _accepted_values(name: str, results: list[Result]) -> list[Any]:
    """The value of an option at the first table that may choose it, as a list of one; else an empty list."""
    field = f"options.{name}"
    return [
        getattr(rules, name) for rules, violations in results if all(refusal.field != field for refusal in violations)
    ][:1]


def _as_fact_violation(game: Game, violation: Violation) -> Violation:
    """A violation of house rules as one of the question, in which players are no field."""
    path = violation.field or ""
    if not path.startswith("options"):
        path = f"options.{game.dummy_seats.option}" if game.dummy_seats else "options"
    return replace(violation, article="question.facts", field=path)


def _tables(game: Game, choices: Mapping[str, Any], facts: Facts) -> Iterator[tuple[str, ...]]:
    """The players of the facts; else tables of each size, largest first, of the options' players and invented ones."""
    players = facts.get("players")
    if isinstance(players, tuple):
        yield players
        return
    people = [name for option in game.options for name in option.field.people(choices.get(option.id))]
    for size in reversed(game.players):
        strangers = (f"?{number}" for number in range(size + len(people)))
        yield tuple(dict.fromkeys((*people, *strangers)))[:size]
