"""Le Barbu at the desk: tricks without a trump, and the hearts a table may forbid to lead."""

from __future__ import annotations

from referee.cards.french import Suit
from referee.cards.tricks import Duty
from referee.desk.facts import ChoiceFact, Facts
from referee.desk.trick_questions import NO_TRUMP, plain_questions
from referee.games.barbu import HEARTS_HELD_BACK, OFFERS, ONLY_HEARTS
from referee.games.table import HouseRules
from referee.words import say

__all__ = ["QUESTIONS"]


def held_back(facts: Facts, rules: HouseRules) -> Suit | None:
    """Hearts, where the table forbids leading them in this contract."""
    forbidden = rules["heart_lead"] == ONLY_HEARTS and facts["contract"] in HEARTS_HELD_BACK
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
    more=(ChoiceFact("contract", say("Contrat"), OFFERS, optional=True),),
)
