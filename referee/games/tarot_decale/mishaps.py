"""Le Tarot décalé at the desk: ties, bonuses called wrongly, and unequal hands."""

from __future__ import annotations

from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.words import say

LEVEL = situation_question(
    "tied-trick", say("Le pli est à égalité : que fait-on ?"),
    Situation(
        "once", say("une première fois"), "all-play-again", say("Tous rejouent"),
        ("tarot-decale.tied-trick", "tarot-decale.tied-lead"),
        (
            say("Personne ne ramasse : chacun rejoue une carte, et la plus forte de ce second pli emporte les deux."),
            say("Celui qui avait entamé entame encore, avec la carte qu'il veut."),
        ),
    ),
    Situation(
        "again", say("encore une fois, au pli suivant"), "all-play-again", say("On rejoue encore"),
        ("tarot-decale.tied-again", "tarot-decale.tied-trick"),
        (say("On rejoue tant que c'est égal, et le premier qui gagne un pli emporte tout le tas."),),
    ),
    Situation(
        "won", say("quelqu'un gagne le pli suivant"), "takes-all", say("Il prend tout"),
        ("tarot-decale.tied-trick", "tarot-decale.tied-again"),
        (say("Celui qui gagne ce pli ramasse aussi les cartes qui attendaient, et il entame."),),
    ),
    Situation(
        "last", say("au dernier pli"), "set-aside", say("Personne ne le compte"),
        ("tarot-decale.set-aside", "tarot-decale.tied-again"),
        (
            say("Il n'y a plus de quoi rejouer : les cartes vont de côté et ne comptent pour personne."),
            say("Une Excuse qui s'y trouve revient à son propriétaire."),
        ),
    ),
)  # fmt: skip

BONUS_CALLED = situation_question(
    "bonus-called", say("Une prime mal annoncée compte-t-elle ?"),
    Situation(
        "in-time", say("annoncée avant la première carte"), "counts", say("Elle compte"),
        ("tarot-decale.bonuses-late", "tarot-decale.bonuses"),
        (say("Tant que personne n'a joué, il est encore temps."),), "yes",
    ),
    Situation(
        "late", say("annoncée après la première carte"), "does-not-count", say("Trop tard"),
        ("tarot-decale.bonuses-late", "tarot-decale.bonuses"),
        (say("La première carte est posée : la prime oubliée est perdue."),), "no",
    ),
    Situation(
        "false", say("annoncée à tort"), "does-not-count", say("Elle ne compte pas"),
        ("tarot-decale.bonuses-false", "tarot-decale.bonuses"),
        (
            say("La prime est retirée, même si on ne s'en aperçoit qu'à la fin."),
            say("Il n'en coûte rien de plus."),
        ), "no",
    ),
    Situation(
        "petit", say("le bout du bout, sans l'avoir annoncé"), "counts", say("Il compte"),
        ("tarot-decale.bonuses",),
        (say("Le bout du bout se voit au dernier pli : personne n'a à l'annoncer."),), "yes",
    ),
    asked=say("prime annoncée / annoncé la prime / annoncé ma prime / prime oubliée / annoncé trop tard"),
)  # fmt: skip

UNEQUAL = situation_question(
    "unequal-hands", say("Les mains sont inégales : que fait-on ?"),
    Situation(
        "missed", say("un joueur n'a rien mis au dernier pli"), "adds-a-card", say("Il ajoute sa carte"),
        ("tarot-decale.unequal-hands", "tarot-decale.equal-hands"),
        (say("Tant que le pli suivant n'est pas entamé, il complète celui qu'il a manqué."),),
    ),
    Situation(
        "two", say("un joueur en a mis deux"), "takes-one-back", say("Il en reprend une"),
        ("tarot-decale.unequal-hands", "tarot-decale.equal-hands"),
        (say("Il reprend en main l'une des deux cartes, et l'on continue."),),
    ),
    Situation(
        "misdealt", say("on avait mal donné"), "misdeal", say("On redonne"),
        ("tarot-decale.unequal-hands", "match.misdeal"),
        (say("Les mains étaient fausses dès le début : le même donneur redonne."),),
    ),
    Situation(
        "unknown", say("on ne sait pas d'où ça vient"), "misdeal", say("On redonne"),
        ("tarot-decale.unequal-hands", "match.misdeal"),
        (say("On ne peut plus réparer : le même donneur redonne."),),
    ),
    asked=say("mains inégales / une carte de trop / une carte en moins / une carte de moins / pas le même nombre"),
)  # fmt: skip
