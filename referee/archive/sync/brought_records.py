"""Records that came to a match elsewhere, brought to its log here: in order, each once, judged like any other.

Two logs of a match are the same as far as their records are. Of records that are brought, those that stand here already
are passed over, so that bringing them again changes nothing; the others are appended, batch by batch, if nothing else
was recorded here meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, takewhile
from typing import Any

from referee.archive.club_match import LogRecord
from referee.archive.json_object import JsonObject
from referee.archive.match_files import record_value, records_in
from referee.archive.zip_file import ArchiveRefused
from referee.matches.log import Change, Record, ReplayedLog, Undo, undoing
from referee.matches.log_mark import RECORD, log_mark, setup_mark
from referee.store.match.log_pages import records_beside
from referee.store.match.match_row import MatchRow
from referee.store.match.matches import Appended, Author, StoredMatch, append, load, setup_columns
from referee.store.models import CLOCK, now
from referee.store.models import Record as Stored
from referee.words import Text, say

SENT = "records"
"""What a refusal calls what was sent."""
TRIES = 5
"""How often others may come first, one after another, before this one gives up for now."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What became of records that were brought: up to ``at`` the log has them, and it holds ``all`` of them or not.

    Where it does not: it went on otherwise; ``refused``: its rules refuse the next of them.
    """

    at: int
    all: bool
    refused: Text | None = None


def mark_at(log: ReplayedLog, length: int) -> str:
    """The mark that a log had when it was so long."""
    if length == len(log.log):
        return log.mark
    return log_mark(setup_mark(**setup_columns(log.setup)), log.log[:length])


def values_from(records: Iterable[Any]) -> list[dict[str, Any]]:
    """The records of a log as they are sent, without the device, which nobody else knows."""
    names = [name for name in LogRecord.__dataclass_fields__ if name != "device"]
    return [record_value(LogRecord(**{name: getattr(record, name) for name in names})) for record in records]


def batches_from(match: MatchRow, at: int, most: int) -> Sequence[Stored]:
    """The records of a match from a position on: of so many those that are whole batches, but at least one batch."""
    found = records_beside(match.id, None, at - 1, most)
    if not found or found[-1].position + 1 == match.length or found[-1].batch is None:
        return found
    return [record for record in found if record.batch != found[-1].batch] or batches_from(match, at, 2 * most)


def read_records(values: Any, before: Sequence[Record]) -> tuple[LogRecord, ...]:
    """Records that were sent, to stand behind those ``before``.

    :raises ArchiveRefused: they are not as a log writes them.
    """
    sent = records_in(JsonObject(SENT, {"records": values}), before)
    return tuple(replace(record, device=None) for record in sent)


def in_common(log: Sequence[Record], at: int, sent: Sequence[Record]) -> int:
    """How far the log is the same as the one that these records follow in at a position; never half of a batch."""
    pairs = zip(log[at:], sent)
    same = sum(1 for _ in takewhile(lambda pair: RECORD(pair[0]) == RECORD(pair[1]), pairs))
    for further in (log[at + same :], sent[same:]):
        if further and further[0].batch is not None and further[0].batch < at + same:
            same = max(further[0].batch - at, 0)
    return at + same


def bring(club_id: int, public_id: str, at: int, sent: Sequence[LogRecord], device_id: int | None) -> Brought | None:
    """Append records that follow on the log of a match at a position, as far as the log has not gone on otherwise.

    None: the match is here no more.

    :raises Full: there is no room for all of them; those before stand.
    """
    tries = 0
    while (stored := load(club_id, public_id)) is not None:
        common = in_common(stored.log, at, sent)
        new = sent[common - at :]
        if not new or common < len(stored.log) or tries >= TRIES:
            return Brought(common, not new)
        batch = next(list(group) for _, group in groupby(new, lambda record: record.batch))
        done = _take(stored, batch, device_id)
        if done.refused is not None:
            return Brought(common, False, done.refused.violations[0].message)
        tries = 0 if done.outcome == "recorded" else tries + 1
    return None


def _take(stored: StoredMatch, batch: Sequence[LogRecord], device_id: int | None) -> Appended:
    """Append one batch, under a key that says which records it is the last of.

    :raises ArchiveRefused: it takes back what was not the last to be recorded.
    """
    first, key = batch[0], f"log {log_mark(stored.replay.mark, batch)}"
    changes = tuple(Change(record.entry, record.amends, record.ruling) for record in batch)
    back = undoing(stored.log) if first.undoes is not None else None
    if first.undoes is not None and (back is None or back != Undo(first.undoes, changes)):
        raise ArchiveRefused(say("« %(name)s » : « %(key)s » ne va pas.", name=SENT, key="undoes"))
    author = Author(device_id, first.person, first.reason)
    with _clock_at(first.recorded_at):
        return append(stored, changes, len(stored.log), key, author, first.undoes)


@contextmanager
def _clock_at(moment: datetime) -> Iterator[None]:
    """What is recorded in here was recorded at this moment, if that is past."""
    token = CLOCK.set(min(moment, now()))
    try:
        yield
    finally:
        CLOCK.reset(token)
