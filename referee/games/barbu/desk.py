"""Le Barbu at the desk: tricks without a trump, the hearts a table may forbid to lead, and what a deal costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import Field, Values, fact_violation
from referee.answers.choices import Choice
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer, Seats
from referee.answers.violation import Violation
from referee.cards.french import Suit
from referee.cards.tricks import Duty
from referee.desk_questions.deal_points import as_fact_violations, deal_row, points_ruling
from referee.desk_questions.desk_question import Case, DeskQuestion, Word
from referee.desk_questions.trick_questions import NO_TRUMP, plain_questions
from referee.game_definition.sheet import Round
from referee.games.barbu.scoring import (
    CONTRACTS,
    COUNTED,
    HEARTS_HELD_BACK,
    OFFERS,
    ONLY_HEARTS,
    PLAYERS,
    SALADE,
    TAKEN,
)
from referee.words import names, say

SEATED = Seats("players", say("Joueurs, dans l'ordre des places"), (PLAYERS,))
TAKEN_LABEL = say("Combien chacun en a-t-il ramassé ?")
ONLY_ONE = say("Un seul joueur le ramasse : 1 pour lui, 0 pour les autres.")


def counted(contract: str | None) -> str:
    """What is counted in a contract that counts one thing."""
    return CONTRACTS[contract].counts[0] if contract in CONTRACTS else ""


def most_taken(facts: Values) -> int | None:
    """How many a player can have taken in the contract told."""
    key = counted(facts.get("contract"))
    return TAKEN[key].in_all if key else None


def plain_deal(case: Case) -> Round | list[Violation]:
    """The row of a deal in which one thing counts."""
    contract, taken = case.facts["contract"], case.facts["taken"]
    key = counted(contract)
    value = taken if key in COUNTED else max(taken, key=taken.__getitem__)
    return deal_row(case, {"step": "result", key: value}, {"contract": {"contract": contract}})


def miscounted(case: Case) -> Iterator[Violation]:
    """Everything that costs is somebody's, once (article barbu.counts)."""
    key = counted(case.facts["contract"])
    if key not in COUNTED and sum(case.facts["taken"].values()) != 1:
        yield fact_violation("facts.taken", ONLY_ONE)
    else:
        yield from as_fact_violations(plain_deal(case), {key: "taken"})


def salade(case: Case) -> Round | list[Violation]:
    """The row of a salade."""
    entry = {"step": "result", **{key: case.facts[key] for key in TAKEN}}
    return deal_row(case, entry, {"contract": {"contract": SALADE}})


def dearest_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """Who pays most, and how much."""
    points: Mapping[str, int] = answer["points"]
    most = max(points.values())
    payers = names(player for player, cost in points.items() if cost == most)
    return Word(say("%(players)s : %(points)s", players=payers, points=most))


def salade_fact(key: str) -> Field:
    """A count of a salade, as the desk is told it."""
    taken = TAKEN[key]
    if key in COUNTED:
        return Numbers(key, taken.label, PLAYERS, PLAYERS, taken.in_all, among="players")
    return OnePlayer(key, taken.label, among="players")


def held_back(case: Case) -> Suit | None:
    """Hearts, where the table forbids leading them in this contract."""
    forbidden = case.rules["heart_lead"] == ONLY_HEARTS and case.facts["contract"] in HEARTS_HELD_BACK
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
    more=(Choice("contract", say("Contrat"), OFFERS, optional=True),),
)

QUESTIONS = (
    *TRICKS,
    DeskQuestion(
        "deal-points",
        say("Combien coûte cette donne ?"),
        (
            SEATED,
            Choice("contract", say("Contrat"), tuple(offer for offer in OFFERS if offer[0] != SALADE)),
            Numbers("taken", TAKEN_LABEL, PLAYERS, PLAYERS, most_taken, among="players"),
        ),
        lambda case: points_ruling(plain_deal(case)),
        tuple(contract.article for id, contract in CONTRACTS.items() if id != SALADE),
        contradictions=miscounted,
        word=dearest_word,
    ),
    DeskQuestion(
        "salade-points",
        say("Combien coûte cette Salade ?"),
        (SEATED, *map(salade_fact, TAKEN)),
        lambda case: points_ruling(salade(case), ("barbu.salade",)),
        ("barbu.salade", *(taken.article for taken in TAKEN.values())),
        contradictions=lambda case: as_fact_violations(salade(case)),
        word=dearest_word,
    ),
)
