"""Sharing: links and QR codes that hand on a role; opening one asks before joining."""

from __future__ import annotations

from typing import Any

import segno
from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from markupsafe import Markup
from sqlalchemy import select

from referee.store.clubs import KEEPER, WATCHER, invitation_for, invite, join, revoke
from referee.store.database import db
from referee.store.models import Invitation
from referee.web.access import current, keepers_only, remember

__all__ = ["pages"]

pages = Blueprint("sharing", __name__)
Page = Any


@pages.get("/share")
@keepers_only
def show() -> Page:
    return _page()


@pages.post("/share")
@keepers_only
def make() -> Page:
    """Make a new link; its token is shown on this one page and never again."""
    here = current() or abort(404)
    role = request.form.get("role")
    if role not in (KEEPER, WATCHER):
        abort(400)
    address = url_for(".join_page", token=invite(here.club, role), _external=True)
    code = segno.make(address, error="m").svg_inline(scale=6, border=2, svgclass="qr", lineclass=None, omitsize=True)
    return _page(address=address, code=Markup(code), role=role)


@pages.post("/share/<int:invitation_id>/revoke")
@keepers_only
def end(invitation_id: int) -> Page:
    here = current() or abort(404)
    revoke(here.club, invitation_id)
    return redirect(url_for(".show"), 303)


@pages.get("/join/<token>")
def join_page(token: str) -> Page:
    found = invitation_for(token) or abort(404)
    return render_template("join.html", role=found[0].role, token=token)


@pages.post("/join/<token>")
def join_club(token: str) -> Page:
    found = invitation_for(token) or abort(404)
    device = join(found[0], session.get("device"), request.form.get("name", "").strip()[:40])
    remember(device.key)
    if device.name:
        session["person"] = device.name
    return redirect(url_for("home.show"), 303)


def _page(**shown: Any) -> str:
    here = current() or abort(404)
    query = select(Invitation).where(Invitation.club_id == here.club.id, Invitation.revoked_at.is_(None))
    links = db.session.scalars(query.order_by(Invitation.created_at.desc())).all()
    return render_template("share.html", links=links, **shown)
