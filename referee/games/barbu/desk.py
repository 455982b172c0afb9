"""Le Barbu at the desk: tricks without a trump, the lead of hearts, and the points of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.answers.answer import Field, Values, fact_violation
from referee.answers.choices import Choice
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, Seats
from referee.answers.violation import Violation
from referee.cards.french import Suit
from referee.cards.tricks import Duty
from referee.desk_questions.asked_phrases import EACH_SCORES, NOT_TAKEN
from referee.desk_questions.deal_points import as_fact_violations, deal_row, points_ruling, scores_word
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion
from referee.desk_questions.trick_questions import NO_TRUMP, TRICK_WINNER, plain_questions
from referee.desk_questions.wording import Wording
from referee.game_definition.sheet import Round
from referee.games.barbu.scoring import (
    CONTRACTS,
    COSTS,
    COUNTS,
    HEARTS_HELD_BACK,
    NAMES,
    ONLY_HEARTS,
    PLAYERS,
    SALADE,
    BarbuRules,
)
from referee.words import say

SEATS = Seats("players", say("Joueurs, dans l'ordre des places"), (PLAYERS,))
TAKEN_LABEL = say("Combien chacun en a-t-il ramassé ?")
ONLY_ONE = say("Un seul joueur le ramasse : 1 pour lui, 0 pour les autres.")


def single_count(contract: str | None) -> str:
    """The key of the penalty in a contract with one kind, "" for an invalid contract."""
    return CONTRACTS[contract].counts[0] if contract in CONTRACTS else ""


def highest_count(facts: Values) -> int | None:
    """The largest possible count in the contract; None for an invalid contract."""
    key = single_count(facts.get("contract"))
    return COSTS[key].in_all if key else None


def row_of_deal(case: CaseUnder[BarbuRules]) -> Round | list[Violation]:
    """The row of a deal with one kind of penalty."""
    contract, counts = case.facts["contract"], case.facts["taken"]
    key = single_count(contract)
    value = counts if key in COUNTS else max(counts, key=counts.__getitem__)
    return deal_row(case, {"step": "result", key: value}, {"contract": {"contract": contract}})


def check_counts(case: CaseUnder[BarbuRules]) -> Iterator[Violation]:
    """The counts of a deal must add up (article barbu.counts)."""
    key = single_count(case.facts["contract"])
    if key not in COUNTS and sum(case.facts["taken"].values()) != 1:
        yield fact_violation("facts.taken", ONLY_ONE)
    else:
        yield from as_fact_violations(row_of_deal(case), {key: "taken"})


def row_of_salade(case: CaseUnder[BarbuRules]) -> Round | list[Violation]:
    """The row of a salade."""
    entry = {"step": "result", **{key: case.facts[key] for key in COSTS}}
    return deal_row(case, entry, {"contract": {"contract": SALADE}})


def salade_fact(key: str) -> Field:
    """The fact of a count in a salade."""
    cost = COSTS[key]
    if key in COUNTS:
        return Numbers(key, cost.label, PLAYERS, PLAYERS, cost.in_all, among="players")
    return OnePlayer(key, cost.label, among="players")


def held_back(case: CaseUnder[BarbuRules]) -> Suit | None:
    """The suit that may not be led: hearts, where the table forbids it in this contract."""
    forbidden = case.rules.heart_lead == ONLY_HEARTS and case.facts["contract"] in HEARTS_HELD_BACK
    return Suit.HEARTS if forbidden else None


TRICKS = plain_questions(
    takes=("barbu.trick",),
    duties={
        Duty.LEAD: ("barbu.heart-lead",),
        Duty.HELD_BACK: ("barbu.house-heart-lead",),
        Duty.FOLLOW: ("barbu.follow",),
        Duty.DISCARD: ("barbu.follow",),
    },
    trump=NO_TRUMP,
    held_back=held_back,
    more=(Choice("contract", say("Contrat"), NAMES, optional=True),),
)

BESIDE_A_TRICK = say(
    "contrat / contrat cœurs / contrat des cœurs / contrat sans cœurs / sans cœurs / contrat dames / contrat des "
    "dames / contrat sans dames / pas de dames / sans dames / contrat barbu / contrat plis / contrat des plis / en "
    "premier / dernier pli / premier pli / dans le pli / salade / la salade"
)

QUESTIONS = (
    *(
        replace(question, wording=replace(question.wording, passed_over=BESIDE_A_TRICK))
        if question.id == TRICK_WINNER
        else question
        for question in TRICKS
    ),
    DeskQuestion(
        "deal-points",
        say("Combien coûte cette donne ?"),
        (
            SEATS,
            Choice("contract", say("Contrat"), tuple(name for name in NAMES if name[0] != SALADE)),
            Numbers("taken", TAKEN_LABEL, PLAYERS, PLAYERS, highest_count, among="players"),
        ),
        lambda case: points_ruling(row_of_deal(case)),
        tuple(contract.article for id, contract in CONTRACTS.items() if id != SALADE),
        contradictions=check_counts,
        word=scores_word,
        wording=Wording(
            asked=EACH_SCORES,
            passed_over=say("contrat / le contrat / terminé / fini / pour chacun"),
            doubtful=(NOT_TAKEN,),
        ),
    ),
    DeskQuestion(
        "salade-points",
        say("Combien coûte cette Salade ?"),
        (SEATS, *map(salade_fact, COSTS)),
        lambda case: points_ruling(row_of_salade(case), ("barbu.salade",)),
        ("barbu.salade", *(cost.article for cost in COSTS.values())),
        contradictions=lambda case: as_fact_violations(row_of_salade(case)),
        word=scores_word,
        wording=Wording(asked=say("salade / la salade / combien coûte cette salade"), doubtful=(NOT_TAKEN,)),
    ),
)
