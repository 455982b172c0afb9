"""The page that shows a correction before it is recorded: every total before and after, the deals that change, why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from flask import abort, redirect, render_template, request, session, url_for

from referee.game_definition.sheet import Round
from referee.matches.log import Change
from referee.store.database.quotas import Full
from referee.store.matches.matches import append
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.permissions import author, match_or_404, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import MatchView, SideView

ROWS = 30
"""Rows of the sheet in a preview."""


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
    pairs = enumerate(zip_longest(view.rounds, after.rounds))
    rows = [(index, old, new) for index, (old, new) in pairs if _differ(old, new, new_names)]
    return render_template(
        "corrections/preview.html",
        view=view,
        after=after,
        draft=draft,
        address=address,
        changes=changes,
        late=late,
        reason=request.form.get("reason", ""),
        rows=rows[:ROWS],
        others=max(len(rows) - ROWS, 0),
        sides=_sides(view, after, new_names),
        people=[new_names.get(name, name) for name in _people(view)],
        person=request.form.get("person") or session.get("person") or visitor_or_404().device.name,
    )


def record_correction(stored_match: StoredMatch, changes: Sequence[Change], preview: Callable[..., Any]) -> Any:
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
    if outcome in ("recorded", "repeated"):
        return redirect(url_for("matches.show", public_id=public_id), 303)
    page = preview(match_or_404(public_id), late=outcome == "late")
    return page if isinstance(page, tuple) else (page, 409)


def _differ(old: Round | None, new: Round | None, names: Mapping[str, str]) -> bool:
    """Whether a row of the sheet gives other points to a side; a new name alone is no other side."""
    if old is None or new is None:
        return True
    return {names.get(side, side): points for side, points in old.scores.items()} != new.scores


def _people(view: MatchView) -> tuple[str, ...]:
    """The people at the table now: the players but the dummies, and their stand-ins."""
    table = view.state.table
    sitting = (player for player in view.stored.setup.people_at(table) if player in table.seated)
    return (*sitting, *table.stand_ins.values())


def _sides(
    view: MatchView, after: MatchView, new_names: Mapping[str, str]
) -> list[tuple[str, SideView | None, SideView | None, bool]]:
    """Every side by its name, before and after (None where it is not there), and whether its total changes."""
    old = {new_names.get(side.name, side.name): side for side in view.sides}
    new = {side.name: side for side in after.sides}
    names = dict.fromkeys((*old, *new))
    same = {name for name in names if name in old and name in new and old[name].total == new[name].total}
    return [(name, old.get(name), new.get(name), name not in same) for name in names]
