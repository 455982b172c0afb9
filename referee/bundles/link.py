"""Pack a match with its log into few bytes, and unpack it as a club archive with one match.

The packed form is deflated JSON; a change of it raises ``codes.FORMAT``. It leaves out what follows from the rest:
positions, current entries, empty values. Moments are microseconds, of a record since the one before. Unpacking checks
size and shape; the archive is read as any other.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zipfile import ZipFile

from referee.bundles.bundle import MANIFEST, ClubDevice, ClubEvening, ClubHead, ClubPlayer, manifest_value
from referee.bundles.json_object import write
from referee.bundles.match_files import LOG, LogFile, log_name, match_name, record_value
from referee.bundles.record import ClubMatch, LogRecord
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import add_json
from referee.matches.log import current_entries
from referee.matches.match_file import FORMAT, match_value
from referee.matches.strict_json import Unreadable, parse
from referee.words import say

MOST_BYTES = 48 * 1024
"""Bytes that an address and a form hold."""
MOST_UNPACKED = 1024 * 1024
MOST_RECORDS = 10_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)
SETUP = ("game", "players", "dealer", "options", "teams")
"""The keys of a set-up; the teams only where the table chose them."""


@dataclass(frozen=True, slots=True)
class HandedMatch:
    """A match with the head of a club that has only this match."""

    head: ClubHead
    match: ClubMatch


def pack(handed: HandedMatch) -> bytes:
    """The match in few bytes; the same match, the same bytes.

    :raises ArchiveRefused: it is too long for a code.
    """
    value = _packed_value(handed.head, handed.match)
    raw = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(raw) + deflate.flush()
    if len(packed) > MOST_BYTES or len(raw) > MOST_UNPACKED or len(handed.match.records) > MOST_RECORDS:
        raise too_long()
    return packed


def unpack(packed: bytes) -> io.BytesIO:
    """The archive of a club with this one match; its reader checks what it says. Raises ArchiveRefused."""
    if len(packed) > MOST_BYTES:
        raise too_long()
    try:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = inflate.decompress(packed, MOST_UNPACKED)
        if not inflate.eof or inflate.unused_data:
            raise ValueError("more or less than a match")
        return _archive(parse(raw, finite=True))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, Unreadable, zlib.error):
        raise no_match() from None


def no_match() -> ArchiveRefused:
    return ArchiveRefused(
        say("Ce n'est pas le code d'une partie, ou il est abîmé : scannez-le ou copiez-le encore une fois.")
    )


def too_long() -> ArchiveRefused:
    return ArchiveRefused(say("Cette partie est trop longue pour un code : passez-la par un fichier."))


def _packed_value(head: ClubHead, match: ClubMatch) -> dict[str, Any]:
    """The match as JSON; players and devices are numbered by their place in their lists, from 1."""
    players = {player.id: number for number, player in enumerate(head.players, 1)}
    devices = {device.number: number for number, device in enumerate(head.devices, 1)}
    setup = {**match_value(match.setup, ()), "teams": match.setup.chosen_teams}
    records, before = [], match.created_at
    for record in match.records:
        records.append(_packed_record(replace(record, device=devices.get(record.device or 0)), before))
        before = record.recorded_at
    return {
        "club": head.name,
        "players": [[player.name, player.mark, player.colour] for player in head.players],
        "devices": [device.name for device in head.devices],
        "evenings": [_packed_evening(evening) for evening in head.evenings],
        "match": match.public_id,
        "rules_version": match.setup.table.version,
        "setup": [setup[key] for key in SETUP if key != "teams" or setup[key]],
        "seats": [players.get(seat or 0) for seat in match.seats],
        "stand_ins": {name: players[player] for name, player in match.stand_ins.items()},
        "created": (match.created_at - EPOCH) // TICK,
        "changed": (match.changed_at - before) // TICK,
        "records": records,
    }


def _packed_record(record: LogRecord, before: datetime) -> dict[str, Any]:
    value = record_value(record)
    del value["position"]
    if record.batch == record.position:
        del value["batch"]
    return {**value, "recorded_at": (record.recorded_at - before) // TICK}


def _packed_evening(evening: ClubEvening) -> list[Any]:
    moments = [moment and (moment - EPOCH) // TICK for moment in (evening.opened_at, evening.closed_at)]
    return [evening.id, evening.day.isoformat(), evening.title, evening.place, *moments]


def _archive(value: Any) -> io.BytesIO:
    if len(value["records"]) > MOST_RECORDS:
        raise ValueError("too many records")
    created = _moment(value["created"])
    head = ClubHead(
        value["club"],
        created,
        players=tuple(
            ClubPlayer(number, name, mark, colour, created)
            for number, (name, mark, colour) in enumerate(value["players"], 1)
        ),
        evenings=tuple(map(_evening, value["evenings"])),
        devices=tuple(ClubDevice(number, name) for number, name in enumerate(value["devices"], 1)),
    )
    records, changed = [], created
    for position, record in enumerate(value["records"]):
        changed += record["recorded_at"] * TICK
        usual = {"entry": None, "batch": position}
        records.append(LogRecord(**{**usual, **record, "position": position, "recorded_at": changed}))
    changed += value["changed"] * TICK
    public_id, evening = value["match"], head.evenings[0].id if head.evenings else None
    head_values = (LOG, public_id, value["rules_version"], evening, value["seats"], value["stand_ins"])
    match = {
        "format": FORMAT,
        **dict(zip(SETUP, value["setup"], strict=False)),
        "entries": [current.entry for current in current_entries(records)],
    }
    log = write(LogFile(*head_values, created, changed, None, records))
    return _zipped(head, {match_name(public_id): match, log_name(public_id): log})


def _moment(ticks: Any) -> datetime:
    moment: datetime = EPOCH + ticks * TICK
    return moment


def _evening(value: Sequence[Any]) -> ClubEvening:
    public_id, day, title, place, opened, closed = value
    moments = _moment(opened), None if closed is None else _moment(closed)
    return ClubEvening(public_id, date.fromisoformat(day), title, place, "", *moments)


def _zipped(head: ClubHead, files: Mapping[str, Any]) -> io.BytesIO:
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        listed = [add_json(archive, path, value) for path, value in files.items()]
        add_json(archive, MANIFEST, manifest_value(head, listed))
    stream.seek(0)
    return stream
