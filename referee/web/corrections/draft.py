"""The correction that a keeper prepares, page by page: entries amended, and a deal inserted; not recorded yet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from flask import abort, request

from referee.matches.log import Change, CurrentEntry
from referee.matches.setup_correction import is_setup
from referee.store.matches.stored_match import StoredMatch

MOST_CHANGES = 100
INSERTION_KEYS = {"before", "entries", "amended"}


@dataclass(frozen=True, slots=True)
class Draft:
    """``amended``: by position the corrected entry, None for a removal; ``inserted``: entries to stand ``before`` one.

    ``before``: None where nothing is inserted.
    """

    amended: Mapping[int, Any] = field(default_factory=dict)
    before: int | None = None
    inserted: tuple[Any, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        inserted = (Change(entry, before=self.before) for entry in self.inserted)
        return (*inserted, *(Change(entry, position) for position, entry in self.amended.items()))

    @property
    def positions(self) -> set[int]:
        """The positions of the entries that must be current."""
        return {*self.amended, *(() if self.before is None else (self.before,))}

    def amending(self, position: int, entry: Any) -> Draft:
        return replace(self, amended={**self.amended, position: entry})

    def removing(self, positions: Iterable[int]) -> Draft:
        return replace(self, amended={**self.amended, **dict.fromkeys(positions)})

    def leaving(self, position: int) -> Draft:
        """The draft without what it makes of this entry."""
        return replace(self, amended={key: entry for key, entry in self.amended.items() if key != position})

    def dumped(self, current: Sequence[CurrentEntry]) -> str:
        """The draft as a form carries it; consecutive removals as their first and last position."""
        following = dict(pairwise(record.position for record in current))
        pairs: list[list[Any]] = []
        for position, entry in self.amended.items():
            removed = pairs[-1][0] if pairs and pairs[-1][1] is None else None
            if entry is None and removed is not None and following.get(removed[1]) == position:
                removed[1] = position
            else:
                pairs.append([position if entry is not None else [position, position], entry])
        if self.before is None:
            return json.dumps(pairs)
        return json.dumps({"before": self.before, "entries": self.inserted, "amended": pairs})


def draft_in_form(stored_match: StoredMatch) -> Draft:
    """The draft that the form carries; 400 for entries that this match never had."""
    recorded = recorded_positions(stored_match)
    try:
        draft = _read(json.loads(request.form.get("draft", "[]")), stored_match.current)
        json.dumps([dict(draft.amended), draft.inserted], ensure_ascii=False).encode()  # half a character is none
    except (ValueError, TypeError, RecursionError):
        abort(400)
    good = all(type(position) is int and position in recorded for position in draft.positions)
    good = good and all(entry is None or isinstance(entry, dict) for entry in draft.amended.values())
    good = good and all(isinstance(entry, dict) and isinstance(entry.get("step"), str) for entry in draft.inserted)
    good = good and not any(map(is_setup, (*draft.inserted, *draft.amended.values())))
    if not good or len(draft.inserted) > MOST_CHANGES or len(draft.amended) > max(MOST_CHANGES, len(stored_match.log)):
        abort(400)
    return draft


def recorded_positions(stored_match: StoredMatch) -> set[int]:
    """The positions of all entries ever recorded, without amendments."""
    return {record.position for record in stored_match.log if record.amends is None}


def _read(value: Any, current: Sequence[CurrentEntry]) -> Draft:
    """The draft of a form; of consecutive removals only the current entries."""
    if not isinstance(value, dict) or not value:
        return Draft(_amended(value, current))
    if value.keys() != INSERTION_KEYS or type(value["before"]) is not int or not isinstance(value["entries"], list):
        raise ValueError("no insertion")
    return Draft(_amended(value["amended"], current), value["before"], tuple(value["entries"]))


def _amended(pairs: Iterable[Any], current: Sequence[CurrentEntry]) -> dict[int, Any]:
    standing = {record.position: index for index, record in enumerate(current)}
    amended: dict[int, Any] = {}
    for where, entry in pairs:
        if not isinstance(where, list) or entry is not None:
            amended[where] = entry
            continue
        first, last = where
        removed = [first, last]  # where one was removed meanwhile, that is looked at later
        if first in standing and last in standing:
            removed = [record.position for record in current[standing[first] : standing[last] + 1]] or removed
        amended |= dict.fromkeys(removed)
    return amended
