"""L'Aluette: its declaration.

Step ``deal``, trick by trick or by the winning side. Its own: most tricks, then first to reach; the mordienne; seats
of dummies (Petit-Jean).
"""

from __future__ import annotations

from dataclasses import replace

from referee.game_definition.game import Game, in_two_teams, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.games.aluette import scoring
from referee.words import say

GAME = Game(
    id="aluette",
    name=say("L'Aluette"),
    summary=say(
        "Deux équipes, des plis où tout est permis, et des signes pour dire à ses partenaires ce qu'on a en main. "
        "Le joueur qui prend le plus de plis gagne la donne pour son équipe."
    ),
    pack=say("52 cartes, sans les dix"),
    length=say("en 5 points"),
    records=say("chaque pli et qui le prend, ou seulement qui gagne la donne"),
    also={"fr": ("luette", "jeu de la vache"), "en": ("luette", "game of the cow")},
    players=(4, 6),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    rules=scoring.AluetteRules,
    offences=(replace(MISDEAL, article="aluette.errors"), scoring.FORBIDDEN),
    features=frozenset(("tricks", "turns", "hands")),
    check=scoring.check,
    in_teams=in_two_teams,
    check_table=scoring.check_table,
    figures=scoring.FIGURES,
    dummy_seats=scoring.PETIT_JEAN,
)
