"""What people say in many ways, kind by kind: of each, sentences that are ruled on at once and sentences asked back.

A row: the language, the game, the sentence, and the word of its verdict; without one it is asked back.
"""

import pytest

from tests.web.desk.sentences import word_of_verdict

KINDS = {
    "what is told anyway, or of nothing that is known": (
        ("en", "bataille-corse", "Tom turns a queen, Lily a 6 and then a 3, nobody slaps. Who gets it?", "A takes it"),
        ("en", "bataille-corse", "King from Ana, Bob turned a 7 and a 7 and nobody slapped. Who takes it?", ""),
        ("en", "bataille-corse", "I turned a jack, then Lily turned a card. Pile's mine, right?", ""),
        ("fr", "kems", "Louis joue avec Lucie contre papa. Louis crie kem’s le premier. Combien pour eux ?", ""),
        ("fr", "president", "Sur deux dames, Nina pose un as tout seul, c bon ?", "Interdit"),
        ("fr", "president", "Sur un 8, Léa met un 9, puis moi un roi. Valable ?", ""),
        (
            "fr",
            "tarot",
            "Mémé joue le roi de cœur, Jean l’excuse, moi le petit d’atout, Luc le 4 d’atout. Qui ?",
            "atout 4",
        ),
    ),
    "a range, a lead of one's own, a name that is a word": (
        ("fr", "tarot", "à quatre, du 5 au 14 d'atout, poignée ?", ""),
        ("fr", "dame-de-pique", "du valet de coeur à l'as de coeur, ça fait combien", ""),
        ("fr", "pique", "pique jamais joué, j'ai as de pique et 9 de coeur, j'attaque le pique ?", "9♥"),
        ("fr", "tarot-decale", "Ana parie brevet et fait 18, Ben 18, Léa 12. Gagné ?", "Pari perdu"),
        ("fr", "skyjo", "Ana a fermé avec 12, Ben 12, Léa 20. elle double ?", "Doublé : 24"),
        ("fr", "yaniv", "Ana dit yaniv avec 5, Ben 5, Léa 9. combien chacun", "Asaf : A 35, B 0 et C 9"),
        ("fr", "barbu", "coeurs : Ana 7, Ben le reste. Combien", ""),
        ("fr", "barbu", "coeurs : Ana 6. Et Ben ?", ""),
    ),
    "points of two sides are no bid": (
        ("fr", "coinche", "80 pour nous, 82 pour eux. Passé ?", ""),
        ("en", "coinche", "72 for us, 90 for them. Made?", ""),
        ("fr", "coinche", "nous 110 eux 52, c'est passé ?", ""),
    ),
    "another one's card or points are asked": (
        ("fr", "cribbage", "il a joué 5, moi 10, lui 5. Combien pour mon 10 ?", ""),
        ("fr", "cribbage", "Léa 7, Paul 8, Léa 9. Combien pour Paul ?", ""),
        ("en", "cribbage", "Ann 8, Ben 7, Ann 6. What does Ben peg?", ""),
        ("fr", "cribbage", "7, 8, 6 : que vaut le 8 ?", ""),
        ("fr", "cribbage", "main de Paul : 4 5 6 6, retournée as. Combien pour moi ?", ""),
        ("en", "canasta", "Ann has 3100. What does Ben need to open?", ""),
    ),
    "equal ranks with their suits behind": (
        ("en", "rami", "K K K spades hearts diamonds ok", ""),
        ("fr", "rami", "3 rois pique cœur carreau, bon ?", "Bon brelan"),
    ),
    "a pair of ranks in one suit, what lies there, a card that is kept": (
        ("en", "coinche", "9 and 10 of spades, queen of hearts, jack of hearts, spades trumps, total?", "29 points"),
        ("fr", "president", "deux 9 sur deux 8 c bon", "Permis"),
        ("en", "president", "Three 7s are down. Can I beat them with four jacks?", "Not allowed"),
        ("en", "belote", "trump hearts, 9♣ led, ruffed with 7♥, I've the ace of clubs. can I beat it with my ace", ""),
        ("fr", "triolet", "ya un 2 sur le tas, jai un 7 en main ca passe ?", "Permis"),
        ("fr", "huit-americain", "j'ai le 9 de pique, jpeux le jouer ?", ""),  # on what is not said
        (
            "fr",
            "tarot-decale",
            (
                "Orange demandé, Ali a coupé avec le 7. Je n'ai plus d'orange, j'ai les atouts 3 et 12. Je peux garder"
                " le 12 et mettre le 3 ?"
            ),
            "Interdit",
        ),
        (
            "fr",
            "tarot",
            "Coeur demandé, Ali coupe du 9. Pas de coeur. Je peux garder le 18 et mettre le 4 d'atout ?",
            "",
        ),
        ("en", "cribbage", "7 then 8 then I lay a 9, wot do I peg", "3 points"),
        ("en", "belote", "hearts trumps. trick so far: ace of spades, 7 of hearts. who has it?", "7♥"),
        (
            "fr",
            "whistiti",
            "Trèfle entamé, coupé du 9 de pique (atout). J'ai le 4 et le roi de trèfle. Le 4, permis ?",
            "Permis",
        ),
    ),
    "a card told to be on those before it, or to have been led": (
        (
            "fr",
            "ascenseur",
            "Atout coeur. Ana 9 de pique, au-dessus Ben met roi de trèfle, Léa as de trèfle. Qui ?",
            "9♠",
        ),
        ("fr", "ascenseur", "Atout coeur. Ana 9 de pique, Ben par-dessus roi de trèfle, Léa as de trèfle. Qui ?", ""),
        ("fr", "tarot-decale", "Ana élève bleu, Ben par-dessus proviseur vert, Léa prof vert. À qui ?", ""),
        ("en", "dame-de-pique", "Ann 9♦, Ben over it with Q♠, me A♠, Cat 2♦. Who takes?", "9♦"),
        ("en", "whistiti", "Trumps diamonds, 9♠ and over that K♣ and A♣. Whose?", "9♠"),
        ("fr", "president", "un 8 sur la table, un 9 dessus, ça passe ?", "Permis"),
        (
            "fr",
            "dame-de-pique",
            "Roi de trèfle, alors que c'était le 9 de coeur demandé, 2 de coeur, as de trèfle. Qui ?",
            "",
        ),
        ("fr", "whistiti", "Atout carreau. As de trèfle, le 9 de coeur étant demandé, roi de trèfle. qui", ""),
        ("en", "barbu", "K♣, though 9♥ was the card asked, A♣, 2♥. Who takes?", ""),
        ("en", "wizard", "Hearts led following a wizard, trumps clubs, I've 3♥ and A♣. May I play the ace?", ""),
        ("fr", "wizard", "Coeur demandé derrière un magicien, j'ai 3 de coeur et roi de pique, je peux le roi ?", ""),
    ),
    "cards that are counted, and no trick": (
        ("en", "tarot", "five of us, 9 trumps plus the excuse. which", ""),
        ("fr", "tarot", "à quatre, 12 atouts et l'excuse, c'est laquelle ?", ""),
        ("en", "pique", "3 spades and a 9 of hearts, who wins", ""),
        ("fr", "tarot-decale", "2 profs bleus et 3 atouts, qui", ""),
    ),
    "a deal of belote: whose the points and the belote are": (
        ("fr", "coinche", "Contrat 100 à pique, ils font 104, pas de belote. On marque quoi ?", "Contrat réussi"),
        ("fr", "coinche", "Contrat 100 à pique, ils font 60, pas de belote. On marque quoi ?", ""),  # theirs or ours
        ("fr", "coinche", "contrat 100 à pique, ils prennent 58, sans belote, combien ?", ""),
        ("fr", "coinche", "mon contrat 100 à pique, ils font 104, pas de belote, combien ?", "Contrat chuté"),
        ("fr", "coinche", "on les a coinchés à 110 pique, ils font 104 sans belote, combien ?", ""),
        ("en", "coinche", "bid 100 hearts undoubled, 97 from tricks, no belote. made?", "Contract lost"),
        ("en", "coinche", "partner bid 100 spades, they made 104, no belote. what do we score?", "Contract lost"),
        ("en", "coinche", "his partner bid 100 spades, they made 104, no belote. what do we score?", ""),
        ("en", "belote", "they took, made 78, we made 84. my partner had belote. what now", "Gone in"),
        ("en", "belote", "they took with 78, their partner had belote, we had 84. what now", ""),
        ("fr", "belote", "preneurs 78, nous 84, ils ont la belote. combien", "Contrat réussi"),
        ("fr", "belote", "nous preneurs 78, ils ont 84 et la belote. combien", "Dedans"),
        ("fr", "belote", "preneurs 74 sans belote, en face 88, on ecrit quoi", "Dedans"),
    ),
    "a pair, a row of seats, trumps named behind a card": (
        ("en", "president", "two 9s down. can I lay king + joker as a pair", "Not allowed"),
        (
            "fr",
            "president",
            "paire de rois sur la table, je veux jouer un as avec un joker pour faire la paire",
            "Interdit",
        ),
        ("en", "president", "Two aces are showing. Do my two 2s beat them?", "Allowed"),
        ("en", "president", "Two aces are showing. Do my 2s beat them?", ""),  # how many is not said
        ("en", "president", "Last played was three 5s. I have three jacks. Allowed?", "Allowed"),
        ("fr", "triolet", "le dernier a mis un 7, je peux mettre mon 3 de la main", "Permis"),
        (
            "en",
            "huit-americain",
            "Amy plays two jacks. Seats are Amy, Ben, Cal, Dee, going that way round. Who's next?",
            "The next 2 players are skipped: the one after goes",
        ),
        ("fr", "belote", "ça fait combien valet 9 et 7 d'atout plus un 10 a coté", "44 points"),
        ("en", "belote", "how much for jack, 9 and 7 of trumps", "34 points"),
        (
            "en",
            "ascenseur",
            (
                "Sue ruffed with the ten of clubs, clubs being trump, diamonds led. I'm out of diamonds, I have the 4"
                " and the king of clubs: may I play the 4?"
            ),
            "4♣ or K♣",
        ),
        (
            "en",
            "belote",
            (
                "Hearts are trumps, opponent leads ace of clubs and I'm next. Void in clubs, holding K and 8 of hearts"
                " and the 7 of diamonds. Can I dump the 7?"
            ),
            "Not allowed",
        ),
    ),
    "it is asked with a phrase of the question": (
        ("fr", "tarot-decale", "élève bleu demandé, j'ai un prof bleu et l'atout 3. Je coupe ?", "prof bleu"),
        ("en", "coinche", "clubs trump: king of hearts, 7 of clubs, ace of hearts. Winner?", "7♣"),
        ("fr", "canasta", "il me reste un joker et deux 9, ça me coûte", "70 points"),
        ("fr", "rami", "il me reste un joker, un as et deux 9", ""),  # nothing is asked
        ("fr", "belote", "cœur atout, as et 10 de cœur, qui distribue ?", ""),
    ),
    "how many play, how many cards each has": (
        ("fr", "aluette", "On est quatre. As de cœur, 9 de cœur, roi de pique, 5 de trèfle, qui prend ?", "9♥"),
        ("en", "wizard", "five of us, hearts trump: 3 of clubs, 2 of hearts, ace of clubs, who takes it?", "2♥"),
        ("fr", "tarot", "tarot à trois, garde, 2 bouts, 50 points, combien chacun", "Contrat réussi"),
        ("fr", "tarot", "garde, 2 bouts, 50 points, combien chacun", ""),  # by how many is not said
        ("fr", "ascenseur", "on est 5, 4 cartes chacun, on a dit 1 et 2, qu'est-ce qui est interdit ?", ""),
    ),
    "cards by their codes": (
        ("fr", "scopa", "primiera : 7 pique, 6 coeur, as trefle, 5 carreau", "70 points"),
        ("en", "gin-rami", "gin rummy 2h 3h 4h / 8s 8c 8d / Kc 5d 3s As, my deadwood?", "19 points"),
        (
            "en",
            "pique",
            "K spades, A spades and 4 hearts in hand, clubs led, I have no clubs, may I play the 4?",
            "Anything goes",
        ),
        ("fr", "dame-de-pique", "j'ai pris 5 coeur, combien de points", ""),  # five hearts, or the five
    ),
    "a rank in several suits": (
        (
            "fr",
            "gin-rami",
            (
                "ma main : 2 3 4 de cœur, rois de pique, cœur et trèfle, 9 de pique, 7 de cœur, as de pique,"
                " as de trèfle. Mon bois ?"
            ),
            "18 points",
        ),
        (
            "en",
            "gin-rami",
            (
                "my hand: queens of clubs, hearts and spades, 5 6 7 of hearts, 9 of clubs, 2 of spades, ace of"
                " hearts, 3 of clubs. Deadwood?"
            ),
            "15 points",
        ),
    ),
    "a hand before or behind its word": (
        ("fr", "whistiti", "Roi de trèfle, 4 de pique en main, on demande cœur, atout pique. Je dois couper ?", "4♠"),
        (
            "fr",
            "pique",
            "Roi de trèfle, 4 de pique en main, on demande cœur, j'en ai pas. Je dois couper ?",
            "Tout est permis",
        ),
        (
            "en",
            "tarot",
            "king of clubs led, trump 7 was played, I have no clubs, my hand is trump 4 and trump 9. Which?",
            "atout 9",
        ),
    ),
    "who leads": (
        (
            "fr",
            "pique",
            (
                "personne n'a joué pique, c'est à moi d'entamer, j'ai le roi de pique et le 4 de trèfle, je peux"
                " entamer du roi ?"
            ),
            "Interdit",
        ),
        (
            "en",
            "dame-de-pique",
            "no heart has been played yet, it's my lead with 8 of hearts and jack of clubs, can I lead the 8?",
            "Not allowed",
        ),
        ("fr", "pique", "je peux entamer du roi de pique ?", ""),
    ),
    "a suit is asked of": (
        ("en", "barbu", "9 of clubs led, I hold 3 of clubs, 8 of hearts. can I throw a heart", "3♣"),
        (
            "fr",
            "dame-de-pique",
            "aucun cœur tombé, j'ai le 2 de cœur et l'as de carreau, à moi d'entamer. Cœur, possible ?",
            "A♦",
        ),
        ("en", "barbu", "I hold 3 of clubs, 8 of hearts. can I throw a heart", ""),  # nothing was led
    ),
    "what others have not": (
        (
            "fr",
            "barbu",
            "Zoé ouvre du 8 de cœur, papa n'a plus de cœur et met l'as de pique, moi le 9 de cœur. Qui ramasse ?",
            "9♥",
        ),
        (
            "en",
            "ascenseur",
            "clubs trump. 9 of hearts led, queen of hearts, Ben had none and put the 2 of spades, who takes it?",
            "Q♥",
        ),
        (
            "en",
            "ascenseur",
            "9 of hearts led, queen of hearts, Ben had no trumps and put the 2 of spades, who takes?",
            "",
        ),
    ),
    "a card that is not named": (
        ("fr", "scopa", "sur la table un 3, un 4 et une autre carte, je joue un 7, je prends quoi ?", ""),
        ("en", "canasta", "two kings, a joker and some others, can I lay them?", ""),
    ),
    "numbers of people": (
        ("fr", "ascenseur", "6 cartes, Léa a dit 2, Tom 1 et Ana 2. Que ne peut pas dire le dernier ?", "Pas 1"),
        ("en", "ascenseur", "4 cards: Ann 1/1, Bo 2/1, Cy 0/2, points?", "A: 10, B: −5 and C: −10"),
        ("fr", "skyjo", "Lou finit avec 6, nous on a 9, 12 et 30. Elle double ?", "Rien de plus : 6"),
        ("en", "pique", "bid 4 and 3, took 3 and 3, score?", "−70 points"),  # whatever the bags were
        ("en", "pique", "bid 4 and 3, took 5 and 3, score?", "71 points, the bags from before apart"),
        ("fr", "yaniv", "Lou annonce à 4, moi 6, et mamie ? Combien chacun", ""),
    ),
    "what partners hold and call": (
        ("fr", "kems", "j'ai quatre dames, mon copain n'a rien, c'est lui qui crie kems, ça vaut ?", "Kem’s : 1 point"),
        ("fr", "kems", "je crie kems et ma partenaire avait que 2 rois, combien de points ?", "Faux kem’s : 0 point"),
        ("en", "kems", "only I shouted double kems, both of us had four of a kind, how many points?", "Kem’s: 1 point"),
        ("en", "kems", "we called contre and they admitted it, points?", "Contre-kem’s: 4 points"),
        ("fr", "kems", "on a fait contre kems et en face il avait bien 4 rois, des points ?", ""),
        (
            "fr",
            "kems",
            "j'ai quatre dames et je crie kems, combien de points ?",
            "",
        ),  # the partner's cards are not told
    ),
    "what is thrown away, and in what order": (
        ("fr", "famille-trefles", "à mon tour, 3 verts et un joker, je jette un rouge, c'est une famille ?", "Bonne"),
        ("fr", "famille-trefles", "3 verts et un joker, c'est une famille ?", ""),
        ("fr", "famille-trefles", "je jette une pioche, une tire, puis une pioche, ça marche ?", "Toutes"),
        ("en", "famille-trefles", "he dropped a pioche then another pioche, do they all work?", "Not the last"),
    ),
    "what is denied of a deal": (
        (
            "fr",
            "coinche",
            "contrat 90 pique, on a fait 100, eux 62, personne n'a coinché, pas de belote, on marque quoi",
            "Contrat réussi",
        ),
        ("fr", "belote", "on a pris, on fait 90, eux 72, personne a la belote, on marque quoi", "Contrat réussi"),
        ("fr", "belote", "on a pris, on fait 90, eux 72, sauf que Léa avait la belote, on marque quoi", ""),
    ),
    "a card turned up, a suit called": (
        ("en", "cribbage", "hand 2 3 3 4 and the cut is a 6, how much?", "12 points"),
        ("en", "cribbage", "hand 2 3 4 5 and the cut is a 6, how much?", ""),  # they may be of one suit
        ("en", "huit-americain", "8 of spades on top, hearts was called, can I play the king of spades", "Not allowed"),
        ("fr", "huit-americain", "le 8 de pique a demandé cœur, je pose le roi de cœur, c'est bon ?", "Permis"),
        (
            "en",
            "huit-americain",
            "8 of spades on top, can I play the king of spades and the king of hearts",
            "Not allowed",
        ),
    ),
    "both of them": (
        (
            "fr",
            "huit-americain",
            "il y a le roi de pique sur le tas, j'ai le roi de cœur et le roi de trèfle, je peux poser les deux ?",
            "Permis",
        ),
    ),
    "a number above twenty in words": (
        (
            "fr",
            "coinche",
            "contrat cent dix à pique pour nous, on fait 95 dans les plis et la belote. Réussi ?",
            "Contrat réussi",
        ),
        (
            "fr",
            "coinche",
            "contrat quatre-vingt-dix à pique pour nous, on fait 105 dans les plis. Réussi ?",
            "Contrat réussi",
        ),
        ("en", "coinche", "we bid a hundred and ten of spades, made 95 and no belote. Made?", "Contract lost"),
        (
            "fr",
            "skyjo",
            "j'ai fermé avec vingt-deux, ma fille a trente et un et mon mari vingt. Je double ?",
            "Doublé : 44",
        ),
        (
            "fr",
            "skyjo",
            "j'ai fermé avec soixante dix et ma fille a soixante et onze. Je double ?",
            "Rien de plus : 70",
        ),
        (
            "en",
            "skyjo",
            "I ended with twenty-two, my son has thirty-one and my wife twenty. Do I double?",
            "Doubled: 44",
        ),
        ("fr", "cribbage", "On a posé 8, 5, 9, ça fait vingt-deux, et je pose un 9. J'avance de combien ?", "4 points"),
        (
            "fr",
            "belote",
            "on prend, on fait quatre-vingt-dix, ils ont soixante-douze, sans belote. Combien ?",
            "Contrat réussi",
        ),
        ("fr", "skyjo", "j'ai fermé avec quarante, ma fille a quarante et une. Je double ?", "Rien de plus : 40"),
        ("fr", "skyjo", "j'ai fermé avec quarante et une, ma fille a quarante. Je double ?", "Doublé : 82"),
        ("fr", "belote", "on prend, on fait vingt, deux plis en tout. Combien ?", ""),
        ("fr", "coinche", "contrat presque cent dix à pique, on fait 95 dans les plis. Réussi ?", ""),
        ("fr", "rami", "j'ai quarante, un as et un roi, ça fait combien ?", ""),
        ("fr", "rami", "j'ai as dix neuf de pique, ça fait combien ?", "30 points"),  # ranks, not 19
        ("fr", "cribbage", "On a posé 8, 5, 9, ça fait vingt-quatre, et je pose un 9. J'avance de combien ?", ""),
    ),
    "a word that is also a card, a game or a number": (
        ("fr", "yaniv", "T'as un 3 et un 4, tu peux annoncer ?", "7 points"),
        ("fr", "canasta", "Tu as deux rois et un joker, c'est bon ?", "Bonne combinaison"),
        ("fr", "huit-americain", "As-tu compté mon roi et mon 8 ? combien ?", "18 points"),
        ("fr", "huit-americain", "je n'ai plus qu'un roi et un 8, combien ?", "18 points"),
        ("en", "huit-americain", "I've only a king and a 6 left. How much?", "16 points"),
        ("fr", "ascenseur", "5 cartes, ils ont dit 2, 1 et 1. Qu'est-ce qui m'est interdit ?", "Pas 1"),
        ("fr", "coinche", "On joue à la belote, contrat 100, 70 points, réussi ?", "Contrat chuté"),
        ("fr", "tarot", "J'ai 9 atouts à quatre, excuse-moi, c'est une poignée ?", "Pas de poignée"),
        ("fr", "aluette", "Bonjour madame, un as contre un roi, qui gagne ?", "A"),
        ("fr", "yaniv", "Tom dit yaniv à 5, moi 2, Jo 14, asaf ?", "Asaf : A 35, B 0 et C 14"),
        ("fr", "pique", "Mon partenaire a dit 3, moi 2, on a fait 5, combien ?", "50 points"),
        ("en", "gin-rami", "My ten: 10♠ 10♥ A♠ 2♠ 3♠ 9♥ 9♦ 9♣ 4♦ 6♥ deadwood?", "30 points"),
        ("fr", "tarot", "À trois, garde sans, 60 points sans un seul bout. Combien ?", "Contrat réussi"),
        ("en", "rami", "Left with three black 5s. Points?", "15 points"),
        ("en", "pique", "My partner bid nil, I bid 4; she took nothing and I took 4. Score?", "140 points"),
        ("en", "tarot", "Trump 5 led, I've trumps 9 and 12. Do I need to play the 12?", "atout 9 or atout 12"),
        ("fr", "ascenseur", "5 cartes, les trois autres ont dit 1, 2, 1. Qu'est-ce que je ne peux pas dire ?", "Pas 1"),
    ),
    "what is denied, and who asks": (
        (
            "fr",
            "tarot",
            "À 4, garde, le preneur a 1 bout et 58 points, ni poignée ni petit au bout. Combien ?",
            "Contrat réussi",
        ),
        (
            "en",
            "tarot",
            "Four players, garde, 2 oudlers, 45, neither poignée nor petit au bout. How much?",
            "Contract made",
        ),
        (
            "fr",
            "tarot",
            "À quatre, garde, le preneur a 1 bout et 58 points. Que paie chaque défenseur ?",
            "Contrat réussi",
        ),
        ("fr", "belote", "les preneurs font 90, pas de belote. On marque combien ?", "Contrat réussi"),
        ("en", "belote", "its 81 each, we were the ones who took, no belote, who gets what", "Level points"),
        ("fr", "scopa", "Sur la table : 7, 3 et 4. Nonna joue un 7. Elle prend quoi ?", "1 prise possible"),
        ("fr", "scopa", "Sur la table 7 et 3, Léa ajoute un 4, je peux prendre quoi ?", ""),
        ("fr", "rami", "Le 8 de trèfle, un joker, le 10 de trèfle : c'est bon ça ?", "Bonne suite"),
        ("en", "pique", "I bid 4, he bid 3, we made 8 the two of us. score?", "71 points, the bags from before apart"),
        (
            "en",
            "ascenseur",
            "four of us: Amy bid 0 took 0, Dee bid 2 took 2, Rob bid 3 took 1, Col bid 0 took 1. points?",
            "A: 5, B: 15, C: −10 and D: −5",
        ),
        (
            "fr",
            "kems",
            "notre equipe crie contre kems mais on decrit pas le bon signe, ca fait combien",
            "Contre raté : −2 points",
        ),
        ("en", "pique", "Bids 4 and 3, we took 5 and 4, no bags before. Score?", "72 points"),
        (
            "en",
            "ascenseur",
            "Seven cards, the others called 3, 2 and 3. I'm last, is any number off limits?",
            "Nothing forbidden",
        ),
        ("fr", "ascenseur", "Cinq cartes, ils ont dit 2, 1 et 1. Je parle en dernier, j'ai le droit au 1 ?", "Pas 1"),
        (
            "fr",
            "coinche",
            "contrat 90 a pique. Les preneurs ont 76 aux plis, plus la belote. C'est passé ?",
            "Contrat réussi",
        ),
        (
            "fr",
            "tarot",
            "petite a quatre, le preneur fait 38 avec deux bouts, pas de prime. il perd combien",
            "Contrat chuté",
        ),
    ),
    "a result is proposed": (
        ("fr", "skyjo", "j'ai fermé avec 9, ma fille a 9 et mon mari 20. Je note 9 ou 18 ?", "Doublé : 18"),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs et la dame de pique. Ça fait 18 ou 26 ?", "18 points"),
        ("en", "dame-de-pique", "I took 5 hearts and the queen of spades. 18 or 26?", "18 points"),
        ("fr", "cribbage", "Main : 5♣ 5♠ V♥ D♥, retourne 5♥. Mon frère compte 20, moi 21. Qui a raison ?", "21 points"),
        ("en", "cribbage", "My hand: 5♣ 5♠ J♥ Q♥, starter 5♥. Grandad makes it 20, I make it more", "21 points"),
        ("fr", "dame-de-pique", "as de cœur, 9 de cœur, 8 de cœur. Je jette quoi, 8 ou 9 ?", ""),
        ("fr", "tarot", "garde à 2 bouts, 50 points. On est 3 ou 4 ?", ""),
        ("fr", "tarot", "garde à 4, 2 bouts. On fait 41 ou 42 ?", ""),
        ("fr", "belote", "on prend, on fait 90, eux 72. Eux comptent 92, nous 70", ""),
        ("en", "scopa", "table 5 and 3, I play an 8. Take 5 or 3?", ""),
        ("fr", "skyjo", "j'ai fermé avec 9, mon frère compte 20, moi 21", ""),
        ("fr", "yaniv", "J'annonce Yaniv à 5, Paul 7. Mon frère trouve 6, moi 9", ""),
        ("fr", "tarot", "garde à 4, 2 bouts, 45 points. Paul me compte 41, moi 42", ""),
        ("fr", "cribbage", "On a posé 8, 5. Il compte 13, moi 14", ""),
        ("fr", "cribbage", "Main : 5♣ 5♠ V♥ D♥, retourne 5♥. Mon frère compte 20 en tout depuis hier, moi 121", ""),
        ("fr", "skyjo", "Paul a fermé avec 12, Léa compte 20, moi 15", "Rien de plus : 12"),
    ),
    "a card that a game knows by its rank alone": (
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs et la dame, ça fait combien ?", "18 points"),
        ("fr", "dame-de-pique", "j'ai pris la dame et 5 cœurs, ça fait combien ?", "18 points"),
        ("en", "dame-de-pique", "I took the black queen and 3 hearts. What do I score?", "16 points"),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs dont la dame, ça fait combien ?", ""),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs, le roi et la dame, ça fait combien ?", ""),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs et une dame, ça fait combien ?", ""),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs et pas la dame, ça fait combien ?", ""),
        ("en", "dame-de-pique", "I took 5 hearts and the queen of diamonds, how many points?", "5 points"),
        ("en", "dame-de-pique", "I took 5 hearts including the queen, how many points?", ""),
        ("fr", "dame-de-pique", "j'ai pris 5 cœurs et Paul la dame, ça fait combien ?", ""),
    ),
    "words of a question that decide nothing": (
        ("en", "cribbage", "I kept 5♣ 5♠ J♥ Q♥ and the five of hearts got turned up. How much?", "21 points"),
        (
            "fr",
            "canasta",
            "ma partenaire sort et moi je reste avec deux 2, un as et un 8 : combien on enlève ?",
            "70 points",
        ),
        ("fr", "skyjo", "jai fermé avec 14, les autre ont 12 et 20, je doi doublé?", "Doublé : 28"),
        ("en", "skyjo", "I closed with 14, the others have 15 and 20. Do I have to double?", "Nothing more: 14"),
        ("fr", "skyjo", "j'ai fermé avec 14, les autres ont 12 et 20, je dois mélanger ?", ""),
        ("en", "skyjo", "I closed with 14, the others have 15 and 20. Do I have to shuffle?", ""),
        ("en", "cribbage", "I kept 5♣ 5♠ J♥ Q♥ and threw 2♥ 3♥ in the crib, starter 5♥. How much?", ""),
    ),
    "a question on the game that is named": (
        (
            "en",
            "dame-de-pique",
            "Hearts question: nobody has discarded a heart so far, it's my lead, I hold 3♥, K♠, 6♦. What can I lead?",
            "K♠ or 6♦",
        ),
        ("en", "pique", "Spades question: king of hearts, 4 of hearts, 2 of spades, ace of hearts, whose?", "2♠"),
        (
            "fr",
            "dame-de-pique",
            "Question dame de pique : 2 de cœur, as de carreau, 9 de cœur, roi de pique, qui ramasse ?",
            "9♥",
        ),
        ("fr", "pique", "Question de pique : roi de cœur, 4 de cœur, 2 de pique, as de cœur, qui prend ?", "2♠"),
        ("en", "dame-de-pique", "Hearts in question: nobody has played one. I hold 3♥, K♠, 6♦. What can I lead?", ""),
    ),
    "who plays after it": (
        ("fr", "huit-americain", "on est 4, je pose deux valets, c'est à qui de jouer ?", "À D"),
        ("fr", "huit-americain", "je pose un valet, c'est à qui de jouer ?", "Le suivant est sauté : à celui d’après"),
    ),
    "another thing is asked, or told of others": (
        ("fr", "belote", "on a pris, on fait 90, eux 72, qui distribue ?", ""),
        ("fr", "belote", "on a pris, ils ont fait 90 et la belote est chez nous, on est dedans ?", "Contrat réussi"),
        (
            "en",
            "pique",
            "nobody has played a spade, Ann leads 5 of hearts, I have no hearts, I hold 2♠ and 9♣. Which?",
            "Anything goes",
        ),
        ("fr", "kems", "mon copain a quatre dames, j'ai crié kems mais eux aussi ont crié kems, points ?", ""),
        ("fr", "famille-trefles", "il jette une pioche, je jette une pioche, ça marche ?", ""),
        ("fr", "ascenseur", "Ana 1, Bob 2, 5 cartes, Chloé passe, que ne peut pas dire le dernier ?", ""),
        ("en", "pique", "we bid 4 and 3, took 3 and 3, they had 12 bags, score?", ""),
        ("fr", "tarot", "garde à 4, 2 bouts, la défense a 45, combien ?", ""),
        ("fr", "president", "deux 8 sur la table, j'ai un 9, un 10 et un joker, je peux poser les deux ?", ""),
        ("en", "ascenseur", "4 cards: Ann 1/1, Bo 2/1, Cy 0/2 but Bo misdealt, points?", ""),
    ),
    "all is told, and a question mark asks": (
        ("en", "whistiti", "clubs trump, 9 of hearts led, I'm out of hearts, holding 3♣ and K♠. King of spades?", "3♣"),
        ("fr", "president", "il y a une paire de 8, je balance une paire de 9, ok ?", "Permis"),
        ("fr", "belote", "atout cœur, as de pique, roi de pique, 7 de cœur ?", ""),  # their worth, or the trick
        ("en", "coinche", "Spades trump: K♦ led, A♦, 7♠, 10♦", ""),
    ),
    "another one's worth": (
        ("en", "gin-rami", "Her hand: 5♣ 6♣ 7♣, three kings, 4♥, 2♠, 9♣ and 10♥. What's my deadwood?", ""),
        (
            "fr",
            "gin-rami",
            "Ma main : 5 6 7 de trèfle, trois rois, 4 de cœur, 2 de pique, 9 et 10 de pique. Son bois mort ?",
            "",
        ),
        (
            "fr",
            "gin-rami",
            "Sa main : 5 6 7 de trèfle, trois rois, 4 de cœur, 2 de pique, 9 et 10 de pique. Combien pour moi ?",
            "",
        ),
        ("en", "scopa", "Primiera 7 of coins, 6 of cups, ace of swords, 5 of clubs for Ann, what's mine?", ""),
        ("fr", "canasta", "Paul a 3100, Léa doit poser combien ?", ""),
        ("fr", "canasta", "J'ai 1600, mon adversaire doit ouvrir à combien ?", ""),
        ("fr", "canasta", "Paul a 3100, Paul doit poser combien ?", "120 points"),
        ("en", "yaniv", "Ann says yaniv at 5, Ben has 4. Did Cleo make asaf?", ""),
        ("en", "yaniv", "Ann says yaniv at 5, Ben has 4. Did Ben make asaf?", "Asaf: A 35 and B 0"),
        (
            "en",
            "barbu",
            "Queens contract, Pat took three queens and Sam one, Kit and Lou none",
            "A: 18, B: 6, C: 0 and D: 0",
        ),
        ("fr", "cribbage", "5, 10, 9 : que rapporte le 10 ?", ""),
        ("en", "scopa", "I play a 7 on 3, 4 and 2. What's left on the table?", ""),
        ("fr", "canasta", "sept rois, combien de points ?", ""),
        ("fr", "canasta", "six rois, combien de points ?", "60 points"),
    ),
    "a court card in the other language": (
        ("en", "belote", "trumps hearts. valet of hearts and ace of clubs. worth", "31 points"),
        ("en", "dame-de-pique", "dame de pique and K♥, cost", "14 points"),
        ("fr", "belote", "atout pique, jack de pique et as de cœur, ça vaut", "31 points"),
    ),
    "the suit that is asked for at one's own lead, beside trumps or a contract": (
        ("en", "whistiti", "Trumps spades. My lead. I have 4♠ and 9♥. Can I lead spades?", "Anything goes"),
        ("en", "barbu", "Hearts contract, my lead, 3♥ and 9♣. May I lead the heart?", "Anything goes"),
        ("en", "whistiti", "Trumps spades. Hearts led. I have 4♠ and 9♥. Can I play spades?", "9♥"),
    ),
    "what makes another case": (
        ("fr", "tarot-decale", "Ana parie bac et appelle le vert, elle a 20 et son partenaire Ben 22, combien", ""),
        ("en", "tarot-decale", "Ann bets Brevet, she plays with Ben. Ann 20, Ben 22. won?", ""),
        ("fr", "tarot-decale", "égalité au dernier pli, qui reprend l'excuse ?", ""),
        ("fr", "tarot-decale", "égalité au dernier pli, on fait quoi ?", "Personne ne le compte"),
        ("en", "tarot", "9♥, K♥, trump 3, excuse. Who gets the excuse?", ""),
        ("en", "tarot", "9♥, K♥, trump 3, excuse. Who takes it?", "atout 3"),
        ("fr", "tarot-decale", "on est trois, prime annoncée avant la première carte, valable ?", ""),
        ("en", "tarot-decale", "bonus announced after the first card, but it's the bout du bout. counts?", ""),
        ("fr", "pique", "annonces 3 et 3, plis 4 et 3, mais on joue chacun pour soi", ""),
        ("fr", "president", "vice-président, 5 5 6 dame, il donne ?", "5"),
        ("fr", "president", "je suis président, 5 5 6 dame, je donne ?", "5 et 5"),
        ("en", "president", "vice president holds 5 5 6 Q, gives?", "5"),
        ("fr", "kems", "ma partenaire crie kems, je n'ai plus que trois as, j'avais un carré", ""),
        ("en", "kems", "our contre was right but they had already called kems", ""),
        ("fr", "triolet", "deux dames ouvertes sur un valet", "Interdit"),
        ("en", "famille-trefles", "he has five cards, nobody at the table has noticed", ""),
        ("fr", "famille-trefles", "Léa a cinq cartes en main, Paul l'a dit tout haut", "Un tour perdu"),
        ("fr", "famille-trefles", "j'avais deux jokers, anti-joker contre moi, j'en ai gardé un", ""),
        ("en", "famille-trefles", "she kept her joker, nobody played anti-joker on her", ""),
        ("fr", "famille-trefles", "elle a gardé son joker malgré l'anti-joker", "Hors jeu"),
        (
            "en",
            "huit-americain",
            "four players Al Bea Cy Deb, Deb plays a jack, whose turn?",
            "The next player is skipped: the one after goes",
        ),
    ),
    "a thing that may be among those counted, and a partner who is none": (
        ("en", "tarot", "four players, nine trumps with the 21 and the 1, poignée?", ""),
        ("en", "tarot", "four players, nine trumps including the 21 and the 1, poignée?", ""),
        ("fr", "tarot", "à quatre, 9 atouts avec le petit, poignée ?", ""),
        ("fr", "tarot", "à quatre, 10 atouts, poignée ?", "Poignée simple"),
        ("fr", "tarot", "à quatre, 13 atouts, je peux montrer une simple ?", ""),
        ("fr", "aluette", "on est 5 avec un petit-jean, je peux faire la moue à Léa mon équipière ?", ""),
        ("fr", "aluette", "mon partenaire c'est petit-jean, je peux lui faire un signe ?", "Inutile"),
        ("en", "tarot-decale", "last trick tied, who leads again?", ""),
        ("en", "belote", "trumps hearts. baron of hearts and ace of clubs. worth", ""),
        ("fr", "belote", "atout cœur, le baron de cœur et l'as de trèfle, ça vaut combien", ""),
    ),
    "what doubles, what else it may be, who is asked of": (
        ("fr", "president", "Marie est vice-présidente avec 3 5 8 as", "3"),
        ("fr", "president", "je suis présidente, 3 3 8 as, je donne quoi ?", "3 et 3"),
        ("en", "rami", "Ann went rummy, I have a king and a 6, how much", ""),
        ("en", "rami", "Ben laid everything at once, I'm left with K and 4, how much do I note?", ""),
        ("fr", "rami", "Léo fait rami, il me reste dame et 7, je note combien", ""),
        ("fr", "rami", "Léo a fini, il me reste dame et 7, je note combien", "17 points"),
        ("fr", "rami", "un carré de rois avec un joker, c'est bon ?", ""),
        ("fr", "canasta", "il me reste un 3 rouge et un roi, combien", ""),
        ("fr", "canasta", "il me reste un as et un roi, combien", "30 points"),
        ("fr", "rami", "j'ai posé as 2 3 de cœur, ça compte combien", ""),
        ("fr", "rami", "posé 7 8 9 de trèfle, combien", "24 points"),
        ("en", "rami", "I laid 7 8 9 of hearts, what does it count", "24 points"),
        ("fr", "huit-americain", "Tom met un joker, Sue pioche combien ?", ""),
        ("en", "huit-americain", "I play a 2, does Ben draw?", ""),
        ("fr", "huit-americain", "Tom met un joker, le suivant pioche combien ?", "B prend 2 cartes"),
    ),
    "what two calls are worth": (
        ("fr", "kems", "On a crié double kems ensemble ma partenaire et moi, elle avait son carré. Ça vaut 4 ?", ""),
        (
            "fr",
            "kems",
            "ma partenaire et moi avons crié kem's en même temps, ça fait une annonce ou deux ?",
            "C’est une seule annonce",
        ),
    ),
}

ROWS = [pytest.param(*row, id=f"{kind}: {row[2]}") for kind, rows in KINDS.items() for row in rows]


@pytest.mark.parametrize(("language", "game", "words", "word"), ROWS)
def test_a_sentence_is_ruled_on_or_asked_back(language: str, game: str, words: str, word: str) -> None:
    assert word_of_verdict(language, game, words) == word
