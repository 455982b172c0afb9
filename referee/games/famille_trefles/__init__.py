"""La Famille de trèfles: its declaration.

Step ``family``, and ``served`` beside it. Its own: turns owed and eliminations by the effects of penalties.
"""

from __future__ import annotations

from referee.game_definition.endings import end_at_target
from referee.game_definition.figures import DEALS_WON
from referee.game_definition.game import Game, matches_won, numbered_deal
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.famille_trefles import scoring
from referee.words import say

GAME = Game(
    id="famille-trefles",
    name=say("La Famille de trèfles"),
    summary=say(
        "Réunissez quatre trèfles d'une même couleur, à coups de pioche, de tire, d'anti-joker et d'échange. "
        "La règle imprimée ne porte aucun nom : celui-ci est de l'arbitre."
    ),
    pack=say("trèfles de couleur et jokers, de 25 à 51 cartes selon le nombre de joueurs"),
    length=say("tant que vous voulez, partie après partie"),
    records=say("qui réunit la famille, et les fautes"),
    family="shedding",
    also={
        "fr": ("quatre trèfles", "4 trèfles", "famille trèfle"),
        "en": ("four clovers", "clover families", "family of clovers"),
    },
    players=(2, 3, 4, 5, 6),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    total_in_words=matches_won,
    ending=end_at_target,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.FamilleTreflesRules,
    offences=scoring.OFFENCES,
    features=frozenset(("turns", "hands")),
    check=scoring.check,
    asides=scoring.served_question,
    order=scoring.order,
    check_penalty=scoring.check_penalty,
    figures=(DEALS_WON,),
)
