"""The referee's desk: search the rulebook, ask a question by tapping cards, read the verdict, note it in the match.

Asking is reading: the facts stand in the address of the verdict, which anybody of the table may open again. Only
noting a ruling writes, and only keepers do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from referee.cards.french import Suit
from referee.desk.articles import disputes
from referee.desk.facts import Fact, Facts, HoldsCards, SuitFact
from referee.desk.house_effect import house_effect
from referee.desk.instead import allowed_instead
from referee.desk.kept import labelled, ruling_note, ruling_value
from referee.desk.known import cards_out, facts_known, speaking_order
from referee.desk.question import DeskQuestion, Verdict, cards_of, read_facts, rule_on
from referee.desk.questions import desk_questions
from referee.desk.search import search
from referee.desk.told import facts_told
from referee.games.game import Game
from referee.games.options import Flag, OneOf, Option, house_rules
from referee.games.registry import GAMES, game_named
from referee.matches.log import Change
from referee.store.matches import append
from referee.store.models import Entry
from referee.store.quotas import Full
from referee.web.access import author, keepers_only, kept_or_404
from referee.web.card_faces import CardFace, PackRow, choices_laid_out, face, laid_out, suits
from referee.web.errors import shown_full
from referee.web.facts_form import FactsForm, Sitting
from referee.web.languages import language
from referee.web.table_view import TableView, table_view
from referee.words import Shown, Text, names, say

__all__ = ["pages"]

pages = Blueprint("desk", __name__, url_prefix="/desk")
Page = Any

STRANGERS = "ABCDEFGHIJKL"
"""What players are called where no match names them, seat by seat."""

USUAL = 4
"""So many sit at a table of which nothing is known, where the game can be played by so many."""

LONGEST_SEARCH = 200
HANDS_AT_A_GLANCE, CARDS_AT_A_GLANCE = 2, 9
OF_THE_FORM = ("csrf_token", "key")
ATTEMPTS = 3
"""Another keeper may record while a ruling is noted; a note fits after any entry."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a game, asked from a match or from none."""

    game: Game
    question: DeskQuestion
    view: TableView | None
    form: FactsForm

    @property
    def options(self) -> dict[str, Any]:
        """The house rules of the match; none where no match is open."""
        return dict(self.form.sitting.options)

    def ruled(self) -> Verdict | None:
        """The verdict; None when the facts cannot be, and then each fault stands at its fact."""
        outcome = rule_on(self.game, self.question, self.form.facts(), self.options)
        if isinstance(outcome, Verdict):
            return outcome
        self.form.blame(outcome)
        return None


@pages.get("")
def choose() -> Page:
    """Which game? Or words to search in all of them."""
    words = _searched()
    found = search(words, language()) if words else ()
    return render_template("desk.html", words=words, found=found, games_asked=GAMES.values())


@pages.get("/<game_id>")
def one_game(game_id: str) -> Page:
    """The desk of a game: search, questions, the disputes that come up most."""
    game = game_named(game_id) or abort(404)
    words = _searched()
    found = search(words, language(), game.id) if words else ()
    return render_template(
        "desk_game.html", game=game, view=_view_of(game, request.args.get("match")), words=words, found=found,
        questions=desk_questions(game).values(), disputes=disputes(game.id, language()),
    )  # fmt: skip


@pages.get("/<game_id>/<question_id>")
def ask(game_id: str, question_id: str) -> Page:
    """The form of a question: what the match knows is filled in, only the cards remain."""
    return _form_page(_asked(game_id, question_id, request.args))


@pages.get("/<game_id>/<question_id>/verdict")
def verdict(game_id: str, question_id: str) -> Page:
    """The answer in one word, why, and by which articles; or 422 with every fault at its fact."""
    asked = _asked(game_id, question_id, request.args)
    ruled = asked.ruled()
    return (_form_page(asked), 422) if ruled is None else _verdict_page(asked, ruled)


@pages.post("/<game_id>/<question_id>/note")
@keepers_only
def note(game_id: str, question_id: str) -> Page:
    """Note the ruling in the match, with question, facts, verdict and articles: 303 once it is on the disk."""
    if not request.form.get("match"):
        abort(400)
    asked = _asked(game_id, question_id, request.form)
    ruled = asked.ruled()
    if ruled is None or asked.view is None:
        return _form_page(asked), 422
    told = asked.form.facts()
    entry = {"step": "note", "text": ruling_note(asked.question, told, ruled, language())}
    change = Change(entry, ruling=ruling_value(asked.question, told, asked.options, ruled))
    public_id, key = asked.view.kept.match.public_id, request.form.get("key", "")[:40] or None
    for _ in range(ATTEMPTS):
        kept = kept_or_404(public_id)
        position = len(kept.entries)
        try:
            done = append(kept, (change,), position, key, author())
        except Full as error:
            return shown_full(error, lambda: _verdict_page(_asked(game_id, question_id, request.form), ruled))
        if done.outcome in ("recorded", "repeated"):
            return redirect(url_for("matches.show", public_id=public_id, just=position), 303)
    return _verdict_page(asked, ruled, done.refused.violations if done.refused else ()), 409


def _searched() -> str:
    return request.args.get("q", "").strip()[:LONGEST_SEARCH]


def _view_of(game: Game, public_id: str | None) -> TableView | None:
    """The match the desk was opened from, if it was; one of another game does not exist here."""
    if not public_id:
        return None
    kept = kept_or_404(public_id)
    return table_view(kept) if kept.setup.game.id == game.id else abort(404)


def _asked(game_id: str, question_id: str, told: MultiDict[str, str]) -> Asked:
    game = game_named(game_id) or abort(404)
    question = desk_questions(game).get(question_id) or abort(404)
    view = _view_of(game, told.get("match"))
    sitting = _strangers(game, told.get("n", type=int)) if view is None else _seated(question, view)
    return Asked(game, question, view, FactsForm(question, sitting, told))


def _seated(question: DeskQuestion, view: TableView) -> Sitting:
    """The table of a match; of a finished one, as it stood in its last deal."""
    position, options = view.position, view.kept.setup.options
    if position.over:
        position = replace(position, deal=max(1, position.deal - 1), recorded={})
    return Sitting(
        position.table.present, speaking_order(view.game, position), position.rules, named=True,
        known=facts_known(question, view.game, position), out=cards_out(view.game, position),
        options={key: list(value) if isinstance(value, tuple) else value for key, value in options.items()},
    )  # fmt: skip


def _strangers(game: Game, n: int | None) -> Sitting:
    """A table of which nothing is known but how many sit there."""
    size = n if n in game.players else USUAL if USUAL in game.players else game.players[-1]
    players = tuple(STRANGERS[:size])
    rules, _ = house_rules(game.options, {}, players)
    return Sitting(players, players, rules)


def _form_page(asked: Asked) -> str:
    rows = _rows(asked)
    faces = {shown.code: shown.spoken for row in rows for shown, _ in row.cards}
    return render_template(
        "desk_question.html", asked=asked, form=asked.form, view=asked.view, game=asked.game, rows=rows, faces=faces
    )


def _rows(asked: Asked) -> list[PackRow]:
    """What is tapped: this table's pack, or the few things that come one after another."""
    targets = asked.form.targets()
    if targets and asked.question.pack is not None:
        return laid_out(asked.question.pack, asked.form.sitting.out, language())
    return [row for one in targets for row in choices_laid_out(one.spec.choices, language())]


def _verdict_page(asked: Asked, ruled: Verdict, refused: Any = ()) -> str:
    told, options = asked.form.facts(), asked.options
    facts, _ = read_facts(asked.question, told)
    return render_template(
        "desk_verdict.html", asked=asked, verdict=ruled, view=asked.view, game=asked.game, facts=facts,
        instead=allowed_instead(asked.game, asked.question, told, options, ruled),
        house=house_effect(asked.game, asked.question, told, options, ruled) if options else None,
        refused=refused, much=_much(asked.question, facts), trump=_trump(asked.question, facts),
        others=_others(asked.question, facts),
        carried=[pair for pair in (request.form or request.args).items(multi=True) if pair[0] not in OF_THE_FORM],
    )  # fmt: skip


def _trump(question: DeskQuestion, facts: Facts) -> Text | None:
    """What is trump, for the head of the page; None in a game without."""
    fact = next((one for one in question.facts if one.kind == "suit" and one.key == "trump"), None)
    if not isinstance(fact, SuitFact):
        return None
    suit: Suit | None = facts.get(fact.key)
    return fact.nothing if suit is None else say("atout %(suit)s", suit=suit.symbol)


def _much(question: DeskQuestion, facts: Facts) -> bool:
    """Whether so many cards were told that they would push the word off the screen."""
    hands = sum(isinstance(one, HoldsCards) and bool(facts.get(one.key)) for one in question.facts)
    return hands > HANDS_AT_A_GLANCE or len(cards_of(question, facts)) > CARDS_AT_A_GLANCE


def _others(question: DeskQuestion, facts: Facts) -> list[str]:
    """The facts that are no cards, in words."""
    plain = replace(question, facts=tuple(one for one in question.facts if not _shown_as_cards(one)))
    return [labelled(label, shown, language()) for label, shown in facts_told(plain, facts)]


def _shown_as_cards(fact: Fact) -> bool:
    """Whether a fact is shown as cards, or stands in the head of the page."""
    return isinstance(fact, HoldsCards) or fact.kind == "held-card" or fact.key == "trump"


@pages.app_template_global("card_state")
def _card_state(fact: Fact, card: Any, verdict: Verdict, facts: Facts) -> str:
    """How a card is marked that was told: one that could not be played, and the one in question."""
    if fact.key != "hand" or "legal" not in verdict.answer:
        return ""
    marks = [] if card.code in verdict.answer["legal"] else ["dim"]
    return " ".join([*marks, "pick"] if card == facts.get("card") else marks)


@pages.app_template_filter("face")
def _face(card: Any) -> CardFace:
    """A card as it is printed in the reader's language."""
    return face(card, language())


@pages.app_template_global("suits")
def _suits() -> list[CardFace]:
    return suits(language())


@pages.app_template_global("standing_rulings")
def _standing_rulings(view: TableView) -> list[Entry]:
    """The records of the rulings that stand: neither undone nor written over."""
    rows = {row.position: row for row in view.kept.entries}
    standing = ((rows[one.position], one.entry) for one in view.standing)
    return [row for row, entry in standing if row.ruling is not None and row.entry == entry]


@pages.app_template_global("chosen_words")
def _chosen_words(option: Option, value: Any) -> Shown | str:
    """What a table chose for one of its house rules."""
    if isinstance(option, Flag):
        return say("oui") if value else say("non")
    if isinstance(option, OneOf):
        return dict(option.values).get(value, str(value))
    if value is None:
        return say("aucun")
    return names(value) if isinstance(value, (list, tuple)) else str(value)
