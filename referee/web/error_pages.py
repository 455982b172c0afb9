"""The answers of errors, a sentence beside a status code; and ``/healthz``."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from flask import Flask, Response, current_app, g, redirect, render_template, request, url_for
from sqlalchemy import text
from sqlalchemy.exc import DataError, SQLAlchemyError
from werkzeug.exceptions import HTTPException

from referee.store.database.database_errors import AWAY, BUSY, FULL, REPLACED, error_name, trouble
from referee.store.database.file_identity import FileReplaced, require_file
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full
from referee.store.database.transactions import Busy, end_reading, reading_apart
from referee.store.matches.stored_match import DamagedMatch, is_stored
from referee.web.access.heavy_requests import Occupied
from referee.web.http.access_log import note_cause
from referee.web.http.error_answers import ErrorAnswer, asks_for_program, error_answer
from referee.web.rendering.page_language import localize
from referee.web.rendering.paging import NoSuchPlace
from referee.words import say
from referee.words.system_errors import REPLACED as FILE_REPLACED

Page = tuple[str | Response, int, dict[str, str]]

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

TO_PROGRAMS = {
    401: say("Il faut un jeton qui ouvre encore : une table en donne un sous « Partager », puis « Programmes »."),
    403: say("Ce jeton lit seulement : pour noter, demandez à la table un jeton qui note."),
    404: say("Rien ici n'a ce nom, ou pas pour la table de ce jeton."),
}
"""What a program is told where a phone is told something else."""

TROUBLE = {
    BUSY: SENTENCES[503],
    AWAY: say(
        "La base de données ne répond pas ; rien d'enregistré n'est perdu. Revenez en arrière et réessayez dans un"
        " instant : ce que vous avez tapé y sera encore."
    ),
    FULL: say(
        "Le disque de l'arbitre est plein : il ne peut rien noter de plus ; rien d'enregistré n'est perdu. Prévenez qui"
        " le fait tourner, puis revenez en arrière et réessayez : ce que vous avez tapé y sera encore."
    ),
    REPLACED: say(
        "Le fichier où l'arbitre note n'est plus à sa place : il ne peut rien noter de plus. Prévenez qui le fait"
        " tourner, puis revenez en arrière et réessayez : ce que vous avez tapé y sera encore."
    ),
}
"""The sentences of a database that does not work now, by the kind of its trouble."""
DATABASE_AWAY = say("La base de données ne répond pas.")
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
NO_ROOM_HERE = say(
    "Il n'y a plus de place sur ce téléphone : l'arbitre ne peut rien noter de plus ; rien d'enregistré n'est perdu."
    " Faites de la place, puis revenez en arrière et réessayez : ce que vous avez tapé y sera encore."
)
"""The sentence of a full disk in a phone."""
NOT_HERE_YET = say("Cette page n'est pas encore sur ce téléphone : rouvrez l'arbitre avec du réseau, et revenez-y.")
"""The sentence in a phone of a page whose modules have not been downloaded yet."""
IN_ANOTHER_PHONE = say(
    "Cette partie n'est pas dans ce téléphone : son adresse seule ne l'apporte pas. Sur le téléphone qui la note,"
    " touchez « Plus », puis « Passer la partie » ; puis scannez le code d'ici."
)
"""The sentence in a phone of an address that was copied from another one."""
DAMAGED = say(
    "Cette partie est abîmée : ce qui en est gardé ne se relit pas. Les autres parties n'ont rien. Vous pouvez la"
    " supprimer ; pendant trente jours, elle reste dans la corbeille."
)
INSUFFICIENT_STORAGE = 507
SOON = {"Retry-After": "5"}
"""Seconds."""


def init_app(app: Flask) -> None:
    app.add_url_rule("/healthz", "healthz", _health)
    app.register_error_handler(HTTPException, _show)
    app.register_error_handler(DataError, _unkeepable)
    app.register_error_handler(Full, lambda error: error_answer(error.sentence, INSUFFICIENT_STORAGE))
    app.register_error_handler(DamagedMatch, _damaged)
    app.register_error_handler(NoSuchPlace, _first_page)
    app.register_error_handler(Occupied, _occupied)
    app.register_error_handler(Busy, lambda _error: _unavailable(BUSY, "write_lock"))
    app.register_error_handler(SQLAlchemyError, _database)
    app.register_error_handler(OSError, _disk)
    if app.config["PHONE"]:
        app.register_error_handler(ConnectionError, lambda _error: error_answer(NOT_HERE_YET, 503))


def full_page(error: Full, page: Callable[[], Any]) -> tuple[str, int]:
    """507: the page as it was, with what was typed, and above it what is full."""
    g.full = error.sentence
    answer = page()
    shown = answer[0] if isinstance(answer, tuple) else answer
    return shown, INSUFFICIENT_STORAGE


def _show(error: HTTPException) -> Page:
    code = error.code or 500
    if code == 404 and current_app.config["PHONE"] and _in_another_phone():
        return render_template("error.html", sentence=IN_ANOTHER_PHONE, receives=True), 404, {}
    sentence = SENTENCES.get(code, SENTENCES[400] if code < 500 else SENTENCES[500])
    if not asks_for_program():
        return *error_answer(sentence, code), {}
    others = {name: value for name, value in error.get_headers() if name in ("Allow", "WWW-Authenticate")}
    return *error_answer(TO_PROGRAMS.get(code, sentence), code), others


def _in_another_phone() -> bool:
    """Whether the address is of a match that is not stored here."""
    top, _, below = request.path[1:].partition("/")
    return top == "matches" and not is_stored(below.partition("/")[0])


def _damaged(error: DamagedMatch) -> ErrorAnswer:
    current_app.logger.error("match %s is damaged: %s", error.match.public_id, repr(error.__cause__))
    if asks_for_program():
        return error_answer(DAMAGED, 500)
    page = render_template("error.html", sentence=DAMAGED, damaged=error.match.public_id, reasons=error.sentences)
    return page, 500


def _first_page(error: NoSuchPlace) -> Any:
    """The first page of a list in place of one that begins at nothing; its filters stay."""
    others = [(name, value) for name, value in request.args.items(multi=True) if name != error.parameter]
    path = url_for(request.endpoint or "home.show", **(request.view_args or {}))
    return redirect(f"{path}?{urlencode(others)}" if others else path)


def _occupied(error: Occupied) -> Page:
    note_cause("heavy requests")
    return *error_answer(error.sentence, 503), SOON


def _database(error: SQLAlchemyError) -> Page:
    """503 for a database that does not work now; any other error is raised again."""
    kind = trouble(error)
    if kind is None:
        raise error
    return _unavailable(kind, error_name(error))


def _disk(error: OSError) -> Page:
    if error.errno not in NO_ROOM:
        raise error
    return _unavailable(FULL, errno.errorcode[error.errno])


def _unavailable(kind: str, word: str) -> Page:
    """503, made without the database, and a line in the log without any values; of a replaced file there is one."""
    note_cause(f"database {kind}")
    if kind != REPLACED:
        current_app.logger.error("database %s (%s): 503 for %s %s", kind, word, request.method, request.endpoint)
    with suppress(SQLAlchemyError):
        end_reading()
    g.visitor = None
    sentence = NO_ROOM_HERE if kind == FULL and current_app.config["PHONE"] else TROUBLE[kind]
    return *error_answer(sentence, 503), SOON


def _unkeepable(error: DataError) -> ErrorAnswer:
    """400 for a text that the database cannot store, such as one with a NUL byte."""
    end_reading()
    return error_answer(SENTENCES[400], 400)


def _health() -> tuple[str, int, dict[str, str]]:
    """Read a row of a table: ``SELECT 1`` may still succeed when the database is gone, and any row when its file is."""
    plain = {"Content-Type": "text/plain; charset=utf-8"}
    try:
        require_file(db.engine)
        with reading_apart() as connection:
            connection.execute(text("SELECT version_num FROM alembic_version")).one()
    except FileReplaced:
        note_cause("database replaced")
        return f"{localize(FILE_REPLACED)}\n", 503, plain
    except (sqlite3.Error, SQLAlchemyError) as error:
        kind = trouble(error) if isinstance(error, SQLAlchemyError) else None
        note_cause(f"database {kind or AWAY}")
        return f"{localize(DATABASE_AWAY)}\n", 503, plain
    return "ok\n", 200, plain
