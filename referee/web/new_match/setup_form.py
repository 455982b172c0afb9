"""The set-up in the form of a match: the house rules, the first dealer and the teams, each named by seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import request
from werkzeug.datastructures import MultiDict

from referee import RULES_VERSION
from referee.answers.players import OfPlayers
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.matches.dummies import FilledSeats, fill_seats
from referee.matches.match_file import Setup, people_needed, read_setup
from referee.web.answers.house_rules_form import HouseRulesForm
from referee.web.answers.typed_numbers import typed_number
from referee.web.http.whole_numbers import whole_number
from referee.web.new_match.house_rule_fields import house_rule_fields
from referee.web.new_match.house_rule_form_values import typed_value
from referee.web.new_match.seat_fields import TEAM_LETTERS, seat_fields, team_fields


def setup_in_form(game: Game, typed: dict[int, str], version: int = RULES_VERSION) -> Setup | list[Violation]:
    """The set-up that the request's form says for these names by seat, or what is wrong with it."""
    table = _filled_seats(game, typed)
    empty = (seat for seat in range(max(game.players_and_one_at_rest)) if seat not in typed)
    seat_of = {**typed, **dict(zip(empty, table.dummies))}
    dealer = seat_of.get(request.form.get("dealer", -1, type=whole_number))
    teams = _chosen_teams(seat_of) if game.free_teams else None
    setup = read_setup(game.id, table.players, dealer, _chosen_options(game, seat_of, table.dummies), teams, version)
    return setup if isinstance(setup, Setup) else _of_people(game, len(typed), setup)


def typed_setup(setup: Setup) -> MultiDict[str, str]:
    """A set-up as its form would send it; the seats are those of the people."""
    people = setup.people
    typed = MultiDict((f"seat.{seat}", name) for seat, name in enumerate(people))
    seat_of = {name: str(seat) for seat, name in enumerate(people)}
    typed["dealer"] = seat_of.get(setup.table.dealer, "0")
    for option in setup.game.options:
        name, value = f"option.{option.id}", option.value_in(setup.table.rules)
        if isinstance(option.field, OfPlayers):
            names = value if isinstance(value, (list, tuple)) else [value]
            typed.setlist(name, [seat_of[player] for player in names if player in seat_of])
        else:
            typed[f"{name}.shown"], typed[name] = "1", typed_value(option, value)
    for letter, team in zip(TEAM_LETTERS, setup.chosen_teams or (), strict=False):
        typed.setlist(f"team.{letter}", [seat_of[player] for player in team])
    return typed


def _of_people(game: Game, people: int, violations: list[Violation]) -> list[Violation]:
    """The violations, with how many people can play in the place of how many seats there are."""
    if people in game.people:
        return violations
    others = [violation for violation in violations if violation.field != "players"]
    return [Violation("match.players", "players", people_needed(game, people)), *others]


def _filled_seats(game: Game, typed: dict[int, str]) -> FilledSeats:
    """The whole table, clockwise; dummies take the empty seats, unless the table named its own."""
    names = tuple(typed.values())
    rule = f"option.{game.dummy_seats.option}" if game.dummy_seats else ""
    by_hand = any(typed_number(seat) in typed for seat in request.form.getlist(rule))
    return FilledSeats(names) if by_hand else fill_seats(game, names)


def _chosen_options(game: Game, seat_of: dict[int, str], dummies: tuple[str, ...]) -> dict[str, Any]:
    """The options of the form that differ from their defaults; and the dummies."""
    players = tuple(seat_of.values())
    whole_table = len(players) in game.players_and_one_at_rest
    typed, choices = HouseRulesForm(game.options, seat_of, request.form).values_by_option(), dict[str, Any]()
    for option in game.options:
        if option.id in typed and not (whole_table and typed[option.id] == option.default_for(players, choices)):
            choices[option.id] = typed[option.id]
    if game.needs_rest(len(players)):
        choices[game.rest_option] = 1
    if game.dummy_seats and dummies:
        choices[game.dummy_seats.option] = dummies
    return choices


def _chosen_teams(seat_of: dict[int, str]) -> list[list[str]] | None:
    """The teams in the form, of the seats that are taken; None where nobody is in any."""
    seats = ([typed_number(seat) for seat in request.form.getlist(f"team.{letter}")] for letter in TEAM_LETTERS)
    teams = [[seat_of[seat] for seat in team if seat in seat_of] for team in seats]
    return [team for team in teams if team] or None


def fields_of_form(
    game: Game, typed: MultiDict[str, str], violations: Sequence[Violation], *, colours: Sequence[int], seats_shown: int
) -> dict[str, Any]:
    """What every page of this form shows: the seats, teams and house rules, each with its violations.

    ``colours``: of each seat. ``seats_shown``: how many are there at first.
    """
    blamed: dict[str, list[Violation]] = {}
    for violation in violations:
        blamed.setdefault(violation.field or "", []).append(violation)
    names = [typed.get(f"seat.{seat}", "").strip() for seat in range(len(colours))]
    in_teams = game.team_sizes() == game.players
    return {
        "game": game,
        "typed": typed,
        "blamed": blamed,
        "names": names,
        "in_teams": in_teams,
        "seat_fields": seat_fields(typed, colours, seats_shown, blamed, in_teams=in_teams),
        "team_letters": TEAM_LETTERS if game.free_teams else "",
        "team_fields": team_fields(typed, names),
        "teams_open": "teams" in blamed or any(typed.getlist(f"team.{letter}") for letter in TEAM_LETTERS),
        "house_rule_fields": house_rule_fields(game, typed, names, blamed),
    }
