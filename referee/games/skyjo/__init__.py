"""Skyjo: its declaration.

Step ``deal``: who ended it, and the points of each. Its own: a pack of numbers, and who ended a deal begins the next.
"""

from __future__ import annotations

from referee.game_definition.game import Game, low_wins, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.skyjo import scoring
from referee.words import say

GAME = Game(
    id="skyjo",
    name=say("Skyjo"),
    summary=say(
        "Douze cartes cachées devant soi : échangez-les contre de plus petites et enlevez les colonnes de trois. "
        "Le plus petit total gagne."
    ),
    pack=say("150 cartes numérotées de −2 à 12"),
    length=say("jusqu'à 100 points, une demi-heure"),
    records=say("qui a terminé, puis les points de chacun"),
    family="shedding",
    also={"fr": ("le skyjo", "sky jo"), "en": ("sky jo", "skyjo")},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.SkyjoRules,
    offences=(MISDEAL,),
    order=scoring.order,
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
    features=frozenset(("turns",)),
)
