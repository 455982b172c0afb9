"""Correcting what was recorded: the old answer in its own form, before and after, why, and only then the change.

A correction may need several entries (a contract and its result); they are carried from page to page as a draft
and appended as one batch. Nothing changes before the last button.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, session, url_for

from referee.games.game import Position, Question
from referee.games.play import Played, common_questions, play, questions
from referee.games.sheet import Round
from referee.games.violation import Violation
from referee.matches.log import Change, replay, standing, with_changes
from referee.store.matches import Kept, append
from referee.store.quotas import Full
from referee.web.access import author, current, keepers_only, kept_or_404
from referee.web.errors import shown_full
from referee.web.inputs import QuestionForm
from referee.web.table_view import SideView, TableView, table_view, viewed
from referee.web.told import known_words

__all__ = ["pages"]

pages = Blueprint("corrections", __name__, url_prefix="/matches/<public_id>/corrections")
Page = Any
MOST_CHANGES = 100


@dataclass(frozen=True, slots=True)
class Draft:
    """The changes a keeper has prepared so far, by the position they amend; None removes."""

    changes: dict[int, Any]

    def with_change(self, position: int, entry: Any) -> Draft:
        return Draft({**self.changes, position: entry})

    def as_changes(self) -> tuple[Change, ...]:
        return tuple(Change(entry, position) for position, entry in self.changes.items())

    def dumped(self) -> str:
        return json.dumps([[position, entry] for position, entry in self.changes.items()])


@pages.get("/<int:position>")
@keepers_only
def edit(public_id: str, position: int) -> Page:
    """The entry at this position in the form it was recorded with."""
    view = table_view(kept_or_404(public_id))
    form = _form_at(view.kept, position, Draft({}))
    if form is None:
        abort(404)
    return _edit_page(view, position, form, Draft({}))


@pages.post("/<int:position>")
@keepers_only
def preview(public_id: str, position: int) -> Page:
    """Show what the correction changes; what it would break is named, and nothing has changed yet."""
    kept = kept_or_404(public_id)
    view = table_view(kept)
    draft = _draft(kept)
    _must_stand(view, (position, *draft.changes))
    if request.form.get("remove"):
        return _weighed(view, position, draft.with_change(position, None))
    form = _form_at(kept, position, draft, request.form)
    if form is None:
        abort(404)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _edit_page(view, position, form, draft), 422
    return _weighed(view, position, draft.with_change(position, form.entry()), form)


@pages.post("")
@keepers_only
def apply(public_id: str) -> Page:
    """Append the draft as one batch, with who corrects and why."""
    kept = kept_or_404(public_id)
    draft = _draft(kept)
    expected = request.form.get("expected", type=int)
    key = request.form.get("key", "")[:40] or None
    if expected is None or not draft.changes:
        abort(400)
    who = author(request.form.get("reason", "").strip(), request.form.get("person", "").strip())
    position = next(iter(draft.changes))
    try:
        done = append(kept, draft.as_changes(), expected, key, who)
    except Full as error:
        return shown_full(error, lambda: _weighed(table_view(kept_or_404(public_id)), position, draft))
    if done.outcome in ("recorded", "repeated"):
        return redirect(url_for("matches.show", public_id=public_id, just=expected), 303)
    page = _weighed(table_view(kept_or_404(public_id)), position, draft, late=done.outcome == "late")
    return page if isinstance(page, tuple) else (page, 409)


def _weighed(
    view: TableView, position: int, draft: Draft, form: QuestionForm | None = None, late: bool = False
) -> Page:
    """Replay with the draft: its consequences to confirm, or the entry that no longer fits."""
    kept = view.kept
    _must_stand(view, draft.changes)
    standing, played = replay(kept.setup, with_changes(kept.log, draft.as_changes()))
    if isinstance(played, Played):
        after = viewed(kept, standing, played)
        return render_template(
            "correction_preview.html", view=view, after=after, draft=draft, late=late, position=position,
            reason=request.form.get("reason", ""), rows=_changed_rows(view, after), sides=_sides(view, after),
            person=request.form.get("person") or _person(),
        )  # fmt: skip
    broken = standing[played.index].position
    if broken == position and form is not None:
        form.blame(played.violations)
        draft = Draft({key: value for key, value in draft.changes.items() if key != position})
        return _edit_page(view, position, form, draft), 422
    later = [one.position for one in standing[played.index :]]
    dropped = draft
    for one in later:
        dropped = dropped.with_change(one, None)
    fitting = _form_at(kept, broken, draft)
    return render_template(
        "correction_refused.html", view=view, draft=draft, dropped=dropped, broken=broken,
        form=fitting, violations_told=_told_at(fitting, played.violations), words=known_words(view),
        deal=view.deals[broken],
        entry=next(one.entry for one in view.standing if one.position == broken),
        same_deal=view.deals[broken] == view.deals.get(position),
    ), 422  # fmt: skip


def _told_at(form: QuestionForm | None, violations: Sequence[Violation]) -> Sequence[Violation]:
    """What is wrong with an entry by what is asked now; keys that are asked for no more say nothing to people."""
    if form is None:
        return violations
    asked = {one.spec.key for one in form.way.inputs()}
    told = [one for one in violations if one.field is None or asked & {one.field, one.field.rpartition(".")[0]}]
    return told or violations


def _must_stand(view: TableView, positions: Iterable[int]) -> None:
    """404 for what this match never had, 409 for what somebody has removed meanwhile."""
    stands = {one.position for one in view.standing}
    if not _recorded(view.kept).issuperset(positions):
        abort(404)
    if not stands.issuperset(positions):
        abort(409)


def _recorded(kept: Kept) -> set[int]:
    """Where in the log an entry was recorded first, whether it still stands or not."""
    return {entry.position for entry in kept.entries if entry.amends is None}


def _person() -> str:
    """Who this phone last said it was, else whose phone it is."""
    here = current()
    return session.get("person") or (here.device.name if here else "")


def _changed_rows(view: TableView, after: TableView) -> list[tuple[int, Round | None, Round | None]]:
    """The rows whose points differ, before and after; a row that comes or goes has None on one side."""
    rows = []
    for index in range(max(len(view.rounds), len(after.rounds))):
        old = view.rounds[index] if index < len(view.rounds) else None
        new = after.rounds[index] if index < len(after.rounds) else None
        if old is None or new is None or old.scores != new.scores:
            rows.append((index, old, new))
    return rows


def _sides(view: TableView, after: TableView) -> list[tuple[str, SideView | None, SideView | None]]:
    """Every side by its name, before and after; one that is on the sheet only before or only after has one None."""
    old, new = ({side.name: side for side in one.sides} for one in (view, after))
    return [(name, old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new))]


def _position_before(kept: Kept, position: int, draft: Draft) -> Position | None:
    stands = standing(with_changes(kept.log, draft.as_changes()))
    earlier = [one.entry for one in stands if one.position < position]
    played = play(kept.setup.game, kept.setup.table, earlier)
    return played.position if isinstance(played, Played) else None


def _form_at(kept: Kept, position: int, draft: Draft, formdata: Any = None) -> QuestionForm | None:
    """The form of the entry at this position, asked as the match stood just before it."""
    entry = next((one.entry for one in kept.replayed[0] if one.position == position), None)
    before = _position_before(kept, position, draft)
    if entry is None or before is None or before.over:
        return None
    game = kept.setup.game
    possible: tuple[Question, ...] = (*questions(game, before), *common_questions(game, before.table))
    question = next((one for one in possible if one.step == entry.get("step")), None)
    if question is None:
        return None
    return QuestionForm(question, formdata, None if formdata is not None else entry, before.stand_ins)


def _edit_page(view: TableView, position: int, form: QuestionForm, draft: Draft) -> str:
    return render_template("correction_edit.html", view=view, position=position, form=form, draft=draft)


def _draft(kept: Kept) -> Draft:
    """The draft carried by the form; it may only speak of entries that this match has."""
    raw = request.form.get("draft", "[]")
    known = _recorded(kept)
    try:
        pairs = json.loads(raw)
        changes = dict(pairs)
        json.dumps(changes, ensure_ascii=False).encode()  # half a character is none, and no database keeps it
    except (ValueError, TypeError, RecursionError):
        abort(400)
    good = all(type(position) is int and position in known for position in changes)
    if not good or not all(entry is None or isinstance(entry, dict) for entry in changes.values()):
        abort(400)
    if len(changes) > max(MOST_CHANGES, len(kept.entries)):
        abort(400)
    return Draft(changes)
