"""The two files of a match in an archive: the current entries as a match file, and the whole log.

Every batch of a log must replay on what stood before it, as it had to when it was appended.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from referee import RULES_VERSION
from referee.bundles.json_object import MOMENT, PUBLIC_ID, JsonObject, checked, kind, optional, values_of, whole, write
from referee.bundles.log_replay import archived_log, refused_by_rules
from referee.bundles.record import ClubMatch, LogRecord
from referee.bundles.untrusted_zip import changed
from referee.bundles.work_budget import WorkBudget
from referee.games.registry import game_named
from referee.matches.log import Record, current_entries, stand_ins_of
from referee.matches.match_file import MatchFile, Setup, match_value, read_match
from referee.matches.setup_correction import setup_value
from referee.words import Text, quoted, say

LOG = "referee-log/1"


def record_value(record: LogRecord) -> dict[str, Any]:
    """A record without its empty values: most records amend nothing and need no reason."""
    return {key: value for key, value in write(record).items() if value not in (None, "") or key == "entry"}


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


@dataclass(frozen=True, slots=True)
class LogFile:
    """The log of a match, with all that its match file does not say."""

    format: str = field(metadata=checked(lambda value: value == LOG))
    match: str = field(metadata=PUBLIC_ID)
    rules_version: int = field(metadata=whole(1, RULES_VERSION))
    evening: str | None = field(metadata=optional(PUBLIC_ID))
    seats: Sequence[Any] = field(metadata=checked(lambda value: isinstance(value, list)))
    stand_ins: Mapping[str, Any] = field(metadata=kind(_object, dict, absent={}))
    created_at: datetime = field(metadata=MOMENT)
    changed_at: datetime = field(metadata=MOMENT)
    deleted_at: datetime | None = field(metadata=optional(MOMENT))
    records: Sequence[Any] = field(metadata=kind(list, lambda records: [record_value(record) for record in records]))


def match_name(public_id: str) -> str:
    return f"matches/{public_id}.json"


def log_name(public_id: str) -> str:
    return f"logs/{public_id}.json"


def match_values(match: ClubMatch) -> Iterator[tuple[str, dict[str, Any]]]:
    """The names and values of the two files of a match."""
    entries = [current.entry for current in current_entries(match.records)]
    yield match_name(match.public_id), match_value(match.setup, entries)
    log_head: dict[str, Any] = {"format": LOG, "match": match.public_id, "rules_version": match.setup.table.version}
    log = write(LogFile(**log_head, **values_of(match, LogFile)))
    if not match.stand_ins:
        del log["stand_ins"]  # an earlier version, which does not know them, takes this one too
    yield log_name(match.public_id), log


def read_club_match(
    public_id: str, match_file: JsonObject, log_file: JsonObject, budget: WorkBudget | None = None
) -> ClubMatch:
    """A match from its two files, replayed.

    :raises ArchiveRefused: they are not what an export writes, they are at odds, or the match does not replay.
    """
    log = log_file.read(LogFile)
    if log.match != public_id:
        raise log_file.wrong("match")
    current = read_match(dict(match_file.value), log.rules_version)
    if not isinstance(current, MatchFile):
        raise refused_by_rules(_named(match_file, current[0].field), None, current)
    seats, nobodies = _seats(log.seats, log_file, current.setup)
    records = tuple(records_in(log_file, budget=budget))
    moments = log.created_at, log.changed_at, log.deleted_at
    match = ClubMatch(
        public_id, current.setup, seats, records, log.evening, *moments, nobodies=nobodies, stand_ins=log.stand_ins
    )
    replayed = archived_log(match, log_file, budget)
    played = replayed.played
    if len(match.seats) != len(played.state.table.players):
        raise log_file.wrong("seats")
    _check_stand_ins(match, played.state.table.players, log_file)
    standing = [entry.entry for entry in replayed.current]
    if standing != list(current.entries) or setup_value(replayed.setup) != setup_value(current.setup):
        raise changed(match_file.file)
    return replace(match, played=played)


def _named(match_file: JsonObject, blamed: str | None) -> Text:
    """The refused file, with the house rule that is wrong in it."""
    game = game_named(match_file.value.get("game"))
    for option in game.options if game else ():
        if blamed == f"options.{option.id}":
            return say("« %(name)s », « %(label)s »", name=quoted(match_file.file), label=option.label)
    return say("« %(name)s »", name=quoted(match_file.file))


def _seats(raw: Sequence[Any], log_file: JsonObject, setup: Setup) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """The players by seat, None for a dummy; and the players that an earlier version noted for dummies. All differ."""
    dummies = {seat for seat, player in enumerate(setup.table.players) if player not in setup.people}
    seats = tuple(None if seat in dummies else player for seat, player in enumerate(raw))
    nobodies = tuple(player for seat, player in enumerate(raw) if seat in dummies and player is not None)
    noted = [player for seat, player in enumerate(raw) if seat not in dummies or player is not None]
    if any(type(player) is not int for player in noted) or len(set(noted)) != len(noted):
        raise log_file.wrong("seats")
    return seats, nobodies


def _check_stand_ins(match: ClubMatch, players: Sequence[str], log_file: JsonObject) -> None:
    """A stand-in is named in the log, and is no other player of the match."""
    named = set(stand_ins_of(current_entries(match.records)))
    others = {seat: name for name, seat in zip(players, match.seats, strict=True) if seat is not None}
    for name, player in match.stand_ins.items():
        if name not in named or type(player) is not int or others.setdefault(player, name) != name:
            raise log_file.wrong("stand_ins")


def records_in(
    log_file: JsonObject, before: Sequence[Record] = (), budget: WorkBudget | None = None
) -> Iterator[LogRecord]:
    """The records behind those ``before``, in their order; each amends the first record of an entry before it."""
    firsts = {record.position for record in before if record.amends is None}
    for position, part in enumerate(log_file.parts("records"), len(before)):
        if budget is not None:
            budget.spend(0)
        record = part.read(LogRecord)
        if record.position != position:
            raise part.wrong("position")
        if record.batch is None or record.batch > position:
            raise part.wrong("batch")
        if record.amends is None:
            firsts.add(position)
        elif record.amends not in firsts:
            raise part.wrong("amends")
        if record.entry is None and record.amends is None:
            raise part.wrong("entry")
        yield record
