"""Le Tarot décalé: its declaration.

Steps ``bids`` and ``points``. Its own: when all pass the deal is thrown in; the bettor stands in the next step.
"""

from __future__ import annotations

from dataclasses import replace

from referee.game_definition.endings import end_at_target
from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.tarot_decale import scoring
from referee.words import say

GAME = Game(
    id="tarot-decale",
    name=say("Le Tarot décalé"),
    summary=say(
        "Fournissez l'École demandée, sinon coupez, et ramassez les cartes qui valent des points. "
        "Paris, appel au proviseur et primes au choix de la table."
    ),
    pack=say("50 cartes : quatre Écoles, treize atouts et l'excuse"),
    length=say("jusqu'à l'heure ou au nombre de points convenus"),
    records=say("les paris s'il y en a, puis les points et les primes"),
    family="bidding",
    asked_later=lambda table: (scoring.POINTS_LABEL,),
    named_otherwise=(
        (say("bleu"), say("école bleue / école bleu / bleu école / école des bleus")),
        (say("orange"), say("école orange / orange école / école des oranges")),
        (say("vert"), say("école verte / école vert / vert école / école des verts")),
        (say("violet"), say("école violette / école violet / violet école / école des violets")),
    ),
    also={"fr": ("décalé", "tarot des écoles"), "en": ("school tarot", "décalé")},
    players=(2, 3, 4, 5),
    question=scoring.question,
    bid_summary=scoring.bid_summary,
    record=scoring.record,
    label=numbered_deal,
    ending=end_at_target,
    prepare=scoring.prepare,
    coming_and_going=COMING_AND_GOING,
    rules=scoring.TarotDecaleRules,
    offences=tuple(replace(offence, article="tarot-decale.errors") for offence in (MISDEAL, REVOKE)),
    features=frozenset(("tricks", "following", "turns", "hands")),
    check=scoring.check,
    check_table=scoring.check_table,
    figures=scoring.FIGURES,
)
