"""Inserting a deal that was forgotten: the questions of that moment one after another, then what it changes.

The deal is a draft until the last button, as a correction is, and then one batch: one undo takes it out.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue

from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Question
from referee.game_definition.match_course import ReplayedMatch, play_on, question_of, replayed_before
from referee.game_definition.state import State
from referee.web.access.permissions import match_or_404
from referee.web.answers.question_form import QuestionForm, is_answerable
from referee.web.corrections.correction_pages import check_current, preview_draft
from referee.web.corrections.draft import Draft, draft_in_form
from referee.web.matches.match_log import Words, state_before, words_of_questions
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.presenters.asked_form import insertion_form

pages = Blueprint("insertions", __name__, url_prefix="/matches/<public_id>/insertions")
NOT_HERE = ("end", "totals")
"""Steps that end the match, after which nothing could follow."""


@pages.get("/<int:before>")
def ask(public_id: str, before: int) -> ResponseReturnValue:
    """The question of the moment before this entry; ``step``: another one of that moment."""
    view = match_view(match_or_404(public_id))
    check_current(view, {before})
    return _ask_page(view, Draft(before=before), request.args.get("step"))


@pages.post("/<int:before>")
def answer(public_id: str, before: int) -> ResponseReturnValue:
    """Add the answer to the draft, and ask what follows; once the deal is complete, show what it changes."""
    stored_match = match_or_404(public_id)
    view, draft = match_view(stored_match), draft_in_form(stored_match)
    check_current(view, {before, *draft.positions})
    if draft.before != before:
        abort(400)
    if request.form.get("again"):
        return _ask_page(view, draft)
    replay = _replay(view, draft)
    question = question_of(view.game, replay.state, request.form.get("step", "")) or abort(404)
    form = QuestionForm(question, request.form, seating=view.seating_at(replay.state))
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _question_page(view, draft, form), 422
    entry = form.entry()
    after = play_on(view.game, replay, [entry])
    if not isinstance(after, ReplayedMatch):
        form.blame(after.violations)
        return _question_page(view, draft, form), 422
    draft = replace(draft, inserted=(*draft.inserted, entry))
    if is_between_deals(after.state):
        return preview_draft(view, draft)
    return _ask_page(view, draft)


def is_between_deals(state: State) -> bool:
    """Whether no deal is in progress, so that what was inserted is complete."""
    return state.over or not (state.answers or state.begun)


def first_of_deal(view: MatchView, index: int) -> int | None:
    """The position of the entry before which a deal may be inserted, from the index of one of a deal's entries.

    None where the match goes on behind all of its entries.
    """
    while index and not is_between_deals(state_before(view, index)):
        index -= 1
    return view.current[index].position if index < len(view.current) else None


@pages.app_template_global("insertion_place")
def _insertion_place(view: MatchView, row: int) -> int | None:
    """The position of the entry that a deal inserted before this row of the sheet stands before."""
    return first_of_deal(view, view.rounds[row].entries[0])


def _replay(view: MatchView, draft: Draft) -> ReplayedMatch:
    """The match up to the entries inserted so far; 409 where another phone has recorded what forbids them."""
    index = view.index_by_position[draft.before or 0]
    before = replayed_before(view.game, view.stored_match.setup.table, view.replay, index)
    replay = play_on(view.game, before, draft.inserted)
    return replay if isinstance(replay, ReplayedMatch) and not replay.state.over else abort(409)


def _ask_page(view: MatchView, draft: Draft, step: str | None = None) -> str:
    state = _replay(view, draft).state
    question = question_of(view.game, state, step) if step else view.game.question(state)
    if question is None or question.step in NOT_HERE:
        abort(404)
    return _question_page(view, draft, QuestionForm(question, seating=view.seating_at(state)))


def _question_page(view: MatchView, draft: Draft, form: QuestionForm) -> str:
    state = _replay(view, draft).state
    return render_template(
        "corrections/insertion.html",
        view=view,
        asked=insertion_form(
            view, form, draft.before or 0, f"before-{draft.before}-{len(draft.inserted)}", draft.dumped(view.current)
        ),
        deal=state.deal,
        dealer=state.dealer,
        before=draft.before,
        inserted=draft.inserted,
        words=_words(view, draft),
        others=[] if draft.inserted else _others(view, state, form.question.step),
    )


def _words(view: MatchView, draft: Draft) -> Words:
    """The words of the questions that were answered so far."""
    questions = []
    for length, entry in enumerate(draft.inserted):
        state = _replay(view, replace(draft, inserted=draft.inserted[:length])).state
        question = question_of(view.game, state, str(entry.get("step")))
        questions += [question] if question else []
    return words_of_questions(questions)


def _others(view: MatchView, state: State, step: str) -> list[Question]:
    """The other steps that may stand there: what was forgotten may be no deal at all."""
    possible = (view.game.question(state), *view.game.asides(state), *common_questions(view.game, state))
    return [question for question in possible if question.step not in (step, *NOT_HERE) and is_answerable(question)]
