"""La Scopa: its declaration.

Step ``deal``, told by who has most or by what was counted. Its own: a pack of forty cards; points of a deal that are
level are nobody's.
"""

from __future__ import annotations

from dataclasses import replace

from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, four_in_two_teams, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.game_definition.turn_order import by_turn_option, order_by_turn_option
from referee.games.scopa import scoring
from referee.words import say

THREE_KINGS = say("trois rois / 3 rois / quatre rois / 4 rois")
ON_THE_TABLE = say("sur la table / au milieu / sur le tapis / du tapis / au centre / retournés")
AT_THE_START = say("au début / au départ / premières cartes / en retournant / à la donne / pour commencer")

GAME = Game(
    id="scopa",
    name=say("La Scopa"),
    summary=say(
        "Ramassez les cartes de la table qui font la valeur de la vôtre ; tout prendre d'un coup est une scopa."
    ),
    pack=say("40 cartes : sans les 8, les 9 et les 10"),
    length=say("jusqu'à 11 points"),
    records=say("les scope et qui a le plus de cartes, de deniers, le settebello, la primiera"),
    family="melds",
    also={"fr": ("scopa", "escoba"), "en": ("broom",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    rules=scoring.ScopaRules,
    offences=(replace(MISDEAL, phrases=(*MISDEAL.phrases, (THREE_KINGS, ON_THE_TABLE, AT_THE_START))),),
    check=scoring.check,
    order=order_by_turn_option,
    direction=by_turn_option,
    in_teams=four_in_two_teams,
    figures=scoring.FIGURES,
    features=frozenset(("turns", "hands")),
)
