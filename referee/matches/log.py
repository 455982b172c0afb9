"""The log of a match: records are only appended; the current entries are folded from them.

A record is an entry, or it amends the entry at an earlier position with another entry (a correction) or none (a
removal). A new entry stands behind all others, or before the current entry that it names: a deal that was forgotten.
Records appended together are a batch, identified by the position of its first record: the correction of a contract and
of its result is one batch. An entry of the step ``setup`` corrects the set-up of the whole match and is no current
entry (``setup_correction``).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.game_definition.match_course import Refusal, ReplayedMatch, opening, play, play_on, replayed_before
from referee.matches.log_mark import log_mark
from referee.matches.match_file import Setup
from referee.matches.setup_correction import corrected_setup, is_setup, replaces_people, setup_violations
from referee.words import say

Entry = Mapping[str, Any]
UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""The moment of a record that was read without its author."""

LONGEST = 20_000
"""Most records of a log that a keeper may lengthen."""
LONGEST_WITH_UNDOS = LONGEST + 1_000
"""Most records of a log whose last batches are undone: a full log can be undone."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its position from 0, its entry (None: a removal), and its author.

    ``amends``: the position it amends; ``batch``: its own batch; ``undoes``: the batch that it undoes; ``before``: the
    position of the entry that a new one stands before, None: it stands behind all others. The author is read on demand
    and changes neither score nor equality: a ``reason``, the ``person``, the ``device`` by its number in the database
    or bundle that the record is of, the desk's ``ruling`` in a note, the moment.
    """

    position: int
    entry: Entry | None
    amends: int | None = None
    batch: int | None = None
    undoes: int | None = None
    reason: str = field(default="", compare=False)
    person: str = field(default="", compare=False)
    device: int | None = field(default=None, compare=False)
    ruling: Mapping[str, Any] | None = field(default=None, compare=False)
    recorded_at: datetime = field(default=UNKNOWN, compare=False)
    before: int | None = None

    @property
    def entry_position(self) -> int:
        """The position of the entry it concerns: its own, or the one that it amends."""
        return self.position if self.amends is None else self.amends


Log = tuple[Record, ...]


def records_of(rows: Iterable[Any]) -> Log:
    """The records of stored rows, without their authors."""
    return tuple(Record(row.position, row.entry, row.amends, row.batch, row.undoes, before=row.before) for row in rows)


@dataclass(frozen=True, slots=True)
class Change:
    """A record to append: a new entry, or with ``amends`` a correction (entry None: a removal).

    ``ruling``: the desk's ruling in a note; it is stored beside the entry and scores nothing. ``before``: the position
    of the current entry that a new one stands before.
    """

    entry: Entry | None
    amends: int | None = None
    ruling: Mapping[str, Any] | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The changes that undo the batch ``undoes``."""

    undoes: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class CurrentEntry:
    """An entry after all amendments: its first position, and the positions of its records, oldest first.

    An amendment that only follows a person replaced by another is no correction, and not among these.
    """

    position: int
    entry: Entry
    record_positions: tuple[int, ...]


def current_entries(log: Sequence[Record]) -> tuple[CurrentEntry, ...]:
    """The entries after all amendments, in the order in which they stand, without corrections of the set-up.

    >>> log = [Record(0, {"step": "note", "text": "a"}), Record(1, {"step": "end"}), Record(2, None, amends=1)]
    >>> [current.entry["step"] for current in current_entries(log)]
    ['note']
    """
    positions: dict[int, list[int]] = {}
    entries: dict[int, Entry | None] = {}
    renaming = renaming_batches(log)
    for record in log:
        entries[record.entry_position] = record.entry
        if record.batch not in renaming or record.amends is None:
            positions.setdefault(record.entry_position, []).append(record.position)
    rank = _rank(log)
    return tuple(
        CurrentEntry(position, entry, tuple(positions[position]))
        for position, entry in sorted(entries.items(), key=lambda item: rank(item[0]))
        if entry is not None and not is_setup(entry)
    )


def renaming_batches(log: Iterable[Record]) -> set[int | None]:
    """The batches that replace a person by another, or undo that: their amendments correct no entry."""
    corrections: set[int] = set()
    batches: set[int | None] = set()
    for record in log:
        if replaces_people(record.entry) or record.amends in corrections:
            corrections.add(record.entry_position)
            batches.add(record.batch)
    return batches


def _rank(log: Iterable[Record]) -> Callable[[int], int]:
    """The function from the position of an entry to its rank among all entries of the log, removed ones included.

    An entry stands before the one that it names, behind those that were recorded before that one earlier.
    """
    inserted: dict[int, list[int]] = {}
    behind_all = []
    for record in log:
        if record.before is not None:
            inserted.setdefault(record.before, []).append(record.position)
        elif record.amends is None:
            behind_all.append(record.position)
    if not inserted:
        return int
    order: list[int] = []
    for position in behind_all:
        pending = [position]
        while pending:
            pending.extend(reversed(inserted.pop(pending[-1], ())))
            if pending[-1] not in inserted:
                order.append(pending.pop())
    ranks = {position: rank for rank, position in enumerate(order)}
    return lambda position: ranks.get(position, position)


def insertion_violations(records: Iterable[Record], before: Iterable[Record] = ()) -> list[Violation]:
    """Why one of these records, which follow those ``before``, cannot stand before the entry that it names."""
    records = list(records)
    if all(record.before is None for record in records):
        return []
    standing = {record.entry_position: record.entry for record in before}
    for record in records:
        if record.before is not None:
            is_entry = record.amends is None and record.entry is not None and not is_setup(record.entry)
            named = standing.get(record.before)
            if not is_entry or named is None or is_setup(named):
                return [Violation("match.step", "before", NOT_CURRENT)]
        standing[record.entry_position] = record.entry
    return []


NOT_CURRENT = say("On n'insère que devant une saisie qui est encore sur la feuille.")


def setup_in_force(first: Setup, log: Iterable[Record]) -> Setup | list[Violation]:
    """The set-up after all corrections of ``first``, with which the match began."""
    corrections: dict[int, Entry | None] = {}
    for record in log:
        corrections[record.entry_position] = record.entry if is_setup(record.entry) else None
    standing = [entry for _, entry in sorted(corrections.items()) if entry is not None]
    return corrected_setup(first, standing[-1]) if standing else first


def concerns_setup(log: Iterable[Record], records: Sequence[Record]) -> bool:
    """Whether one of these records, which follow ``log``, corrects the set-up, or changes such a correction.

    The log is read only where a record amends: another costs the same after 10 records and after 10,000.
    """
    if any(is_setup(record.entry) for record in records):
        return True
    amended = {record.amends for record in records if record.amends is not None}
    if not amended:
        return False
    return any(record.entry_position in amended and is_setup(record.entry) for record in log)


def stand_ins_of(current: Iterable[CurrentEntry]) -> tuple[str, ...]:
    """All stand-ins, in the order of their relays."""
    relays = (record.entry for record in current if record.entry["step"] == "relay")
    return tuple(dict.fromkeys(clean_name(relay["by"]) for relay in relays if relay["by"] is not None))


@dataclass(frozen=True, slots=True)
class ReplayedLog:
    """A log with its mark, its current entries and the replayed match.

    ``first_setup``: the set-up with which the match began; ``setup``: the one in force.
    """

    first_setup: Setup
    setup: Setup
    log: Log
    mark: str
    current: tuple[CurrentEntry, ...]
    replay: ReplayedMatch


ReplayResult = tuple[Setup, tuple[CurrentEntry, ...], ReplayedMatch | Refusal]
"""The set-up in force, the current entries, and the replayed match."""


def replay(first_setup: Setup, log: Sequence[Record]) -> ReplayResult:
    """Fold a log and replay its current entries under the set-up in force."""
    violations = insertion_violations(log)
    setup = violations or setup_in_force(first_setup, log)
    if not isinstance(setup, Setup):
        state = opening(first_setup.game, first_setup.table)
        return first_setup, (), Refusal(0, tuple(setup), state)
    current = current_entries(log)
    return setup, current, play(setup.game, setup.table, [entry.entry for entry in current])


def replay_on(before: ReplayedLog, records: Sequence[Record]) -> ReplayResult:
    """Fold these records after those of ``before`` and replay from the first entry that they change.

    The result equals that of a whole replay.
    """
    violations = insertion_violations(records, before.log)
    if violations:
        return before.setup, before.current, Refusal(len(before.current), tuple(violations), before.replay.state)
    if concerns_setup(before.log, records):
        return _replay_with_setup(before, records)
    rank = _rank_with(before, records)
    current, first = list(before.current), len(before.current)
    for record in records:
        index = index_of(current, record.entry_position, rank)
        first = min(first, index)
        previous = current[index : index + 1]
        if previous and previous[0].position != record.entry_position:
            previous = []
        if record.entry is None:
            del current[index : index + len(previous)]
        else:
            positions = previous[0].record_positions if previous else _record_positions(before.log, records, record)
            current_entry = CurrentEntry(record.entry_position, record.entry, (*positions, record.position))
            current[index : index + len(previous)] = [current_entry]
    game, table = before.setup.game, before.setup.table
    entries = [entry.entry for entry in current[first:]]
    return before.setup, tuple(current), play_on(game, replayed_before(game, table, before.replay, first), entries)


def first_changed(before: ReplayedLog, records: Sequence[Record]) -> int:
    """The index of the first current entry that these records change, or stand before."""
    rank = _rank_with(before, records)
    return min(index_of(before.current, record.entry_position, rank) for record in records)


def _rank_with(before: ReplayedLog, records: Sequence[Record]) -> Callable[[int], int]:
    """The rank of each entry with these records.

    The log is only read where one of them amends or is inserted: another position is behind all others.
    """
    if all(record.amends is None and record.before is None for record in records):
        return int
    return _rank(chain(before.log, records))


def _replay_with_setup(before: ReplayedLog, records: Sequence[Record]) -> ReplayResult:
    """Append records among which one concerns the set-up: the whole match is replayed."""
    setup: Setup | list[Violation] = before.setup
    for record in records:
        if isinstance(setup, Setup) and record.amends is None and record.entry is not None and is_setup(record.entry):
            setup = setup_violations(setup, record.entry) or corrected_setup(setup, record.entry)
    if not isinstance(setup, Setup):
        return before.setup, before.current, Refusal(len(before.current), tuple(setup), before.replay.state)
    return replay(before.first_setup, (*before.log, *records))


def replayed_log(first_setup: Setup, mark: str, log: Log) -> ReplayedLog | Refusal:
    """Replay a whole log; ``mark`` is that of the set-up with which it began."""
    setup, current, outcome = replay(first_setup, log)
    if isinstance(outcome, Refusal):
        return outcome
    return ReplayedLog(first_setup, setup, log, log_mark(mark, log), current, outcome)


def replay_with(before: ReplayedLog, records: Sequence[Record]) -> ReplayedLog | Refusal:
    """The replayed log with these records appended and its new mark; the refusal where they do not replay."""
    setup, current, outcome = replay_on(before, records)
    if isinstance(outcome, Refusal):
        return outcome
    mark = log_mark(before.mark, records)
    return ReplayedLog(before.first_setup, setup, (*before.log, *records), mark, current, outcome)


def is_too_long(log: Log, first: int) -> bool:
    """Whether the records from ``first`` on make a log longer than it may be: undos alone follow its longest length."""
    beyond = log[max(first, LONGEST) :]
    return len(log) > LONGEST_WITH_UNDOS or any(record.undoes is None for record in beyond)


def index_of(current: Sequence[CurrentEntry], position: int, rank: Callable[[int], int]) -> int:
    """The index of a position of the log among the current entries, or where it would be inserted."""
    return bisect_left(current, rank(position), key=lambda entry: rank(entry.position))


def _record_positions(log: Log, records: Sequence[Record], last: Record) -> Iterator[int]:
    """The positions of the records of a removed entry before the one that restores it."""
    if last.amends is not None:
        renaming = renaming_batches(chain(log, records))
        for record in chain(log, records):
            is_one = record.amends is None or record.batch not in renaming
            if is_one and record.entry_position == last.amends and record.position < last.position:
                yield record.position


def with_changes(log: Sequence[Record], changes: Iterable[Change]) -> tuple[Record, ...]:
    """The log with these changes appended."""
    return (*log, *new_records(len(log), changes))


def new_records(start: int, changes: Iterable[Change], undoes: int | None = None) -> tuple[Record, ...]:
    """The records of one batch of changes to a log of length ``start``."""
    return tuple(
        Record(start + index, change.entry, change.amends, start, undoes, ruling=change.ruling, before=change.before)
        for index, change in enumerate(changes)
    )


def undoing(log: Sequence[Record]) -> Undo | None:
    """The undo of the last batch that is not undone; None without one.

    >>> log = [Record(0, {"step": "end"}, batch=0)]
    >>> undoing(log)
    Undo(undoes=0, changes=(Change(entry=None, amends=0, ruling=None, before=None),))
    """
    undone = set()
    for last in reversed(log):
        if last.undoes is not None:
            undone.add(last.undoes)
        elif last.batch is not None and last.batch not in undone:
            return Undo(last.batch, _reverting_changes(log, last.batch, last.position))
    return None


def restoring(log: Sequence[Record]) -> tuple[Change, ...]:
    """The changes that redo the last undo; none unless that undo is the last batch.

    >>> log = [Record(0, {"step": "end"}, batch=0), Record(1, None, amends=0, batch=1, undoes=0)]
    >>> restoring(log)
    (Change(entry={'step': 'end'}, amends=0, ruling=None, before=None),)
    """
    if not log or log[-1].undoes is None or log[-1].batch is None:
        return ()
    return _reverting_changes(log, log[-1].batch, log[-1].position)


def _reverting_changes(log: Sequence[Record], first: int, last: int) -> tuple[Change, ...]:
    """The changes that revert the records ``first`` to ``last`` of a batch."""
    before = {record.entry_position: record.entry for record in log[:first]}
    positions = dict.fromkeys(record.entry_position for record in log[first : last + 1])
    return tuple(Change(before.get(position), position) for position in positions)
