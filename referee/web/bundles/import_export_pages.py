"""Export and import: a match's sheet for a spreadsheet, the whole club as one file; the backups of a phone.

An archive that was sent waits (``waiting_files.py``) until its keeper has seen what it brings.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, send_file
from flask import url_for as url
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import SQLAlchemyError

from referee.bundles.export import damage_sentence, export_club, no_progress
from referee.bundles.kept_imports import import_club, import_progress, imports_of, take_back, what_it_brought
from referee.bundles.papers.results_csv import match_columns, results_csv
from referee.bundles.preview import BundlePreview, preview_of
from referee.bundles.untrusted_zip import MIB, USUAL_LIMITS, ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.csv_sheet import sheet_csv
from referee.store.clubs.backups import Backup, backup_of, note_backup, put_off
from referee.store.database.database_errors import FULL, trouble
from referee.store.database.models import KeptImport, now
from referee.store.database.quotas import Full
from referee.store.database.transactions import end_reading
from referee.store.evenings.evenings import evening_named
from referee.store.matches.finished_results import finished_matches
from referee.store.matches.match_day import day_of
from referee.web.access.form_limits import LARGEST_UPLOAD
from referee.web.access.heavy_requests import club_budget, heavy
from referee.web.access.permissions import current_visitor, match_or_404, visitor_or_404
from referee.web.bundles.waiting_files import claim_file, clean_filename, club_of, created, new_name, path_of
from referee.web.error_pages import full_page
from referee.web.rendering.page_language import language
from referee.words import Text, say, say_n

pages = Blueprint("transfer", __name__)
backup_pages = Blueprint("backup", __name__)
"""Where the application runs in a phone."""

A_WHILE = 2.0
"""Seconds that one request imports matches: a larger club takes several."""


@pages.get("/matches/<public_id>/sheet.csv")
def sheet(public_id: str) -> ResponseReturnValue:
    stored_match = match_or_404(public_id)
    columns = match_columns(stored_match, language())
    content = sheet_csv(stored_match.replay.state.table, stored_match.replay.rounds, language(), columns)
    return _csv_response(
        content, f"{stored_match.setup.game.id}-{day_of(stored_match.evening_id, stored_match.created_at)}.csv"
    )


@pages.get("/evenings/<public_id>/results.csv")
def evening_results(public_id: str) -> ResponseReturnValue:
    """The results of an evening for a spreadsheet."""
    club_id = visitor_or_404().club.id
    evening = evening_named(club_id, public_id) or abort(404)
    content = results_csv(finished_matches(club_id, evening), language())
    return _csv_response(content, f"{evening.day}.csv")


@pages.get("/club/results.csv")
@heavy
def club_results() -> ResponseReturnValue:
    """The results of all finished matches of the club for a spreadsheet."""
    content = results_csv(finished_matches(visitor_or_404().club.id), language())
    return _csv_response(content, f"referee-{date.today():%Y-%m-%d}.csv")


def _csv_response(content: bytes, name: str) -> Response:
    response = Response(content, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@pages.errorhandler(ArchiveRefused)
@backup_pages.errorhandler(ArchiveRefused)
def _refusal(error: ArchiveRefused) -> ResponseReturnValue:
    return _page(error.sentence), 422


@pages.errorhandler(Full)
def _full(error: Full) -> ResponseReturnValue:
    return full_page(error, _page)


@pages.get("/club/export")
@heavy
def export() -> ResponseReturnValue:
    """The archive of the club; where matches are damaged, first a page that names them."""
    left_out: list[str] = []
    answer = archive_response(visitor_or_404().club.id, left_out=left_out)
    if left_out and "without" not in request.args:
        answer.close()
        return _page(damage_sentence(left_out), incomplete=True)
    return answer


def archive_response(
    club_id: int,
    only: Collection[str] | None = None,
    left_out: list[str] | None = None,
    names: Mapping[str, str] = MappingProxyType({}),
) -> Response:
    """The archive of a club, or of the matches ``only``; the other parameters are those of ``export_club``.

    :raises ArchiveRefused: it is too large for an import by a page.
    """
    stream = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it has been sent
    try:
        budget = club_budget()
        progress = no_progress if budget is None else lambda _done, _of: budget.spend(0)
        whole = export_club(club_id, stream, progress, only, left_out, names)
        if stream.tell() > LARGEST_UPLOAD or whole > USUAL_LIMITS.total:
            raise ArchiveRefused(_too_large(whole))
    except BaseException:
        stream.close()
        raise
    stream.seek(0)
    name = f"referee-club-{date.today():%Y-%m-%d}.zip"
    response = send_file(stream, mimetype="application/zip", as_attachment=True, download_name=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _too_large(size: int) -> Text:
    if current_app.config["PHONE"]:
        return say("Ce club est trop gros pour un fichier qui se laisse restaurer.")
    return say(
        "Ce club est trop gros pour revenir par cette page. Sur la machine qui sert l'arbitre : « referee export »,"
        " puis « referee import --largest %(needed)s ».",
        needed=-(-size // MIB),
    )


@pages.get("/club/import")
def ask() -> ResponseReturnValue:
    return _page()


@pages.post("/club/import")
@heavy
def upload() -> ResponseReturnValue:
    """Keep the archive that was sent and show what it brings; nothing has changed yet."""
    club_id = visitor_or_404().club.id
    sent = request.files.get("archive")
    if sent is None or not sent.filename:
        return _page(say("Choisissez d'abord le fichier du club.")), 422
    name = new_name(club_id)
    with created(name) as stream:
        sent.save(stream)
        preview = preview_of(ClubFile(stream, budget=club_budget()), club_id)
    return _page(preview=preview, name=name, filename=clean_filename(sent.filename))


@pages.post("/club/import/<name>")
@heavy
def confirm(name: str) -> ResponseReturnValue:
    """Import matches of the archive for :data:`A_WHILE`, or drop it; it is deleted once all of it is in."""
    club_id = club_of(name)
    try:
        if "drop" in request.form:
            path_of(name).unlink()
            return redirect(url(".ask"), 303)
        return import_waiting(name, club_id, clean_filename(request.form.get("filename", "")))
    except FileNotFoundError:  # the second of two taps, or it has waited too long
        return _page(say("Ce fichier n'attend plus ici. S'il n'est pas importé, envoyez-le encore une fois.")), 409


def import_waiting(name: str, club_id: int, filename: str = "") -> ResponseReturnValue:
    """Import matches of an archive that waits for :data:`A_WHILE`: 303 to the evenings, or to the rest of it.

    :param filename: of the file that was sent.
    :raises FileNotFoundError: it waits no more.
    """
    end = time.monotonic() + A_WHILE
    with claim_file(name) as claim:
        file = ClubFile(claim.stream, budget=club_budget())
        loaded = import_club(file, club_id, is_over=lambda: time.monotonic() > end, name=filename)
        claim.waits_again = not loaded.finished
    address = url("transfer.going", name=name) if claim.waits_again else url("evenings.index", imported=1)
    return redirect(address, 303)


@pages.get("/club/import/<name>")
def going(name: str) -> ResponseReturnValue:
    """How far the import of a large archive came, and the form that goes on with it."""
    kept_import = next((kept for kept in imports_of(club_of(name)) if not kept.finished), None)
    if kept_import is None:
        return redirect(url(".ask"), 303)
    return render_template("bundles/import_going.html", kept=kept_import, name=name)


@pages.post("/club/imported/<int:import_id>/back")
def back(import_id: int) -> ResponseReturnValue:
    """Take an import of the last day back as a whole."""
    taken = take_back(visitor_or_404().club.id, import_id)
    if taken is None:
        abort(404)
    lines = [say_n("%(n)s partie est retirée.", "%(n)s parties sont retirées.", taken.gone)]
    if taken.stay:
        more = say_n(
            "%(n)s partie a continué depuis : elle reste.",
            "%(n)s parties ont continué depuis : elles restent.",
            taken.stay,
        )
        lines.append(more)
    if taken.went_on:
        more = say_n(
            "%(n)s partie qui était déjà ici garde ses nouvelles saisies : annulez-les dans la partie.",
            "%(n)s parties qui étaient déjà ici gardent leurs nouvelles saisies : annulez-les dans les parties.",
            taken.went_on,
        )
        lines.append(more)
    return _page(taken_back=lines)


pages.app_template_global("how_far")(import_progress)
pages.app_template_global("what_it_brought")(what_it_brought)


@pages.app_template_global()
def imports_of_today() -> Sequence[KeptImport]:
    """The imports of the visitor's club that can be taken back, the latest first."""
    visitor = current_visitor()
    return imports_of(visitor.club.id) if visitor and visitor.keeps else ()


@backup_pages.get("/backup", endpoint="show")
def show_backup(fault: Text | None = None) -> ResponseReturnValue:
    persisted = request.headers.get("X-Storage-Persisted", "")
    return render_template("bundles/backup.html", backup=club_backup(), persisted=persisted, fault=fault)


@backup_pages.post("/backup", endpoint="make")
def make_backup() -> ResponseReturnValue:
    """The whole club as one file; where matches are damaged, first a page that names them.

    On a full phone the date is not stored: the file matters more.
    """
    moment, club_id, left_out = now(), visitor_or_404().club.id, list[str]()
    answer = archive_response(club_id, left_out=left_out)
    if left_out and "without" not in request.form:
        answer.close()
        return show_backup(damage_sentence(left_out))
    try:
        note_backup(club_id, moment)
    except SQLAlchemyError as error:
        if trouble(error) != FULL:
            raise
        end_reading()
    return answer


@backup_pages.post("/backup/later", endpoint="later")
def remind_later() -> ResponseReturnValue:
    put_off(visitor_or_404().club.id)
    return redirect(url("home.show"), 303)


@backup_pages.app_template_global()
def club_backup() -> Backup:
    return backup_of(visitor_or_404().club.id)


def _page(
    fault: Text | None = None,
    preview: BundlePreview | None = None,
    name: str = "",
    filename: str = "",
    taken_back: Sequence[Text] = (),
    incomplete: bool = False,
) -> str:
    return render_template(
        "bundles/import_export.html",
        fault=fault,
        preview=preview,
        name=name,
        filename=filename,
        most=LARGEST_UPLOAD // MIB,
        taken_back=taken_back,
        incomplete=incomplete,
    )
