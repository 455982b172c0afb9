"""Le Whistiti: its declaration.

Step ``tricks``, thirteen in all, up to a target.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.games.whistiti import scoring
from referee.words import say

GAME = Game(
    id="whistiti",
    name=say("Le Whistiti"),
    summary=say("Chacun pour soi, treize cartes et un atout retourné. Chaque pli vaut un point ; à 20, on gagne."),
    pack=say("52 cartes, sans les jokers"),
    length=say("un quart d'heure, jusqu'à 20 points"),
    records=say("les plis de chacun"),
    players=(scoring.PLAYERS,),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    rules=scoring.WhistitiRules,
    offences=(MISDEAL, REVOKE),
    features=frozenset(("tricks", "following", "turned-trump", "turns", "hands")),
    figures=scoring.FIGURES,
)
