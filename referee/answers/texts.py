"""Texts: a few words, an hour, a new name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, ClassVar

from referee.answers.answer import Field, Read, Reader
from referee.answers.table import LONGEST_NAME, clean_name, is_name, is_whole_text
from referee.words import say

NO_NAME = say("Un nom a de 1 à %(most)s signes, sans caractère invisible.", most=LONGEST_NAME)
HALF_A_CHARACTER = say("Ce texte contient la moitié d'un caractère : retapez-le.")

_HOUR = re.compile("(?:[01][0-9]|2[0-3]):[0-5][0-9]")


@dataclass(frozen=True, slots=True)
class Words(Field):
    """A few words, at most ``longest`` characters."""

    kind: ClassVar[str] = "words"
    longest: int

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        if isinstance(raw, str) and len(raw) <= self.longest:
            return (raw, []) if is_whole_text(raw) else reader.refused(path, HALF_A_CHARACTER)
        return reader.refused(path, say("Au plus %(most)s caractères.", most=self.longest))


@dataclass(frozen=True, slots=True)
class ClockTime(Field):
    """An hour of the day, "00:00" to "23:59"."""

    kind: ClassVar[str] = "clock-time"

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        if isinstance(raw, str) and _HOUR.fullmatch(raw):
            return raw, []
        return reader.refused(path, say("Il faut une heure, de 00:00 à 23:59."))


@dataclass(frozen=True, slots=True)
class NewName(Field):
    """The name of somebody who need not be one of the players.

    ``barred``: names (None: nobody's) that the game itself refuses, which a form does not suggest; ``returning``: those
    it suggests before all others.
    """

    kind: ClassVar[str] = "new-name"
    barred: tuple[str | None, ...] = ()
    returning: tuple[str, ...] = ()

    def _read(self, path: str, raw: Any, reader: Reader) -> Read:
        name = clean_name(raw) if isinstance(raw, str) else ""
        return (name, []) if is_name(name) else reader.refused(path, NO_NAME)
