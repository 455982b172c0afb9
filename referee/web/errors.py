"""A sentence instead of an error code."""

from __future__ import annotations

from flask import Flask, render_template
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError
from werkzeug.exceptions import HTTPException

from referee.store.database import db
from referee.words import Text, say

__all__ = ["init_app"]

SENTENCES = {
    400: say("Cette demande n'a pas été comprise. Revenez en arrière et réessayez."),
    403: say("Ce téléphone regarde seulement : pour noter, demandez à la table un code « Pour noter aussi »."),
    404: say("Cette page n'existe pas, ou pas pour votre table."),
    405: say("Cette page ne s'ouvre pas ainsi."),
    413: say("C'est trop long pour une feuille de score."),
    429: say("Trop de demandes d'un coup : attendez une minute."),
    500: say("Quelque chose s'est mal passé chez nous. Rien d'enregistré n'est perdu."),
}
STALE = say("Cette page a vieilli. Revenez en arrière, rechargez-la : ce que vous avez tapé y sera encore.")


def init_app(app: Flask) -> None:
    app.register_error_handler(HTTPException, _show)
    app.register_error_handler(CSRFError, _stale)
    app.register_error_handler(DataError, _unkeepable)


def _show(error: HTTPException) -> tuple[str, int]:
    code = error.code or 500
    return _page(SENTENCES.get(code, SENTENCES[400] if code < 500 else SENTENCES[500]), code)


def _unkeepable(error: DataError) -> tuple[str, int]:
    """Something typed that the database has no place for, such as a NUL byte."""
    db.session.rollback()
    return _page(SENTENCES[400], 400)


def _stale(error: CSRFError) -> tuple[str, int]:
    return _page(STALE, 400)


def _page(sentence: Text, code: int) -> tuple[str, int]:
    return render_template("error.html", sentence=sentence), code
