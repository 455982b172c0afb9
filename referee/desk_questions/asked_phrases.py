"""What people say who ask the questions that several games have, one phrase after another with slashes between them.

They choose the question of a search; no fact is read from them. Those that begin with ``BESIDE`` are said beside it
and decide nothing.
"""

from referee.words import say

WHOSE_TRICK = say(
    "à qui le pli / à qui est le pli / à qui va le pli / à qui revient / à qui est / c'est à qui / pour qui / est à "
    "qui / va à qui / chez qui / qui prend / qui ramasse / qui gagne / qui remporte / qui l'emporte / qui emporte / "
    "qui embarque / qui rafle / qui a gagné / qui a pris / qui l'a / qui fait le pli / qui est maître / qui bat / "
    "laquelle gagne / lequel gagne / laquelle prend / lequel prend / quelle carte gagne / est à moi / c'est à moi / "
    "est pour moi / mon pli / je gagne / je prends / je ramasse / je remporte / j'ai gagné / le pli est à / plus "
    "fort / plus forte / le plus fort / plus haut / plus haute / supérieur / supérieure / plus grand / plus gros / "
    "la plus forte / meilleur / meilleure / bat / battu / passe devant / il passe / elle passe / passe quand même / "
    "ça passe / tient / suffit / est maître / le chef / qui le prend / qui la prend / qui les prend / qui empoche / "
    "qui mange / qui domine / qui est devant / lequel est devant / laquelle est devant / devant / au-dessus / bats / "
    "je le bats / je le mange / dépasse / l'emporte / me revient / ça revient / pour moi / pour elle / pour lui / "
    "rafle / raflé par / ramassé par / vainqueur / gagnant / lequel des deux / laquelle des deux / domine / à qui la "
    "main / qui a la main / qui entame après / suffi / a suffi / le patron / maîtresse / tirer vers moi / c'est qui "
    "le malheureux / pauvre de qui / le premier ou le second / le pli part / ramasse tout / vaut rien / reste maître "
    "/ pour ma pomme / le premier ou le dernier / qui lève / alors le pli / c'est le pli de qui / le pli alors / à "
    "qui va tout ça / qui se prend le pli / qui doit ramasser / qui le ramasse / qui se retrouve / l'emporte-t-il / "
    "l'emporte-t-elle / revient à qui / prend-il / prend-elle / elle prend / il prend / réclame le pli / le réclame "
    "/ veut le pli / se croit maître / c'est son pli / pour son pli / c'est leur pli / c'est pour lui / c'est pour "
    "elle / gagnante / qui a le pli / qui emmène"
)
MAY_PLAY = say(
    "que peut-on jouer / je peux jouer / je peux mettre / je peux poser / je peux jeter / je peux lâcher / je "
    "peux balancer / je peux couper / je peux défausser / je peux me débarrasser / je peux pisser / je peux "
    "entamer / je peux ouvrir / je peux attaquer / je peux garder / je peux sortir / peut jouer / peut mettre / "
    "peut couper / j'ai le droit / ai-je le droit / droit de jouer / droit de mettre / obligé / obligée / forcé / "
    "forcée / je dois / dois-je / on doit / faut que / faut-il / il faut / je joue quoi / je mets quoi / je pose "
    "quoi / jouer quoi / mettre quoi / quoi jouer / je fais comme je veux / n'importe quoi / n'importe laquelle / "
    "qu'est-ce que je joue / qu'est-ce que je peux / je coupe / je fournis / lequel je / laquelle je / avec "
    "lequel / avec laquelle / il me reste / j'ai que / je n'ai que / j'ai plus que / j'ai pas de / j'ai plus de / "
    "j'en ai pas / j'en ai plus / pas de / sans couper / je voudrais / je garde / garder pour / me garder / je me "
    "garde / me défausser / je pisse / pisser / possible / c'est possible / permis / légal / interdit / au choix "
    "/ je suis libre / libre / tenu de / contraint / obligatoire / obligation / quelle carte / quelles cartes / "
    "lesquelles / que jouer / que mettre / que dois / qu'est-ce que je fais / j'ai envie / je préfère / plutôt / "
    "j'aimerais / réglo / on a le droit / il a le droit / elle a le droit / aurait dû / devait / à moi d'entamer "
    "/ c'est à moi d'entamer / j'entame / sous le coude / couper / surcouper / imposé / est imposé / puis-je / "
    "refiler / je refile / je peux refiler / je suis bien obligé / ou alors / choix / je fais quoi avec / y a une "
    "règle / je mets ce que je veux / je joue ce que je veux / des restrictions"
)
MAY_LAY = say(
    "peut-on poser ces cartes / je peux poser / je peux mettre / je peux jouer / je peux la jouer / je peux sortir / "
    "on peut poser / on peut mettre / on peut / je pose / je mets / je balance / ça passe / ça va / c'est bon / bon "
    "/ ça marche / ça colle / droit de poser / j'ai le droit / jouable / sur la table / sur un / sur une / sur le / "
    "dessus / par-dessus / je fais quoi / ensemble / d'un coup / je sors / je le sors / je la sors / j'envoie / "
    "d'envoyer / réglo / légal / autorisé / permis / possible / impossible / valable / valide / en même temps / d'un "
    "seul coup / je recouvre / plus fort / j'ai le droit d'envoyer / passe ou pas / je lâche / posable / posables / "
    "recouvrir / recouvre / peut la recouvrir / couvrir"
)
WORTH_OF_CARDS = say(
    "combien valent / valent combien / ça vaut / ça fait combien / combien ça fait / ça pèse combien / ça chiffre / "
    "combien de points / ça fait quoi / ça donne combien / combien ça vaut / vaut combien / on compte / je compte / "
    "je note / total / dans mes plis / on a ramassé / j'ai ramassé / en tout / sur les bras / qui me restent / il "
    "lui reste / j'additionne / additionner / ça nous fait / ça me fait / ça lui fait / fait combien / font combien "
    "/ combien font / ça donne / le total / mon total / mon tas / dans mon tas / dans le tas / valeur / la valeur / "
    "compte combien / en points / ça rapporte / coûte / somme / la somme / ça pèse / sur la feuille / que vaut / ça "
    "va chercher / faites le compte / compte-moi / on nous retire / on m'enlève / ça monte à combien / se monte à "
    "combien / j'en suis à combien / j'en ai pour combien / à combien s'élève / s'élève la note / s'élève le total / "
    "additionne-moi / fais le compte / je note quoi / j'écris quoi / j'inscris combien / on écrit combien / compte / "
    "comptez / dois-je compter / combien dois-je"
)
WORTH_OF_HAND = say(
    "combien vaut cette main / combien coûte cette main / en main / ma main / il me reste / il me restait / me "
    "restent / sur les bras / je marque combien / ça fait combien / ça compte combien / tu comptes combien / je "
    "compte combien / ça vaut combien / ça coûte / combien de points / combien de trous / la retourne / retournée / "
    "et retourne / on compte / je compte / total / compte-moi / ça me coûte / ça va chercher / combien / résultat / "
    "j'avais encore / il restait / avait encore / ça monte à combien / j'en ai pour combien / j'en suis à combien / "
    "ça me fait combien / se monte à combien / compte / comptez / dois-je compter / combien dois-je / je dois compter"
)
MELD = say(
    "cette combinaison est-elle bonne / ça se pose / je peux poser / on peut poser / je peux descendre / je peux "
    "étaler / je peux les étaler / se pose / je pose / je descends / ça passe / c'est bon / bonne / valable / valide "
    "/ une suite / comme suite / un brelan / combinaison / j'ai le droit / ça marche / ça va / sur la table / tient "
    "la route / correct / légal / autorisé / possible / j'étale / je les étale / compte comme / ça compte / "
    "acceptable / fait une suite / fait un brelan / trop de jokers / posable / posables / permis / c'est permis / ça "
    "tient"
)
WORTH_OF_MELD = say(
    "combien vaut la suite / combien vaut une suite / combien vaut ma suite / combien vaut une combinaison / combien "
    "vaut mon brelan / combien vaut mon carré / points fait mon brelan / points fait ma suite / points comme suite / "
    "combinaison vaut combien / suite vaut combien / brelan vaut combien / carré vaut combien / rois vaut combien"
)
"""What asks the points of a meld, and not whether it is good."""
TOTALS = say("sur la feuille / au total / en tout / total / totaux / depuis le début")
"""What tells of the points of a match, where those of a deal are asked for."""
DEAL_WORTH = say(
    "que rapporte la donne / qui paye / qui paie / qui gagne quoi / combien chacun / combien de chacun / ça "
    "rapporte / on marque / ils marquent / on fait / ils font / on a fait / ils ont fait / on est dedans / dedans "
    "/ c'est passé / on chute / chuté / réussi / on prend / on a pris / j'ai pris / ils ont pris / avons pris / "
    "le preneur / preneur / la défense / contrat / points au preneur / combien on marque / on gagne / on perd / "
    "on inscrit / je touche / annoncé / coinché / chacun donne / donne combien / chacun donne combien / on "
    "encaisse / résultat / on note / contrat rempli / rempli / tombe / tenu / on a / eux"
)
EACH_SCORES = say(
    "combien chacun marque-t-il / combien chacun / les points / le score / on marque / je marque / je perds combien "
    "/ dit et fait / annoncé et fait / combien de points / on met quoi sur la feuille / sur la feuille / on note "
    "quoi / ça donne / totaux / le total / bilan / pour chacun / on note / je note / ça fait / moi et / rien / "
    "faites les comptes / les comptes / comptes / la note / l'addition"
)
NOT_FOR_THE_LAST = say(
    "que ne peut pas dire le dernier / je parle en dernier / dernier à parler / je suis le dernier / en dernier / "
    "interdit / pas le droit de dire / les autres ont dit / les autres ont annoncé / je peux pas dire / je peux dire / "
    "je peux annoncer / quel chiffre / le total / off limits / je dis pas combien / je dis quoi / m'est interdit / "
    "reste quoi / quoi que je peux pas / je cause en dernier / parle après tout le monde / bloqué sur / bloquée sur / "
    "bloqué à / coincé sur / m'est défendu / défendu"
)
WHICH_SIDE_COUNTS = say(
    "quel camp compte ses annonces / annonces / une tierce / tierce / un cinquante / cinquante / un cent / un "
    "carré / carré / laquelle compte / meilleure annonce / qui compte / qui annonce"
)
OFFENCE = say(
    "que coûte cette faute / faute / alors que j'avais / alors qu'il avait / alors qu'elle avait / alors que "
    "/ s'est trompé / s'est trompée / me suis trompé / par erreur / sans faire exprès / triché / erreur / "
    "pénalité / quelle punition / sanction / puni / renonce / j'ai pas fourni / a pas fourni / mal distribué "
    "/ mal donné / fausse donne / on redonne / maldonne / j'avais en fait / il avait en fait / en avait / "
    "sans fournir / aurait dû fournir / aurait dû / pourtant / avait encore / il en avait / s'en rend compte "
    "/ on s'aperçoit / on découvre / plus tard / après coup / quand même joué / a quand même / trop de points"
    " / mal compté / au début / amende / on refait / perd des points / perd combien / il perd / elle perd / "
    "je perds / lui coûte / ça coûte / me coûte / en moins / qu'est-ce qu'on fait / on fait quoi / est-ce "
    "qu'on redonne / prend des points / coûte combien / risque quoi / pénalisé / pénalisée / retire des "
    "points / enlève des points / des points en moins"
)
COST_OF_OFFENCE = say(
    "sanction / punition / pénalité / amende / risque / perd / perds / perdre / paye / paie / payer / payes / "
    "coûte / coûter / retire / retirer / enlève / enlever / pénalisé / pénalisée / puni / punie / on lui met"
)
BESIDE_A_TRICK = say(
    "premier pli / deuxième pli / troisième pli / quatrième pli / cinquième pli / sixième pli / dernier pli /"
    " deuxième tour / troisième tour / le premier ou le deuxième / le premier ou le second / moi ou lui / lui"
    " ou moi / elle ou moi / moi ou elle / le premier ou le dernier / dans le même pli / sur le même pli / au"
    " même pli / même pli / tout premier pli / au premier pli / en premier / en dernier / contrat / donne / à"
    " jouer en dernier / du coup / tout de suite / finit / fini avec / finit avec / termine avec / avant moi "
    "/ arrivé en premier / arrivée en premier / arrivé en dernier / tout ça / dans l'ordre / à la dernière / "
    "qui a raison / a raison / se retrouve / septième pli / revient"
    " / un chacun / une chacun / chacun le sien / chacun la sienne / chacun un / chacun une"
)
BESIDE_A_PLAY = say(
    "couper mon partenaire / couper mon propre partenaire / mon propre partenaire / ou faut pisser / ou "
    "pisser / ou je dois pisser / ou couper / ou faut couper / ou je dois couper / ou je suis obligé / ou "
    "obligé / ou fournir / ou je dois fournir / ou me défausser / ou défausser / tout de suite / maintenant /"
    " tout court / surtout / donneur / du coup / qui a raison / a raison / partenaire hurle / partenaire dit "
    "/ partenaire me dit / partenaire soutient / partenaire insiste / partenaire prétend / partenaire jure / "
    "deuxième adversaire / premier adversaire / l'autre adversaire / tout premier pli / premier pli / deuxième pli / "
    "troisième pli / quatrième pli / cinquième pli / sixième pli"
)
BESIDE_A_DEAL = say(
    "nos plis / leurs plis / dans les plis / partage / notre équipe / mon équipe / leur équipe / chaque équipe / de "
    "chaque côté / moi qui avais / nous qui avions / aux plis / en plis / au pli / sans annonce / sans annonces / pas "
    "d'annonce / pas d'annonces / compté deux fois / des deux camps / chaque camp / les deux camps / nulle part / nul "
    "part / bien annoncés / bien annoncée / bien annoncé / pas la dernière donne / tous les deux / annoncée / annoncées"
    " / un roi appelé / appelé un roi / appelle un roi"
)
NOT_ITS_COST = say(
    "personne n'a remarqué / personne ne l'a remarqué / personne n'a vu / personne ne l'a vu / je m'en suis "
    "aperçu moi-même / je l'ai vu moi-même / qui prend / qui gagne / qui ramasse / à qui le pli / à qui est le "
    "pli / qui le prend / deux fois / trois fois / deux fausses / est éliminé / est éliminée / joueur éliminé / "
    "déjà éliminé / déjà éliminée / déjà hors jeu / de justesse / on pardonne"
)
"""What asks or tells something else of an offence than what it costs."""

BESIDE_AN_OFFENCE = say(
    "pli / demandé / entamé / joué / mis / mettre / posé / coupé / couleur / déjà / commencé / autre / après "
    "/ derrière / rejoué / compte / rendu / fait / fais / aperçu / remarqué / vu / tour / partie / donne / "
    "combien / quoi / coûte / paye / faute / pénalité / erreur / trompé / exprès / atout / carte / suivant / "
    "suivi / recommence / refait / perd / perdre / risque / encore / encore un / défaussé / jeté / règle / "
    "quand / plis / tours / recommencer / commence / tout / monde / balancé / vient / vien / regardait / lui "
    "/ restait / reste / prend / prends / grave / docteur / caché / suite / pas entamé / pas encore entamé / "
    "n'est pas entamé / pas du tout / pour / main / au / il se passe quoi / se passe quoi / passe / doit "
    "donner / doit / donner une carte / donne une carte / redonne / redonner / on redonne / la remets / "
    "sanction / punition / c'est qui qui / qui a / qui / personne n'a rejoué / personne n'a joué / personne "
    "n'a encore joué / personne n'a joué derrière / personne n'a joué après / personne n'a posé / personne "
    "n'a encore posé / personne n'a encore rejoué / personne n'a entamé / n'est pas commencé / pas encore "
    "commencé / pas commencé / depuis / pour fournir / pas encore joué / pas encore rejoué / retire / retirer"
    " / enlève / enlever / pénalisé / pénalisée / punie / amende / par-dessus / dessus / combien de cartes / "
    "combien de points / lâché / lache / remarque / remarquons / découvre / retrouve / maintenant / tout à "
    "l'heure / en main / dans ma main / dans sa main / points pour lui / points pour elle / personne n'a "
    "rejoué derrière / lève / sa main / donneur / le donneur / donneuse / une amende / rien / ou rien / "
    "personne / en moins / ou on refait / ou on redonne / retire des points / colle / pour elle / camp / "
    "équipe / on refait / refait toute / toute la donne / mène à quoi / ou / n'a pas joué / en triant / en "
    "rangeant / personne n'a encore pioché / personne n'a pioché / plus tard / plis plus tard / toujours / "
    "faut-il / doit-on / on doit"
)
HOW_TO_GO_ON = say(
    "on fait quoi / que fait-on / qu'est-ce qu'on fait / on fait comment / il se passe quoi / que se passe-t-il / "
    "qu'est-ce qui se passe / on refait / on la refait / on recommence / on redonne / on laisse / on laisse comme "
    "ça / c'est trop tard / est-ce trop tard / on corrige / on répare / on continue / et maintenant / et alors / ça "
    "change quelque chose / c'est grave / faut refaire / il faut refaire / faut redonner / faut recommencer / je "
    "garde / je la garde / je les garde / il garde / elle garde / il la garde / elle la garde / il la reprend / elle "
    "la reprend / je la reprends / on la remet / c'est bon / c'est valable / ça compte / ça compte encore / on "
    "l'accepte / quelle pénalité / quelle punition / quelle sanction / une amende / une pénalité / elle reste / ça "
    "reste / on la laisse / que dit la règle / c'est quoi la règle / à votre avis"
    " / je paie / je paye / on paie / ça coûte / ça coûte quelque chose / je complète / on complète / je peux "
    "compléter"
)
NOT_TAKEN = say(
    "en main au départ / au départ / j'avais en main / j'ai donné / j'ai passé / j'ai posé / j'ai joué / j'ai jeté / "
    "il a donné / elle a donné / il a posé / elle a posé / j'ai refilé"
)
"""What was held, laid or given away, where it matters what was taken."""
WHOSE_EXCUSE = say(
    "prend l'excuse / gagne l'excuse / ramasse l'excuse / reprend l'excuse / récupère l'excuse / l'excuse "
    "est à / l'excuse va / garde l'excuse / mon excuse / son excuse / ton excuse / sa propre excuse"
)
"""What asks of the excuse, which does not go with the trick."""
OWN_RULE = say(
    "règle maison / règles maison / règle stricte / table stricte / règle de la table / règles de la table / notre "
    "règle / chez nous on / on joue jusqu'à / point de pénalité / avec amende / avec une amende"
)
"""A rule of the table told beside a mishap, which may decide it otherwise."""
