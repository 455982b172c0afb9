"""A log replayed batch by batch, as it had to be when it was recorded.

A batch costs what it changes. ``referee.matches.log.appended`` copies the log for every batch: 8,000 records would take
1.2 s of CPU instead of 0.2 s.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from referee.answers.violation import Violation
from referee.archive.club_archive.club_match import ClubMatch
from referee.archive.club_archive.json_object import JsonObject
from referee.archive.club_archive.work_budget import WorkBudget
from referee.archive.club_archive.zip_file import ArchiveRefused
from referee.game_definition.game import State
from referee.game_definition.match_course import (
    Checkpoint,
    ReplayedMatch,
    Transition,
    advance,
    opening,
    rows_of_entries,
)
from referee.game_definition.sheet import Round
from referee.matches.log import Change, Record, ReplayedLog
from referee.matches.match_file import Setup
from referee.words import Text, say

MOST_REPLAYED = 100_000, 20
"""Entries replayed at most for one match: so many, and so many times its log. A table that corrects much needs few."""


class RefusedEntry(Exception):
    """An entry that the rules refuse: its position and what it breaks."""

    def __init__(self, position: int, violations: Sequence[Violation]) -> None:
        super().__init__(position)
        self.position, self.violations = position, violations


@dataclass(slots=True)
class LogReplay:
    """A log replayed batch by batch: what stands, what each standing entry gave, and what each batch can take back."""

    setup: Setup
    budget: WorkBudget | None = None
    entries: dict[int, Any] = field(default_factory=dict)
    positions: list[int] = field(default_factory=list)
    after: list[Transition] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    replayed: int = 0
    _undoable: list[int] = field(default_factory=list)
    _stood: dict[int, dict[int, Any]] = field(default_factory=dict)

    @classmethod
    def behind(cls, log: ReplayedLog, budget: WorkBudget | None) -> LogReplay:
        """A replay that goes on where this log ends."""
        replay = cls(log.setup, budget)
        for record in log.log:
            replay._note(record)
        replay.positions = [current.position for current in log.current]
        rows = 0
        for point in log.played.course:
            replay.after.append(Transition(point.state, log.played.rounds[rows : point.rows]))
            rows = point.rows
        return replay

    def take(self, records: Sequence[Record]) -> None:
        """Take one batch: what changes from the first amended entry on is replayed; most batches only add one entry.

        :raises RefusedEntry: it could not have been recorded; nothing has changed.
        :raises TooMuchWork: the budget is spent; nothing has changed.
        """
        first = min(bisect_left(self.positions, record.entry_position) for record in records)
        changed = {record.entry_position: record.entry for record in records}
        state = self.after[first - 1].state if first else opening(self.setup.game, self.setup.table)
        positions, after = [], []
        for position in sorted({*self.positions[first:], *changed}):
            entry = changed[position] if position in changed else self.entries[position]
            if entry is not None:
                step = self._advanced(state, position, entry)
                state = step.state
                positions.append(position)
                after.append(step)
        self.positions[first:], self.after[first:] = positions, after
        for record in records:
            self._note(record)

    def takes_back_last(self, records: Sequence[Record]) -> bool:
        """Whether this batch takes back exactly the last one that was not taken back yet."""
        while self._undoable and self._undoable[-1] in self.undone:
            self._undoable.pop()
        if not self._undoable or records[0].undoes != self._undoable[-1]:
            return False
        stood = [Change(entry, position) for position, entry in self._stood[self._undoable[-1]].items()]
        return stood == [Change(record.entry, record.amends) for record in records]

    def played(self) -> ReplayedMatch:
        """What the entries that stand come to: each row of the sheet with the entries since the one before."""
        rounds: list[Round] = []
        course: list[Checkpoint] = []
        since = 0
        for number, step in enumerate(self.after, 1):
            rounds.extend(rows_of_entries(step.rows, range(since, number)))
            if step.rows:
                since = number
            course.append(Checkpoint(step.state, len(rounds)))
        state = self.after[-1].state if self.after else opening(self.setup.game, self.setup.table)
        return ReplayedMatch(state, tuple(rounds), tuple(course))

    def _advanced(self, state: State, position: int, entry: Any) -> Transition:
        if self.budget is not None:
            self.budget.spend()
        self.replayed += 1
        taken = advance(self.setup.game, state, entry)
        if isinstance(taken, list):
            raise RefusedEntry(position, taken)
        return taken

    def _note(self, record: Record) -> None:
        """Remember what stood in the place of this record, and that its entry stands now."""
        if record.undoes is not None:
            self.undone.add(record.undoes)
        elif record.batch is not None:
            if record.batch not in self._stood:
                self._undoable.append(record.batch)
            stood = self._stood.setdefault(record.batch, {})
            stood.setdefault(record.entry_position, None if record.amends is None else self.entries[record.amends])
        self.entries[record.entry_position] = record.entry


def archived_log(match: ClubMatch, file: JsonObject, budget: WorkBudget | None) -> ReplayedMatch:
    """What the log of an archive comes to, as if it had been played without corrections.

    :raises ArchiveRefused: a batch could not have been recorded, or all of it takes too much work.
    """
    replay = LogReplay(match.setup, budget)
    most = MOST_REPLAYED[0] + MOST_REPLAYED[1] * len(match.records)
    can_be_undone: dict[int, bool] = {}
    for (batch, undoes), group in groupby(match.records, lambda record: (record.batch, record.undoes)):
        records = list(group)
        if batch != records[0].position:
            raise file.wrong("batch")
        if undoes is not None and (can_be_undone.get(undoes) is not True or undoes in replay.undone):
            raise file.wrong("undoes")
        can_be_undone[batch] = undoes is None
        try:
            replay.take(records)
        except RefusedEntry as refused:
            raise refused_by_rules(match.title, refused.position, refused.violations) from None
        if replay.replayed > most:
            raise file.wrong("amends")
    return replay.played()


def refused_by_rules(title: Text, position: int | None, violations: Sequence[Violation]) -> ArchiveRefused:
    """The sentence that names the match, the entry, the rule and its article."""
    parts: dict[str, Any] = {"match": title, "message": violations[0].message, "article": violations[0].article}
    sentence = say("%(match)s : %(message)s (§ %(article)s)", **parts)
    if position is not None:
        sentence = say(
            "%(match)s ne se rejoue pas, entrée %(entry)s : %(message)s (§ %(article)s)", entry=position + 1, **parts
        )
    return ArchiveRefused(sentence, by_rules=True)
