"""Le Yaniv: its declaration.

Step ``call``, by points or by the cards left. Its own: who passes the limit plays no further deal, and the last one in
wins; the winner of a deal deals the next.
"""

from __future__ import annotations

from referee.game_definition.game import Game, low_wins, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.yaniv import scoring
from referee.words import say

GAME = Game(
    id="yaniv",
    name=say("Le Yaniv"),
    summary=say(
        "Défaussez-vous jusqu'à presque rien, puis annoncez « Yaniv » ; si un autre a aussi peu, c'est asaf. "
        "Le dernier sous la limite gagne."
    ),
    pack=say("54 cartes, avec les deux jokers"),
    length=say("jusqu'à ce qu'il ne reste qu'un joueur, une demi-heure"),
    records=say("qui annonce, puis les points ou les cartes de chacun"),
    family="shedding",
    also={"fr": ("yaniv", "asaf"), "en": ("yaniv",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    ended=scoring.ended,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.YanivRules,
    offences=(MISDEAL, scoring.FALSE_CALL_OFFENCE),
    check=scoring.check,
    order=scoring.order,
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
    features=frozenset(("turns", "hands")),
)
