"""Start the match of a match file, its entries as if each had just been recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.bundles.log_replay import RUN, empty_log, with_batch
from referee.bundles.work_budget import WorkBudget
from referee.matches.log import Record, ReplayedLog
from referee.matches.log_mark import setup_mark
from referee.matches.match_file import MatchFile
from referee.store.clubs.clubs import ClubRow
from referee.store.database.models import now
from referee.store.database.transactions import writing
from referee.store.matches.match_results import setup_columns
from referee.store.matches.matches import StoredMatch, append_replayed, load, start


class KeyUsed(Exception):
    """Another match was started with the same key."""


def start_with_entries(
    club: ClubRow, file: MatchFile, key: str | None, device_id: int | None, budget: WorkBudget | None
) -> StoredMatch:
    """The match of this file, or the one that the club started of the same file with this key.

    :raises RefusedEntry: a rule says no.
    :raises TooMuchWork: the budget is spent.
    :raises KeyUsed: the key belongs to another match.
    :raises Full: there is no room for it.
    """
    log = _replayed(file, budget)
    with writing():
        match = start(club, file.setup, key)
        stored = load(club.id, match.public_id)
        if stored is None:
            raise KeyUsed  # it was deleted since
        if not stored.log and log.log:
            append_replayed(stored, log, [_row(record, device_id) for record in log.log])
            stored = load(club.id, match.public_id)
            assert stored is not None
        if (
            setup_columns(stored.replayed_log.first_setup) != setup_columns(file.setup)
            or stored.log[: len(log.log)] != log.log
        ):
            raise KeyUsed
    return stored


def _replayed(file: MatchFile, budget: WorkBudget | None) -> ReplayedLog:
    """The log of the file, each entry a batch of its own."""
    log = replace(empty_log(file.setup), mark=setup_mark(**setup_columns(file.setup)))
    records = [Record(at, entry, None, at) for at, entry in enumerate(file.entries)]
    for first in range(0, len(records), RUN):
        log = with_batch(log, records[first : first + RUN], budget)
    return log


def _row(record: Record, device_id: int | None) -> dict[str, Any]:
    columns: dict[str, Any] = {name: getattr(record, name) for name in Record.__match_args__}
    author: dict[str, Any] = {"device_id": device_id, "person": "", "reason": "", "ruling": None, "recorded_at": now()}
    return {**columns, **author}
