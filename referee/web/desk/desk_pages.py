"""The referee's desk: search the rulebook, ask a question by tapping cards, read the verdict, note it in the match.

Asking is reading: the facts stand in the address of the verdict. Only noting a ruling writes, and only keepers do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from referee.answers.answer import Field
from referee.answers.violation import Violation
from referee.cards.french import Suit
from referee.desk.adjudication import Verdict
from referee.desk.allowed_instead import allowed_instead
from referee.desk.article_excerpt import answer
from referee.desk.articles import COMMON, Article, article, chapter, common_disputes, disputes
from referee.desk.house_effect import house_effect
from referee.desk.noted_ruling import labelled, labelled_facts, ruling_note, ruling_value
from referee.desk.search.named_game import game_named_in
from referee.desk.search.rulebook_search import Results, search, search_all_games
from referee.desk.search.search_terms import MOST_LETTERS
from referee.desk.search.text_search import search_texts
from referee.desk_questions.desk_question import Case
from referee.game_definition.game import Game
from referee.games.registry import GAMES, game_named
from referee.matches.log import Change
from referee.store.database.models import Match, TableRule
from referee.store.database.quotas import Full
from referee.store.matches.matches import AppendResult, append, open_matches
from referee.store.matches.rematch import games_played
from referee.store.matches.stored_match import DamagedMatch, is_readable
from referee.store.table_rules.table_rules import table_rules
from referee.web.access.permissions import author, current_visitor, match_or_404, named_match
from referee.web.answers.inputs.pack_layout import PackRow, choices_laid_out, laid_out
from referee.web.desk.question_choice import FoundArticle
from referee.web.desk.question_page import QuestionPage, match_opened_from, question_page, questions_at
from referee.web.desk.questions_for_query import QueryQuestion, words_asked
from referee.web.error_pages import full_page
from referee.web.http.client_key import client_key
from referee.web.matches.match_view import match_view
from referee.web.rendering.page_language import language, localize
from referee.words import Renderable, Text, say
from referee.words.elision import elides

pages = Blueprint("desk", __name__, url_prefix="/desk")
rulebook_pages = Blueprint("rulebook", __name__, url_prefix="/rules")

OF_THE_FORM = ("key", "device_nonce")
GOING_ON = 3
"""Matches going on that the desk offers to be opened from."""
TOOLS = 2
"""Questions that are offered above the articles found."""
ATTEMPTS = 3
"""Of noting a ruling while other keepers record: it fits after any entry."""
LETTERS = (4, 6, 8, 10, 13, 16)
"""The size classes of the word of a verdict, by its letters."""
LONG_REASONS = 130
"""Letters from which the reasons of a verdict are written smaller."""
IN_PLAY = 3
"""The games that the club played last whose articles come first in the search of all games."""


@dataclass(frozen=True, slots=True)
class GameArticles:
    """What is found in one game; without a game, in the common rules."""

    game: Game | None
    articles: Sequence[FoundArticle]


@pages.get("")
def choose() -> ResponseReturnValue:
    """The desk of all games: what the words find, by game, and the games to ask again in."""
    words, visitor = _searched(), current_visitor()
    matches = open_matches(visitor.club.id, GOING_ON) if visitor and visitor.only is None else []
    going_on = [match for match in matches if is_readable(match)]
    results = search_all_games(words, language(), _in_play(going_on)) if words else Results((), ())
    own, laws = _own_rules(), defaultdict[str, list[Article]](list)
    for law in dict.fromkeys([*_laws_of(own, words), *(law for group in results.groups for law in group.articles)]):
        laws[law.chapter].append(law)
    groups = [GameArticles(GAMES.get(part), _found_articles(of_part, words)) for part, of_part in laws.items()]
    match_of = {match.game: match.public_id for match in reversed(going_on)}
    questions = _asked_first(groups, words, match_of)
    groups = [
        replace(group, articles=decided_first(group.articles, questions if group is groups[0] else (), words))
        for group in groups
    ]
    return render_template(
        "desk/desk.html",
        words=words,
        groups=groups,
        games_found=[GAMES[game] for game in results.games],
        asked_in_words=questions,
        games_asked=GAMES.values(),
        going_on=[] if words else going_on,
        match_of=match_of,
        own=own,
    )


def _asked_first(groups: Sequence[GameArticles], words: str, match_of: Mapping[str, str]) -> list[QueryQuestion]:
    """The questions that the words point to in the game found first, at its match where one goes on.

    Without one, and where the words do not name it, no verdict: another game could be meant.
    """
    for group in groups[:1]:
        if group.game is not None:
            view = None
            with suppress(DamagedMatch):
                view = match_opened_from(group.game, match_of.get(group.game.id))
            questions = words_asked(group.game, view, group.articles, words, language(), TOOLS)
            certain = view is not None or game_named_in(words, language()) == group.game.id
            if certain:
                return questions
            return [replace(question, verdict=None, only_case=False) for question in questions]
    return []


def _in_play(going_on: Sequence[Match]) -> Sequence[str]:
    """The games that the club plays: those of the matches going on, then those it played last."""
    visitor = current_visitor()
    played = games_played(visitor.club.id) if visitor and visitor.only is None else ()
    return list(dict.fromkeys([*(match.game for match in going_on), *played]))[:IN_PLAY]


@pages.get("/<game_id>")
def one_game(game_id: str) -> ResponseReturnValue:
    """The desk of a game: search, questions, the common disputes of it and of every table."""
    game = game_named(game_id) or abort(404)
    words, view, own = _searched(), match_opened_from(game, request.args.get("match")), _own_rules()
    otherwise = [law for law in _laws_of(own, words) if law.chapter in (game.id, COMMON)]
    articles = _found_articles(dict.fromkeys([*otherwise, *search(words, language(), game.id)]), words) if words else []
    asked_in_words = words_asked(game, view, articles, words, language(), TOOLS) if articles else []
    return render_template(
        "desk/desk_of_game.html",
        game=game,
        view=view,
        words=words,
        found=decided_first(articles, asked_in_words, words),
        asked_in_words=asked_in_words,
        asked=questions_at(game, view),
        disputes=disputes(game.id, language()),
        at_every_table=common_disputes(game, language()),
        own=own,
    )


@pages.get("/<game_id>/<question_id>")
def ask(game_id: str, question_id: str) -> ResponseReturnValue:
    return _form_page(question_page(game_id, question_id, request.args))


@pages.get("/<game_id>/<question_id>/verdict")
def verdict(game_id: str, question_id: str) -> ResponseReturnValue:
    """The verdict with its reasons and articles; or 422 with every violation of the first check that fails."""
    page = question_page(game_id, question_id, request.args)
    outcome = page.verdict()
    return (_form_page(page), 422) if outcome is None else _verdict_page(page, outcome)


@pages.post("/<game_id>/<question_id>/note")
def note(game_id: str, question_id: str) -> ResponseReturnValue:
    """Note the ruling in the match, with question, facts, verdict and articles: 303 once it is on the disk."""
    if not request.form.get("match"):
        abort(400)
    page = question_page(game_id, question_id, request.form)
    outcome = page.verdict()
    if outcome is None or page.view is None:
        return _form_page(page), 422
    entry = {"step": "note", "text": ruling_note(outcome, language())}
    change = Change(entry, ruling=ruling_value(outcome))
    public_id, key = page.view.stored_match.public_id, client_key()
    for _ in range(ATTEMPTS):
        stored_match = match_or_404(public_id)
        position = stored_match.length
        try:
            appended = append(stored_match, (change,), position, key, author())
        except Full as error:
            return full_page(error, lambda: _verdict_page(question_page(game_id, question_id, request.form), outcome))
        if appended.outcome in (AppendResult.RECORDED, AppendResult.REPEATED):
            return redirect(url_for("matches.show", public_id=public_id), 303)
    return _verdict_page(page, outcome, appended.refusal.violations if appended.refusal else ()), 409


def _laws_of(own: Mapping[str, Sequence[TableRule]], words: str) -> list[Article]:
    """The articles at which the table has a rule of its own in words like these: shown first, with that rule."""
    rules = [rule for of_article in own.values() for rule in of_article]
    found = search_texts(words, [rule.text for rule in rules], language())
    return list(filter(None, (article(rules[number].article, language()) for number in found)))


def _found_articles(laws: Iterable[Article], words: str) -> list[FoundArticle]:
    return [FoundArticle(law, answer(law, words, language())) for law in laws]


def decided_first(
    articles: Sequence[FoundArticle], questions: Sequence[QueryQuestion], words: str
) -> Sequence[FoundArticle]:
    """What is found, after the articles that decide what was ruled on at once."""
    verdict = questions[0].verdict if questions else None
    if verdict is None:
        return articles
    laws = list(filter(None, (article(law, language()) for law in verdict.articles)))
    return [*_found_articles(laws, words), *(other for other in articles if other.law not in laws)]


def _searched() -> str:
    return request.args.get("q", "").strip()[:MOST_LETTERS]


def _form_page(page: QuestionPage) -> str:
    rows = _rows(page)
    faces = {face.code: face.name for row in rows for face, _ in row.cards}
    hands = {player: _hand_of(player).render(language()) for player in page.form.sitting.order}
    return render_template(
        "desk/question.html", form=page.form, view=page.view, game=page.game, rows=rows, faces=faces, hands=hands
    )


def _hand_of(player: str) -> Text:
    return say("Main d'%(name)s", name=player) if elides(player) else say("Main de %(name)s", name=player)


def _rows(page: QuestionPage) -> list[PackRow]:
    """The cards of this table's pack, or the choices of each target."""
    targets = page.form.targets()
    if targets and page.form.question.pack is not None:
        return laid_out(page.form.question.pack, page.form.sitting.out, language())
    return [row for target in targets for row in choices_laid_out(target.spec.choices, language())]


def _verdict_page(page: QuestionPage, verdict: Verdict, violations: Sequence[Violation] = ()) -> str:
    return render_template(
        "desk/verdict.html",
        form=page.form,
        view=page.view,
        game=page.game,
        refused=violations,
        carried=[pair for pair in (request.form or request.args).items(multi=True) if pair[0] not in OF_THE_FORM],
        verdict=verdict,
        letters=_letters(localize(verdict.word.text)),
        reasons_are_long=sum(len(localize(sentence)) for sentence in verdict.because) > LONG_REASONS,
        facts=verdict.case.facts,
        instead=allowed_instead(verdict),
        house=house_effect(verdict) if verdict.case.options else None,
        own=_own_rules(),
        trump=_trump(verdict.case),
        others=_facts_in_words(verdict.case),
        card_state=lambda fact, card: _card_state(verdict, fact, card),
    )


def _letters(word: str) -> int:
    """The size class of the verdict's word: the fewest letters of a class that has room for it."""
    return next((most for most in LETTERS if len(word) <= most), LETTERS[-1])


def _trump(case: Case) -> Renderable | None:
    """The trump, for the head of the page; None in a game without."""
    fact = next((fact for fact in case.fields if fact.offered and fact.key == "trump"), None)
    if fact is None:
        return None
    trump = case.facts[fact.key]
    return say("atout %(suit)s", suit=trump.symbol) if isinstance(trump, Suit) else fact.in_words(trump)


def _facts_in_words(case: Case) -> list[str]:
    """The facts that are neither shown as cards nor in the head of the page."""
    facts = tuple(fact for fact in case.fields if not fact.holds_cards and fact.key not in ("card", "trump"))
    plain = replace(case, fields=facts)
    return [labelled(label, value, language()) for label, value in labelled_facts(plain)]


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
def rulebook_of_game(part: str) -> ResponseReturnValue:
    """The chapter of a game, or the common rules; opened from a match it keeps the bar of the match."""
    if part != COMMON and game_named(part) is None:
        abort(404)
    match = named_match()
    return render_template(
        "desk/rulebook_of_game.html",
        chapter=chapter(part, language()),
        game=game_named(part),
        view=match_view(match) if match and part in (COMMON, match.game) else None,
        own=_own_rules(),
    )


def _own_rules() -> dict[str, list[TableRule]]:
    """The rules of the visitor's own table by article; none for who belongs to no club."""
    visitor = current_visitor()
    rules: dict[str, list[TableRule]] = {}
    if visitor is None:
        return rules
    for rule in table_rules(visitor.club.id):
        rules.setdefault(rule.article, []).append(rule)
    return rules
