"""The points of a deal of Belote or of Coinche, as its tests record them."""

from typing import Any

from tests.games.tables import Entry

AC, BD = "Ana & Chloé", "Bob & Dan"


def result(ours: int, theirs: int, belote: str | None = None, declared: tuple[int, int] | None = None) -> Entry:
    """The points of Ana & Chloé and of Bob & Dan."""
    entry: Entry = {"step": "result", "points": {AC: ours, BD: theirs}}
    if belote is not None:
        entry["belote"] = belote
    if declared is not None:
        entry["declared"] = dict(zip((AC, BD), declared, strict=True))
    return entry


def capot(side: str, **more: Any) -> Entry:
    return {"step": "result", "capot": side, **more}
