"""Correcting what was recorded: the old answer in its own form, before and after, why, and only then the change.

A correction may need several entries (a contract and its result); they are carried from page to page as a draft
and appended as one batch. Nothing changes before the last button.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.violation import Violation
from referee.game_definition.match_course import Refusal, ReplayedMatch, play, question_of
from referee.game_definition.state import State
from referee.matches.log import CurrentEntry, current_entries, new_records, replay_on, with_changes
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.permissions import match_or_404
from referee.web.answers.question_form import QuestionForm
from referee.web.corrections.draft import Draft, draft_in_form, recorded_positions
from referee.web.corrections.preview import preview_page, record_correction
from referee.web.matches.match_log import current_index, deal_of, state_before, words_of
from referee.web.matches.match_view import MatchView, match_view, replay_view
from referee.web.matches.presenters.asked_form import correction_form
from referee.web.table_changes.change_forms import question_form_of
from referee.words import say

pages = Blueprint("corrections", __name__, url_prefix="/matches/<public_id>/corrections")


@pages.get("/<int:position>")
def edit(public_id: str, position: int) -> ResponseReturnValue:
    """The entry at this position in the form it was recorded with."""
    view = match_view(match_or_404(public_id))
    return _edit_page(view, position, _form_at(view, position, Draft()) or abort(404), Draft())


@pages.post("/<int:position>")
def preview(public_id: str, position: int) -> ResponseReturnValue:
    """Show what the correction changes, or the entry that it would break; nothing has changed yet."""
    stored_match = match_or_404(public_id)
    view = match_view(stored_match)
    draft = draft_in_form(stored_match)
    check_current(view, {position, *draft.positions})
    if request.form.get("remove"):
        return preview_draft(view, draft.amending(position, None), position)
    form = _form_at(view, position, draft, request.form) or abort(404)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _edit_page(view, position, form, draft), 422
    return preview_draft(view, draft.amending(position, form.entry()), position, form)


@pages.post("")
def apply(public_id: str) -> ResponseReturnValue:
    """Append the draft as one batch, with its author and reason."""
    stored_match = match_or_404(public_id)
    draft = draft_in_form(stored_match)
    if not draft.changes:
        abort(400)

    def preview(stored_match: StoredMatch, late: bool = False) -> ResponseReturnValue:
        return preview_draft(match_view(stored_match), draft, next(iter(draft.amended), None), late=late)

    return record_correction(stored_match, draft.changes, preview)


def preview_draft(
    view: MatchView, draft: Draft, position: int | None = None, form: QuestionForm | None = None, late: bool = False
) -> ResponseReturnValue:
    """Replay with the draft: its consequences to confirm, or the entry that no longer fits.

    :param position: the entry that was corrected last, in the form ``form``; None: only a deal is inserted.
    """
    check_current(view, draft.positions)
    _, standing, replay = replay_on(view.stored_match.replayed_log, new_records(view.length, draft.changes))
    if isinstance(replay, ReplayedMatch):
        after = replay_view(view.stored_match, standing, replay)
        address = url_for("corrections.apply", public_id=view.stored_match.public_id)
        return preview_page(view, after, draft.dumped(view.current), address, late=late)
    broken = standing[replay.index].position
    if broken == position and form is not None:
        form.blame(replay.violations)
        return _edit_page(view, position, form, draft.leaving(position)), 422
    if broken >= view.length:
        return _asked_again_page(view, draft, broken - view.length, replay), 422
    return _refused_page(view, draft, position, standing, replay), 422


def _refused_page(
    view: MatchView, draft: Draft, position: int | None, standing: Sequence[CurrentEntry], refusal: Refusal
) -> str:
    """The page of the first entry that no longer fits, with its form; or all from there on are removed."""
    broken = standing[refusal.index].position
    form = _form_at(view, broken, draft)
    dumped = draft.dumped(view.current)
    asked_form = form and correction_form(view, form, broken, say("Corriger aussi cette saisie"), dumped)
    deal, entry = deal_of(view, broken), next(record.entry for record in view.current if record.position == broken)
    same_deal = position is not None and deal == deal_of(view, position)
    shown = _violations_to_show(form, refusal.violations)
    if form and asked_form and same_deal:
        shown = _said_above(form, shown)
    return render_template(
        "corrections/refused.html",
        view=view,
        asked=asked_form,
        dropped=draft.removing(current.position for current in standing[refusal.index :]).dumped(view.current),
        broken=broken,
        shown_violations=shown,
        words=words_of(view, (entry,)),
        deal=deal,
        entry=entry,
        same_deal=same_deal,
    )


def _asked_again_page(view: MatchView, draft: Draft, index: int, refusal: Refusal) -> str:
    """The page of an inserted entry that fits no longer, for another phone has recorded meanwhile."""
    return render_template(
        "corrections/insertion_refused.html",
        view=view,
        draft=replace(draft, inserted=draft.inserted[:index]).dumped(view.current),
        before=draft.before,
        words=words_of(view, (draft.inserted[index],)),
        entry=draft.inserted[index],
        shown_violations=refusal.violations,
    )


def _violations_to_show(form: QuestionForm | None, violations: Sequence[Violation]) -> Sequence[Violation]:
    """The violations at fields of this form, or all where it has none of the fields."""
    if form is None:
        return violations
    keys = {box.spec.key for box in form.way.inputs()}
    of_form = [
        violation
        for violation in violations
        if violation.field is None or keys & {violation.field, violation.field.rpartition(".")[0]}
    ]
    return of_form or violations


def _said_above(form: QuestionForm, violations: Sequence[Violation]) -> list[Violation]:
    """The violations that stand above the form: what it lacks is put where it asks for that.

    What it has no place for, it will not send again.
    """
    misread = [violation for violation in violations if violation.article == "match.entry"]
    form.blame(violation for violation in misread if form.way.asks_for(violation.field or ""))
    return [violation for violation in violations if violation not in misread]


def check_current(view: MatchView, positions: Iterable[int]) -> None:
    """404 for an entry that this match never had, 409 for one that was removed meanwhile."""
    if not recorded_positions(view.stored_match).issuperset(positions):
        abort(404)
    if not view.index_by_position.keys() >= set(positions):
        abort(409)


def _form_at(view: MatchView, position: int, draft: Draft, formdata: Any = None) -> QuestionForm | None:
    """The form of the current entry at this position, as its question was before it; None without one."""
    index = current_index(view, position)
    if index is None:
        return None
    state, entry = _before(view, index, draft), view.current[index].entry
    if state is None or state.over:
        return None
    question = question_of(view.game, state, str(entry.get("step")))
    if question is None:
        return None
    known = None if formdata is not None else entry
    return question_form_of(view.game, state, question, formdata, known, seating=view.seating_at(state))


def _before(view: MatchView, index: int, draft: Draft) -> State | None:
    """The state before a current entry with the changes of the draft; None where they break a rule."""
    position = view.current[index].position
    draft = draft.leaving(position)
    first = min((view.index_by_position.get(changed, index) for changed in draft.positions), default=index)
    if first >= index and draft.before != position:
        return state_before(view, index)
    current = current_entries(with_changes(view.stored_match.log, draft.changes))
    earlier = [record.entry for record in takewhile(lambda record: record.position != position, current)]
    replay = play(view.game, view.stored_match.setup.table, earlier)
    return replay.state if isinstance(replay, ReplayedMatch) else None


def _edit_page(view: MatchView, position: int, form: QuestionForm, draft: Draft) -> str:
    asked_form = correction_form(view, form, position, say("Voir ce que ça change"), draft.dumped(view.current))
    return render_template("corrections/edit.html", view=view, asked=asked_form)
