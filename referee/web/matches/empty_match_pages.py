"""Delete a match without entries, and restore it from the home page."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, request, url_for

from referee.store.evenings.recycle_bin import delete_match
from referee.web.access.permissions import keepers_only, match_or_404
from referee.web.http.whole_numbers import whole_number

pages = Blueprint("empty_match", __name__, url_prefix="/matches/<public_id>")


@pages.post("/discard")
@keepers_only
def discard(public_id: str) -> Any:
    """Home, with a way back; to the match where somebody has recorded in it meanwhile."""
    stored = match_or_404(public_id)
    expected = request.form.get("expected", type=whole_number)
    empty = not stored.replayed[0] and expected == stored.match.length
    if not empty or not delete_match(stored.match, expected):
        return redirect(url_for("matches.show", public_id=public_id), 303)
    return redirect(url_for("home.show", gone=public_id), 303)
