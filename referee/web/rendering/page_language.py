"""Which language a page speaks: what was chosen on this device, else what the browser asks for, else French."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, redirect, request, session, url_for
from flask_babel import Babel
from markupsafe import Markup

from referee import words
from referee.words import DEFAULT_LANGUAGE, LANGUAGES, catalogue, polished

CATALOGUE = Path(words.__file__).parent


def language() -> str:
    """The language of this request: one of :data:`referee.words.LANGUAGES`; looked up once."""
    found: str | None = g.get("language")
    if found is None:
        chosen = session.get("language")
        found = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES)
        found = g.language = found or DEFAULT_LANGUAGE
    return found


def init_app(app: Flask) -> None:
    for compiled in set() if app.config["PHONE"] else set(LANGUAGES) - {DEFAULT_LANGUAGE}:
        catalogue(compiled)  # else Flask-Babel would speak French without a word
    Babel(
        app, default_locale=DEFAULT_LANGUAGE, default_translation_directories=str(CATALOGUE), locale_selector=language
    )
    app.jinja_env.globals.update(_=said, gettext=said, ngettext=said_of)
    app.add_url_rule("/language", "language", _choose, methods=["POST"])


def said(message: str, /, **values: Any) -> str:
    """A sentence of a template in the reader's language; values that stand in it are escaped."""
    sentence = _sentence(message, language())
    return sentence % values if values or "%" in sentence else sentence


def said_of(singular: str, many: str, n: int, /, **values: Any) -> str:
    """A sentence that depends on a number; ``%(num)s`` is the number itself."""
    return _sentence_of(singular, many, n, language()) % {"num": n, **values}


def _sentence(message: str, language: str) -> Markup:
    return Markup(polished(message if language == "fr" else catalogue(language).gettext(message), language))


def _sentence_of(singular: str, many: str, n: int, language: str) -> Markup:
    if language == "fr":
        return Markup(polished(singular if abs(n) < 2 else many, language))
    return Markup(polished(catalogue(language).ngettext(singular, many, n), language))


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
