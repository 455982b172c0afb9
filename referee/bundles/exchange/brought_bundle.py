"""Bring in the bundle of an exchange: new matches as an import does, and further records of the matches that are here.

Where the log here went on otherwise it stays as it is. To bring in the same bundle again changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.bundles.bundle import Bundle, ClubHead, ClubMatch
from referee.bundles.comparison import Kind, Relation
from referee.bundles.loading import Loaded, load_bundle
from referee.bundles.match_rows import with_believable_times
from referee.bundles.recognition import Place
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.matches.matches import LogFull, append_imported
from referee.store.matches.stored_match import load


@dataclass(frozen=True, slots=True)
class RenamedMatches:
    """A bundle in which some matches have other public ids; ``names``: these by the ids of the bundle."""

    bundle: Bundle
    names: Mapping[str, str]

    @property
    def head(self) -> ClubHead:
        return self.bundle.head

    @property
    def match_ids(self) -> Sequence[str]:
        return [self.names.get(bundle_id, bundle_id) for bundle_id in self.bundle.match_ids]

    def match(self, public_id: str) -> ClubMatch:
        before = {name: bundle_id for bundle_id, name in self.names.items()}
        return replace(self.bundle.match(before.get(public_id, public_id)), public_id=public_id)


@dataclass(slots=True)
class Brought:
    """What was brought in.

    ``records``: how many were appended to matches that were here; ``known``: those matches, with their places here.
    ``full``: by the public id here, why a match could not go on: its log is full.
    """

    loaded: Loaded = field(default_factory=Loaded)
    records: int = 0
    known: list[tuple[ClubMatch, Place]] = field(default_factory=list)
    full: dict[str, LogFull] = field(default_factory=dict)


def bring_bundle(bundle: Bundle, club_id: int, device_id: int | None) -> Brought:
    """Load a bundle into a club; a match whose log goes on in the bundle goes on here.

    :param device_id: the device that is noted with appended records.
    :raises ArchiveRefused: a match cannot be read or stored.
    :raises Full: there is no room for it.
    """
    brought = Brought()

    def go_on(match: ClubMatch, place: Place, relation: Relation) -> None:
        brought.known.append((match, place))
        if relation.kind is not Kind.FURTHER:
            return
        try:
            brought.records += _append(club_id, place.public_id, match, relation.at, device_id)
        except LogFull as error:
            brought.full[place.public_id] = error

    brought.loaded = load_bundle(bundle, club_id, known=go_on)
    return brought


def _append(club_id: int, public_id: str, match: ClubMatch, at: int, device_id: int | None) -> int:
    """Append the records of a match from a position on; how many. None are where it is deleted or went on meanwhile."""
    stored = load(club_id, public_id)
    if stored is None or len(stored.log) != at:
        return 0
    further = with_believable_times(match).records[at:]
    done = append_imported(stored, [replace(record, device=device_id) for record in further])
    if done.refused is not None:
        raise ArchiveRefused(done.refused.violations[0].message)
    return len(further) if done.outcome == "recorded" else 0
