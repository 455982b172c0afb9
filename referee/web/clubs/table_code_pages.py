"""The code of a table: shown, made, typed; and the requests of watchers who want to keep."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, abort, current_app, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Row

from referee.store.clubs import clubs, keep_requests, links, table_codes
from referee.store.clubs.clubs import Visitor
from referee.store.clubs.table_codes import Code
from referee.store.database.models import Device, Membership
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import current_visitor, match_or_404, named_match, visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.clubs.reachable_address import reachable, why_no_phone_comes
from referee.web.matches.match_view import REQUESTS, match_view
from referee.words import say

pages = Blueprint("table_codes", __name__)

NO_SUCH_CODE = say("Ce code n'ouvre aucune table. Vérifiez ses six signes, ou demandez le nouveau à la table.")
TABLE = "table"
"""Where a form leads back to, if not to the page of sharing: the view of the table."""


@pages.get("/join")
def enter_page() -> ResponseReturnValue:
    return render_template("clubs/table_code/enter.html", fault=None, typed={})


@pages.post("/join")
def enter() -> ResponseReturnValue:
    """Watch the table whose code was typed: 303 to its match, or 422 with what was typed."""
    of_code = table_codes.invitation_with(_secret(), request.form.get("code", ""))
    if of_code is None:
        return _no_such_code()
    invitation, club = of_code
    device = links.join(invitation, device_key(), visible_text(request.form.get("name", ""))[:40])
    if device is None:
        return _no_such_code()
    remember(device.key)
    membership = clubs.membership_of(device.id, club.id)
    match = links.arrival(invitation, membership.match_id if membership else None)
    return redirect(url_for("matches.show", public_id=match.public_id) if match else url_for("home.show"), 303)


def _no_such_code() -> ResponseReturnValue:
    return render_template("clubs/table_code/enter.html", fault=NO_SUCH_CODE, typed=request.form), 422


@pages.get("/share/code")
def show() -> ResponseReturnValue:
    """The code over the whole screen; without one, the page where it is made."""
    visitor = visitor_or_404()
    code = _code_here()
    if code is None:
        return redirect(url_for("sharing.show", match=request.args.get("match")))
    match = named_match()
    view = match_view(match_or_404(match.public_id)) if match else None
    return render_template("clubs/table_code/in_large.html", code=code, match=match, view=view, club=visitor.club)


@pages.post("/share/code")
def make() -> ResponseReturnValue:
    """Make a new code for the evening of this match, else for the last one that goes on; 404 without one."""
    visitor, public_id = visitor_or_404(), request.form.get("match") or None
    evening_id = _evening(visitor)
    if evening_id is None or not table_codes.make_code(_secret(), visitor, evening_id):
        abort(404)
    if request.form.get("back") == TABLE and public_id:
        return redirect(url_for("matches.table_view", public_id=public_id), 303)
    return redirect(url_for("sharing.show", match=public_id), 303)


@pages.post("/matches/<public_id>/keep-request")
def ask(public_id: str) -> ResponseReturnValue:
    """Ask to keep; the address that follows says whose request it shows, for those who watch share one page."""
    visitor, match = visitor_or_404(), match_or_404(public_id)
    keep_requests.ask(visitor, match.id)
    return redirect(url_for("matches.show", public_id=public_id, asked=visitor.membership_id), 303)


@pages.post("/share/requests/<int:membership_id>")
def answer(membership_id: int) -> ResponseReturnValue:
    """Let a watcher keep, or refuse."""
    visitor, said, public_id = visitor_or_404(), request.form.get("answer"), request.form.get("match") or None
    if said not in ("allow", "refuse"):
        abort(400)
    if not keep_requests.answer(visitor, membership_id, said == "allow"):
        abort(404)
    if public_id and "share" not in request.form:
        return redirect(url_for("matches.show", public_id=public_id), 303)
    return redirect(url_for("sharing.show", match=public_id), 303)


@pages.app_template_global("table_code")
def _code_here() -> Code | None:
    """The code of the table for devices that see all of the club, looked up once a page."""
    if "table_code" not in g:
        visitor, match = current_visitor(), named_match()
        g.table_code = None
        if visitor and visitor.only is None and (match is None or match.table_code):
            g.table_code = table_codes.code_of(_secret(), _evening(visitor))
    code: Code | None = g.table_code
    return code


@pages.app_template_global("may_have_code")
def _may_have_code() -> bool:
    """Whether a keeper may make a code here: a match of this evening goes on, or of any without a match."""
    return _evening(visitor_or_404()) is not None


@pages.app_template_global("address_of_code")
def _address(code: Code) -> str:
    """Where the QR code leads."""
    return reachable(url_for("sharing.join_page", token=code.token, _external=True))


pages.add_app_template_global(why_no_phone_comes)


@pages.app_template_global("where_to_type")
def _where_to_type() -> str:
    """The address of the page for the six signs, as it is said."""
    return reachable(url_for("table_codes.enter_page", _external=True)).partition("://")[2]


@pages.app_template_global("keep_requests")
def _requests(match_id: int | None = None) -> Sequence[Row[tuple[Membership, Device]]]:
    """Who asks in the club, or in a match: as many as its head has room for."""
    asking = keep_requests.requests(visitor_or_404().club.id, match_id)
    return asking if match_id is None else asking[:REQUESTS]


@pages.app_template_global("asks_to_keep")
def _asks() -> bool | None:
    """Whether the request that the address names waits; False: a keeper refused it; None: the address names none."""
    visitor = visitor_or_404()
    if request.args.get("asked") != str(visitor.membership_id):
        return None
    return keep_requests.asks(visitor.membership_id)


def _evening(visitor: Visitor) -> int | None:
    """The evening whose table this page is about: that of its match, else the club's last one that goes on."""
    match = named_match()
    return table_codes.evening_at(visitor.club.id, match.evening_id if match else None)


def _secret() -> bytes:
    return str(current_app.config["SECRET_KEY"]).encode()
