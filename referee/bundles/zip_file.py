"""``referee-club/1``: a bundle as one ZIP: a club, its matches with their logs, its evenings and its players.

``manifest.json`` names the club, its people, evenings, devices and every other file with its hash;
``matches/<id>.json`` is a ``referee-match/1`` file of the current entries; ``logs/<id>.json`` is the whole log with the
mark that it had when it was recorded. Equal contents make equal bytes. A club is read match by match: it is never in
memory as a whole.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO
from zipfile import ZipFile

from referee import __version__
from referee.bundles.bundle import PEOPLE, ClubHead, ClubMatch, check_references, head_values, read_head
from referee.bundles.json_object import PUBLIC_ID, JsonObject, Shape, integer, text
from referee.bundles.log_replay import WorkBudget
from referee.bundles.match_files import current_value, log_name, log_value, match_name, read_club_match
from referee.bundles.untrusted_zip import (
    MIB,
    USUAL_LIMITS,
    ArchiveRefused,
    Limits,
    ZipArchive,
    add_file,
    changed_file,
    missing_file,
    strange,
)
from referee.words import quoted, say

FORMAT = "referee-club/1"
MANIFEST = "manifest.json"
KEYS = ("format", "version", "club", *PEOPLE, "files")


@dataclass(frozen=True, slots=True)
class ListedFile:
    """Another file of the archive."""

    path: str
    sha256: str
    size: int

    @classmethod
    def of(cls, path: str, content: bytes) -> ListedFile:
        return cls(path, hashlib.sha256(content).hexdigest(), len(content))


LISTED_FILE = Shape(ListedFile, path=text(40), sha256=text(64), size=integer())


def write_club(stream: BinaryIO, head: ClubHead, matches: Iterable[ClubMatch]) -> int:
    """Write a bundle match by match; its bytes when unpacked.

    :raises ArchiveRefused: a match is larger than an archive's file may be.
    """
    files = []
    with ZipFile(stream, "w") as archive:
        for match in matches:
            files.append(_add_json(archive, match_name(match.public_id), current_value(match)))
            files.append(_add_json(archive, log_name(match.public_id), log_value(match)))
        manifest = {
            "format": FORMAT,
            "version": __version__,
            **head_values(head),
            "files": [LISTED_FILE.write(file) for file in files],
        }
        files.append(_add_json(archive, MANIFEST, manifest))
    return sum(file.size for file in files)


def _add_json(archive: ZipFile, path: str, value: Any) -> ListedFile:
    """Add a JSON file to an archive; raises ArchiveRefused where it is too large."""
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    most = USUAL_LIMITS.file
    if len(content) > most:
        message = say("« %(name)s » serait trop gros : plus de %(most)s Mio.", name=path, most=most // MIB)
        raise ArchiveRefused(message)
    add_file(archive, path, content)
    return ListedFile.of(path, content)


class ClubFile:
    """An open archive: the head of the club, the ids of its matches, and each match on demand.

    :param budget: the work that reading and replaying may cost; None: any.
    :raises ArchiveRefused: it is no archive, or it has changed.
    """

    def __init__(self, stream: BinaryIO, limits: Limits = USUAL_LIMITS, budget: WorkBudget | None = None) -> None:
        self._budget = budget
        self._archive = ZipArchive(stream, limits)
        raw = self._archive.read(MANIFEST)
        self.digest = hashlib.sha256(raw).hexdigest()
        manifest = _read_manifest(raw)
        self.head = read_head(manifest)
        self._files = _listed_files(manifest)
        self.match_ids: Sequence[str] = _listed_matches(self._files)
        for path in self._archive.names:
            if path != MANIFEST and path not in self._files:
                raise strange(path)

    def match(self, public_id: str) -> ClubMatch:
        """A match, checked against the manifest, every batch of its log replayed; raises ArchiveRefused."""
        if self._budget is not None:
            self._budget.spend(0)
        match_file = self._json(match_name(public_id))
        log_file = self._json(log_name(public_id))
        match = read_club_match(public_id, match_file, log_file, self._budget)
        check_references(self.head, match, log_file)
        return match

    def _json(self, path: str) -> JsonObject:
        content = self._archive.read(path)
        if self._files.get(path) != ListedFile.of(path, content):
            raise changed_file(path)
        return JsonObject.of(path, content)


def _read_manifest(raw: bytes) -> JsonObject:
    manifest = JsonObject.of(MANIFEST, raw)
    if manifest.value.get("format") != FORMAT:
        format_text = quoted(manifest.value.get("format"))
        raise ArchiveRefused(say("« %(format)s » n'est pas un format que cet arbitre sait lire.", format=format_text))
    manifest.check_keys(KEYS)
    manifest.read_one("version", text(40))
    return manifest


def _listed_files(manifest: JsonObject) -> dict[str, ListedFile]:
    files: dict[str, ListedFile] = {}
    for part in manifest.parts("files"):
        file = LISTED_FILE.read(part)
        if file.path in files:
            raise part.wrong(file.path)
        files[file.path] = file
    return files


def _listed_matches(files: Mapping[str, ListedFile]) -> tuple[str, ...]:
    """The ids of the matches, each with its match file and its log, and no other file; raises ArchiveRefused."""
    ids = tuple(path.removeprefix("matches/").removesuffix(".json") for path in files if path.startswith("matches/"))
    wanted = {path for match_id in ids for path in (match_name(match_id), log_name(match_id))}
    for path in wanted - files.keys():
        raise missing_file(path)
    for path in files.keys() - wanted:
        raise strange(path)
    for match_id in ids:
        JsonObject(MANIFEST, {"path": match_id}).read_one("path", PUBLIC_ID)
    return ids
