"""A log replayed batch by batch, as it had to be when it was recorded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from referee.archive.club_match import ClubMatch
from referee.archive.json_object import JsonObject
from referee.archive.zip_file import ArchiveRefused
from referee.matches.log import Record
from referee.vocabulary.game import State
from referee.vocabulary.match_course import Played, Point, Step, advance, opening
from referee.vocabulary.sheet import Round
from referee.vocabulary.violation import Violation
from referee.words import Text, say

PATIENCE = 100_000, 20
"""Entries replayed at most for one match: so many, and so many times its log. A table that corrects much needs few."""


@dataclass(slots=True)
class LogReplay:
    """A log replayed batch by batch: what stands, and what each standing entry came to."""

    match: ClubMatch
    file: JsonObject
    entries: dict[int, Any] = field(default_factory=dict)
    positions: list[int] = field(default_factory=list)
    after: list[Step] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    replayed: int = 0

    def all(self) -> Played:
        """Take every batch in turn; what the match comes to, as if it had been played without corrections.

        :raises ArchiveRefused: one of them could not have been recorded.
        """
        can_be_undone: dict[int, bool] = {}
        for (batch, undoes), group in groupby(self.match.records, lambda record: (record.batch, record.undoes)):
            records = list(group)
            if batch != records[0].position:
                raise self.file.wrong("batch")
            if undoes is not None and (can_be_undone.get(undoes) is not True or undoes in self.undone):
                raise self.file.wrong("undoes")
            can_be_undone[batch] = undoes is None
            self.undone.update(() if undoes is None else (undoes,))
            self._take(records)
        return self._played()

    def _state(self) -> State:
        setup = self.match.setup
        return self.after[-1].state if self.after else opening(setup.game, setup.table)

    def _played(self) -> Played:
        """What the entries that stand come to: each row of the sheet with the entries since the one before."""
        rounds: list[Round] = []
        course: list[Point] = []
        since = 0
        for number, step in enumerate(self.after, 1):
            if step.row is not None:
                rounds.append(replace(step.row, entries=tuple(range(since, number))))
                since = number
            course.append(Point(step.state, len(rounds)))
        return Played(self._state(), tuple(rounds), tuple(course))

    def _take(self, records: Sequence[Record]) -> None:
        """What changes from the first amended entry on is replayed; most batches only add one entry."""
        first = len(self.positions)
        for record in records:
            self.entries[record.entry_position] = record.entry
            first = min(first, bisect_left(self.positions, record.entry_position))
        again = sorted({*self.positions[first:], *(record.entry_position for record in records)})
        del self.positions[first:], self.after[first:]
        for position in again:
            if self.entries[position] is not None:
                self._advance(position)

    def _advance(self, position: int) -> None:
        taken = advance(self.match.setup.game, self._state(), self.entries[position])
        if isinstance(taken, list):
            raise refused_by_rules(self.match.title, position, taken)
        self.positions.append(position)
        self.after.append(taken)
        self.replayed += 1
        if self.replayed > PATIENCE[0] + PATIENCE[1] * len(self.match.records):
            raise self.file.wrong("amends")


def refused_by_rules(title: Text, position: int | None, violations: Sequence[Violation]) -> ArchiveRefused:
    """The sentence that names the match, the entry, the rule and its article."""
    parts: dict[str, Any] = {"match": title, "message": violations[0].message, "article": violations[0].article}
    sentence = say("%(match)s : %(message)s (§ %(article)s)", **parts)
    if position is not None:
        sentence = say(
            "%(match)s ne se rejoue pas, entrée %(entry)s : %(message)s (§ %(article)s)", entry=position + 1, **parts
        )
    return ArchiveRefused(sentence, by_rules=True)
