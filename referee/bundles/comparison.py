"""The relation of two logs of one match: the same, one further than the other, or both went on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile

from referee.matches.log import Record, ReplayedLog
from referee.matches.log_mark import log_mark, replayed_values, setup_mark
from referee.matches.setup_correction import setup_columns


class RelationKind(Enum):
    """How the log there stands to the one here.

    ``NEW``: there is none here. ``SAME``: equal logs. ``FURTHER``: the log there continues the one here. ``BEHIND``:
    the log here continues the one there. ``BOTH``: they differ after what they have in common, or began with different
    set-ups.
    """

    NEW = "new"
    SAME = "same"
    FURTHER = "further"
    BEHIND = "behind"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Relation:
    """The relation of two logs; ``at``: the length that they have in common, never a part of a batch."""

    kind: RelationKind
    at: int = 0


def relation(here: ReplayedLog | None, there: ReplayedLog) -> Relation:
    """The relation of the log here to the one there: by their marks, then by their records.

    Author, moment and reason make no difference.
    """
    if here is None:
        return Relation(RelationKind.NEW)
    if here.mark == there.mark:
        return Relation(RelationKind.SAME, len(here.log))
    if setup_columns(here.first_setup) != setup_columns(there.first_setup):
        return Relation(RelationKind.BOTH)
    at = common_length(here.log, there.log)
    if at == len(here.log):
        return Relation(RelationKind.FURTHER, at)
    if at == len(there.log):
        return Relation(RelationKind.BEHIND, at)
    return Relation(RelationKind.BOTH, at)


def common_length(here: Sequence[Record], there: Sequence[Record]) -> int:
    """The length that two logs have in common; never a part of a batch."""
    pairs = zip(here, there, strict=False)
    same = sum(1 for _ in takewhile(lambda pair: replayed_values(pair[0]) == replayed_values(pair[1]), pairs))
    for further in (here[same:], there[same:]):
        if further and further[0].batch is not None and further[0].batch < same:
            same = further[0].batch
    return same


def mark_at(log: ReplayedLog, length: int) -> str:
    """The mark that a log had at this length."""
    if length == len(log.log):
        return log.mark
    return log_mark(setup_mark(**setup_columns(log.first_setup)), log.log[:length])
