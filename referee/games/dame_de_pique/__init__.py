"""La Dame de pique: its declaration.

Step ``taken``. Its own: three cards passed in a direction that changes with the deal; all taken by one player; the
lowest total wins.
"""

from __future__ import annotations

from referee.game_definition.game import Game, low_wins, numbered_deal
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.dame_de_pique import scoring
from referee.words import say

GAME = Game(
    id="dame-de-pique",
    name=say("La Dame de pique"),
    summary=say(
        "Évitez les cœurs et surtout la dame de pique, qui en vaut treize. Ou prenez-les tous : ce sont les autres "
        "qui paient."
    ),
    pack=say("52 cartes à quatre joueurs ; à trois, cinq ou six, une, deux ou quatre petites de moins"),
    length=say("jusqu'à ce que quelqu'un arrive à 100 points"),
    records=say("les cœurs de chacun et qui a pris la dame"),
    also={"fr": ("hearts", "dame de pique", "les cœurs"), "en": ("queen of spades", "black lady")},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.DameDePiqueRules,
    offences=(MISDEAL, REVOKE),
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
    features=frozenset(("tricks", "following", "turns", "hands")),
)
