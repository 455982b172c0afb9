"""Le 8 Américain at the desk: forgotten announcements and wrong numbers of cards."""

from __future__ import annotations

from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.words import say

SUIT_FORGOTTEN = say(
    "oublié de dire la couleur / oubliant de dire la couleur / oublié la couleur / oublié de demander / "
    "pas dit la couleur / pas dit de couleur / sans dire la couleur / sans dire de couleur / sans "
    "annoncer / pas annoncé la couleur / pas annoncé de couleur / rien dit comme couleur / rien dit pour "
    "la couleur / pas demandé de couleur / oublié d'annoncer la couleur / pas nommé de couleur / pas "
    "nommé la couleur / sans nommer la couleur / sans nommer de couleur / oublié de nommer / oublié de "
    "choisir / pas choisi de couleur / pas choisi la couleur / oublie la couleur / oublie de dire la "
    "couleur / oublie d'annoncer la couleur / pas précisé la couleur / pas précisé de couleur / sans "
    "préciser / sans préciser la couleur / sans choisir de couleur / sans couleur / pas donné de couleur "
    "/ ni couleur"
)
ALREADY_LAID = say(
    "déjà posé / déjà joué / déjà mis / a joué derrière / posé derrière / a posé dessus / mis dessus / a "
    "rejoué / a déjà rejoué / joué par-dessus / posé par-dessus / mis par-dessus / a joué après / posé "
    "après / déjà recouvert / déjà rejoué / joué son tour / a posé le sien / vient de poser"
)
NOT_LAID_YET = say(
    "pas encore joué / personne n'a joué / n'a pas joué / personne n'a rejoué / pas encore posé / n'ai "
    "pas joué / n'ai pas encore joué / ai pas encore joué / j'ai pas joué / n'a pas encore joué / n'a pas"
    " encore posé / personne n'a posé / personne n'a encore joué / personne n'a encore posé / rien posé "
    "dessus / rien posé / pas encore rejoué / pas encore mon tour / n'ai rien posé"
    " / a pas joué encore / a pas encore joué / pas joué encore / suivant attend / suivante "
    "attend"
)

SAID_NOTHING = say(
    "sans rien dire / sans rien annoncer / n'a rien dit / n'ai rien dit / a rien dit / sans dire un mot /"
    " rien annoncé / rien demandé / sans parler"
)
EIGHT_LAID = say(
    "joue un 8 / joue le 8 / joué un 8 / joué le 8 / pose un 8 / pose le 8 / posé un 8 / posé le 8 / met "
    "un 8 / met le 8 / mis un 8 / mis le 8 / mets un 8 / son 8 / balance un 8 / balancé un 8 / lâche un 8"
    " / lâché un 8"
    " / posé mon 8 / mis mon 8 / joué mon 8 / mets mon 8 / pose mon 8 / joue mon 8 / lâché mon 8"
)
UNNAMED = "huit-americain.suit-not-named"
BESIDE_NO_SUIT = say(
    "posé / mis / joué / jouer / suivant / couleur / carte / quoi / fait / reste / suit / dessus / "
    "derrière / déjà / dit / on / trèfle / faut / tour / remarqué / noté / on suit quoi / je suis quoi / "
    "quelle couleur / je joue quoi / je mets quoi / je dois suivre / on repart de / c'est quoi la couleur"
    " / couleur du 8 / sa couleur / maintenant / je peux mettre / choisir / peut choisir / nommer"
    " / la reprend / reprend la sienne / on revient / revient en arrière"
)

LAST_CARD = say("dernière carte / plus de carte / plus de cartes")

NO_SUIT = situation_question(
    "suit-not-named", say("Un 8 sans couleur annoncée : que suit-on ?"),
    Situation(
        "waiting", say("le suivant n'a pas encore joué"), "names-it", say("Il la dit maintenant"),
        (UNNAMED, "huit-americain.eight"),
        (say("On lui demande la couleur, et le suivant attend la réponse."),),
        phrases=((SUIT_FORGOTTEN, NOT_LAID_YET), (EIGHT_LAID, SAID_NOTHING, NOT_LAID_YET)),
    ),
    Situation(
        "played", say("le suivant a déjà joué"), "card-played", say("On suit la carte posée"),
        (UNNAMED, "huit-americain.eight"),
        (say("Il est trop tard pour choisir : la carte posée sur le 8 reste, et l'on continue d'après elle."),),
        phrases=((SUIT_FORGOTTEN, ALREADY_LAID), (EIGHT_LAID, SAID_NOTHING, ALREADY_LAID)),
    ),
    Situation(
        "changed", say("il en dit une, puis une autre"), "first", say("La première"),
        (UNNAMED, "huit-americain.eight"),
        (say("La première couleur dite compte."),),
    ),
    Situation(
        "last-card", say("c'était sa dernière carte"), "none-needed", say("La partie est finie"),
        ("huit-americain.last-card", "huit-americain.eight"),
        (say("Il n'a plus de carte : il a gagné, et il n'y a plus de couleur à dire."),),
        phrases=((SUIT_FORGOTTEN, LAST_CARD),),
    ),
    passed_over=BESIDE_NO_SUIT,
    question_phrases=say(
        "pas dit la couleur / oublié de dire la couleur / oubliant de dire la couleur / pas annoncé de "
        "couleur / pas annoncé la couleur / pas dit de couleur / sans dire la couleur / pas demandé de "
        "couleur / rien demandé"
    ),
)  # fmt: skip

DREW_TOO_MANY = say(
    "au lieu de 2 / au lieu d'une / au lieu de 4 / trop pioché / pioché trop / pioché une de trop / pris "
    "une de trop / pioché 2 de trop / carte de trop / pioché trois au lieu / pris trois au lieu / tiré "
    "trois au lieu / pioché 3 au lieu / pris 3 au lieu / tiré une de trop / tiré trop / tiré une carte de"
    " trop / pioché une carte de trop / repioché une de trop / en a pris trop / en a pioché trop / en a "
    "tiré trop"
)
DREW_TOO_FEW = say(
    "pioché une de moins / pas assez pioché / une carte de moins / pioché qu'une au lieu / que 1 au lieu de 2"
)
DREW_ONLY_ONE = say(
    "pioché qu'une / pris qu'une / tiré qu'une / pioché une seule / pris une seule / tiré une seule / "
    "piocher qu'une / prend qu'une / pioche qu'une / que pioché une / que pris une"
)
OWED_TWO = say(
    "devais en prendre / devait en prendre / devais en piocher / devait en piocher / devais prendre 2 / "
    "devait prendre 2 / devais piocher 2 / devait piocher 2 / à cause du 2 / à cause d'un 2 / au lieu de "
    "2 / sur un 2 / après un 2"
    " / après le joker / après un joker / sur un joker / à cause du joker / à cause d'un joker"
)
MIXED_IN = say(
    "mélangé / mélangées / mélangée / melangé / mêlées / mêlée / sais plus lesquelles / sait plus "
    "lesquelles / impossible de dire lesquelles / mélangé à sa main / mélangé à ma main / mélangé avec / "
    "mêlé / dans ma main / mêlé à sa main / on sait plus / plus moyen de savoir / on les distingue plus"
    " / mélangées à ma main / mélangées dans ma main / mélangées à sa main / toutes mélangées / tout est "
    "mélangé"
)
STILL_KNOWN = say(
    "sais lesquelles / on sait lesquelles / sait encore lesquelles / encore à part / pas encore regardées / "
    "pas encore mélangées"
)

MISCOUNT = "huit-americain.draw-count"
BESIDE_MISCOUNTED = say(
    "pioché / pris / main / carte / rends / rend / rendre / déjà / devais / cause / quoi / fait / garde /"
    " suivant / reste / deux / une / on lui retire / retire / la troisième / la dernière / joker / tiré /"
    " tire / faut rendre / combien / devait / prendre / doit"
    " / la deuxième / l'autre / celle qui manque"
    " / après le joker / après un joker / après un 2 / après un deux / toutes / tout"
)

MISCOUNTED = situation_question(
    "draw-count", say("Trop ou trop peu pioché : que fait-on ?"),
    Situation(
        "too-many", say("trop, et on sait lesquelles"), "put-back", say("Il rend les cartes en trop"),
        (MISCOUNT, "huit-americain.draw-one"),
        (say("Les dernières prises retournent au milieu de la pioche, et il joue."),),
        phrases=((DREW_TOO_MANY, STILL_KNOWN),),
    ),
    Situation(
        "too-many-mixed", say("trop, mais mêlées à sa main"), "kept", say("Il les garde"),
        (MISCOUNT, "huit-americain.draw-one"),
        (say("On ne peut plus dire lesquelles étaient de trop : elles restent dans sa main."),),
        phrases=((DREW_TOO_MANY, MIXED_IN),),
    ),
    Situation(
        "too-few", say("pas assez, et le suivant n'a pas joué"), "draws-the-rest", say("Il pioche ce qui manque"),
        (MISCOUNT, "huit-americain.draw-two"),
        (say("Il prend les cartes qu'il doit encore, puis le jeu reprend."),),
        phrases=((DREW_TOO_FEW, NOT_LAID_YET), (DREW_ONLY_ONE, OWED_TWO, NOT_LAID_YET)),
    ),
    Situation(
        "too-few-late", say("pas assez, et le suivant a joué"), "stands", say("Trop tard"),
        (MISCOUNT, "huit-americain.draw-two"),
        (say("Le tour est passé : c'est trop tard pour les cartes oubliées."),), "no",
        phrases=((DREW_TOO_FEW, ALREADY_LAID), (DREW_ONLY_ONE, OWED_TWO, ALREADY_LAID)),
    ),
    passed_over=BESIDE_MISCOUNTED,
    question_phrases=say("trop pioché / pioché une de trop / pioché trop / pioché une de moins / pas assez pioché"),
)  # fmt: skip

CARTE_FORGOTTEN = say(
    "oublié de dire carte / oublié de crier carte / oublié d'annoncer carte / oublié carte / oublier de "
    "dire carte / pas dit carte / pas crié carte / pas annoncé carte / sans dire carte / rien dit / rien "
    "annoncé / n'a rien annoncé / rien crié / oublie de dire carte / oublie de crier carte / oublie carte"
    " / jamais dit carte / jamais crié carte / sans crier carte / sans annoncer carte / sans rien "
    "annoncer / pas prévenu"
)
CAUGHT = say(
    "remarqué / l'a vu / m'a vu / s'en aperçoit / s'en est aperçu / m'a chopé / m'a grillé / l'a grillé /"
    " me l'a fait remarquer / on me donne / il a pas dit / il n'a pas dit / elle a pas dit / elle n'a pas"
    " dit / il a oublié / elle a oublié / il a rien dit / elle a rien dit / un autre le dit / je l'ai vu "
    "/ l'ai vu / l'ai remarqué / on l'a vu / on l'a remarqué / on le remarque / quelqu'un le remarque / "
    "on s'en aperçoit / quelqu'un s'en aperçoit / le fait remarquer / l'a signalé / on le voit / fait "
    "remarquer / on l'attrape / s'est fait prendre / s'est fait attraper / on l'a chopé"
)
CALLED_EARLY = say(
    "dit carte trop tôt / crié carte trop tôt / dit carte avec 2 cartes / crié carte avec 2 cartes / "
    "annoncé carte trop tôt / dit carte alors que j'avais encore / dit carte alors que j'avais 2 / crié "
    "carte alors que j'avais encore / dit carte alors qu'il avait encore / dit carte alors qu'il lui "
    "restait 2 / carte avec deux cartes / carte avec 2 cartes / carte avec trois cartes / carte avec "
    "encore deux / carte avec encore 2 / carte trop tôt / carte trop vite / carte alors qu'il me reste "
    "deux / carte alors qu'il me restait deux / carte alors qu'il lui restait deux / carte alors qu'il "
    "m'en reste / carte alors qu'il m'en restait / carte alors qu'il lui en reste / carte alors que j'ai "
    "encore / carte alors que j'en ai"
)

PLAYED_SINCE = say(
    "il a déjà rejoué / elle a déjà rejoué / j'ai déjà rejoué / a rejoué depuis / ai rejoué depuis / "
    "après qu'il a rejoué / après qu'elle a rejoué / quand il avait déjà rejoué / un tour plus tard / un "
    "tour après / au tour d'après / au tour suivant / mais elle avait rejoué / mais il avait rejoué / "
    "mais elle a rejoué / mais il a rejoué / rejoué entre-temps / j'avais déjà rejoué / a fini la partie / a fini la "
    "manche"
)
CALL, CALL_WHEN = "huit-americain.carte", "huit-americain.carte-when"
BESIDE_CARTE = say(
    "reste / restait / dernière / carte / cartes / quoi / fait / donne / plus / aussitôt / coûte / pioche "
    "/ prend / avant que je rejoue / avant qu'il rejoue / avant qu'elle rejoue / avant de rejouer / avant "
    "qu'il ait rejoué / avant que j'aie rejoué / crier / quoi / autres / prends / grave / tout de suite / "
    "deux / il en reçoit combien / reçoit / en reçoit / combien / en prend combien / combien de cartes / "
    "paye / faute / pénalité / j'ai une pénalité"
)

BY_MYSELF = say("moi-même / lui-même / elle-même / je m'en suis aperçu / je l'ai vu moi")

MORE_LEFT = say(
    "reste deux / restait deux / reste 2 / restait 2 / reste trois / restait trois / encore deux / encore trois / avec "
    "deux / avec trois / avec 2 / avec 3"
)
FORGOTTEN_THEN = say(
    "puis oublié / et oublié / puis elle a oublié / puis il a oublié / puis j'ai oublié / oublié avec une"
)
AT_THE_LAST = say(
    "pose sa dernière / posé sa dernière / pose ma dernière / posé ma dernière / quand il gagne / quand elle gagne / "
    "quand il a gagné / quand elle a gagné"
)
OF_THE_GIVER = say(
    "n'ai qu'une / n'ai plus qu'une / me reste une / je la donne / je dois donner / on est deux / qui lui donne / qui "
    "donne / n'a qu'une / n'ont qu'une / elle reçoit combien / il reçoit combien"
)

CARTE = situation_question(
    "carte", say("« Carte » oublié ou mal crié : que se passe-t-il ?"),
    Situation(
        "forgotten", say("oublié, et quelqu'un le remarque"), "one-card-from-each", say("Une carte de chacun"),
        (CALL, "huit-americain.carte-one-card"),
        (
            say("Chaque autre joueur lui donne une carte de sa main, et l'on continue."),
            say("Celui qui n'a qu'une carte la garde."),
        ),
        phrases=((CARTE_FORGOTTEN, CAUGHT),),
    ),
    Situation(
        "late", say("crié en retard, mais avant qu'on le remarque"), "nothing", say("Rien"),
        (CALL,), (say("Ce n'est une faute que si un autre l'a remarqué avant."),), "yes",
    ),
    Situation(
        "too-late", say("remarqué quand il a déjà rejoué"), "nothing", say("Trop tard"),
        (CALL_WHEN, CALL), (say("Il a rejoué depuis : c'est trop tard."),), "yes",
        phrases=((CARTE_FORGOTTEN, PLAYED_SINCE), (CARTE_FORGOTTEN, CAUGHT, PLAYED_SINCE)),
    ),
    Situation(
        "too-early", say("crié avec deux cartes en main"), "call-again", say("Rien, il le redira"),
        (CALL_WHEN, CALL), (say("Crier trop tôt ne coûte rien, mais il doit le redire quand il n'en a plus qu'une."),),
        "yes",
        phrases=((CALLED_EARLY,),),
    ),
    untold=(
        (CARTE_FORGOTTEN, BY_MYSELF), (CARTE_FORGOTTEN, MORE_LEFT), (CALLED_EARLY, FORGOTTEN_THEN),
        (CARTE_FORGOTTEN, AT_THE_LAST), (CARTE_FORGOTTEN, OF_THE_GIVER),
    ),
    passed_over=BESIDE_CARTE,
    question_phrases=say(
        "oublié de dire carte / oublié carte / pas dit carte / dit carte / crié carte / il a rien dit / elle a "
        "rien dit / a rien dit / sans dire carte / pas annoncé carte / une carte et / plus qu'une carte / "
        "dernière carte sans"
    ),
)  # fmt: skip
