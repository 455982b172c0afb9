"""What travels: the head of a club, and its matches with their logs; their JSON, by declaration.

It holds no key of a device and no link.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from referee.answers.table import has_control_characters
from referee.bundles.json_object import (
    ARTICLE,
    DAY,
    MOMENT,
    NAME,
    NAMES,
    PUBLIC_ID,
    JsonObject,
    Shape,
    integer,
    optional,
    text,
)
from referee.bundles.untrusted_zip import MIB
from referee.matches.log import Record, ReplayedLog
from referee.matches.match_file import Setup
from referee.words import Text, say


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """A player; ``id`` and ``merged_into`` are ids of the archive."""

    id: int
    name: str
    mark: str
    colour: int
    played_at: datetime
    archived_at: datetime | None = None
    merged_into: int | None = None


PLAYER = Shape(
    ClubPlayer,
    id=integer(1),
    name=NAME,
    mark=text(4),
    colour=integer(),
    played_at=MOMENT,
    archived_at=optional(MOMENT),
    merged_into=optional(integer(1)),
)


@dataclass(frozen=True, slots=True)
class ClubEvening:
    """An evening; ``id`` is its public id."""

    id: str
    day: date
    title: str
    place: str
    note: str
    opened_at: datetime
    closed_at: datetime | None = None
    deleted_at: datetime | None = None


EVENING = Shape(
    ClubEvening,
    id=PUBLIC_ID,
    day=DAY,
    title=text(80),
    place=text(80),
    note=text(MIB),
    opened_at=MOMENT,
    closed_at=optional(MOMENT),
    deleted_at=optional(MOMENT),
)


@dataclass(frozen=True, slots=True)
class ClubTableRule:
    """A rule of the club's own; ``id`` is its public id, ``players`` the names of those who were there."""

    id: str
    article: str
    text: str
    players: tuple[str, ...]
    noted_at: datetime
    changed_at: datetime
    deleted_at: datetime | None = None


TABLE_RULE = Shape(
    ClubTableRule,
    id=PUBLIC_ID,
    article=ARTICLE,
    text=text(300, lambda value: not has_control_characters(value)),
    players=NAMES,
    noted_at=MOMENT,
    changed_at=MOMENT,
    deleted_at=optional(MOMENT),
)


@dataclass(frozen=True, slots=True)
class ClubDevice:
    """The name of a device that recorded something; never its key."""

    number: int
    name: str


DEVICE = Shape(ClubDevice, number=integer(1), name=text(40))


@dataclass(frozen=True, slots=True)
class ClubHead:
    """All of a club but its matches; ``timezone``: the zone of the days of its evenings, "" if unknown.

    ``table_rules``: those removed too, so that another copy of the club learns of it.
    """

    name: str
    created_at: datetime
    timezone: str = field(default="", kw_only=True)
    players: tuple[ClubPlayer, ...] = ()
    evenings: tuple[ClubEvening, ...] = ()
    devices: tuple[ClubDevice, ...] = ()
    table_rules: tuple[ClubTableRule, ...] = ()


CLUB = Shape(ClubHead, name=text(80), created_at=MOMENT, timezone=text(80))
PEOPLE: Mapping[str, Shape[Any]] = {
    "players": PLAYER,
    "evenings": EVENING,
    "devices": DEVICE,
    "table_rules": TABLE_RULE,
}
"""The lists of a head, by their keys."""


@dataclass(frozen=True, slots=True)
class ClubMatch:
    """A match of a bundle; ``seats``, ``stand_ins`` and ``evening`` are ids of the bundle.

    ``seats``: the players it began with, then those who joined; None at a dummy's seat. ``stand_ins``: by the name in
    the log.
    ``log``: the replayed log, where it is known. ``mark``: of its log as it was recorded; "": none is known.
    """

    public_id: str
    setup: Setup
    seats: tuple[int | None, ...]
    records: Sequence[Record]
    evening: str | None
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None = None
    log: ReplayedLog | None = field(default=None, compare=False, repr=False)
    stand_ins: Mapping[str, int] = field(default_factory=dict)
    mark: str = field(default="", compare=False)

    @property
    def everybody(self) -> set[int]:
        return {player for player in (*self.seats, *self.stand_ins.values()) if player is not None}

    @property
    def title(self) -> Text:
        return say(
            "%(game)s du %(day)s (%(players)s)",
            game=self.setup.game.name,
            day=self.created_at.date().isoformat(),
            players=self.setup.table.players,
        )


class Bundle(Protocol):
    """What travels: the head of a club, and its matches, each read on demand."""

    @property
    def head(self) -> ClubHead: ...

    @property
    def match_ids(self) -> Sequence[str]: ...

    def match(self, public_id: str) -> ClubMatch:
        """A match with its replayed log; raises ArchiveRefused."""


@dataclass(frozen=True, slots=True)
class SingleMatchBundle:
    """The bundle of one match, which is read already."""

    head: ClubHead
    only: ClubMatch

    @property
    def match_ids(self) -> Sequence[str]:
        return (self.only.public_id,)

    def match(self, _public_id: str) -> ClubMatch:
        return self.only


def derived_id(text: str) -> str:
    """A public id that is always the same for this text."""
    return urlsafe_b64encode(hashlib.sha256(text.encode()).digest())[:16].decode()


def head_values(head: ClubHead) -> dict[str, Any]:
    """The JSON of a head: ``club``, and the lists of :data:`PEOPLE`; of no rules and no zone there is no key."""
    club = CLUB.write(head)
    if not head.timezone:
        del club["timezone"]
    values: dict[str, Any] = {"club": club}
    for key, shape in PEOPLE.items():
        values[key] = [shape.write(item) for item in getattr(head, key)]
    if not head.table_rules:
        del values["table_rules"]
    return values


def read_head(file: JsonObject) -> ClubHead:
    """The head in an object that may have other keys; raises ArchiveRefused."""
    lists = {
        key: tuple(shape.read(part) for part in file.parts(key))
        for key, shape in PEOPLE.items()
        if key in file.value or key != "table_rules"
    }
    head = CLUB.read(file.part("club"), **lists)
    _check_unique(file, head)
    _check_merges(file, {player.id: player.merged_into for player in head.players})
    return head


def check_references(head: ClubHead, match: ClubMatch, file: JsonObject) -> None:
    """:raises ArchiveRefused: the match has a player, an evening or a device that is not in the head."""
    players = {player.id for player in head.players}
    if not players.issuperset(seat for seat in match.seats if seat is not None):
        raise file.wrong("seats")
    if not players.issuperset(match.stand_ins.values()):
        raise file.wrong("stand_ins")
    if match.evening is not None and match.evening not in {evening.id for evening in head.evenings}:
        raise file.wrong("evening")
    devices = {None, *(device.number for device in head.devices)}
    if not devices.issuperset(record.device for record in match.records):
        raise file.wrong("device")


def _check_unique(file: JsonObject, head: ClubHead) -> None:
    for key, ids in (
        ("players", [player.id for player in head.players]),
        ("players", [player.name for player in head.players]),
        ("evenings", [evening.id for evening in head.evenings]),
        ("devices", [device.number for device in head.devices]),
        ("table_rules", [rule.id for rule in head.table_rules]),
    ):
        if len(set(ids)) != len(ids):
            raise file.wrong(key)


def _check_merges(file: JsonObject, into: Mapping[int, int | None]) -> None:
    """Each merge leads to a player of the bundle, and none in a circle."""
    settled: set[int] = set()
    for player in into:
        way: dict[int, None] = {}
        at: int | None = player
        while at is not None and at not in settled:
            if at in way or at not in into:
                raise file.wrong("merged_into")
            way[at] = None
            at = into[at]
        settled.update(way)
