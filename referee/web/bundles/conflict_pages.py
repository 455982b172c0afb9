"""The matches that went on here and elsewhere: both versions side by side, and a keeper's choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request
from flask import url_for as url
from flask.typing import ResponseReturnValue

from referee.bundles.known_matches.conflicts import (
    NO_CONFLICT,
    OURS,
    THEIRS,
    TWO,
    Conflict,
    conflicts_of,
    number_of_conflicts,
    settle,
)
from referee.matches.log import CurrentEntry
from referee.store.database.quotas import Full
from referee.store.matches.stored_match import DamagedMatch, StoredMatch
from referee.web.access.permissions import author, current_visitor, named_match, visitor_or_404
from referee.web.matches.match_view import MatchView, match_view
from referee.web.rendering.page_language import localize
from referee.words import Text, say, say_n

pages = Blueprint("conflicts", __name__)

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
    def entries(self) -> list[Any]:
        """The last entries, which are shown."""
        return [current.entry for current in self.own[-SHOWN:]]

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
class ConflictChoice:
    """What a keeper may choose for a match: the value of the form, the words of its button, and what it means."""

    value: str
    words: Text
    meaning: Text
    safe: bool = False

    @property
    def look(self) -> str:
        """The class of its button: one that loses nothing stands out."""
        return "go" if self.safe else "ghost"


WITH_SERVER = (
    ConflictChoice(THEIRS, say("Garder celle du serveur"), say("L'autre va à la corbeille de ce téléphone.")),
    ConflictChoice(
        OURS, say("Garder celle de ce téléphone"), say("Celle du serveur est corrigée d'un coup ; cela peut s'annuler.")
    ),
    ConflictChoice(TWO, say("Garder les deux"), say("Celle de ce téléphone devient une autre partie."), safe=True),
)
"""The choices between the versions of this phone and of the server from which it took the club along."""
WITH_ARRIVAL = (
    ConflictChoice(THEIRS, say("Garder celle qui est arrivée"), say("Celle d'ici va à la corbeille.")),
    ConflictChoice(OURS, say("Garder celle d'ici"), say("Celle qui est arrivée va à la corbeille.")),
    ConflictChoice(TWO, say("Garder les deux"), say("Celle qui est arrivée devient une autre partie."), safe=True),
)
"""The choices between the version of here and one that came by an import or a handover."""


@dataclass(frozen=True, slots=True)
class ShownConflict:
    """Both versions of a match, to be chosen from."""

    ours: Version
    theirs: Version
    of_server: bool

    @property
    def title_of_theirs(self) -> Text:
        return say("Sur le serveur") if self.of_server else say("Celle qui est arrivée")

    @property
    def title_of_ours(self) -> Text:
        return say("Ce téléphone") if self.of_server else say("Celle d'ici")

    @property
    def choices(self) -> Sequence[ConflictChoice]:
        return WITH_SERVER if self.of_server else WITH_ARRIVAL


@pages.get("/club/conflicts")
def index() -> ResponseReturnValue:
    return _page()


@pages.post("/club/conflicts/<version_id>/settle")
def choose(version_id: str) -> ResponseReturnValue:
    """Apply the keeper's choice; ``version_id``: the public id of the other version of the match."""
    club_id, choice = visitor_or_404().club.id, request.form.get("choice", "")
    fault: Text | None = NO_CONFLICT
    try:
        if choice in (THEIRS, OURS, TWO):
            fault = settle(club_id, version_id, choice, author(localize(say("repris du téléphone"))))
    except Full as error:
        fault = error.sentence
    if fault is not None:
        return _page(fault), 422
    if number_of_conflicts(club_id):
        return redirect(url(".index", match=request.args.get("match")), 303)
    named = named_match()
    return redirect(url("matches.show", public_id=named.public_id) if named else url("evenings.index"), 303)


@pages.app_template_global()
def undecided_matches() -> int:
    """The number of matches of the visitor's club about which a keeper must choose."""
    visitor = current_visitor()
    return number_of_conflicts(visitor.club.id) if visitor and visitor.keeps else 0


def _page(fault: Text | None = None) -> str:
    shown, damaged = list[ShownConflict](), list[StoredMatch]()
    for conflict in conflicts_of(visitor_or_404().club.id):
        try:
            shown.append(_shown_conflict(conflict))
        except DamagedMatch as error:
            damaged.append(error.match)
    return render_template("bundles/conflicts.html", conflicts=shown, damaged=damaged, fault=fault)


def _shown_conflict(conflict: Conflict) -> ShownConflict:
    ours, theirs = match_view(conflict.ours), match_view(conflict.theirs)
    mine, others = Version(ours, _only_in(ours, theirs)), Version(theirs, _only_in(theirs, ours))
    return ShownConflict(mine, others, conflict.of_server)


def _only_in(view: MatchView, other: MatchView) -> tuple[CurrentEntry, ...]:
    """The entries of a version that the other one does not have."""
    others = {current.position: current.entry for current in other.current}
    return tuple(current for current in view.current if others.get(current.position) != current.entry)
