"""Answers from phones of their own: a match chooses it, a phone takes a player's seat, and is asked for that player."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.table import NOBODY
from referee.games.registry import GAMES
from referee.store.matches.seating import seat_holders
from referee.web.access.permissions import match_or_404, visitor_or_404
from referee.web.answers.own_answers import own_questions, with_answer
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.draft_keys import form_key
from referee.web.matches.match_pages import led_to_match, match_page
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.open_form import open_form
from referee.web.matches.poll_responses import counting
from referee.web.matches.presenters.late_answer import LateAnswer
from referee.web.matches.presenters.own_phones import OwnPhonesOffer, own_phones_offer

pages = Blueprint("seats", __name__, url_prefix="/matches/<public_id>")


@pages.post("/own-phones")
def choose(public_id: str) -> ResponseReturnValue:
    """Let each player answer from a phone of their own, or no more."""
    seat_holders.choose_own_phones(match_or_404(public_id), "chosen" in request.form)
    return redirect(url_for("sharing.show", match=public_id), 303)


@pages.post("/seat")
def sit(public_id: str) -> ResponseReturnValue:
    """Take the seat of a player; one that another phone holds stays as it is."""
    view, player = match_view(match_or_404(public_id)), request.form.get("player", "")
    if player not in view.state.table.seated:
        abort(404)
    seat_holders.take_seat(view.stored_match, visitor_or_404().membership_id, player)
    return redirect(url_for("matches.show", public_id=public_id), 303)


@pages.post("/seat/free")
def free(public_id: str) -> ResponseReturnValue:
    """Give back one's own seat; a keeper frees any."""
    visitor, match, player = visitor_or_404(), match_or_404(public_id), request.form.get("player", "")
    if not visitor.keeps and player != seat_holders.seat_of(match.id, visitor.membership_id):
        abort(403)
    seat_holders.free_seat(match, player)
    return redirect(url_for("matches.show", public_id=public_id), 303)


@pages.post("/seat/answer")
def answer(public_id: str) -> ResponseReturnValue:
    """Answer for the player of one's seat: to the match, or 409 where that is not asked of them now."""
    view, visitor = match_view(match_or_404(public_id)), visitor_or_404()
    form = None if view.state.over else open_form(view, NOBODY)
    asked = "" if form is None else form_key(view, form.question)
    if form is None or asked != request.form.get("asked"):
        return _not_asked(view)
    name, value = request.form.get("question", ""), request.form.get("value", "")
    change = partial(_with_answer, form, name, value)
    if not seat_holders.answer(view.stored_match, visitor.membership_id, asked, change):
        view = match_view(match_or_404(public_id))
        player = seat_holders.seat_of(view.stored_match.id, visitor.membership_id)
        own = own_questions(form, counting(view), player) if player else []
        sent_twice = any(value and question.name == name and question.answer == value for question in own)
        if not sent_twice:
            return match_page(view, late=LateAnswer(own=value)), 409
    return led_to_match(public_id)


def _not_asked(view: MatchView) -> ResponseReturnValue:
    return match_page(view, late=LateAnswer()), 409


def _with_answer(
    form: QuestionForm, question: str, value: str, player: str, typed: Mapping[str, str]
) -> Mapping[str, str] | None:
    return with_answer(form, typed, player, question, value)


@pages.app_template_global("own_phones_offer")
def _offer(view: MatchView) -> OwnPhonesOffer:
    return own_phones_offer(view, tuple(GAMES.values()))
