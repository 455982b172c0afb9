"""The clubs of a device: choose, leave, found, recover one by its code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.store.clubs import clubs
from referee.store.clubs.clubs import one_match
from referee.store.clubs.membership_removal import Removal
from referee.store.clubs.membership_removal import leave as left
from referee.store.clubs.recovery_code import recover as recovered
from referee.store.database.models import Club, Membership
from referee.store.matches.matches import known_players, people_of
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import current_visitor, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.clubs.sharing_pages import LAST_KEEPER
from referee.words import Text, names, say

pages = Blueprint("clubs", __name__)

SOME = 3
"""Players in the label of a club without a name."""
NO_SUCH_CODE = say("Ce code n'ouvre aucune table. Il a vingt signes, en quatre groupes de cinq.")
HAND_ON_FIRST = say("Cette table est à vous : passez-la d'abord à un autre téléphone qui note (page Partager).")
STAYS = {Removal.LAST_KEEPER: LAST_KEEPER, Removal.OWNER: HAND_ON_FIRST}


@dataclass(frozen=True, slots=True)
class MyClub:
    """A club of this device; ``owned``: it is the club's owner."""

    club: Club
    membership: Membership
    owned: bool

    @property
    def keeps(self) -> bool:
        return self.membership.role == clubs.KEEPER

    @property
    def role(self) -> Text:
        """What this device may do there."""
        if self.owned:
            return say("Vous notez, et la table est à vous.")
        if self.keeps:
            return say("Vous notez.")
        return say("Vous regardez une partie.") if self.membership.match_id else say("Vous regardez.")


@pages.get("/clubs")
def show() -> ResponseReturnValue:
    return _page()


@pages.post("/clubs")
def create() -> ResponseReturnValue:
    remember(clubs.another_club(device_key()).key)
    return redirect(url_for("home.show"), 303)


@pages.post("/clubs/<int:club_id>/choose")
def choose(club_id: int) -> ResponseReturnValue:
    if not clubs.choose(visitor_or_404().device.id, club_id):
        abort(404)
    return redirect(url_for("home.show"), 303)


@pages.post("/clubs/<int:club_id>/leave")
def leave(club_id: int) -> ResponseReturnValue:
    """Leave a club; 409 for its last keeper and for its owner."""
    removal = left(visitor_or_404().device.id, club_id)
    if removal is Removal.NOT_HERE:
        abort(404)
    if removal in STAYS:
        return _page(STAYS[removal]), 409
    return redirect(url_for(".show"), 303)


@pages.post("/clubs/device")
def name_device() -> ResponseReturnValue:
    clubs.name_device(visitor_or_404().device.id, visible_text(request.form.get("name", "")))
    return redirect(url_for(".show"), 303)


@pages.get("/recover")
def recover_page() -> ResponseReturnValue:
    return render_template("clubs/recover.html", fault=None, typed={})


@pages.post("/recover")
def recover() -> ResponseReturnValue:
    """Become the owner with the recovery code: 303, or 422 with what was typed."""
    typed = visible_text(request.form.get("name", ""))[:40]
    device = recovered(request.form.get("code", ""), device_key(), typed)
    if device is None:
        return render_template("clubs/recover.html", fault=NO_SUCH_CODE, typed=request.form), 422
    remember(device.key)
    return redirect(url_for("home.show"), 303)


@pages.app_template_global("club_label")
def _label(club: Club, membership: Membership) -> Text | str:
    """The name of a club; without one, its players, or those of the one match that a guest may see."""
    only = one_match(membership.match_id) if membership.match_id else ()
    people: Sequence[str] = ()
    if only:
        people = people_of(only[0])[:SOME]
    elif not membership.match_id:
        people = known_players(club.id, SOME)
    if club.name or not people:
        return club.name or say("Table sans nom")
    return say("Table : %(players)s", players=names(people))


@pages.app_template_global("phone")
def name_of_phone(device_id: int | None) -> Text | str:
    """The name of a device, else the number it has in the club; they are looked up once a page."""
    visitor = current_visitor()
    if "phones" not in g:
        here = clubs.phones(visitor.club.id) if visitor else {}
        g.phones = {id: name or say("téléphone %(n)s", n=n) for id, (name, n) in here.items()}
    if device_id not in g.phones:
        g.phones[device_id] = clubs.device_names([device_id]).get(device_id or 0) or say("un ancien téléphone")
    return g.phones[device_id]  # type: ignore[no-any-return]


def _page(fault: Text | None = None) -> str:
    visitor = current_visitor()
    rows = clubs.clubs_of(visitor.device.id) if visitor else []
    mine = [
        MyClub(club, membership, visitor is not None and visitor.device.id == club.owner_id)
        for club, membership in rows
    ]
    return render_template("clubs/my_clubs.html", visitor=visitor, mine=mine, fault=fault)
