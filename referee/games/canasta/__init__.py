"""La Canasta: its declaration.

Step ``deal``: who went out, the canastas, the red threes and the points of each side.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, four_in_two_teams, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.games.canasta import scoring
from referee.words import say

GAME = Game(
    id="canasta",
    name=say("La Canasta"),
    summary=say("Posez des cartes de même rang ; sept font une canasta, et il en faut une pour sortir."),
    pack=say("108 cartes : deux jeux de 52 avec quatre jokers"),
    length=say("jusqu'à 5 000 points"),
    records=say("qui sort, les canastas, les 3 rouges, les points posés et en main"),
    family="melds",
    also={"fr": ("canasta classique",), "en": ("classic canasta",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    rules=scoring.CanastaRules,
    offences=(MISDEAL,),
    check=scoring.check,
    in_teams=four_in_two_teams,
    figures=scoring.FIGURES,
    features=frozenset(("turns", "hands")),
)
