"""Questions as players type them.

``everyday``, ``held`` and ``blind`` were written from the printed sheets by somebody who had not read the rulebook;
another labelled ``blind`` from the rulebook alone, and half of them are long, a third with slips of a phone's keyboard.
The search is never tuned on ``held`` and ``blind``. ``spoken``, half of them long and most of no game, were written
with the search, which was tuned on them.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from referee.desk.articles import chapter_of
from referee.desk.search.rulebook_search import search


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


def answered_after_a_tap(question: Question) -> bool:
    """Whether a question of no game is answered by the first three articles in the game of an article it wants."""
    games = {chapter_of(wanted) for wanted in question.wanted}
    found = [law.id for game in games for law in search(question.words, question.language, game, most=3)]
    return bool(question.wanted & {*found})
