"""Starting a match: which game, who sits where, who deals, the house rules, go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from referee.answers.table import alternating_teams, clean_name
from referee.answers.violation import Violation
from referee.desk.articles import other_names
from referee.game_definition.game import FAMILIES, Game
from referee.games.registry import GAMES, game_named
from referee.matches.dummies import FilledSeats, dummies_sentence, fill_seats
from referee.matches.match_file import Setup, people_needed, read_setup
from referee.store.database.quotas import Full
from referee.store.matches.matches import known_people, load, start, stored_matches
from referee.store.matches.rematch import SameTable, games_played, last_match, same_table
from referee.store.matches.seat_colours import table_colours
from referee.web.access.permissions import current_visitor, keeper_or_founder
from referee.web.answers.form_values import client_key, whole
from referee.web.answers.forms import HouseRulesForm
from referee.web.answers.input_kinds import INPUTS
from referee.web.answers.similar_names import NOTHING_SEEN, alike, is_visible
from referee.web.error_pages import shown_full
from referee.web.http.whole_numbers import whole_number
from referee.web.new_match.house_rule_defaults import usual
from referee.web.rendering.page_language import language
from referee.words import Listing, Text, say
from referee.words import names as listing
from referee.words.folding import folded

pages = Blueprint("new_match", __name__, url_prefix="/new")
Page = Any

PLAYED_HERE = say("Vos jeux")


@pages.get("")
def choose() -> Page:
    """The games for the people of a match, or with ``n`` for so many; then all others. ``q``: those found by a word.

    Those that the club has played stand first, the last one at the top, then the others by family.
    """
    n = request.args.get("n", type=whole_number)
    again = None if n is not None else _table_asked() if "from" in request.args else last_table()
    people = len(again.people) if again else n
    words = request.args.get("q", "").strip()
    ordered = [game for game in games_by_recency() if _is_found(game, words)]
    fitting = [game for game in ordered if people is None or people in game.people]
    most = max(max(game.people) for game in GAMES.values())
    return render_template(
        "new_match/choose_game.html",
        words=words,
        shelves=_shelves(fitting),
        others=[game for game in ordered if game not in fitting] if again or words else [],
        n=n,
        numbers=range(2, most + 1),
        again=again,
        last=again or last_table(),
    )


def _is_found(game: Game, words: str) -> bool:
    """Whether each word begins a word of the game's names, cards or aim, in the page's language."""
    texts = (game.name.render(language()), game.summary.render(language()), game.pack.render(language()))
    known = folded(" ".join((*texts, game.id, *(other_names(game.id, language()) if words else ())))).split()
    return all(any(word.startswith(typed) for word in known) for typed in folded(words).split())


def _shelves(games: Sequence[Game]) -> list[tuple[Text, list[Game]]]:
    """The games under their headings: those that the club has played, then each family."""
    visitor = current_visitor()
    played = games_played(visitor.club.id) if visitor else ()
    own = [game for game in games if game.id in played]
    families = [
        (heading, [game for game in games if game.family == family and game not in own])
        for family, heading in FAMILIES.items()
    ]
    return [(heading, shelf) for heading, shelf in ((PLAYED_HERE, own), *families) if shelf]


@pages.get("/<game_id>")
def seats(game_id: str) -> Page:
    """The seats of a new match, empty or with the people of another match at them."""
    game = game_named(game_id) or abort(404)
    again = _table_of(game)
    names = again.people if again else request.args.getlist("player")
    typed = MultiDict((f"seat.{index}", name) for index, name in enumerate(names))
    if again:
        typed["dealer"] = str(again.people.index(again.dealer))
    return _page(game, typed, [])


def games_by_recency() -> list[Game]:
    """All games, those that the club played last first, then the others as they are listed."""
    visitor = current_visitor()
    played = games_played(visitor.club.id) if visitor else ()
    return [GAMES[id] for id in dict.fromkeys((*played, *GAMES))]


def last_table() -> SameTable | None:
    """The people of the club's last match, for who may begin another."""
    visitor = current_visitor()
    match = last_match(visitor.club.id) if visitor and visitor.keeps else None
    return same_table(stored_matches([match.id])[match.id]) if match else None


def _table_asked() -> SameTable | None:
    """The people of the match that the address names in ``from``, if it is one of the club's."""
    visitor, asked = current_visitor(), request.args.get("from", "")
    stored = load(visitor.club.id, asked) if visitor and visitor.keeps and asked else None
    return same_table(stored) if stored else None


def _table_of(game: Game) -> SameTable | None:
    table = _table_asked()
    return table if table and table.fits(game) else None


@pages.post("/<game_id>")
def begin(game_id: str) -> Page:
    """Start the match: 303 to it, or 422 with every fault at its field."""
    game = game_named(game_id) or abort(404)
    typed = _typed_names(game)
    table = _seated(game, typed)
    seat_of = _with_dummies(game, typed, table.dummies)
    dealer = seat_of.get(request.form.get("dealer", -1, type=whole_number))
    setup = read_setup(game.id, table.players, dealer, _chosen(game, seat_of, table.dummies))
    wrong = [] if isinstance(setup, Setup) else _of_people(game, len(typed), setup)
    wrong += _unseen(typed.values())
    doubles = _doubles(typed)
    if not isinstance(setup, Setup) or wrong or any(not double.confirmed for double in doubles):
        return _page(game, request.form, wrong, doubles), 422
    try:
        match = start(keeper_or_founder().club, setup, client_key())
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
        Double((name, other), (seat[name], seat[other]), f"{name}\t{other}" in confirmed)
        for name, other in alike(list(seat))
    ]


def _unseen(players: Iterable[str]) -> list[Violation]:
    """The names of which nothing is seen: a match file may have them, but nobody could tap one."""
    return [
        Violation("match.players", f"players.{index}", NOTHING_SEEN)
        for index, name in enumerate(players)
        if not is_visible(name)
    ]


def _page(game: Game, typed: MultiDict[str, str], violations: list[Violation], doubles: Sequence[Double] = ()) -> str:
    visitor = current_visitor()
    again, last = _table_of(game), None
    if again is None:
        last = last_table()
    names = [typed.get(f"seat.{seat}", "").strip() for seat in range(max(game.players))]
    wanted = len(again.people) if again else request.args.get("n", type=whole_number)
    wanted = game.seating(wanted).seats if wanted in game.people else None
    people = known_people(visitor.club.id) if visitor else []
    return render_template(
        "new_match/new_match.html",
        game=game,
        inputs=INPUTS,
        typed=typed,
        names=names,
        club_players=people,
        colours=_colours(names, dict(tuple(person) for person in people)),
        team_sizes=game.team_sizes(),
        in_teams=game.team_sizes() == game.players,
        opposed=_opposed(game, [name for name in names if name]),
        blamed=_by_field(violations),
        seats=max(game.players),
        wanted=wanted,
        seats_shown=_seats_shown(game, names, wanted),
        again=again,
        last=last if last and last.fits(game) else None,
        doubles=doubles,
        rules_open=any((violation.field or "").startswith("options") for violation in violations),
        dummies_sentence={n: sentence for n in game.people if (sentence := dummies_sentence(game, n))},
        usual={option.id: usual(game, option) for option in game.options},
    )


def _seats_shown(game: Game, names: Sequence[str], wanted: int | None) -> int:
    """How many seats stand there at first, as in the script: as many as were asked for, else one more than taken."""
    taken = max((seat for seat, name in enumerate(names, 1) if name), default=0)
    room = wanted or min(sum(map(bool, names)) + 1, len(names))
    return max(min(game.players), taken, room)


def _colours(at_seat: Sequence[str], own: dict[str, int]) -> Sequence[int]:
    """The colour of each seat, as they will be in the match."""
    return table_colours({seat: own[name] for seat, name in enumerate(at_seat) if name in own}, len(at_seat))


def _opposed(game: Game, people: Sequence[str]) -> tuple[Listing, ...]:
    """The two teams in which these people would play; none while they are too few."""
    players = fill_seats(game, people).players
    return tuple(map(listing, alternating_teams(players))) if len(players) in game.team_sizes() else ()


def _by_field(violations: list[Violation]) -> dict[str, list[Violation]]:
    blamed: dict[str, list[Violation]] = {}
    for violation in violations:
        blamed.setdefault(violation.field or "", []).append(violation)
    return blamed


def _of_people(game: Game, people: int, violations: list[Violation]) -> list[Violation]:
    """The page asks for people: where they are too few or too many, it says how many can play, not how many seats."""
    if people in game.people:
        return violations
    others = [violation for violation in violations if violation.field != "players"]
    return [Violation("match.players", "players", people_needed(game, people)), *others]


def _typed_names(game: Game) -> dict[int, str]:
    """The name typed at each seat of the form, empty seats left out."""
    typed = {index: request.form.get(f"seat.{index}", "").strip() for index in range(max(game.players))}
    return {index: name for index, name in typed.items() if name}


def _seated(game: Game, typed: dict[int, str]) -> FilledSeats:
    """The whole table, clockwise; dummies take the seats that stay empty, unless the table named its own."""
    names = tuple(typed.values())
    rule = f"option.{game.dummy_seats.option}" if game.dummy_seats else ""
    by_hand = any(whole(seat) in typed for seat in request.form.getlist(rule))
    return FilledSeats(names) if by_hand else fill_seats(game, names)


def _with_dummies(game: Game, typed: dict[int, str], dummies: Iterable[str]) -> dict[int, str]:
    """The name at each seat of the form: where none was typed, first the dummies'."""
    empty = (index for index in range(max(game.players)) if index not in typed)
    return {**typed, **dict(zip(empty, dummies))}


def _chosen(game: Game, seat_of: dict[int, str], dummies: tuple[str, ...]) -> dict[str, Any]:
    """The options of the form that differ from the sheet's own; and who the dummies are."""
    players = tuple(seat_of.values())
    whole_table = len(players) in game.players
    typed, chosen = HouseRulesForm(game.options, seat_of, request.form).chosen(), dict[str, Any]()
    for option in game.options:
        if option.id in typed and not (whole_table and typed[option.id] == option.default_for(players, chosen)):
            chosen[option.id] = typed[option.id]
    if game.dummy_seats and dummies:
        chosen[game.dummy_seats.option] = dummies
    return chosen
