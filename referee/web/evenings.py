"""The evenings of a club: the list with its filters, an evening told in order, and what may be done with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.games.registry import game_named
from referee.matches.shapes import YEARS
from referee.store import evenings as kept_evenings
from referee.store.clubs import Present
from referee.store.database import db
from referee.store.evenings import Filters
from referee.store.matches import Kept, logs_of, people_of, setup_of
from referee.store.models import Evening, Match, Player
from referee.store.players import Roll, roll
from referee.store.quotas import Full
from referee.store.seats import joined_later
from referee.store.sitting import is_open, is_quiet, last_active
from referee.web import club_numbers
from referee.web.access import current, keepers_only, kept_or_404
from referee.web.charts import running_totals
from referee.web.errors import shown_full
from referee.web.period import in_order
from referee.web.table_view import TableView, table_view
from referee.web.typed import whole
from referee.words import Text, say

__all__ = ["pages"]

pages = Blueprint("evenings", __name__)
pages.context_processor(club_numbers.context)
Page = Any


@dataclass(frozen=True, slots=True)
class Row:
    """An evening in the list: its matches and who won them."""

    evening: Evening
    matches: Sequence[Match]
    winners: dict[int, dict[str, int]]
    joined: dict[int, list[str]]

    @property
    def players(self) -> list[str]:
        """Who began a match of the evening or joined one."""
        sat = (name for match in self.matches for name in (*people_of(match), *self.joined.get(match.id, ())))
        return list(dict.fromkeys(sat))


@dataclass(frozen=True, slots=True)
class Place:
    """One player's evening: matches won, and the mean of the places."""

    player: str
    won: int
    played: int
    mean_place: Fraction


@pages.get("/evenings")
def listed() -> Page:
    here = current()
    if here is None:
        return render_template("evenings.html", rows=[], filters=Filters(), following=None, players=[], wrong=None)
    filters, wrong = _filters()
    found, following = kept_evenings.evenings(here.club.id, filters, request.args.get("before"))
    matches = kept_evenings.matches_of([evening.id for evening in found])
    ids = [match.id for row in matches.values() for match in row]
    winners, joined = kept_evenings.winners_of(ids), joined_later(ids)
    rows = [Row(evening, matches[evening.id], winners, joined) for evening in found]
    players = db.session.scalars(
        db.select(Player).where(Player.club_id == here.club.id, Player.merged_into.is_(None)).order_by(Player.name)
    ).all()
    return render_template(
        "evenings.html", rows=rows, filters=filters, following=following, players=players, wrong=wrong
    )


@pages.get("/evenings/<public_id>")
def show(public_id: str) -> Page:
    """An evening told in order: its matches, everything recorded in them, and its own standing."""
    evening = _evening_or_404(public_id)
    matches = kept_evenings.matches_of([evening.id])[evening.id]
    logs = logs_of(matches)
    views = [table_view(Kept(match, setup_of(match), logs[match.id])) for match in matches]
    entered = [entry.recorded_at for log in logs.values() for entry in log if entry.amends is None]
    last = last_active(evening, [*entered, *(match.created_at for match in matches)])
    charts = {view.kept.match.id: running_totals(view.sheet) for view in views}
    return render_template(
        "evening.html", evening=evening, views=views, charts=charts, standing=_standing(views, roll(evening.club_id)),
        going_on=is_open(evening, last), quiet=is_quiet(last),
    )  # fmt: skip


@pages.route("/evenings/<public_id>/edit", methods=["GET", "POST"])
@keepers_only
def edit(public_id: str) -> Page:
    evening = _evening_or_404(public_id)
    if request.method == "GET":
        return render_template("evening_edit.html", evening=evening, typed={}, wrong=None)
    try:
        day = date.fromisoformat(request.form.get("day", ""))
        if day.year not in YEARS:
            raise ValueError("no year an archive could hold")
    except ValueError:
        wrong = say("La date ne se lit pas : année, mois, jour.")
        return render_template("evening_edit.html", evening=evening, typed=request.form, wrong=wrong), 422
    words = (request.form.get(name, "").strip() for name in ("title", "place", "note"))
    try:
        kept_evenings.retold(evening, day, *words)
    except Full as error:
        page = partial(render_template, "evening_edit.html", evening=evening, typed=request.form, wrong=None)
        return shown_full(error, page)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.post("/evenings/<public_id>/<any(close,reopen,delete):what>")
@keepers_only
def change(public_id: str, what: str) -> Page:
    """Close an evening, open it again, or throw it away for thirty days."""
    evening = _evening_or_404(public_id)
    if what == "delete":
        kept_evenings.delete_evening(evening)
        return redirect(url_for(".bin_page"), 303)
    (kept_evenings.close if what == "close" else kept_evenings.reopen)(evening)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.get("/matches/<public_id>/keep")
@keepers_only
def keep(public_id: str) -> Page:
    """Move a match to another evening, or throw it away."""
    kept = kept_or_404(public_id)
    here = _here()
    found, following = kept_evenings.evenings(here.club.id, Filters(), request.args.get("before"))
    own = db.session.get(Evening, kept.match.evening_id) if kept.match.evening_id else None
    choice = [*found, *([own] if own and own not in found else [])]
    return render_template("match_keep.html", view=table_view(kept), evenings=choice, following=following)


@pages.post("/matches/<public_id>/move")
@keepers_only
def move(public_id: str) -> Page:
    kept = kept_or_404(public_id)
    evening = _evening_or_404(request.form.get("evening", ""))
    to = evening.public_id
    if not kept_evenings.move(kept.match, evening):
        abort(404)
    return redirect(url_for(".show", public_id=to), 303)


@pages.post("/matches/<public_id>/delete")
@keepers_only
def delete(public_id: str) -> Page:
    kept_evenings.delete_match(kept_or_404(public_id).match)
    return redirect(url_for(".bin_page"), 303)


@pages.get("/deleted")
@keepers_only
def bin_page() -> Page:
    """What was thrown away and can be brought back."""
    gone, alone = kept_evenings.deleted(_here().club.id)
    return render_template("deleted.html", evenings=gone, matches=alone)


@pages.post("/deleted/<any(evening,match):kind>/<public_id>")
@keepers_only
def restore(kind: str, public_id: str) -> Page:
    """Bring an evening or a match back."""
    model: Any = Evening if kind == "evening" else Match
    found = db.session.scalar(
        db.select(model).where(
            model.public_id == public_id, model.club_id == _here().club.id, model.deleted_at.is_not(None)
        )
    )
    if found is None:
        abort(404)
    if kind == "evening":
        kept_evenings.restore_evening(found)
        return redirect(url_for(".show", public_id=public_id), 303)
    kept_evenings.restore_match(found)
    return redirect(url_for("matches.show", public_id=public_id), 303)


def _here() -> Present:
    return current() or abort(404)


def _evening_or_404(public_id: str) -> Evening:
    here = current()
    found = kept_evenings.evening_named(here.club.id, public_id) if here else None
    return found or abort(404)


def _filters() -> tuple[Filters, Text | None]:
    """The filters of the address; a date that cannot be read is said and left out."""
    wrong = None
    days: dict[str, date | None] = {}
    for name in ("since", "until"):
        text = request.args.get(name, "")
        try:
            days[name] = date.fromisoformat(text) if text else None
        except ValueError:
            days[name], wrong = None, say("La date ne se lit pas : année, mois, jour.")
    game = request.args.get("game", "")
    since, until = in_order(days["since"], days["until"])
    return Filters(
        player=whole(request.args.get("player", "")),
        game=game if game_named(game) else None,
        since=since,
        until=until,
        text=request.args.get("text", "")[:100],
    ), wrong


def _standing(views: Sequence[TableView], people: Roll) -> list[Place]:
    """The evening's own standing: by matches won, then by the mean of the places; finished matches only.

    People are who they are counted as today, and called what they are called today.
    """
    won: Counter[int] = Counter()
    places: dict[int, list[int]] = {}
    seats = kept_evenings.seats_of([view.kept.match.id for view in views])
    for view in views:
        if not view.sheet.over or not view.sheet.winners:
            continue
        table = view.position.table
        for side in view.sides:
            people_of = next(one.players for one in table.sides if one.name == side.name)
            for name in (one for one in people_of if one not in view.game.dummies(table.rules)):
                person = people.root(seats[view.kept.match.id][table.players.index(name)])
                places.setdefault(person, []).append(side.place)
                won[person] += side.name in view.sheet.winners
    standing = [
        Place(people.players[person].name, won[person], len(all_), Fraction(sum(all_), len(all_)))
        for person, all_ in places.items()
    ]
    return sorted(standing, key=lambda one: (-one.won, one.mean_place))
