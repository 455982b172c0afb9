"""``referee-club/1``: a whole club in one ZIP, its matches with their logs, its evenings and its players.

``manifest.json`` names the club, its people, evenings and devices (never a key, never a link) and every other file
with its hash; ``matches/<id>.json`` is what stands of a match, a ``referee-match/1`` file; ``logs/<id>.json`` is its
whole log. Equal contents make equal bytes. A club is read match by match, so that it never lies in memory as a whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, BinaryIO
from zipfile import ZipFile

from referee import __version__
from referee.matches.archive import (
    MIB,
    USUAL_LIMITS,
    Archive,
    ArchiveRefused,
    Limits,
    add,
    changed,
    missing,
    strange,
)
from referee.matches.clublog import ClubMatch, log_name, match_name, read_club_match, values_of
from referee.matches.shapes import Shape, written_moment
from referee.words import quoted, say

__all__ = ["ClubDevice", "ClubEvening", "ClubFile", "ClubHead", "ClubPlayer", "FORMAT", "MANIFEST", "write_club"]

FORMAT = "referee-club/1"
MANIFEST = "manifest.json"
KEYS = ("format", "version", "club", "players", "evenings", "devices", "files")
CLUB_KEYS = ("name", "created_at")
PLAYER_KEYS = ("id", "name", "mark", "colour", "played_at", "archived_at", "merged_into")
EVENING_KEYS = ("id", "day", "title", "place", "note", "opened_at", "closed_at", "deleted_at")
DEVICE_KEYS = ("number", "name")
FILE_KEYS = ("path", "sha256", "size")


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """One of the club's people; ``id`` and ``merged_into`` are ids of the archive."""

    id: int
    name: str
    mark: str
    colour: int
    played_at: datetime
    archived_at: datetime | None = None
    merged_into: int | None = None


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """One sitting; ``id`` is what its address has."""

    id: str
    day: date
    title: str
    place: str
    note: str
    opened_at: datetime
    closed_at: datetime | None = None
    deleted_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClubDevice:
    """A device that recorded something: whose it was, and not the key by which it is known."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class ClubHead:
    """All of a club but its matches."""

    name: str
    created_at: datetime
    players: tuple[ClubPlayer, ...] = ()
    evenings: tuple[ClubEvening, ...] = ()
    devices: tuple[ClubDevice, ...] = ()


def write_club(stream: BinaryIO, head: ClubHead, matches: Iterable[ClubMatch]) -> int:
    """Write a club's archive, match after match as they come; how many bytes it is unpacked.

    Beyond the usual limit of that many it comes in again only where more is allowed.

    :raises ArchiveRefused: a match is larger than an archive's file may be.
    """
    files = []
    whole = 0
    with ZipFile(stream, "w") as archive:
        for match in matches:
            for name, value in values_of(match):
                content = _dumped(value)
                files.append({"path": name, "sha256": _hash(content), "size": len(content)})
                whole += _add(archive, name, content)
        return whole + _add(archive, MANIFEST, _dumped(_manifest(head, files)))


def _add(archive: ZipFile, name: str, content: bytes) -> int:
    most = USUAL_LIMITS.file
    if len(content) > most:
        message = say("« %(name)s » serait trop gros : plus de %(most)s Mio.", name=name, most=most // MIB)
        raise ArchiveRefused(message)
    add(archive, name, content)
    return len(content)


def _manifest(head: ClubHead, files: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "version": __version__,
        "club": {"name": head.name, "created_at": written_moment(head.created_at)},
        "players": [_written(one, PLAYER_KEYS) for one in head.players],
        "evenings": [_written(one, EVENING_KEYS) for one in head.evenings],
        "devices": [_written(one, DEVICE_KEYS) for one in head.devices],
        "files": files,
    }


def _written(one: Any, keys: tuple[str, ...]) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for key in keys:
        found = getattr(one, key)
        if isinstance(found, datetime):
            found = written_moment(found)
        value[key] = found.isoformat() if isinstance(found, date) else found
    return value


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class ClubFile:
    """A club's archive opened: its head, the ids of its matches, and each match when it is asked for.

    :raises ArchiveRefused: it is not one, or not as it was written.
    """

    def __init__(self, stream: BinaryIO, limits: Limits = USUAL_LIMITS) -> None:
        self._archive = Archive(stream, limits)
        manifest = Shape.of(MANIFEST, self._archive.read(MANIFEST))
        if manifest.get("format") != FORMAT:
            named = quoted(manifest.get("format"))
            raise ArchiveRefused(say("« %(format)s » n'est pas un format que cet arbitre sait lire.", format=named))
        manifest.only(KEYS)
        manifest.text("version", 40)
        self.head = _head(manifest)
        self._players = {player.id for player in self.head.players}
        self._evenings = {None, *(evening.id for evening in self.head.evenings)}
        self._devices = {None, *(device.number for device in self.head.devices)}
        self._files = _files(manifest)
        self.match_ids = _match_ids(self._files)
        for name in self._archive.names:
            if name != MANIFEST and name not in self._files:
                raise strange(name)

    def match(self, public_id: str) -> ClubMatch:
        """A match, checked against the manifest, every batch of its log replayed.

        :raises ArchiveRefused: it has changed, it is not as an export writes it, or it does not replay.
        """
        names = match_name(public_id), log_name(public_id)
        match_file, log_file = (Shape.of(name, self._content(name)) for name in names)
        match = read_club_match(public_id, match_file, log_file)
        self._check_references(match, log_file)
        return match

    def _content(self, name: str) -> bytes:
        content = self._archive.read(name)
        if self._files.get(name) != (_hash(content), len(content)):
            raise changed(name)
        return content

    def _check_references(self, match: ClubMatch, file: Shape) -> None:
        if not self._players.issuperset((*(seat for seat in match.seats if seat is not None), *match.nobodies)):
            raise file.wrong("seats")
        if match.evening not in self._evenings:
            raise file.wrong("evening")
        if not self._devices.issuperset(one.device for one in match.records):
            raise file.wrong("device")


def _head(manifest: Shape) -> ClubHead:
    club = manifest.part("club").only(CLUB_KEYS)
    players = tuple(_player(one.only(PLAYER_KEYS)) for one in manifest.parts("players"))
    evenings = tuple(_evening(one.only(EVENING_KEYS)) for one in manifest.parts("evenings"))
    devices = tuple(_device(one.only(DEVICE_KEYS)) for one in manifest.parts("devices"))
    for key, ids in (
        ("players", [one.id for one in players]), ("players", [one.name for one in players]),
        ("evenings", [one.id for one in evenings]), ("devices", [one.number for one in devices]),
    ):  # fmt: skip
        if len(set(ids)) != len(ids):
            raise manifest.wrong(key)
    _check_merges(manifest, {one.id: one.merged_into for one in players})
    return ClubHead(club.text("name", 80), club.moment("created_at"), players, evenings, devices)


def _check_merges(manifest: Shape, into: Mapping[int, int | None]) -> None:
    """Whoever was merged was merged into somebody, and not round in a circle."""
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


def _player(one: Shape) -> ClubPlayer:
    return ClubPlayer(
        one.whole("id", 1), one.name("name", 40), one.text("mark", 4), one.whole("colour"), one.moment("played_at"),
        one.moment_or_none("archived_at"), one.whole_or_none("merged_into", 1),
    )  # fmt: skip


def _evening(one: Shape) -> ClubEvening:
    return ClubEvening(
        one.public_id("id"), one.day("day"), one.text("title", 80), one.text("place", 80), one.text("note", MIB),
        one.moment("opened_at"), one.moment_or_none("closed_at"), one.moment_or_none("deleted_at"),
    )  # fmt: skip


def _device(one: Shape) -> ClubDevice:
    return ClubDevice(one.whole("number", 1), one.text("name", 40))


def _files(manifest: Shape) -> dict[str, tuple[Any, Any]]:
    """Every file the archive must hold, with its hash and its size."""
    files: dict[str, tuple[Any, Any]] = {}
    for one in manifest.parts("files"):
        one.only(FILE_KEYS)
        path = one.text("path", 40)
        if path in files:
            raise one.wrong(path)
        files[path] = one.text("sha256", 64), one.whole("size")
    return files


def _match_ids(files: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids of the matches, each with its match file and its log and nothing else."""
    ids = tuple(path.removeprefix("matches/").removesuffix(".json") for path in files if path.startswith("matches/"))
    wanted = set(_names(ids))
    for name in wanted - files.keys():
        raise missing(name)
    for name in files.keys() - wanted:
        raise strange(name)
    for one in ids:
        Shape(MANIFEST, {"path": one}).public_id("path")
    return ids


def _names(ids: Iterable[str]) -> Iterator[str]:
    for one in ids:
        yield from (match_name(one), log_name(one))
