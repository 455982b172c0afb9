"""The pages of an exchange in the phone: a club to take along, what is not sent yet, and what waits for a choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request
from flask import url_for as url
from flask.blueprints import BlueprintSetupState

from referee.bundles.exchange import offline_clubs
from referee.bundles.exchange.conflicts import OURS, THEIRS, TWO, both_ways, send_as_another, settle
from referee.bundles.exchange.offline_clubs import taken_clubs, taken_match
from referee.matches.log import CurrentEntry
from referee.store.database.quotas import Full
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.stored_match import DamagedMatch, StoredMatch
from referee.web.access.permissions import author, current_visitor, match_or_404, named_match, visitor_or_404
from referee.web.bundles.exchange_steps import Ask, Page, server_root, standing_of
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import MatchView, match_view
from referee.web.rendering.page_language import written
from referee.words import Text, say, say_n

pages = Blueprint("taken", __name__)

SHOWN = 6
"""Entries of a version that are shown; of more the last ones."""


@dataclass(frozen=True, slots=True)
class Version:
    """A match as it is in one place, and the entries that only this place has.

    ``alone``: it is nowhere else, and its last entries stand for all.
    """

    view: MatchView
    own: tuple[CurrentEntry, ...]
    alone: bool = False

    @property
    def shown(self) -> tuple[CurrentEntry, ...]:
        return self.own[-SHOWN:]

    @property
    def entries(self) -> list[Any]:
        return [current.entry for current in self.shown]

    @property
    def words(self) -> Text:
        """What the entries that are shown are."""
        if self.alone:
            return say("%(num)s saisies, dont les dernières :", num=len(self.view.current))
        if not self.own:
            return say("Rien de plus que l'autre.")
        if len(self.own) > SHOWN:
            return say("%(num)s saisies à part, dont les dernières :", num=len(self.own))
        return say_n("%(n)s saisie à part :", "%(n)s saisies à part :", len(self.own))


@dataclass(frozen=True, slots=True)
class Choice:
    """What a keeper may choose for a match: the value of the form, the words of its button, and what it means."""

    value: str
    words: Text
    meaning: Text
    safe: bool = False

    @property
    def look(self) -> str:
        """The class of its button: one that loses nothing stands out."""
        return "go" if self.safe else "ghost"


OF_BOTH = (
    Choice(THEIRS, say("Garder celle du serveur"), say("L'autre va à la corbeille de ce téléphone.")),
    Choice(
        OURS, say("Garder celle de ce téléphone"), say("Celle du serveur est corrigée d'un coup ; cela peut s'annuler.")
    ),
    Choice(TWO, say("Garder les deux"), say("Celle de ce téléphone devient une autre partie."), safe=True),
)
"""The choices for a match that went on in both places."""
OF_GONE = (
    Choice("again", say("L'y remettre"), say("Elle y revient comme une nouvelle partie."), safe=True),
    Choice("delete", say("La supprimer ici aussi"), say("Elle reste trente jours dans la corbeille.")),
)
"""The choices for a match that the server has no more."""


@pages.record_once
def _add_globals(state: BlueprintSetupState) -> None:
    state.app.jinja_env.globals.update(
        waiting_to_go=waiting_to_go,
        was_taken=was_taken,
        last_heard=last_heard,
        server_root=server_root,
        undecided_matches=undecided_matches,
    )


@pages.get("/take")
def take() -> Page:
    """Offer to take a club of the server along, or to update it."""
    club = request.args.get("club", type=whole_number) or abort(404)
    already_taken = any(taken.there == club for taken in taken_clubs())
    return render_template(
        "bundles/take.html", asks=[standing_of(club, "exchange_steps.offer")], club=club, already_taken=already_taken
    )


@pages.get("/sync")
def show() -> Page:
    """What was not sent yet, what went on in both places, and what was deleted here alone."""
    return _sync_page()


def _sync_page(fault: Text | None = None) -> str:
    club_id = visitor_or_404().club.id
    mine = [club for club in taken_clubs() if club.club_id == club_id]
    waiting = [(row, row.length - row.same) for row in offline_clubs.to_bring(club_id)] if mine else []
    chosen, damaged = list[Mapping[str, Any]](), list[StoredMatch]()
    for row in offline_clubs.to_settle(club_id) if mine else ():
        try:
            chosen.append(_settled(club_id, row))
        except DamagedMatch as error:
            damaged.append(error.match)
    asks = [standing_of(club.there) for club in mine]
    purged = offline_clubs.purged_here(club_id)
    return render_template(
        "bundles/exchange.html",
        taken=mine,
        waiting=waiting,
        rules_waiting=any(map(offline_clubs.rules_to_bring, mine)),
        chosen=chosen,
        damaged=damaged,
        purged=purged,
        asks=asks,
        fault=fault,
    )


def waiting_to_go() -> list[Ask]:
    """The requests that the script sends by itself when the network is back."""
    clubs = {row.club_id for row in offline_clubs.to_bring()}
    return [
        standing_of(club.there) for club in taken_clubs() if club.club_id in clubs or offline_clubs.rules_to_bring(club)
    ]


def undecided_matches() -> int:
    """The number of matches of the visitor's club about which the keeper must choose."""
    visitor = current_visitor()
    return len(offline_clubs.to_settle(visitor.club.id)) if visitor and visitor.keeps else 0


def last_heard() -> list[Ask]:
    """The request for what this browser last got of this match from the server's own pages."""
    match = named_match()
    taken = taken_match(match.id) if match else None
    club = next((club for club in taken_clubs() if match and club.club_id == match.club_id), None)
    if match is None or club is None or taken is None or taken.there != match.public_id:
        return []
    then = url("exchange_steps.fetched", installation=club.installation, there=club.there, match=match.public_id)
    return [{"kept": url_of_file(taken.there), "then": then, "said": ""}]


def url_of_file(there: str) -> str:
    """The address at which the server gives a match as a file."""
    return f"{server_root()}/matches/{there}/handover/file"


def was_taken() -> bool:
    """Whether the visitor's club is one that was taken along."""
    visitor = current_visitor()
    return visitor is not None and any(club.club_id == visitor.club.id for club in taken_clubs())


def _settled(club_id: int, row: Any) -> Mapping[str, Any]:
    """A match about which the keeper must choose, as it is here and, where both went on, as it is there."""
    both = both_ways(club_id, row.public_id)
    ours = match_view(both.ours if both else match_or_404(row.public_id))
    if both is None:
        alone = Version(ours, ours.current[-SHOWN:], alone=True)
        return {"ours": alone, "theirs": None, "gone": row.gone, "id": row.public_id, "choices": OF_GONE}
    theirs = match_view(both.theirs)
    return {
        "ours": Version(ours, _only_in(ours, theirs)),
        "theirs": Version(theirs, _only_in(theirs, ours)),
        "gone": row.gone,
        "id": row.public_id,
        "choices": OF_BOTH,
    }


def _only_in(view: MatchView, other: MatchView) -> tuple[CurrentEntry, ...]:
    """The entries of a version that the other one does not have."""
    others = {current.position: current.entry for current in other.current}
    return tuple(current for current in view.current if others.get(current.position) != current.entry)


@pages.post("/sync/<public_id>/settle")
def choose_one(public_id: str) -> Page:
    stored, choice, fault = match_or_404(public_id), request.form.get("choice"), None
    try:
        if choice in (THEIRS, OURS, TWO):
            fault = settle(stored.club_id, public_id, choice, author(written(say("repris du téléphone"))))
        elif choice == "again":
            send_as_another(stored.club_id, public_id)
        elif choice == "delete":
            delete_match(stored)
    except Full as error:
        fault = error.sentence
    if fault is not None:
        return _sync_page(fault), 422
    return redirect(url(".show"), 303)


@pages.post("/sync/purged/<there>/again")
def fetch_again(there: str) -> Page:
    """Let the next exchange fetch a match again that was purged here."""
    offline_clubs.forget_purged(visitor_or_404().club.id, there)
    return redirect(url(".show"), 303)
