"""A match as the pure layers alone see it: batches of changes, and the entries folded again from nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.game_definition.match_course import ReplayedMatch, play, sheet_of
from referee.game_definition.sheet import Sheet
from referee.matches.log import Record
from referee.matches.log_mark import log_mark, setup_mark
from referee.matches.match_file import Setup, match_value
from referee.matches.setup_correction import setup_columns
from tests.browser.course import Course

Entries = tuple[tuple[int, Mapping[str, Any]], ...]
"""What stands, each entry with its position."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes recorded together from position ``start`` on: by position what stands there then, None for a removal."""

    start: int
    changes: tuple[tuple[int, Mapping[str, Any] | None], ...]
    undoes: int | None = None


@dataclass(frozen=True, slots=True)
class MatchModel:
    """A match; undo goes back to the version before the last batch that is not undone."""

    setup: Setup
    batches: tuple[Batch, ...] = ()

    @property
    def length(self) -> int:
        return self.batches[-1].start + len(self.batches[-1].changes) if self.batches else 0

    def versions(self) -> list[tuple[Batch | None, Entries]]:
        """What stood after each batch that is not undone, the present last."""
        found: list[tuple[Batch | None, Entries]] = [(None, ())]
        for batch in self.batches:
            if batch.undoes is not None:
                found.pop()
            else:
                stands = {**dict(found[-1][1]), **dict(batch.changes)}
                found.append((batch, tuple((at, entry) for at, entry in sorted(stands.items()) if entry is not None)))
        return found

    @property
    def entries(self) -> Entries:
        return self.versions()[-1][1]

    def with_changes(self, changes: Mapping[int, Mapping[str, Any] | None], undoes: int | None = None) -> MatchModel:
        return MatchModel(self.setup, (*self.batches, Batch(self.length, tuple(changes.items()), undoes)))

    def with_entry(self, entry: Mapping[str, Any]) -> MatchModel:
        return self.with_changes({self.length: entry})

    def undone(self) -> MatchModel:
        """The match after an undo; the same where there is nothing to undo."""
        batch, _ = self.versions()[-1]
        if batch is None:
            return self
        before = dict(self.versions()[-2][1])
        return self.with_changes({at: before.get(at) for at, _ in batch.changes}, batch.start)

    def redone(self) -> MatchModel:
        """The match after a redo; the same unless the last batch is an undo."""
        last = self.batches[-1] if self.batches else None
        if last is None or last.undoes is None:
            return self
        return self.with_changes(dict(next(batch.changes for batch in self.batches if batch.start == last.undoes)))

    def played(self, entries: Entries | None = None) -> ReplayedMatch | None:
        """The replayed match; None where the rules refuse one of these entries."""
        stands = self.entries if entries is None else entries
        played = play(self.setup.game, self.setup.table, [entry for _, entry in stands])
        return played if isinstance(played, ReplayedMatch) else None

    def sheet(self) -> Sheet:
        played = self.played()
        assert played is not None
        return sheet_of(self.setup.game, played)

    def course(self, upto: int | None = None) -> Course:
        """The match as it stands, or before its entry of this index."""
        played = self.played(self.entries[:upto])
        assert played is not None
        return Course(self.setup, played.state, list(played.rounds), len(played.course))

    def file(self) -> dict[str, Any]:
        return match_value(self.setup, [entry for _, entry in self.entries])

    def mark(self) -> str:
        records = [
            Record(batch.start + n, entry, None if at >= batch.start else at, batch.start, batch.undoes)
            for batch in self.batches
            for n, (at, entry) in enumerate(batch.changes)
        ]
        return log_mark(setup_mark(**setup_columns(self.setup)), records)
