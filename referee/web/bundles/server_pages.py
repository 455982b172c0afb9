"""The server's side of an exchange, in JSON and for keepers alone: a club goes out to a phone, its records come back.

A request may be repeated: a match is known by its public id, a record by its place in the log.
"""

from __future__ import annotations

import json
from contextlib import suppress
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, request
from sqlalchemy import select

from referee.bundles.comparison import mark_at
from referee.bundles.exchange.brought_records import batches_from, bring, read_records, values_from
from referee.bundles.exchange.brought_rules import bring_rules, rules_sent
from referee.bundles.loading import load_bundle
from referee.bundles.recognition import places_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.strict_json import Unreadable, parse
from referee.store.database.models import Installation, Match
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full
from referee.store.matches.matches import LogFull
from referee.store.matches.stored_match import DamagedMatch, StoredMatch, load
from referee.store.table_rules.table_rules import digest
from referee.web.access.heavy_requests import Occupied, heavy, work_budget
from referee.web.access.permissions import match_or_404, visitor_or_404
from referee.web.bundles.import_export_pages import archive_response
from referee.web.error_pages import SOON
from referee.web.http.access_log import note_cause
from referee.web.http.whole_numbers import whole_number
from referee.web.rendering.page_language import written
from referee.words import say
from referee.words.system_errors import ExplainedError

pages = Blueprint("sync", __name__, url_prefix="/sync")
Page = Any

MOST_ASKED = 50
"""Matches that an address may name."""
MOST_TOLD = 500
"""Records in one answer, about."""


@pages.get("")
def stands() -> Page:
    """Length and mark of every match of the club, and the digest of its own rules."""
    club, installation = visitor_or_404().club, db.session.scalars(select(Installation.id)).one()
    head = {"club": club.id, "name": club.name, "installation": installation, "table_rules": digest(club.id)}
    return _answer({**head, "matches": _standing(club.id)})


def _standing(club_id: int, *which: Any) -> dict[str, tuple[int, str]]:
    """Length and mark of these matches of a club, by their public ids."""
    query = select(Match.public_id, Match.length, Match.mark).where(
        Match.club_id == club_id, Match.deleted_at.is_(None), *which
    )
    rows = db.session.execute(query.order_by(Match.id)).all()
    return {row.public_id: (row.length, row.mark or _mark(club_id, row.public_id)) for row in rows}


def _mark(club_id: int, public_id: str) -> str:
    """The mark of a match of versions before there were marks."""
    with suppress(DamagedMatch):
        stored = load(club_id, public_id)
        return stored.replayed_log.mark if stored else ""
    return ""


@pages.get("/archive")
@heavy
def archive() -> Page:
    """The club with all its matches, or those that ``only`` names."""
    only = request.args.get("only")
    return archive_response(visitor_or_404().club.id, None if only is None else only.split(",")[:MOST_ASKED])


@pages.post("/archive")
@heavy
def take_archive() -> Page:
    """Import what was begun in a phone; the public id, length and mark of each of its matches."""
    club_id, sent = visitor_or_404().club.id, request.files.get("archive")
    if sent is None:
        abort(400)
    file = ClubFile(BytesIO(sent.read()), budget=work_budget())
    load_bundle(file, club_id)
    found = places_of(Match, club_id, file.match_ids)
    places = {bundle_id: place.public_id for bundle_id, place in found.items()}
    standing = _standing(club_id, Match.public_id.in_(places.values()))
    stands = {archive_id: standing[public_id] for archive_id, public_id in places.items() if public_id in standing}
    return _answer({"matches": places, "stands": stands})


@pages.get("/records")
def records() -> Page:
    """The records of a match from a position on."""
    stored, at = match_or_404(request.args.get("match", "")), request.args.get("from", 0, type=whole_number)
    return _answer(_from(stored, max(at, 0), MOST_TOLD))


def _from(stored: StoredMatch, at: int, most: int) -> dict[str, Any]:
    records = values_from(batches_from(stored, at, most))
    return {"at": at, "length": stored.length, "mark": stored.replayed_log.mark, "records": records}


@pages.post("/records")
@heavy
def take_records() -> Page:
    """Append the records of a phone after a position; 409 with the records after it where this log went on otherwise.

    Without records it answers those after the position. Where the budget ended first, the answer says how far it came.
    """
    stored = match_or_404(request.args.get("match", ""))
    at, club_id, public_id = request.form.get("at", -1, type=whole_number), stored.club_id, stored.public_id
    if not 0 <= at <= len(stored.log) or mark_at(stored.replayed_log, at) != request.form.get("mark"):
        return _answer({"strange": True}, 409)
    values = parse(request.form.get("records", "[]").encode(), finite=True)
    budget = work_budget()
    further = read_records(values, stored.log[:at], budget)
    brought = bring(club_id, public_id, at, further, visitor_or_404().device.id, budget)
    after = load(club_id, public_id)
    if brought is None or after is None:
        abort(404)
    if brought.refused is not None:
        return _answer({"sentence": written(brought.refused)}, 422)
    if not brought.all and not brought.left:
        return _answer(_from(after, brought.at, after.length), 409)  # no choice from a part of it
    return _answer(_from(after, brought.at, MOST_TOLD))


@pages.post("/table-rules")
def take_table_rules() -> Page:
    """Bring the table's own rules of a phone together with those here: all of them, and how many changed here."""
    club_id = visitor_or_404().club.id
    changed = bring_rules(club_id, parse(request.form.get("rules", "[]").encode(), finite=True))
    return _answer({"rules": rules_sent(club_id), "changed": changed})


@pages.errorhandler(Unreadable)
@pages.errorhandler(ArchiveRefused)
@pages.errorhandler(Full)
@pages.errorhandler(Occupied)
def _refused(error: ExplainedError | Unreadable) -> Response:
    is_full = isinstance(error, Full) and not isinstance(error, LogFull)  # other matches may go on
    status = 507 if is_full else 503 if isinstance(error, Occupied) else 422
    answer = _answer({"sentence": written(error.sentence)}, status)
    if status == 503:
        note_cause("heavy requests")
        answer.headers.update(SOON)
    return answer


@pages.errorhandler(DamagedMatch)
def _damaged(error: DamagedMatch) -> Response:
    return _answer({"sentence": written(say("abîmée sur le serveur, elle y reste telle quelle."))}, 422)


def _answer(value: dict[str, Any], status: int = 200) -> Response:
    """JSON with the keys of every entry in their order: the mark of a log depends on it."""
    return Response(json.dumps(value, ensure_ascii=False), status, mimetype="application/json")
