"""A sentence instead of an error code."""

from __future__ import annotations

from flask import Flask, render_template
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError, OperationalError
from werkzeug.exceptions import HTTPException

from referee.store.database import WRITING, db
from referee.words import Text, say

__all__ = ["init_app"]

SENTENCES = {
    400: say("Cette demande n'a pas été comprise. Revenez en arrière et réessayez."),
    403: say("Ce téléphone regarde seulement : pour noter, demandez à la table un code « Pour noter aussi »."),
    404: say("Cette page n'existe pas, ou pas pour votre table."),
    405: say("Cette page ne s'ouvre pas ainsi."),
    409: say("Ce qui était à corriger n'est plus là : un autre téléphone l'a retiré entre-temps. Rien n'a changé."),
    413: say("C'est trop long pour une feuille de score."),
    500: say("Quelque chose s'est mal passé chez nous. Rien d'enregistré n'est perdu."),
    503: say(
        "Quelqu'un d'autre est en train d'écrire. Revenez en arrière et réessayez dans un instant :"
        " ce que vous avez tapé y sera encore."
    ),
}
BUSY = "SQLITE_BUSY"
"""How SQLite's names for "somebody else writes" begin."""
STALE = say("Cette page a vieilli. Revenez en arrière, rechargez-la : ce que vous avez tapé y sera encore.")


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _show)
    app.register_error_handler(CSRFError, _stale)
    app.register_error_handler(DataError, _unkeepable)
    app.register_error_handler(OperationalError, _busy)


def _show(error: HTTPException) -> tuple[str, int]:
    code = error.code or 500
    return _page(SENTENCES.get(code, SENTENCES[400] if code < 500 else SENTENCES[500]), code)


def _busy(error: OperationalError) -> tuple[str, int]:
    """Somebody else wrote for longer than anybody waits; what else the database cannot do stays an error."""
    if not getattr(error.orig, "sqlite_errorname", "").startswith(BUSY):
        raise error
    db.session.rollback()
    WRITING.set(False)  # the page itself only reads, and so it does not wait again
    return _page(SENTENCES[503], 503)


def _unkeepable(error: DataError) -> tuple[str, int]:
    """Something typed that the database has no place for, such as a NUL byte."""
    db.session.rollback()
    return _page(SENTENCES[400], 400)


def _stale(error: CSRFError) -> tuple[str, int]:
    return _page(STALE, 400)


def _page(sentence: Text, code: int) -> tuple[str, int]:
    return render_template("error.html", sentence=sentence), code
