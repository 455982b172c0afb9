"""Sharing: links and QR codes that hand on a role, the phones that used them, and the owner's recovery code.

Opening a link asks before joining and says what it allows. A token, and a recovery code, are shown on one page and
never again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Row

from referee.store.clubs import clubs, links, membership_removal
from referee.store.clubs.clubs import KEEPER, WATCHER
from referee.store.clubs.membership_removal import Removal
from referee.store.clubs.recovery_code import new_code
from referee.store.clubs.table_codes import tables_by_code
from referee.store.database.models import Club, Device, Invitation, Match, Membership, now
from referee.store.database.orm_base import db
from referee.web.access.device_cookie import device_key, known_key, remember
from referee.web.access.permissions import match_or_404, named_match, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.clubs.invitation_words import words_of_invitation
from referee.web.clubs.phone_rows import PhoneRow, phone_row
from referee.web.clubs.reachable_address import reachable
from referee.web.http.client_key import sent_before
from referee.web.matches.match_view import match_view
from referee.web.rendering.paging import after_key
from referee.web.rendering.qr_code import qr_code
from referee.words import Text, say

pages = Blueprint("sharing", __name__)
Devices = Sequence[Row[tuple[Membership, Device]]]

THIS_MATCH = "match"
"""The role that a form names beside the two of a link: to watch the match it was opened from, and no other."""
HEADINGS = {
    KEEPER: say("Pour noter aussi"),
    WATCHER: say("Pour regarder"),
    THIS_MATCH: say("Pour regarder cette partie"),
}
"""What the QR code of a new link is for, by the role that its form names."""
PHONES = 10
"""Phones on a page, each with all that may be done with it; a link that no phone used counts as one."""
NAMES_ITSELF = say("Ce téléphone est aussi à une autre table : lui seul peut changer son nom.")
SHOWN_BEFORE = say("Ce code a déjà été montré ; faites-en un autre si besoin.")
COPIED_BEFORE = say("Ce code a déjà été montré, et il sert encore ; s'il n'est pas recopié, faites-en un autre.")
LAST_KEEPER = say("C'est le dernier téléphone qui note : donnez d'abord un code pour noter à un autre.")
THE_OWNER = say("Cette table est à ce téléphone : personne d'autre ne peut l'en sortir.")
STAYS = {Removal.LAST_KEEPER: LAST_KEEPER, Removal.OWNER: THE_OWNER}
NOT_THE_CODE = say("Ce n'est pas le code de secours de cette table : seul son propriétaire s'en passe.")
NOT_HANDED_ON = say("La table ne se passe qu'à un téléphone qui note, et seul son propriétaire la passe.")


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was not revoked, the match it is limited to, and the devices that joined by it.

    ``by_code``: it is the code of a table, which stands at the head of the page. ``phones``: the devices on this page.
    """

    invitation: Invitation
    match: Match | None
    devices: Devices
    opens: bool
    by_code: bool = False
    phones: Sequence[PhoneRow] = ()

    @property
    def title(self) -> Text:
        if self.by_code:
            return say("Code de la table")
        if self.invitation.role == links.OWNER:
            return say("Devenir propriétaire")
        if self.invitation.role == KEEPER:
            return say("Noter")
        return say("Regarder une partie") if self.match else say("Regarder")

    @property
    def only_match(self) -> Match | None:
        """The match that those who come by this link watch, and no other."""
        return self.match if self.invitation.role == WATCHER and not self.by_code else None


Line = tuple[Link | None, Row[tuple[Membership, Device]] | None]
"""A device in the list of all, and the link it joined by; or a link without devices."""


@pages.get("/share")
def show() -> ResponseReturnValue:
    return _page()


@pages.post("/share")
def make() -> ResponseReturnValue:
    """Make a new link; its token is shown on this one page, not even again when that is loaded again."""
    visitor, match, role = visitor_or_404(), named_match(), request.form.get("role")
    if role not in (KEEPER, WATCHER, THIS_MATCH) or (role == THIS_MATCH and match is None):
        abort(400)
    if sent_before("sent"):
        return _page(fault=SHOWN_BEFORE)
    only = match.id if match and role == THIS_MATCH else None
    given = KEEPER if role == KEEPER else WATCHER
    try:
        token = links.invite(visitor.club, given, only, visitor.device.id, match.id if match else None)
    except links.NoKeeper:
        abort(404)
    address = reachable(url_for(".join_page", token=token, _external=True))
    return _page(address=address, code=qr_code(address), heading=HEADINGS[role], until=now() + links.LASTS[given])


@pages.post("/share/<int:invitation_id>/revoke")
def end(invitation_id: int) -> ResponseReturnValue:
    """Revoke a link; the devices that joined by it lose their access."""
    if not links.revoke(visitor_or_404(), invitation_id):
        abort(404)
    return _back_to_sharing()


@pages.post("/share/name")
def name() -> ResponseReturnValue:
    clubs.name_club(visitor_or_404().club.id, visible_text(request.form.get("name", "")))
    return _back_to_sharing()


@pages.post("/share/recovery")
def recovery() -> ResponseReturnValue:
    """Make a new recovery code, shown on this one page, in the place of the old one."""
    if sent_before("sent"):
        return _page(fault=COPIED_BEFORE)
    code = new_code(visitor_or_404(), request.form.get("old", ""))
    if code is None:
        return _page(fault=NOT_THE_CODE, old=request.form.get("old", "")), 422
    return _page(recovery_code=code)


@pages.post("/share/devices/<int:membership_id>/name")
def name_device(membership_id: int) -> ResponseReturnValue:
    visitor = visitor_or_404()
    membership = clubs.membership(visitor.club.id, membership_id) or abort(404)
    if membership.id != visitor.membership_id and len(clubs.clubs_of(membership.device_id)) > 1:
        return _page(fault=NAMES_ITSELF), 409
    clubs.name_device(membership.device_id, visible_text(request.form.get("name", "")))
    return _back_to_sharing()


@pages.post("/share/devices/<int:membership_id>/out")
def throw_out(membership_id: int) -> ResponseReturnValue:
    """Remove a device from the club, with its links unless that is unticked."""
    removal = membership_removal.throw_out(
        visitor_or_404(), membership_id, "links" in request.form, "guests" in request.form
    )
    if removal in STAYS:
        return _page(fault=STAYS[removal]), 409
    if removal is not Removal.DONE:
        abort(404)
    return _back_to_sharing()


@pages.post("/share/devices/<int:membership_id>/own")
def hand_on(membership_id: int) -> ResponseReturnValue:
    """Make another keeper the club's owner; only the owner can."""
    visitor = visitor_or_404()
    if clubs.membership(visitor.club.id, membership_id) is None:
        abort(404)
    if not membership_removal.hand_on(visitor, membership_id):
        return _page(fault=NOT_HANDED_ON), 409
    return _back_to_sharing()


@pages.get("/join/<token>")
def join_page(token: str) -> ResponseReturnValue:
    """Ask before joining, and say what the link allows."""
    invitation, club = links.invitation_for(token) or abort(404)
    device = clubs.device_known(known_key())  # even if it belongs to no club any more
    has = clubs.membership_of(device.id, club.id) if device else None
    match = db.session.get(Match, invitation.match_id) if invitation.match_id else None
    nothing_new = has is not None and not links.widens(has, invitation, club.owner_id)
    return render_template(
        "clubs/join.html",
        words=words_of_invitation(invitation, nothing_new=nothing_new),
        club=club,
        match=match,
        device=device,
        nothing_new=nothing_new,
    )


@pages.post("/join/<token>")
def join_club(token: str) -> ResponseReturnValue:
    invitation, _ = links.invitation_for(token) or abort(404)
    typed = visible_text(request.form.get("name", ""))[:40]
    device = links.join(invitation, device_key(), typed) or abort(404)
    remember(device.key)
    membership = clubs.membership_of(device.id, invitation.club_id)
    match = links.arrival(invitation, membership.match_id) if membership else None
    return redirect(url_for("matches.show", public_id=match.public_id) if match else url_for("home.show"), 303)


def _back_to_sharing() -> ResponseReturnValue:
    if current_app.config["PHONE"]:
        return redirect(url_for("clubs.show"), 303)
    return redirect(url_for(".show", match=request.form.get("match") or None), 303)


def _page(fault: Text | None = None, **variables: Any) -> str:
    visitor = visitor_or_404()
    named = named_match()
    match = db.session.get(Match, named.id) if named else None
    devices, moment = clubs.members(visitor.club.id), now()
    codes = tables_by_code(visitor.club.id)
    open_links = [
        Link(invitation, watched, came, invitation.expires_at > moment, invitation.id in codes)
        for invitation, watched in links.links(visitor.club.id)
        if (came := [row for row in devices if row[0].invitation_id == invitation.id])
        or (invitation.expires_at > moment and invitation.id not in codes)
    ]
    by_link = {row[0].id for link in open_links for row in link.devices}
    lines: list[Line] = [(None, row) for row in devices if row[0].id not in by_link]
    lines += [(link, row) for link in open_links for row in link.devices or (None,)]
    club = db.session.get_one(Club, visitor.club.id)
    programs = membership_removal.programs_by_maker(visitor.club.id)
    hosts = {link.invitation.made_by for link in open_links if link.devices}
    on_page, following = after_key(lines, request.args, "after", _key, PHONES)
    return render_template(
        "clubs/share.html",
        club=club,
        visitor=visitor,
        match=match,
        view=match_view(match_or_404(match.public_id)) if match else None,
        links=[
            replace(link, phones=[phone_row(row, visitor, club, programs, hosts) for _, row in lines_of_link if row])
            for link, lines_of_link in groupby(on_page, key=lambda line: line[0])
            if link
        ],
        fault=fault,
        without_link=[
            phone_row(row, visitor, club, programs, hosts) for link, row in on_page if link is None and row is not None
        ],
        following=following,
        **variables,
    )


def _key(line: Line) -> str:
    link, row = line
    return f"link-{link.invitation.id}" if link is not None and row is None else str(row and row[0].id)
