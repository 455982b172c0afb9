"""Fields of text: a few words, a time of day, a new name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Reader, ReadResult
from referee.answers.table import LONGEST_NAME, clean_name, is_encodable, is_name
from referee.words import say

INVALID_NAME = say("Un nom a de 1 à %(most)s signes, sans caractère invisible.", most=LONGEST_NAME)
LONE_SURROGATE = say("Ce texte contient la moitié d'un caractère : retapez-le.")

_HOUR = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]")


@dataclass(frozen=True, slots=True)
class Words(Field):
    """A text of at most ``longest`` characters."""

    kind: ClassVar[str] = "words"
    longest: int

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if isinstance(raw, str) and len(raw) <= self.longest:
            return (raw, []) if is_encodable(raw) else reader.refusal(path, LONE_SURROGATE)
        return reader.refusal(path, say("Au plus %(most)s caractères.", most=self.longest))


@dataclass(frozen=True, slots=True)
class ClockTime(Field):
    """A time of day, "00:00" to "23:59"."""

    kind: ClassVar[str] = "clock-time"

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        if isinstance(raw, str) and _HOUR.fullmatch(raw):
            return raw, []
        return reader.refusal(path, say("Il faut une heure, de 00:00 à 23:59."))


@dataclass(frozen=True, slots=True)
class NewName(Field):
    """A name, not necessarily a player's.

    ``barred``: names (None: null) that the game refuses and a form does not suggest; ``returning``: names that it
    suggests first.
    """

    kind: ClassVar[str] = "new-name"
    barred: tuple[str | None, ...] = ()
    returning: tuple[str, ...] = ()

    def _read(self, path: str, raw: Any, reader: Reader) -> ReadResult:
        name = clean_name(raw) if isinstance(raw, str) else ""
        return (name, []) if is_name(name) else reader.refusal(path, INVALID_NAME)

    def renamed(self, value: Any, new_names: Mapping[str, str]) -> Any:
        return new_names.get(clean_name(value), value) if isinstance(value, str) else value
