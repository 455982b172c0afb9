"""Le 8 Américain: its declaration.

Step ``hands``, by points or by the cards left. Its own: the lowest total wins after a fixed number of deals.
"""

from __future__ import annotations

from referee.game_definition.endings import end_after_deals
from referee.game_definition.game import Game, low_wins, numbered_deal
from referee.game_definition.offences import ILLEGAL_CARD, MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.huit_americain import scoring
from referee.words import say

GAME = Game(
    id="huit-americain",
    name=say("Le 8 Américain"),
    summary=say(
        "Même couleur, même valeur, ou un 8 : videz votre main le premier. "
        "Les autres comptent ce qui leur reste ; le plus petit total gagne."
    ),
    pack=say("54 cartes, avec les deux jokers"),
    length=say("5 parties, dix minutes"),
    records=say("qui sort, puis les points ou les cartes des autres"),
    family="shedding",
    also={
        "fr": ("8 américains", "huit américains", "crazy eights"),
        "en": ("american eight", "american 8", "crazy eights"),
    },
    players=(2, 3, 4, 5),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_after_deals,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.HuitAmericainRules,
    offences=(MISDEAL, ILLEGAL_CARD, scoring.FORGOT_CARTE),
    features=frozenset(("shedding", "turns", "hands")),
    check=scoring.check,
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
)
