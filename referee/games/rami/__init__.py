"""Le Rami: its declaration.

Step ``points``: what each player gains in a deal.
"""

from __future__ import annotations

from referee.games.rami import scoring
from referee.game_definition.game import MISDEAL, Game, end_at_target, numbered_deal
from referee.words import say

GAME = Game(
    id="rami",
    name=say("Le Rami"),
    summary=say("Le Rami : dites ici le but du jeu, en une phrase."),
    pack=say("Le Rami : dites ici les cartes, en quelques mots."),
    length=say("Le Rami : dites ici la durée, en quelques mots."),
    records=say("Le Rami : dites ici ce que l'on note, en quelques mots."),
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    options=scoring.OPTIONS,
    offences=(MISDEAL,),
    figures=scoring.FIGURES,
    tally=scoring.tally,
)
