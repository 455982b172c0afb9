"""What a club remembers, for programs: evenings, players, ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, Response, abort

from referee.games.registry import game_named
from referee.store.database.models import Evening, Player
from referee.store.evenings import evenings as stored_evenings
from referee.store.evenings.evenings import Filters, evening_named
from referee.store.players import player_statistics
from referee.store.players.player_statistics import GameTotals, Scope
from referee.store.players.players import PlayerRegister, player_register
from referee.store.players.ranking import USUAL_LEAST, Ranked, matches_and_wins, rank_players
from referee.web.access.permissions import visitor_or_404
from referee.web.api import models
from referee.web.api.description import FOR_MEMBERS, Answers, operation
from referee.web.api.json_messages import json_answer, not_understood, query_of, value_or_none
from referee.web.api.match_heads import heads_of
from referee.web.players.period_filter import DATES, StatisticsFilter, in_order
from referee.words import say

resources = Blueprint("api_club", __name__, url_prefix="/api/v1")
ON_PAGE = 20


@resources.get("/evenings")
@operation(
    say("Les soirées, la dernière d'abord"), Answers(200, models.Evenings, *FOR_MEMBERS), query=models.EveningsQuery
)
def list_evenings() -> Response:
    club_id, query = visitor_or_404().club.id, query_of(models.EveningsQuery)
    if query.before and evening_named(club_id, query.before) is None:
        raise not_understood("before")
    if query.game and game_named(query.game) is None:
        raise not_understood("game")
    days = in_order(value_or_none(query.since), value_or_none(query.until))
    filters = Filters(value_or_none(query.player), query.game or None, *days, query.text)
    filtered = stored_evenings.filtered_evenings(club_id, filters, player_register(club_id))
    page, following = stored_evenings.evenings(club_id, filtered, query.before or None, ON_PAGE)
    return json_answer(models.Evenings(_evenings(page), following))


@resources.get("/evenings/<public_id>")
@operation(say("Une soirée et ses parties"), Answers(200, models.Evening, *FOR_MEMBERS))
def one_evening(public_id: str) -> Response:
    evening = evening_named(visitor_or_404().club.id, public_id) or abort(404)
    return json_answer(_evenings([evening])[0])


def _evenings(page: Sequence[Evening]) -> list[models.Evening]:
    matches = stored_evenings.matches_of([evening.id for evening in page])
    return [
        models.Evening(
            evening.public_id,
            evening.day,
            evening.title,
            evening.place,
            evening.note,
            evening.opened_at,
            evening.closed_at,
            heads_of(matches[evening.id]),
        )
        for evening in page
    ]


@resources.get("/players")
@operation(say("Les joueurs"), Answers(200, models.Players, *FOR_MEMBERS))
def list_players() -> Response:
    club_id = visitor_or_404().club.id
    people = player_register(club_id)
    counts = matches_and_wins(Scope(club_id), people)
    return json_answer(models.Players([_player(player, people, counts) for player in people.players.values()]))


@resources.get("/players/<int:player_id>")
@operation(
    say("Un joueur et ses chiffres, jeu par jeu"), Answers(200, models.PlayerFigures, *FOR_MEMBERS), query=models.Period
)
def one_player(player_id: int) -> Response:
    club_id, query = visitor_or_404().club.id, query_of(models.Period)
    people = player_register(club_id)
    player = people.players.get(player_id) or abort(404)
    within = _within(club_id, query)
    games = player_statistics.by_game(within, people.group(player.id))
    head = _player(player, people, matches_and_wins(within, people))
    return json_answer({**_members(head), "games": [_figures(totals) for totals in games]})


def _members(head: models.Player) -> dict[str, object]:
    return {name: getattr(head, name) for name in head.__struct_fields__}


def _player(player: Player, people: PlayerRegister, counts: Mapping[int, tuple[int, int]]) -> models.Player:
    matches, wins = counts.get(people.root(player.id), (0, 0))
    archived = player.archived_at is not None
    return models.Player(player.id, player.name, player.mark, archived, player.merged_into, matches, wins)


def _figures(totals: GameTotals) -> models.GameFigures:
    places = {str(place): times for place, times in sorted(totals.places.items())}
    return models.GameFigures(totals.game, totals.matches, totals.wins, places, totals.best, totals.worst)


@resources.get("/ranking")
@operation(say("Le classement"), Answers(200, models.Ranking, *FOR_MEMBERS), query=models.RankingQuery)
def show_ranking() -> Response:
    club_id, query = visitor_or_404().club.id, query_of(models.RankingQuery)
    people = player_register(club_id)
    least = value_or_none(query.least)
    ranking = rank_players(_within(club_id, query), people, least or USUAL_LEAST, else_everybody=least is None)
    ranked, others = ([_rank(line, people) for line in lines] for lines in (ranking.ranked, ranking.others))
    return json_answer(models.Ranking(ranked, others))


def _rank(line: Ranked, people: PlayerRegister) -> models.Rank:
    name, mean = people.players[line.player_id].name, float(line.mean_place)
    return models.Rank(line.place, line.player_id, name, line.matches, line.wins, mean, line.longest_streak)


def _within(club_id: int, query: models.Period) -> Scope:
    """The results of a game and a period; 404 for a game that there is not."""
    game = game_named(query.game)
    if query.game and game is None:
        abort(404)
    since, until = in_order(value_or_none(query.since), value_or_none(query.until))
    return StatisticsFilter(game.id if game else None, DATES, since, until).within(club_id)
