"""A bundle of one match in few bytes, for codes and links: deflated JSON of its head, its set-up and its log.

Its records leave out what follows from their order, and tell the microseconds since the record before. A change of the
form raises ``codes.FORMAT``.
"""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from datetime import timedelta
from typing import Any

from referee.bundles.bundle import (
    PEOPLE,
    ClubHead,
    ClubMatch,
    SingleMatchBundle,
    check_references,
    head_values,
    read_head,
)
from referee.bundles.json_object import MOMENT, JsonObject, ValueKind
from referee.bundles.log_replay import WorkBudget
from referee.bundles.match_files import log_value, read_setup_and_log
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.matches.match_file import match_value
from referee.matches.strict_json import UnreadableJson, parse
from referee.words import say

MOST_BYTES = 48 * 1024
"""Bytes that an address and a form hold."""
MOST_UNPACKED = 1024 * 1024
MOST_RECORDS = 10_000
NAME = "code"
"""What a refusal calls the JSON of a code."""
TICK = timedelta(microseconds=1)
TICKS = ValueKind(lambda ticks: ticks * TICK)


def pack(bundle: SingleMatchBundle) -> bytes:
    """The bundle in few bytes; the same match, the same bytes.

    :raises ArchiveRefused: it is too long for a code.
    """
    match = bundle.only
    value = {**_short_head(bundle.head), "match": match_value(match.setup, ()), "log": _short_log(match)}
    raw = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(raw) + deflate.flush()
    if len(packed) > MOST_BYTES or len(raw) > MOST_UNPACKED or len(match.records) > MOST_RECORDS:
        raise too_long()
    return packed


def unpack(packed: bytes, budget: WorkBudget | None = None) -> SingleMatchBundle:
    """The bundle of a code, read and replayed once; raises ArchiveRefused."""
    if len(packed) > MOST_BYTES:
        raise too_long()
    try:
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        raw = inflate.decompress(packed, MOST_UNPACKED)
        file = JsonObject(NAME, parse(raw, finite=True))
    except (zlib.error, UnreadableJson):
        raise no_match() from None
    if not inflate.eof or inflate.unused_data or not isinstance(file.value, dict):
        raise no_match()
    file.check_keys(("club", *PEOPLE, "match", "log"))
    head = read_head(file)
    log = _whole_log(file.part("log"))
    match = read_setup_and_log(file.part("match"), log, budget)
    check_references(head, match, log)
    return SingleMatchBundle(head, match)


def _short_head(head: ClubHead) -> dict[str, Any]:
    """The JSON of a head whose people and evenings have no empty values."""
    value = head_values(head)
    for key in PEOPLE.keys() & value.keys():
        value[key] = [{name: item[name] for name in item if item[name] not in (None, "")} for item in value[key]]
    return value


def _short_log(match: ClubMatch) -> dict[str, Any]:
    """The JSON of a log; the code has a digest of its own in place of the mark."""
    value = log_value(replace(match, mark=""))
    before = match.created_at
    for record, short in zip(match.records, value["records"], strict=True):
        del short["position"]
        if record.batch == record.position:
            del short["batch"]
        short["recorded_at"] = (record.recorded_at - before) // TICK
        before = record.recorded_at
    return value


def _whole_log(short: JsonObject) -> JsonObject:
    """The log as a file has it; raises ArchiveRefused."""
    moment = short.read_one("created_at", MOMENT)
    records = []
    for position, record in enumerate(short.parts("records")):
        if position == MOST_RECORDS:
            raise no_match()
        moment += record.read_one("recorded_at", TICKS)
        records.append({"batch": position, **record.value, "position": position, "recorded_at": MOMENT.write(moment)})
    return JsonObject(NAME, {**short.value, "records": records})


def no_match() -> ArchiveRefused:
    return ArchiveRefused(
        say("Ce n'est pas le code d'une partie, ou il est abîmé : scannez-le ou copiez-le encore une fois.")
    )


def too_long() -> ArchiveRefused:
    return ArchiveRefused(say("Cette partie est trop longue pour un code : passez-la par un fichier."))
