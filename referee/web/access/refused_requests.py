"""The page of a request that the server refused before its body was read."""

from __future__ import annotations

from flask import Flask, abort, render_template, request

from referee.words import say

REFUSED = "referee.refused"
"""Where a server puts the status into the WSGI environment: 413 a body too long, 503 too many on their way."""

CROWDED = say("Trop de fichiers arrivent en même temps. Revenez en arrière et réessayez dans une minute.")
LATER = 60
"""Seconds."""


def init_app(app: Flask) -> None:
    app.before_request(_refuse)


def _refuse() -> tuple[str, int, dict[str, str]] | None:
    status = request.environ.get(REFUSED)
    if status is None:
        return None
    if status != 503:
        abort(status)
    return render_template("error.html", sentence=CROWDED), 503, {"Retry-After": str(LATER)}
