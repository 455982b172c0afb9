"""Correcting what was recorded: the old answer in its own form, before and after, why, and only then the change.

A correction may need several entries (a contract and its result); they are carried from page to page as a draft
and appended as one batch. Nothing changes before the last button.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for

from referee.answers.violation import Violation
from referee.game_definition.game import State
from referee.game_definition.match_course import ReplayedMatch, play, question_of
from referee.matches.log import Change, CurrentEntry, current_entries, new_records, replay_on, with_changes
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.permissions import match_or_404
from referee.web.answers.forms import QuestionForm
from referee.web.corrections.preview import preview_page, record_correction
from referee.web.matches.match_log import current_index, deal_of, state_before, words_of
from referee.web.matches.match_view import MatchView, match_view, replay_view
from referee.web.matches.presenters.asked_form import correction_form
from referee.words import say

pages = Blueprint("corrections", __name__, url_prefix="/matches/<public_id>/corrections")
Page = Any
MOST_CHANGES = 100

Draft = dict[int, Any]
"""The changes that a keeper has prepared so far: by position the corrected entry, None for a removal."""


def _changes(draft: Draft) -> tuple[Change, ...]:
    return tuple(Change(entry, position) for position, entry in draft.items())


def _dumped(draft: Draft, current: Sequence[CurrentEntry]) -> str:
    """A draft as a form carries it; consecutive removals as their first and last position."""
    following = dict(pairwise(record.position for record in current))
    pairs: list[list[Any]] = []
    for position, entry in draft.items():
        removed = pairs[-1][0] if pairs and pairs[-1][1] is None else None
        if entry is None and removed is not None and following.get(removed[1]) == position:
            removed[1] = position
        else:
            pairs.append([position if entry is not None else [position, position], entry])
    return json.dumps(pairs)


def _read(pairs: Iterable[Any], current: Sequence[CurrentEntry]) -> Draft:
    """The draft that a form carries; of consecutive removals only the current entries."""
    draft: Draft = {}
    for where, entry in pairs:
        if isinstance(where, list) and entry is None:
            first, last = where
            draft |= {record.position: None for record in current if first <= record.position <= last}
        else:
            draft[where] = entry
    return draft


@pages.get("/<int:position>")
def edit(public_id: str, position: int) -> Page:
    """The entry at this position in the form it was recorded with."""
    view = match_view(match_or_404(public_id))
    return _edit_page(view, position, _form_at(view, position, {}) or abort(404), {})


@pages.post("/<int:position>")
def preview(public_id: str, position: int) -> Page:
    """Show what the correction changes, or the entry that it would break; nothing has changed yet."""
    stored_match = match_or_404(public_id)
    view = match_view(stored_match)
    draft = _draft(stored_match)
    _check_current(view, (position, *draft))
    if request.form.get("remove"):
        return _preview(view, position, {**draft, position: None})
    form = _form_at(view, position, draft, request.form) or abort(404)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _edit_page(view, position, form, draft), 422
    return _preview(view, position, {**draft, position: form.entry()}, form)


@pages.post("")
def apply(public_id: str) -> Page:
    """Append the draft as one batch, with its author and reason."""
    stored_match = match_or_404(public_id)
    draft = _draft(stored_match)
    if not draft:
        abort(400)
    position = next(iter(draft))

    def preview(stored_match: StoredMatch, late: bool = False) -> Page:
        return _preview(match_view(stored_match), position, draft, late=late)

    return record_correction(stored_match, _changes(draft), preview)


def _preview(
    view: MatchView, position: int, draft: Draft, form: QuestionForm | None = None, late: bool = False
) -> Page:
    """Replay with the draft: its consequences to confirm, or the entry that no longer fits."""
    _check_current(view, draft)
    _, standing, played = replay_on(view.stored.replayed_log, new_records(view.length, _changes(draft)))
    if isinstance(played, ReplayedMatch):
        after = replay_view(view.stored, standing, played)
        address = url_for(".apply", public_id=view.stored.public_id)
        return preview_page(view, after, _dumped(draft, view.current), address, late=late)
    broken = standing[played.index].position
    if broken == position and form is not None:
        form.blame(played.violations)
        return _edit_page(view, position, form, {key: draft[key] for key in draft if key != position}), 422
    dropped: Draft = {**draft, **{current.position: None for current in standing[played.index :]}}
    broken_form = _form_at(view, broken, draft)
    dumped = _dumped(draft, view.current)
    asked = broken_form and correction_form(view, broken_form, broken, say("Corriger aussi cette saisie"), dumped)
    deal, entry = deal_of(view, broken), next(record.entry for record in view.current if record.position == broken)
    return render_template(
        "corrections/refused.html",
        view=view,
        asked=asked,
        dropped=_dumped(dropped, view.current),
        broken=broken,
        shown_violations=_violations_to_show(broken_form, played.violations),
        words=words_of(view, (entry,)),
        deal=deal,
        entry=entry,
        same_deal=deal == deal_of(view, position),
    ), 422


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


def _check_current(view: MatchView, positions: Iterable[int]) -> None:
    """404 for an entry that this match never had, 409 for one that was removed meanwhile."""
    if not _recorded(view.stored).issuperset(positions):
        abort(404)
    if not {record.position for record in view.current}.issuperset(positions):
        abort(409)


def _recorded(stored_match: StoredMatch) -> set[int]:
    """The positions of all entries ever recorded, without amendments."""
    return {record.position for record in stored_match.log if record.amends is None}


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
    return QuestionForm(question, formdata, None if formdata is not None else entry, view.seating_at(state))


def _before(view: MatchView, index: int, draft: Draft) -> State | None:
    """The state before a current entry with the changes of the draft; None where they break a rule."""
    position = view.current[index].position
    if not any(changed < position for changed in draft):
        return state_before(view, index)
    current = current_entries(with_changes(view.stored.log, _changes(draft)))
    earlier = [record.entry for record in current if record.position < position]
    played = play(view.game, view.stored.setup.table, earlier)
    return played.state if isinstance(played, ReplayedMatch) else None


def _edit_page(view: MatchView, position: int, form: QuestionForm, draft: Draft) -> str:
    dumped = _dumped(draft, view.current)
    asked = correction_form(view, form, position, say("Voir ce que ça change"), dumped)
    return render_template("corrections/edit.html", view=view, asked=asked)


def _draft(stored_match: StoredMatch) -> Draft:
    """The draft that the form carries; 400 for entries that this match never had."""
    positions = _recorded(stored_match)
    try:
        draft = _read(json.loads(request.form.get("draft", "[]")), stored_match.current)
        json.dumps(draft, ensure_ascii=False).encode()  # half a character is none, and no database keeps it
    except (ValueError, TypeError, RecursionError):
        abort(400)
    good = all(type(position) is int and position in positions for position in draft)
    good = good and all(entry is None or isinstance(entry, dict) for entry in draft.values())
    if not good or len(draft) > max(MOST_CHANGES, len(stored_match.log)):
        abort(400)
    return draft
