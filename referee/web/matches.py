"""The pages of a match: the question to answer now, the sheet, a round's reasons, undo, end, rematch, export."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, session, url_for

from referee.games.game import Question
from referee.games.options import for_another_sitting, renamed
from referee.games.play import common_questions, questions
from referee.matches.log import Change, undoing
from referee.matches.matchfile import match_value, read_setup
from referee.store.matches import Kept, append, load, start
from referee.store.players import names_now
from referee.store.quotas import Full
from referee.web.access import author, current, keeper_or_founder, keepers_only, kept_or_404
from referee.web.charts import running_totals
from referee.web.errors import shown_full
from referee.web.inputs import QuestionForm
from referee.web.news import last_act
from referee.web.showing import written
from referee.web.table_view import TableView, table_view
from referee.web.told import told, words_of

__all__ = ["pages"]

pages = Blueprint("matches", __name__, url_prefix="/matches/<public_id>")
Page = Any


@pages.get("")
def show(public_id: str) -> Page:
    view = table_view(kept_or_404(public_id))
    return _match_page(view, just=request.args.get("just", type=int))


@pages.get("/state")
def state(public_id: str) -> Page:
    """What a page that is open asks again and again: one query and 304 as long as nothing was recorded."""
    here = current()
    if here is None or here.match is None:
        abort(404)
    tag = f"{here.match.length}-{int(here.match.over)}"
    if request.if_none_match.contains(tag):
        response = Response(status=304)
    else:
        view = table_view(kept_or_404(public_id))
        said = written(last_act(view, here.device.id))
        response = jsonify(length=here.match.length, over=here.match.over, tag=tag, said=said)
    response.set_etag(tag)
    return response


@pages.get("/steps/<step>")
@keepers_only
def ask(public_id: str, step: str) -> Page:
    """A question of its own page: a penalty, a note, the end, a game's step beside the deal's."""
    view = table_view(kept_or_404(public_id))
    question = _question(view, step)
    if question is None or view.position.over:
        abort(404)
    return render_template("step.html", view=view, form=QuestionForm(question, stand_ins=view.position.stand_ins))


@pages.post("/entries")
@keepers_only
def record(public_id: str) -> Page:
    """Take the answer to a question: 303 once it is on the disk, 422 with the page as it was if a rule says no."""
    kept = kept_or_404(public_id)
    view = table_view(kept)
    expected = request.form.get("expected", type=int)
    if expected is None:
        abort(400)
    key = request.form.get("key", "")[:40] or None
    question = _question(view, request.form.get("step", ""))
    if expected != len(kept.entries) or question is None:
        return _late(kept, expected, key)
    form = QuestionForm(question, request.form, stand_ins=view.position.stand_ins)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _refused(view, form)
    try:
        done = append(kept, (Change(form.entry()),), expected, key, author())
    except Full as error:
        return shown_full(error, lambda: _asked_again(table_view(_again(kept)), form))
    if done.refused is not None:
        form.blame(done.refused.violations)
        return _refused(view, form)
    if done.outcome == "late":
        return _late(_again(kept), expected, key)
    return redirect(url_for(".show", public_id=public_id, just=expected), 303)


@pages.post("/undo")
@keepers_only
def undo(public_id: str) -> Page:
    """Take the last batch back; what it would break is impossible, for nothing stands after it."""
    kept = kept_or_404(public_id)
    expected = request.form.get("expected", type=int)
    back = undoing(kept.log)
    if back is not None and expected == len(kept.entries):
        append(kept, back.changes, expected, request.form.get("key", "")[:40] or None, author(), back.undoes)
    return redirect(url_for(".show", public_id=public_id), 303)


@pages.get("/sheet")
def sheet(public_id: str) -> Page:
    view = table_view(kept_or_404(public_id))
    return render_template("sheet.html", view=view, chart=running_totals(view.sheet))


@pages.get("/rounds/<int:row>")
def one_round(public_id: str, row: int) -> Page:
    """A round opened: each number's reasons, the entries behind it and their history, and the way to correct them."""
    view = table_view(kept_or_404(public_id))
    if not 0 <= row < len(view.rounds):
        abort(404)
    history = [(view.standing[index], _spoken(view, index)) for index in view.rounds[row].entries]
    return render_template("round.html", view=view, row=view.rounds[row], index=row, history=history)


@pages.get("/log")
def log(public_id: str) -> Page:
    """Every record of the match in order: entries, corrections, removals; who, when, on which device, why."""
    view = table_view(kept_or_404(public_id))
    return render_template("log.html", view=view)


@pages.post("/rematch")
@keepers_only
def rematch(public_id: str) -> Page:
    """Who was in at the end again, under the names they have today, the deal passed on to the next."""
    kept = kept_or_404(public_id)
    table = kept.replayed[1].position.table
    names = names_now(kept.match, table.players)
    options = for_another_sitting(kept.setup.game.options, kept.match.options)
    setup = read_setup(
        kept.match.game, [names[player] for player in table.present], names[table.next_seat(table.dealer)],
        renamed(kept.setup.game.options, options, names),
    )  # fmt: skip
    if isinstance(setup, list):
        abort(400)
    match = start(keeper_or_founder().club, setup, request.form.get("key", "")[:40] or None)
    return redirect(url_for(".show", public_id=match.public_id), 303)


@pages.get("/export")
def export(public_id: str) -> Page:
    """The match as a match file: what ``referee score`` reads."""
    kept = kept_or_404(public_id)
    value = match_value(kept.setup, [one.entry for one in kept.replayed[0]])
    response = Response(json.dumps(value, ensure_ascii=False, indent=1), mimetype="application/json")
    day = kept.match.created_at.strftime("%Y-%m-%d")
    response.headers["Content-Disposition"] = f'attachment; filename="{kept.match.game}-{day}.json"'
    return response


def _question(view: TableView, step: str) -> Question | None:
    possible = (*questions(view.game, view.position), *common_questions(view.game, view.position.table))
    return next((one for one in possible if one.step == step), None) if not view.position.over else None


def _match_page(view: TableView, just: int | None = None, form: QuestionForm | None = None, late: Page = None) -> Page:
    asides = () if view.position.over else view.game.asides(view.position)
    if form is None and not view.position.over:
        form = QuestionForm(view.game.question(view.position), stand_ins=view.position.stand_ins)
    latest = _just_written(view, just)
    here = current()
    deal = () if here is None or here.keeps or view.position.over else _of_this_deal(view)
    return render_template(
        "match.html", view=view, form=form, asides=asides, latest=latest, late=late, may_undo=_may_undo(view),
        person=session.get("person", ""), deal=deal,
    )  # fmt: skip


def _of_this_deal(view: TableView) -> list[Mapping[str, Any]]:
    """The entries of the deal that is going on: what a watcher may want to know of it."""
    last = {one.entry["step"]: one.entry for one in view.standing}
    return [last[step] for step in view.position.recorded]


def _may_undo(view: TableView) -> bool:
    here = current()
    return bool(here and here.keeps and undoing(view.kept.log))


def _just_written(view: TableView, just: int | None) -> Any:
    """The row that the record at this position wrote, if it wrote one: what each gained and why."""
    if just is None or not view.rounds or just != len(view.kept.entries) - 1:
        return None
    last = view.rounds[-1]
    return last if last.entries and view.standing[last.entries[-1]].position == just else None


def _refused(view: TableView, form: QuestionForm) -> Page:
    return _asked_again(view, form), 422


def _asked_again(view: TableView, form: QuestionForm) -> str:
    """The page that the form stood on, with what was typed."""
    step = form.question.step
    if not view.position.over and step == view.game.question(view.position).step:
        return str(_match_page(view, form=form))
    return render_template("step.html", view=view, form=form)


def _late(kept: Kept, expected: int, key: str | None) -> Page:
    """Another keeper was first, or this is a retry: show what stands; nothing typed is lost."""
    if key and any(entry.client_key == key for entry in kept.entries):
        return redirect(url_for(".show", public_id=kept.match.public_id, just=expected), 303)
    view, then = table_view(kept), _as_seen(kept, expected)
    asked = _question(then, request.form.get("step", ""))
    typed, form = [], None
    if asked is not None:
        entry = QuestionForm(asked, request.form).entry()
        typed = told(words_of((asked,)), entry) if len(entry) > 1 else []
        now = None if view.position.over else view.game.question(view.position)
        if now is not None and then.asked_as(asked) == view.asked_as(now):
            form = QuestionForm(now, request.form, stand_ins=view.position.stand_ins)
    return _match_page(view, form=form, late={"typed": typed, "by": kept.entries[-1] if kept.entries else None}), 409


def _as_seen(kept: Kept, expected: int) -> TableView:
    """The match as the keeper saw it, when the log was shorter."""
    seen = max(expected, 0)
    if seen < len(kept.entries):
        seen = min(seen, kept.entries[seen].batch)  # nobody ever saw half of a correction
    return table_view(Kept(kept.match, kept.setup, kept.entries[:seen]))


def _again(kept: Kept) -> Kept:
    here = current()
    fresh = load(here.club.id, kept.match.public_id) if here else None
    if fresh is None:
        abort(404)
    return fresh


def _spoken(view: TableView, index: int) -> list[Any]:
    return [view.kept.entries[position] for position in view.standing[index].spoken]
