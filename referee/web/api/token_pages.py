"""The tokens of programs, below the page of sharing: made, named, listed and revoked. A token is shown once."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.store.clubs.api_tokens import make_token, revoke_token, tokens_of
from referee.store.clubs.clubs import KEEPER, WATCHER, club_name
from referee.store.clubs.links import NoKeeper
from referee.web.access.permissions import visitor_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.http.client_key import sent_before
from referee.words import Text, say

pages = Blueprint("tokens", __name__, url_prefix="/share/programs")
LONGEST_NAME, LONGEST_ORIGIN = 40, 200
SHOWN_BEFORE = say("Ce jeton a déjà été montré ; faites-en un autre si besoin.")
NO_NAME = say("Donnez un nom au programme : il est écrit à côté de ce qu'il note.")
NO_ORIGIN = say("L'adresse d'un site est comme « https://exemple.org », sans rien derrière.")


@pages.get("")
def show() -> ResponseReturnValue:
    return _page()


@pages.post("")
def make() -> ResponseReturnValue:
    """Make a token; it is shown on this one page."""
    visitor, role = visitor_or_404(), request.form.get("role")
    if role not in (KEEPER, WATCHER):
        abort(400)
    if sent_before("tokens"):
        return _page(fault=SHOWN_BEFORE)
    name = visible_text(club_name(request.form.get("name", "")))[:LONGEST_NAME]
    origin = request.form.get("origin", "").strip()
    if not name or (origin and not is_origin(origin)):
        return _page(fault=NO_ORIGIN if name else NO_NAME), 422
    try:
        token = make_token(visitor.club, role, name, origin.lower(), visitor.device.id)
    except NoKeeper:
        abort(404)
    return _page(token=token, name=name)


@pages.post("/<int:token_id>/revoke")
def revoke(token_id: int) -> ResponseReturnValue:
    if not revoke_token(visitor_or_404(), token_id):
        abort(404)
    return redirect(url_for(".show"), 303)


def is_origin(text: str) -> bool:
    """Whether a text is the origin of a site, as a browser names it.

    >>> [is_origin(text) for text in ("https://a.org", "http://localhost:5000", "https://a.org/", "a.org", "null")]
    [True, True, False, False, False]
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    whole = f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
    plain = text.isascii() and text.isprintable() and len(text) <= LONGEST_ORIGIN
    return plain and parts.scheme in ("http", "https") and bool(host) and text.lower() == whole


def _page(fault: Text | None = None, **variables: Any) -> str:
    return render_template(
        "api/tokens.html",
        tokens=tokens_of(visitor_or_404().club.id),
        fault=fault,
        typed=request.form if fault else {},
        **variables,
    )
