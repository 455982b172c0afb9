"""Start the match of a match file, its entries as if each had just been recorded."""

from __future__ import annotations

from dataclasses import replace

from referee.bundles.comparison import RelationKind, relation
from referee.bundles.log_replay import LogTooLong, WorkBudget, replay_entries
from referee.matches.match_file import MatchFile
from referee.store.clubs.clubs import ClubRow
from referee.store.database.models import now
from referee.store.database.transactions import writing
from referee.store.matches.matches import append_replayed, log_full, start
from referee.store.matches.stored_match import StoredMatch, load


class ClientKeyUsed(Exception):
    """Another match was started with the same key."""


def start_with_entries(
    club: ClubRow, file: MatchFile, key: str | None, device_id: int | None, budget: WorkBudget | None
) -> StoredMatch:
    """The match of this file, or the one that the club started of the same file with this key.

    :raises RefusedEntry: a rule says no.
    :raises TooMuchWork: the budget is spent.
    :raises ClientKeyUsed: the key belongs to another match.
    :raises Full: there is no room for it.
    """
    try:
        log = replay_entries(file, now(), budget)
    except LogTooLong:
        raise log_full() from None
    with writing():
        match = start(club, file.setup, key)
        stored_match = load(club.id, match.public_id)
        if stored_match is None:
            raise ClientKeyUsed  # it was deleted since
        if not stored_match.log and log.log:
            append_replayed(stored_match, log, [replace(record, device=device_id) for record in log.log])
            stored_match = load(club.id, match.public_id)
            assert stored_match is not None
        if relation(stored_match.replayed_log, log).kind not in (RelationKind.SAME, RelationKind.BEHIND):
            raise ClientKeyUsed
    return stored_match
