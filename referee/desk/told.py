"""The facts of a question told back in words, each with its label: what was asked, in the log and on the sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.desk.facts import Fact, Facts
from referee.desk.question import DeskQuestion
from referee.words import Shown, Text, names, say

__all__ = ["fact_shown", "facts_told"]

OF_THE_TABLE = ("nothing", "players", "teams")
"""Kinds of fact that nobody tells: the table is what it is."""


def facts_told(question: DeskQuestion, facts: Facts) -> Iterator[tuple[Text, Shown]]:
    """Each fact that was told, with its label; what was left out is left out here too."""
    for fact in question.facts:
        value = facts.get(fact.key)
        left_out = value == () or (fact.optional and value == fact.default)
        if fact.kind not in OF_THE_TABLE and not left_out:
            yield fact.label, fact_shown(fact, value)


def fact_shown(fact: Any, value: Any) -> Shown:
    """The value of a fact as a player says it."""
    match fact.kind:
        case "plays" | "flips":
            return names(play.card if play.player is None else _pair(play.player, play.card) for play in value)
        case "bids":
            return names(_pair(one.player, _choice(fact, one.bid)) for one in value)
        case "choice":
            return _choice(fact, value)
        case "choices":
            return names(_choice(fact, one) for one in value)
        case "winners":
            return names(fact.void if winner is None else winner for winner in value)
        case "suit":
            return names([fact.nothing if value is None else value])
        case "yes-no":
            return say("oui") if value else say("non")
    return names(value if isinstance(value, tuple) else [value])


def _choice(fact: Fact, value: Any) -> Text:
    choices: tuple[tuple[Any, Text], ...] = fact.choices  # type: ignore[attr-defined]
    return next(words for id, words in choices if id == value)


def _pair(player: str, what: Shown) -> Text:
    return say("%(name)s %(value)s", name=player, value=what)
