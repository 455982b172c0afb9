"""L'Ascenseur at the desk: tricks with a trump, the bid the last speaker may not make, and the points of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.numbers import Number, Numbers
from referee.answers.players import Seats
from referee.answers.violation import Violation
from referee.cards.tricks import Duty
from referee.desk_questions.asked_phrases import EACH_SCORES
from referee.desk_questions.deal_points import as_fact_violations, deal_row, points_ruling, scores_word
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion
from referee.desk_questions.forbidden_bid import forbidden_bid
from referee.desk_questions.trick_questions import TURNED_TRUMP, plain_questions
from referee.desk_questions.wording import Wording
from referee.game_definition.sheet import Round
from referee.games.ascenseur.scoring import HIGHEST, AscenseurRules, deals
from referee.words import say

MOST_CARDS = max(HIGHEST.values())


def row_of_deal(case: CaseUnder[AscenseurRules]) -> Round | list[Violation]:
    """The row of the deal, from its bids and tricks."""
    facts = case.facts
    deal = deals(case.rules).index(facts["cards"]) + 1
    bids = {"bids": {"bids": facts["bids"]}}
    return deal_row(case, {"step": "tricks", "tricks": facts["tricks"]}, bids, deal)


def check_counts(case: CaseUnder[AscenseurRules]) -> Iterator[Violation]:
    """The size of the hands occurs at this table, and the tricks add up (articles ascenseur.rounds, .tricks)."""
    players, cards = case.facts["players"], case.facts["cards"]
    deal_sizes = deals(case.rules)
    if cards in deal_sizes:
        yield from as_fact_violations(row_of_deal(case))
        return
    message = say(
        "À %(n)s joueurs, on ne donne jamais plus de %(most)s cartes à chacun.", n=len(players), most=max(deal_sizes)
    )
    yield fact_violation("facts.cards", message)


def cards_in_tricks(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Everybody has as many cards as there are tricks, where these are told of all."""
    number = sum(raw_facts.get("tricks", {}).values())
    return {"cards": number} if number else {}


QUESTIONS = (
    *plain_questions(
        takes=("ascenseur.trick",),
        duties={
            Duty.LEAD: ("ascenseur.trick",),
            Duty.FOLLOW: ("ascenseur.follow",),
            Duty.TRUMP: ("ascenseur.must-trump", "ascenseur.no-overtrump"),
            Duty.DISCARD: ("ascenseur.must-trump",),
        },
        no_trump=("ascenseur.no-trump",),
        trump=TURNED_TRUMP,
    ),
    forbidden_bid(HIGHEST, "ascenseur.not-equal", ("ascenseur.house-not-equal", "ascenseur.not-equal")),
    DeskQuestion(
        "deal-points",
        say("Combien chacun marque-t-il ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), tuple(HIGHEST)),
            Number("cards", say("Cartes de chacun"), 1, MOST_CARDS),
            Numbers("bids", say("Annonces"), 3, 6, lambda facts: facts.get("cards"), among="players"),
            Numbers("tricks", say("Plis faits"), 3, 6, lambda facts: facts.get("cards"), among="players"),
        ),
        lambda case: points_ruling(row_of_deal(case)),
        ("ascenseur.score",),
        contradictions=check_counts,
        unsaid=cards_in_tricks,
        word=scores_word,
        wording=Wording(asked=EACH_SCORES),
    ),
)
