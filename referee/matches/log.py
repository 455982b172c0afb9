"""The log of a match: records are only appended; what stands is folded from them.

A record is an entry, or it amends the entry at an earlier position: with another entry (a correction) or
with none (a removal). An amendment never changes a record; it says what stands in its place. Records appended
together are one batch, named by the position of its first: a correction of a contract and of its result is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.play import Played, Refused, play, play_on
from referee.matches.matchfile import Setup

__all__ = [
    "Change", "Record", "Replay", "Standing", "Undo", "replay", "replay_on", "standing", "undoing", "with_changes",
]  # fmt: skip

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Record:
    """One record: its position from 0, the entry (None: a removal), and what it is to others.

    ``amends`` is the position it amends, ``batch`` its own batch, ``undoes`` the batch it takes back.
    """

    position: int
    entry: Entry | None
    amends: int | None = None
    batch: int | None = None
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Something to append: an entry in the place of ``amends`` (None: nothing in its place), or a new entry.

    ``ruling`` is what the desk ruled, for a note that keeps it; it is stored beside the entry and scores nothing.
    """

    entry: Entry | None
    amends: int | None = None
    ruling: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The changes that take the batch ``undoes`` back."""

    undoes: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry that stands: where it was first recorded and which records spoke of it, oldest first."""

    position: int
    entry: Entry
    spoken: tuple[int, ...]


def standing(log: Iterable[Record]) -> tuple[Standing, ...]:
    """The entries that stand after all amendments, in the order they were first recorded.

    >>> log = [Record(0, {"step": "note", "text": "a"}), Record(1, {"step": "end"}), Record(2, None, amends=1)]
    >>> [one.entry["step"] for one in standing(log)]
    ['note']
    """
    entries: dict[int, Entry | None] = {}
    spoken: dict[int, list[int]] = {}
    for record in log:
        root = record.position if record.amends is None else record.amends
        entries[root] = record.entry
        spoken.setdefault(root, []).append(record.position)
    return tuple(
        Standing(root, entry, tuple(spoken[root])) for root, entry in sorted(entries.items()) if entry is not None
    )


Replay = tuple[tuple[Standing, ...], Played | Refused]
"""The entries that stand, and what they come to."""


def replay(setup: Setup, log: Iterable[Record]) -> Replay:
    """Fold a log to where the match stands."""
    entries = standing(log)
    return entries, play(setup.game, setup.table, [one.entry for one in entries])


def replay_on(setup: Setup, stands: Sequence[Standing], played: Played, position: int, entry: Entry) -> Replay:
    """Fold one new entry, recorded at ``position``, onto where the match stands; the same as a whole replay."""
    added = Standing(position, entry, (position,))
    return (*stands, added), play_on(setup.game, played, len(stands), [entry])


def with_changes(log: Sequence[Record], changes: Iterable[Change]) -> tuple[Record, ...]:
    """The log as it would be with these changes appended."""
    start = len(log)
    added = (Record(start + index, one.entry, one.amends, start) for index, one in enumerate(changes))
    return (*log, *added)


def undoing(log: Sequence[Record]) -> Undo | None:
    """What takes the last batch back that was not taken back yet; None when nothing is left to undo.

    >>> log = [Record(0, {"step": "end"}, batch=0)]
    >>> undoing(log)
    Undo(undoes=0, changes=(Change(entry=None, amends=0, ruling=None),))
    """
    undone = {record.undoes for record in log}
    last = next((one for one in reversed(log) if one.undoes is None and one.batch not in undone), None)
    if last is None or last.batch is None:
        return None
    before = {one.position: one.entry for one in standing(log[: last.batch])}
    roots = {
        record.position if record.amends is None else record.amends: None
        for record in log
        if record.batch == last.batch
    }
    return Undo(last.batch, tuple(Change(before.get(root), root) for root in roots))
