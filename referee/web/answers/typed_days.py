"""A day on which a match was played, as a form says it."""

from __future__ import annotations

from datetime import date

from referee.local_time import local_day
from referee.store.database.models import now
from referee.words import Text, say

FIRST_DAY = date(2000, 1, 1)
"""The earliest day of a match noted afterwards, as in an archive."""


def day_played(typed: str) -> date | Text:
    """The day, or why a match cannot have been played on it."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return say("La date ne se lit pas : année, mois, jour.")
    if day > local_day(now()):
        return say("Ce jour est encore à venir.")
    if day < FIRST_DAY:
        return say("Ce jour est trop ancien : rien ne se note avant l'an 2000.")
    return day
