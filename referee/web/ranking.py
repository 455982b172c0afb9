"""The ranking of a club and its records, by game and period."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, render_template, request

from referee.games.registry import game_named
from referee.store import ranking, statistics
from referee.store.players import roll
from referee.web import club_numbers
from referee.web.access import current
from referee.web.period import asked_for

__all__ = ["pages"]

pages = Blueprint("ranking", __name__, url_prefix="/ranking")
pages.context_processor(club_numbers.context)

LEAST, USUAL_LEAST = (1, 3, 5, 10, 20), 3
LONGEST_STREAK = 2
"""The shortest streak worth a record."""


@pages.get("")
def show() -> Any:
    """Who wins most, among those with enough matches; and what nobody did better."""
    here = current() or abort(404)
    asked = asked_for(request.args)
    least = request.args.get("least", USUAL_LEAST, type=int)
    least = least if least in LEAST else USUAL_LEAST
    people = roll(here.club.id)
    board = ranking.board(asked.within(here.club.id), people, least)
    longest = board.longest if board.longest >= LONGEST_STREAK else 0
    return render_template(
        "ranking.html", asked=asked, least=least, leasts=LEAST, board=board, players=people.players,
        game=game_named(asked.game), low=statistics.lowest_is_best(asked.game) if asked.game else None, longest=longest,
        streaks=[one.player_id for one in (*board.ranked, *board.others) if one.longest == longest],
    )  # fmt: skip
