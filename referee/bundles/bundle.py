"""``manifest.json``: a club, its people, evenings and devices, and every other file of its archive with its hash.

It holds no key of a device and no link.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from referee import __version__
from referee.answers.table import has_control_characters
from referee.bundles.json_object import (
    ARTICLE,
    DAY,
    MOMENT,
    NAME,
    NAMES,
    PUBLIC_ID,
    JsonObject,
    optional,
    text,
    whole,
    write,
)
from referee.bundles.match_files import log_name, match_name
from referee.bundles.untrusted_zip import MIB, ArchiveRefused, missing, strange
from referee.words import quoted, say

FORMAT = "referee-club/1"
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """A player; ``id`` and ``merged_into`` are ids of the archive."""

    id: int = field(metadata=whole(1))
    name: str = field(metadata=NAME)
    mark: str = field(metadata=text(4))
    colour: int = field(metadata=whole())
    played_at: datetime = field(metadata=MOMENT)
    archived_at: datetime | None = field(default=None, metadata=optional(MOMENT))
    merged_into: int | None = field(default=None, metadata=optional(whole(1)))


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """An evening; ``id`` is its public id."""

    id: str = field(metadata=PUBLIC_ID)
    day: date = field(metadata=DAY)
    title: str = field(metadata=text(80))
    place: str = field(metadata=text(80))
    note: str = field(metadata=text(MIB))
    opened_at: datetime = field(metadata=MOMENT)
    closed_at: datetime | None = field(default=None, metadata=optional(MOMENT))
    deleted_at: datetime | None = field(default=None, metadata=optional(MOMENT))


@dataclass(frozen=True, slots=True)
class ClubTableRule:
    """A rule of the club's own; ``id`` is its public id, ``players`` the names of those who were there."""

    id: str = field(metadata=PUBLIC_ID)
    article: str = field(metadata=ARTICLE)
    text: str = field(metadata=text(300, lambda value: not has_control_characters(value)))
    players: tuple[str, ...] = field(metadata=NAMES)
    noted_at: datetime = field(metadata=MOMENT)
    changed_at: datetime = field(metadata=MOMENT)
    deleted_at: datetime | None = field(default=None, metadata=optional(MOMENT))


@dataclass(frozen=True, slots=True)
class ClubDevice:
    """The name of a device that recorded something; never its key."""

    number: int = field(metadata=whole(1))
    name: str = field(metadata=text(40))


@dataclass(frozen=True, slots=True)
class ListedFile:
    """Another file of the archive."""

    path: str = field(metadata=text(40))
    sha256: str = field(metadata=text(64))
    size: int = field(metadata=whole())

    @classmethod
    def of(cls, path: str, content: bytes) -> ListedFile:
        return cls(path, hashlib.sha256(content).hexdigest(), len(content))


@dataclass(frozen=True, slots=True)
class ClubHead:
    """All of a club but its matches; ``timezone``: the zone of the days of its evenings, "" if unknown.

    ``table_rules``: those removed too, so that another copy of the club learns of it.
    """

    name: str = field(metadata=text(80))
    created_at: datetime = field(metadata=MOMENT)
    timezone: str = field(default="", metadata=text(80), kw_only=True)
    players: tuple[ClubPlayer, ...] = ()
    evenings: tuple[ClubEvening, ...] = ()
    devices: tuple[ClubDevice, ...] = ()
    table_rules: tuple[ClubTableRule, ...] = ()


def derived_id(text: str) -> str:
    """A public id that is always the same for this text."""
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest())[:16].decode()


KEYS = ("format", "version", "club", "players", "evenings", "devices", "files")
TABLE_RULES = "table_rules"
"""A key that only the archive of a club with such rules has: without it a reader of before them reads it too."""


def manifest_value(head: ClubHead, files: Sequence[ListedFile]) -> dict[str, Any]:
    lists = (head.players, head.evenings, head.devices, files)
    about = write(head)
    if not head.timezone:
        del about["timezone"]
    club = (FORMAT, __version__, about)
    value = dict(zip(KEYS, (*club, *([write(item) for item in items] for items in lists)), strict=True))
    return {**value, TABLE_RULES: [write(rule) for rule in head.table_rules]} if head.table_rules else value


def read_manifest(raw: bytes) -> tuple[ClubHead, dict[str, ListedFile]]:
    """The club and, by their paths, the other files of its archive; raises ArchiveRefused."""
    manifest = JsonObject.of(MANIFEST, raw)
    if manifest.value.get("format") != FORMAT:
        format_text = quoted(manifest.value.get("format"))
        raise ArchiveRefused(say("« %(format)s » n'est pas un format que cet arbitre sait lire.", format=format_text))
    manifest.check_keys((*KEYS, TABLE_RULES))
    manifest.read_one("version", text(40)["kind"])
    players = tuple(part.read(ClubPlayer) for part in manifest.parts("players"))
    evenings = tuple(part.read(ClubEvening) for part in manifest.parts("evenings"))
    devices = tuple(part.read(ClubDevice) for part in manifest.parts("devices"))
    parts = manifest.parts(TABLE_RULES) if TABLE_RULES in manifest.value else ()
    rules = tuple(part.read(ClubTableRule) for part in parts)
    lists: dict[str, Any] = {"players": players, "evenings": evenings, "devices": devices, TABLE_RULES: rules}
    head = manifest.part("club").read(ClubHead, **lists)
    _check_unique(manifest, head)
    _check_merges(manifest, {player.id: player.merged_into for player in players})
    return head, _files(manifest)


def _check_unique(manifest: JsonObject, head: ClubHead) -> None:
    for key, ids in (
        ("players", [player.id for player in head.players]),
        ("players", [player.name for player in head.players]),
        ("evenings", [evening.id for evening in head.evenings]),
        ("devices", [device.number for device in head.devices]),
        (TABLE_RULES, [rule.id for rule in head.table_rules]),
    ):
        if len(set(ids)) != len(ids):
            raise manifest.wrong(key)


def _check_merges(manifest: JsonObject, into: Mapping[int, int | None]) -> None:
    """Each merge leads to a player of the archive, and none in a circle."""
    settled: set[int] = set()
    for player in into:
        way: dict[int, None] = {}
        at: int | None = player
        while at is not None and at not in settled:
            if at in way or at not in into:
                raise manifest.wrong("merged_into")
            way[at] = None
            at = into[at]
        settled.update(way)


def _files(manifest: JsonObject) -> dict[str, ListedFile]:
    files: dict[str, ListedFile] = {}
    for part in manifest.parts("files"):
        file = part.read(ListedFile)
        if file.path in files:
            raise part.wrong(file.path)
        files[file.path] = file
    return files


def listed_matches(files: Mapping[str, ListedFile]) -> tuple[str, ...]:
    """The ids of the matches, each with its match file and its log, and no other file; raises ArchiveRefused."""
    ids = tuple(path.removeprefix("matches/").removesuffix(".json") for path in files if path.startswith("matches/"))
    wanted = {path for match_id in ids for path in (match_name(match_id), log_name(match_id))}
    for path in wanted - files.keys():
        raise missing(path)
    for path in files.keys() - wanted:
        raise strange(path)
    for match_id in ids:
        JsonObject(MANIFEST, {"path": match_id}).read_one("path", PUBLIC_ID["kind"])
    return ids
