"""Pages of a club's players: list, figures, merging of two names of one person, ranking and records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.table import clean_name
from referee.game_definition.game import Game
from referee.games.registry import game_named
from referee.store.clubs.clubs import Visitor
from referee.store.database.models import Player
from referee.store.database.quotas import Full
from referee.store.players import meetings, player_statistics
from referee.store.players import players as stored_players
from referee.store.players.player_statistics import GameTotals, Scope
from referee.store.players.players import PlayerRegister, player_register
from referee.store.players.ranking import USUAL_LEAST, matches_and_wins, rank_players
from referee.web.access.permissions import visitor_or_404
from referee.web.answers.similar_names import NOTHING_SEEN, is_visible, resembling
from referee.web.answers.typed_numbers import typed_number
from referee.web.error_pages import full_page
from referee.web.http.whole_numbers import whole_number
from referee.web.players.figure_formats import figure_views, part_of_date
from referee.web.players.filter_line import FilterLine
from referee.web.players.period_filter import DATES, MONTH, StatisticsFilter, asked_for
from referee.web.players.player_charts import Balance, columns, place_columns, steps
from referee.web.rendering.paging import after_key
from referee.words import Text, say, say_n

pages = Blueprint("players", __name__, url_prefix="/players")
ranking_pages = Blueprint("ranking", __name__, url_prefix="/ranking")

LAST_MATCHES, LISTED_MATCHES = 30, 8
ON_LIST, OPPONENTS, COLUMNS = 100, 40, 48
"""Players on a page of the list; opponents and columns of a chart on the page of a player."""
LEAST = (1, 3, 5, 10, 20)
"""The fewest matches of who is ranked, to choose from."""
SHORTEST_RECORD = 2
"""The shortest streak worth a record."""

COLOURS = (
    say("vert"), say("rouge"), say("ocre"), say("bleu"), say("violet"), say("gris"),
    say("orange"), say("turquoise"), say("rose"), say("brun"), say("olive"), say("indigo"),
)  # fmt: skip
DAY, MONTHS, YEARS = 10, 7, 4
"""Characters of an ISO date that name a day, a month and a year."""


@pages.get("")
def index() -> ResponseReturnValue:
    """The players of the club, most recently active first, then those archived."""
    return _list_page()


@pages.post("")
def create() -> ResponseReturnValue:
    visitor = visitor_or_404()
    typed = request.form.get("name", "")
    fault, double = _name_fault(typed, player_register(visitor.club.id).players.values())
    try:
        created = fault or stored_players.create(visitor.club.id, typed)
    except Full as error:
        return full_page(error, partial(_list_page, typed=typed))
    if isinstance(created, Text):
        return _list_page(created, typed, double), 422
    return redirect(url_for(".show", player_id=created.id), 303)


@pages.get("/<int:player_id>")
def show(player_id: int) -> ResponseReturnValue:
    """The figures of a player in a period and a game."""
    visitor, people, player = _player_or_404(player_id)
    root = people.players[people.root(player.id)]
    selection = asked_for(request.args, visitor.club.id)
    if root is not player:
        return redirect(url_for(".show", player_id=root.id, **selection.but()))
    within, ids = selection.within(visitor.club.id), people.group(player.id)
    games = player_statistics.by_game(within, ids)
    latest = player_statistics.latest(within, ids, LAST_MATCHES)
    played = player_statistics.course(within, ids)
    game, summary = game_named(selection.game), _summary(games)
    opponents = [row for row in player_statistics.against(within, people, player.id) if row.player_id in people.players]
    against, following = after_key(opponents, request.args, "after", lambda row: row.player_id, OPPONENTS)
    return render_template(
        "players/player.html",
        player=player,
        filters=_filters(visitor, selection, ".show", player_id=player.id),
        summary=summary,
        places=place_columns(summary.places) if summary.matches else [],
        by_game=games,
        game_names={
            totals.game: _names(totals.game, partial(player_statistics.own_names, within, ids)) for totals in games
        },
        game=game,
        best_game=None if game else _best_game(games),
        streak=_streak_words(player_statistics.streaks(played)),
        against=[(people.players[row.player_id], Balance(row.before, row.level, row.behind)) for row in against],
        following=following,
        figures=figure_views(game, player_statistics.figures(within, ids)) if game else [],
        relayed=game is not None and player_statistics.was_relayed(within, ids),
        latest=latest,
        listed=latest[:LISTED_MATCHES],
        columns=columns(_over_time(played, selection.period), part_of_date),
        steps=steps([(result.place, result.won) for _, result in reversed(latest)]),
        low=within.lowest_is_best,
        keeps=visitor.keeps,
    )


@pages.get("/<int:player_id>/against/<int:opponent_id>")
def compare(player_id: int, opponent_id: int) -> ResponseReturnValue:
    """Two players against each other, by game, with their last matches; 404 for one and the same."""
    visitor, people, player = _unmerged(player_id)
    _, _, opponent = _unmerged(opponent_id)
    if player is opponent:
        abort(404)
    selection = asked_for(request.args, visitor.club.id)
    within, pair = selection.within(visitor.club.id), (people.group(player.id), people.group(opponent.id))
    records = meetings.records(within, *pair)
    return render_template(
        "players/compare.html",
        player=player,
        opponent=opponent,
        filters=_filters(visitor, selection, ".compare", player_id=player.id, opponent_id=opponent.id),
        records=records,
        game_names={record.game: _names(record.game, partial(meetings.own_names, within, *pair)) for record in records},
        last=meetings.last_meetings(within, *pair, LISTED_MATCHES),
        keeps=visitor.keeps,
    )


@pages.get("/<int:player_id>/edit")
def edit(player_id: int) -> ResponseReturnValue:
    _, people, player = _unmerged(player_id)
    return _edit_page(people, player)


@pages.post("/<int:player_id>/edit")
def change(player_id: int) -> ResponseReturnValue:
    """Change the name, mark or colour; matches keep the name they were played under."""
    _, people, player = _unmerged(player_id)
    typed = {field: request.form.get(field, "") for field in ("name", "mark", "colour")}
    others = (other for other in people.players.values() if other.id not in people.group(player.id))
    renamed = clean_name(typed["name"]) != player.name
    fault, double = _name_fault(typed["name"], others) if renamed else (None, None)
    colour = typed_number(typed["colour"])
    colour = -1 if colour is None else colour
    faults = {"name": fault} if fault else stored_players.change(player, typed["name"], typed["mark"], colour)
    if faults:
        return _edit_page(people, player, faults, double, typed), 422
    return redirect(url_for(".show", player_id=player_id), 303)


@pages.post("/<int:player_id>/archive")
def archive(player_id: int) -> ResponseReturnValue:
    """Archive a player who no longer comes, or bring one back."""
    _, _, player = _unmerged(player_id)
    stored_players.archive(player, request.form.get("back") != "1")
    return redirect(url_for(".show", player_id=player_id), 303)


@pages.post("/<int:player_id>/merge")
def merge(player_id: int) -> ResponseReturnValue:
    """Count two players as one, under this one's name, or with ``stays`` the other's."""
    visitor, people, player = _unmerged(player_id)
    other: int = request.form.get("other", 0, type=whole_number)
    merged, into = (player.id, other) if request.form.get("stays") == "other" else (other, player.id)
    refused = stored_players.merge(visitor.club.id, merged, into)
    if refused is not None:
        return _edit_page(people, player, {"merge": refused}), 422
    return redirect(url_for(".edit", player_id=into, _anchor="merged"), 303)


@pages.post("/<int:player_id>/part")
def part(player_id: int) -> ResponseReturnValue:
    _, people, player = _player_or_404(player_id)
    into = player.merged_into or abort(404)
    stored_players.part(player)
    return redirect(url_for(".edit", player_id=people.root(into), _anchor="merged"), 303)


@pages.post("/<int:player_id>/release")
def release(player_id: int) -> ResponseReturnValue:
    """Free the name of a merged player for a new player."""
    _, people, player = _player_or_404(player_id)
    into = player.merged_into or abort(404)
    stored_players.release_name(player)
    return redirect(url_for(".edit", player_id=people.root(into), _anchor="merged"), 303)


@dataclass(frozen=True, slots=True)
class Summary:
    """The matches of a page in numbers; ``places``: each place and how often it was reached."""

    matches: int
    wins: int
    shared: int
    places: tuple[tuple[int, int], ...]

    @property
    def mean_place(self) -> float:
        return sum(place * times for place, times in self.places) / self.matches

    @property
    def words(self) -> Text:
        wins = say_n("%(n)s victoire", "%(n)s victoires", self.wins)
        matches = say_n("%(n)s partie", "%(n)s parties", self.matches)
        if not self.shared:
            return say("%(wins)s en %(matches)s", wins=wins, matches=matches)
        shared = say_n("dont %(n)s partagée", "dont %(n)s partagées", self.shared)
        return say("%(wins)s en %(matches)s, %(shared)s", wins=wins, matches=matches, shared=shared)


def _streak_words(streaks: player_statistics.Streaks) -> Text:
    if streaks.current < SHORTEST_RECORD:
        return say("%(longest)s de suite au mieux", longest=streaks.longest)
    return say("%(current)s de suite, %(longest)s au mieux", current=streaks.current, longest=streaks.longest)


def _over_time(played: player_statistics.Course, period: str) -> list[tuple[str, int, int]]:
    """Matches and wins by day or by month; by year where there would be too many columns."""
    finest = (DAY, MONTHS) if period in (MONTH, DATES) else (MONTHS,)
    for signs in finest:
        parts = player_statistics.over_time(played, signs)
        if len(parts) <= COLUMNS:
            return parts
    return player_statistics.over_time(played, YEARS)


def _name_fault(typed: str, others: Iterable[Player]) -> tuple[Text | None, str | None]:
    """Why a name is refused, and the name that it looks like, unless the form confirms that they are two people."""
    name = clean_name(typed)
    if name and not is_visible(name):
        return NOTHING_SEEN, None
    names = [other.name for other in others]
    double = None if name in names else resembling(name, names)
    if double is None or request.form.get("alike") == double:
        return None, None
    return say("« %(name)s » ressemble à « %(other)s ».", name=name, other=double), double


def _summary(games: list[GameTotals]) -> Summary:
    places: Counter[int] = Counter()
    for game in games:
        places.update(game.places)
    matches, wins, shared = (sum(getattr(game, what) for game in games) for what in ("matches", "wins", "shared"))
    every = range(1, max(places, default=0) + 1)
    return Summary(matches, wins, shared, tuple((place, places[place]) for place in every))


def _names(game_id: str, own_names: Callable[[Game], Iterable[str]]) -> list[Text | str]:
    """What a game is called here: by the names that its tables gave it, where it can have one."""
    game = game_named(game_id)
    if game is None:
        return []
    if not game.name_option:
        return [game.name]
    return [name or game.name for name in own_names(game)]


def _best_game(games: list[GameTotals]) -> GameTotals | None:
    """The game with the greatest share of matches won, the one played more among equals.

    Counted are games with as many matches as the ranking asks at first; None where no such game was ever won.
    """
    counted = [totals for totals in games if totals.matches >= USUAL_LEAST and totals.wins]
    return max(counted, key=lambda totals: (totals.wins / totals.matches, totals.matches), default=None)


@ranking_pages.get("", endpoint="show")
def show_ranking() -> ResponseReturnValue:
    """The players with enough matches by their wins, and the records of the club."""
    visitor = visitor_or_404()
    selection = asked_for(request.args, visitor.club.id)
    within = selection.within(visitor.club.id)
    chosen = request.args.get("least", type=whole_number)
    least = chosen if chosen in LEAST else USUAL_LEAST
    people = player_register(visitor.club.id)
    ranking = rank_players(within, people, least, else_everybody=chosen is None)
    if any(rank.matches < least for rank in ranking.ranked):
        least = LEAST[0]
    longest = ranking.longest_streak if ranking.longest_streak >= SHORTEST_RECORD else 0
    return render_template(
        "players/ranking.html",
        filters=_filters(visitor, selection, ".show", **({} if chosen is None else {"least": least})),
        least=least,
        leasts=LEAST,
        ranking=ranking,
        players=people.players,
        game=game_named(selection.game),
        low=within.lowest_is_best,
        longest=longest,
        streaks=[
            people.players[rank.player_id].name
            for rank in (*ranking.ranked, *ranking.others)
            if rank.longest_streak == longest
        ],
        keeps=visitor.keeps,
    )


def _filters(visitor: Visitor, selection: StatisticsFilter, endpoint: str, **more: Any) -> FilterLine:
    return FilterLine(selection, endpoint, player_statistics.games_with_results(visitor.club.id), more)


def _list_page(fault: Text | None = None, typed: str = "", double: str | None = None) -> str:
    visitor = visitor_or_404()
    people = player_register(visitor.club.id)
    words = request.args.get("q", "").strip()
    counts = matches_and_wins(Scope(visitor.club.id), people)
    active, archived = people.search(words=words), people.search(archived=True, words=words)
    on_page, following = after_key([*active, *archived], request.args, "after", lambda player: player.id, ON_LIST)
    return render_template(
        "players/players.html",
        players=[player for player in on_page if player.archived_at is None],
        archived=[player for player in on_page if player.archived_at is not None],
        archived_in_all=len(archived),
        following=following,
        counts=counts,
        words=words,
        fault=fault,
        typed=typed,
        double=double,
        keeps=visitor.keeps,
        anybody=bool(people.players),
    )


def _edit_page(
    people: PlayerRegister,
    player: Player,
    faults: Mapping[str, Text] = {},
    double: str | None = None,
    typed: Mapping[str, str] | None = None,
) -> str:
    others = [other for other in (*people.search(), *people.search(archived=True)) if other.id != player.id]
    refused = [field for field in faults if field != "merge"]
    return render_template(
        "players/edit.html",
        player=player,
        typed=typed or {"name": player.name, "mark": player.mark, "colour": str(player.colour)},
        faults=faults,
        merged=people.merged(player.id),
        others=others,
        colours=enumerate(COLOURS),
        double=double,
        wrong=0 if double else len(refused),
    )


def _player_or_404(player_id: int) -> tuple[Visitor, PlayerRegister, Player]:
    """A player of the reader's own club; 404 for any other."""
    visitor = visitor_or_404()
    people = player_register(visitor.club.id)
    return visitor, people, people.players.get(player_id) or abort(404)


def _unmerged(player_id: int) -> tuple[Visitor, PlayerRegister, Player]:
    """A player who is not merged into another; 404 for one who is."""
    visitor, people, player = _player_or_404(player_id)
    if player.merged_into is not None:
        abort(404)
    return visitor, people, player
