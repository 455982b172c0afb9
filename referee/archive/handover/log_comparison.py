"""The relation of two logs of one match: the same, one further than the other, or both went on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import takewhile

from referee.matches.log import Record
from referee.matches.log_mark import RECORD
from referee.matches.match_file import Setup


class Relation(Enum):
    """``NEW``: there is no such match here."""

    NEW = "new"
    SAME = "same"
    THEIRS_FURTHER = "theirs further"
    OURS_FURTHER = "ours further"
    BOTH = "both"


def relation(ours: tuple[Setup, Sequence[Record]], theirs: tuple[Setup, Sequence[Record]]) -> Relation:
    """The relation of their log to ours; author, moment and reason make no difference."""
    (our_setup, our_log), (their_setup, their_log) = ours, theirs
    if _table(our_setup) != _table(their_setup):
        return Relation.BOTH
    pairs = zip(our_log, their_log)
    common = sum(1 for _ in takewhile(lambda pair: RECORD(pair[0]) == RECORD(pair[1]), pairs))
    if common < min(len(our_log), len(their_log)):
        return Relation.BOTH
    if len(our_log) == len(their_log):
        return Relation.SAME
    return Relation.OURS_FURTHER if len(our_log) > len(their_log) else Relation.THEIRS_FURTHER


def _table(setup: Setup) -> tuple[object, ...]:
    table = setup.table
    return setup.game.id, table.players, table.sides, table.dealer, dict(setup.options), table.version
