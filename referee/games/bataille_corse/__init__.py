"""La Bataille Corse: its declaration.

Step ``won``: who has all the cards.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.figures import DEALS_WON
from referee.game_definition.game import Game, matches_won, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.bataille_corse import scoring
from referee.words import say

GAME = Game(
    id="bataille-corse",
    name=say("La Bataille Corse"),
    summary=say(
        "Retournez vos cartes une à une : les figures en réclament au voisin, et deux cartes égales de suite "
        "se tapent. Celui qui finit avec tout le paquet gagne."
    ),
    pack=say("52 cartes, sans les jokers"),
    length=say("un quart d'heure par partie"),
    records=say("qui finit avec tout le paquet"),
    family="signs",
    also={"fr": ("corse",), "en": ("corsican battle", "corsican", "corsican war")},
    players=(2, 3, 4, 5, 6),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    total_in_words=matches_won,
    ending=end_at_target,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.BatailleCorseRules,
    offences=(MISDEAL, scoring.WRONG_SLAP),
    features=frozenset(("turns",)),
    figures=(DEALS_WON,),
)
