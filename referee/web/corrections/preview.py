"""The page that shows a correction before it is recorded: every total before and after, the deals that change, why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from flask import abort, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from referee.game_definition.sheet import Round
from referee.matches.log import Change
from referee.store.database.quotas import Full
from referee.store.matches.matches import AppendResult, append
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.permissions import author, match_or_404, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.side_view import SideView

ROWS = 30
"""Rows of the sheet in a preview."""


@dataclass(frozen=True, slots=True)
class ChangedDeal:
    """A deal that changes, by its row before and after; None where it is not there."""

    before: Round | None
    after: Round | None

    @property
    def number(self) -> int:
        row = self.after or self.before
        assert row is not None
        return row.number


@dataclass(frozen=True, slots=True)
class ChangedSide:
    """A side before and after, None where it is not there; whether its total changes."""

    name: str
    before: SideView | None
    after: SideView | None

    @property
    def changes(self) -> bool:
        return self.before is None or self.after is None or self.before.total != self.after.total


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """What a correction changes, and the form that records it: see :func:`preview_page`.

    ``others``: how many deals change beside those shown. ``ends``, ``goes_on``: the match will be over, or go on
    again. ``people``: who may have corrected, ``person``: who is likely to have.
    """

    address: str
    draft: str
    late: bool
    changes: Sequence[tuple[Any, Any]]
    sides: Sequence[ChangedSide]
    deals: Sequence[ChangedDeal]
    others: int
    ends: bool
    goes_on: bool
    people: Sequence[str]
    person: str | None
    reason: str


def preview_page(
    view: MatchView,
    after: MatchView,
    draft: str,
    address: str,
    *,
    late: bool = False,
    changes: Iterable[tuple[Any, Any]] = (),
    names: Mapping[str, str] | None = None,
) -> str:
    """The page.

    :param draft: the correction as its form carries it to ``address``, where it is recorded.
    :param late: another keeper has recorded meanwhile.
    :param changes: labels and new values of the set-up.
    :param names: the new name of each player and side that has one.
    """
    new_names = names or {}
    deals = _deals(view, after, new_names)
    preview = CorrectionPreview(
        address=address,
        draft=draft,
        late=late,
        changes=list(changes),
        sides=_sides(view, after, new_names),
        deals=deals[:ROWS],
        others=max(len(deals) - ROWS, 0),
        ends=after.sheet.over and not view.sheet.over,
        goes_on=view.sheet.over and not after.sheet.over,
        people=[new_names.get(name, name) for name in _people(view)],
        person=request.form.get("person") or session.get("person") or visitor_or_404().device.name,
        reason=request.form.get("reason", ""),
    )
    return render_template("corrections/preview.html", view=view, preview=preview)


def record_correction(
    stored_match: StoredMatch, changes: Sequence[Change], preview: Callable[..., ResponseReturnValue]
) -> ResponseReturnValue:
    """Append the changes as one batch, with their author and reason; or the preview once more, with what was typed.

    :param preview: the answer for the match as it is stored now; ``late``: another keeper has recorded meanwhile.
    """
    public_id = stored_match.public_id
    expected = request.form.get("expected", type=whole_number)
    if expected is None:
        abort(400)
    who = author(*(visible_text(request.form.get(name, "")) for name in ("reason", "person")))
    try:
        outcome = append(stored_match, changes, expected, client_key(), who).outcome
    except Full as error:
        return full_page(error, lambda: preview(match_or_404(public_id)))
    if outcome in (AppendResult.RECORDED, AppendResult.REPEATED):
        return redirect(url_for("matches.show", public_id=public_id), 303)
    answer = make_response(preview(match_or_404(public_id), late=outcome == AppendResult.LATE))
    if answer.status_code == 200:
        answer.status_code = 409
    return answer


def _differ(old: Round | None, new: Round | None, names: Mapping[str, str]) -> bool:
    """Whether a row of the sheet gives other points to a side; a new name alone is no other side."""
    if old is None or new is None:
        return True
    return {names.get(side, side): points for side, points in old.scores.items()} != new.scores


def _people(view: MatchView) -> tuple[str, ...]:
    """The people at the table now: the players but the dummies, and their stand-ins."""
    table = view.state.table
    sitting = (player for player in view.stored_match.setup.people_at(table) if player in table.seated)
    return (*sitting, *table.stand_ins.values())


def _deals(view: MatchView, after: MatchView, new_names: Mapping[str, str]) -> list[ChangedDeal]:
    rows = zip_longest(view.rounds, after.rounds)
    return [ChangedDeal(old, new) for old, new in rows if _differ(old, new, new_names)]


def _sides(view: MatchView, after: MatchView, new_names: Mapping[str, str]) -> list[ChangedSide]:
    """The sides of both, those from before first, by their new names."""
    old = {new_names.get(side.name, side.name): side for side in view.sides}
    new = {side.name: side for side in after.sides}
    return [ChangedSide(name, old.get(name), new.get(name)) for name in dict.fromkeys((*old, *new))]
