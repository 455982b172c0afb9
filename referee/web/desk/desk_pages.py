"""The referee's desk: search the rulebook, ask a question by tapping cards, read the verdict, note it in the match.

Asking is reading: the facts stand in the address of the verdict. Only noting a ruling writes, and only keepers do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for

from referee.answers.answer import Field
from referee.answers.violation import Violation
from referee.cards.french import Suit
from referee.desk.allowed_instead import allowed_instead
from referee.desk.article_excerpt import Answer, answer
from referee.desk.articles import COMMON, Article, chapter, common_disputes, disputes
from referee.desk.decision import Verdict
from referee.desk.house_effect import house_effect
from referee.desk.noted_ruling import labelled, labelled_facts, ruling_note, ruling_value
from referee.desk.search import search
from referee.desk_questions.desk_question import Case
from referee.games.registry import GAMES, game_named
from referee.matches.log import Change
from referee.store.database.quotas import Full
from referee.store.matches.matches import append
from referee.web.access.permissions import author, keepers_only, match_or_404
from referee.web.answers.form_values import client_key
from referee.web.answers.pack_layout import PackRow, choices_laid_out, laid_out
from referee.web.desk.asked_question import AskedQuestion, asked_question, match_opened_from, questions_at
from referee.web.error_pages import shown_full
from referee.web.rendering.page_language import language
from referee.words import Text, say
from referee.words.elision import elides

pages = Blueprint("desk", __name__, url_prefix="/desk")
rulebook_pages = Blueprint("rulebook", __name__, url_prefix="/rules")
Page = Any

LONGEST_SEARCH = 200
OF_THE_FORM = ("key", "device_nonce")
ATTEMPTS = 3
"""Of noting a ruling while other keepers record: it fits after any entry."""


@pages.get("")
def choose() -> Page:
    """All games, and a search in all of them."""
    words = _searched()
    return render_template("desk/desk.html", words=words, found=_results(words), games_asked=GAMES.values())


@pages.get("/<game_id>")
def one_game(game_id: str) -> Page:
    """The desk of a game: search, questions, the common disputes of it and of every table."""
    game = game_named(game_id) or abort(404)
    words, view = _searched(), match_opened_from(game, request.args.get("match"))
    return render_template(
        "desk/desk_of_game.html",
        game=game,
        view=view,
        words=words,
        found=_results(words, game.id),
        asked=questions_at(game, view),
        disputes=disputes(game.id, language()),
        at_every_table=common_disputes(game, language()),
    )


@pages.get("/<game_id>/<question_id>")
def ask(game_id: str, question_id: str) -> Page:
    return _form_page(asked_question(game_id, question_id, request.args))


@pages.get("/<game_id>/<question_id>/verdict")
def verdict(game_id: str, question_id: str) -> Page:
    """The verdict with its reasons and articles; or 422 with every violation at its fact."""
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


def _results(words: str, game: str | None = None) -> list[tuple[Article, Answer]]:
    """The articles that match these words, each with an excerpt."""
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
    """The cards of this table's pack, or the choices of each target."""
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
        verdict=verdict,
        facts=verdict.case.facts,
        instead=allowed_instead(verdict),
        house=house_effect(verdict) if verdict.case.options else None,
        trump=_trump(verdict.case),
        others=_facts_in_words(verdict.case),
        card_state=lambda fact, card: _card_state(verdict, fact, card),
    )


def _trump(case: Case) -> Text | None:
    """The trump suit, for the head of the page; None in a game without."""
    fact = next((fact for fact in case.question.facts if fact.offered and fact.key == "trump"), None)
    if fact is None:
        return None
    suit: Suit | None = case.facts[fact.key]
    return fact.nothing if suit is None else say("atout %(suit)s", suit=suit.symbol)


def _facts_in_words(case: Case) -> list[str]:
    """The facts that are neither shown as cards nor in the head of the page."""
    facts = tuple(fact for fact in case.question.facts if not fact.holds_cards and fact.key not in ("card", "trump"))
    plain = replace(case, question=replace(case.question, facts=facts))
    return [labelled(label, shown, language()) for label, shown in labelled_facts(plain)]


def _card_state(verdict: Verdict, fact: Field, card: Any) -> str:
    """The classes of a card of a hand: illegal to play, and the card in question."""
    if fact.key != "hand" or "legal" not in verdict.answer:
        return ""
    marks = [] if card.code in verdict.answer["legal"] else ["dim"]
    return " ".join([*marks, "pick"] if card == verdict.case.facts.get("card") else marks)


@rulebook_pages.get("")
def contents() -> str:
    return render_template("desk/rulebook.html")


@rulebook_pages.get("/<part>", endpoint="one_game")
def rulebook_of_game(part: str) -> Page:
    if part != COMMON and game_named(part) is None:
        abort(404)
    return render_template("desk/rulebook_of_game.html", chapter=chapter(part, language()), game=game_named(part))
