"""Le Gin Rami: its declaration.

Step ``hand``. Its own: a hand drawn is dealt again; each bonus at the end of the match is a row of its own.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.games.gin_rami import scoring
from referee.words import say

GAME = Game(
    id="gin-rami",
    name=say("Le Gin Rami"),
    summary=say("À deux : combinez vos dix cartes et frappez avec moins de points de bois mort que l'autre."),
    pack=say("52 cartes"),
    length=say("jusqu'à 100 points"),
    records=say("qui pose et comment, et les points de bois mort de chacun"),
    family="melds",
    also={"fr": ("gin", "gin rummy"), "en": ("gin",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    won_by_play=True,
    rules=scoring.GinRamiRules,
    offences=(MISDEAL,),
    check=scoring.check,
    figures=scoring.FIGURES,
    features=frozenset(("turns", "hands")),
)
