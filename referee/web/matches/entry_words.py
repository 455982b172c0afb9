"""The words of a recorded entry: those of its own question, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.answers.answer import Field
from referee.game_definition.game import Question
from referee.game_definition.match_course import common_questions
from referee.web.matches.match_log import questions_of
from referee.web.matches.match_view import MatchView

Words = Mapping[tuple[str, str], tuple[Any, Field | None]]
"""By step and field key ("" for the step itself): what it is called, and the field that says its values."""


def labelled_values(words: Words, entry: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Pairs of a label and a value for an entry, in the order it was written."""
    step = entry.get("step", "")
    pairs = []
    for key, value in _leaves(words, step, entry):
        label, field = words.get((step, key), (key, None))
        pairs.append((label, (field or Field(key, label)).in_words(value)))
    return pairs or [(words.get((step, ""), (step, None))[0], "")]


def words_of(view: MatchView, entries: Iterable[Mapping[str, Any] | None]) -> Words:
    """The words of the questions that these entries of a match answered, and of the common ones."""
    asked = questions_of(view, (entry for entry in entries if entry is not None))
    return words_of_questions((*asked, *common_questions(view.game, view.state)))


def words_of_questions(questions: Iterable[Question]) -> Words:
    """The words of these questions; of two of one step those of the first."""
    words: dict[tuple[str, str], tuple[Any, Field | None]] = {}
    for question in questions:
        words.setdefault((question.step, ""), (question.title, None))
        for field in (field for way in question.ways for field in way.fields):
            words.setdefault((question.step, field.key), (field.label, field))
    return words


def _leaves(words: Words, step: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entry's values with their dotted keys; what lies one level deeper is taken apart."""
    groups = {key.partition(".")[0] for step_of_key, key in words if step_of_key == step and "." in key}
    for key, value in entry.items():
        if key in groups and isinstance(value, dict):
            yield from ((f"{key}.{inner}", item) for inner, item in value.items())
        elif key != "step":
            yield key, value
