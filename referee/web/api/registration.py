"""Put ``/api/v1``, its description and the page of tokens on a server; a phone without a server imports none of it."""

from __future__ import annotations

from functools import partial

from flask import Flask, Response, g

from referee.store.clubs.api_tokens import Program, mark_used
from referee.store.clubs.clubs import SEEN_EVERY
from referee.store.database.models import now
from referee.store.database.orm_base import db
from referee.web.api import (
    club_resources,
    cross_origin,
    description,
    match_resources,
    paper_resources,
    rule_resources,
    token_pages,
)
from referee.web.api.json_messages import RequestRefused, refusal


def init_app(app: Flask) -> None:
    for part in (match_resources, club_resources, paper_resources, rule_resources):
        app.register_blueprint(part.resources)
    app.register_blueprint(description.pages)
    app.register_blueprint(token_pages.pages)
    app.register_error_handler(RequestRefused, refusal)
    cross_origin.init_app(app)
    app.after_request(_note_use)


def _note_use(response: Response) -> Response:
    """Note every now and then, after the answer has gone out, when a token was used last."""
    program = g.get("visitor")
    if isinstance(program, Program) and (program.used_at is None or now() - program.used_at >= SEEN_EVERY):
        response.call_on_close(partial(mark_used, db.engine, program.token_id))
    return response
