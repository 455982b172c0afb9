"""Answers from phones of their own: a match chooses it, a phone takes a player's seat, and is asked for that player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.answers.table import NOBODY
from referee.game_definition.match_course import opening
from referee.games.registry import GAMES
from referee.store.database.models import SeatHolder
from referee.store.matches import seat_holders
from referee.web.access.permissions import match_or_404, visitor_or_404
from referee.web.answers.forms import QuestionForm
from referee.web.answers.own_answers import OwnQuestion, asked_of_players, missing, own_questions, with_answer
from referee.web.matches.draft_keys import form_key
from referee.web.matches.match_pages import led_to_match, match_page
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.open_form import open_form
from referee.web.matches.poll_responses import counting
from referee.words import Text

pages = Blueprint("seats", __name__, url_prefix="/matches/<public_id>")
Page = Any


@pages.post("/own-phones")
def choose(public_id: str) -> Page:
    """Let each player answer from a phone of their own, or no more."""
    seat_holders.choose_own_phones(match_or_404(public_id), "chosen" in request.form)
    return redirect(url_for("sharing.show", match=public_id), 303)


@pages.post("/seat")
def sit(public_id: str) -> Page:
    """Take the seat of a player; one that another phone holds stays as it is."""
    view, player = match_view(match_or_404(public_id)), request.form.get("player", "")
    if player not in view.state.table.seated:
        abort(404)
    seat_holders.take_seat(view.stored, visitor_or_404().membership_id, player)
    return redirect(url_for("matches.show", public_id=public_id), 303)


@pages.post("/seat/free")
def free(public_id: str) -> Page:
    """Give back one's own seat; a keeper frees any."""
    visitor, match, player = visitor_or_404(), match_or_404(public_id), request.form.get("player", "")
    if not visitor.keeps and player != seat_holders.seat_of(match.id, visitor.membership_id):
        abort(403)
    seat_holders.free_seat(match, player)
    return redirect(url_for("matches.show", public_id=public_id), 303)


@pages.post("/seat/answer")
def answer(public_id: str) -> Page:
    """Answer for the player of one's seat: to the match, or 409 where that is not asked of them now."""
    view, visitor = match_view(match_or_404(public_id)), visitor_or_404()
    form = None if view.state.over else open_form(view, NOBODY)
    asked = "" if form is None else form_key(view, form.question)
    if form is None or asked != request.form.get("asked"):
        return _not_asked(view)
    name, value = request.form.get("question", ""), request.form.get("value", "")
    change = partial(_with_answer, form, name, value)
    if not seat_holders.answer(view.stored, visitor.membership_id, asked, change):
        view = match_view(match_or_404(public_id))
        player = seat_holders.seat_of(view.stored.id, visitor.membership_id)
        own = own_questions(form, counting(view), player) if player else []
        if not any(question.name == name and question.stands == value != "" for question in own):  # sent twice
            return match_page(view, late={"typed": [], "by": None, "own": value}), 409
    return led_to_match(public_id)


def _not_asked(view: MatchView) -> Page:
    return match_page(view, late={"typed": [], "by": None}), 409


def _with_answer(
    form: QuestionForm, question: str, value: str, player: str, typed: Mapping[str, str]
) -> Mapping[str, str] | None:
    return with_answer(form, typed, player, question, value)


@pages.app_template_global("seat_holders")
def _holders(view: MatchView) -> Mapping[str, SeatHolder]:
    return seat_holders.holders(view.stored.id)


@dataclass(frozen=True, slots=True)
class Phones:
    """What the phones of the players are for in a game: its ``bidding``, and all that a match asks players apart."""

    bidding: str
    ask: Sequence[Text]


@pages.app_template_global("phones_in_game")
def _phones_in_game(view: MatchView) -> Phones:
    question = view.game.question(opening(view.game, view.state.table))
    first = asked_of_players(QuestionForm(question))
    return Phones(view.game.bidding, list(dict.fromkeys((*first, *view.game.asked_later(view.state.table)))))


@pages.app_template_global("games_bid_on_phones")
def _games_bid_on_phones() -> list[Text]:
    """The names of the games in which each bids on a phone of their own."""
    return [game.name for game in GAMES.values() if game.bidding == "each"]


@pages.app_template_global("own_questions")
def _own_questions(form: QuestionForm, view: MatchView, player: str) -> list[OwnQuestion]:
    return own_questions(form, counting(view), player)


@pages.app_template_global("missing_answers")
def _missing(form: QuestionForm, view: MatchView) -> list[str]:
    return missing(form, counting(view), view.state.table.present)
