"""Append the further records of a match of a bundle to the match that is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from referee.bundles.bundle import Bundle, ClubMatch
from referee.bundles.match_rows import devices_here
from referee.store.database.transactions import lock_club, writing
from referee.store.matches.matches import AppendOutcome, append_imported
from referee.store.matches.stored_match import StoredMatch


def append_further(
    bundle: Bundle, match: ClubMatch, stored_match: StoredMatch, devices: Mapping[int | None, int | None] | None = None
) -> AppendOutcome:
    """Append the records of a match that the log here, which it continues, does not have.

    :param devices: the ids of the devices that recorded them, by their numbers in the bundle; None: found by name.
    :raises Full: there is no room for them.
    """
    further = match.records[len(stored_match.log) :]
    ids = _devices_of(bundle, match, stored_match) if devices is None else devices
    return append_imported(stored_match, [replace(record, device=ids[record.device]) for record in further])


def _devices_of(bundle: Bundle, match: ClubMatch, stored_match: StoredMatch) -> dict[int | None, int | None]:
    """The ids of devices by their numbers in the bundle: those of the records that both logs have, others by name."""
    common: dict[int | None, int | None] = {
        record.device: here.device
        for record, here in zip(match.records, stored_match.records, strict=False)
        if record.device is not None and here.device is not None
    }
    new = {record.device for record in match.records[len(stored_match.log) :]} - common.keys()
    with writing():
        lock_club(stored_match.club_id)
        return {**devices_here(bundle, stored_match.club_id, new), **common}
