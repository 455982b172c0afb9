"""Wizard: its declaration.

Steps ``bids`` and ``tricks``. Its own: a pack of 60 cards with wizards and jesters; one card more each deal.
"""

from __future__ import annotations

from referee.game_definition.bids_in_words import BID_AND_TRICKS
from referee.game_definition.exact_bids import FIGURES, TRICKS_LABEL
from referee.game_definition.game import Game
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.wizard import scoring
from referee.words import say

GAME = Game(
    id="wizard",
    name=say("Wizard"),
    summary=say(
        "Annoncez le nombre exact de plis que vous ferez, une carte de plus à chaque donne ; "
        "magiciens et bouffons brouillent les comptes."
    ),
    pack=say("60 cartes : 52, plus quatre magiciens et quatre bouffons"),
    length=say("de 10 à 20 donnes, trois quarts d'heure"),
    records=say("les annonces, puis les plis"),
    family="bidding",
    bidding="each",
    asked_later=lambda table: (TRICKS_LABEL,),
    also={"fr": ("le magicien", "wizard"), "en": ("the wizard",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=scoring.label,
    ending=scoring.ending,
    hand_sizes=scoring.hand_sizes,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.WizardRules,
    offences=(MISDEAL, REVOKE),
    features=frozenset(("tricks", "following", "turned-trump", "turns", "hands")),
    figures=FIGURES,
    legend=BID_AND_TRICKS,
)
