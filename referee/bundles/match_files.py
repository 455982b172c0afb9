"""The two files of a match in an archive: the current entries as a match file, and the whole log.

Every batch of a log must replay on what stood before it, as it had to when it was appended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from referee import RULES_VERSION
from referee.bundles.bundle import ClubMatch
from referee.bundles.json_object import (
    MOMENT,
    PUBLIC_ID,
    JsonObject,
    Shape,
    ValueKind,
    integer,
    optional,
    text,
    unchanged_if,
)
from referee.bundles.log_replay import WorkBudget, refused_by_rules, replay_archived_log
from referee.bundles.record import record_value, records_in
from referee.bundles.untrusted_zip import changed_file
from referee.games.registry import game_named
from referee.matches.log import current_entries, stand_ins_of
from referee.matches.match_file import MatchFile, Setup, match_value, read_match
from referee.matches.setup_correction import setup_value
from referee.words import Text, quoted, say

LOG = "referee-log/1"


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


@dataclass(frozen=True, slots=True)
class LogFile:
    """The log of a match, with all that its match file does not say; ``mark``: of the log as it was recorded."""

    format: str
    match: str
    rules_version: int
    evening: str | None
    seats: Sequence[Any]
    stand_ins: Mapping[str, Any]
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None
    mark: str
    records: Sequence[Any]


LOG_FILE = Shape(
    LogFile,
    format=unchanged_if(lambda value: value == LOG),
    match=PUBLIC_ID,
    rules_version=integer(1, RULES_VERSION),
    evening=optional(PUBLIC_ID),
    seats=unchanged_if(lambda value: isinstance(value, list)),
    stand_ins=ValueKind(_object, dict, absent={}),
    created_at=MOMENT,
    changed_at=MOMENT,
    deleted_at=optional(MOMENT),
    mark=text(32),
    records=ValueKind(list, lambda records: [record_value(record) for record in records]),
)


def match_name(public_id: str) -> str:
    return f"matches/{public_id}.json"


def log_name(public_id: str) -> str:
    return f"logs/{public_id}.json"


def log_value(match: ClubMatch) -> dict[str, Any]:
    """The JSON of the log of a match; without stand-ins or a mark there is no key."""
    log = LogFile(
        format=LOG,
        match=match.public_id,
        rules_version=match.setup.table.version,
        evening=match.evening,
        seats=match.seats,
        stand_ins=match.stand_ins,
        created_at=match.created_at,
        changed_at=match.changed_at,
        deleted_at=match.deleted_at,
        mark=match.mark,
        records=match.records,
    )
    value = LOG_FILE.write(log)
    for key in ("stand_ins", "mark"):
        if not value[key]:
            del value[key]
    return value


def current_value(match: ClubMatch) -> dict[str, Any]:
    """The match file of the current entries."""
    return match_value(match.setup, [current.entry for current in current_entries(match.records)])


def read_club_match(
    public_id: str, match_file: JsonObject, log_file: JsonObject, budget: WorkBudget | None = None
) -> ClubMatch:
    """A match from its two files, replayed.

    :raises ArchiveRefused: they are not what an export writes, they are at odds, or the match does not replay.
    """
    log = LOG_FILE.read(log_file)
    if log.match != public_id:
        raise log_file.wrong("match")
    current = _current(match_file, log.rules_version)
    match = read_logged_match(current.setup, log, log_file, budget)
    assert match.log is not None
    standing = [entry.entry for entry in match.log.current]
    if standing != list(current.entries) or setup_value(match.log.setup) != setup_value(current.setup):
        raise changed_file(match_file.file)
    return match


def _current(match_file: JsonObject, rules_version: int) -> MatchFile:
    current = read_match(dict(match_file.value), rules_version)
    if not isinstance(current, MatchFile):
        raise refused_by_rules(_file_with_house_rule(match_file, current[0].field), None, current)
    return current


def read_setup_and_log(setup: JsonObject, log_file: JsonObject, budget: WorkBudget | None = None) -> ClubMatch:
    """A match from a match file without entries and its log, replayed; raises ArchiveRefused."""
    log = LOG_FILE.read(log_file)
    match = read_logged_match(_current(setup, log.rules_version).setup, log, log_file, budget)
    assert match.log is not None
    if setup_value(match.log.setup) != setup_value(match.setup):
        raise changed_file(setup.file)
    return match


def read_logged_match(setup: Setup, log: LogFile, log_file: JsonObject, budget: WorkBudget | None) -> ClubMatch:
    """A match with the set-up in force and its log, replayed; raises ArchiveRefused."""
    match = ClubMatch(
        public_id=log.match,
        setup=setup,
        seats=_seats(log.seats, log_file, setup),
        records=tuple(records_in(log_file, budget=budget)),
        evening=log.evening,
        created_at=log.created_at,
        changed_at=log.changed_at,
        deleted_at=log.deleted_at,
        stand_ins=log.stand_ins,
        mark=log.mark,
    )
    replayed = replay_archived_log(match, log_file, budget)
    players = replayed.replay.state.table.players
    if len(match.seats) != len(players):
        raise log_file.wrong("seats")
    _check_stand_ins(match, players, log_file)
    return replace(match, log=replayed)


def _file_with_house_rule(match_file: JsonObject, blamed: str | None) -> Text:
    """The refused file, with the house rule that is wrong in it."""
    game = game_named(match_file.value.get("game"))
    options = game.options if game else ()
    for option in options:
        if blamed == f"options.{option.id}":
            return say("« %(name)s », « %(label)s »", name=quoted(match_file.file), label=option.label)
    return say("« %(name)s »", name=quoted(match_file.file))


def _seats(raw: Sequence[Any], log_file: JsonObject, setup: Setup) -> tuple[int | None, ...]:
    """The players by seat, all different; None for a dummy, at whose seat archives before 1.0.0 name a player."""
    dummies = {seat for seat, player in enumerate(setup.table.players) if player not in setup.people}
    people = [player for seat, player in enumerate(raw) if seat not in dummies]
    if any(type(player) is not int for player in people) or len(set(people)) != len(people):
        raise log_file.wrong("seats")
    return tuple(None if seat in dummies else player for seat, player in enumerate(raw))


def _check_stand_ins(match: ClubMatch, players: Sequence[str], log_file: JsonObject) -> None:
    """A stand-in is named in the log, and is no other player of the match."""
    named = set(stand_ins_of(current_entries(match.records)))
    others = {seat: name for name, seat in zip(players, match.seats, strict=True) if seat is not None}
    for name, player in match.stand_ins.items():
        if name not in named or type(player) is not int or others.setdefault(player, name) != name:
            raise log_file.wrong("stand_ins")
