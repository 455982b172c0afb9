"""Scores kept elsewhere, for programs: a table is sent with the answers of its page, and shown or recorded whole.

The readers, the questions and their answers are those of the page (``web/bundles/papers_pages.py``): an answer has the
name of the page's control. Nothing waits here: the table is sent again with each answer.
"""

from __future__ import annotations

import base64
import binascii
import tempfile
from collections.abc import Iterator

from flask import Blueprint, Response

from referee.bundles.kept_imports import import_club
from referee.bundles.papers.drafts.match_drafts import MatchDraft
from referee.bundles.papers.drafts.plan import DASH_READINGS
from referee.bundles.papers.paper import CpuBudget, PaperRefused
from referee.bundles.papers.paper_bundle import write_bundle
from referee.bundles.preview import preview_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.store.database.quotas import Full
from referee.web.access.heavy_requests import club_budget, heavy
from referee.web.access.permissions import visitor_or_404
from referee.web.api import models
from referee.web.api.description import FOR_MEMBERS, WRITING, Answers, operation
from referee.web.api.json_messages import RequestRefused, body_of, json_answer, not_understood
from referee.web.bundles.paper_choices import choices_of
from referee.web.bundles.paper_reading import paper_view
from referee.web.bundles.paper_view import PaperView
from referee.web.bundles.papers_pages import take_back_unfinished
from referee.web.bundles.waiting_files import clean_filename
from referee.web.rendering.page_language import language
from referee.words import Text, say

resources = Blueprint("api_papers", __name__, url_prefix="/api/v1")
MOST_AT_ONCE = 1000
"""Matches that one request records."""
TOO_MANY = say("Plus de %(n)s parties d'un coup : partagez le tableau.", n=MOST_AT_ONCE)
Question = tuple[str, Text, tuple[str, ...]]
"""The name of a choice, what it asks, and its values where there are some."""


@resources.post("/papers")
@operation(
    say("Voir ce que donne un tableau tenu ailleurs, ou en noter les parties"),
    Answers(200, models.PaperRead, *FOR_MEMBERS, *WRITING),
    body=models.PaperSent,
)
@heavy
def bring_papers() -> Response:
    paper = body_of(models.PaperSent)
    choices = choices_of({**paper.choices, "filename": clean_filename(paper.name)})
    try:
        view = paper_view(_content(paper), choices, visitor_or_404().club.id, CpuBudget())
        recorded = paper.record and view.may_be_recorded
        if recorded:
            _record(view)
    except (PaperRefused, ArchiveRefused) as error:
        raise RequestRefused(error.sentence, 400, why="table") from None
    return json_answer(_answer(view, recorded))


def _content(paper: models.PaperSent) -> bytes:
    if not paper.file:
        return paper.table.encode()
    try:
        return base64.b64decode(paper.file, validate=True)
    except (binascii.Error, ValueError):
        raise not_understood("file") from None


def _record(view: PaperView) -> None:
    """Record all matches that are new, as an import that is taken back as a whole; or none of them."""
    if len(view.new) > MOST_AT_ONCE:
        raise RequestRefused(TOO_MANY, 413)
    visitor = visitor_or_404()
    with tempfile.TemporaryFile() as stream:
        write_bundle(stream, visitor.club.id, view.new, visitor.device.name)
        preview_of(ClubFile(stream, budget=club_budget()), visitor.club.id)
        try:
            import_club(ClubFile(stream, budget=club_budget()), visitor.club.id, name=view.choices.filename)
        except Full:
            take_back_unfinished(visitor.club.id)
            raise


def _answer(view: PaperView, recorded: bool) -> models.PaperRead:
    in_words = language()
    return models.PaperRead(
        recorded=recorded,
        questions=[
            models.PaperQuestion(key, what.render(in_words), [*values]) for key, what, values in _open_questions(view)
        ],
        matches=[_match(draft, in_words) for draft in view.new],
        known=len(view.duplicates),
        faults=[models.PaperFault(fault.line, fault.message.render(in_words)) for fault in view.plan.faults],
        remarks=[what.render(in_words) for what in (*view.read_so, *view.interpretations)],
    )


def _match(draft: MatchDraft, in_words: str) -> models.PaperMatch:
    name = draft.setup.game.name_at(draft.setup.options)
    return models.PaperMatch(
        line=draft.line,
        day=draft.day,
        hour=draft.hour.strftime("%H:%M") if draft.hour else None,
        game=draft.setup.game.id,
        name=name if isinstance(name, str) else name.render(in_words),
        totals={side: float(total) for side, total in draft.totals.items()},
        winners=[*draft.winners],
        looks=[what.render(in_words) for what in draft.stands_out],
    )


def _open_questions(view: PaperView) -> Iterator[Question]:
    """The questions without an answer, which the page counts on its button."""
    plan = view.plan
    if view.asks_encoding:
        yield "encoding", say("Comment s'écrivent ces noms ?"), tuple(view.encodings)
    for column in view.unnamed:
        if column.at in plan.asks_names:
            cells = " · ".join(column.cells)
            yield f"name.{column.at}", say("Colonne %(n)s (%(cells)s)", n=column.at + 1, cells=cells), ()
    if plan.asks_order:
        yield "order", say("le jour ou le mois d'abord ?"), ("day", "month")
    if plan.asks_numbers:
        yield "numbers", view.numbers_question or say("points"), ("each", "running")
    if plan.asks_sign:
        what = say("Un tiret devant chaque nombre (« %(cell)s »), c'est…", cell=view.dashed_number)
        yield "sign", what, ("minus", "dash")
    if plan.asks_dash and plan.dashes is not None:
        where = {"line": plan.dashes.line, "name": plan.dashes.example}
        yield "dash", say("Ligne %(line)s, %(name)s : un tiret seul, c'est…", **where), DASH_READINGS
    if plan.asks_day:
        yield "day", say("Quel jour était-ce ?"), ()
    if plan.asks_game:
        yield "game", say("À quel jeu ?"), ()
    for label in plan.open_sides:
        yield f"side.{label}", say("Qui est « %(label)s » ?", label=label), ()
    if plan.faults and view.new and not view.choices.decisions.leave:
        yield "leave", say("Laisser de côté les lignes qui ne peuvent pas être notées ?"), ("1",)
