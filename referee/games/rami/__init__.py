"""Le Rami: its declaration.

Step ``hands``: who went out, and the points or the cards left in the others' hands. Its own: with elimination, who
reaches the limit plays no further deal.
"""

from __future__ import annotations

from referee.game_definition.game import Game, low_wins, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.rami import scoring
from referee.words import say

GAME = Game(
    id="rami",
    name=say("Le Rami"),
    summary=say("Posez vos cartes en suites et en brelans, et sortez le premier : ce qui reste en main se paie."),
    pack=say("108 cartes : deux jeux de 52 avec quatre jokers"),
    length=say("jusqu'à 500 points, ou un nombre de donnes convenu"),
    records=say("qui sort, puis les points ou les cartes qui restent aux autres"),
    family="melds",
    also={"fr": ("rami 51", "rami classique"), "en": ("rami", "continental rummy")},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    ended=scoring.ended,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.RamiRules,
    offences=(MISDEAL,),
    check=scoring.check,
    check_table=scoring.check_table,
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
    features=frozenset(("turns", "hands")),
)
