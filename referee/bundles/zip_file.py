"""``referee-club/1``: a whole club in one ZIP, its matches with their logs, its evenings and its players.

``manifest.json`` names the club, its people, evenings, devices and every other file with its hash;
``matches/<id>.json`` is a ``referee-match/1`` file of the current entries; ``logs/<id>.json`` is the whole log. The
mark that a log had when it was recorded is the comment of its file in the ZIP, which earlier versions pass over. Equal
contents make equal bytes. A club is read match by match: it is never in memory as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, BinaryIO
from zipfile import ZipFile

from referee.bundles.bundle import MANIFEST, ClubHead, ListedFile, listed_matches, manifest_value, read_manifest
from referee.bundles.json_object import JsonObject
from referee.bundles.match_files import log_name, match_name, match_values, read_club_match
from referee.bundles.record import ClubMatch
from referee.bundles.untrusted_zip import (
    MIB,
    USUAL_LIMITS,
    ArchiveRefused,
    Limits,
    ZipArchive,
    add_file,
    changed,
    strange,
)
from referee.bundles.work_budget import WorkBudget
from referee.words import say

LOST = "lost"
"""The mark of a log without one in an archive where others have theirs: its file was replaced."""


def write_club(stream: BinaryIO, head: ClubHead, matches: Iterable[ClubMatch]) -> int:
    """Write a club's archive match by match; its bytes when unpacked.

    :raises ArchiveRefused: a match is larger than an archive's file may be.
    """
    files = []
    with ZipFile(stream, "w") as archive:
        for match in matches:
            for path, value in match_values(match):
                files.append(add_json(archive, path, value, match.mark if path == log_name(match.public_id) else ""))
        manifest = add_json(archive, MANIFEST, manifest_value(head, files))
    return sum(file.size for file in (*files, manifest))


def add_json(archive: ZipFile, path: str, value: Any, comment: str = "") -> ListedFile:
    """Add a JSON file to an archive; raises ArchiveRefused where it is too large."""
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    most = USUAL_LIMITS.file
    if len(content) > most:
        message = say("« %(name)s » serait trop gros : plus de %(most)s Mio.", name=path, most=most // MIB)
        raise ArchiveRefused(message)
    add_file(archive, path, content, comment)
    return ListedFile.of(path, content)


class ClubFile:
    """An open archive: the head of the club, the ids of its matches, and each match on demand.

    :param budget: the work that reading and replaying may cost; None: any.
    :raises ArchiveRefused: it is no archive, or it has changed.
    """

    def __init__(self, stream: BinaryIO, limits: Limits = USUAL_LIMITS, budget: WorkBudget | None = None) -> None:
        self._budget = budget
        self._archive = ZipArchive(stream, limits)
        self.head, self._files = read_manifest(self._archive.read(MANIFEST))
        self._players = {player.id for player in self.head.players}
        self._evenings = {None, *(evening.id for evening in self.head.evenings)}
        self._devices = {None, *(device.number for device in self.head.devices)}
        self.match_ids = listed_matches(self._files)
        self._marked = any(self._archive.comment(log_name(match_id)) for match_id in self.match_ids)
        for path in self._archive.names:
            if path != MANIFEST and path not in self._files:
                raise strange(path)

    def match(self, public_id: str) -> ClubMatch:
        """A match, checked against the manifest, every batch of its log replayed; raises ArchiveRefused."""
        if self._budget is not None:
            self._budget.spend(0)
        paths = match_name(public_id), log_name(public_id)
        match_file, log_file = (JsonObject.of(path, self._content(path)) for path in paths)
        match = read_club_match(public_id, match_file, log_file, self._budget)
        self._check_references(match, log_file)
        return replace(match, mark=self._archive.comment(log_name(public_id)) or (LOST if self._marked else ""))

    def _content(self, path: str) -> bytes:
        content = self._archive.read(path)
        if self._files.get(path) != ListedFile.of(path, content):
            raise changed(path)
        return content

    def _check_references(self, match: ClubMatch, file: JsonObject) -> None:
        if not self._players.issuperset((*(seat for seat in match.seats if seat is not None), *match.nobodies)):
            raise file.wrong("seats")
        if not self._players.issuperset(match.stand_ins.values()):
            raise file.wrong("stand_ins")
        if match.evening not in self._evenings:
            raise file.wrong("evening")
        if not self._devices.issuperset(record.device for record in match.records):
            raise file.wrong("device")
