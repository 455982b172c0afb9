"""What is being counted while a deal is played, for the pages of a match: what stands there, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.store.match.running_counts import count_of
from referee.vocabulary.table import NOBODY
from referee.web.access.permissions import visitor_or_404
from referee.web.answers.forms import QuestionForm
from referee.web.matches.match_view import MatchView
from referee.web.responses.template_globals import written


def counting(view: MatchView) -> Mapping[str, str]:
    """What is being counted, by control: nothing where it was typed in another form than the one asked now."""
    now = visitor_or_404().match
    if view.state.over or now is None or not now.counted:
        return NOBODY
    count = count_of(view.stored.match.id)
    if count is None or count.asked != view.form_key(view.game.question(view.state)):
        return NOBODY
    return count.typed


def running_count(view: MatchView) -> dict[str, Any] | None:
    """What is being counted, as an open page is told of it; None: nothing is."""
    typed = counting(view)
    if not typed:
        return None
    question = view.game.question(view.state)
    said = " · ".join(written(words) for words in QuestionForm(question, counting=typed).so_far())
    return {"asked": view.form_key(question), "typed": dict(typed), "said": said}
