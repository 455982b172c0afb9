"""The log of a match: records are only appended; what stands is folded from them.

A record is an entry, or it amends the entry at an earlier position: with another entry (a correction) or
with none (a removal). An amendment never changes a record; it says what stands in its place. Records appended
together are one batch, named by the position of its first: a correction of a contract and of its result is one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Any

from referee.answers.table import clean_name
from referee.game_definition.match_course import Refusal, ReplayedMatch, play, play_on, replayed_before
from referee.matches.log_mark import log_mark
from referee.matches.match_file import Setup

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
    relays = (record.entry for record in current if record.entry["step"] == "relay")
    return tuple(dict.fromkeys(clean_name(relay["by"]) for relay in relays if relay["by"] is not None))


@dataclass(frozen=True, slots=True)
class ReplayedLog:
    """A log with its mark, the entries that stand and what they come to."""

    setup: Setup
    log: Log
    mark: str
    current: tuple[CurrentEntry, ...]
    played: ReplayedMatch


Replay = tuple[tuple[CurrentEntry, ...], ReplayedMatch | Refusal]
"""The entries that stand, and what they come to."""


def replay(setup: Setup, log: Iterable[Record]) -> Replay:
    """Fold a log to where the match stands."""
    entries = current_entries(log)
    return entries, play(setup.game, setup.table, [current.entry for current in entries])


def replay_on(before: ReplayedLog, records: Sequence[Record]) -> Replay:
    """Fold records onto where a match stands, from the first entry they touch on; the same as a whole replay."""
    standing, first = list(before.current), len(before.current)
    for record in records:
        index = index_of(standing, record.entry_position)
        first = min(first, index)
        stood = standing[index : index + 1]
        if stood and stood[0].position != record.entry_position:
            stood = []
        if record.entry is None:
            del standing[index : index + len(stood)]
        else:
            earlier = stood[0].spoken if stood else _spoken(before.log, records, record)
            new = CurrentEntry(record.entry_position, record.entry, (*earlier, record.position))
            standing[index : index + len(stood)] = [new]
    game, table = before.setup.game, before.setup.table
    entries = [current.entry for current in standing[first:]]
    return tuple(standing), play_on(game, replayed_before(game, table, before.played, first), entries)


def replayed_log(setup: Setup, mark: str, log: Log) -> ReplayedLog | Refusal:
    """A whole log replayed; ``mark`` is of its set-up."""
    current, played = replay(setup, log)
    return played if isinstance(played, Refusal) else ReplayedLog(setup, log, log_mark(mark, log), current, played)


def appended(before: ReplayedLog, records: Sequence[Record]) -> ReplayedLog | Refusal:
    """The log with these records appended."""
    current, played = replay_on(before, records)
    if isinstance(played, Refusal):
        return played
    mark = log_mark(before.mark, records)
    return ReplayedLog(before.setup, (*before.log, *records), mark, current, played)


def index_of(standing: Sequence[CurrentEntry], position: int) -> int:
    """The index that the entry at a position of the log has among those that stand, or would have."""
    return bisect_left(standing, position, key=attrgetter("position"))


def _spoken(log: Log, records: Sequence[Record], last: Record) -> Iterator[int]:
    """The positions of the records that spoke of an entry which does not stand, before this one brings it back."""
    if last.amends is not None:
        for record in chain(log, records):
            if record.entry_position == last.amends and record.position < last.position:
                yield record.position


def entry_before(log: Sequence[Record], record: Record) -> Entry | None:
    """The entry in whose place a record put another or none; None for what is new, or stood no more."""
    if record.amends is None:
        return None
    return next(log[at].entry for at in range(record.position - 1, -1, -1) if log[at].entry_position == record.amends)


def with_changes(log: Sequence[Record], changes: Iterable[Change]) -> tuple[Record, ...]:
    """The log as it would be with these changes appended."""
    return (*log, *records_added(len(log), changes))


def records_added(start: int, changes: Iterable[Change], undoes: int | None = None) -> tuple[Record, ...]:
    """These changes as the records they are in a log that was so long."""
    return tuple(
        Record(start + index, change.entry, change.amends, start, undoes) for index, change in enumerate(changes)
    )


def undoing(log: Sequence[Record]) -> Undo | None:
    """What takes the last batch back that was not taken back yet; None when nothing is left to undo.

    >>> log = [Record(0, {"step": "end"}, batch=0)]
    >>> undoing(log)
    Undo(undoes=0, changes=(Change(entry=None, amends=0, ruling=None),))
    """
    undone = set()
    for last in reversed(log):
        if last.undoes is not None:
            undone.add(last.undoes)
        elif last.batch is not None and last.batch not in undone:
            return Undo(last.batch, _as_before(log, last.batch, last.position))
    return None


def restoring(log: Sequence[Record]) -> tuple[Change, ...]:
    """What brings back what was taken back last; nothing unless that was the very last act.

    >>> log = [Record(0, {"step": "end"}, batch=0), Record(1, None, amends=0, batch=1, undoes=0)]
    >>> restoring(log)
    (Change(entry={'step': 'end'}, amends=0, ruling=None),)
    """
    if not log or log[-1].undoes is None or log[-1].batch is None:
        return ()
    return _as_before(log, log[-1].batch, log[-1].position)


def _as_before(log: Sequence[Record], first: int, last: int) -> tuple[Change, ...]:
    """The changes that put back what stood before the records of a batch, from the first to the last of them."""
    stood: dict[int, Entry | None] = {}
    for record in log[first : last + 1]:
        if record.entry_position not in stood:
            stood[record.entry_position] = entry_before(log, record)
    return tuple(Change(entry, position) for position, entry in stood.items())
