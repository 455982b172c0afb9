"""La Belote at the desk: tricks, the points of cards, declarations, a deal to settle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.answer import Field
from referee.answers.numbers import Number
from referee.desk_questions.deal_points import facts_of_ways, points_ruling, settle_question
from referee.desk_questions.desk_question import CaseUnder, Ruling, Word
from referee.desk_questions.thirty_two_cards import CardArticles, card_questions
from referee.desk_questions.trick_questions import TRUMP
from referee.game_definition.game import Game, Way
from referee.game_definition.match_course import Transition
from referee.game_definition.result_of_162 import announced_fields, result_ways, sides_of
from referee.games.belote.scoring import LOST, PLAYERS, REFUSALS, BeloteRules, contract_ways, count_of, settle
from referee.words import say

ARTICLES = CardArticles(
    trick="belote.trick",
    follow="belote.follow",
    overtrump="belote.overtrump",
    must_trump="belote.must-trump",
    partner="belote.partner",
    undertrump="belote.undertrump",
    card_points="belote.card-points",
    best_declaration="belote.best-declaration",
)
CONTRACT_KEYS = ("taker", "trump")
RESULT_KEYS = ("points", "capot", "belote", "declared")
MOST_HELD = 99_999


def deal_facts(game: Game, players: tuple[str, ...], rules: BeloteRules) -> tuple[Field, ...]:
    """The contract and the result of a deal, and what is held before it, as facts."""
    table = game.table(players, rules)
    taking = next(way for way in contract_ways(table) if not way.at_once)
    sides = sides_of(table, players[0])
    results = result_ways(sides, REFUSALS, announced_fields(sides, REFUSALS, declarations=rules.declarations))
    held = Number("held", say("Points en litige avant la donne"), 0, MOST_HELD, suggested=0, optional=True, default=0)
    return (*facts_of_ways((Way(taking.fields),)), *facts_of_ways(results), held)


def settlement_ruling(case: CaseUnder[BeloteRules], transition: Transition) -> Ruling:
    """What the deal is worth to each side (articles belote.score, .dedans, .litige, .capot)."""
    row = transition.rows[0]
    sides = sides_of(transition.state.table, row.answers["contract"]["taker"])
    settlement = settle(case.rules, sides, row.answers["result"])
    answer = {"made": settlement.made, "scores": dict(row.scores), "held": transition.state.memory.get("held", 0)}
    ruling = points_ruling(row, ("belote.litige",) if settlement.level else ())
    return Ruling(answer, ruling.articles, ruling.because)


def settled_word(case: CaseUnder[BeloteRules], answer: Mapping[str, Any]) -> Word:
    """Whether the taker made the deal; a level one is neither, unless the table takes it as lost."""
    if answer["made"]:
        return Word(say("Contrat réussi"), "yes")
    result = {key: value for key, value in case.facts.items() if value is not None}
    counts = {count_of(result, side) for side in result.get("points", ())}
    if len(counts) == 1 and case.rules.litige != LOST:
        return Word(say("Litige"))
    return Word(say("Dedans"), "no")


LAWS = (
    "belote.score", "belote.dedans", "belote.litige", "belote.capot", "belote.belote", "belote.declared",
    "belote.rounding",
)  # fmt: skip

QUESTIONS = (
    *card_questions(ARTICLES, TRUMP),
    settle_question(
        PLAYERS, deal_facts, {"contract": CONTRACT_KEYS, "result": RESULT_KEYS}, settlement_ruling, LAWS,
        lambda case: {"held": case.facts["held"]}, settled_word, often_forgotten=("belote",),
    ),
)  # fmt: skip
