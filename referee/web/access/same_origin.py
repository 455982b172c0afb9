"""A form is sent from a page of this very host: a token in the hands of another site's page opens nothing."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, render_template, request

from referee.web.access.permissions import READING
from referee.words import quoted, say

ELSEWHERE = ("cross-site", "same-site")
"""What ``Sec-Fetch-Site`` says of a form of another host's, also where its origin is hidden (a sandboxed frame)."""


def init_app(app: Flask) -> None:
    app.before_request(_from_here)


def _from_here() -> tuple[str, int] | None:
    """Refuse what the browser says comes from another host; where it says nothing, the token alone decides.

    Hosts are compared, not ports: a proxy often passes the one and drops the other.
    """
    origin = request.headers.get("Origin") or "null"
    unknown = origin == "null" and request.headers.get("Sec-Fetch-Site") not in ELSEWHERE
    if request.method in READING or unknown or (_host(origin) and _host(origin) == _host(f"//{request.host}")):
        return None
    sentence = say(
        "Cette demande vient de « %(origin)s », et l'arbitre croit être « %(host)s » : rien n'a changé. Si c'est bien"
        " son adresse, il tourne derrière un autre serveur : lancez-le avec REFEREE_BEHIND_PROXY=1.",
        origin=quoted(origin),
        host=quoted(request.host),
    )
    return render_template("error.html", sentence=sentence), 403


def _host(address: str) -> str | None:
    """The host alone, in lower case; None where there is none."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
