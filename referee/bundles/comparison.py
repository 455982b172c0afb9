"""The relation of two logs of one match: the same, one further than the other, or both went on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import takewhile

from referee.matches.log import Record
from referee.matches.log_mark import RECORD
from referee.matches.match_file import Setup
from referee.matches.setup_correction import first_setup


class Relation(Enum):
    """How the log of the arrival stands to the one here.

    ``NEW``: no such match is here. ``SAME``: equal logs. ``ARRIVAL_FURTHER``, ``HERE_FURTHER``: that one continues the
    other. ``BOTH``: they differ after what they have in common, or began with different set-ups.
    """

    NEW = "new"
    SAME = "same"
    ARRIVAL_FURTHER = "arrival further"
    HERE_FURTHER = "here further"
    BOTH = "both"


def relation(here: tuple[Setup, Sequence[Record]], arrival: tuple[Setup, Sequence[Record]]) -> Relation:
    """The relation of two logs, each with the set-up in force; author, moment and reason make no difference."""
    (_, log_here), (_, arrived_log) = here, arrival
    if _first_setup(*here) != _first_setup(*arrival):
        return Relation.BOTH
    pairs = zip(log_here, arrived_log)
    common = sum(1 for _ in takewhile(lambda pair: RECORD(pair[0]) == RECORD(pair[1]), pairs))
    if common < min(len(log_here), len(arrived_log)):
        return Relation.BOTH
    if len(log_here) == len(arrived_log):
        return Relation.SAME
    return Relation.HERE_FURTHER if len(log_here) > len(arrived_log) else Relation.ARRIVAL_FURTHER


def _first_setup(setup: Setup, log: Sequence[Record]) -> tuple[object, ...]:
    """The set-up that a match began with, as values to compare; ``setup``: the one in force."""
    first = first_setup(setup, (record.entry for record in log))
    table = first.table
    return first.game.id, table.players, table.sides, table.dealer, dict(first.options), table.version
