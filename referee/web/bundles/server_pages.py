"""The server's side of an exchange, for keepers alone: the marks of a club, a bundle of it out, and one in.

A request may be repeated: what is here already is recognised.
"""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from referee.bundles.loading import ExchangeLoading, load_bundle
from referee.bundles.recognition import places_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.store.database.models import Installation, Match
from referee.store.database.orm_base import db
from referee.store.database.quotas import Full
from referee.store.matches.matches import LogFull
from referee.store.matches.stored_match import DamagedMatch
from referee.store.table_rules.table_rules import digest
from referee.web.access.heavy_requests import Occupied, heavy, work_budget
from referee.web.access.permissions import visitor_or_404
from referee.web.bundles.import_export_pages import archive_response
from referee.web.error_pages import SOON
from referee.web.http.access_log import note_cause
from referee.web.rendering.page_language import localize
from referee.words import say
from referee.words.system_errors import ExplainedError

pages = Blueprint("sync", __name__, url_prefix="/sync")

MOST_ASKED = 50
"""Matches that an address may name."""


@pages.get("")
def stands() -> ResponseReturnValue:
    """Length and mark of every match of the club, and the digest of its own rules."""
    return _answer({"name": visitor_or_404().club.name, **_where_matches_stand()})


def _where_matches_stand(*which: Any) -> dict[str, Any]:
    """Which club this is, the digest of its own rules, and length and mark of these matches by their public ids."""
    club_id = visitor_or_404().club.id
    query = select(Match.public_id, Match.length, Match.mark).where(
        Match.club_id == club_id, Match.deleted_at.is_(None), *which
    )
    return {
        "installation": db.session.scalars(select(Installation.id)).one(),
        "club": club_id,
        "table_rules": digest(club_id),
        "matches": {row.public_id: (row.length, row.mark) for row in db.session.execute(query.order_by(Match.id))},
    }


@pages.get("/archive")
@heavy
def archive() -> ResponseReturnValue:
    """The bundle of the club with all its matches, or of those that ``only`` names."""
    only = request.args.get("only")
    return archive_response(visitor_or_404().club.id, None if only is None else only.split(",")[:MOST_ASKED])


@pages.post("/archive")
@heavy
def take_archive() -> ResponseReturnValue:
    """Bring in the bundle of what this club lacks; then how its matches stand here, and how many rules changed."""
    visitor, sent = visitor_or_404(), request.files.get("archive")
    if sent is None:
        abort(400)
    file = ClubFile(BytesIO(sent.read()), budget=work_budget())
    exchange = ExchangeLoading(visitor.device.id, stores_versions=False)
    brought = load_bundle(file, visitor.club.id, exchange=exchange)
    if brought.full:
        raise next(iter(brought.full.values()))
    ids = [place.public_id for place in places_of(Match, visitor.club.id, file.match_ids).values()]
    return _answer({"rules": brought.table_rules, **_where_matches_stand(Match.public_id.in_(ids))})


@pages.errorhandler(DamagedMatch)
def _damaged(error: DamagedMatch) -> Response:
    return _answer({"sentence": localize(say("abîmée sur le serveur, elle y reste telle quelle."))}, 422)


@pages.errorhandler(ArchiveRefused)
@pages.errorhandler(Full)
@pages.errorhandler(Occupied)
def _refusal(error: ExplainedError) -> Response:
    is_full = isinstance(error, Full) and not isinstance(error, LogFull)  # other matches may go on
    if is_full:
        status = 507
    else:
        status = 503 if isinstance(error, Occupied) else 422
    answer = _answer({"sentence": localize(error.sentence)}, status)
    if status == 503:
        note_cause("heavy requests")
        answer.headers.update(SOON)
    return answer


def _answer(value: dict[str, Any], status: int = 200) -> Response:
    return Response(json.dumps(value, ensure_ascii=False), status, mimetype="application/json")
