"""Le Président: its declaration.

Step ``finish``. Its own: the titles players leave a deal with, which say who deals next.
"""

from __future__ import annotations

from referee.game_definition.endings import end_after_deals
from referee.game_definition.game import Game, numbered_deal
from referee.game_definition.offences import ILLEGAL_CARD, MISDEAL
from referee.game_definition.seating import COMING_AND_GOING
from referee.games.president import scoring
from referee.words import say

GAME = Game(
    id="president",
    name=say("Le Président"),
    summary=say(
        "Posez plus fort que le précédent ou passez ; le premier à vider sa main devient Président, "
        "et le dernier lui cède ses meilleures cartes à la donne suivante."
    ),
    named_otherwise=(
        (say("Trou'Duc"), say("trou du cul / trouduc / le trouduc")),
        (say("Vice Trou'Duc"), say("vice trou du cul / vice trouduc / vice-trou")),
        (say("Président"), say("prez / le prez / prési / le prési")),
        (say("Vice-Président"), say("vice prez / vice-prez / vice prési / vice-prési")),
    ),
    pack=say("54 cartes, avec les deux jokers"),
    length=say("autant de donnes que l'on veut, une demi-heure en général"),
    records=say("l'ordre de sortie"),
    family="shedding",
    also={"fr": ("trou du cul", "trouduc"), "en": ("scum", "asshole", "president")},
    players=(3, 4, 5, 6),
    question=scoring.question,
    record=scoring.record,
    label=numbered_deal,
    total_in_words=scoring.total_in_words,
    ending=end_after_deals,
    prepare=scoring.prepare,
    prepare_now=scoring.prepare_now,
    coming_and_going=COMING_AND_GOING,
    reseated=scoring.reseated,
    rules=scoring.PresidentRules,
    offences=(MISDEAL, ILLEGAL_CARD),
    features=frozenset(("tricks", "shedding", "turns", "hands")),
    order=scoring.who_starts,
    figures=scoring.FIGURES,
    titles=scoring.titles_in_words,
    brief_titles=scoring.brief_titles,
)
