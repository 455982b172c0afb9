"""L'Ascenseur: its declaration.

Steps ``bids`` and ``tricks``. Its own: the total that bids must avoid, and the course of deals (1…M…1), which is
its ending and its label.
"""

from __future__ import annotations

from referee.game_definition.bids_in_words import BID_AND_TRICKS
from referee.game_definition.exact_bids import FIGURES, TRICKS_LABEL
from referee.game_definition.game import Game
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.ascenseur import scoring
from referee.words import say

GAME = Game(
    id="ascenseur",
    name=say("L'Ascenseur"),
    summary=say(
        "Annoncez le nombre exact de plis que vous ferez. Une carte de plus à chaque donne, puis une de moins ; "
        "le total des annonces n'est jamais juste."
    ),
    pack=say("52 cartes, moins un ou plusieurs 2 selon le nombre de joueurs"),
    length=say("de 15 à 33 donnes"),
    records=say("les annonces, puis les plis"),
    family="bidding",
    bidding="each",
    asked_later=lambda table: (TRICKS_LABEL,),
    also={"fr": ("escalier", "oh hell", "montée-descente"), "en": ("elevator", "up and down", "oh hell")},
    players=(3, 4, 5, 6),
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=scoring.label,
    ending=scoring.ending,
    hand_sizes=scoring.hand_sizes,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.AscenseurRules,
    offences=(MISDEAL, REVOKE),
    features=frozenset(("tricks", "following", "turned-trump", "turns", "hands")),
    figures=FIGURES,
    legend=BID_AND_TRICKS,
)
