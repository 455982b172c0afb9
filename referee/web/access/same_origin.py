"""Refuse requests that a page of another site makes a browser send (cross-site request forgery).

Requests with an unsafe method are judged by headers that the browser sets and no page can. ``Sec-Fetch-Site`` decides
where it is sent (over https, and to this machine). Else the host of ``Origin``, or of ``Referer`` for browsers of
before 2020, is compared with the host of the request. Hosts are compared, not ports: a proxy often drops the port. A
browser that sends none of the three hides where the request comes from; other clients have no cookie that a page of
another site could use.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, render_template, request

from referee.web.access.permissions import READING
from referee.words import Text, quoted, say

OWN_SITE = ("same-origin", "none")
"""Values of ``Sec-Fetch-Site`` for a request of our own page, and for one that the user makes in the browser itself."""
BROWSERS = ("Mozilla/", "Opera/")
"""What the ``User-Agent`` of a browser begins with."""

OTHER_SITE = say(
    "Cette demande vient d'un autre site, ou cache d'où elle vient : rien n'a changé. Ouvrez la page de l'arbitre et"
    " réessayez."
)


def init_app(app: Flask) -> None:
    app.before_request(_check)


def _check() -> tuple[str, int] | None:
    if request.method in READING:
        return None
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return None if site in OWN_SITE else _refused(OTHER_SITE)
    source = request.headers.get("Origin", request.headers.get("Referer"))
    if source is None:
        return _refused(OTHER_SITE) if request.user_agent.string.startswith(BROWSERS) else None
    host, own = _host(source), _host(f"//{request.host}")
    if host is None:
        return _refused(OTHER_SITE)
    return None if host == own else _refused(_other_host(host))


def _other_host(host: str) -> Text:
    return say(
        "Cette demande vient de « %(origin)s », et l'arbitre croit être « %(host)s » : rien n'a changé. Si c'est bien"
        " son adresse, il tourne derrière un autre serveur : lancez-le avec REFEREE_BEHIND_PROXY=1.",
        origin=quoted(host),
        host=quoted(request.host),
    )


def _refused(sentence: Text) -> tuple[str, int]:
    return render_template("error.html", sentence=sentence), 403


def _host(address: str) -> str | None:
    """The host alone, in lower case; None where there is none."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None
