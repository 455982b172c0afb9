"""La Feuille libre: its declaration.

Step ``points``.
"""

from __future__ import annotations

from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.seating import ComingAndGoing
from referee.games.feuille_libre import scoring
from referee.games.feuille_libre.preset_games import NAMED_GAMES, options_for
from referee.words import say

ARTICLE = "feuille-libre.players"
COMING_AND_GOING = ComingAndGoing(ARTICLE, ARTICLE, "feuille-libre.points", names_who_left=False)

GAME = Game(
    id="feuille-libre",
    name=say("La Feuille libre"),
    summary=say(
        "Pour tout autre jeu : notez les points de chacun, la feuille additionne. Vous dites si le plus grand ou "
        "le plus petit total gagne, et quand on s'arrête."
    ),
    pack=say("les cartes de votre jeu"),
    length=say("tant que vous voulez"),
    records=say("les points de chacun"),
    family="free",
    also={"en": ("free sheet",)},
    players=tuple(range(scoring.FEWEST, scoring.MOST + 1)),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    free_teams=True,
    ending=scoring.ending,
    prepare=scoring.prepare,
    rules=scoring.FeuilleLibreRules,
    coming_and_going=COMING_AND_GOING,
    lowest_wins=scoring.lowest_wins,
    name_option="title",
    named_setups=NAMED_GAMES,
    options_for_name=options_for,
)
