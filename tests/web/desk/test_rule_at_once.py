"""Which sentences of a search get a verdict at once: those of which every word that matters was understood."""

from urllib.parse import quote_plus

import pytest
from flask import Flask

from tests.web.desk.sentences import first_asked, word_of_verdict
from tests.web.desk.test_desk_pages import chips
from tests.web.visitor import Visitor

RULED = (
    # a letter that is also an elided word; trumps named behind their card; two equal ranks in a row
    ("fr", "canasta", "D D joker, ça passe ?", "Bonne combinaison"),
    ("fr", "belote", "V 9 d'atout carreau, A♣, 10♠ : combien ?", "55 points"),
    # asked with "ok", "count" or "compte-moi"; what is told beside the case: no bonus, no house rules, both
    ("en", "rami", "is 5♣ joker 7♣ ok", "Good run"),
    ("en", "canasta", "9♠ 9♦ 2♣ joker, is that ok to put down", "Good meld"),
    ("en", "rami", "7♠ 7♥ 7♠, can I lay that as three of a kind?", "No meld"),
    ("en", "cribbage", "Count mine please, 5♥ J♥ Q♠ K♦ with the 5♣ turned up.", "17 points"),
    ("fr", "tarot", "compte-moi ça : excuse, roi de pique, dame de coeur, 2♦, 5♣, 9♥", "14 points"),
    ("fr", "tarot", "à 4, 9 atouts plus l'excuse, poignée valable ?", "Poignée simple"),
    ("fr", "tarot", "à 4, garde, 2 bouts, 46 points, pas de prime : combien chacun ?", "Contrat réussi"),
    ("en", "dame-de-pique", "jack of diamonds, two hearts, ace of spades in my pile. no house rules. cost", "2 points"),
    ("en", "huit-americain", "4♣ is showing. Can both K♣ and K♦ go down together?", "Not allowed"),
    ("en", "huit-americain", "She threw two 2s on a 2 and i'm next. how many do i pick up", "B draws 4 cards"),
    ("fr", "huit-americain", "Papi a encore un as, un roi, un 8 et un 5, combien de points pour lui", "63 points"),
    ("fr", "coinche", "120 trèfle demandés, on finit à 118 sans belote, on marque combien ?", "Contrat chuté"),
    ("en", "coinche", "They bid 90 clubs, we doubled, they made 85, no belote was held. Our points?", "Contract lost"),
    ("en", "coinche", "We bid 90 hearts, made 72 and they had the belote. Made?", "Contract lost"),
    ("en", "scopa", "On the table a trey and a 4. I play a 7?", "Scopa"),
    ("en", "bataille-corse", "Ann turned up a king, Ben a 4 and a jack. Who pays?", "The next player owes 1 card"),
    # what is told beside the case: the rules are the usual ones, "or nah", "of any kind"
    ("en", "coinche", "Trump hearts. Evaluate A♥ 10♥ K♥ Q♥ 9♣ J♣ (cards only).", "30 points"),
    ("en", "bataille-corse", "i put a king, leo flips a 6 then another 6. slap or nah", "Slap: the fastest takes it"),
    ("en", "canasta", "{9♠, 9♦, 2♣, 2♥, joker}: valid meld by default rules, not going out?", "Good meld"),
    ("en", "tarot", "Count: atout 21, atout 1, K♠, Q♥, knight ♦, J♣, 7♣, 3♥.", "22 points"),
    # an ace by its letter beside a sign
    ("fr", "belote", "A/10/R/D de trèfle, atout trèfle, total ?", "28 points"),
    ("fr", "belote", "A/10/R/D de cœur, atout pique, total ?", "28 points"),
    ("fr", "belote", "R/A de pique, atout pique, combien de points ?", "15 points"),
    ("fr", "coinche", "A/10 de pique et V/9 de cœur, atout cœur, combien ?", "55 points"),
    ("fr", "dame-de-pique", "Dame de pique et A/R/V de cœur, combien ça coûte ?", "16 points"),
    ("en", "dame-de-pique", "A/K/Q of hearts plus the queen of spades, how much?", "16 points"),
    ("en", "dame-de-pique", "A/10/9 of hearts, points?", "3 points"),
    ("fr", "barbu", "Le pli : R/A/9 de cœur et 3 de pique. Qui prend ?", "A♥"),
    ("en", "barbu", "Trick: K/A/9 of hearts and 3 of spades. Who?", "A♥"),
    ("en", "belote", "We took, 162 comma none left for them. Score?", "Contract made"),
    ("fr", "ascenseur", "Atout trèfle, A/9/3 de cœur, qui prend ?", "A♥"),
    ("fr", "huit-americain", "8/8/A en main, combien ça coûte", "56 points"),
    ("en", "huit-americain", "8/8/A in hand, cost?", "56 points"),
    ("en", "huit-americain", "8+8+A in hand, cost?", "56 points"),
    ("en", "huit-americain", "Q/2/A left in hand, cost?", "52 points"),
    ("en", "yaniv", "3/3/A in my hand, worth?", "7 points"),
    ("fr", "yaniv", "3/3/A en main, combien", "7 points"),
    ("fr", "yaniv", "A/2/3 dans ma main, combien", "6 points"),
    ("en", "yaniv", "3+3+A in hand, worth?", "7 points"),
    ("en", "yaniv", "in hand 3 + 3 + A worth?", "7 points"),
    ("en", "yaniv", "In hand 2 kings + A, worth?", "21 points"),
    ("en", "rami", "K/Q/A left in hand, points?", "31 points"),
    ("en", "rami", "A/K/4 left, points?", "25 points"),
    ("fr", "rami", "R/D/A en main, combien de points", "31 points"),
    ("fr", "rami", "en main 2 rois + A, combien de points", "31 points"),
    ("en", "rami", "A/2/3 of hearts, good run?", "Good run"),
    ("fr", "rami", "A/2/3 de coeur, bonne suite ?", "Bonne suite"),
    ("en", "canasta", "A/A/K points?", "50 points"),
    ("en", "canasta", "K/K/A points?", "40 points"),
    ("fr", "canasta", "A/A/R combien de points de cartes", "50 points"),
    ("en", "scopa", "A/A/5 on the table, I play a 7", "Scopa"),
    ("en", "scopa", "on the table: 4 + A. I play 5", "Scopa"),
    ("en", "scopa", "Table 4+A, I play 5", "Scopa"),
    ("fr", "scopa", "Table : A/4/5, je joue un 5", "1 prise possible"),
    ("en", "president", "Top is K/K. Can I play A/A?", "Allowed"),
    ("en", "president", "On a queen I put A/A. Allowed?", "Not allowed"),
    ("en", "triolet", "On a king I play A/A from my hand, one pack. Ok?", "Allowed"),
    ("en", "president", "Top is K K. Can I play A/A?", "Allowed"),
    ("fr", "bataille-corse", "R/2/A/5 à qui est le tas", "A ramasse"),
    ("en", "bataille-corse", "King, then 2/3/A. whose pile?", "A takes it"),
    ("en", "bataille-corse", "Queen then A + A, slap?", "Slap: the fastest takes it"),
    ("fr", "yaniv", "ma main (2,2,A) vaut combien", "5 points"),
    ("en", "yaniv", "(3,3,A) in hand, worth?", "7 points"),
    ("fr", "rami", "il me reste (R, D, A), combien de points", "31 points"),
    ("en", "yaniv", "In hand: 3 - 3 - A. Worth?", "7 points"),
    # a hand with dashes and a joker; so many play; codes of two cards; so many before me
    ("en", "yaniv", "2-2-joker-A how much", "5 points"),
    ("fr", "canasta", "joker-A-R, combien de points de cartes", "80 points"),
    ("fr", "yaniv", "on joue à deux, Ana yaniv 4, Bob 9", "Yaniv : A 0 et B 9"),
    ("en", "huit-americain", "4h and 9h together on the jack of hearts?", "Not allowed"),
    ("en", "rami", "Two 9s, 4h and 5h left, points?", "27 points"),
    ("en", "ascenseur", "5 cards each, the three before me said 2, 1 and 0. I'm last, can I say 2?", "Not 2"),
    ("en", "wizard", "4 cards, bids are 1 1 and 1. Is the last player stopped from saying one?", "Nothing forbidden"),
    ("fr", "ascenseur", "à 4 cartes, on est trois, ils ont dit 2 et 1. Moi dernier, 1 interdit ?", "Pas 1"),
    ("fr", "ascenseur", "j'ai dit 3 et fait 3, on avait 8 cartes en main, ça me rapporte combien", "A : 20"),
    ("fr", "president", "sur trois 6, je mets 9 9 joker", "Interdit"),
    ("en", "president", "9 on the table, can a 5 go on it?", "Not allowed"),
    ("fr", "canasta", "7 7 7 2 joker, bon ?", "Bonne combinaison"),
    ("fr", "rami", "4♠ 5♠ joker 7♠ ok ?", "Bonne suite"),
    ("en", "yaniv", "A, A, 3, can I call?", "5 points"),
    ("fr", "yaniv", "R D 2 en main, total ?", "22 points"),
    ("fr", "triolet", "7 au sommet, je pose 9 ?", "Permis"),
    ("en", "dame-de-pique", "Thirteen hearts taken, queen of spades elsewhere. Points?", "13 points"),
    ("fr", "tarot", "à 4 : 20 19 17 15 13 11 8 5 3 + excuse, poignée ?", "Poignée simple"),
    ("en", "triolet", "9 on top, I lay 9, ok?", "Not allowed"),
    ("fr", "belote", "A 10 D de coeur, combien ?", "24 points"),
    ("fr", "belote", "J'AI D 9 8 D'ATOUT PIQUE, COMBIEN ?", "17 points"),
    # what was taken, without a question; a suit that no list counts twice; the suit of all cards behind them
    ("fr", "dame-de-pique", "ramassé cinq coeurs et la dame de pique", "18 points"),
    ("en", "rami", "caught with two eights and a jack", "26 points"),
    ("fr", "cribbage", "au crib 2 4 6 8 de carreau, retourne 10 de coeur", "0 point"),
    ("en", "rami", "5 hearts, joker, 7 hearts - can I meld that", "Good run"),
    ("en", "gin-rami", "A 2 3 of hearts, three jacks, 7 clubs, 7 diamonds, 4 5 of spades. deadwood?", "23 points"),
    ("fr", "coinche", "atout pique. 10 de trèfle, as, roi, dame, que du trèfle. c'est à qui", "A♣"),
    # the hand behind a suit that who asks has not; an opponent who has the trick; trumps told by what was turned up
    ("en", "dame-de-pique", "first trick, 2 clubs led, no clubs here: Q spades, J♦. can I dump the Q", "Not allowed"),
    ("en", "whistiti", "♥ trump, club led, Bob ruffed w the 6. no clubs, just 4♥, A♠. chuck the ace?", "Not allowed"),
    ("fr", "belote", "atout coeur, l'adversaire maître au roi de pique, pas de pique : 8♥ et A♣. dois-je couper", "8♥"),
    ("en", "belote", "♥ trump, opponent winning with A♣, I'm void in clubs with 9 hearts and 7♠. must I ruff", "9♥"),
    ("fr", "whistiti", "retourne trèfle. Max as de pique, Inès 2 de trèfle, Jo roi de pique ; à qui ?", "2♣"),
    ("en", "ascenseur", "top deal so no trumps: Jo led 10 diamonds, Max A clubs, Bea K diamonds. who gets it", "K♦"),
    # whose lead it is before a hand; a suit asked with a card; what lies there at the begin; whose "j'ai" is
    ("fr", "dame-de-pique", "3e pli, aucun coeur tombé, à moi d'entamer : 4♥, 9♣. j'attaque coeur ?", "9♣"),
    ("fr", "huit-americain", "8 de pique avec trèfle demandé, mon roi de trèfle passe ?", "Permis"),
    ("en", "president", "two 9s down, can I lay a king", "Not allowed"),
    ("fr", "belote", "j'ai pris à carreau, on fait 70 et belote, eux 92", "Dedans"),
    ("fr", "belote", "Ils ont pris à pique et fait 90. J'ai belote et rebelote. Combien pour nous ?", "Dedans"),
    # somebody with nothing, or with one thing alone; hands of four people that share the suits of a rank
    (
        "en",
        "barbu",
        "Salad: Al 7 tricks 4 queens 9 hearts, K♥. Bo 5 tricks 4 hearts. Cy last trick. Di zip",
        "A: 76, B: 18, C: 22 and D: 0",
    ),
    (
        "fr",
        "president",
        "trou duc 2 2 as, président as 4 3 3, vice trou as 10 9, vice prez 2 9 4. qui file quoi",
        "2 et 2",
    ),
    (
        "en",
        "president",
        "bottom: K A 9. prez: 2, Q, 4. vice bottom: Q 10 5. vice prez: A K 7. who gives what",
        "A and K",
    ),
    # the partner at a table without names; the other name of a contract
    ("en", "tarot", "5 of us, garde with a king called, partner is Zed. 1 oudler, 56 points", "Contract made"),
    ("fr", "tarot-decale", "Brevet à 5 avec appel, parieur + partenaire 28 pts, rien de côté", "Pari perdu"),
    ("en", "tarot-decale", "Ava bet Bac and called green, Ben was partner, 41 together, 0 set aside", "Bet won"),
    ("fr", "tarot", "prise à 4, trois bouts et 36 tout pile, petit au bout pour l'attaque", "Contrat réussi"),
    # "only" before points, a nil of one's own, the bill of a Yaniv, a turn that was another's
    ("en", "coinche", "we bid 120 hearts, got doubled, made only 111, no belote. who scores", "Contract lost"),
    ("en", "pique", "nil for me, took none. partner bid 5 made 6, had 4 bags", "151 points"),
    ("fr", "yaniv", "yaniv à 7 par moi : Max 4, Lou 4. on note quoi", "Asaf : A 37, B 0 et C 0"),
    ("fr", "famille-trefles", "quatre verts mais c'était pas à moi de jouer, ça gagne", "Pas bonne"),
    # two people with nothing, "he" behind a name, and what was bid with what was made
    ("en", "barbu", "Queens. Tim picked up three, Joy one, Meg and me none. score?", "A: 18, B: 6, C: 0 and D: 0"),
    (
        "fr",
        "ascenseur",
        "3 cartes. moi dit 2 fait 2, Zoé 0 et 0, Yann dit 2 il fait 1. combien",
        "A : 15, B : 5 et C : −5",
    ),
    ("en", "ascenseur", "two cards: Al 1 for 1, Bo 0 for 0, Cat bid 2 made 1. how much each", "A: 10, B: 5 and C: −5"),
    # numbers told in short: a bid before what was made, all tricks of a deal, others with nothing, how many sit there
    ("en", "cribbage", "My hand's the 2 3 4 and 9 of clubs, king of hearts turned up. How many?", "11 points"),
    ("en", "ascenseur", "3 bid, 3 taken?", "A: 20"),
    ("fr", "ascenseur", "Lea dit 2 fait 0, Max 1 fait 1, Jo 2 fait 3", "A : −10, B : 10 et C : −5"),
    ("en", "ascenseur", "bids 2, 0, 1, tricks 2, 1, 2. scores?", "A: 15, B: −5 and C: −5"),
    ("en", "barbu", "Hearts: Ann 5, Bob 8, other two none. Scores?", "A: 10, B: 16, C: 0 and D: 0"),
    ("fr", "barbu", "dames, Paul 3 et Rita 1, les autres zéro", "A : 18, B : 6, C : 0 et D : 0"),
    ("en", "barbu", "Salad: 4 tricks, 1 queen, 3 hearts including the king, last trick not mine. Bill?", "A: 40"),
    ("en", "dame-de-pique", "five at the table, deal 3, pass which way", "cards are kept"),
    ("en", "barbu", "tricks: 5 3 5 0", "A: 10, B: 6, C: 10 and D: 0"),
    ("en", "pique", "bid 5 took 7, 2 bags", "52 points"),
    ("fr", "skyjo", "fini à 15, autres 20 et 30, double ?", "Rien de plus : 15"),
    # points behind a bid that are of who bid; whose a thing is
    ("fr", "coinche", "110 trèfle, 109 sans belote. chuté ?", "Contrat chuté"),
    ("fr", "coinche", "contrat 80, fait 80, eux 82, chuté ?", "Contrat réussi"),
    ("fr", "belote", "preneur 85, défense 77 plus leur belote. réussi ?", "Dedans"),
    ("en", "belote", "We took it, every trick, and belote for us. Total?", "Contract made"),
    ("en", "tarot", "Garde without, 3 oudlers, 40 points, four players, each pays?", "Contract made"),
    # trumps that are all told, whoever sits there, a contract beside a trick: asked back once
    ("fr", "whistiti", "atout pique, cœur demandé, j'ai plus de cœur, j'ai le 2 de pique, je dois mettre le 2 ?", "2♠"),
    ("fr", "belote", "atout cœur, as de pique entamé, j'ai plus de pique, j'ai le 9 de cœur, je dois couper ?", "9♥"),
    ("fr", "bataille-corse", "un as puis un 2, qui ramasse ?", "On ne tape pas, et rien n’est dû : au suivant"),
    ("fr", "bataille-corse", "7, 2, 7, 9, 10, qui ramasse ?", "On ne tape pas, et rien n’est dû : au suivant"),
    ("fr", "barbu", "contrat des dames : 4 de pique, as de pique, qui prend le pli", "A♠"),
    # what was asked back once: a denial that is a fact, a colon behind the game's name, who led, what goes on
    ("fr", "coinche", "contrat 100, on a fait 112, pas coinché, combien on marque", "Contrat réussi"),
    ("fr", "ascenseur", "qui prend le pli : roi de pique, as de pique, pas d'atout", "A♠"),
    ("en", "ascenseur", "who takes the trick: king of spades, ace of spades, no trumps", "A♠"),
    ("fr", "dame-de-pique", "dame de pique : 5 de pique, 9 de pique, qui prend le pli ?", "9♠"),
    ("en", "dame-de-pique", "the queen of spades and three hearts, how much do they cost", "16 points"),
    ("en", "barbu", "9♥, K♥ led, A♣, who takes the trick", "K♥"),
    ("en", "president", "can I show a king on a queen", "Allowed"),
    ("fr", "president", "peut-on mettre un 9 sur un 9 ?", "Interdit"),
    ("fr", "president", "je peux poser deux rois sur une paire de dames ?", "Permis"),
    ("fr", "president", "a-t-on le droit de poser un joker sur un 2", "Permis"),
    ("fr", "president", "trois rois sur deux dames, c'est permis ?", "Interdit"),
    ("fr", "president", "mon frère peut mettre un 9 sur un 10 ?", "Interdit"),
    ("fr", "president", "au président, peut-on mettre un 9 sur un 10", "Interdit"),
    ("en", "president", "can i play a king on a queen", "Allowed"),
    ("en", "president", "may I put two kings on two queens", "Allowed"),
    ("fr", "huit-americain", "peut-on mettre un 8 sur le roi de pique ?", "Permis"),
    ("fr", "huit-americain", "peut-on mettre le roi de cœur sur le roi de pique ?", "Permis"),
    ("fr", "huit-americain", "combien coûte un joker", "40 points"),
    ("en", "huit-americain", "can i play the king of hearts on the king of spades", "Allowed"),
    ("fr", "belote", "combien vaut le valet de pique atout pique", "20 points"),
    ("fr", "belote", "combien vaut le valet de pique, atout cœur", "2 points"),
    ("fr", "belote", "combien valent les quatre valets, l'atout est pique", "26 points"),
    ("fr", "belote", "qui prend le pli : 9 de pique, roi de pique, as de pique, atout cœur", "A♠"),
    ("en", "belote", "how much is the jack of spades, spades are trumps", "20 points"),
    ("fr", "coinche", "combien vaut le valet de pique, tout atout", "13 points"),
    ("fr", "coinche", "combien vaut le valet de pique, sans atout", "2 points"),
    ("fr", "whistiti", "qui ramasse le pli : 3 de trèfle, as de trèfle, atout pique", "A♣"),
    ("fr", "ascenseur", "à qui est le pli : roi de pique, 2 de cœur, cœur atout", "2♥"),
    ("en", "ascenseur", "who takes the trick: king of spades, ace of spades, hearts are trumps", "A♠"),
    ("fr", "dame-de-pique", "combien coûte la dame de pique et le roi de cœur", "14 points"),
    ("en", "dame-de-pique", "what does the queen of spades cost", "13 points"),
    ("fr", "tarot", "combien vaut l'excuse", "4 points et demi"),
    ("fr", "tarot-decale", "combien de points pour un proviseur bleu", "5 points"),
    ("fr", "canasta", "combien faut-il pour la première pose à 1700", "90 points"),
    ("en", "canasta", "how much does the first meld need at 1700", "90 points"),
    ("fr", "scopa", "que prend le 7 de carreau sur le 4 de pique et le 3 de cœur", "Scopa"),
    ("fr", "yaniv", "combien vaut une main avec un roi de pique et un 3 de cœur", "13 points"),
    ("fr", "aluette", "quel signe pour le deux de cœur", "faire la moue"),
    ("fr", "kems", "peut-on changer de signal entre deux donnes ?", "Oui"),
    ("en", "kems", "may the signal be changed between two deals", "Yes"),
    ("fr", "bataille-corse", "que coûte une tape à tort", "Rien"),
    ("fr", "president", "joker sur joker on peut ?", "Interdit"),
    ("fr", "triolet", "le 2 est au-dessus de l'as ?", "Permis"),
    ("fr", "aluette", "deux as, qui prend ?", "Égalité"),
    ("fr", "tarot-decale", "égalité au dernier pli", "Personne ne le compte"),
    ("en", "yaniv", "how much is a king", "10 points"),
    ("en", "huit-americain", "What are my ace, my 8 and my joker worth?", "88 points"),
    # cards of trumps, whichever these are; suits that change nothing
    ("fr", "ascenseur", "à qui est le pli : roi de pique, 2 d'atout, cœur atout", "2♥"),
    ("fr", "belote", "combien vaut mon valet d'atout", "20 points"),
    ("en", "belote", "how many points is the jack of trumps worth", "20 points"),
    ("fr", "coinche", "combien valent valet et 9 d'atout ?", "34 points"),
    ("fr", "belote", "ça vaut combien valet 9 as et dix si c'est l'atout ?", "55 points"),
    ("fr", "belote", "le 9 d'atout et l'as d'atout, qui gagne ?", "9"),
    ("fr", "belote", "atout pique, le valet de coeur, le 9 d'atout, qui ramasse", "9♠"),
    ("fr", "scopa", "sur la table il y a 2, 5 et roi, je joue un 7, je prends quoi ?", "1 prise possible"),
    ("fr", "scopa", "il y a 4 et 3 sur la table, je joue un 7 je prends quoi", "Scopa"),
    ("en", "scopa", "on the table 2, 4 and 6, I play a 6, what do I take?", "1 way to take"),
    # one card or another
    ("fr", "aluette", "le 9 de coeur ou le 2 de carreau, lequel est le plus fort ?", "2♦"),
    ("fr", "belote", "le 9 ou l'as d'atout, lequel gagne ?", "9"),
    ("fr", "belote", "le 10 ou le roi de pique, lequel prend, atout coeur", "10♠"),
    # what a count of a hand answers too
    ("fr", "yaniv", "j'ai 3, 5 et deux 7, je peux annoncer ?", "22 points"),
    ("en", "yaniv", "can I call with a 5 and a 3?", "8 points"),
    # cards that are held, and laid by "les"; the game's name is a suit
    ("fr", "president", "il y a un 9, je n'ai qu'un 8, je peux le mettre ?", "Interdit"),
    ("fr", "president", "il y a deux 9, j'ai deux rois, je peux les poser ensemble ?", "Permis"),
    ("en", "dame-de-pique", "Hearts: king of hearts, queen of spades, how many points?", "14 points"),
    # counts, pairs, colours, a number that is a rank
    ("fr", "belote", "un 7 combien", "0 point"),
    ("fr", "canasta", "combien valent deux jokers et un roi", "110 points"),
    ("fr", "canasta", "combien valent sept rois et un 3 noir", "75 points"),
    ("fr", "rami", "combien valent deux rois de pique", "20 points"),
    ("fr", "yaniv", "combien valent 2 rois rouges et un joker", "20 points"),
    ("en", "belote", "how many points is the jack of spades, spades are trumps", "20 points"),
    # lists, signs, one suit for several ranks, slips, a card spoken of again
    ("fr", "ascenseur", "atout carreau : roi de cœur, 9 de cœur, 3 de carreau, qui ramasse", "3♦"),
    ("en", "dame-de-pique", "J♦ Q♦ A♣ 2♦, who takes the trick", "Q♦"),
    ("en", "dame-de-pique", "4♣ led, then 9♣ and K♦: whose trick is it", "9♣"),
    ("fr", "coinche", "atout pique, roi et dame de pique, ça vaut combien en tout", "7 points"),
    ("fr", "yaniv", "combien vaut un vallet et un 6", "16 points"),
    ("fr", "huit-americain", "il me reste un roi et un as en main, ça coûte combien", "50 points"),
    ("fr", "rami", "combien valent un as plus deux jokers", "51 points"),
    ("fr", "president", "un seul roi sur une seule dame, permis ou pas ?", "Permis"),
    ("fr", "wizard", "2 de pique, magicien, magicien : lequel des deux magiciens gagne", "magicien"),
    (
        "fr",
        "coinche",
        "atout cœur : 9 de pique, as de pique, 8 de cœur. c'est moi qui ai mis le 8, qui prend le pli",
        "8♥",
    ),
    ("fr", "tarot-decale", "élève vert, prof vert, atout 4 : c'est l'atout qui gagne ?", "atout 4"),
    ("fr", "tarot", "dame de pique, 14 d'atout, petit : qui remporte le pli", "atout 14"),
    ("fr", "canasta", "on a 800, combien pour ouvrir", "50 points"),
    # the points of a deal with their side, at a table without names
    ("fr", "belote", "le preneur a 98 points et les autres 64, ça donne quoi", "Contrat réussi"),
    ("fr", "belote", "belote : on a pris et on finit à 70 contre 92, qui marque ?", "Dedans"),
    ("fr", "coinche", "contrat 120 coinché, on a fait 98, combien pour la défense", "Contrat chuté"),
    ("fr", "coinche", "ils ont annoncé 90 et on a fait 95, combien on marque", "Contrat chuté"),
    ("fr", "coinche", "contrat 90, on a fait 110, combien on marque", "Contrat réussi"),
    ("fr", "tarot", "tarot à 4, garde, 45 points et 2 bouts, c'est réussi ?", "Contrat réussi"),
    ("en", "coinche", "contract 80, we took 85 points, how much do we score", "Contract made"),
    # a hand that is whole, and the suit or the card that was led
    ("fr", "whistiti", "il me reste 7 de cœur et dame de trèfle, on demande cœur, atout pique : que jouer", "7♥"),
    (
        "fr",
        "ascenseur",
        "il me reste roi et 7 de cœur, on demande carreau, atout pique, je joue quoi ?",
        "Tout est permis",
    ),
    (
        "fr",
        "ascenseur",
        "atout pique, ma main : 2 de pique, as de cœur ; trèfle demandé, je peux jeter l'as ?",
        "Interdit",
    ),
    ("fr", "tarot", "il me reste atout 15 et atout 4, on a joué atout 10, je mets quoi ?", "atout 15"),
    (
        "fr",
        "tarot",
        "j'ai plus de pique, juste le 12 d'atout et le roi de cœur, pique demandé, je dois couper ?",
        "atout 12",
    ),
    (
        "en",
        "whistiti",
        "I only have the 3 of hearts and king of spades, hearts led, clubs are trumps, what can I play",
        "3♥",
    ),
    ("en", "ascenseur", "only 2 of clubs and ace of hearts left, diamonds led, clubs are trumps, must I trump", "2♣"),
    # what a game calls its cards, three cards of any suit, the bids of others, a run or a set
    ("fr", "aluette", "le borgne, la vache et le roi de cœur, qui ramasse", "2♦"),
    ("fr", "aluette", "grand neuf puis deux de chêne, lequel gagne", "9♥"),
    ("fr", "yaniv", "yaniv : roi, 2 et as, combien j'ai de points", "13 points"),
    ("en", "yaniv", "yaniv: ace, two, three how many points", "6 points"),
    ("fr", "ascenseur", "4 cartes, on a dit 1, 2 et 0, que ne peut pas dire le dernier", "Pas 1"),
    ("en", "wizard", "wizard: bids 3, 1 and 1 with 6 cards, which bid can the last not say", "Nothing forbidden"),
    ("fr", "rami", "roi as deux de trèfle, ça fait une suite ou pas", "Pas une combinaison"),
    ("en", "rami", "rummy: is Q♥ K♥ A♥ a run", "Good run"),
    # what lies on the table and what somebody wants to lay, said in other words than "on"
    ("fr", "president", "il y a une paire de 6 sur le tas, je peux poser deux dames ?", "Permis"),
    ("fr", "president", "par terre un valet, je peux mettre un 10 ?", "Interdit"),
    ("fr", "president", "est-ce qu'une dame passe sur un roi", "Interdit"),
    ("fr", "triolet", "ya une dame sur la pile, je pose un roi ?", "Permis"),
    ("fr", "huit-americain", "la carte visible est le valet de trèfle, je peux poser le 3 de trèfle ?", "Permis"),
    ("fr", "huit-americain", "il y a un 4 de pique, je peux mettre un 9 de cœur ?", "Interdit"),
    ("fr", "ascenseur", "j'ai mis le 5 de trèfle sur la dame de trèfle, atout cœur, qui prend ?", "D♣"),
    ("en", "president", "there is a pair of jacks on the table, may I put two queens?", "Allowed"),
    ("en", "huit-americain", "top card is the 5 of hearts, may I play the jack of hearts?", "Allowed"),
    ("en", "triolet", "a jack on the pile, can I play an 8?", "Not allowed"),
    # a hand of which a further card changes nothing in what is asked
    (
        "fr",
        "whistiti",
        "atout trèfle, on demande pique, j'en ai pas, j'ai 9 de trèfle et roi de cœur, je peux jeter le roi ?",
        "Interdit",
    ),
    ("fr", "barbu", "pique demandé, j'ai plus de pique, je peux me défausser de la dame de cœur ?", "Permis"),
    ("fr", "tarot", "l'atout 6 est sur la table, j'ai l'atout 4 et l'atout 11, je dois monter ?", "atout 11"),
    ("fr", "barbu", "je peux entamer du roi de cœur dans le contrat dames ?", "Permis"),
    (
        "en",
        "whistiti",
        "clubs are trumps, diamonds led, I have no diamonds, I hold the 5 of clubs and ace of spades, must I trump?",
        "5♣",
    ),
    # ranks in a row, a hand beside the card turned up, more open suits than can all be tried
    ("fr", "rami", "4 5 6 de pique, c'est une suite ?", "Bonne suite"),
    ("fr", "yaniv", "il me reste 2, 6 et dame, ça fait combien", "18 points"),
    ("fr", "huit-americain", "il me reste un roi, un 5, un 9 et un as, combien de points", "64 points"),
    ("fr", "cribbage", "j'ai 5, 10, 10 et roi et la retourne est un 2, combien de points ?", "8 points"),
    ("en", "rami", "may I lay one king and two jokers, is it a good set", "Good set of three"),
    # slips of the grammar's words, people by their names, who took, whose bids
    ("fr", "canasta", "on a 200 points, conbien pour ouvrir", "50 points"),
    ("fr", "barbu", "valet de pique demandé, Léa met l'as de trèfle et Hugo le roi de pique, qui ramase ?", "R♠"),
    ("fr", "belote", "on a fait 70 et eux 92, on était preneurs, on marque quoi", "Dedans"),
    ("fr", "ascenseur", "4 cartes, les deux autres ont dit 1 et 2, je peux dire 1 ?", "Pas 1"),
    ("fr", "bataille-corse", "dame, puis 5, puis 8, qui ramasse ?", "A ramasse"),
    ("fr", "aluette", "le 9 de cœur et l'as de pique, lequel est le plus fort ?", "9♥"),
    ("fr", "canasta", "combien vaut un 3 rouge", "Prime à part : 100 points"),
    ("fr", "canasta", "4 trois rouges combien de points ?", "Prime à part : 800 points"),
    # words without card sense tell a story; what was led is said with other words; what lies there is said first
    ("fr", "ascenseur", "atout carreau : Paul ouvre dame de cœur, Inès met le 4 de carreau. Qui ramasse ?", "4♦"),
    ("fr", "aluette", "as de pique, 9 de cœur, 3 de trèfle, à qui le pli, les grands-parents se chamaillent", "9♥"),
    ("fr", "president", "sur une paire de 10, un valet tout seul, permis ?", "Interdit"),
    ("en", "whistiti", "10 of hearts led, I hold J♥ 3♥ and the ace of clubs, clubs are trump. Can I ruff", "J♥ or 3♥"),
    # what was won is asked for its worth
    ("en", "belote", "Spades trump, I won the jack, nine and king of spades, what's that add up to?", "38 points"),
    ("en", "belote", "Spades trump, I won the jack, nine and king of spades, my total?", "38 points"),
    # a joker in a row, a belote that was called, what the last one may not say
    ("fr", "rami", "3 4 joker 6 de trefle bonne suite", "Bonne suite"),
    ("en", "belote", "takers have 95 plus an announced belote, defenders 67. What goes on the sheet?", "Contract made"),
    ("fr", "ascenseur", "5 cartes, les autres ont dit 2 et 1, je suis coincé sur quoi ?", "Pas 2"),
    # of no game on the page, but named
    ("fr", "", "au président, une dame sur un valet c'est permis ?", "Permis"),
    ("en", "", "at wizard: jester, 4♥, wizard, who wins the trick", "wizard"),
    # a card of which somebody claims that it wins, is the one that was told before
    (
        "en",
        "belote",
        "Trumps hearts, Mia leads the 10 of hearts, Ben the queen, Luc the ace, Mia says ace is boss",
        "A♥",
    ),
    ("fr", "pique", "Personne a coupé : Iris roi de trèfle, Jules as de cœur, et Jules dit que son as gagne", "R♣"),
    ("en", "aluette", "Hugh plays the ace of spades, Kofi the ace of diamonds, Hugh says first ace wins", "Level"),
    # that somebody who speaks has none of a suit opens his hand, or closes it
    (
        "fr",
        "pique",
        "Fred ouvre le 9 de carreau, moi pas de carreau, juste le 10 de cœur, je dois couper ?",
        "Tout est permis",
    ),
    (
        "en",
        "barbu",
        "8 of hearts led, I've the 3 of spades and 10 of diamonds, no hearts. Can I pitch the 3?",
        "Allowed",
    ),
    # a hand that is told before what others played; who follows does so in the suit that was led
    ("fr", "tarot", "J'ai le roi et le 2 de carreau, Rosa entame le 9 de carreau, je peux mettre le 2 ?", "Permis"),
    ("fr", "pique", "Sylvie entame l'as de trèfle, Rachid suit du 6, à qui le pli ?", "A♣"),
    # trumps that nobody remembers decide nothing
    (
        "en",
        "belote",
        "Rita led the queen of clubs, Sam the 8, Tess the king, nobody remembers trumps. Whose trick?",
        "K♣",
    ),
    ("fr", "belote", "roi de trèfle, as de trèfle, 7 de trèfle, on a oublié l'atout, à qui le pli ?", "A♣"),
    # two people make it different; somebody denies it
    ("en", "dame-de-pique", "I took Q♠, K♥ and 4♥, Mat says 15, Lucy says 14", "15 points"),
    ("fr", "rami", "manu pose roi, as et 2 de pique, moi je dis non, ça se pose ?", "Pas une combinaison"),
    ("en", "tarot", "Nora led the queen of hearts, Jan the king of hearts. Jan gets it, doesn't he?", "K♥"),
    # who trumps with a number alone, who follows behind him, and trumps that go without saying
    ("fr", "belote", "Atout trèfle, Ana joue 10♠, Bob coupe du 9, Léo met le 7 de pique, à qui le pli ?", "9♣"),
    ("en", "whistiti", "Spades trump, Al leads J♥, Sue ruffs with the 2, Tia follows with the ace, who wins?", "2♠"),
    ("en", "pique", "Hal leads K♦, Ira plays A♦, Jude trumps with the 2 of spades, and Ira claims it", "2♠"),
    ("en", "belote", "Clubs trump, Al led A♦, Joe ruffed with the 8, I've 9♣ and K♥, no diamonds, must I ruff?", "9♣"),
    # what somebody has just laid; one thing, an article alone; what somebody says that it comes to
    ("fr", "huit-americain", "Léa vient de mettre un 8 et demande trèfle, j'ai 5♣, je peux le mettre ?", "Permis"),
    (
        "fr",
        "barbu",
        "contrat dames, Ana deux, Bob une, Carl une, Dora zéro, combien chacun ?",
        "A : 12, B : 6, C : 6 et D : 0",
    ),
    ("fr", "belote", "J'ai A♣, R♣, 10♠ et V♥ dans mes plis, atout coeur, Lucie dit que ça fait 44", "45 points"),
    ("en", "ascenseur", "Hearts trump, Ike leads J♣, Jan K♣, Kit A♠, Kit reckons an ace always wins", "K♣"),
)

NOT_RULED = (
    # a negation
    ("fr", "president", "je ne peux pas poser un roi sur une dame ?"),
    ("en", "president", "can't I play a king on a queen?"),
    ("en", "president", "can i play a king on a queen without a jack"),
    ("fr", "aluette", "sans signe pour le deux de cœur"),
    ("fr", "kems", "peut-on ne pas changer de signal entre deux donnes ?"),
    ("fr", "belote", "combien vaut le valet de pique si atout n'est pas pique"),
    ("en", "belote", "how much is the jack of spades when trumps are not spades"),
    # another thing is asked
    ("fr", "president", "dois-je poser un roi sur une dame"),
    ("fr", "president", "suis-je obligé de poser un roi sur une dame ?"),
    ("en", "president", "must i play a king on a queen"),
    ("fr", "president", "qui garde la main si je pose un as sur un roi"),
    ("en", "president", "who leads after a king on a queen"),
    ("fr", "president", "combien de rois sur une paire de dames"),
    ("fr", "belote", "qui garde le pli : 9 de pique, roi de pique, atout cœur"),
    ("fr", "dame-de-pique", "on passe combien de cartes"),
    # a card, a rank or a suit that no fact took
    ("fr", "president", "peut-on mettre un 9 ou un 10 sur un 8 ?"),
    ("fr", "president", "peut-on mettre un 9 sur un 9 sur un 8 ?"),
    ("fr", "ascenseur", "qui prend le pli : roi de pique, atout joker"),
    ("fr", "ascenseur", "le roi de pique sur le 9 de pique, j'ai du cœur"),
    ("fr", "tarot", "combien vaut le roi de pique avec deux bouts"),
    ("fr", "belote", "combien vaut le carré de valets, atout pique"),
    ("fr", "belote", "combien vaut le dernier pli avec le valet de pique, atout pique"),
    ("fr", "rami", "combien vaut l'as de pique après le roi"),
    ("fr", "huit-americain", "peut-on finir avec un 8 sur le roi de pique ?"),
    ("en", "dame-de-pique", "how much does the queen of spades cost if nobody took a heart"),
    ("fr", "tarot", "L'excuse compte-t-elle dans la poignée ?"),
    ("fr", "dame-de-pique", "La dame de pique prend-elle un pli à cœur ?"),
    ("en", "dame-de-pique", "does the queen of spades win a heart trick?"),
    ("fr", "belote", "combien vaut le valet de pique et le joker, atout pique"),
    ("fr", "president", "peut-on mettre un 9 sur un 10 avec un cavalier"),
    ("fr", "president", "peut-on mettre deux paires sur deux dames"),
    # a trick of one card, or a case that is said in part
    ("fr", "wizard", "le bouffon gagne ?"),
    ("en", "tarot", "can the excuse win a trick"),
    ("en", "bataille-corse", "is it a court card"),
    ("fr", "bataille-corse", "on fait quoi des cartes en trop"),
    # a question that was not asked
    ("fr", "kems", "on dit contre et après"),
    ("fr", "rami", "le 2 est un joker ?"),
    ("fr", "triolet", "chez nous un roi va sur un roi"),
    ("fr", "canasta", "combien de jokers"),
    ("fr", "rami", "combien d'as"),
    ("en", "rami", "how many jokers"),
    ("en", "cribbage", "may I lay a five"),
    ("en", "cribbage", "he lays a seven on my seven"),
    # a number that no fact took
    ("fr", "canasta", "à trois combien"),
    ("fr", "canasta", "on joue en 3000"),
    ("fr", "canasta", "120 points ?"),
    ("en", "canasta", "50 at the start"),
    ("fr", "president", "peut-on mettre un 9 sur un 9 avec 3 tours"),
    ("fr", "president", "peut-on mettre un 9 sur un 8 au deuxième tour"),
    ("fr", "aluette", "quel signe pour le deux de cœur quand on joue à 4"),
    ("fr", "bataille-corse", "que coûte une tape à tort au premier tour"),
    ("fr", "gin-rami", "combien valent cinq rois"),
    ("fr", "yaniv", "combien valent trois rois rouges"),
    # the points of a deal of which a side, a bid or what counts beside them is in doubt
    ("fr", "belote", "belote 92 à 70, qui a pris ?"),
    ("fr", "belote", "belote 92 à 70, combien on marque ?"),
    ("fr", "belote", "le preneur a 78 points avec la belote, ça donne quoi"),
    ("fr", "belote", "le preneur a 88 points et les autres 70, ça donne quoi"),
    ("fr", "coinche", "il a pris à 100, on a fait 110, combien"),
    ("fr", "coinche", "coinché à 90, on a fait 95, combien on marque"),
    ("fr", "tarot", "49 points avec deux bouts en garde, combien chacun"),
    # a hand that may hold more, a trick that may hold what changes it, a card that is kept
    ("fr", "ascenseur", "j'ai roi et 7 de cœur, on demande carreau, atout pique, je joue quoi ?"),
    ("fr", "belote", "il me reste roi et 7 de cœur, on demande carreau, atout cœur, je joue quoi ?"),
    ("fr", "ascenseur", "il me reste 2 de pique et 3 de cœur et V, cœur demandé, atout pique, que jouer"),
    # one of two cards where the order of play decides, a belote perhaps, a hand of two people, a hand that is not laid
    ("fr", "belote", "le 10 de pique ou le roi de coeur, lequel prend, atout trèfle"),
    ("fr", "belote", "le valet de coeur ou le 9 d'atout, lequel gagne ?"),
    ("fr", "belote", "roi et dame d'atout, combien ça vaut ?"),
    ("fr", "yaniv", "elle peut dire yaniv avec un 5 et moi j'ai un 3 ?"),
    ("fr", "bataille-corse", "il y a un roi et j'ai deux 9, je tape ?"),
    ("fr", "scopa", "le valet vaut combien"),
    ("fr", "coinche", "dix d'atout sur valet d'atout, je peux ?"),
    ("fr", "whistiti", "le 3 d'atout et le roi de coeur, qui gagne ?"),
    # a trump or a suit that nobody said
    ("fr", "belote", "combien vaut le valet de pique"),
    ("fr", "belote", "combien vaut le valet de pique, j'ai du cœur"),
    ("fr", "ascenseur", "qui prend le pli : mon roi mon dame mon valet"),
    ("fr", "huit-americain", "peut-on poser un 9 sur un roi ?"),
    ("fr", "tarot-decale", "c'est quoi un interro"),
    ("en", "dame-de-pique", "does the queen take it?"),
    # a place that is no card, a card of two that is wanted, a suit that an eight may have changed
    ("fr", "president", "sur la table il y a trois 4, je peux mettre trois 5 ou trois 6 ?"),
    ("fr", "president", "il y a un as sur le tas, je ne peux mettre qu'un 2 ?"),
    ("fr", "huit-americain", "il y a un 8 de cœur, je peux mettre un roi de cœur ?"),
    ("en", "huit-americain", "top card is an 8 of spades, may I play the king of spades?"),
    # a further card of the hand that may change it: one to follow with, a trump above, a partner who leads
    ("fr", "ascenseur", "on demande carreau, j'ai plus de carreau, je peux jouer l'as de cœur ?"),
    ("fr", "whistiti", "atout pique, cœur demandé, j'ai pas l'as de cœur, j'ai le 2 de pique, je peux mettre le 2 ?"),
    ("fr", "dame-de-pique", "trèfle demandé, j'ai plus de trèfle, je peux mettre la dame de pique ?"),
    ("fr", "dame-de-pique", "je peux entamer du roi de cœur ?"),
    ("fr", "pique", "je peux entamer de l'as de pique ?"),
    ("en", "tarot", "spades led, I'm void, trump 10 was played, I hold trump 5 and king of clubs, what can I play?"),
    ("en", "belote", "hearts are trumps, ten of clubs led, I have no clubs, I hold the 8 of hearts, must I trump?"),
    ("fr", "tarot", "10 de pique entamé, j'en ai pas, j'ai 8 d'atout et roi de cœur, je peux jouer le 8 d'atout ?"),
    # two bare numbers, of which the first may count the second
    ("fr", "yaniv", "j'ai 4 et 7, combien de points"),
    # how many of a suit, a card of those named, a card in the hand
    ("fr", "dame-de-pique", "dame de pique et 5 cœur, combien"),
    ("fr", "rami", "combien valent trois rois dont un joker"),
    ("fr", "rami", "combien valent deux rois et un as parmi ces cartes"),
    ("en", "president", "can i play a king on a queen with an ace in hand"),
    ("fr", "ascenseur", "j'ai un roi de cœur, qui prend : as de pique, 10 de pique, atout cœur"),
    # who led, a slip of no one card, a plural without a number
    ("en", "barbu", "4♠ A♦ 9♠, who led"),
    ("fr", "ascenseur", "atout cœur : roi de pique, 2 de cœur, et il avait du pique, qui prend"),
    # another thing is done with the cards than the one that is ruled on
    ("fr", "president", "il y a un 9, je peux montrer mon valet ?"),
    ("fr", "president", "je peux échanger un roi sur une dame ?"),
    ("fr", "whistiti", "roi de cœur entamé, j'ai le 3 de cœur, atout pique, je peux reprendre le 3 ?"),
    ("fr", "ascenseur", "il me reste 2 de pique et 3 de cœur, cœur demandé, atout pique, je peux garder le 3 ?"),
    ("en", "whistiti", "king of hearts led, I hold the 3 of hearts, clubs are trump, can I win"),
    # no game is named: a card is no game
    ("fr", "", "roi de pique, 9 de pique, atout cœur, qui prend le pli"),
    ("fr", "", "atout pique, roi de cœur coupé à la dame de pique, qui prend le pli"),
    ("en", "", "spades are trumps: K♥ A♥, who takes the trick"),
)


def test_a_sentence_that_is_understood_is_ruled_at_once() -> None:
    of_a_game = [asked for asked in RULED if asked[1]]
    given = [(*asked, " ".join(word_of_verdict(*asked).split())) for *asked, _ in of_a_game]
    assert given == of_a_game


def test_a_sentence_that_names_its_game_is_ruled_at_once(app: Flask) -> None:
    of_no_game = [asked for asked in RULED if not asked[1]]
    assert of_no_game
    assert [(*asked, _word(app, *asked)) for *asked, _ in of_no_game] == of_no_game


@pytest.mark.thorough
def test_the_page_shows_the_verdict_on_a_sentence(app: Flask) -> None:
    assert [(*asked, _word(app, *asked)) for *asked, _ in RULED] == [*RULED]


@pytest.mark.thorough
def test_a_sentence_with_a_word_left_over_is_not_ruled(app: Flask) -> None:
    """Its question is shown filled in with what was understood, if it points to one, and the articles beside it."""
    ruled = [asked for asked in NOT_RULED if _word(app, *asked)]
    assert ruled == []


def test_what_was_understood_is_filled_in_where_a_word_is_left_over(app: Flask) -> None:
    page = Visitor(app).open(f"/desk/belote?q={quote_plus('qui garde le pli : 9 de pique, roi de pique, atout cœur')}")
    (first, *_) = page.document.all(class_="in-words")
    assert chips(first) == ["Atout cœur", "Cartes du pli, dans l’ordre 9♠ et R♠"]
    assert page.document.all(class_="law-found")
    form = page.visitor.open(first.all("a", class_="decides")[0].attributes["href"]).form("/verdict")
    assert form.value("trump") == "H"
    assert [value for value in form.values("plays") if value] == ["9S", "KS"]


def test_the_points_of_one_player_stand_above_a_form_with_his_numbers(app: Flask) -> None:
    words = "j'ai annoncé 3 plis et j'en ai fait 5, je marque combien ?"
    (first, *_) = Visitor(app).open(f"/desk/ascenseur?q={quote_plus(words)}").document.all(class_="in-words")
    assert chips(first) == ["Annonces A 3", "Plis faits A 5"]
    assert "A : −10" in first.text()
    form = Visitor(app).open(first.all("a", class_="decides")[0].attributes["href"]).form("/verdict")
    assert (form.value("bids.0"), form.value("bids.1"), form.value("tricks.0")) == ("3", "", "5")


def asked_back(app: Flask, language: str, game: str, words: str) -> list[str]:
    page = Visitor(app, language).open(f"/desk/{game}?q={quote_plus(words)}")
    return [sentence.text() for sentence in page.document.all(class_="unclear")]


def test_what_was_not_understood_is_asked_back(app: Flask) -> None:
    """Of a word for a choice the page asks which one it is, of any other it says that it did not understand it."""
    suits = "pique, cœur, carreau ou trèfle ?"
    for game, words, sentences in (
        ("belote", "combien vaut mon valet, l'atout", [f"« atout » : {suits}"]),
        ("president", "peut-on mettre un 9 sur un 9 à 3 joueurs", []),
        ("president", "peut-on mettre un 9 sur un 9 pour 3 points", ["Pas compris : « 3 » et « points »."]),
        ("belote", "qui garde le pli : 9 de pique, roi de pique, atout Cœur", ["Pas compris : « garde »."]),
        ("belote", "combien vaut le valet de pique, atout pique", []),
    ):
        assert asked_back(app, "fr", game, words) == sentences, words


def test_what_decides_and_was_not_said_is_asked_for(app: Flask) -> None:
    """Where all words were understood and none is left over: a fact, who sits there, what else lies there."""
    for language, game, words, sentences in (
        ("en", "cribbage", "4♣ 5♣ 6♣ K♣, starter 6♦, what is it worth?", ["Still to be said: This is the crib."]),
        ("fr", "coinche", "atout cœur, pique demandé, j'ai le 9 de cœur et le 7 de carreau, obligé de couper ?",
         ["Il reste à dire : Cartes déjà posées, dans l’ordre."]),
    ):  # fmt: skip
        assert asked_back(app, language, game, words) == sentences, words


def test_no_card_is_shown_that_nobody_said(app: Flask) -> None:
    """That the partner has the trick says his card, not what was thrown away behind it."""
    words = "atout cœur, mon partenaire est maître avec l'as de trèfle, j'ai que le 9 de cœur, je dois couper ?"
    (first, *_) = Visitor(app).open(f"/desk/belote?q={quote_plus(words)}").document.all(class_="in-words")
    assert chips(first) == ["Atout cœur", "La main du joueur 9♥", "Cartes déjà posées, dans l’ordre A"]


def test_a_suit_is_the_trump_only_beside_the_word_for_it(app: Flask) -> None:
    words = "combien vaut le valet de pique, j'ai du cœur"
    (first, *_) = Visitor(app).open(f"/desk/belote?q={quote_plus(words)}").document.all(class_="in-words")
    assert chips(first) == ["Les cartes V♠"]


def test_words_that_all_say_nothing_ask_nothing() -> None:
    assert [
        first_asked(language, "coinche", words) for language, words in (("fr", "exactement"), ("en", "at all"))
    ] == [None, None]


def test_a_query_that_was_cut_is_not_ruled(app: Flask) -> None:
    """What stood behind its first four hundred signs may have turned it round."""
    words = "peut-on mettre un 9 sur un 10 ?" + "?" * 400 + " non, sur un 8"
    assert _word(app, "fr", "president", words) == ""


def _word(app: Flask, language: str, game: str, words: str) -> str:
    """The word of the verdict that a search gives at once, "" where it gives none."""
    page = Visitor(app, language).open(f"/desk{game and '/'}{game}?q={quote_plus(words)}")
    assert page.status == 200
    return "".join(word.text() for word in page.document.all(class_="said"))


def test_the_bids_of_the_others_are_shown_as_they_were_said() -> None:
    asked = first_asked("fr", "ascenseur", "5 cartes, annonces 2, 1 et 1, que ne peut pas dire le dernier ?")
    assert asked is not None
    assert [fact.value.render("fr") for fact in asked.facts if not isinstance(fact.value, str)] == ["5", "2, 1 et 1"]
