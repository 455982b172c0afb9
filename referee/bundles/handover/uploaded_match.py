"""Read an uploaded file: the archive of one match, or a match file, which becomes a bundle."""

from __future__ import annotations

import io
import json
from datetime import datetime
from typing import Any

from referee.bundles.bundle import ClubHead, ClubMatch, ClubPlayer, SingleMatchBundle, derived_id
from referee.bundles.log_replay import RefusedEntry, WorkBudget, replay_entries
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.log import ReplayedLog, stand_ins_of
from referee.matches.match_file import MatchFile, read_match
from referee.matches.strict_json import UnreadableJson, parse
from referee.words import Text, say

ZIP = b"PK"
SEVERAL = say("Ce fichier n'a pas une partie, mais un club : il s'importe depuis la page « Soirées ».")


def bundle_from_upload(raw: bytes, moment: datetime, budget: WorkBudget | None = None) -> SingleMatchBundle:
    """The bundle of the match in this file; in one of a match file everything was recorded at ``moment``.

    :raises ArchiveRefused: it is neither, it has several matches, or the match does not replay.
    """
    if raw.startswith(ZIP):
        file = ClubFile(io.BytesIO(raw), budget=budget)
        if len(file.match_ids) != 1:
            raise ArchiveRefused(SEVERAL)
        return SingleMatchBundle(file.head, file.match(file.match_ids[0]))
    try:
        value = parse(raw, finite=True)
    except UnreadableJson:
        raise ArchiveRefused(say("Ce n'est pas le fichier d'une partie.")) from None
    file_of_match = read_match(value)
    if not isinstance(file_of_match, MatchFile):
        raise ArchiveRefused(_replay_refusal(file_of_match[0].message))
    try:
        log = replay_entries(file_of_match, moment, budget)
    except RefusedEntry as refused:
        raise ArchiveRefused(_replay_refusal(refused.violations[0].message)) from None
    return _bundle(value, file_of_match, log, moment)


def _replay_refusal(message: Text) -> Text:
    return say("Cette partie ne se rejoue pas : %(message)s", message=message)


def _bundle(value: Any, file: MatchFile, log: ReplayedLog, moment: datetime) -> SingleMatchBundle:
    """The bundle of this match, whose id is a digest of the file."""
    table = log.replay.state.table
    people = file.setup.people_at(table)
    stand_ins = stand_ins_of(log.current)
    ids = {name: number for number, name in enumerate(dict.fromkeys((*people, *stand_ins)), 1)}
    match = ClubMatch(
        public_id=derived_id(json.dumps(value, sort_keys=True)),
        setup=file.setup,
        seats=tuple(ids.get(name) if name in people else None for name in table.players),
        records=log.log,
        evening=None,
        created_at=moment,
        changed_at=moment,
        log=log,
        stand_ins={name: ids[name] for name in stand_ins},
        mark=log.mark,
    )
    players = tuple(ClubPlayer(number, name, "", number - 1, moment) for name, number in ids.items())
    return SingleMatchBundle(ClubHead("", moment, players=players), match)
