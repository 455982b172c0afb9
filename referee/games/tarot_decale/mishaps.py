"""Le Tarot décalé at the desk: ties, bonuses called wrongly, and unequal hands."""

from __future__ import annotations

from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.words import say

LEVEL_AT_THE_LAST = say(
    "égalité au dernier pli / égalité sur le dernier pli / égalité dans le dernier pli / dernier pli à "
    "égalité / dernier pli est à égalité / dernier pli est une égalité / à égalité au dernier pli / "
    "égalité au tout dernier pli"
    " / ex aequo au dernier pli / ex aequo tête au dernier pli / ex aequo en tête au dernier pli / ex aequo "
    "sur le dernier pli / ex aequo dans le dernier pli"
)
LEVEL_ONCE = say(
    "pli à égalité / pli est à égalité / pli est égal / plis à égalité / profs à égalité / élèves à égalité / "
    "proviseurs à égalité / interros à égalité / profs ex aequo / élèves ex aequo / proviseurs ex aequo / interros "
    "ex aequo"
)
WHO_LEADS_AGAIN = say(
    "qui entame le pli rejoué / qui entame pour rejouer / qui rejoue le premier / qui rejoue en premier / qui entame "
    "maintenant / qui entame ensuite / qui entame le suivant / qui relance / qui réentame"
)
LEVEL_AGAIN = say(
    "pli encore à égalité / encore une égalité / encore égalité / de nouveau à égalité / de nouveau "
    "égalité / re-égalité / second pli à égalité aussi / deuxième pli à égalité aussi / deux plis à "
    "égalité de suite / deux égalités de suite / égalité encore une fois / encore à égalité"
)
BESIDE_LEVEL = say(
    "ramasse / qui ramasse / prend / qui prend / à qui / rejoue / rejouer / on rejoue / qui gagne / tas /"
    " excuse / vont où / où / les points / les cartes vont où"
    " / ex aequo / en tête / tête / au tout dernier pli"
    " / j'avais entamé / c'est moi qui avais entamé / avait entamé / avais entamé ce pli / j'ai entamé"
    " / profs / élèves / proviseurs / interros / prof / élève / proviseur / interro"
)
AT_THE_END = say(
    "c'est le dernier / c'était le dernier / le dernier pli / plus de cartes / notre dernière carte / dernière carte"
)
SOME_TRICKS_AGO = say("il y a deux plis / il y a trois plis / il y a quatre plis / il y a plusieurs plis")
ITS_EXCUSE = say("l'excuse / mon excuse / son excuse / une excuse / avec excuse")
"""It goes back to who played it, whoever has the trick."""

LEVEL = situation_question(
    "tied-trick", say("Le pli est à égalité : que fait-on ?"),
    Situation(
        "once", say("une première fois"), "all-play-again", say("Tous rejouent"),
        ("tarot-decale.tied-trick", "tarot-decale.tied-lead"),
        (
            say("Personne ne ramasse : chacun rejoue une carte, et la plus forte de ce second pli emporte les deux."),
            say("Celui qui avait entamé entame encore, avec la carte qu'il veut."),
        ),
        phrases=((LEVEL_ONCE, WHO_LEADS_AGAIN),),
    ),
    Situation(
        "again", say("encore une fois, au pli suivant"), "all-play-again", say("On rejoue encore"),
        ("tarot-decale.tied-again", "tarot-decale.tied-trick"),
        (say("On rejoue tant que c'est égal, et le premier qui gagne un pli emporte tout le tas."),),
        phrases=((LEVEL_AGAIN,),),
    ),
    Situation(
        "won", say("quelqu'un gagne le pli suivant"), "takes-all", say("Il prend tout"),
        ("tarot-decale.tied-trick", "tarot-decale.tied-again"),
        (say("Celui qui gagne ce pli ramasse aussi les cartes qui attendaient, et il entame."),),
    ),
    Situation(
        "last", say("une égalité au dernier pli"), "set-aside", say("Personne ne le compte"),
        ("tarot-decale.set-aside", "tarot-decale.tied-again"),
        (
            say("Il n'y a plus de quoi rejouer : les cartes vont de côté et ne comptent pour personne."),
            say("Une Excuse qui s'y trouve revient à son propriétaire."),
        ),
        phrases=((LEVEL_AT_THE_LAST,),),
    ),
    passed_over=BESIDE_LEVEL,
    doubtful=(ITS_EXCUSE, SOME_TRICKS_AGO),
    untold=((LEVEL_AGAIN, AT_THE_END), (LEVEL_ONCE, AT_THE_END)),
)  # fmt: skip

BONUS = say("prime / la loose / loose / trop cool / grève des profs / grève")
CALLED_LOOSE = say(
    "annoncé la loose / annonce la loose / annoncé loose / dit la loose / noté la loose / compté la loose"
    " / annoncé une loose / loose annoncée"
)
HAD_TRUMP = say(
    "il avait l'excuse / elle avait l'excuse / il y avait un atout / y avait un atout / y avait l'excuse "
    "/ gardé l'excuse / caché l'excuse / retrouve l'excuse / retrouve un atout / restait un atout / "
    "restait l'excuse / sort l'excuse / sort un atout / il avait un atout / elle avait un atout"
)
CALLED_STRIKE = say(
    "annoncé la grève / annoncé la grève des profs / annonce la grève / annoncé grève des profs / dit "
    "grève des profs / annoncé une grève / noté la grève / grève annoncée"
)
HAD_TEACHER = say(
    "il avait un prof / elle avait un prof / y avait un prof / y avait un proviseur / retrouve un prof / "
    "retrouve un proviseur / sort un prof / sort un proviseur / restait un prof / restait un proviseur / "
    "caché un prof / il avait un proviseur / elle avait un proviseur"
)
TOO_LATE = say(
    "après la première carte / première carte était déjà posée / première carte était posée / première "
    "carte est posée / première carte déjà posée / première carte jouée / première carte était jouée / "
    "après le premier pli / premier pli était fini / en plein premier pli / au milieu du premier pli / on"
    " avait déjà joué / avait déjà joué une carte / avait commencé à jouer / avait déjà entamé"
)
FORGOT_BONUS = say(
    "oublié d'annoncer / oublié de dire / oublié d'en parler / pas annoncé / pas encore annoncé / oublié "
    "ma prime / oublié la prime / oublié sa prime"
)
BEFORE_PLAY = say(
    "personne n'a joué / personne n'a encore joué / avant la première carte / rien n'est joué / pas "
    "encore joué / avant qu'on joue / pas encore entamé / personne n'a entamé / personne n'a encore "
    "entamé"
)
BESIDE_BONUS = say(
    "mes points / ses points / mes 5 points / ses 5 points / je garde mes / il garde ses / elle garde ses"
    " / points / depuis le début / on l'a notée / notée / noté / annoncer / je l'annonce / l'annoncer / "
    "je peux / peut / encore / compte / perdue / tant pis / trop tard / valable / la retire / on retire /"
    " on lui retire / début"
    " / atouts / atout / joueurs / à quatre joueurs / j'ai bien"
)
I_CALLED = say("j'ai annoncé / j'avais annoncé / j'annonce / j'ai dit / j'avais dit / ai annoncé / avais annoncé")
I_HAD_TRUMP = say(
    "j'avais l'excuse / avais l'excuse / j'avais un atout / avais un atout / j'ai l'excuse / j'avais gardé l'excuse"
)
I_HAD_TEACHER = say(
    "j'avais un prof / avais un prof / j'avais un proviseur / avais un proviseur / j'ai un prof / j'ai un proviseur"
)
OTHER_BONUS = say(
    "à trois / on est trois / trois joueurs / à deux / on est deux / deux joueurs / bout du bout / était fausse "
    "/ était faux / avait l'excuse / avait un atout / avait un prof / sauf moi / le tour d'avant / donne d'avant "
    "/ on rejoue la donne / déjà annoncé / restait l'excuse à / montrée avant / au chien"
)
"""That there is no bonus at so few players, that this one need not be called, or that it was wrong."""

BONUS_CALLED = situation_question(
    "bonus-called", say("Une prime mal annoncée compte-t-elle ?"),
    Situation(
        "in-time", say("annoncée avant la première carte"), "counts", say("Elle compte"),
        ("tarot-decale.bonuses-late", "tarot-decale.bonuses"),
        (say("Tant que personne n'a joué, il est encore temps."),), "yes",
        phrases=((BONUS, FORGOT_BONUS, BEFORE_PLAY),),
    ),
    Situation(
        "late", say("annoncée après la première carte"), "does-not-count", say("Trop tard"),
        ("tarot-decale.bonuses-late", "tarot-decale.bonuses"),
        (say("La première carte est posée : la prime oubliée est perdue."),), "no",
        phrases=((BONUS, TOO_LATE), (BONUS, FORGOT_BONUS, TOO_LATE)),
    ),
    Situation(
        "false", say("annoncée à tort"), "does-not-count", say("Elle ne compte pas"),
        ("tarot-decale.bonuses-false", "tarot-decale.bonuses"),
        (
            say("La prime est retirée, même si on ne s'en aperçoit qu'à la fin."),
            say("Il n'en coûte rien de plus."),
        ), "no",
        phrases=(
            (CALLED_LOOSE, HAD_TRUMP), (I_CALLED, CALLED_LOOSE, I_HAD_TRUMP),
            (CALLED_STRIKE, HAD_TEACHER), (I_CALLED, CALLED_STRIKE, I_HAD_TEACHER),
        ),
    ),
    Situation(
        "petit", say("le bout du bout, sans l'avoir annoncé"), "counts", say("Il compte"),
        ("tarot-decale.bonuses",),
        (say("Le bout du bout se voit au dernier pli : personne n'a à l'annoncer."),), "yes",
    ),
    passed_over=BESIDE_BONUS,
    doubtful=(OTHER_BONUS,),
    question_phrases=say("prime annoncée / annoncé la prime / annoncé ma prime / prime oubliée / annoncé trop tard"),
)  # fmt: skip

MISSED_A_TRICK = say(
    "oublié de jouer / oublié de mettre / oublié de poser / oublie de jouer / n'a rien mis / n'ai rien "
    "mis / n'a pas joué au pli / n'ai pas joué au pli / rien joué au pli / pas joué au dernier pli / rien"
    " mis au pli / rien mis au dernier pli / sauté un pli / n'a rien posé"
)
NOT_LED_YET = say(
    "personne n'a entamé / personne n'a encore entamé / pas encore entamé / n'est pas entamé / pas entamé / avant "
    "d'entamer / avant d'entamer le suivant / n'a pas encore entamé / personne n'a rejoué / pas encore commencé / "
    "n'est pas commencé / suivant pas entamé / suivant pas encore entamé / suivant n'est pas entamé / personne n'a "
    "entamé le suivant / pas entamé le suivant / pas encore entamé le suivant / n'a pas entamé le suivant / "
    "personne n'a encore entamé le pli suivant / n'a encore entamé le pli suivant"
)
TWO_AT_ONCE = say(
    "a mis deux cartes / mis deux cartes / posé deux cartes / joué deux cartes / jeté deux cartes / mis 2"
    " cartes / lâché deux cartes / mets deux cartes / met deux cartes"
)
NO_IDEA_WHY = say(
    "sait pas d'où / ne sait pas d'où / aucune idée d'où / personne ne sait d'où / personne ne sait "
    "pourquoi / personne sait pourquoi / sait pas pourquoi / sans savoir pourquoi / aucune idée pourquoi "
    "/ impossible de savoir pourquoi / mystère / comprend pas pourquoi / personne ne comprend"
)
CARDS = say("carte / cartes")
BESIDE_UNEQUAL = say(
    "carte / cartes / me reste / reste / eux / nous / moi / lui / elle / autres / de plus / en plus / pli"
    " / pli d'avant / d'avant / avant / plus que nous / contre / chacun / donne / redistribue / on "
    "redistribue / je la mets / maintenant / reprend / reprendre / une"
    " / on redonne tout / on redonne / faut tout redonner"
)
ON_ONE_TRICK = say(
    "au même pli / sur le même pli / dans le même pli / même pli / sur un pli / dans un pli / au dernier "
    "pli / d'un coup / collées / par erreur / en même temps / à la fois / sans le voir / sans m'en rendre"
    " compte"
)
ALREADY_RIGHT = say(
    "à cause de l'égalité / reprises tout de suite / repris une / reprise tout de suite / en a repris une / "
    "reprises aussitôt"
)
UNEQUAL = situation_question(
    "unequal-hands", say("Les mains sont inégales : que fait-on ?"),
    Situation(
        "missed", say("un joueur n'a rien mis au dernier pli"), "adds-a-card", say("Il ajoute sa carte"),
        ("tarot-decale.unequal-hands", "tarot-decale.equal-hands"),
        (say("Tant que le pli suivant n'est pas entamé, il complète celui qu'il a manqué."),),
        phrases=((MISSED_A_TRICK, NOT_LED_YET),),
    ),
    Situation(
        "two", say("un joueur en a mis deux"), "takes-one-back", say("Il en reprend une"),
        ("tarot-decale.unequal-hands", "tarot-decale.equal-hands"),
        (say("Il reprend en main l'une des deux cartes, et l'on continue."),),
        phrases=((TWO_AT_ONCE, ON_ONE_TRICK),),
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
        phrases=((CARDS, NO_IDEA_WHY),),
    ),
    passed_over=BESIDE_UNEQUAL,
    doubtful=(SOME_TRICKS_AGO, ALREADY_RIGHT),
    question_phrases=say(
        "mains inégales / une carte de trop / une carte en moins / une carte de moins / pas le même nombre"
    ),
)  # fmt: skip
