"""Replay the log of a bundle batch by batch, within a budget of work: each batch must be one that could be recorded."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from referee.answers.violation import Violation
from referee.bundles.bundle import ClubMatch
from referee.bundles.json_object import JsonObject
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.game_definition.match_course import Refusal, ReplayedMatch, play
from referee.matches.log import (
    LONGEST,
    LONGEST_WITH_UNDOS,
    Record,
    ReplayedLog,
    concerns_setup,
    current_entries,
    first_changed,
    replay_with,
)
from referee.matches.log_mark import setup_mark
from referee.matches.match_file import MatchFile, Setup
from referee.matches.setup_correction import first_setup, is_setup, setup_columns
from referee.words import Text, say

MOST_REPLAYED = 100_000, 20
"""Most entries replayed for one match: so many, and so many times its records. A table that corrects much needs few."""
RUN = 200
"""New entries that are replayed together."""


SLICE = 0.05
"""Seconds of CPU between two pauses, in which other requests run."""


class TooMuchWork(ArchiveRefused):
    """The work exceeds what one request may spend."""

    def __init__(self) -> None:
        super().__init__(say("C'est trop de travail d'un coup : trop de saisies, ou trop de corrections à rejouer."))


class LogTooLong(ArchiveRefused):
    """A log has more records than any may have."""

    def __init__(self, match: Text, most: int) -> None:
        super().__init__(say("%(match)s a plus de %(most)s saisies : c'est trop.", match=match, most=most))


def _go_on() -> None:
    pass


@dataclass(slots=True)
class WorkBudget:
    """The entries and CPU seconds left; ``pause`` is called after each :data:`SLICE` and may raise.

    The number of entries gives the same answer on every machine; the clock counts other work, such as a long record.
    """

    entries: int
    seconds: float
    pause: Callable[[], None] = _go_on
    _end: float = field(init=False)
    _next_pause: float = 0.0

    def __post_init__(self) -> None:
        self._end = time.thread_time() + self.seconds

    def spend(self, entries: int = 1) -> None:
        """Count replayed entries; 0: only check the clock. Raises TooMuchWork."""
        self.entries -= entries
        moment = time.thread_time()
        if self.entries < 0 or moment > self._end:
            raise TooMuchWork
        if moment > self._next_pause:
            self.pause()
            self._next_pause = time.thread_time() + SLICE


class RefusedEntry(Exception):
    """An entry that the rules refuse: its position and the violations."""

    def __init__(self, position: int, violations: Sequence[Violation]) -> None:
        super().__init__(position)
        self.position, self.violations = position, violations


def empty_log(setup: Setup) -> ReplayedLog:
    """The log of a match without an entry."""
    replay = play(setup.game, setup.table, ())
    assert isinstance(replay, ReplayedMatch)
    return ReplayedLog(setup, setup, (), setup_mark(**setup_columns(setup)), (), replay)


def replayed_entries(log: ReplayedLog, batch: Sequence[Record]) -> int:
    """The number of entries that are replayed when this batch is appended."""
    if concerns_setup(log.log, batch):
        return len(log.current) + len(batch)
    return len(log.current) - first_changed(log, batch) + len(batch)


def with_batch(log: ReplayedLog, batch: Sequence[Record], budget: WorkBudget | None) -> ReplayedLog:
    """The log with one batch appended; raises RefusedEntry, or TooMuchWork where the budget is spent."""
    if budget is not None:
        budget.spend(replayed_entries(log, batch))
    longer = replay_with(log, batch)
    if isinstance(longer, Refusal):
        current = current_entries((*log.log, *batch))
        position = current[longer.index].position if longer.index < len(current) else batch[0].position
        raise RefusedEntry(position, longer.violations)
    return longer


def replay_entries(file: MatchFile, moment: datetime, budget: WorkBudget | None) -> ReplayedLog:
    """The log of a match file, each entry a batch of its own, recorded at this moment.

    :raises RefusedEntry: a rule says no.
    :raises TooMuchWork: the budget is spent.
    :raises LogTooLong: no log may have so many entries.
    """
    if len(file.entries) > LONGEST:
        raise LogTooLong(file.setup.game.name, LONGEST)
    log = empty_log(file.setup)
    records = [Record(at, entry, None, at, recorded_at=moment) for at, entry in enumerate(file.entries)]
    for first in range(0, len(records), RUN):
        log = with_batch(log, records[first : first + RUN], budget)
    return log


def replay_archived_log(match: ClubMatch, file: JsonObject, budget: WorkBudget | None) -> ReplayedLog:
    """Replay the log of an archive.

    :raises ArchiveRefused: a batch could not have been recorded, or all of it takes too much work.
    """
    if len(match.records) > LONGEST_WITH_UNDOS:
        raise LogTooLong(match.title, LONGEST_WITH_UNDOS)
    try:
        log, replayed = empty_log(first_setup(match.setup, (record.entry for record in match.records))), 0
    except ValueError:
        raise file.wrong("entry") from None
    undoable: set[int] = set()
    for records in _batches(match.records):
        batch, undoes = records[0].batch, records[0].undoes
        if batch != records[0].position:
            raise file.wrong("batch")
        if undoes is not None and undoes not in undoable:
            raise file.wrong("undoes")
        replayed += replayed_entries(log, records)
        if replayed > MOST_REPLAYED[0] + MOST_REPLAYED[1] * len(match.records):
            raise file.wrong("amends")
        try:
            log = with_batch(log, records, budget)
        except RefusedEntry as refused:
            raise refused_by_rules(match.title, refused.position, refused.violations) from None
        if undoes is None:
            undoable.update(record.position for record in records if record.batch == record.position)
        else:
            undoable.remove(undoes)
    return log


def _batches(records: Sequence[Record]) -> Iterator[list[Record]]:
    """The batches of a log; entries that are batches of their own come together, for each append copies the log."""
    run: list[Record] = []
    for _, group in groupby(records, lambda record: (record.batch, record.undoes)):
        batch = list(group)
        first = batch[0]
        is_entry = len(batch) == 1 and first.amends is None and first.undoes is None and first.batch == first.position
        is_entry = is_entry and first.before is None and not is_setup(first.entry)
        if run and (len(run) == RUN or not is_entry):
            yield run
            run = []
        if is_entry:
            run.append(first)
        else:
            yield batch
    if run:
        yield run


def refused_by_rules(title: Text, position: int | None, violations: Sequence[Violation]) -> ArchiveRefused:
    """The sentence that names the match, the entry, the rule and its article."""
    parts: dict[str, Any] = {"match": title, "message": violations[0].message, "article": violations[0].article}
    sentence = say("%(match)s : %(message)s (§ %(article)s)", **parts)
    if position is not None:
        sentence = say(
            "%(match)s ne se rejoue pas, entrée %(entry)s : %(message)s (§ %(article)s)", entry=position + 1, **parts
        )
    return ArchiveRefused(sentence, by_rules=True)
