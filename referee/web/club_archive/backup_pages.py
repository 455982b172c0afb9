"""Backups where the application runs in a phone: the club as a file, when that was done last, and when it is due."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from sqlalchemy.exc import SQLAlchemyError

from referee.store.clubs.backups import Backup, backed_up, backup_of, put_off
from referee.store.database.database_errors import FULL, trouble
from referee.store.database.models import now
from referee.store.database.transactions import end_reading
from referee.web.access.permissions import visitor_or_404
from referee.web.club_archive.import_export_pages import club_archive

pages = Blueprint("backup", __name__)
Page = Any


@pages.get("/backup")
def show() -> Page:
    return render_template(
        "club_archive/backup.html", backup=club_backup(), persisted=request.headers.get("X-Storage-Persisted", "")
    )


@pages.post("/backup")
def make() -> Page:
    """The whole club as one file, and note that it was made."""
    moment = now()
    answer = club_archive()
    if not isinstance(answer, tuple):
        _note(visitor_or_404().club.id, moment)
    return answer


def _note(club_id: int, moment: datetime) -> None:
    """Note that a backup was made; on a full phone nothing is noted: the file matters more than its date."""
    try:
        backed_up(club_id, moment)
    except SQLAlchemyError as error:
        if trouble(error) != FULL:
            raise
        end_reading()


@pages.post("/backup/later")
def later() -> Page:
    """Be reminded in some days."""
    put_off(visitor_or_404().club.id)
    return redirect(url_for("home.show"), 303)


@pages.app_template_global("club_backup")
def club_backup() -> Backup:
    """How it stands with the backups of this club."""
    return backup_of(visitor_or_404().club.id)
