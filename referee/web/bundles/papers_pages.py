"""A season on paper: a table of totals is pasted or sent as a file, shown match by match, and noted as a whole."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from referee.bundles.papers.season_import import SortedMatches, note_matches, sort_matches
from referee.bundles.papers.season_table import Season, read_season
from referee.local_time import local_day
from referee.store.database.models import now
from referee.store.database.quotas import Full
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.stored_match import load
from referee.store.players.players import roll
from referee.web.access.heavy_requests import heavy
from referee.web.access.permissions import visitor_or_404
from referee.web.answers.similar_names import alike, resembling_each
from referee.web.error_pages import full_page
from referee.words import Text, say

pages = Blueprint("season", __name__)
Page = Any

LONGEST = 200_000
"""Characters of a table: some 2,000 lines."""
MOST_UNDONE = 2000


@pages.get("/club/season")
def ask() -> Page:
    return _page("")


@pages.post("/club/season")
@heavy
def note() -> Page:
    """Show the matches of a table, or what is wrong line by line (422); ``noted``: note all that are new."""
    visitor = visitor_or_404()
    text = _table()
    if len(text) > LONGEST:
        return _page("", say("Ce tableau est trop long : partagez-le.")), 422
    season = read_season(text, local_day(now()))
    found = sort_matches(visitor.club.id, season.matches)
    if season.faults or "noted" not in request.form or not found.new:
        return _page(text, None, season, found), 422 if season.faults else 200
    try:
        noted = note_matches(visitor.club, found.new, visitor.device.id)
    except Full as error:
        return full_page(error, lambda: _page(text, None, season, found))
    return render_template("bundles/season_noted.html", noted=noted)


@pages.post("/club/season/undo")
def undo() -> Page:
    """Throw the matches that were just noted into the bin: 303 to it."""
    club_id = visitor_or_404().club.id
    for public_id in request.form.getlist("noted")[:MOST_UNDONE]:
        stored = load(club_id, public_id)
        if stored is not None:
            delete_match(stored)
    return redirect(url_for("evenings.bin_page"), 303)


def _table() -> str:
    """The table in the form: of the file, where one was sent, else of the box."""
    file = request.files.get("file")
    raw = file.read() if file else b""
    if not raw:
        return request.form.get("table", "")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")  # a spreadsheet's usual one on Windows


def _page(
    text: str, fault: Text | None = None, season: Season | None = None, found: SortedMatches | None = None
) -> str:
    known = [player.name for player in roll(visitor_or_404().club.id).players.values()]
    new = [name for name in season.names if name not in known] if season else []
    doubles = [*resembling_each(new, known), *alike(new)]
    return render_template(
        "bundles/season.html", text=text, fault=fault, season=season, found=found, new_players=new, doubles=doubles
    )
