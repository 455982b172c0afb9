"""Le Kem's: its declaration.

Step ``call``. Its own: a call may write a row and the deal goes on; the end is judged at once.
"""

from __future__ import annotations

from dataclasses import replace

from referee.game_definition.game import Game, in_two_teams, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.games.kems import scoring
from referee.words import say

GAME = Game(
    id="kems",
    name=say("Le Kem's"),
    summary=say(
        "Réunissez quatre cartes de même valeur et faites-le comprendre à votre partenaire par un signal secret. "
        "Attention à l'équipe d'en face, qui cherche à le deviner."
    ),
    pack=say("52 cartes, sans les jokers"),
    length=say("un quart d'heure"),
    records=say("chaque annonce et l'équipe qui la crie"),
    family="signs",
    also={"fr": ("kemps",), "en": ("kemps",)},
    players=(4,),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    rules=scoring.KemsRules,
    offences=(replace(MISDEAL, article="kems.errors"),),
    features=frozenset(("hands",)),
    order=None,
    in_teams=in_two_teams,
    figures=scoring.FIGURES,
)
