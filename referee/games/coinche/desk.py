"""La Coinche at the desk: tricks, the points of cards, declarations, a deal to settle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.answer import Field
from referee.answers.choices import SUITS, Choice, YesNo
from referee.cards.french import parse_suit
from referee.desk_questions.deal_points import contract_word, facts_of_ways, points_ruling, settle_question
from referee.desk_questions.desk_question import CaseUnder, Ruling, Word
from referee.desk_questions.thirty_two_cards import CardArticles, card_questions
from referee.game_definition.game import Game, Way
from referee.game_definition.match_course import Transition
from referee.game_definition.result_of_162 import announced_fields, result_ways, sides_of
from referee.games.coinche.options import WITHOUT_SUIT, CoincheRules
from referee.games.coinche.scoring import GENERALE_MADE, PLAYERS, REFUSALS, belotes_field, contract_ways
from referee.games.coinche.settlement import Deal, Judgement, judge, settle
from referee.words import say

ARTICLES = CardArticles(
    trick="coinche.trick",
    follow="coinche.follow",
    overtrump="coinche.overtrump",
    must_trump="coinche.must-trump",
    partner="coinche.partner",
    undertrump="coinche.undertrump",
    card_points="coinche.card-points",
    best_declaration="coinche.best-declaration",
    no_suit=("coinche.no-suit",),
)
TRUMP = Choice(
    "trump", say("Atout"), (*SUITS, *WITHOUT_SUIT), nothing=say("aucun"),
    canonical=lambda text: parse_suit(text) or text,
)  # fmt: skip
CONTRACT_KEYS = ("taker", "contract", "trump", "doubled")
RESULT_KEYS = ("points", "capot", "made", "belote", "belotes", "declared")


def deal_facts(game: Game, players: tuple[str, ...], rules: CoincheRules) -> tuple[Field, ...]:
    """The contract and the result of a deal, as facts."""
    table = game.table(players, rules)
    bidding = next(way for way in contract_ways(table) if not way.at_once)
    sides = sides_of(table, players[0])
    announced = announced_fields(sides, REFUSALS, declarations=rules.declarations)
    if rules.no_suit:
        announced = (*announced, belotes_field(sides))
    made = YesNo("made", GENERALE_MADE, offered=rules.generale)
    results = (*result_ways(sides, REFUSALS, announced, tens=rules.tens), Way((made, *announced), "made"))
    return (*facts_of_ways((Way(bidding.fields),)), *facts_of_ways(results))


def settlement_ruling(case: CaseUnder[CoincheRules], transition: Transition) -> Ruling:
    """What the deal is worth to each side (articles coinche.made, .lost, .doubled)."""
    row = transition.rows[0]
    contract, result = row.answers["contract"], row.answers["result"]
    sides = sides_of(transition.state.table, contract["taker"])
    answer = {"made": settle(case.rules, sides, contract, result).made, "scores": dict(row.scores)}
    ruling = points_ruling(row)
    return Ruling(answer, ruling.articles, ruling.because)


def settled_word(case: CaseUnder[CoincheRules], answer: Mapping[str, Any]) -> Word:
    """Whether the taker made the contract; a litige, whose points wait, is neither (article coinche.litige)."""
    facts = {key: value for key, value in case.facts.items() if value is not None}
    takers, defenders = sides_of(case.game.table(facts["players"], case.rules), facts["taker"])
    if judge(Deal(case.rules, takers.name, defenders.name, facts, facts)) is Judgement.LEVEL:
        return Word(say("Litige"))
    return contract_word(case, answer)


LAWS = (
    "coinche.made", "coinche.litige", "coinche.lost", "coinche.doubled", "coinche.capot", "coinche.belote",
    "coinche.declared", "coinche.rounding",
)  # fmt: skip

QUESTIONS = (
    *card_questions(ARTICLES, TRUMP),
    settle_question(
        PLAYERS, deal_facts, {"contract": CONTRACT_KEYS, "result": RESULT_KEYS}, settlement_ruling, LAWS,
        word=settled_word,
        often_forgotten=("belote",),
    ),
)  # fmt: skip
