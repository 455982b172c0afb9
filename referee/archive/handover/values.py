"""JSON values as few bytes: what comes again, a text or the keys of an object, is named by its number.

Keys keep their order, for the mark of a log depends on it. What is read is from anywhere: its depth and what it comes
to are limited, and what is no value is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.archive.club_archive.work_budget import WorkBudget

LOWEST, HIGHEST = -32, 127
"""Whole numbers that are one byte."""
INT, NONE, FALSE, TRUE, REAL, TEXT, KNOWN_TEXT, LIST, OBJECT, KNOWN_OBJECT = range(160, 170)
"""What stands before any other value; from ``NEAR`` on, an object with keys that are among the first."""
NEAR = 170
DEEPEST = 24
LARGEST = 2**63
MOST_SIGNS = 4 * 1024 * 1024
"""Signs of all texts together, those that are only named too: what is read is written again as JSON."""
CONSTANTS = {NONE: None, FALSE: False, TRUE: True}
FLOAT = struct.Struct("<d")


class Damaged(ValueError):
    """Bytes that are no value, or a value that has no place in them."""


def number_bytes(number: int) -> bytes:
    """A whole number from 0 on, seven bits a byte, the lowest first."""
    if not 0 <= number < 2 * LARGEST:
        raise Damaged("no place for such a number")
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes((*out, number))


def signed_bytes(number: int) -> bytes:
    """A whole number, its sign in the lowest bit."""
    return number_bytes(2 * number if number >= 0 else -2 * number - 1)


@dataclass(slots=True)
class ByteReader:
    """Bytes that are read one after the other."""

    raw: bytes
    at: int = 0

    def take(self, n: int) -> bytes:
        """The next ``n`` bytes."""
        if n > len(self.raw) - self.at:
            raise Damaged("too short")
        self.at += n
        return self.raw[self.at - n : self.at]

    def number(self) -> int:
        """A whole number from 0 on."""
        found = shift = 0
        while (byte := self.take(1)[0]) > 127:
            found |= (byte & 127) << shift
            shift += 7
            if shift > 63:
                raise Damaged("too large")
        return found | byte << shift

    def signed(self) -> int:
        """A whole number."""
        number = self.number()
        return -(number + 1) // 2 if number % 2 else number // 2


@dataclass(slots=True)
class ValueWriter:
    """Values as bytes, one after the other."""

    out: bytearray = field(default_factory=bytearray)
    texts: dict[str, int] = field(default_factory=dict)
    keys: dict[tuple[str, ...], int] = field(default_factory=dict)

    def write(self, value: Any) -> None:
        """:raises Damaged: a number that is too large."""
        if value is None or isinstance(value, bool):
            self.out.append({None: NONE, True: TRUE, False: FALSE}[value])
        elif isinstance(value, int):
            self._put(*((INT, signed_bytes(value)) if not LOWEST <= value <= HIGHEST else (value - LOWEST, b"")))
        elif isinstance(value, float):
            self._put(REAL, FLOAT.pack(value))
        elif isinstance(value, str):
            self._text(value)
        elif isinstance(value, Mapping):
            self._object(value)
        else:
            self._put(LIST, number_bytes(len(value)))
            for inner in value:
                self.write(inner)

    def _put(self, kind: int, more: bytes) -> None:
        self.out.append(kind)
        self.out += more

    def _text(self, value: str) -> None:
        known = self.texts.get(value)
        if known is not None:
            self._put(KNOWN_TEXT, number_bytes(known))
            return
        self.texts[value] = len(self.texts)
        raw = value.encode()
        self._put(TEXT, number_bytes(len(raw)) + raw)

    def _object(self, value: Mapping[str, Any]) -> None:
        keys = tuple(value)
        known = self.keys.get(keys)
        if known is None:
            self.keys[keys] = len(self.keys)
            self._put(OBJECT, number_bytes(len(keys)))
            for key in keys:
                self._text(key)
        elif known < 256 - NEAR:
            self.out.append(NEAR + known)
        else:
            self._put(KNOWN_OBJECT, number_bytes(known))
        for inner in value.values():
            self.write(inner)


@dataclass(slots=True)
class ValueReader(ByteReader):
    """The values that a :class:`ValueWriter` wrote."""

    texts: list[str] = field(default_factory=list)
    keys: list[tuple[str, ...]] = field(default_factory=list)
    signs: int = 0
    budget: WorkBudget | None = None

    def read(self, deep: int = 0) -> Any:
        """:raises Damaged: there is no value, or one that nobody wrote."""
        if deep > DEEPEST:
            raise Damaged("too deep")
        kind = self.take(1)[0]
        if kind < INT:
            return kind + LOWEST
        if kind in CONSTANTS:
            return CONSTANTS[kind]
        if kind >= NEAR:
            return self._object(self._known(self.keys, kind - NEAR), deep)
        return READERS[kind](self, deep)

    def _real(self, deep: int) -> float:
        number: float = FLOAT.unpack(self.take(FLOAT.size))[0]
        return number

    def _new_text(self, deep: int = 0) -> str:
        try:
            text = self.take(self.number()).decode()
        except UnicodeDecodeError:
            raise Damaged("no text") from None
        self.texts.append(text)
        return self._counted(text)

    def _known_text(self, deep: int = 0) -> str:
        return self._counted(self._known(self.texts, self.number()))

    def _counted(self, text: str) -> str:
        self.signs += len(text) + 1
        if self.signs > MOST_SIGNS:
            raise Damaged("too much text")
        return text

    def _known(self, known: list[Any], number: int) -> Any:
        if number >= len(known):
            raise Damaged("nothing has this number")
        return known[number]

    def _list(self, deep: int) -> list[Any]:
        return [self.read(deep + 1) for _ in range(self._length())]

    def _length(self) -> int:
        """How many follow: each takes a byte at least."""
        self._spend()
        n = self.number()
        if n > len(self.raw) - self.at:
            raise Damaged("too short")
        return n

    def _spend(self) -> None:
        if self.budget is not None:
            self.budget.spend(0)

    def _new_object(self, deep: int) -> dict[str, Any]:
        keys = []
        for _ in range(self._length()):
            kind = self.take(1)[0]
            if kind not in (TEXT, KNOWN_TEXT):
                raise Damaged("no key")
            keys.append(self._new_text() if kind == TEXT else self._known_text())
        if len(set(keys)) < len(keys):
            raise Damaged("a key twice")
        self.keys.append(tuple(keys))
        return self._object(self.keys[-1], deep)

    def _known_object(self, deep: int) -> dict[str, Any]:
        return self._object(self._known(self.keys, self.number()), deep)

    def _object(self, keys: tuple[str, ...], deep: int) -> dict[str, Any]:
        self._spend()
        return {self._counted(key): self.read(deep + 1) for key in keys}


READERS = {
    INT: lambda reader, deep: reader.signed(),
    REAL: ValueReader._real,
    TEXT: ValueReader._new_text,
    KNOWN_TEXT: ValueReader._known_text,
    LIST: ValueReader._list,
    OBJECT: ValueReader._new_object,
    KNOWN_OBJECT: ValueReader._known_object,
}
