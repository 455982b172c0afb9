"""The form of what is asked now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game_definition.game import Question
from referee.matches.log import restoring
from referee.store.matches.record_queries import answered_before
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.match_view import MatchView


def open_form(view: MatchView, counting: Mapping[str, str]) -> QuestionForm:
    """The form of what is asked now, in the way in which it was answered last, if need be in the match before this
    one, and with what is being counted.
    """
    question = view.question
    like = next((record.entry for record in reversed(view.current) if record.entry["step"] == question.step), None)
    if like is None and len(question.ways) > 1:
        like = answered_before(view.stored_match, question.step)
    return QuestionForm(
        question,
        entry=None if counting else _undone_answer(view, question),
        seating=view.seating,
        like=like,
        counting=counting,
        own_phones=view.stored_match.own_phones,
    )


def _undone_answer(view: MatchView, question: Question) -> Mapping[str, Any] | None:
    """What was just undone, where it answers the question again: it is the draft to go on from."""
    log = view.stored_match.log
    taken_back = {record.amends for record in log[-1:] if record.entry is None}
    undone = (change.entry for change in restoring(log) if change.amends in taken_back)
    return next((entry for entry in undone if entry is not None and entry["step"] == question.step), None)
