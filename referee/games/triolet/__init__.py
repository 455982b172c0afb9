"""Le Triolet: its declaration.

Step ``finish``. Its own: it turns to the right, and has two packs from six players on.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.figures import DEALS_WON
from referee.game_definition.game import Game, matches_won, numbered_deal
from referee.game_definition.offences import ILLEGAL_CARD, MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.game_definition.turn_order import rightwards
from referee.games.triolet import scoring
from referee.words import say

GAME = Game(
    id="triolet",
    name=say("Le Triolet"),
    summary=say(
        "Trois cartes en main, trois visibles, trois cachées : montez toujours, ou ramassez le tas. "
        "Le premier qui n'a plus rien gagne."
    ),
    pack=say("52 cartes, moins les petites à trois, quatre ou cinq ; deux jeux à partir de six"),
    length=say("tant que vous voulez, partie après partie"),
    records=say("qui sort le premier, ou l'ordre d'arrivée"),
    family="shedding",
    players=(3, 4, 5, 6, 7, 8),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    total_in_words=matches_won,
    ending=end_at_target,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.TrioletRules,
    offences=(MISDEAL, ILLEGAL_CARD),
    features=frozenset(("shedding", "turns", "hands")),
    order=scoring.order,
    direction=rightwards,
    figures=(DEALS_WON,),
)
