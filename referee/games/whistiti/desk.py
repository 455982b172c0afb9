"""Le Whistiti at the desk: tricks with a trump."""

from __future__ import annotations

from dataclasses import replace

from referee.cards.tricks import Duty
from referee.desk_questions.trick_questions import TURNED_TRUMP, plain_questions
from referee.words import say

WITHOUT_TRUMPS = say("on joue sans atout / sans atout")
"""Said of a deal, it is none of this game, in which a card is turned up for trumps in each."""

PLAIN = plain_questions(
    takes=("whistiti.trick",),
    duties={
        Duty.LEAD: ("whistiti.lead",),
        Duty.FOLLOW: ("whistiti.follow",),
        Duty.TRUMP: ("whistiti.must-trump", "whistiti.no-overtrump"),
        Duty.DISCARD: ("whistiti.must-trump",),
    },
    trump=TURNED_TRUMP,
)
TOLD = {"trump": {"": ((WITHOUT_TRUMPS,),)}}
QUESTIONS = tuple(replace(question, wording=replace(question.wording, told_facts=TOLD)) for question in PLAIN)
