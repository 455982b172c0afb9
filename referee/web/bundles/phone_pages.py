"""The pages of an exchange in the phone: a club to take along, what is not sent yet, and what waits for a choice."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request
from flask import url_for as url
from flask.blueprints import BlueprintSetupState
from flask.typing import ResponseReturnValue

from referee.bundles.exchange import offline_clubs
from referee.bundles.exchange.offline_clubs import taken_clubs, taken_match
from referee.bundles.known_matches.conflicts import send_as_another
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.stored_match import DamagedMatch, StoredMatch
from referee.web.access.permissions import current_visitor, match_or_404, named_match, visitor_or_404
from referee.web.bundles.conflict_pages import ConflictChoice, Version
from referee.web.bundles.exchange_steps import NextRequest, opening_request, server_root
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import match_view
from referee.words import say

pages = Blueprint("taken", __name__)


OF_GONE = (
    ConflictChoice("again", say("L'y remettre"), say("Elle y revient comme une nouvelle partie."), safe=True),
    ConflictChoice("delete", say("La supprimer ici aussi"), say("Elle reste trente jours dans la corbeille.")),
)
"""The choices for a match that the server has no more."""


@pages.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    state.app.jinja_env.globals.update(
        waiting_to_go=waiting_to_go,
        was_taken=was_taken,
        last_heard=last_heard,
        server_root=server_root,
        gone_matches=gone_matches,
    )


@pages.get("/take")
def take() -> ResponseReturnValue:
    """Offer to take a club of the server along, or to update it."""
    club = request.args.get("club", type=whole_number) or abort(404)
    already_taken = any(taken.there == club for taken in taken_clubs())
    return render_template(
        "bundles/take.html",
        asks=[opening_request(club, "exchange_steps.offer")],
        club=club,
        already_taken=already_taken,
    )


@pages.get("/sync")
def show() -> ResponseReturnValue:
    """What was not sent yet, what is gone on the server, and what was deleted here alone."""
    club_id = visitor_or_404().club.id
    mine = [club for club in taken_clubs() if club.club_id == club_id]
    waiting = [(row, row.length - row.same) for row in offline_clubs.to_bring(club_id)] if mine else []
    gone, damaged = list[Version](), list[StoredMatch]()
    rows_gone = offline_clubs.matches_gone_on_server(club_id) if mine else []
    for row in rows_gone:
        try:
            view = match_view(match_or_404(row.public_id))
            gone.append(Version(view, view.current, alone=True))
        except DamagedMatch as error:
            damaged.append(error.match)
    asks = [opening_request(club.there) for club in mine]
    purged = offline_clubs.purged_here(club_id)
    return render_template(
        "bundles/exchange.html",
        taken=mine,
        waiting=waiting,
        rules_waiting=any(map(offline_clubs.rules_to_bring, mine)),
        gone=gone,
        choices_of_gone=OF_GONE,
        damaged=damaged,
        purged=purged,
        asks=asks,
    )


def waiting_to_go() -> list[NextRequest]:
    """The requests that the script sends by itself when the network is back."""
    clubs = {row.club_id for row in offline_clubs.to_bring()}
    return [
        opening_request(club.there)
        for club in taken_clubs()
        if club.club_id in clubs or offline_clubs.rules_to_bring(club)
    ]


def gone_matches() -> int:
    """The number of matches of the visitor's club that are gone on the server."""
    visitor = current_visitor()
    return len(offline_clubs.matches_gone_on_server(visitor.club.id)) if visitor and visitor.keeps else 0


def last_heard() -> list[NextRequest]:
    """The request for what this browser last got of this match from the server's own pages."""
    match = named_match()
    row = taken_match(match.id) if match else None
    club = next((club for club in taken_clubs() if match and club.club_id == match.club_id), None)
    if match is None or club is None or row is None or row.there != match.public_id:
        return []
    then = url("exchange_steps.fetched", installation=club.installation, there=club.there, match=match.public_id)
    return [{"kept": url_of_file(row.there), "then": then, "said": ""}]


def url_of_file(there: str) -> str:
    """The address at which the server gives a match as a file."""
    return f"{server_root()}/matches/{there}/handover/file"


def was_taken() -> bool:
    """Whether the visitor's club is one that was taken along."""
    visitor = current_visitor()
    return visitor is not None and any(club.club_id == visitor.club.id for club in taken_clubs())


@pages.post("/sync/<public_id>/gone")
def choose_of_gone(public_id: str) -> ResponseReturnValue:
    """Send a match that is gone on the server there again, or delete it here too."""
    stored_match = match_or_404(public_id)
    if request.form.get("choice") == "again":
        send_as_another(stored_match.club_id, public_id)
    elif request.form.get("choice") == "delete":
        delete_match(stored_match)
    return redirect(url(".show"), 303)


@pages.post("/sync/purged/<there>/again")
def fetch_again(there: str) -> ResponseReturnValue:
    """Let the next exchange fetch a match again that was purged here."""
    offline_clubs.forget_purged(visitor_or_404().club.id, there)
    return redirect(url(".show"), 303)
