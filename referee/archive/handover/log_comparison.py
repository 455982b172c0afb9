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
    """``NEW``: there is no such match here."""

    NEW = "new"
    SAME = "same"
    THEIRS_FURTHER = "theirs further"
    OURS_FURTHER = "ours further"
    BOTH = "both"


def relation(ours: tuple[Setup, Sequence[Record]], theirs: tuple[Setup, Sequence[Record]]) -> Relation:
    """The relation of their log to ours; author, moment and reason make no difference."""
    (_, our_log), (_, their_log) = ours, theirs
    if _first_table(*ours) != _first_table(*theirs):
        return Relation.BOTH
    pairs = zip(our_log, their_log)
    common = sum(1 for _ in takewhile(lambda pair: RECORD(pair[0]) == RECORD(pair[1]), pairs))
    if common < min(len(our_log), len(their_log)):
        return Relation.BOTH
    if len(our_log) == len(their_log):
        return Relation.SAME
    return Relation.OURS_FURTHER if len(our_log) > len(their_log) else Relation.THEIRS_FURTHER


def _first_table(setup: Setup, log: Sequence[Record]) -> tuple[object, ...]:
    """The table that a match began with; ``setup``: the one in force."""
    first = first_setup(setup, (record.entry for record in log))
    table = first.table
    return first.game.id, table.players, table.sides, table.dealer, dict(first.options), table.version
