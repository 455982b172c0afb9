"""Taking the JSON of a club's archive apart, value by value; what is not as it was written is refused by its name."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from referee.games.table import clean_name
from referee.matches.archive import ArchiveRefused
from referee.matches.jsonfile import Unreadable, parse
from referee.words import quoted, say

__all__ = ["Shape", "is_deep", "written_moment"]

PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{1,20}")
YEARS = range(1970, 3000)
LARGEST = 2**31 - 1
"""The largest number that every database keeps."""
DEEPEST = 20
"""Lists and objects in one another, of what is kept as it stands; an export needs seven."""
SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class Shape:
    """One JSON object of a file; each of its readers gives a value of the right shape, or refuses the archive."""

    file: str
    value: Mapping[str, Any]

    @classmethod
    def of(cls, file: str, raw: bytes) -> Shape:
        """The object that is the whole of a file."""
        try:
            value = parse(raw, finite=True)
            if SURROGATE.search(raw):
                json.dumps(value, ensure_ascii=False).encode()  # half a character is none, and no database keeps it
        except (Unreadable, UnicodeEncodeError):
            raise ArchiveRefused(say("« %(name)s » est illisible.", name=quoted(file))) from None
        return cls(file, cls._object(file, value))

    @staticmethod
    def _object(file: str, value: Any) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise ArchiveRefused(say("« %(name)s » est illisible.", name=quoted(file)))
        return value

    def wrong(self, key: str) -> ArchiveRefused:
        """The refusal that names this key."""
        return ArchiveRefused(say("« %(name)s » : « %(key)s » ne va pas.", name=quoted(self.file), key=quoted(key)))

    def only(self, keys: Collection[str]) -> Shape:
        """The same object, if it has no keys but these."""
        for key in self.value:
            if key not in keys:
                raise self.wrong(key)
        return self

    def get(self, key: str) -> Any:
        """Whatever stands there; None where nothing does."""
        return self.value.get(key)

    def text(self, key: str, longest: int) -> str:
        """A text of at most so many characters; one left out is empty."""
        found = self.value.get(key, "")
        if not isinstance(found, str) or len(found) > longest:
            raise self.wrong(key)
        return found

    def name(self, key: str, longest: int) -> str:
        """A name as people give it: not empty, clean, no invisible signs."""
        found = self.text(key, longest)
        if not found or found != clean_name(found) or any(unicodedata.category(sign) in ("Cc", "Cs") for sign in found):
            raise self.wrong(key)
        return found

    def public_id(self, key: str) -> str:
        """What stands in the address of a page."""
        found = self.text(key, 20)
        if not PUBLIC_ID.fullmatch(found):
            raise self.wrong(key)
        return found

    def whole(self, key: str, low: int = 0, high: int = LARGEST) -> int:
        """A whole number from ``low`` to ``high``."""
        found = self.value.get(key)
        if type(found) is not int or not low <= found <= high:
            raise self.wrong(key)
        return found

    def whole_or_none(self, key: str, low: int = 0, high: int = LARGEST) -> int | None:
        return None if self.value.get(key) is None else self.whole(key, low, high)

    def moment(self, key: str) -> datetime:
        """A moment with its zone, in UTC."""
        found = self.value.get(key)
        try:
            read = datetime.fromisoformat(found)  # type: ignore[arg-type]
            moment = read.astimezone(UTC)
        except (TypeError, ValueError, OverflowError):
            raise self.wrong(key) from None
        if read.tzinfo is None or moment.year not in YEARS:
            raise self.wrong(key)
        return moment

    def moment_or_none(self, key: str) -> datetime | None:
        return None if self.value.get(key) is None else self.moment(key)

    def day(self, key: str) -> date:
        found = self.value.get(key)
        try:
            day = date.fromisoformat(found)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise self.wrong(key) from None
        if day.year not in YEARS:
            raise self.wrong(key)
        return day

    def part(self, key: str) -> Shape:
        """The object that stands there."""
        found = self.value.get(key)
        if not isinstance(found, dict):
            raise self.wrong(key)
        return Shape(self.file, found)

    def parts(self, key: str) -> Iterator[Shape]:
        """The objects of the list that stands there."""
        found = self.value.get(key)
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise self.wrong(key)
        return (Shape(self.file, one) for one in found)


def is_deep(value: Any) -> bool:
    """Whether more lists and objects lie in one another than any table writes; looked at without going down in them.

    >>> is_deep({"plays": [{"card": "9S"}]}), is_deep(json.loads("[" * 21 + "]" * 21))
    (False, True)
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        nested = [one for one in level if isinstance(one, (dict, list))]
        if not nested:
            return False
        level = [inner for one in nested for inner in (one.values() if isinstance(one, dict) else one)]
    return True


def written_moment(moment: datetime) -> str:
    """A moment as an archive writes it.

    >>> written_moment(datetime(2024, 2, 29, 20, 15, tzinfo=UTC))
    '2024-02-29T20:15:00.000000Z'
    """
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"
