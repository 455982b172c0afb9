"""The evenings of a club: the list with its filters, an evening told in order, and what may be done with one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.archive.club_archive.json_object import YEARS
from referee.games.registry import game_named
from referee.store.database.models import Evening, Match, Player
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full
from referee.store.evenings import evenings as stored_evenings
from referee.store.evenings import recycle_bin
from referee.store.evenings.evenings import Filters
from referee.store.matches.current_evening import is_open, is_quiet, last_active, moments_of
from referee.store.matches.matches import stored_matches
from referee.store.matches.seat_colours import evening_colours, table_colours
from referee.store.matches.seats import BEHIND_ALL_SEATS, sat_at
from referee.store.players.players import COLOURS, Roll, roll
from referee.web.access.permissions import current_visitor, keepers_only, match_or_404, visitor_or_404
from referee.web.answers.form_values import whole
from referee.web.error_pages import shown_full
from referee.web.evenings.evening_story import Story, evening_story
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.score_chart import running_totals
from referee.web.matches.sheet_pagination import rulings_shown, whole_sheet
from referee.web.players import figure_formats
from referee.web.players.period_filter import in_order
from referee.web.rendering.paging import after_key
from referee.words import Text, say

pages = Blueprint("evenings", __name__)
pages.context_processor(figure_formats.context)
Page = Any

MATCHES, WON, PLACES = 4, 50, 30
"""On a page of an evening: matches, lines of those that were won, and people of its standing."""

IN_BIN = 50
LISTED, TOLD, SAT, CHOICE = 12, 12, 24, 150
"""Evenings on a page of the list, matches and people of each there, and players to choose from."""


@dataclass(frozen=True, slots=True)
class Row:
    """An evening in the list: its matches and who won them, and everybody who sat there with their colour."""

    evening: Evening
    matches: Sequence[Match]
    winners: dict[int, dict[str, stored_evenings.Winner]]
    players: dict[str, int]


def _to_choose(everybody: Sequence[Player], chosen: int | None) -> list[Player]:
    """The players whose evenings may be looked for: of very many those who played last, by name."""
    players = [player for player in everybody if player.merged_into is None]
    latest = sorted(players, key=lambda player: (player.id == chosen, player.played_at), reverse=True)
    near = {player.id for player in latest[:CHOICE]}
    return [player for player in players if player.id in near]


@pages.get("/evenings")
def listed() -> Page:
    visitor = current_visitor()
    if visitor is None:
        return render_template("evenings/evenings.html", rows=(), filters=Filters(), players=())
    filters, wrong = _filters()
    evenings, following = stored_evenings.evenings(visitor.club.id, filters, request.args.get("before"), LISTED)
    matches = stored_evenings.matches_of([evening.id for evening in evenings])
    ids = [match.id for row in matches.values() for match in row]
    winners, sat = stored_evenings.winners_of(ids), sat_at(ids)
    everybody = db.session.scalars(
        db.select(Player).where(Player.club_id == visitor.club.id).order_by(Player.name)
    ).all()
    people = Roll({player.id: player for player in everybody})
    players = _to_choose(everybody, filters.player)
    rows = [
        Row(evening, matches[evening.id], winners, _seated(matches[evening.id], sat, people)) for evening in evenings
    ]
    return render_template(
        "evenings/evenings.html", rows=rows, filters=filters, following=following, players=players, wrong=wrong
    )


@pages.get("/evenings/<public_id>")
def show(public_id: str) -> Page:
    """An evening told in order: what it came to, then its matches, ``from`` one of them on."""
    evening = _evening_or_404(public_id)
    matches = stored_evenings.matches_of([evening.id])[evening.id]
    begin = next((at for at, match in enumerate(matches) if match.public_id == request.args.get("from")), 0)
    people, sat = roll(evening.club_id), sat_at([match.id for match in matches])
    story = Story() if begin else evening_story(evening.club_id, [match.id for match in matches], people)
    places, after = after_key(story.standing, request.args.get("places"), lambda place: place.player.id, PLACES)
    first = not story.standing or places[0] is story.standing[0]
    story = replace(story, standing=places) if first else Story(places)
    won = [] if begin or not first else _won(matches, sat, people)
    shown = matches[begin : begin + MATCHES]
    views = _views(shown)
    colours = _colours(matches, sat, people, story, views)
    last = _last_active(evening, matches)
    return render_template(
        "evenings/evening.html",
        evening=evening,
        views=views,
        colours=colours,
        charts={view.stored.match.id: running_totals(view.sheet, {**view.colours, **colours}) for view in views},
        rulings={view.stored.match.id: rulings_shown(whole_sheet(view)) for view in views},
        shown={match.id for match in shown},
        story=story,
        after=after,
        won=won,
        earlier=matches[max(begin - len(shown), 0)] if begin else None,
        later=matches[begin + len(shown)] if begin + len(shown) < len(matches) else None,
        going_on=is_open(evening, last),
        quiet=is_quiet(last),
    )


def _last_active(evening: Evening, matches: Sequence[Match]) -> datetime:
    """When something happened last in this sitting; where all is quiet since, the logs need not be asked."""
    latest = max([evening.opened_at, *(match.changed_at for match in matches)])
    return latest if is_quiet(latest) else last_active(evening, moments_of(evening))


Sat = Mapping[int, Sequence[tuple[int, int]]]
"""By match, who sat there (:func:`sat_at`)."""


def _seated(matches: Sequence[Match], sat: Sat, people: Roll) -> dict[str, int]:
    """Who began a match of the evening, joined one or stood in, each with the colour they have on its own page."""
    colours = evening_colours(_came(matches, sat), people)
    seated: dict[str, int] = {}
    for match in matches:
        for seat, player in sat[match.id]:
            name = match.players[seat] if seat < len(match.players) else people.players[player].name
            seated.setdefault(name, colours[people.root(player)])
    return seated


def _came(matches: Sequence[Match], sat: Sat) -> Iterator[int]:
    """The players of these matches as they came; one who comes again comes again here."""
    return (player for match in matches for _, player in sat[match.id])


def _colours(
    matches: Sequence[Match], sat: Sat, people: Roll, story: Story, views: Sequence[MatchView]
) -> dict[str, int]:
    """One colour for each player, dummy and side all evening long; nothing where there are more people than colours."""
    given = evening_colours(_came(matches, sat), people)
    if len(given) > COLOURS:
        return {}
    colours = {place.player.name: given[place.player.id] for place in story.standing}
    for view in views:
        seats = {seat: given[people.root(player)] for seat, player in sat[view.stored.match.id]}
        colours |= {name: seats[seat] for seat, name in enumerate(view.state.table.players) if seat in seats} | colours
    everybody = dict.fromkeys(name for view in views for name in view.state.table.players)
    dummies = [name for name in everybody if name not in colours]
    left = table_colours(dict(enumerate(given.values())), len(given) + len(dummies))[len(given) :]
    colours |= zip(dummies, left, strict=True)
    sides = [side for view in views for side in view.state.table.sides]
    return {**{side.name: colours[side.players[0]] for side in sides}, **colours}


@dataclass(frozen=True, slots=True)
class Won:
    """A match that was won: by which sides, each with its colour, and with how many points."""

    match: Match
    sides: Mapping[str, int]
    total: int


def _won(matches: Sequence[Match], sat: Sat, people: Roll) -> list[Won]:
    """The matches that were won; each is a line."""
    winners = stored_evenings.winners_of([match.id for match in matches])
    won = []
    for match in matches[:WON]:
        if sides := winners.get(match.id):
            own = {seat: people.players[player].colour for seat, player in sat[match.id] if seat < BEHIND_ALL_SEATS}
            at_table = table_colours(own, max(len(match.players), *(seat + 1 for seat in own)))
            colours = {side: at_table[winner.seat] for side, winner in sides.items()}
            won.append(Won(match, colours, next(iter(sides.values())).total))
    return won if len(won) > 1 else []


@pages.route("/evenings/<public_id>/edit", methods=["GET", "POST"])
@keepers_only
def edit(public_id: str) -> Page:
    evening = _evening_or_404(public_id)
    if request.method == "GET":
        return render_template("evenings/edit.html", evening=evening, typed={}, wrong=None)
    try:
        day = date.fromisoformat(request.form.get("day", ""))
        if day.year not in YEARS:
            raise ValueError("no year an archive could hold")
    except ValueError:
        wrong = say("La date ne se lit pas : année, mois, jour.")
        return render_template("evenings/edit.html", evening=evening, typed=request.form, wrong=wrong), 422
    words = (request.form.get(name, "").strip() for name in ("title", "place", "note"))
    try:
        stored_evenings.describe(evening, day, *words)
    except Full as error:
        page = partial(render_template, "evenings/edit.html", evening=evening, typed=request.form, wrong=None)
        return shown_full(error, page)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.post("/evenings/<public_id>/<any(close,reopen,delete):what>")
@keepers_only
def change(public_id: str, what: str) -> Page:
    """Close an evening, open it again, or throw it away for thirty days."""
    evening = _evening_or_404(public_id)
    if what == "delete":
        recycle_bin.delete_evening(evening)
        return redirect(url_for(".bin_page"), 303)
    (stored_evenings.close if what == "close" else stored_evenings.reopen)(evening)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.get("/matches/<public_id>/keep")
@keepers_only
def keep(public_id: str) -> Page:
    """Move a match to another evening, or throw it away."""
    stored_match = match_or_404(public_id)
    visitor = visitor_or_404()
    evenings, following = stored_evenings.evenings(visitor.club.id, Filters(), request.args.get("before"))
    own = db.session.get(Evening, stored_match.match.evening_id) if stored_match.match.evening_id else None
    choice = [*evenings, *([own] if own and own not in evenings else [])]
    return render_template(
        "evenings/move_or_delete_match.html", view=match_view(stored_match), evenings=choice, following=following
    )


@pages.post("/matches/<public_id>/move")
@keepers_only
def move(public_id: str) -> Page:
    stored_match = match_or_404(public_id)
    evening = _evening_or_404(request.form.get("evening", ""))
    to = evening.public_id
    if not stored_evenings.move(stored_match.match, evening):
        abort(404)
    return redirect(url_for(".show", public_id=to), 303)


@pages.post("/matches/<public_id>/delete")
@keepers_only
def delete(public_id: str) -> Page:
    recycle_bin.delete_match(match_or_404(public_id).match)
    return redirect(url_for(".bin_page"), 303)


@pages.get("/deleted")
@keepers_only
def bin_page() -> Page:
    """What was thrown away and can be brought back."""
    gone, alone = recycle_bin.deleted(visitor_or_404().club.id)
    shown, following = after_key(
        list[Any]([*gone, *alone]), request.args.get("after"), lambda item: item.public_id, IN_BIN
    )
    evenings = [item for item in shown if isinstance(item, Evening)]
    return render_template(
        "evenings/recycle_bin.html", evenings=evenings, matches=shown[len(evenings) :], following=following
    )


@pages.post("/deleted/<any(evening,match):kind>/<public_id>")
@keepers_only
def restore(kind: str, public_id: str) -> Page:
    """Bring an evening or a match back."""
    model: Any = Evening if kind == "evening" else Match
    own = db.select(model).where(model.public_id == public_id, model.club_id == visitor_or_404().club.id)
    deleted = db.session.scalar(own.where(model.deleted_at.is_not(None))) or abort(404)
    if kind == "evening":
        recycle_bin.restore_evening(deleted)
        return redirect(url_for(".show", public_id=public_id), 303)
    recycle_bin.restore_match(deleted)
    return redirect(url_for("matches.show", public_id=public_id), 303)


def _evening_or_404(public_id: str) -> Evening:
    return stored_evenings.evening_named(visitor_or_404().club.id, public_id) or abort(404)


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


def _views(matches: Sequence[Match]) -> list[MatchView]:
    """The matches as they stand."""
    return [match_view(stored) for stored in stored_matches([match.id for match in matches]).values()]
