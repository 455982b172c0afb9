"""The people of a club: who they are, what their matches come to, and whom they were also noted as."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.games.registry import game_named
from referee.games.table import clean_name
from referee.store import players as kept_players
from referee.store import ranking, statistics
from referee.store.clubs import Present
from referee.store.models import Player
from referee.store.players import Roll, roll
from referee.store.quotas import Full
from referee.store.statistics import GameTotals, Scope
from referee.web import club_numbers
from referee.web.access import current, keepers_only
from referee.web.club_charts import columns, steps
from referee.web.club_numbers import figure_views, part_of_date
from referee.web.errors import shown_full
from referee.web.likeness import NOTHING_SEEN, is_visible, resembling
from referee.web.period import DATES, MONTH, asked_for
from referee.web.typed import whole
from referee.words import Text, say

__all__ = ["pages"]

pages = Blueprint("players", __name__, url_prefix="/players")
pages.context_processor(club_numbers.context)
Page = Any

LAST_MATCHES, LISTED_MATCHES = 30, 8
DAY, MONTHS = 10, 7
"""Signs of an ISO date that name a day, and a month."""


@pages.get("")
def listed() -> Page:
    """The players of the club, who played last first; those archived folded away."""
    return _list_page()


@pages.post("")
@keepers_only
def create() -> Page:
    here = current() or abort(404)
    typed = request.form.get("name", "")
    wrong, double = _doubted(typed, roll(here.club.id).players.values())
    try:
        made = wrong or kept_players.create(here.club.id, typed)
    except Full as error:
        return shown_full(error, partial(_list_page, typed=typed))
    if isinstance(made, Text):
        return _list_page(made, typed, double), 422
    return redirect(url_for(".show", player_id=made.id), 303)


@pages.get("/<int:player_id>")
def show(player_id: int) -> Page:
    """One player's matches over the period and the game asked for."""
    here, people, player = _found(player_id)
    root = people.players[people.root(player.id)]
    asked = asked_for(request.args)
    if root is not player:
        return redirect(url_for(".show", player_id=root.id, **asked.but()))
    within, ids = asked.within(here.club.id), people.group(player.id)
    games = statistics.by_game(within, ids)
    latest = statistics.latest(within, ids, LAST_MATCHES)
    played = statistics.course(within, ids)
    parts = statistics.over_time(played, DAY if asked.period in (MONTH, DATES) else MONTHS)
    game = game_named(asked.game)
    return render_template(
        "player.html", player=player, people=people, asked=asked, summary=_summary(games), by_game=games, game=game,
        streaks=statistics.streaks(played), against=_opponents(within, people, player),
        figures=figure_views(game, statistics.figures(within, ids)) if game else [], latest=latest,
        listed=LISTED_MATCHES,
        columns=columns(parts, part_of_date), steps=steps([(one.place, one.won) for _, one in reversed(latest)]),
        low=statistics.lowest_is_best(game.id) if game else None, keeps=here.keeps,
    )  # fmt: skip


@pages.get("/<int:player_id>/edit")
@keepers_only
def edit(player_id: int) -> Page:
    _, people, player = _standing(player_id)
    typed = {"name": player.name, "mark": player.mark, "colour": str(player.colour)}
    return _edit_page(people, player, typed, {})


@pages.post("/<int:player_id>/edit")
@keepers_only
def change(player_id: int) -> Page:
    """Another name, mark or colour; what was played under the old name keeps it."""
    _, people, player = _standing(player_id)
    typed = {field: request.form.get(field, "") for field in ("name", "mark", "colour")}
    others = (one for one in people.players.values() if one.id not in people.group(player.id))
    renamed = clean_name(typed["name"]) != player.name
    wrong, double = _doubted(typed["name"], others) if renamed else (None, None)
    colour = whole(typed["colour"])
    colour = -1 if colour is None else colour
    faults = {"name": wrong} if wrong else kept_players.change(player, typed["name"], typed["mark"], colour)
    if faults:
        return _edit_page(people, player, typed, faults, double), 422
    return redirect(url_for(".show", player_id=player_id), 303)


@pages.post("/<int:player_id>/archive")
@keepers_only
def archive(player_id: int) -> Page:
    """Fold a player away who no longer comes, or bring one back."""
    _, _, player = _standing(player_id)
    kept_players.archive(player, request.form.get("back") != "1")
    return redirect(url_for(".show", player_id=player_id), 303)


@pages.post("/<int:player_id>/merge")
@keepers_only
def merge(player_id: int) -> Page:
    """Count somebody else together with this player, under this name."""
    here, people, player = _standing(player_id)
    refused = kept_players.merge(here.club.id, request.form.get("other", 0, type=int), player.id)
    if refused is not None:
        typed = {"name": player.name, "mark": player.mark, "colour": str(player.colour)}
        return _edit_page(people, player, typed, {"merge": refused}), 422
    return redirect(url_for(".edit", player_id=player_id, _anchor="merged"), 303)


@pages.post("/<int:player_id>/part")
@keepers_only
def part(player_id: int) -> Page:
    """Undo a merge: this player stands for itself again."""
    _, people, player = _found(player_id)
    into = player.merged_into
    if into is None:
        abort(404)
    kept_players.part(player)
    return redirect(url_for(".edit", player_id=people.root(into), _anchor="merged"), 303)


@dataclass(frozen=True, slots=True)
class Summary:
    """All the matches of the page in a few numbers."""

    matches: int
    wins: int
    shared: int
    places: tuple[tuple[int, int], ...]

    @property
    def mean_place(self) -> float:
        return sum(place * times for place, times in self.places) / self.matches

    @property
    def most(self) -> int:
        """How often the most frequent place."""
        return max((times for _, times in self.places), default=0)


def _doubted(typed: str, others: Iterable[Player]) -> tuple[Text | None, str | None]:
    """Why a name is not taken as it is, and whose name it looks like, where the form has not said: another person's."""
    name = clean_name(typed)
    if name and not is_visible(name):
        return NOTHING_SEEN, None
    names = [one.name for one in others]
    double = None if name in names else resembling(name, names)
    if double is None or request.form.get("alike") == double:
        return None, None
    return say("« %(name)s » ressemble à « %(other)s ».", name=name, other=double), double


def _summary(games: list[GameTotals]) -> Summary:
    places: dict[int, int] = {}
    for one in games:
        for place, times in one.places.items():
            places[place] = places.get(place, 0) + times
    matches, wins, shared = (sum(getattr(one, what) for one in games) for what in ("matches", "wins", "shared"))
    every = range(1, max(places, default=0) + 1)
    return Summary(matches, wins, shared, tuple((place, places.get(place, 0)) for place in every))


def _opponents(within: Scope, people: Roll, player: Player) -> list[tuple[Player, statistics.Against]]:
    found = statistics.against(within, people, player.id)
    return [(people.players[one.player_id], one) for one in found if one.player_id in people.players]


def _list_page(wrong: Text | None = None, typed: str = "", double: str | None = None) -> str:
    here = current() or abort(404)
    people = roll(here.club.id)
    words = request.args.get("q", "").strip()
    counts = ranking.totals(Scope(here.club.id), people)
    return render_template(
        "players.html", players=people.shown(words=words), archived=people.shown(archived=True, words=words),
        counts=counts, words=words, wrong=wrong, typed=typed, double=double,
        keeps=here.keeps, anybody=bool(people.players),
    )  # fmt: skip


def _edit_page(
    people: Roll, player: Player, typed: dict[str, str], faults: dict[str, Text], double: str | None = None
) -> str:
    others = [one for one in (*people.shown(), *people.shown(archived=True)) if one.id != player.id]
    return render_template(
        "player_edit.html", player=player, typed=typed, faults=faults, merged=people.merged(player.id), others=others,
        colours=range(kept_players.COLOURS), double=double,
    )  # fmt: skip


def _found(player_id: int) -> tuple[Present, Roll, Player]:
    """A player of the reader's own club; anybody else does not exist."""
    here = current() or abort(404)
    people = roll(here.club.id)
    return here, people, people.one(player_id) or abort(404)


def _standing(player_id: int) -> tuple[Present, Roll, Player]:
    """A player who stands for itself: one merged into another is changed there."""
    here, people, player = _found(player_id)
    if player.merged_into is not None:
        abort(404)
    return here, people, player
