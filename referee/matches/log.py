"""The log of a match: records are only appended; what stands is folded from them.

A record is an entry, or it amends the entry at an earlier position: with another entry (a correction) or
with none (a removal). An amendment never changes a record; it says what stands in its place. Records appended
together are one batch, named by the position of its first: a correction of a contract and of its result is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.matches.match_file import Setup
from referee.vocabulary.match_course import Played, Refused, play, play_on
from referee.vocabulary.table import clean_name

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

    @property
    def entry_position(self) -> int:
        """The position of the entry it speaks of: its own, or that of the one it amends."""
        return self.position if self.amends is None else self.amends


Log = tuple[Record, ...]


def records_of(rows: Iterable[Any]) -> Log:
    """The records of a log's rows, wherever these are stored."""
    return tuple(Record(row.position, row.entry, row.amends, row.batch, row.undoes) for row in rows)


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
class CurrentEntry:
    """An entry that stands: where it was first recorded and which records spoke of it, oldest first."""

    position: int
    entry: Entry
    spoken: tuple[int, ...]


def current_entries(log: Iterable[Record]) -> tuple[CurrentEntry, ...]:
    """The entries that stand after all amendments, in the order they were first recorded.

    >>> log = [Record(0, {"step": "note", "text": "a"}), Record(1, {"step": "end"}), Record(2, None, amends=1)]
    >>> [current.entry["step"] for current in current_entries(log)]
    ['note']
    """
    entries: dict[int, Entry | None] = {}
    spoken: dict[int, list[int]] = {}
    for record in log:
        entries[record.entry_position] = record.entry
        spoken.setdefault(record.entry_position, []).append(record.position)
    return tuple(
        CurrentEntry(position, entry, tuple(spoken[position]))
        for position, entry in sorted(entries.items())
        if entry is not None
    )


def stand_ins_of(current: Iterable[CurrentEntry]) -> tuple[str, ...]:
    """Everybody who ever plays somebody else's seat, in the order they came."""
    relays = (one.entry for one in current if one.entry["step"] == "relay")
    return tuple(dict.fromkeys(clean_name(relay["by"]) for relay in relays if relay["by"] is not None))


Replay = tuple[tuple[CurrentEntry, ...], Played | Refused]
"""The entries that stand, and what they come to."""


def replay(setup: Setup, log: Iterable[Record]) -> Replay:
    """Fold a log to where the match stands."""
    entries = current_entries(log)
    return entries, play(setup.game, setup.table, [current.entry for current in entries])


def replay_on(setup: Setup, stands: Sequence[CurrentEntry], played: Played, position: int, entry: Entry) -> Replay:
    """Fold one new entry, recorded at ``position``, onto where the match stands; the same as a whole replay."""
    added = CurrentEntry(position, entry, (position,))
    return (*stands, added), play_on(setup.game, played, len(stands), [entry])


def with_changes(log: Sequence[Record], changes: Iterable[Change]) -> tuple[Record, ...]:
    """The log as it would be with these changes appended."""
    start = len(log)
    added = (Record(start + index, change.entry, change.amends, start) for index, change in enumerate(changes))
    return (*log, *added)


def undoing(log: Sequence[Record]) -> Undo | None:
    """What takes the last batch back that was not taken back yet; None when nothing is left to undo.

    >>> log = [Record(0, {"step": "end"}, batch=0)]
    >>> undoing(log)
    Undo(undoes=0, changes=(Change(entry=None, amends=0, ruling=None),))
    """
    undone = {record.undoes for record in log}
    last = next((record for record in reversed(log) if record.undoes is None and record.batch not in undone), None)
    if last is None or last.batch is None:
        return None
    before = {current.position: current.entry for current in current_entries(log[: last.batch])}
    positions = dict.fromkeys(record.entry_position for record in log if record.batch == last.batch)
    return Undo(last.batch, tuple(Change(before.get(position), position) for position in positions))


def restoring(log: Sequence[Record]) -> tuple[Change, ...]:
    """What brings back what was taken back last; nothing unless that was the very last act.

    >>> log = [Record(0, {"step": "end"}, batch=0), Record(1, None, amends=0, batch=1, undoes=0)]
    >>> restoring(log)
    (Change(entry={'step': 'end'}, amends=0, ruling=None),)
    """
    if not log or log[-1].undoes is None:
        return ()
    batch = log[-1].batch
    before = {current.position: current.entry for current in current_entries(log[:batch])}
    positions = dict.fromkeys(record.entry_position for record in log if record.batch == batch)
    return tuple(Change(before.get(position), position) for position in positions)
