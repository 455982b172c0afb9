"""Pages without sense in a phone (links, roles, other devices), and what each says to do instead."""

from __future__ import annotations

from flask import Flask, render_template, request

from referee.words import say

SERVERS_BLUEPRINT = "sharing"
SERVERS = frozenset({"clubs.leave", "clubs.recover", "clubs.recover_page", "offline", "service_worker"})
KEPT = frozenset({"sharing.name"})
INSTEAD = say(
    "Cette page va avec un serveur, et l'arbitre est ici dans le téléphone même. Pour montrer une partie à un autre"
    " téléphone, ouvrez-la et touchez « Plus », puis « Passer la partie »."
)


def init_app(app: Flask) -> None:
    """Answer those pages with a sentence, in a phone alone."""
    if app.config["PHONE"]:
        app.before_request(_instead)


def _instead() -> tuple[str, int] | None:
    endpoint = request.endpoint
    if endpoint in KEPT or (request.blueprint != SERVERS_BLUEPRINT and endpoint not in SERVERS):
        return None
    return render_template("error.html", sentence=INSTEAD), 404
