"""Correcting what was recorded: the old answer in its own form, before and after, why, and only then the change.

A correction may need several entries (a contract and its result); they are carried from page to page as a draft
and appended as one batch. Nothing changes before the last button.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for

from referee.answers.violation import Violation
from referee.game_definition.game import State
from referee.game_definition.match_course import ReplayedMatch, play, question_of
from referee.game_definition.sheet import Round
from referee.matches.log import Change, CurrentEntry, current_entries, index_of, new_records, replay_on, with_changes
from referee.store.database.quotas import Full
from referee.store.matches.matches import StoredMatch, append
from referee.web.access.permissions import author, keepers_only, match_or_404, visitor_or_404
from referee.web.answers.form_values import client_key
from referee.web.answers.forms import QuestionForm
from referee.web.error_pages import shown_full
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_log import deal_of, state_before, words_of
from referee.web.matches.match_view import MatchView, SideView, match_view, viewed

pages = Blueprint("corrections", __name__, url_prefix="/matches/<public_id>/corrections")
Page = Any
ROWS = 30
"""Rows of the sheet that a preview shows."""
MOST_CHANGES = 100


@dataclass(frozen=True, slots=True)
class Draft:
    """The changes a keeper has prepared so far, by the position they amend; None removes."""

    changes: dict[int, Any]

    def with_change(self, position: int, entry: Any) -> Draft:
        return Draft({**self.changes, position: entry})

    def as_changes(self) -> tuple[Change, ...]:
        return tuple(Change(entry, position) for position, entry in self.changes.items())

    def dumped(self, current: Sequence[CurrentEntry]) -> str:
        """As a form carries it: entries removed one after another are said by the first of them and the last."""
        following = dict(pairwise(record.position for record in current))
        said: list[list[Any]] = []
        for position, entry in self.changes.items():
            removed = said[-1][0] if said and said[-1][1] is None else None
            if entry is None and removed is not None and following.get(removed[1]) == position:
                removed[1] = position
            else:
                said.append([position if entry is not None else [position, position], entry])
        return json.dumps(said)


def _read(pairs: Iterable[Any], current: Sequence[CurrentEntry]) -> dict[int, Any]:
    """The changes that a form carries; of those it removes one after another, the ones that still stand."""
    changes: dict[int, Any] = {}
    for where, entry in pairs:
        if isinstance(where, list) and entry is None:
            first, last = where
            changes |= {record.position: None for record in current if first <= record.position <= last}
        else:
            changes[where] = entry
    return changes


@pages.get("/<int:position>")
@keepers_only
def edit(public_id: str, position: int) -> Page:
    """The entry at this position in the form it was recorded with."""
    view = match_view(match_or_404(public_id))
    form = _form_at(view, position, Draft({})) or abort(404)
    return _edit_page(view, position, form, Draft({}))


@pages.post("/<int:position>")
@keepers_only
def preview(public_id: str, position: int) -> Page:
    """Show what the correction changes; what it would break is named, and nothing has changed yet."""
    stored_match = match_or_404(public_id)
    view = match_view(stored_match)
    draft = _draft(stored_match)
    _must_stand(view, (position, *draft.changes))
    if request.form.get("remove"):
        return _weighed(view, position, draft.with_change(position, None))
    form = _form_at(view, position, draft, request.form) or abort(404)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _edit_page(view, position, form, draft), 422
    return _weighed(view, position, draft.with_change(position, form.entry()), form)


@pages.post("")
@keepers_only
def apply(public_id: str) -> Page:
    """Append the draft as one batch, with who corrects and why."""
    stored_match = match_or_404(public_id)
    draft = _draft(stored_match)
    expected = request.form.get("expected", type=whole_number)
    key = client_key()
    if expected is None or not draft.changes:
        abort(400)
    who = author(request.form.get("reason", "").strip(), request.form.get("person", "").strip())
    position = next(iter(draft.changes))
    try:
        done = append(stored_match, draft.as_changes(), expected, key, who)
    except Full as error:
        return shown_full(error, lambda: _weighed(match_view(match_or_404(public_id)), position, draft))
    if done.outcome in ("recorded", "repeated"):
        return redirect(url_for("matches.show", public_id=public_id), 303)
    page = _weighed(match_view(match_or_404(public_id)), position, draft, late=done.outcome == "late")
    return page if isinstance(page, tuple) else (page, 409)


def _weighed(
    view: MatchView, position: int, draft: Draft, form: QuestionForm | None = None, late: bool = False
) -> Page:
    """Replay with the draft: its consequences to confirm, or the entry that no longer fits."""
    _must_stand(view, draft.changes)
    standing, played = replay_on(view.stored.replay, new_records(view.length, draft.as_changes()))
    if isinstance(played, ReplayedMatch):
        after = viewed(view.stored, standing, played)
        changed = _changed_rows(view, after)
        rows = changed[:ROWS]
        return render_template(
            "corrections/preview.html",
            view=view,
            after=after,
            draft=draft,
            late=late,
            position=position,
            reason=request.form.get("reason", ""),
            rows=rows,
            others=len(changed) - len(rows),
            sides=_sides(view, after),
            people=_people(view),
            person=request.form.get("person") or session.get("person") or visitor_or_404().device.name,
        )
    broken = standing[played.index].position
    if broken == position and form is not None:
        form.blame(played.violations)
        draft = Draft({key: value for key, value in draft.changes.items() if key != position})
        return _edit_page(view, position, form, draft), 422
    dropped = Draft({**draft.changes, **{current.position: None for current in standing[played.index :]}})
    asked = _form_at(view, broken, draft)
    deal, entry = deal_of(view, broken), next(record.entry for record in view.current if record.position == broken)
    return render_template(
        "corrections/refused.html",
        view=view,
        draft=draft,
        dropped=dropped,
        broken=broken,
        form=asked,
        shown_violations=_violations_to_show(asked, played.violations),
        words=words_of(view, (entry,)),
        deal=deal,
        entry=entry,
        same_deal=deal == deal_of(view, position),
    ), 422


def _violations_to_show(form: QuestionForm | None, violations: Sequence[Violation]) -> Sequence[Violation]:
    """What is wrong with an entry by what is asked now; keys that are asked for no more say nothing to people."""
    if form is None:
        return violations
    asked = {box.spec.key for box in form.way.inputs()}
    shown = [
        violation
        for violation in violations
        if violation.field is None or asked & {violation.field, violation.field.rpartition(".")[0]}
    ]
    return shown or violations


def _must_stand(view: MatchView, positions: Iterable[int]) -> None:
    """404 for what this match never had, 409 for what somebody has removed meanwhile."""
    stands = {record.position for record in view.current}
    if not _recorded(view.stored).issuperset(positions):
        abort(404)
    if not stands.issuperset(positions):
        abort(409)


def _recorded(stored_match: StoredMatch) -> set[int]:
    """Where in the log an entry was recorded first, whether it still stands or not."""
    return {record.position for record in stored_match.log if record.amends is None}


def _changed_rows(view: MatchView, after: MatchView) -> list[tuple[int, Round | None, Round | None]]:
    """The rows whose points differ, before and after; a row that comes or goes has None on one side."""
    rows = enumerate(zip_longest(view.rounds, after.rounds))
    return [(index, old, new) for index, (old, new) in rows if old is None or new is None or old.scores != new.scores]


def _people(view: MatchView) -> tuple[str, ...]:
    """Everybody who is at the table now: the players but the dummies, and who stands in for one."""
    table = view.state.table
    sitting = (player for player in view.stored.setup.people_at(table) if player in table.present)
    return (*sitting, *table.stand_ins.values())


def _sides(view: MatchView, after: MatchView) -> list[tuple[str, SideView | None, SideView | None, bool]]:
    """Every side by its name, before and after, and whether its total changes; who comes or goes has one None."""
    old, new = ({side.name: side for side in state.sides} for state in (view, after))
    names = dict.fromkeys((*old, *new))
    same = {name for name in names if name in old and name in new and old[name].total == new[name].total}
    return [(name, old.get(name), new.get(name), name not in same) for name in names]


def _form_at(view: MatchView, position: int, draft: Draft, formdata: Any = None) -> QuestionForm | None:
    """The form of the entry at this position, asked as the match stood just before it."""
    index = index_of(view.current, position)
    entry = (
        view.current[index].entry if index < len(view.current) and view.current[index].position == position else None
    )
    state = _before(view, index, draft)
    if entry is None or state is None or state.over:
        return None
    question = question_of(view.game, state, str(entry.get("step")))
    if question is None:
        return None
    return QuestionForm(question, formdata, None if formdata is not None else entry, state.stand_ins)


def _before(view: MatchView, index: int, draft: Draft) -> State | None:
    """Where the match would stand before an entry with what the draft changes before it; None if it could not."""
    position = view.current[index].position if index < len(view.current) else view.length
    if not any(changed < position for changed in draft.changes):
        return state_before(view, index)
    stands = current_entries(with_changes(view.stored.log, draft.as_changes()))
    earlier = [record.entry for record in stands if record.position < position]
    played = play(view.game, view.stored.setup.table, earlier)
    return played.state if isinstance(played, ReplayedMatch) else None


def _edit_page(view: MatchView, position: int, form: QuestionForm, draft: Draft) -> str:
    return render_template("corrections/edit.html", view=view, position=position, form=form, draft=draft)


def _draft(stored_match: StoredMatch) -> Draft:
    """The draft carried by the form; it may only speak of entries that this match has."""
    positions = _recorded(stored_match)
    try:
        changes = _read(json.loads(request.form.get("draft", "[]")), stored_match.replayed[0])
        json.dumps(changes, ensure_ascii=False).encode()  # half a character is none, and no database keeps it
    except (ValueError, TypeError, RecursionError):
        abort(400)
    good = all(type(position) is int and position in positions for position in changes)
    good = good and all(entry is None or isinstance(entry, dict) for entry in changes.values())
    if not good or len(changes) > max(MOST_CHANGES, len(stored_match.log)):
        abort(400)
    return Draft(changes)
