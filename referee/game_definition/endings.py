"""When a match ends: at a total, after a number of deals, or by its position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.answers.house_rules import Tie
from referee.answers.table import Table
from referee.answers.violation import Violation
from referee.words import say


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: after ``deals`` or at ``target`` points, with ``beyond`` at more than these.

    ``at_once``: during a deal too. ``by_position``: the position may end it (``Game.ended``).
    """

    deals: int | None = None
    target: int | None = None
    tie: Tie = "shared"
    at_once: bool = False
    beyond: bool = False
    by_position: bool = False


def end_at_target(table: Table) -> Ending:
    """The end at the points of the option ``target``, with the option ``tie``."""
    return Ending(target=table.rules.target, tie=table.rules.tie)


def end_at_target_or_deals(table: Table) -> Ending:
    """The end at the points of the option ``target`` or after ``deals``, whichever comes first; one may be None."""
    return Ending(target=table.rules.target, deals=table.rules.deals, tie=table.rules.tie)


def needs_an_end(table: Table) -> Iterator[Violation]:
    """A match has a target or a number of deals (article match.options)."""
    if table.rules.target is None and table.rules.deals is None:
        message = say("Il faut un nombre de points à atteindre, ou un nombre de donnes.")
        yield Violation("match.options", "options.target", message)


def end_after_deals(table: Table) -> Ending:
    """The end after the number of deals of the option ``deals``, with the option ``tie``."""
    return Ending(deals=table.rules.deals, tie=table.rules.tie)
