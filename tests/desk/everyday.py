"""Questions as players type them, written from the printed sheets by somebody who had not read the rulebook."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Question:
    """What is typed, at the table of which game if any, and the articles any of which answers it."""

    language: str
    game: str | None
    words: str
    wanted: frozenset[str]


def everyday_questions(name: str = "everyday_questions") -> tuple[Question, ...]:
    """The questions of a file beside this one that some article answers."""
    asked = json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8"))
    return tuple(
        Question(one["language"], one["game"], one["words"], frozenset(one["articles"]))
        for one in asked
        if one["articles"]
    )
