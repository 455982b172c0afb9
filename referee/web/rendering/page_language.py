"""The language of a page: chosen on this device, else what the browser asks for, else French; sentences in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, g, redirect, request, session, url_for
from flask_babel import Babel
from markupsafe import Markup

from referee import words
from referee.words import DEFAULT_LANGUAGE, LANGUAGES, Renderable, catalogue, polished
from referee.words.direction import isolated_in_markup

MARKUP = ("text/html", "image/svg+xml")


def language() -> str:
    """The language of this request, one of :data:`referee.words.LANGUAGES`; looked up once."""
    known: str | None = g.get("language")
    if known is None:
        chosen = session.get("language")
        best = chosen if chosen in LANGUAGES else request.accept_languages.best_match(LANGUAGES)
        known = g.language = best or DEFAULT_LANGUAGE
    return known


def init_app(app: Flask) -> None:
    if not app.config["PHONE"]:
        for compiled in set(LANGUAGES) - {DEFAULT_LANGUAGE}:
            catalogue(compiled)  # else Flask-Babel would speak French without a word
    folder = str(Path(words.__file__).parent)
    Babel(app, default_locale=DEFAULT_LANGUAGE, default_translation_directories=folder, locale_selector=language)
    app.jinja_env.globals.update(_=translated, gettext=translated, ngettext=translated_plural)
    app.add_url_rule("/language", "language", _choose, methods=["POST"])
    app.after_request(_isolate)


def _isolate(response: Response) -> Response:
    """Isolate the right-to-left names of a page or a picture, so that they turn round no number beside them."""
    if response.mimetype in MARKUP and not response.direct_passthrough and not response.is_streamed:
        shown = response.get_data(as_text=True)
        isolated = isolated_in_markup(shown)
        if isolated != shown:
            response.set_data(isolated)
    return response


def localize(value: Renderable | str | int | None) -> str:
    """A sentence or a value in the reader's language."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return value if isinstance(value, str) else value.render(language())


def translated(message: str, /, **values: Any) -> str:
    """A sentence of a template in the reader's language; values in it are escaped."""
    own = language()
    sentence = Markup(polished(message if own == DEFAULT_LANGUAGE else catalogue(own).gettext(message), own))
    return sentence % values if values or "%" in sentence else sentence


def translated_plural(singular: str, plural: str, n: int, /, **values: Any) -> str:
    """A sentence that depends on a number; ``%(num)s`` is the number itself."""
    own = language()
    if own == DEFAULT_LANGUAGE:
        sentence = singular if abs(n) < 2 else plural
    else:
        sentence = catalogue(own).ngettext(singular, plural, n)
    return Markup(polished(sentence, own)) % {"num": n, **values}


def _choose() -> Response:
    chosen = request.form.get("language")
    if chosen not in LANGUAGES:
        abort(400)
    session.permanent = True
    session["language"] = chosen
    return redirect(_back(), 303)  # type: ignore[return-value]


def _back() -> str:
    """The address in the form's field ``back`` if it is one of this application; else the home page."""
    address = request.form.get("back", "")
    foreign = not address.isprintable() or any(urlsplit(address)[:2])
    foreign = foreign or not address.startswith("/") or address.startswith(("//", "/\\"))
    return url_for("home.show") if foreign else address
