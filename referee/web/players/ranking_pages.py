"""The ranking of a club and its records, by game and period."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request

from referee.games.registry import game_named
from referee.store.players import player_statistics, ranking
from referee.store.players.players import roll
from referee.web.access.permissions import visitor_or_404
from referee.web.http.whole_numbers import whole_number
from referee.web.players import figure_formats
from referee.web.players.period_filter import asked_for

pages = Blueprint("ranking", __name__, url_prefix="/ranking")
pages.context_processor(figure_formats.context)

LEAST, USUAL_LEAST = (1, 3, 5, 10, 20), 3
LONGEST_STREAK = 2
"""The shortest streak worth a record."""


@pages.get("")
def show() -> Any:
    """Who wins most, among those with enough matches; and what nobody did better."""
    visitor = visitor_or_404()
    asked = asked_for(request.args)
    least = request.args.get("least", USUAL_LEAST, type=whole_number)
    least = least if least in LEAST else USUAL_LEAST
    people = roll(visitor.club.id)
    board = ranking.board(asked.within(visitor.club.id), people, least)
    longest = board.longest if board.longest >= LONGEST_STREAK else 0
    return render_template(
        "players/ranking.html",
        asked=asked,
        least=least,
        leasts=LEAST,
        board=board,
        players=people.players,
        game=game_named(asked.game),
        low=player_statistics.lowest_is_best(asked.game) if asked.game else None,
        longest=longest,
        streaks=[rank.player_id for rank in (*board.ranked, *board.others) if rank.longest == longest],
    )
