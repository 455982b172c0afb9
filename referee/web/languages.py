"""Which language a page speaks: what was chosen on this device, else what the browser asks for, else French."""

from __future__ import annotations

from pathlib import Path

import flask_babel
from flask import Flask, Response, abort, g, redirect, request, session
from flask_babel import Babel

from referee import words
from referee.web.places import back
from referee.words import DEFAULT_LANGUAGE, LANGUAGES, polished

__all__ = ["init_app", "language"]

CATALOGUE = Path(words.__file__).parent


def language() -> str:
    """The language of this request: one of :data:`referee.words.LANGUAGES`; looked up once."""
    if "language" not in g:
        chosen = session.get("language")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES)
    return g.language or DEFAULT_LANGUAGE


def init_app(app: Flask) -> None:
    Babel(
        app,
        default_locale=DEFAULT_LANGUAGE,
        default_translation_directories=str(CATALOGUE),
        locale_selector=language,
    )
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.add_url_rule("/language", "language", _choose, methods=["POST"])


def _gettext(message: str) -> str:
    return polished(flask_babel.gettext(message), language())


def _ngettext(one: str, many: str, n: int) -> str:
    if language() == "fr":
        return polished(one if abs(n) < 2 else many, "fr")
    return polished(flask_babel.ngettext(one, many, n), language())


def _choose() -> Response:
    chosen = request.form.get("language")
    if chosen not in LANGUAGES:
        abort(400)
    session.permanent = True
    session["language"] = chosen
    return redirect(back(), 303)  # type: ignore[return-value]
