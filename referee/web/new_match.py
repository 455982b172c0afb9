"""Starting a match: which game, who sits where, who deals, the house rules, go."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.games.game import Game
from referee.games.options import Flag, OneOf, Option, PlayerOption, PlayersOption, Whole
from referee.games.registry import GAMES, game_named
from referee.games.violation import Violation
from referee.matches.matchfile import Setup, read_setup
from referee.store.matches import known_players, start
from referee.store.quotas import Full
from referee.web.access import current, keeper_or_founder
from referee.web.errors import shown_full
from referee.web.limits import founding
from referee.web.typed import whole

__all__ = ["pages"]

pages = Blueprint("new_match", __name__, url_prefix="/new")
Page = Any


@pages.get("")
def choose() -> Page:
    """The games; with ``n`` only those that so many people can play."""
    n = request.args.get("n", type=int)
    fitting = [game for game in GAMES.values() if n is None or n in game.players]
    most = max(max(game.players) for game in GAMES.values())
    return render_template("choose_game.html", fitting=fitting, n=n, numbers=range(2, most + 1))


@pages.get("/<game_id>")
def seats(game_id: str) -> Page:
    game = game_named(game_id) or abort(404)
    typed = {f"seat.{index}": name for index, name in enumerate(request.args.getlist("player"))}
    return _page(game, typed, [])


@pages.post("/<game_id>")
@founding
def begin(game_id: str) -> Page:
    """Start the match: 303 to it, or 422 with every fault at its field."""
    game = game_named(game_id) or abort(404)
    players, seat_of = _seated(game)
    setup = read_setup(game.id, players, _dealer(seat_of), _chosen(game, seat_of))
    if not isinstance(setup, Setup):
        return _page(game, request.form, setup), 422
    try:
        match = start(keeper_or_founder().club, setup, request.form.get("key", "")[:40] or None)
    except Full as error:
        return shown_full(error, partial(_page, game, request.form, []))
    return redirect(url_for("matches.show", public_id=match.public_id), 303)


def _page(game: Game, typed: Any, violations: list[Violation]) -> str:
    here = current()
    known = known_players(here.club.id) if here else []
    return render_template(
        "new_match.html", game=game, typed=typed, known=known, blamed=_by_field(violations), seats=max(game.players),
        first_seats=min(game.players), rules_open=any((one.field or "").startswith("options") for one in violations),
    )  # fmt: skip


def _by_field(violations: list[Violation]) -> dict[str, list[Violation]]:
    blamed: dict[str, list[Violation]] = {}
    for violation in violations:
        blamed.setdefault(violation.field or "", []).append(violation)
    return blamed


def _seated(game: Game) -> tuple[list[str], dict[int, str]]:
    """The names typed, seat by seat, empty seats left out; and the name at each seat of the form."""
    seat_of = {index: request.form.get(f"seat.{index}", "").strip() for index in range(max(game.players))}
    seat_of = {index: name for index, name in seat_of.items() if name}
    return list(seat_of.values()), seat_of


def _dealer(seat_of: dict[int, str]) -> str | None:
    return seat_of.get(request.form.get("dealer", -1, type=int))


def _chosen(game: Game, seat_of: dict[int, str]) -> dict[str, Any]:
    """The options of the form that differ from the sheet's own."""
    players = tuple(seat_of.values())
    whole_table = len(players) in game.players
    chosen: dict[str, Any] = {}
    for option in game.options:
        value = _typed_option(option, seat_of)
        if value is _AS_PRINTED or (whole_table and value == option.default_for(players, chosen)):
            continue
        chosen[option.id] = value
    return chosen


_AS_PRINTED = object()


def _typed_option(option: Option, seat_of: dict[int, str]) -> Any:
    name = f"option.{option.id}"
    text = request.form.get(name, "").strip()
    if isinstance(option, Flag):
        return text == "1" if name in request.form or f"{name}.shown" in request.form else _AS_PRINTED
    if isinstance(option, PlayersOption):
        marked = (seat_of.get(whole(seat)) for seat in request.form.getlist(name))
        return tuple(player for player in marked if player)
    if isinstance(option, PlayerOption):
        return seat_of.get(whole(text)) if text else _AS_PRINTED
    if isinstance(option, Whole):
        if not text:
            return None if option.nullable and f"{name}.shown" in request.form else _AS_PRINTED
        number = whole(text)
        return text if number is None else number
    if isinstance(option, OneOf):
        if not text:
            return _AS_PRINTED
        return next((value for value, _ in option.values if str(value) == text), text)
    return text
