"""Le Cribbage: its declaration.

Step ``deal``: the play, the hands, the crib, by points or by cards. Its own: totals stop at the target, in the order
of counting; four play in two teams.
"""

from __future__ import annotations

from referee.game_definition.game import Game, four_in_two_teams, numbered_deal
from referee.game_definition.offences import MISDEAL
from referee.games.cribbage import scoring
from referee.words import say

GAME = Game(
    id="cribbage",
    name=say("Le Cribbage"),
    summary=say(
        "Des points au jeu, puis dans chaque main : quinze, paires et suites. Le premier à 121 gagne sur-le-champ."
    ),
    pack=say("52 cartes"),
    length=say("en 121 points, une demi-heure"),
    records=say("les points au jeu, puis les mains et le crib"),
    family="melds",
    also={"fr": ("crib",), "en": ("crib",)},
    players=scoring.PLAYERS,
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    ending=scoring.ending,
    prepare=scoring.prepare,
    won_by_play=True,
    rules=scoring.CribbageRules,
    offences=(MISDEAL,),
    check=scoring.check,
    in_teams=four_in_two_teams,
    figures=scoring.FIGURES,
    titles=scoring.titles_in_words,
    brief_titles=scoring.brief_titles,
    features=frozenset(("turns", "hands")),
)
