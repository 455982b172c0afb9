"""A question of the desk on its page: the form of its facts, at the table of a match or without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import abort, url_for
from werkzeug.datastructures import MultiDict

from referee.desk.adjudication import Verdict, rule_on
from referee.desk.match_facts import cards_out, facts_of_match, speaking_order
from referee.desk.questions import desk_questions
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.games.registry import game_named
from referee.web.access.permissions import match_or_404
from referee.web.answers.facts_form import FactsForm, seats_of
from referee.web.answers.inputs.base_input import Sitting
from referee.web.answers.seating import TableSeating
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import MatchView, match_view

STRANGERS = "ABCDEFGHIJKL"
"""The names of players without a match, seat by seat."""
USUAL = 4
"""The players at a table without a match, where so many can play the game."""


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """The form of a question of a game, and the match it is asked from."""

    game: Game
    view: MatchView | None
    form: FactsForm

    @property
    def match_answers_all(self) -> bool:
        """Whether the match answers all that is asked."""
        fields = self.form.offered_inputs()
        return self.view is not None and bool(fields) and all(field.given and not field.tapped for field in fields)

    @property
    def seats_fit(self) -> bool:
        """Whether the question can be asked at the match's table: the match tells its players and teams."""
        known = self.form.sitting.match_facts
        return all(fact.key in known for fact in self.form.question.facts if fact.key in ("players", "teams"))

    def answer_address(self, answer: str) -> str:
        """The address of the verdict on a question that one tap answers."""
        single = self.form.one_tap
        assert single is not None
        match = self.view.stored_match.public_id if self.view else None
        ids = {"game_id": self.game.id, "question_id": self.form.question.id, "match": match}
        return url_for("desk.verdict", **ids, **{single.name: answer})  # type: ignore[arg-type]

    def verdict(self) -> Verdict | None:
        """The verdict; None for impossible facts, and then each violation stands at its fact."""
        outcome = rule_on(self.game, self.form.question, self.form.facts(), self.form.sitting.options)
        if isinstance(outcome, Verdict):
            return outcome
        self.form.blame(outcome)
        return None


def question_page(game_id: str, question_id: str, typed: MultiDict[str, str]) -> QuestionPage:
    """The question that an address names, with its facts; 404 where there is none."""
    game = game_named(game_id) or abort(404)
    question = desk_questions(game).get(question_id) or abort(404)
    return page_of(game, question, match_opened_from(game, typed.get("match")), typed)


def questions_at(game: Game, view: MatchView | None) -> list[QuestionPage]:
    """All questions of a game that fit this table, with the facts that the match knows."""
    pages_of_game = (page_of(game, question, view, MultiDict()) for question in desk_questions(game).values())
    return [question for question in pages_of_game if view is None or question.seats_fit]


def page_of(game: Game, question: DeskQuestion, view: MatchView | None, typed: MultiDict[str, str]) -> QuestionPage:
    sizes = seats_of(question) or game.players
    sitting = (
        _strangers(game, sizes, typed.get("n", type=whole_number))
        if view is None
        else _sitting_of_match(question, view)
    )
    return QuestionPage(game, view, FactsForm(game, question, sitting, typed))


def match_opened_from(game: Game, public_id: str | None) -> MatchView | None:
    """The match the desk was opened from; 404 for one of another game."""
    if not public_id:
        return None
    stored_match = match_or_404(public_id)
    return match_view(stored_match) if stored_match.setup.game.id == game.id else abort(404)


def _sitting_of_match(question: DeskQuestion, view: MatchView) -> Sitting:
    """The table of a match; of a finished one, as it stood in its last deal."""
    state, options = view.state, {option.id: value for option, value in view.house_rules}
    if state.over:
        state = replace(state, deal=max(1, state.deal - 1), answers={})
    return Sitting(
        state.table.present,
        speaking_order(view.game, state),
        state.rules,
        named=True,
        seating=TableSeating(view.state.table.players, view.state.dealer, read_colours=lambda: view.colours),
        match_facts=facts_of_match(question, view.game, state),
        out=cards_out(view.game, state),
        options={key: list(value) if isinstance(value, tuple) else value for key, value in options.items()},
    )


def _strangers(game: Game, sizes: Sequence[int], n: int | None) -> Sitting:
    """A table without a match: of ``n`` players, or the usual number."""
    usual = USUAL if USUAL in sizes else sizes[-1]
    size = n if n in sizes else usual
    players = tuple(STRANGERS[:size])
    rules, _ = game.house_rules({}, players)
    return Sitting(players, players, rules)
