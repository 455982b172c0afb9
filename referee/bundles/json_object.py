"""The JSON objects of a bundle: a shape declares their keys once, with the kinds of their values.

A value of another kind is refused by its name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Generic, TypeVar

from referee.answers.table import LONGEST_NAME, clean_name, is_encodable, is_name
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.matches.strict_json import UnreadableJson, parse
from referee.words import quoted, say

YEARS = range(1970, 3000)
LARGEST = 2**31 - 1
"""The largest integer of every database."""
DEEPEST = 20
"""Nested lists and objects in a stored value; an export needs seven."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class JsonObject:
    """One JSON object of a file; each reader gives a value of the right kind, or refuses the archive."""

    file: str
    value: Mapping[str, Any]

    @classmethod
    def of(cls, file: str, raw: bytes) -> JsonObject:
        """The object that is the whole of a file."""
        try:
            value = parse(raw, finite=True)
        except UnreadableJson:
            value = None
        if not isinstance(value, dict):
            raise ArchiveRefused(say("« %(name)s » est illisible.", name=quoted(file)))
        return cls(file, value)

    def wrong(self, key: str) -> ArchiveRefused:
        """The refusal that names this key."""
        return ArchiveRefused(say("« %(name)s » : « %(key)s » ne va pas.", name=quoted(self.file), key=quoted(key)))

    def check_keys(self, keys: Collection[str]) -> None:
        """:raises ArchiveRefused: it has another key than these."""
        for key in self.value:
            if key not in keys:
                raise self.wrong(key)

    def read_one(self, key: str, kind: ValueKind) -> Any:
        try:
            return kind.read(self.value.get(key, kind.absent))
        except (ValueError, TypeError, OverflowError):
            raise self.wrong(key) from None

    def part(self, key: str) -> JsonObject:
        return JsonObject(self.file, self.read_one(key, OBJECT))

    def parts(self, key: str) -> Iterator[JsonObject]:
        values = self.value.get(key)
        if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
            raise self.wrong(key)
        return (JsonObject(self.file, value) for value in values)


@dataclass(frozen=True, slots=True)
class ValueKind:
    """How a value is read (ValueError, TypeError: it cannot be) and written; ``absent`` is read for a missing key."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    absent: Any = None


class Shape(Generic[Value]):
    """The JSON object of a value: its keys, which are attributes of the value, each with its kind.

    :param make: makes the value of its attributes.
    """

    def __init__(self, make: Callable[..., Value], **kinds: ValueKind) -> None:
        self._make = make
        self.kinds = kinds

    def read(self, json: JsonObject, **others: Any) -> Value:
        """The value of a JSON object that has no other keys; ``others``: its attributes that are not in the JSON.

        :raises ArchiveRefused: a key or a value that the shape has not.
        """
        json.check_keys(self.kinds)
        return self._make(**{key: json.read_one(key, kind) for key, kind in self.kinds.items()}, **others)

    def write(self, value: Value) -> dict[str, Any]:
        """The JSON object of a value."""
        return {key: kind.write(getattr(value, key)) for key, kind in self.kinds.items()}

    def columns(self, row: Any, *but: str) -> dict[str, Any]:
        """The attributes of a row or value that have the names of the keys, without these."""
        return {key: getattr(row, key) for key in self.kinds if key not in but}


# The kinds of values.


def unchanged_if(fits: Callable[[Any], object]) -> ValueKind:
    """A value that is kept unchanged, if it fits."""

    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError
        return value

    return ValueKind(read)


def text(longest: int, fits: Callable[[str], object] = lambda _: True) -> ValueKind:
    """A text of at most so many whole characters; a missing one is empty."""

    def is_text(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= longest and is_encodable(value) and bool(fits(value))

    return ValueKind(unchanged_if(is_text).read, absent="")


def integer(low: int = 0, high: int = LARGEST) -> ValueKind:
    return unchanged_if(lambda value: type(value) is int and low <= value <= high)


def optional(inner: ValueKind) -> ValueKind:
    """The same, or None."""
    return ValueKind(
        lambda value: None if value is None else inner.read(value),
        lambda value: None if value is None else inner.write(value),
    )


MOST_NAMES = 100


def _read_names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_NAMES or len(set(value)) < len(value):
        raise ValueError
    return tuple(NAME.read(name) for name in value)


def _read_moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None or moment.astimezone(UTC).year not in YEARS:
        raise ValueError
    return moment.astimezone(UTC)


def written_moment(moment: datetime) -> str:
    """A moment as an archive writes it.

    >>> written_moment(datetime(2024, 2, 29, 20, 15, tzinfo=UTC))
    '2024-02-29T20:15:00.000000Z'
    """
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"


def _read_day(value: Any) -> date:
    day = date.fromisoformat(value)
    if day.year not in YEARS:
        raise ValueError
    return day


PUBLIC_ID = text(20, re.compile(r"[A-Za-z0-9_-]{1,20}").fullmatch)
NAME = text(LONGEST_NAME, lambda value: value == clean_name(value) and is_name(value))
"""A name of a player: not empty, clean, no invisible signs."""
NAMES = ValueKind(_read_names, list)
"""Names of players, each once."""
ARTICLE = text(80, re.compile(r"[a-z0-9-]+\.[a-z0-9-]+").fullmatch)
"""The id of an article, of a later version of the rulebook too."""
MOMENT = ValueKind(_read_moment, written_moment)
DAY = ValueKind(_read_day, date.isoformat)
OBJECT = unchanged_if(lambda value: isinstance(value, dict))


def has_whole_texts(value: Any) -> bool:
    """Whether no text in it, key or value, has half a character, which no database stores."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def is_deep(value: Any) -> bool:
    """Whether lists and objects are nested deeper than any table writes; does not recurse.

    >>> is_deep({"plays": [{"card": "9S"}]}), is_deep(json.loads("[" * 21 + "]" * 21))
    (False, True)
    """
    level = [value]
    for _ in range(DEEPEST + 1):
        nested = [inner for inner in level if isinstance(inner, (dict, list))]
        if not nested:
            return False
        values = [outer.values() if isinstance(outer, dict) else outer for outer in nested]
        level = [inner for part in values for inner in part]
    return True
