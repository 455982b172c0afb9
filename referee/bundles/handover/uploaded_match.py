"""Read an uploaded file: the archive of one match, or a match file, which becomes one."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, BinaryIO

from referee.bundles.bundle import ClubHead, ClubPlayer, derived_id
from referee.bundles.log_replay import RUN, RefusedEntry, empty_log, with_batch
from referee.bundles.record import ClubMatch, LogRecord
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.work_budget import WorkBudget
from referee.bundles.zip_file import write_club
from referee.matches.log import current_entries, stand_ins_of
from referee.matches.match_file import MatchFile, read_match
from referee.matches.strict_json import Unreadable, parse
from referee.words import Text, say

ZIP = b"PK"


def archive_from_upload(raw: bytes, moment: datetime, budget: WorkBudget | None = None) -> BinaryIO:
    """An archive with the match of this file; in one of a match file everything was recorded at ``moment``.

    :raises ArchiveRefused: it is neither, or the match does not replay.
    """
    if raw.startswith(ZIP):
        return io.BytesIO(raw)
    try:
        value = parse(raw, finite=True)
    except Unreadable:
        raise ArchiveRefused(say("Ce n'est pas le fichier d'une partie.")) from None
    file = read_match(value)
    if not isinstance(file, MatchFile):
        raise ArchiveRefused(_said(file[0].message))
    records = [LogRecord(at, entry, None, at, recorded_at=moment) for at, entry in enumerate(file.entries)]
    log = empty_log(file.setup)
    try:
        for start in range(0, len(records), RUN):
            log = with_batch(log, records[start : start + RUN], budget)
    except RefusedEntry as refused:
        raise ArchiveRefused(_said(refused.violations[0].message)) from None
    return _archive(value, file, records, log.played.state.table, moment)


def _said(message: Text) -> Text:
    return say("Cette partie ne se rejoue pas : %(message)s", message=message)


def _archive(value: Any, file: MatchFile, records: Sequence[LogRecord], table: Any, moment: datetime) -> BinaryIO:
    """The archive of a club with this match, whose id is a digest of the file."""
    people = file.setup.people_at(table)
    stand_ins = stand_ins_of(current_entries(records))
    ids = {name: number for number, name in enumerate(dict.fromkeys((*people, *stand_ins)), 1)}
    match = ClubMatch(
        derived_id(json.dumps(value, sort_keys=True)),
        file.setup,
        tuple(ids.get(name) if name in people else None for name in table.players),
        records,
        None,
        moment,
        moment,
        stand_ins={name: ids[name] for name in stand_ins},
    )
    players = tuple(ClubPlayer(number, name, "", number - 1, moment) for name, number in ids.items())
    stream = io.BytesIO()
    write_club(stream, ClubHead("", moment, players), [match])
    stream.seek(0)
    return stream
