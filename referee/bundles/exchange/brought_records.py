"""Append records made on another device to a match's log: in order, each once, judged like any other.

Brought records that the log has already are passed over, so that bringing them again changes nothing; the others are
appended batch by batch, if nothing else was recorded meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from referee.bundles.comparison import common_length
from referee.bundles.json_object import JsonObject
from referee.bundles.log_replay import RefusedEntry, TooMuchWork, WorkBudget, with_batch
from referee.bundles.match_rows import believable
from referee.bundles.record import record_value, records_in
from referee.matches.log import Change, Record, ReplayedLog, Undo, undoing
from referee.store.matches.matches import append_replayed
from referee.store.matches.record_queries import records_beside
from referee.store.matches.stored_match import StoredMatch, load
from referee.words import Text, say

SENT = "records"
"""The name of the sent records in a refusal."""


@dataclass(frozen=True, slots=True)
class BringOutcome:
    """The log has the brought records up to ``at``; ``all``: it has all of them.

    Else it went on otherwise; or ``refused``: its rules refuse the next one; or ``left``: another request must bring
    the others.
    """

    at: int
    all: bool
    refused: Text | None = None
    left: bool = False


def values_from(records: Iterable[Record]) -> list[dict[str, Any]]:
    """The records of a log as they are sent, without the device, which only this database knows."""
    return [record_value(replace(record, device=None)) for record in records]


def batches_from(match: StoredMatch, at: int, most: int) -> Sequence[Record]:
    """The records of a match from a position on: whole batches of at most ``most`` records, but at least one.

    Records later than this read of the match are not among them.
    """
    records = records_beside(match.id, None, at - 1, min(most, max(match.length - at, 0)))
    if not records or records[-1].position + 1 == match.length or records[-1].batch is None:
        return records
    return [record for record in records if record.batch != records[-1].batch] or batches_from(match, at, 2 * most)


def read_records(values: Any, before: Sequence[Record], budget: WorkBudget | None = None) -> tuple[Record, ...]:
    """Records that were sent, to follow those ``before``; raises ArchiveRefused."""
    sent = records_in(JsonObject(SENT, {"records": values}), before, budget)
    return tuple(replace(record, device=None) for record in sent)


def bring(
    club_id: int, public_id: str, at: int, sent: Sequence[Record], device_id: int | None,
    budget: WorkBudget | None = None,
) -> BringOutcome | None:  # fmt: skip
    """Append records that continue a log at a position, as far as it has not gone on otherwise.

    They are judged batch by batch and written in one transaction; where the budget ends after some of the batches, the
    others are ``left``. None: the match is deleted.

    :raises Full: there is no room for them; nothing is appended.
    :raises TooMuchWork: the budget was not enough for one batch.
    """
    length = -1
    while (stored := load(club_id, public_id)) is not None:
        common = at + common_length(stored.log[at:], sent)
        new = sent[common - at :]
        if not new or common < len(stored.log) or len(stored.log) == length:
            return BringOutcome(common, not new)
        length = len(stored.log)
        judged = _judged(stored.replayed_log, new, budget)
        if judged.n and not _written(stored, judged, new, device_id):
            continue  # another was first: with the same records (each time fewer are left), or with others (it ends)
        n = common + judged.n
        return BringOutcome(
            n, judged.n == len(new), judged.refused, left=judged.refused is None and judged.n < len(new)
        )
    return None


@dataclass(frozen=True, slots=True)
class JudgedRecords:
    """The log with the first ``n`` brought records, whole batches; ``refused``: why the next batch cannot follow."""

    n: int
    log: ReplayedLog
    refused: Text | None = None


def _judged(log: ReplayedLog, new: Sequence[Record], budget: WorkBudget | None) -> JudgedRecords:
    """Judge each batch on the log before it."""
    n = 0
    for _, group in groupby(new, lambda record: record.batch):
        batch = list(group)
        if any(record.undoes != batch[0].undoes or record.batch != batch[0].position for record in batch):
            return JudgedRecords(n, log, _unfit("batch"))
        if batch[0].undoes is not None and not _undoes_last(log, batch):
            return JudgedRecords(n, log, _unfit("undoes"))
        try:
            log = with_batch(log, batch, budget)
        except RefusedEntry as error:
            return JudgedRecords(n, log, error.violations[0].message)
        except TooMuchWork:
            if not n:
                raise
            break
        n += len(batch)
    return JudgedRecords(n, log)


def _undoes_last(log: ReplayedLog, batch: Sequence[Record]) -> bool:
    """Whether a batch is exactly the undo of the last batch that is not undone."""
    changes = tuple(Change(record.entry, record.amends) for record in batch)
    assert batch[0].undoes is not None
    return undoing(log.log) == Undo(batch[0].undoes, changes)


def _unfit(key: str) -> Text:
    return say("« %(name)s » : « %(key)s » ne va pas.", name=SENT, key=key)


def _written(stored: StoredMatch, judged: JudgedRecords, new: Sequence[Record], device_id: int | None) -> bool:
    """Append the judged records; False where another keeper was first."""
    records = [
        replace(record, device=device_id, recorded_at=believable(record.recorded_at)) for record in new[: judged.n]
    ]
    return append_replayed(stored, judged.log, records)
