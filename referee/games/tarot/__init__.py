"""Le Tarot: its declaration.

Steps ``contract`` and ``result``. Its own: a pack of 78 cards with oudlers; a deal that all pass is thrown in; at five
the taker has a partner.
"""

from __future__ import annotations

from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.game_definition.seating import COMING_AND_GOING
from referee.game_definition.turn_order import by_turn_option, order_by_turn_option
from referee.games.tarot import scoring
from referee.words import say

GAME = Game(
    id="tarot",
    name=say("Le Tarot"),
    summary=say("Prenez seul contre les autres, avec assez de points pour vos bouts ; à cinq, un roi vous aide."),
    named_otherwise=(
        (say("petite à"), say("prise à")),
        (say("petite"), say("une prise / prise simple / prise : / prise , / contrat prise")),
    ),
    pack=say("78 cartes : quatre couleurs, vingt et un atouts et l'excuse"),
    length=say("autant de donnes qu'on veut, ou un nombre convenu"),
    records=say("le contrat, puis les bouts, les points et les annonces"),
    family="bidding",
    bidding="taker",
    asked_later=scoring.asked_later,
    zero_sum="tarot.score",
    also={"fr": ("tarot à 78 cartes", "jeu de tarot", "tarot à 5"), "en": ("French tarot",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rest_option="resting",
    rules=scoring.TarotRules,
    offences=(MISDEAL, REVOKE),
    check=scoring.check,
    order=order_by_turn_option,
    direction=by_turn_option,
    figures=scoring.FIGURES,
    features=frozenset(("tricks", "following", "turns", "hands")),
)
