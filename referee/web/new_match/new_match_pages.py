"""Starting a match: which game, who sits where, who deals, the house rules, go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.answers.table import alternating_teams
from referee.answers.violation import Violation
from referee.game_definition.game import Game
from referee.games.registry import GAMES, game_named
from referee.local_time import local_day
from referee.matches.dummies import dummies_sentence, fill_seats
from referee.matches.match_file import Setup
from referee.store.database.models import now
from referee.store.database.quotas import Full
from referee.store.evenings.evenings import match_before
from referee.store.matches.matches import known_people, start
from referee.store.matches.rematch import SameTable, last_match, last_setup, same_table, setups_by_name
from referee.store.matches.seating.seat_colours import table_colours
from referee.store.matches.seating.seat_holders import keep_seats
from referee.store.matches.stored_match import load, stored_matches
from referee.store.players.players import names_now
from referee.web.access.permissions import current_visitor, keeper_or_founder
from referee.web.answers.house_rules_form import HouseRulesForm
from referee.web.answers.similar_names import NOTHING_SEEN, is_visible
from referee.web.answers.typed_days import day_played
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.http.whole_numbers import whole_number
from referee.web.new_match.game_shelves import games_by_recency, is_found, others_by_name, shelves_of
from referee.web.new_match.house_rule_form_values import typed_rules
from referee.web.new_match.house_rules_in_words import lengths, rules_in_words
from referee.web.new_match.name_doubts import Double, Slip, doubles_of_names, slips_of_names
from referee.web.new_match.new_match_addresses import NewMatchAddresses
from referee.web.new_match.seat_fields import TEAM_LETTERS
from referee.web.new_match.setup_form import fields_of_form, setup_in_form
from referee.words import Listing, Text, say
from referee.words import names as listing

pages = Blueprint("new_match", __name__, url_prefix="/new")

LONGEST_WORDS = 60
"""The most letters by which games are searched, as the box has it."""


@pages.get("")
def choose() -> ResponseReturnValue:
    """The games for the people of a match, or with ``n`` for so many; then all others. ``q``: those found by a word.

    Those that the club has played stand first, the last one at the top, then the others by family. ``past``: of a match
    that was played without the application.
    """
    n = request.args.get("n", type=whole_number)
    again = None
    if n is None:
        again = _table_in_address() if "from" in request.args else last_table()
    people = len(again.people) if again else n
    words = request.args.get("q", "").strip()[:LONGEST_WORDS]
    ordered = [game for game in games_by_recency() if is_found(game, words)]
    fitting = [game for game in ordered if people is None or people in game.people]
    shelves = shelves_of(fitting)
    others = [game for game in ordered if game not in fitting] if again or words else []
    named = others_by_name(words)
    found = bool(shelves) or any(other.preset_names for other in named)
    most = max(max(game.people) for game in GAMES.values())
    return render_template(
        "new_match/choose_game.html",
        words=words,
        longest_words=LONGEST_WORDS,
        shelves=shelves,
        others=others,
        nothing_found=None if found else _nothing_found(people, by_words=bool(words) and not others),
        n=n,
        numbers=range(2, most + 1),
        again=again,
        last=again or last_table(),
        past=_is_past(),
        addresses=NewMatchAddresses(n, again, _is_past()),
        others_by_name=named,
    )


def _nothing_found(people: int | None, *, by_words: bool) -> Text:
    if by_words:
        return say("Aucun jeu de ce nom. La feuille libre compte les points de n'importe quel jeu.")
    return say("Aucun de ces jeux ne se joue à %(n)s.", n=people)


def _is_past() -> bool:
    """Whether the address says that the match was played without the application."""
    return bool(request.args.get("past"))


@pages.get("/<game_id>")
def seats(game_id: str) -> ResponseReturnValue:
    """The form of a match of this game; ``rules``: its house rules are shown."""
    game = game_named(game_id) or abort(404)
    again = _table_of(game)
    names = again.people if again else request.args.getlist("player")
    typed = MultiDict((f"seat.{index}", name) for index, name in enumerate(names))
    if again:
        typed["dealer"] = str(again.people.index(again.dealer))
        if game.free_teams:
            for letter, team in zip(TEAM_LETTERS, again.teams, strict=False):
                typed.setlist(f"team.{letter}", [str(place) for place in team])
    typed.update(_rules_by_name(game) or _rules_of_last_match(game, again))
    return _page(game, typed, [])


def _rules_by_name(game: Game) -> dict[str, str]:
    """The house rules of a game of the name in the address: those of the club's last match of it, or the usual ones."""
    name, visitor = request.args.get("name", "").strip(), current_visitor()
    if not name or not game.options_for_name:
        return {}
    played = setups_by_name(visitor.club.id, game) if visitor and visitor.keeps else {}
    return dict(typed_rules(game, played.get(name, game.options_for_name(name)), same_size=True))


def _rules_of_preset(game: Game, preset_id: str) -> dict[str, str]:
    """The house rules of a preset, as the form sends them; none of an unknown one."""
    options = next((preset.options for preset in game.presets if preset.id == preset_id), {})
    return dict(typed_rules(game, options, same_size=True))


def _rules_of_last_match(game: Game, again: SameTable | None) -> dict[str, str]:
    """The house rules of the club's last match of this game, as the form sends them."""
    visitor = current_visitor()
    seats, options = last_setup(visitor.club.id, game.id) if visitor and visitor.keeps else (0, {})
    same_size = again is not None and game.seating(len(again.people)).seats == seats
    return dict(typed_rules(game, options, same_size=same_size))


def last_table() -> SameTable | None:
    """The people of the club's last match, for a keeper."""
    visitor = current_visitor()
    match = last_match(visitor.club.id) if visitor and visitor.keeps else None
    read = stored_matches([match.id]) if match else {}
    return next(map(same_table, read.values()), None)


def _table_in_address() -> SameTable | None:
    """The people of the club's match that the address names in ``from``, for a keeper."""
    visitor, public_id = current_visitor(), request.args.get("from", "")
    stored_match = load(visitor.club.id, public_id) if visitor and visitor.keeps and public_id else None
    return same_table(stored_match) if stored_match else None


def _table_of(game: Game) -> SameTable | None:
    table = _table_in_address()
    return table if table and table.fits(game) else None


@pages.post("/<game_id>")
def begin(game_id: str) -> ResponseReturnValue:
    """Start the match: 303 to it, or 422 with each violation at its field.

    ``rules``: the page with the house rules of the preset of this id, or with the usual ones.

    ``past``: of a match that was played without the application, ``day`` is its day; with ``known`` ``totals`` its
    totals are asked next.
    """
    game = game_named(game_id) or abort(404)
    if "rules" in request.form:
        seated = MultiDict(pair for pair in request.form.items(multi=True) if not pair[0].startswith("option."))
        seated.update(_rules_of_preset(game, request.form["rules"]))
        return _page(game, seated, [])
    typed = {seat: request.form.get(f"seat.{seat}", "").strip() for seat in range(max(game.players_and_one_at_rest))}
    typed = {seat: name for seat, name in typed.items() if name}
    slips = slips_of_names(typed)
    typed |= {slip.seat: slip.known_name for slip in slips if slip.answer == "yes"}
    setup = setup_in_form(game, typed)
    faults = [] if isinstance(setup, Setup) else setup
    for index, name in enumerate(typed.values()):
        if not is_visible(name):  # a match file may have such a name, but nobody could tap it
            faults.append(Violation("match.players", f"players.{index}", NOTHING_SEEN))
    played_on, day_fault = _day_played()
    doubles = doubles_of_names(typed)
    asks = any(not double.confirmed for double in doubles) or any(not slip.answer for slip in slips)
    if not isinstance(setup, Setup) or faults or day_fault or asks:
        return _page(game, request.form, faults, doubles, day_fault, slips), 422
    try:
        match = start(keeper_or_founder().club, setup, client_key(), played_on)
        before = None if played_on else match_before(match)
        if before is not None:
            keep_seats(before, match, names_now(before.club_id, before.id, before.players))
    except Full as error:
        return full_page(error, partial(_page, game, request.form, []))
    if played_on and request.form.get("known") == "totals":
        return redirect(url_for("matches.ask", public_id=match.public_id, step="totals"), 303)
    return redirect(url_for("matches.show", public_id=match.public_id), 303)


def _day_played() -> tuple[date | None, Text | None]:
    """The day in the form of a match that was played without the application, or why it is none."""
    if "day" not in request.form:
        return None, None
    day = day_played(request.form["day"])
    return (day, None) if isinstance(day, date) else (None, day)


def _page(
    game: Game,
    typed: MultiDict[str, str],
    violations: list[Violation],
    doubles: Sequence[Double] = (),
    day_fault: Text | None = None,
    slips: Sequence[Slip] = (),
) -> str:
    visitor, again = current_visitor(), _table_of(game)
    last = None if again else last_table()
    people = known_people(visitor.club.id) if visitor else []
    names = [typed.get(f"seat.{seat}", "").strip() for seat in range(max(game.players_and_one_at_rest))]
    seat_count = _seat_count(game, again)
    fields = fields_of_form(
        game,
        typed,
        violations,
        colours=_colours(names, dict(tuple(person) for person in people)),
        seats_shown=_seats_shown(game, names, seat_count),
    )
    at_the_seats = [name for name in names if name]
    return render_template(
        "new_match/new_match.html",
        **fields,
        again=again,
        last=last if last and last.fits(game) else None,
        addresses=NewMatchAddresses(seat_count and request.args.get("n"), again, _is_past()),
        club_players=people,
        wanted=seat_count,
        doubles=doubles,
        slips=slips,
        faults_of_all=_faults_of_all(game, violations),
        wrong=len(violations) + bool(day_fault),
        rules_open="rules" in request.args or any(field.startswith("options") for field in fields["blamed"]),
        past=_is_past(),
        draft=None if "rules" in typed else _draft(game, again),
        day_fault=day_fault,
        today=local_day(now()),
        yesterday=local_day(now()) - timedelta(days=1),
        seatings=_seatings(game, len(at_the_seats)),
        team_sizes=game.team_sizes(),
        partners=_partners(game),
        opposed=_opposed(game, at_the_seats),
        **_rules_in_page(game, names, typed),
    )


def _seat_count(game: Game, again: SameTable | None) -> int | None:
    """The seats for the people who play again or for the number in the address; None where the game has none."""
    people = len(again.people) if again else request.args.get("n", type=whole_number)
    return game.seating(people).seats if people in game.people else None


def _colours(names: Sequence[str], own_colours: Mapping[str, int]) -> Sequence[int]:
    """The colour of each seat."""
    at_seats = {seat: own_colours[name] for seat, name in enumerate(names) if name in own_colours}
    return table_colours(at_seats, len(names))


def _faults_of_all(game: Game, violations: Sequence[Violation]) -> list[Violation]:
    """The violations that no field of the form shows."""
    by_nobody = ("", "players") if game.free_teams else ("", "players", "teams")
    faults = [violation for violation in violations if (violation.field or "") in by_nobody]
    return sorted(faults, key=lambda violation: by_nobody.index(violation.field or ""))


def _draft(game: Game, again: SameTable | None) -> str:
    """The key under which a browser keeps what is typed in this form."""
    parts = ["new", "past" if _is_past() else "", game.id, again.match if again else ""]
    return "-".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class DummySeatChoice:
    """Which seats dummies take with so many people; ``spare``: not with those who are typed now."""

    people: int
    dummies: Sequence[int]
    words: Text
    spare: bool


def _seatings(game: Game, seated: int) -> list[DummySeatChoice]:
    """How dummies sit for each number of people that needs some."""
    known = seated in game.people
    return [
        DummySeatChoice(n, game.seating(n).dummies, sentence, spare=known and seated != n)
        for n in game.people
        if (sentence := dummies_sentence(game, n))
    ]


def _partners(game: Game) -> Text | None:
    """That partners sit in turn, and with how many players."""
    sizes = game.team_sizes()
    if sizes == game.players:
        return say("Les partenaires sont assis en alternance.")
    if sizes:
        return say("À %(n)s, les partenaires sont assis en alternance.", n=Listing(tuple(sizes), either=True))
    return None


def _rules_in_page(game: Game, names: Sequence[str], typed: MultiDict[str, str]) -> dict[str, Any]:
    """The house rules that are chosen, in words."""
    seats = {seat: name for seat, name in enumerate(names) if name}
    choices = HouseRulesForm(game.options, seats, typed).values_by_option()
    return {"rules": rules_in_words(game, choices), "called": game.name_at(choices), "lengths": lengths(game, choices)}


def _seats_shown(game: Game, names: Sequence[str], seat_count: int | None) -> int:
    """The number of seats at first, as in the script: as many as wanted, else one more than taken."""
    last = max((seat for seat, name in enumerate(names, 1) if name), default=0)
    room = seat_count or min(sum(map(bool, names)) + 1, len(names))
    return max(min(game.players), last, room)


def _opposed(game: Game, people: Sequence[str]) -> tuple[Listing, ...]:
    """The two teams of these people; none while they are too few."""
    players = fill_seats(game, people).players
    return tuple(map(listing, alternating_teams(players))) if len(players) in game.team_sizes() else ()
