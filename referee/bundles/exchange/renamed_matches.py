"""A bundle of an exchange in which some matches have another public id there than here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee.bundles.bundle import Bundle, ClubHead, ClubMatch


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
