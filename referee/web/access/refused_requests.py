"""Requests refused before anything else is looked at: by the server, from another site, or without sense in a phone.

A page of another site can make a browser send a form (cross-site request forgery). Requests with an unsafe method are
judged by headers that the browser sets and no page can. ``Sec-Fetch-Site`` decides where it is sent (over https, and
to this machine). Else the host of ``Origin``, or of ``Referer`` for browsers of before 2020, is compared with the host
of the request; not the port, which a proxy often drops. A browser that sends none of the three hides where the request
comes from; other clients have no cookie that a page of another site could use. Neither has a program: where it asks,
its token counts alone and no cookie is read.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

from referee.web.http.access_log import note_cause
from referee.web.http.error_answers import ErrorAnswer, asks_for_program, error_answer
from referee.words import quoted, say

REFUSED = "referee.refused"
"""Where a server puts the status into the WSGI environment: 413 the body is too long, 503 too many bodies arrive."""
CROWDED = say("Trop de fichiers arrivent en même temps. Revenez en arrière et réessayez dans une minute.")
LATER = 60
"""Seconds."""
READING = ("GET", "HEAD", "OPTIONS")
OWN_SITE = ("same-origin", "none")
"""Values of ``Sec-Fetch-Site`` for a request of our own page, and for one that the user makes in the browser itself."""
BROWSERS = ("Mozilla/", "Opera/")
"""What the ``User-Agent`` of a browser begins with."""
OTHER_SITE = say(
    "Cette demande vient d'un autre site, ou cache d'où elle vient : rien n'a changé. Ouvrez la page de l'arbitre et"
    " réessayez."
)
SERVER_ONLY = frozenset({"clubs.leave", "clubs.recover", "clubs.recover_page", "offline", "service_worker"})
"""Pages about links, roles and other devices, beside those of the blueprint "sharing"."""
INSTEAD = say(
    "Cette page va avec un serveur, et l'arbitre est ici dans le téléphone même. Pour montrer une partie à un autre"
    " téléphone, ouvrez-la et touchez « Plus », puis « Passer la partie »."
)


def init_app(app: Flask) -> None:
    app.before_request(_refused_by_server)
    app.before_request(_from_another_site)
    if app.config["PHONE"]:
        app.before_request(_without_server)


def _refused_by_server() -> tuple[str | Response, int, dict[str, str]] | None:
    status = request.environ.get(REFUSED)
    if status is None:
        return None
    note_cause("uploads" if status == 503 else "body")
    if status != 503:
        abort(status)
    return *error_answer(CROWDED, 503), {"Retry-After": str(LATER)}


def _from_another_site() -> ErrorAnswer | None:
    if request.method in READING or asks_for_program():
        return None
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return None if site in OWN_SITE else error_answer(OTHER_SITE, 403)
    source = request.headers.get("Origin", request.headers.get("Referer"))
    if source is None:
        return error_answer(OTHER_SITE, 403) if request.user_agent.string.startswith(BROWSERS) else None
    host = _host(source)
    if host is None:
        return error_answer(OTHER_SITE, 403)
    if host == _host(f"//{request.host}"):
        return None
    sentence = say(
        "Cette demande vient de « %(origin)s », et l'arbitre croit être « %(host)s » : rien n'a changé. Si c'est bien"
        " son adresse, il tourne derrière un autre serveur : lancez-le avec REFEREE_BEHIND_PROXY=1.",
        origin=quoted(host),
        host=quoted(request.host),
    )
    return error_answer(sentence, 403)


def _host(address: str) -> str | None:
    """The host alone, in lower case; None where there is none."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _without_server() -> ErrorAnswer | None:
    sharing = request.blueprint == "sharing" and request.endpoint != "sharing.name"
    return error_answer(INSTEAD, 404) if sharing or request.endpoint in SERVER_ONLY else None
