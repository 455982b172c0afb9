"""Le Barbu at the desk: tricks without a trump, and the hearts a table may forbid to lead."""

from __future__ import annotations

from referee.cards.french import Suit
from referee.cards.tricks import Duty
from referee.desk.facts import ChoiceFact, Facts
from referee.desk.trick_questions import NO_TRUMP, plain_questions
from referee.games.table import HouseRules
from referee.words import say

__all__ = ["QUESTIONS"]

CONTRACTS = (
    ("plis", say("les Plis")),
    ("dames", say("les Dames")),
    ("coeurs", say("les Cœurs")),
    ("barbu", say("le Barbu")),
    ("dernier-pli", say("le Dernier pli")),
    ("salade", say("la Salade")),
)
HEARTS_COUNT = ("coeurs", "barbu", "salade")
"""The contracts in which a table may forbid leading hearts (article barbu.house-heart-lead)."""


def held_back(facts: Facts, rules: HouseRules) -> Suit | None:
    """Hearts, where the table forbids leading them in this contract."""
    forbidden = rules["heart_lead"] == "only-hearts" and facts["contract"] in HEARTS_COUNT
    return Suit.HEARTS if forbidden else None


QUESTIONS = plain_questions(
    takes=("barbu.trick",),
    duties={
        Duty.LEAD: ("barbu.heart-lead",),
        Duty.HELD_BACK: ("barbu.house-heart-lead",),
        Duty.FOLLOW: ("barbu.follow",),
        Duty.DISCARD: ("barbu.follow",),
    },
    trump=NO_TRUMP,
    held_back=held_back,
    more=(ChoiceFact("contract", say("Contrat"), CONTRACTS, optional=True),),
)
