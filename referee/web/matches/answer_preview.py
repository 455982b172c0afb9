"""The result of an answer while it is typed: the game's remark, and the points once the answer is whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.answers.answer import Reader, by_field_key
from referee.game_definition.game import Question
from referee.game_definition.match_course import Transition, advance
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.match_view import MatchView
from referee.words import Renderable, say, signed


def answer_preview(view: MatchView, question: Question, form: QuestionForm) -> Iterator[Renderable]:
    """The remark on the valid values so far, then the points of each side where the answer would be accepted."""
    if question.remark is None:
        return
    entry = form.entry()
    remark = question.remark(_valid_values(form, entry))
    if remark is not None:
        yield remark
    transition = advance(view.game, view.state, entry)
    if isinstance(transition, Transition):
        for row in transition.rows:
            for side, points in row.scores.items():
                yield say("%(name)s %(points)s", name=side, points=signed(points))


def _valid_values(form: QuestionForm, entry: dict[str, Any]) -> dict[str, Any]:
    """The values by field key of those that are complete and in range."""
    fields = form.way.way.fields
    values: dict[str, Any] = {}
    reader = Reader("match.entry", values)
    raw, _, _ = by_field_key(fields, {key: value for key, value in entry.items() if key != "step"}, reader)
    for field in fields:
        if field.key in raw:
            value, violations = field.read_and_check(field.key, raw[field.key], reader)
            if not violations:
                values[field.key] = value
    return values
