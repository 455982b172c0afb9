"""Le Barbu at the desk: tricks without a trump, and the hearts a table may forbid to lead."""

from __future__ import annotations

from referee.cards.french import Suit
from referee.cards.tricks import Duty
from referee.games.barbu.scoring import HEARTS_HELD_BACK, OFFERS, ONLY_HEARTS
from referee.vocabulary.answers.choices import Choice
from referee.vocabulary.case import Case
from referee.vocabulary.trick_questions import NO_TRUMP, plain_questions
from referee.words import say


def held_back(case: Case) -> Suit | None:
    """Hearts, where the table forbids leading them in this contract."""
    forbidden = case.rules["heart_lead"] == ONLY_HEARTS and case.facts["contract"] in HEARTS_HELD_BACK
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
    more=(Choice("contract", say("Contrat"), OFFERS, optional=True),),
)
