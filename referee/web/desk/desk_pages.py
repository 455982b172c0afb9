"""The referee's desk: search the rulebook, ask a question by tapping cards, read the verdict, note it in the match.

Asking is reading: the facts stand in the address of the verdict, which anybody of the table may open again. Only
noting a ruling writes, and only keepers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.answers.violation import Violation
from referee.desk.article_excerpt import Answer, answer
from referee.desk.articles import Article, common_disputes, disputes
from referee.desk.decision import Verdict
from referee.desk.noted_ruling import ruling_note, ruling_value
from referee.desk.search import search
from referee.games.registry import GAMES, game_named
from referee.matches.log import Change
from referee.store.database.quotas import Full
from referee.store.matches.matches import append
from referee.web.access.permissions import author, keepers_only, match_or_404
from referee.web.answers.form_values import client_key
from referee.web.answers.pack_layout import PackRow, choices_laid_out, laid_out
from referee.web.desk.asked_question import AskedQuestion, asked_question, match_opened_from, questions_at
from referee.web.desk.shown_verdict import shown_verdict
from referee.web.error_pages import shown_full
from referee.web.rendering.page_language import language
from referee.words import Text, say
from referee.words.elision import elides

pages = Blueprint("desk", __name__, url_prefix="/desk")
Page = Any

LONGEST_SEARCH = 200
OF_THE_FORM = ("key", "device_nonce")
ATTEMPTS = 3
"""Another keeper may record while a ruling is noted; a note fits after any entry."""


@pages.get("")
def choose() -> Page:
    """Which game? Or words to search in all of them."""
    words = _searched()
    return render_template("desk/desk.html", words=words, found=_found(words), games_asked=GAMES.values())


@pages.get("/<game_id>")
def one_game(game_id: str) -> Page:
    """The desk of a game: search, questions, the disputes that come up most in it and at every table."""
    game = game_named(game_id) or abort(404)
    words, view = _searched(), match_opened_from(game, request.args.get("match"))
    return render_template(
        "desk/desk_of_game.html",
        game=game,
        view=view,
        words=words,
        found=_found(words, game.id),
        asked=questions_at(game, view),
        disputes=disputes(game.id, language()),
        at_every_table=common_disputes(game, language()),
    )


@pages.get("/<game_id>/<question_id>")
def ask(game_id: str, question_id: str) -> Page:
    """The form of a question: what the match knows is filled in, only the cards remain."""
    return _form_page(asked_question(game_id, question_id, request.args))


@pages.get("/<game_id>/<question_id>/verdict")
def verdict(game_id: str, question_id: str) -> Page:
    """The answer in one word, why, and by which articles; or 422 with every fault at its fact."""
    asked = asked_question(game_id, question_id, request.args)
    ruled = asked.verdict()
    return (_form_page(asked), 422) if ruled is None else _verdict_page(asked, ruled)


@pages.post("/<game_id>/<question_id>/note")
@keepers_only
def note(game_id: str, question_id: str) -> Page:
    """Note the ruling in the match, with question, facts, verdict and articles: 303 once it is on the disk."""
    if not request.form.get("match"):
        abort(400)
    asked = asked_question(game_id, question_id, request.form)
    ruled = asked.verdict()
    if ruled is None or asked.view is None:
        return _form_page(asked), 422
    entry = {"step": "note", "text": ruling_note(ruled, language())}
    change = Change(entry, ruling=ruling_value(ruled))
    public_id, key = asked.view.stored.match.public_id, client_key()
    for _ in range(ATTEMPTS):
        stored_match = match_or_404(public_id)
        position = stored_match.match.length
        try:
            done = append(stored_match, (change,), position, key, author())
        except Full as error:
            return shown_full(error, lambda: _verdict_page(asked_question(game_id, question_id, request.form), ruled))
        if done.outcome in ("recorded", "repeated"):
            return redirect(url_for("matches.show", public_id=public_id), 303)
    return _verdict_page(asked, ruled, done.refused.violations if done.refused else ()), 409


def _found(words: str, game: str | None = None) -> list[tuple[Article, Answer]]:
    """The articles that answer these words, each with what it says in short."""
    laws = search(words, language(), game) if words else ()
    return [(law, answer(law, words, language())) for law in laws]


def _searched() -> str:
    return request.args.get("q", "").strip()[:LONGEST_SEARCH]


def _form_page(asked: AskedQuestion) -> str:
    rows = _rows(asked)
    faces = {shown.code: shown.name for row in rows for shown, _ in row.cards}
    hands = {player: _hand_of(player).render(language()) for player in asked.form.sitting.order}
    return render_template(
        "desk/question.html", form=asked.form, view=asked.view, game=asked.game, rows=rows, faces=faces, hands=hands
    )


def _hand_of(player: str) -> Text:
    return say("Main d'%(name)s", name=player) if elides(player) else say("Main de %(name)s", name=player)


def _rows(asked: AskedQuestion) -> list[PackRow]:
    """What is tapped: this table's pack, or the few things that come one after another."""
    targets = asked.form.targets()
    if targets and asked.form.question.pack is not None:
        return laid_out(asked.form.question.pack, asked.form.sitting.out, language())
    return [row for target in targets for row in choices_laid_out(target.spec.choices, language())]


def _verdict_page(asked: AskedQuestion, verdict: Verdict, refused: Sequence[Violation] = ()) -> str:
    return render_template(
        "desk/verdict.html",
        form=asked.form,
        view=asked.view,
        game=asked.game,
        refused=refused,
        carried=[pair for pair in (request.form or request.args).items(multi=True) if pair[0] not in OF_THE_FORM],
        **shown_verdict(verdict),
    )
