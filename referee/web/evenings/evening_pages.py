"""The evenings of a club: the list with its filters, an evening in detail, its changes, and the recycle bin."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.bundles.json_object import YEARS
from referee.games.registry import game_named
from referee.store.database.models import Evening, Match, Player
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full
from referee.store.evenings import evenings as stored_evenings
from referee.store.evenings import recycle_bin
from referee.store.evenings.evenings import Filters
from referee.store.evenings.match_dates import can_be_moved, move_in_evening, noted_afterwards, put_on_day
from referee.store.matches.current_evening import is_open, is_quiet, last_active, moments_of
from referee.store.matches.match_day import day_of
from referee.store.matches.seating.seats import players_by_seat
from referee.store.matches.stored_match import StoredMatch, stored_matches
from referee.store.players.players import PlayerRegister, player_register
from referee.web.access.permissions import current_visitor, match_or_404, named_match, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.answers.typed_days import day_played
from referee.web.answers.typed_numbers import typed_number
from referee.web.error_pages import full_page
from referee.web.evenings.evening_recap import account_of, picture_of
from referee.web.evenings.evening_rows import EveningRow, colours_of_people, quotes_of, seat_by_player, won_matches
from referee.web.evenings.evening_story import EveningStory, evening_story
from referee.web.matches.match_view import match_view, match_views
from referee.web.matches.score_chart import running_totals
from referee.web.matches.sheet_pagination import rulings_beside, whole_sheet
from referee.web.players.period_filter import in_order
from referee.web.rendering.paging import NoSuchPlace, after_key, place_of
from referee.words import Text, say

pages = Blueprint("evenings", __name__)

MATCHES, PLACES = 4, 30
"""Matches and people of the standing on a page of an evening."""
LISTED, CHOICE, IN_BIN = 12, 150, 50
"""Evenings on a page of the list, players to choose from, items on a page of the bin."""


def _to_choose(people: PlayerRegister, chosen: int | None) -> list[Player]:
    """The players to filter by: of very many those who played last, by name."""
    players = [player for player in people.players.values() if player.merged_into is None]
    latest = sorted(players, key=lambda player: (player.id == chosen, player.played_at), reverse=True)
    return sorted(latest[:CHOICE], key=lambda player: player.name)


@pages.get("/evenings")
def index() -> ResponseReturnValue:
    visitor = current_visitor()
    if visitor is None:
        return render_template("evenings/evenings.html", rows=(), filters=Filters(), players=())
    filters, fault = _filters()
    people = player_register(visitor.club.id)
    filtered = stored_evenings.filtered_evenings(visitor.club.id, filters, people)
    evenings, following = stored_evenings.evenings(visitor.club.id, filtered, _before(visitor.club.id), LISTED)
    matches = stored_evenings.matches_of([evening.id for evening in evenings])
    ids = [match.id for row in matches.values() for match in row]
    winners, sat = stored_evenings.winners_of(ids), players_by_seat(ids)
    quotes = quotes_of(matches, filters.text)
    rows = [
        EveningRow(
            evening,
            matches[evening.id],
            winners,
            seat_by_player(matches[evening.id], sat, people),
            quotes.get(evening.id, ()),
        )
        for evening in evenings
    ]
    return render_template(
        "evenings/evenings.html",
        rows=rows,
        filters=filters,
        found=0 if filters.empty else stored_evenings.number_of_evenings(filtered),
        following=following,
        following_address=url_for(
            ".index",
            before=following,
            player=filters.player,
            game=filters.game,
            since=filters.since,
            until=filters.until,
            text=filters.text or None,
        ),
        players=_to_choose(people, filters.player),
        fault=fault,
    )


@pages.get("/evenings/<public_id>")
def show(public_id: str) -> ResponseReturnValue:
    """An evening: its standing and story, then its matches, ``from`` one of them on."""
    evening = _evening_or_404(public_id)
    matches = stored_evenings.matches_of([evening.id])[evening.id]
    first_match = request.args.get("from")
    begin = 0 if first_match is None else place_of(first_match, "from", [match.public_id for match in matches])
    people, sat = player_register(evening.club_id), players_by_seat([match.id for match in matches])
    evening_told = EveningStory() if begin else evening_story(evening.club_id, [match.id for match in matches], people)
    story = evening_told
    places, after = after_key(story.standing, request.args, "places", lambda place: place.player.id, PLACES)
    first = not story.standing or places[0] is story.standing[0]
    story = replace(story, standing=places) if first else EveningStory(places)
    on_page = matches[begin : begin + MATCHES]
    winners = {} if begin else stored_evenings.winners_of([match.id for match in matches])
    wins = won_matches(evening, matches, winners, on_page, sat, people) if first else []
    views = match_views(stored_matches([match.id for match in on_page]).values())
    by_match = {view.stored_match.id: view for view in views}
    colours = colours_of_people(matches, sat, people, story, views)
    latest = max([evening.opened_at, *(match.changed_at for match in matches)])
    last = latest if is_quiet(latest) else last_active(evening, moments_of(evening))  # the logs are read rarely
    return render_template(
        "evenings/evening.html",
        evening=evening,
        told=[(match, by_match.get(match.id)) for match in on_page],
        colours=colours,
        charts={view.stored_match.id: running_totals(view.sheet, {**view.colours, **colours}) for view in views},
        rulings={view.stored_match.id: rulings_beside(whole_sheet(view)) for view in views},
        story=story,
        after=after,
        won=wins,
        account=None if begin else account_of(evening, matches, winners, evening_told),
        earlier=matches[max(begin - len(on_page), 0)] if begin else None,
        later=matches[begin + len(on_page)] if begin + len(on_page) < len(matches) else None,
        going_on=is_open(evening, last),
        quiet=is_quiet(last),
    )


@pages.get("/evenings/<public_id>/account.svg")
def picture(public_id: str) -> ResponseReturnValue:
    """The picture of an evening to send; 404 while none of its matches is won."""
    evening = _evening_or_404(public_id)
    matches = stored_evenings.matches_of([evening.id])[evening.id]
    story = evening_story(evening.club_id, [match.id for match in matches], player_register(evening.club_id))
    winners = stored_evenings.winners_of([match.id for match in matches])
    account = account_of(evening, matches, winners, story) or abort(404)
    drawn = render_template("evenings/account.svg", account=account, picture=picture_of(account))
    return Response(drawn, mimetype="image/svg+xml")


@pages.route("/evenings/<public_id>/edit", methods=["GET", "POST"])
def edit(public_id: str) -> ResponseReturnValue:
    evening = _evening_or_404(public_id)
    if request.method == "GET":
        return render_template("evenings/edit.html", evening=evening, typed={}, fault=None)
    try:
        day = date.fromisoformat(request.form.get("day", ""))
        if day.year not in YEARS:
            raise ValueError("no year an archive could hold")
    except ValueError:
        fault = say("La date ne se lit pas : année, mois, jour.")
        return render_template("evenings/edit.html", evening=evening, typed=request.form, fault=fault), 422
    words = (visible_text(request.form.get(name, "")) for name in ("title", "place", "note"))
    try:
        stored_evenings.describe(evening, day, *words)
    except Full as error:
        page = partial(render_template, "evenings/edit.html", evening=evening, typed=request.form, fault=None)
        return full_page(error, page)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.post("/evenings/<public_id>/<any(close,reopen,delete):what>")
def change(public_id: str, what: str) -> ResponseReturnValue:
    """Close an evening, reopen it, or move it to the recycle bin for thirty days."""
    evening = _evening_or_404(public_id)
    if what == "delete":
        recycle_bin.delete_evening(evening)
        return redirect(url_for(".bin_page"), 303)
    if what == "close":
        stored_evenings.close(evening)
    else:
        stored_evenings.reopen(evening)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.get("/matches/<public_id>/keep")
def keep(public_id: str) -> ResponseReturnValue:
    """The form to put the day of a match right, to move it to another evening, or to delete it."""
    return _keep_page(match_or_404(public_id))


def _keep_page(stored_match: StoredMatch, typed: str | None = None, fault: Text | None = None) -> str:
    club_id = visitor_or_404().club.id
    evenings, following = stored_evenings.evenings(club_id, stored_evenings.all_evenings(club_id), _before(club_id))
    own = db.session.get(Evening, stored_match.evening_id) if stored_match.evening_id else None
    choice = [*evenings, *([own] if own and own not in evenings else [])]
    return render_template(
        "evenings/move_or_delete_match.html",
        view=match_view(stored_match),
        evenings=choice,
        following=following,
        day=day_of(stored_match.evening_id, stored_match.created_at) if typed is None else typed,
        fault=fault,
        has_day=stored_match.over or noted_afterwards(stored_match),
        moves=[earlier for earlier in (True, False) if can_be_moved(stored_match, earlier)],
    )


@pages.post("/matches/<public_id>/move")
def move(public_id: str) -> ResponseReturnValue:
    stored_match = match_or_404(public_id)
    evening_id = request.form.get("evening", "")
    if not stored_evenings.move(stored_match, _evening_or_404(evening_id)):
        abort(404)
    return redirect(url_for(".show", public_id=evening_id), 303)


@pages.post("/matches/<public_id>/day")
def put_right(public_id: str) -> ResponseReturnValue:
    """Put the day of a match right: it goes into the evening of that day."""
    stored_match = match_or_404(public_id)
    typed = request.form.get("day", "")
    day = day_played(typed)
    if not isinstance(day, date):
        return _keep_page(stored_match, typed, day), 422
    evening = put_on_day(stored_match, day) or abort(404)
    return redirect(url_for(".show", public_id=evening, _anchor=f"m-{public_id}"), 303)


@pages.post("/matches/<public_id>/<any(earlier,later):where>")
def reorder(public_id: str, where: str) -> ResponseReturnValue:
    """Let a match that was noted afterwards change places with its neighbour in the evening."""
    match = named_match() or abort(404)
    move_in_evening(match, where == "earlier")
    evening = db.session.get(Evening, match.evening_id) if match.evening_id else None
    if evening is None:
        return redirect(url_for(".keep", public_id=public_id), 303)
    return redirect(url_for(".show", public_id=evening.public_id, _anchor=f"m-{public_id}"), 303)


@pages.post("/matches/<public_id>/delete")
def delete(public_id: str) -> ResponseReturnValue:
    recycle_bin.delete_match(named_match() or abort(404))  # its log may be damaged
    return redirect(url_for(".bin_page"), 303)


@pages.get("/deleted")
def bin_page() -> ResponseReturnValue:
    """The deleted evenings and matches that can be restored."""
    gone, alone = recycle_bin.things_in_bin(visitor_or_404().club.id)
    items, following = after_key(list[Any]([*gone, *alone]), request.args, "after", lambda item: item.public_id, IN_BIN)
    evenings = [item for item in items if isinstance(item, Evening)]
    return render_template(
        "evenings/recycle_bin.html", evenings=evenings, matches=items[len(evenings) :], following=following
    )


@pages.post("/deleted/<any(evening,match):kind>/<public_id>")
def restore(kind: str, public_id: str) -> ResponseReturnValue:
    model: Any = Evening if kind == "evening" else Match
    own = db.select(model).where(model.public_id == public_id, model.club_id == visitor_or_404().club.id)
    if kind == "match":
        own = own.where(recycle_bin.IN_THE_BIN)
    deleted = db.session.scalar(own.where(model.deleted_at.is_not(None))) or abort(404)
    if kind == "evening":
        recycle_bin.restore_evening(deleted)
        return redirect(url_for(".show", public_id=public_id), 303)
    recycle_bin.restore_match(deleted)
    return redirect(url_for("matches.show", public_id=public_id), 303)


def _evening_or_404(public_id: str) -> Evening:
    return stored_evenings.evening_named(visitor_or_404().club.id, public_id) or abort(404)


def _before(club_id: int) -> str | None:
    """The evening that the address names as the last one of the page before; raises NoSuchPlace."""
    public_id = request.args.get("before")
    if public_id is not None and stored_evenings.evening_named(club_id, public_id) is None:
        raise NoSuchPlace("before")
    return public_id


def _filters() -> tuple[Filters, Text | None]:
    """The filters of the address, and a sentence about a date that is none, which is left out."""
    fault = None
    days: dict[str, date | None] = {}
    for name in ("since", "until"):
        text = request.args.get(name, "")
        try:
            days[name] = date.fromisoformat(text) if text else None
        except ValueError:
            days[name], fault = None, say("La date ne se lit pas : année, mois, jour.")
    game = request.args.get("game", "")
    since, until = in_order(days["since"], days["until"])
    return Filters(
        player=typed_number(request.args.get("player", "")),
        game=game if game_named(game) else None,
        since=since,
        until=until,
        text=request.args.get("text", "")[:100],
    ), fault
