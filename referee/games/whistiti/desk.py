"""Le Whistiti at the desk: tricks with a trump."""

from __future__ import annotations

from referee.cards.tricks import Duty
from referee.desk_questions.trick_questions import TURNED_TRUMP, plain_questions

QUESTIONS = plain_questions(
    takes=("whistiti.trick",),
    duties={
        Duty.LEAD: ("whistiti.lead",),
        Duty.FOLLOW: ("whistiti.follow",),
        Duty.TRUMP: ("whistiti.must-trump", "whistiti.no-overtrump"),
        Duty.DISCARD: ("whistiti.must-trump",),
    },
    trump=TURNED_TRUMP,
)
