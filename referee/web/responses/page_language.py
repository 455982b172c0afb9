"""Which language a page speaks: what was chosen on this device, else what the browser asks for, else French."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import flask_babel
from flask import Flask, Response, abort, g, redirect, request, session, url_for
from flask_babel import Babel

from referee import words
from referee.words import DEFAULT_LANGUAGE, LANGUAGES, polished

CATALOGUE = Path(words.__file__).parent


def language() -> str:
    """The language of this request: one of :data:`referee.words.LANGUAGES`; looked up once."""
    if "language" not in g:
        chosen = session.get("language")
        g.language = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES)
    return g.language or DEFAULT_LANGUAGE


def init_app(app: Flask) -> None:
    for compiled in set(LANGUAGES) - {DEFAULT_LANGUAGE}:
        words.catalogue(compiled)  # else Flask-Babel would speak French without a word
    Babel(
        app, default_locale=DEFAULT_LANGUAGE, default_translation_directories=str(CATALOGUE), locale_selector=language
    )
    app.jinja_env.install_gettext_callables(_gettext, _ngettext, newstyle=True)  # type: ignore[attr-defined]
    app.add_url_rule("/language", "language", _choose, methods=["POST"])


def _gettext(message: str) -> str:
    return polished(flask_babel.gettext(message), language())


def _ngettext(single: str, many: str, n: int) -> str:
    if language() == "fr":
        return polished(single if abs(n) < 2 else many, "fr")
    return polished(flask_babel.ngettext(single, many, n), language())


def _choose() -> Response:
    chosen = request.form.get("language")
    if chosen not in LANGUAGES:
        abort(400)
    session.permanent = True
    session["language"] = chosen
    return redirect(_back(), 303)  # type: ignore[return-value]


def _back() -> str:
    """The page the form was on (its ``back`` field), if it is one of ours; else the home page."""
    address = request.form.get("back", "")
    foreign = not address.isprintable() or any(urlsplit(address)[:2])
    foreign = foreign or not address.startswith("/") or address.startswith(("//", "/\\"))
    return url_for("home.show") if foreign else address
