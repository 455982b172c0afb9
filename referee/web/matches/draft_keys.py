"""The key of a form's draft in the browser: it stays the same as long as the draft fits, whatever others record."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from referee.game_definition.game import Question
from referee.game_definition.match_course import COMMON_STEPS
from referee.game_definition.offences import REDEAL
from referee.web.matches.match_log import current_index
from referee.web.matches.match_view import MatchView


def form_key(view: MatchView, question: Question, position: int | str | None = None) -> str:
    """A key that forms share where the draft of one fits the other.

    The same fields of the same players in the same order, after the same entry of a deal dealt once; or, at a
    ``position`` of the log that is corrected, with the same current entry; or at the same named place of a deal that is
    inserted. Common questions never change.
    """
    if isinstance(position, str):
        return f"c-{position}-{_fields_digest(question)}"
    if position is not None:
        index = current_index(view, position)
        spoken = position if index is None else view.current[index].record_positions[-1]
        return f"c{position}-{spoken}-{_fields_digest(question)}"
    if question.step in COMMON_STEPS:
        return question.step
    last = next((current.position for current in reversed(view.current) if _moves_on(view, current.entry)), -1)
    return f"{last + 1}-{_fields_digest(question)}"


def draft_key(view: MatchView, question: Question, position: int | str | None = None) -> str:
    """The key of the draft of an answer; after an undo the question has its former key and draft again."""
    number = f"{view.length}-" if position is None and question.step in COMMON_STEPS else ""
    return f"{view.stored_match.public_id}-{number}{form_key(view, question, position)}"


def _moves_on(view: MatchView, entry: Mapping[str, Any]) -> bool:
    """Whether an entry answers the deal's question or has the cards dealt again, which ends the drafts before it."""
    if entry["step"] != "penalty":
        return entry["step"] not in COMMON_STEPS
    offence = next(offence for offence in view.game.offences if offence.id == entry["offence"])
    return offence.effect_under(view.state.rules) == REDEAL


def _fields_digest(question: Question) -> str:
    """The step, and a digest of the fields with their players: the controls of a form are named by places."""
    fields = [
        (way.id, spec.key, getattr(spec, "players", ()), getattr(spec, "sides", ()))
        for way in question.ways
        for spec in way.fields
    ]
    return f"{question.step}-{sha256(repr(fields).encode()).hexdigest()[:8]}"
