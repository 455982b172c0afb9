"""A match of a club with all of its log as few bytes, and back as a club's archive with that one match in it.

The first byte is the version. Then the moments, apart because they pack badly; then the rest, deflated with a
dictionary that must never change within a version. What is unpacked is read as any archive is: here only its size and
its shape are looked at, there everything else.
"""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from types import NoneType
from typing import Any
from zipfile import ZipFile

from referee.archive.club_archive.club_match import ClubMatch, LogRecord
from referee.archive.club_archive.json_object import write
from referee.archive.club_archive.manifest import (
    MANIFEST,
    ClubDevice,
    ClubEvening,
    ClubHead,
    ClubPlayer,
    ListedFile,
    manifest_value,
)
from referee.archive.club_archive.match_files import LOG, LogFile, log_name, match_name
from referee.archive.club_archive.work_budget import WorkBudget
from referee.archive.club_archive.zip_file import ArchiveRefused, add_file
from referee.archive.handover.values import ByteReader, Damaged, ValueReader, ValueWriter, number_bytes, signed_bytes
from referee.matches.log import current_entries
from referee.matches.match_file import FORMAT, match_value
from referee.words import say

VERSION = 1
MOST_BYTES = 48 * 1024
"""Bytes of a packed match: what an address and a form bear."""
MOST_UNPACKED = 1024 * 1024
MOST_RECORDS = 10_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TICK = timedelta(microseconds=1)

WORDS = (
    b"declared-by answer legal articles because question facts options format referee-question/1 referee-verdict/1 "
    b"verdict tone words fr en word asked player players offence penalty misdeal revoke note text end relay seat by "
    b"points won winner winners cards order left result contract call bid declarer partner taker bets bettor "
    b"joins leaves quits penalty-points round game dealer choice doubled bonus total scores step bids tricks"
)
"""What often stands in a match of any game, what stands in most last; never changed but with :data:`VERSION`."""


@dataclass(frozen=True, slots=True)
class HandedMatch:
    """A match with what goes along: the head of a club that has this one match."""

    head: ClubHead
    match: ClubMatch


def pack(handed: HandedMatch) -> bytes:
    """The match in few bytes; the same match, the same bytes.

    :raises ArchiveRefused: it is too long for a code.
    """
    head, match = handed.head, handed.match
    writer = ValueWriter()
    try:
        writer.write(_value(head, match))
        moments = b"".join(map(signed_bytes, _moments(head, match)))
    except (Damaged, UnicodeEncodeError):
        raise too_long() from None
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, WORDS)
    packed = bytes((VERSION,)) + number_bytes(len(moments)) + moments + deflate.compress(writer.out) + deflate.flush()
    if len(packed) > MOST_BYTES or len(writer.out) > MOST_UNPACKED or len(match.records) > MOST_RECORDS:
        raise too_long()
    return packed


def unpack(packed: bytes, budget: WorkBudget | None = None) -> io.BytesIO:
    """The archive of a club that has this one match; whoever opens it checks all that it says.

    :raises ArchiveRefused: these bytes are no match.
    """
    if packed[:1] != bytes((VERSION,)):
        raise ArchiveRefused(
            say("Ce code vient d'une autre version de l'arbitre : mettez-le à jour, ou prenez le fichier.")
        )
    if len(packed) > MOST_BYTES:
        raise too_long()
    try:
        reader = ByteReader(packed, 1)
        moments = ByteReader(reader.take(reader.number()))
        inflate = zlib.decompressobj(-15, WORDS)
        raw = inflate.decompress(packed[reader.at :], MOST_UNPACKED)
        if not inflate.eof or inflate.unused_data or inflate.unconsumed_tail:
            raise Damaged("not all of it")
        values = ValueReader(raw, budget=budget)
        value = values.read()
        if values.at != len(raw):
            raise Damaged("more than a match")
        return _archive(value, moments)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, zlib.error):
        raise no_match() from None


def no_match() -> ArchiveRefused:
    return ArchiveRefused(
        say("Ce n'est pas le code d'une partie, ou il est abîmé : scannez-le ou copiez-le encore une fois.")
    )


def too_long() -> ArchiveRefused:
    return ArchiveRefused(say("Cette partie est trop longue pour un code : passez-la par un fichier."))


# The value: lists, whose places mean what follows. Players and devices are numbered as they stand in them.

RECORD = ("amends", "batch", "undoes", "reason", "person", "device", "ruling")
AS_BEFORE = ("person", "device")
"""What a record mostly has in common with the one before it."""


def _value(head: ClubHead, match: ClubMatch) -> list[Any]:
    players = {player.id: number for number, player in enumerate(head.players, 1)}
    devices = {device.number: number for number, device in enumerate(head.devices, 1)}
    setup = match_value(match.setup, ())
    records = [replace(record, device=devices.get(record.device or 0)) for record in match.records]
    return [
        [setup["game"], setup["players"], setup["players"].index(setup["dealer"]), setup["options"]],
        [record.entry for record in records],
        _exceptions(records),
        [match.setup.table.version, match.public_id, head.name],
        [[player.name, player.mark, player.colour] for player in head.players],
        [players.get(seat or 0) for seat in match.seats],
        {name: players[player] for name, player in match.stand_ins.items()},
        [device.name for device in head.devices],
        [
            [evening.id, evening.day.isoformat(), evening.title, evening.place, evening.closed_at is None]
            for evening in head.evenings
        ],
    ]


def _exceptions(records: Sequence[LogRecord]) -> list[Any]:
    """What a record says beside its entry, where that is not as in most of them."""
    found: list[Any] = []
    usual = _usual()
    for record in records:
        usual["batch"] = record.position
        for number, key in enumerate(RECORD):
            value = getattr(record, key)
            if value != usual[key]:
                found += record.position, number, value
                if key in AS_BEFORE:
                    usual[key] = value
    return found


def _usual() -> dict[str, Any]:
    return {**dict.fromkeys(RECORD), "reason": "", "person": ""}


def _moments(head: ClubHead, match: ClubMatch) -> list[int]:
    """Microseconds from each moment to the next: when it was created, each record, changed, and the evening's."""
    evening = [moment for sitting in head.evenings for moment in (sitting.opened_at, sitting.closed_at) if moment]
    records = [record.recorded_at for record in match.records]
    ticks = [(moment - EPOCH) // TICK for moment in (match.created_at, *records, match.changed_at, *evening)]
    return [later - earlier for earlier, later in zip([0, *ticks], ticks)]


def _archive(value: Any, moments: ByteReader) -> io.BytesIO:
    """An archive of what was read: nothing in it is believed, all is checked when that is opened."""
    setup, entries, exceptions, (version, public_id, club), people, seats, stand_ins, phones, evenings = value
    if len(entries) > MOST_RECORDS:
        raise Damaged("too many records")
    created, *recorded, changed = _read_moments(moments, len(entries) + 2)
    opened = [_evening(evening, moments, changed) for evening in evenings]
    if moments.at != len(moments.raw):
        raise Damaged("a moment of nothing")
    records = [
        LogRecord(**said, recorded_at=moment)
        for said, moment in zip(_records(entries, exceptions), recorded, strict=True)
    ]
    head = ClubHead(
        club,
        created,
        tuple(ClubPlayer(number, name, mark, colour, created) for number, (name, mark, colour) in enumerate(people, 1)),
        tuple(opened),
        tuple(ClubDevice(number, name) for number, name in enumerate(phones, 1)),
    )
    evening = opened[0].id if opened else None
    log = write(LogFile(LOG, public_id, version, evening, seats, stand_ins, created, changed, None, records))
    game, players, dealer, options = setup
    standing = [current.entry for current in current_entries(records)]
    match = {
        "format": FORMAT, "game": game, "players": players, "dealer": players[dealer], "options": options,
        "entries": standing,
    }  # fmt: skip
    return _zipped(head, {match_name(public_id): match, log_name(public_id): log})


def _read_moments(moments: ByteReader, n: int) -> list[datetime]:
    ticks, found = 0, []
    for _ in range(n):
        ticks += moments.signed()
        found.append(EPOCH + ticks * TICK)
    return found


def _evening(value: Any, moments: ByteReader, before: datetime) -> ClubEvening:
    public_id, day, title, place, is_open = value
    ticks = [moments.signed() for _ in range(1 if is_open else 2)]
    opened = before + ticks[0] * TICK
    closed = None if is_open else opened + ticks[1] * TICK
    return ClubEvening(public_id, date.fromisoformat(day), title, place, "", opened, closed)


def _records(entries: Sequence[Any], exceptions: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """What each record says, as :func:`_exceptions` left it out."""
    said = iter(exceptions)
    usual, coming = _usual(), next(said, None)
    for position, entry in enumerate(entries):
        usual["batch"] = position
        own = dict(usual)
        while coming == position:
            key = RECORD[next(said)]
            own[key] = next(said)
            if key in AS_BEFORE:
                usual[key] = own[key]
            coming = next(said, None)
        if type(own["amends"]) not in (int, NoneType) or (own["amends"] is None and not isinstance(entry, dict)):
            raise Damaged("no record")
        yield {"position": position, "entry": entry, **own}
    if coming is not None:
        raise Damaged("said of no record")


def _zipped(head: ClubHead, files: Mapping[str, Any]) -> io.BytesIO:
    """A club's archive with these files."""
    stream = io.BytesIO()
    with ZipFile(stream, "w") as archive:
        listed = []
        for path, value in files.items():
            content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
            add_file(archive, path, content)
            listed.append(ListedFile.of(path, content))
        manifest = json.dumps(manifest_value(head, listed), ensure_ascii=False, separators=(",", ":")).encode()
        add_file(archive, MANIFEST, manifest)
    stream.seek(0)
    return stream
