"""La Dame atout: its declaration.

Steps ``bids`` and ``tricks``. Its own: the bids of two partners add up, a bid of nothing stands alone, and the bags
are counted from deal to deal.
"""

from __future__ import annotations

from referee.game_definition.bids_in_words import BID_AND_TRICKS
from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.games.pique import scoring
from referee.words import say

GAME = Game(
    id="pique",
    name=say("La Dame atout"),
    summary=say(
        "À deux contre deux, annoncez vos plis et faites-les : pique est toujours l'atout, et les plis de trop "
        "finissent par coûter cher."
    ),
    pack=say("52 cartes, sans les jokers"),
    length=say("jusqu'à 500 points"),
    records=say("les annonces, puis les plis"),
    family="bidding",
    bidding="each",
    asked_later=lambda table: (scoring.TRICKS_LABEL,),
    also={"fr": ("pique", "spades", "piques atout"), "en": ("call bridge cousin",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    rules=scoring.PiqueRules,
    offences=(MISDEAL, REVOKE),
    check=scoring.check,
    in_teams=scoring.in_teams,
    figures=scoring.FIGURES,
    legend=BID_AND_TRICKS,
    features=frozenset(("tricks", "following", "turns", "hands")),
)
