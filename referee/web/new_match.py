"""Starting a match: which game, who sits where, who deals, the house rules, go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.games.game import Game
from referee.games.options import ClockTime, Flag, OneOf, Option, PlayerOption, PlayersOption, Whole
from referee.games.registry import GAMES, game_named
from referee.games.table import clean_name
from referee.games.violation import Violation
from referee.matches.matchfile import Setup, people_needed, read_setup
from referee.matches.seating import Seated, dummies_told, seated
from referee.store.matches import known_players, start
from referee.store.quotas import Full
from referee.web.access import current, keeper_or_founder
from referee.web.errors import shown_full
from referee.web.likeness import NOTHING_SEEN, alike, is_visible
from referee.web.limits import founding
from referee.web.typed import whole

__all__ = ["pages"]

pages = Blueprint("new_match", __name__, url_prefix="/new")
Page = Any


@pages.get("")
def choose() -> Page:
    """The games; with ``n`` only those that so many people can play."""
    n = request.args.get("n", type=int)
    fitting = [game for game in GAMES.values() if n is None or n in game.people]
    most = max(max(game.people) for game in GAMES.values())
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
    typed = _typed_names(game)
    table = _seated(game, typed)
    seat_of = _with_dummies(game, typed, table.dummies)
    setup = read_setup(game.id, table.players, _dealer(seat_of), _chosen(game, seat_of, table.dummies))
    wrong = [] if isinstance(setup, Setup) else _of_people(game, len(typed), setup)
    wrong += _unseen(typed.values())
    doubles = _doubles(typed)
    if not isinstance(setup, Setup) or wrong or any(not one.confirmed for one in doubles):
        return _page(game, request.form, wrong, doubles), 422
    try:
        match = start(keeper_or_founder().club, setup, request.form.get("key", "")[:40] or None)
    except Full as error:
        return shown_full(error, partial(_page, game, request.form, []))
    return redirect(url_for("matches.show", public_id=match.public_id), 303)


@dataclass(frozen=True, slots=True)
class Double:
    """Two names at one table that look alike, each with its seat from 1; ``confirmed``: they are two people."""

    names: tuple[str, str]
    seats: tuple[int, int]
    confirmed: bool

    @property
    def value(self) -> str:
        """What the form sends to confirm these two, and no others: no name has a tab."""
        return "\t".join(self.names)


def _doubles(seat_of: dict[int, str]) -> list[Double]:
    seat = {clean_name(name): index + 1 for index, name in seat_of.items()}
    confirmed = request.form.getlist("alike")
    return [
        Double((one, other), (seat[one], seat[other]), f"{one}\t{other}" in confirmed)
        for one, other in alike(list(seat))
    ]


def _unseen(players: Iterable[str]) -> list[Violation]:
    """The names of which nothing is seen: a match file may have them, but nobody could tap one."""
    return [
        Violation("match.players", f"players.{index}", NOTHING_SEEN)
        for index, name in enumerate(players) if not is_visible(name)
    ]  # fmt: skip


def _page(game: Game, typed: Any, violations: list[Violation], doubles: Sequence[Double] = ()) -> str:
    here = current()
    known = known_players(here.club.id) if here else []
    return render_template(
        "new_match.html", game=game, typed=typed, known=known, blamed=_by_field(violations), seats=max(game.players),
        first_seats=min(game.players), doubles=doubles,
        rules_open=any((one.field or "").startswith("options") for one in violations),
        dummies_told={n: told for n in game.people if (told := dummies_told(game, n))},
    )  # fmt: skip


def _by_field(violations: list[Violation]) -> dict[str, list[Violation]]:
    blamed: dict[str, list[Violation]] = {}
    for violation in violations:
        blamed.setdefault(violation.field or "", []).append(violation)
    return blamed


def _of_people(game: Game, people: int, violations: list[Violation]) -> list[Violation]:
    """The page asks for people: where they are too few or too many, it says how many can play, not how many seats."""
    if people in game.people:
        return violations
    others = [one for one in violations if one.field != "players"]
    return [Violation("match.players", "players", people_needed(game, people)), *others]


def _typed_names(game: Game) -> dict[int, str]:
    """The name typed at each seat of the form, empty seats left out."""
    typed = {index: request.form.get(f"seat.{index}", "").strip() for index in range(max(game.players))}
    return {index: name for index, name in typed.items() if name}


def _seated(game: Game, typed: dict[int, str]) -> Seated:
    """The whole table, clockwise; dummies take the seats that stay empty, unless the table named its own."""
    names = tuple(typed.values())
    rule = f"option.{game.dummy_seats.option}" if game.dummy_seats else ""
    by_hand = any(whole(seat) in typed for seat in request.form.getlist(rule))
    return Seated(names) if by_hand else seated(game, names)


def _with_dummies(game: Game, typed: dict[int, str], dummies: Iterable[str]) -> dict[int, str]:
    """The name at each seat of the form: where none was typed, first the dummies'."""
    empty = (index for index in range(max(game.players)) if index not in typed)
    return {**typed, **dict(zip(empty, dummies))}


def _dealer(seat_of: dict[int, str]) -> str | None:
    return seat_of.get(request.form.get("dealer", -1, type=int))


def _chosen(game: Game, seat_of: dict[int, str], dummies: tuple[str, ...]) -> dict[str, Any]:
    """The options of the form that differ from the sheet's own; and who the dummies are."""
    players = tuple(seat_of.values())
    whole_table = len(players) in game.players
    chosen: dict[str, Any] = {}
    for option in game.options:
        value = _typed_option(option, seat_of)
        if value is _AS_PRINTED or (whole_table and value == option.default_for(players, chosen)):
            continue
        chosen[option.id] = value
    if game.dummy_seats and dummies:
        chosen[game.dummy_seats.option] = dummies
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
    if isinstance(option, ClockTime):
        return text or None
    return text
