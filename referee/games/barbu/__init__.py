"""Le Barbu: its declaration.

Steps ``contract`` and ``result``, whose fields depend on the contract. Its own: the contracts already played are its
memory; the dealer leads and stays for a manche.
"""

from __future__ import annotations

from referee.game_definition.game import Game, low_wins
from referee.game_definition.offences import MISDEAL, REVOKE
from referee.games.barbu import scoring
from referee.words import say

GAME = Game(
    id="barbu",
    name=say("Le Barbu"),
    summary=say(
        "Plis, dames, cœurs, roi de cœur, dernier pli : selon le contrat, ce que l'on ramasse coûte des points. "
        "Le donneur choisit le contrat ; le plus petit total gagne."
    ),
    named_otherwise=(
        (
            say("contrat barbu"),
            say(
                "contrat du roi de cœur / contrat roi de cœur / contrat : roi de cœur, / contrat : roi de cœur. / "
                "contrat le roi de cœur / contrat est le roi de cœur / contrat du roi / contrat du roi cœur / contrat "
                "roi cœur / donne du roi de cœur / manche du roi de cœur / roi de cœur comme contrat"
            ),
        ),
    ),
    pack=say("52 cartes, sans les jokers"),
    length=say("4 manches de 6 donnes, une demi-heure"),
    records=say("le contrat choisi, puis ce que chacun a ramassé"),
    players=(scoring.PLAYERS,),
    question=scoring.question,
    record=scoring.record,
    label=scoring.label,
    group=scoring.group,
    ending=scoring.ending,
    prepare=scoring.prepare,
    cannot_deal=scoring.cannot_deal,
    rules=scoring.BarbuRules,
    offences=(MISDEAL, REVOKE),
    features=frozenset(("tricks", "following", "turns", "hands")),
    check=scoring.check,
    asked_later=lambda table: tuple(cost.label for cost in scoring.COSTS.values()),
    order=scoring.dealer_first,
    lowest_wins=low_wins,
    figures=scoring.FIGURES,
)
