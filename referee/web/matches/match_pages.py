"""The pages of a match: the current question, the sheet, a round's reasons, the log, undo, rematch, export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.choices import Choice
from referee.answers.house_rules import for_another_sitting, renamed
from referee.answers.players import OnePlayer
from referee.game_definition.common_questions import TABLE_TITLES
from referee.game_definition.game import Question
from referee.game_definition.match_course import question_of
from referee.game_definition.table_changes import DEALER, JOINS, LEAVES, RULES
from referee.matches.log import Change, restoring, undoing
from referee.matches.match_file import match_value, read_setup
from referee.store.clubs.clubs import Visitor, device_names
from referee.store.database.quotas import Full
from referee.store.evenings.evenings import match_after
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.match_day import day_of
from referee.store.matches.matches import AppendResult, append, known_players, recorded_before, start
from referee.store.matches.record_queries import records_at
from referee.store.matches.rematch import options_at_end
from referee.store.matches.running_counts import Typed, change_count
from referee.store.matches.seating.seat_holders import keep_seats
from referee.store.matches.seating.seats import players_named
from referee.store.matches.stored_match import DamagedMatch, StoredMatch, raw_match
from referee.store.players.players import merged_beside, names_now
from referee.web.access.permissions import (
    author,
    keeper_or_founder,
    match_or_404,
    named_match,
    read_anew,
    visitor_or_404,
)
from referee.web.answers.question_form import QuestionForm
from referee.web.answers.typed_numbers import typed_number
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.http.event_streams import answer_with_stream
from referee.web.http.script_requests import by_script
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.answer_preview import answer_preview
from referee.web.matches.draft_keys import form_key
from referee.web.matches.match_log import labelled_values, words_of_questions
from referee.web.matches.match_stream import goes_on, note_poll, subscription
from referee.web.matches.match_view import MatchView, match_view
from referee.web.matches.open_form import open_form
from referee.web.matches.poll_responses import answer_to_page, counting, so_far
from referee.web.matches.presenters.asked_form import event_form
from referee.web.matches.presenters.joins_fields import JoinsFields
from referee.web.matches.presenters.late_answer import LateAnswer
from referee.web.matches.presenters.log_pages import deal_page, log_page
from referee.web.matches.presenters.match_page import MatchPage
from referee.web.matches.presenters.paper_sheet import paper_sheet
from referee.web.matches.presenters.table_tiles import FEW_SIDES, tiles
from referee.web.matches.score_chart import running_totals
from referee.web.matches.sheet_pagination import rulings_beside, sheet_page, whole_sheet
from referee.web.matches.victory import Victory
from referee.web.rendering.page_language import localize
from referee.web.table_changes.change_forms import brought_points, question_form_of
from referee.words.direction import isolated

pages = Blueprint("matches", __name__, url_prefix="/matches/<public_id>")
DAMAGED = "referee-damaged-match/1"
"""The format of a damaged match as it is stored."""


@pages.get("")
def show(public_id: str) -> ResponseReturnValue:
    return match_page(match_view(match_or_404(public_id)))


@pages.get("/state")
def state(public_id: str) -> ResponseReturnValue:
    """The poll of an open page: one query and 304 as long as nothing was recorded or counted."""
    visitor = visitor_or_404()
    shows = request.args.get("shows", "")
    after = _match_that_follows(visitor, shows)
    if after is not None:
        return jsonify(next=url_for(".table_view" if shows == "table" else ".show", public_id=after))
    match = named_match() or abort(404)
    note_poll(visitor, match)
    tag = f"{match.length}-{int(match.over)}{match.sharing_tag}{match.counted_tag}"  # that of a page, for less
    if request.if_none_match.contains(tag):
        response = Response(status=304)
    else:
        response = answer_to_page(tag, lambda: match_view(match_or_404(public_id)), _as_it_is_now)
    response.set_etag(tag)
    return response


@pages.get("/events")
def events(public_id: str) -> ResponseReturnValue:
    """The stream of an open page, of what its poll would say; 204 where it is to poll."""
    visitor = visitor_or_404()
    return answer_with_stream(subscription(visitor, named_match() or abort(404)))


def _match_that_follows(visitor: Visitor, shows: str) -> str | None:
    """The match that an open page passes on to once its own is over; a guest of one match sees no other."""
    match = named_match()
    if match is None or not match.over or visitor.only is not None:
        return None
    return match_after(match) if goes_on(shows, visitor.keeps, match.id, visitor.membership_id) else None


def _as_it_is_now(page: str, view: MatchView) -> ResponseReturnValue:
    """An open page: one of ``READ``, that of a step while a keeper may record it, else that of the match."""
    public_id = view.stored_match.public_id
    if page in READ:
        return READ[page](public_id)
    if visitor_or_404().keeps and page != "match" and _question(view, page) is not None:
        return ask(public_id, page)
    return match_page(view, just=view.length - 1)


@pages.get("/steps/<step>")
def ask(public_id: str, step: str) -> ResponseReturnValue:
    """A question of its own page: a penalty, a note, the end, a game's step beside the deal's."""
    view = match_view(match_or_404(public_id))
    question = _question(view, step)
    if question is None:
        if step not in view.table_changes:
            abort(404)
        return render_template("matches/after_this_deal.html", view=view, step=step, title=TABLE_TITLES[step])
    if step == RULES:
        return _event_page(view, question_form_of(view.game, view.state, question))
    return _event_page(view, QuestionForm(question, entry=_prefilled_entry(question), seating=view.seating))


def _event_page(view: MatchView, form: QuestionForm) -> str:
    """The page of a question that stands beside the deal's."""
    step = form.question.step
    template = {RULES: "matches/rules_form.html", JOINS: "matches/joins_form.html"}.get(step)
    return render_template(
        template or "matches/match_event_form.html",
        view=view,
        asked=event_form(view, form, at_once=step in (LEAVES, DEALER)),
        form=form,
        joins=_joins_fields(view, form) if step == JOINS else None,
    )


def _joins_fields(view: MatchView, form: QuestionForm) -> JoinsFields:
    return JoinsFields(form, brought_points(view.state), known_players(view.stored_match.club_id))


@pages.app_template_global("merged_beside")
def _merged_beside(view: MatchView, form: QuestionForm) -> list[tuple[str, str]]:
    """Where the form asks for a name: those that count as a player of this match, each with that player's name."""
    if not any(bound.kind == "new-name" for bound in form.way.inputs()):
        return []
    match = view.stored_match
    seated = players_named(match.id, view.state.table.players)
    return merged_beside(match.club_id, set(seated.values()))


def _prefilled_entry(question: Question) -> dict[str, str] | None:
    """The values of one-tap fields that the address gives already: the link of a misdeal names the offence."""
    chosen = (spec.key for way in question.ways for spec in way.fields if isinstance(spec, (Choice, OnePlayer)))
    return {key: request.args[key] for key in chosen if key in request.args} or None


@pages.post("/entries")
def record(public_id: str) -> ResponseReturnValue:
    """Record the answer to a question: 303 once it is on the disk, or where this key was recorded before.

    422 with the page as it was if a rule refuses it; 409 with the answer where another keeper recorded first.
    """
    stored_match = match_or_404(public_id)
    view = match_view(stored_match)
    expected = request.form.get("expected", type=whole_number)
    if expected is None:
        abort(400)
    key = client_key()
    question = _question(view, request.form.get("step", ""))
    if expected != stored_match.length or question is None:
        return _late(stored_match, expected, key)
    own_phones = stored_match.own_phones
    form = question_form_of(view.game, view.state, question, request.form, own_phones=own_phones, seating=view.seating)
    faults = form.faults()
    if faults:
        form.blame(faults)
        return _asked_again(view, form), 422
    try:
        done = append(stored_match, (Change(form.entry()),), expected, key, author())
    except Full as error:
        return full_page(error, lambda: _asked_again(match_view(match_or_404(public_id)), form))
    if done.refusal is not None:
        form.blame(done.refusal.violations)
        return _asked_again(view, form), 422
    if done.outcome == AppendResult.LATE:
        return _late(match_or_404(public_id), expected, key)
    return led_to_match(public_id, just=expected)


@pages.post("/preview")
def preview(public_id: str) -> ResponseReturnValue:
    """The result of the answer that is being typed, in a line of plain text: empty while nothing can be said."""
    view = match_view(match_or_404(public_id))
    question = _question(view, request.form.get("step", ""))
    said = () if question is None else answer_preview(view, question, QuestionForm(question, request.form))
    return Response(isolated(" · ".join(map(localize, said))), content_type="text/plain; charset=utf-8")


@pages.post("/recorded")
def check_recorded(public_id: str) -> ResponseReturnValue:
    """Whether another phone has just recorded what this form holds: then an open page has nothing to keep of it."""
    stored_match = match_or_404(public_id)
    return jsonify(same=_holds_last_record(stored_match, request.form.get("expected", -1, type=whole_number)))


@pages.post("/count")
def count(public_id: str) -> ResponseReturnValue:
    """Show the other phones what is being counted, beside the log: 204, or 409 where something else is asked by now."""
    view = match_view(match_or_404(public_id))
    question = None if view.state.over else view.question
    if question is None or request.form.get("asked") != form_key(view, question):
        return Response(status=409)
    match = view.stored_match
    counts = QuestionForm(question, request.form, own_phones=match.own_phones).running_counts()
    done = change_count(match, form_key(view, question), partial(_merged, counts, request.form.getlist("tapped")))
    return Response(status=204 if done else 409)


def _merged(counts: Typed, tapped: Sequence[str], typed: Typed) -> Typed:
    """What is counted once the controls ``tapped`` on one phone are as it has them; without them, all of its form."""
    if not tapped:
        return counts
    if counts and typed.get("way") != counts["way"]:
        typed = {"way": counts["way"]}
    others = {name: text for name, text in typed.items() if name not in tapped}
    return {**others, **{name: counts[name] for name in tapped if name in counts}}


@pages.post("/undo")
def undo(public_id: str) -> ResponseReturnValue:
    stored_match = match_or_404(public_id)
    back = undoing(stored_match.log)
    changes, undoes = (back.changes, back.undoes) if back is not None else ((), None)
    return _taken_back(stored_match, changes, undoes)


def _taken_back(stored_match: StoredMatch, changes: Sequence[Change], undoes: int | None = None) -> ResponseReturnValue:
    """Append what takes the last batch back, if the log is still the one that was seen: 303 to the match."""
    public_id, expected = stored_match.public_id, request.form.get("expected", type=whole_number)
    if changes and expected == stored_match.length:
        try:
            append(stored_match, changes, expected, client_key(), author(), undoes)
        except Full as error:
            return full_page(error, lambda: match_page(match_view(match_or_404(public_id))))
    return led_to_match(public_id)


@pages.post("/discard")
def discard(public_id: str) -> ResponseReturnValue:
    """Delete a match without entries; the home page offers to restore it. 303 to the match if it has entries by now."""
    stored_match = match_or_404(public_id)
    expected = request.form.get("expected", type=whole_number)
    empty = not stored_match.current and expected == stored_match.length
    if not empty or not delete_match(stored_match, expected):
        return redirect(url_for(".show", public_id=public_id), 303)
    return redirect(url_for("home.show", gone=public_id), 303)


@pages.post("/restore")
def restore(public_id: str) -> ResponseReturnValue:
    """Restore the batch undone last, unless anything was recorded since."""
    stored_match = match_or_404(public_id)
    return _taken_back(stored_match, restoring(stored_match.log))


@pages.get("/sheet")
def sheet(public_id: str) -> ResponseReturnValue:
    """The sheet's last page, or the rows ``before`` one or ``from`` it on, or all."""
    view = match_view(match_or_404(public_id))
    before, begin = (typed_number(request.args.get(name, "")) for name in ("before", "from"))
    if (before is not None and not 0 < before <= len(view.rounds)) or (begin is not None and begin >= len(view.rounds)):
        return redirect(url_for(".sheet", public_id=public_id))  # undone meanwhile
    everything = "all" in request.args
    page = whole_sheet(view) if everything else sheet_page(view, before, begin)
    chart = None if page.later else running_totals(view.sheet, view.colours)
    rulings = rulings_beside(page, everything)
    return render_template(
        "matches/sheet.html", view=view, shown=page, chart=chart, rulings=rulings, paper=paper_sheet(view)
    )


@pages.get("/table")
def table_view(public_id: str) -> ResponseReturnValue:
    """The standing in large type, for a tablet in the middle of the table."""
    view = match_view(match_or_404(public_id))
    over = view.state.over
    return render_template(
        "matches/table_view.html",
        view=view,
        victory=Victory(view) if over else None,
        heading=None if over else QuestionForm(view.question).heading,
        so_far=so_far(view),
        tiles=tiles(view),
        many=len(view.sides) > FEW_SIDES,
    )


@pages.get("/rounds/<int:row>")
def one_round(public_id: str, row: int) -> ResponseReturnValue:
    """A round: the reasons of each number, its entries with their history, and links to correct them."""
    view = match_view(match_or_404(public_id))
    if not 0 <= row < len(view.rounds):
        abort(404)
    deal = deal_page(view, row, typed_number(request.args.get("from", "")) or 0)
    return render_template("matches/deal_reasons.html", view=view, deal=deal)


@pages.get("/log")
def log(public_id: str) -> ResponseReturnValue:
    """The records of the match, the last one first: entries, corrections and removals with their author and reason."""
    view = match_view(match_or_404(public_id))
    before, after = (typed_number(request.args.get(name, "")) for name in ("before", "after"))
    if (before is not None and not 0 < before <= view.length) or (after is not None and after >= view.length):
        return redirect(url_for(".log", public_id=public_id))
    return render_template("matches/log.html", view=view, shown=log_page(view, before, after))


READ = {"sheet": sheet, "table": table_view, "log": log}
"""The pages that only show and follow the match, by the name in their polls."""


@pages.post("/rematch")
def rematch(public_id: str) -> ResponseReturnValue:
    """Start a match with the players of the end under their present names; the next one deals."""
    stored_match = match_or_404(public_id)
    table = stored_match.replay.state.table.at_its_end()
    names = names_now(stored_match.club_id, stored_match.id, table.players)
    options = for_another_sitting(stored_match.setup.game.options, options_at_end(stored_match))
    setup = read_setup(
        stored_match.game,
        [names[player] for player in table.present],
        names[table.next_seat(table.dealer)],
        renamed(stored_match.setup.game.options, options, names),
        [[names[player] for player in team] for team in stored_match.setup.chosen_teams or ()] or None,
    )
    if isinstance(setup, list):  # fewer or more sit there than its rules are for
        address = url_for("new_match.seats", game_id=stored_match.game)
        return redirect(f"{address}?from={public_id}", 303)
    match = start(keeper_or_founder().club, setup, client_key())
    keep_seats(stored_match, match, names)
    return redirect(url_for(".show", public_id=match.public_id), 303)


@pages.get("/export")
def export(public_id: str) -> ResponseReturnValue:
    """The match as a match file for ``referee score``; a damaged one as it is stored."""
    try:
        stored_match = match_or_404(public_id)
        match, value = stored_match, match_value(stored_match.setup, [r.entry for r in stored_match.current])
    except DamagedMatch as damaged:
        match, value = damaged.match, {"format": DAMAGED, **raw_match(damaged.match.id)}
    content = json.dumps(value, ensure_ascii=False, indent=1, default=str)
    response = Response(content, mimetype="application/json")
    day = day_of(match.evening_id, match.created_at)
    response.headers["Content-Disposition"] = f'attachment; filename="{match.game}-{day}.json"'
    return response


def _question(view: MatchView, step: str) -> Question | None:
    return None if view.state.over else question_of(view.game, view.state, step)


def match_page(
    view: MatchView, form: QuestionForm | None = None, late: LateAnswer | None = None, just: int | None = None
) -> str:
    """The page of a match; ``form``: as it was typed. ``just`` and ``late``: see :class:`MatchPage`."""
    if form is None and not view.state.over:
        form = open_form(view, counting(view))
    said = request.args.get("just") if just is None else just
    page = MatchPage(view, visitor_or_404(), form, late, said)
    return render_template("matches/finished.html" if view.state.over else "matches/match.html", view=view, page=page)


def led_to_match(public_id: str, just: int | None = None) -> ResponseReturnValue:
    """What leads to a match once something was recorded: 303; for a script the page at once, without a second request.

    ``just``: the length of the log before what was recorded.
    """
    address = url_for("matches.show", public_id=public_id, just=just)
    if not by_script():
        return redirect(address, 303)
    read_anew()
    response = make_response(match_page(match_view(match_or_404(public_id)), just=just))
    response.headers["Content-Location"] = address
    return response


def _asked_again(view: MatchView, form: QuestionForm) -> str:
    """The page that the form stood on, with what was typed."""
    step = form.question.step
    if not view.state.over and step == view.question.step:
        return match_page(view, form=form)
    return _event_page(view, form)


def _late(stored_match: StoredMatch, expected: int, key: str | None) -> ResponseReturnValue:
    """Another keeper was first: 303 where they recorded the same, or where this is a retry; else the match with what
    was typed.
    """
    if recorded_before(stored_match.id, key) or _holds_last_record(stored_match, expected):
        return led_to_match(stored_match.public_id, just=expected)
    view, then = match_view(stored_match), _as_seen(stored_match, expected)
    question = _question(then, request.form.get("step", ""))
    typed, form = [], None
    if question is not None:
        entry = question_form_of(then.game, then.state, question, request.form).entry()
        typed = labelled_values(words_of_questions((question,)), entry) if len(entry) > 1 else []
        now = None if view.state.over else view.question
        if now is not None and form_key(then, question) == form_key(view, now):
            form = QuestionForm(now, request.form, seating=view.seating)
    last = records_at(stored_match.id, (view.length - 1,)).get(view.length - 1)
    by = None if last is None else last.person or device_names([last.device]).get(last.device or 0)
    return match_page(view, form=form, late=LateAnswer(typed, by)), 409


def _holds_last_record(stored_match: StoredMatch, expected: int) -> bool:
    """Whether one entry was recorded since the keeper looked, and it is what the form says."""
    if expected != len(stored_match.log) - 1:
        return False
    then = _as_seen(stored_match, expected)
    question = _question(then, request.form.get("step", ""))
    if question is None or stored_match.log[-1].amends is not None:
        return False
    form = question_form_of(then.game, then.state, question, request.form)
    return form.entry() == stored_match.log[-1].entry


def _as_seen(stored_match: StoredMatch, expected: int) -> MatchView:
    """The match as the keeper saw it, with a shorter log."""
    seen = max(expected, 0)
    if seen < len(stored_match.log):
        seen = min(seen, stored_match.log[seen].batch or 0)  # a page never shows half of a batch
    return match_view(stored_match.as_of(seen))
