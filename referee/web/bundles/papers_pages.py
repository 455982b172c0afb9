"""Scores kept elsewhere: a table is pasted or sent as a file, shown as it is taken, corrected, and recorded whole.

What was sent waits (``waiting_files.py``); every other step sends the choices alone and shows what comes of them.
"""

from __future__ import annotations

from contextlib import closing

from flask import Blueprint, current_app, redirect, render_template, request
from flask import url_for as url
from flask.typing import ResponseReturnValue

from referee.bundles.kept_imports import imports_of, take_back
from referee.bundles.papers.paper import IN_A_PHONE, LARGEST, SECONDS, CpuBudget, PaperRefused
from referee.bundles.papers.paper_bundle import write_bundle
from referee.bundles.papers.reading import read_file
from referee.bundles.preview import preview_of
from referee.bundles.untrusted_zip import MIB, ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.store.database.quotas import Full
from referee.web.access.heavy_requests import club_budget, heavy
from referee.web.access.permissions import visitor_or_404
from referee.web.bundles.import_export_pages import import_waiting
from referee.web.bundles.paper_choices import choices_of
from referee.web.bundles.paper_reading import paper_view
from referee.web.bundles.paper_view import PaperView
from referee.web.bundles.waiting_files import claim_file, clean_filename, club_of, created, new_name, path_of
from referee.web.clubs.my_clubs_pages import name_of_phone
from referee.web.error_pages import full_page
from referee.web.rendering.page_language import localize
from referee.words import Text, say

pages = Blueprint("papers", __name__)

GONE = say("Ce tableau n'attend plus ici. S'il n'est pas noté, envoyez-le encore une fois.")


@pages.get("/club/papers")
def ask() -> ResponseReturnValue:
    return _ask_page()


@pages.post("/club/papers")
@heavy
def upload() -> ResponseReturnValue:
    """Keep the table that was sent, and lead to the page that shows what it is taken for."""
    club_id = visitor_or_404().club.id
    text = request.form.get("table", "")
    content = _sent_file() or text.encode("utf-8", "replace")
    if not content.strip():
        return _ask_page(say("Collez d'abord un tableau, ou choisissez un fichier.")), 422
    try:
        read_file(content, budget=_budget())
    except PaperRefused as refused:
        return _ask_page(refused.sentence, text), 422
    name = new_name(club_id)
    with created(name) as stream:
        stream.write(content)
    return redirect(url(".show", name=name, filename=_sent_name() or None), 303)


def _sent_name() -> str:
    """The name of the file that was sent; "" of a table that was pasted."""
    file = request.files.get("file")
    return clean_filename(file.filename or "") if file is not None else ""


def _sent_file() -> bytes:
    file = request.files.get("file")
    if file is None:
        return b""
    with closing(file):
        content: bytes = file.read()
    return content


@pages.get("/club/papers/<name>")
@heavy
def show(name: str) -> ResponseReturnValue:
    """The table with what it is taken for; nothing is recorded."""
    return _show(name)


@pages.post("/club/papers/<name>")
@heavy
def decide(name: str) -> ResponseReturnValue:
    """Show what comes of the choices; ``record``: record all of it, ``drop``: forget the table."""
    club_of(name)
    if "drop" in request.form:
        path_of(name).unlink(missing_ok=True)
        return redirect(url(".ask"), 303)
    return _record(name) if "record" in request.form else _show(name)


@pages.errorhandler(PaperRefused)
@pages.errorhandler(ArchiveRefused)
def _refusal(error: PaperRefused | ArchiveRefused) -> ResponseReturnValue:
    return _ask_page(error.sentence), 422


def _show(name: str) -> ResponseReturnValue:
    club_of(name)
    try:
        content = path_of(name).read_bytes()
    except FileNotFoundError:
        return _ask_page(GONE), 409
    return _view_page(name, _view(content))


def _view(content: bytes) -> PaperView:
    return paper_view(content, choices_of(request.form or request.args), visitor_or_404().club.id, _budget())


def _budget() -> CpuBudget:
    return CpuBudget(IN_A_PHONE if current_app.config["PHONE"] else SECONDS)


def _record(name: str) -> ResponseReturnValue:
    """Record all of the table, or nothing where something is still open."""
    try:
        with claim_file(name) as claim:
            view = _view(claim.stream.read())
            if not view.may_be_recorded:
                claim.waits_again = True
                return _view_page(name, view, say("Rien n'est noté : il reste quelque chose à régler.")), 422
            try:
                return _brought_in(view)
            except Full as error:
                claim.waits_again = True
                return full_page(error, lambda: _view_page(name, view))
    except FileNotFoundError:  # the second of two taps, or it has waited too long
        return _ask_page(GONE), 409


def _brought_in(view: PaperView) -> ResponseReturnValue:
    """Bring the matches in as an import does, which can be taken back as a whole; raises Full, with nothing brought."""
    visitor = visitor_or_404()
    name = new_name(visitor.club.id)
    with created(name) as stream:
        write_bundle(stream, visitor.club.id, view.new, localize(name_of_phone(visitor.device.id)))
        preview_of(ClubFile(stream, budget=club_budget()), visitor.club.id)
    try:
        return import_waiting(name, visitor.club.id, view.choices.filename)
    except Full:
        take_back_unfinished(visitor.club.id)
        raise


def take_back_unfinished(club_id: int) -> None:
    """Take back the import that was broken off: a table goes in whole, or nothing of it."""
    broken_off = next((kept_import for kept_import in imports_of(club_id) if not kept_import.finished), None)
    if broken_off is not None:
        take_back(club_id, broken_off.id)


def _ask_page(fault: Text | None = None, text: str = "") -> str:
    return render_template("bundles/papers_ask.html", fault=fault, text=text, most=LARGEST // MIB)


def _view_page(name: str, view: PaperView, fault: Text | None = None) -> str:
    return render_template("bundles/papers.html", name=name, view=view, fault=fault)
