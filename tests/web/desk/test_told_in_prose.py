"""Cases told as people tell them, with names, verbs and tags: ruled on at once, or asked back."""

import pytest

from tests.web.desk.sentences import first_asked, ruled

RULED = (
    # an article that is not heard before a vowel; a number behind a rank that closes a list
    ("fr", "whistiti",
     "On a entamé cœur, atout pique. J'ai l'as et le 7 de cœur et le valet de pique, je peux couper avec le valet ?",
     "Interdit"),
    ("fr", "huit-americain", "il me reste as dame 8 et un joker en main, ça fait combien", "98 points"),
    ("fr", "belote", "On a pris à carreau, on fait 78 et eux 84, personne n'a roi-dame d'atout. Combien ?", "Dedans"),
    # the ace, which is no article among ranks
    ("en", "rami", "A 2 3 of spades is it a run", "Good run"),
    ("en", "rami", "Q K A of hearts, valid meld?", "Good run"),
    ("en", "president", "A 2 on an ace, is that allowed?", "Allowed"),
    # a rank in digits behind a rank in digits; cards in hand that would be a meld
    ("fr", "rami", "as 2 3 de pique c'est une suite ?", "Bonne suite"),
    ("fr", "canasta", "2 4 de cœur et un 4 de pique je peux poser ?", "Bonne combinaison"),
    ("fr", "rami", "il me reste as 2 3 de pique, combien de points contre moi ?", "16 points"),
    ("en", "rami", "I'm left with ace 2 3 of spades how many points", "16 points"),
    ("fr", "huit-americain", "il me reste trois 8 et un roi, combien de points ?", "34 points"),
    # whether it is good; which of two is higher
    ("fr", "rami", "7 8 9 de pique et joker c'est bon ?", "Bonne suite"),
    ("fr", "canasta", "roi roi joker c'est bon", "Bonne combinaison"),
    ("fr", "barbu", "Entre le roi de pique et l'as de pique c'est qui qui prend", "A♠"),
    ("en", "tarot", "between trump 5 and the king of hearts which one wins", "atout 5"),
    # who played what, in words; a card named again; a card in the suit before
    ("fr", "belote", "trèfle atout, Marco joue as de cœur, moi 7 de cœur, Lulu coupe du 9 de trèfle. Pour qui ?", "9♣"),
    ("en", "barbu", "8 of spades, queen of hearts, 9 of spades, ace of diamonds. Who picks that up", "9♠"),
    ("en", "barbu", "5 clubs lead then 9 of hearts, king of hearts, 2 clubs. who has to take it", "5♣"),
    ("fr", "pique", "10 de cœur, as de cœur, 3 de pique, roi de cœur, le 3 passe ?", "3♠"),
    ("fr", "tarot", "Roi de pique entamé, dame de pique, l'excuse, 3 d'atout : à qui ?", "atout 3"),
    # at what table; a player's name in the place of a player; what he has not
    ("fr", "aluette", "Aluette à quatre. Sortis dans cet ordre : as de pique, 2 de trèfle. Qui lève ?", "2♣"),
    ("en", "wizard", "5 of clubs, jester, ace of hearts. Hearts trump. Playing Wizard with three, who wins it?", "A♥"),
    ("fr", "barbu", "Max ouvre du 9 de cœur, Zoé n'a plus de cœur et jette l'as de pique. Qui ramasse ?", "9♥"),
    # trumps by a card turned up, a bid, without its name; none; those of every deal
    ("fr", "whistiti", "La retourne c'était le 6 de carreau. As de trèfle, 2 de carreau : à qui ?", "2♦"),
    ("fr", "coinche", "10 de cœur, as de cœur, 7 de pique. C'était un contrat de 90 à pique. Qui ramasse", "7♠"),
    ("en", "ascenseur", "there was no trump at all. King of hearts, ace of hearts, 2 of spades. who takes it", "A♥"),
    ("fr", "pique", "Pique toujours atout. 10 de carreau, 2 de pique, roi de carreau, qui ramasse ?", "2♠"),
    ("fr", "dame-de-pique", "On est quatre, c'est la 4e donne. On passe les cartes à qui ?", "on garde ses cartes"),
    # the sign before the rank; two questions in one; thousands with a space; what only tells that it is over
    ("en", "ascenseur", "clubs led, trump is diamonds, I'm holding ♣4, ♣J, ♦A and ♥9. What can I play?", "4♣ or J♣"),
    ("fr", "belote", "Atout ♥, ♠A puis ♠10, ♥7 et ♠R, qui prend ?", "7♥"),
    ("en", "barbu",
     "the contract is No Hearts and diamonds were led. My hand: ♦3, ♥K, ♥2. Must I play the 3 or can I throw a heart?",
     "3♦"),
    ("fr", "canasta", "notre équipe est à 1 620 points. Il faut combien pour la première pose ?", "90 points"),
    ("fr", "huit-americain", "La manche est finie et il me reste un 8 et le roi de trèfle. Combien ?", "18 points"),
    ("fr", "skyjo", "jai fini la manche avec 8, les autre on 8 et 15, je double ou pa", "Doublé"),
    # the suit that was led, and ranks alone
    ("fr", "dame-de-pique", "pique demandé : Ann 10, Bob roi, Cem dame, Dee as de cœur. qui ramasse", "R♠"),
    ("en", "dame-de-pique", "Spades led: Ann 10, Bob king, Cem queen, Dee ace of hearts. Who eats the trick?", "K♠"),
    ("fr", "tarot", "on demande pique : roi, dame, 5 d'atout, 3. à qui ?", "atout 5"),
    # a partner who has the trick
    ("fr", "belote",
     "atout cœur, mon partenaire est maître avec l'as de trèfle, j'ai que le 9 de cœur, je dois couper ?",
     "Tout est permis"),
    ("fr", "belote",
     "atout cœur. On demande pique. J'ai le 9 de cœur, pas de pique, mais mon partenaire est maître. Je dois couper ?",
     "Tout est permis"),
    ("en", "belote",
     "hearts are trumps, clubs were led, my partner is winning, no clubs, only the 9 of hearts. Must I trump?",
     "Anything goes"),
    # several cards at once; a case that is supposed whole
    ("fr", "huit-americain",
     "dessus y'a le 9 de cœur, j'ai le 9 de pique et le 9 de trèfle je peux poser les deux d'un coup", "Permis"),
    ("fr", "huit-americain", "si j'avais un roi et un as, ça ferait combien de points ?", "50 points"),
    # a hand, what was led, what somebody has not
    ("en", "ascenseur",
     "hearts trump, dave lead 9 of clubs, i got no clubs but QH and 2D, can i chuck the 2", "Not allowed"),
    ("fr", "whistiti",
     "cœur atout, mon voisin ouvre 8 de carreau, j'ai juste le 3 de cœur et le 9 de pique. Le 9 je peux ?", "Interdit"),
    ("en", "tarot",
     "8 of hearts led, I'm void, trump 12 is down already, I've got trump 5 and trump 15. Which?", "atout 15"),
    ("fr", "dame-de-pique",
     "premier pli, 2 de trèfle, j'en ai pas : j'ai dame de pique, 6 de cœur, as de carreau. Je peux quoi", "A♦"),
    # what is denied is not what stands behind it
    ("en", "dame-de-pique",
     "lead is clubs, I've no clubs and it's the first trick, can I throw a heart? 5 of hearts, 6 of diamonds in hand",
     "6♦"),
    # what lies there
    ("fr", "huit-americain", "un 7 de pique dessus, je peux mettre le 7 de cœur ?", "Permis"),
    ("fr", "president", "Un 10 posé par Luc, j'ai deux valets, je peux les mettre ?", "Interdit"),
    ("fr", "president", "3 dames visibles, j'ai 3 rois, je peux ?", "Permis"),
    # numbers: points of a deal, what is denied, rows of bids, who said them, which deal it is
    ("fr", "belote", "on a pris à cœur et on fait 92, ils marquent combien", "Contrat réussi"),
    ("fr", "belote", "Le preneur fait 80 sans belote. Réussi ou chuté ?", "Dedans"),
    ("fr", "coinche",
     "Contrat 100 cœur pour nous, on a fait 91, eux 71, personne n'a coinché. Combien ?", "Contrat chuté"),
    ("fr", "coinche", "ils ont pris à 90 pique, ont fait 95 et nous 67. Combien ?", "Contrat réussi"),
    ("fr", "coinche", "on a pris à 90 pique, fait 95 et eux 67. Combien ?", "Contrat réussi"),
    ("en", "belote", "the opponents took, made 95 and us 67. Score?", "Contract made"),
    ("fr", "tarot", "Garde, il finit à 45 avec deux bouts. Tarot à 4, ni poignée ni petit au bout. Combien ?",
     "Contrat réussi"),
    ("en", "pique", "Me and Gran bid 5 and 3, took 6 and 4, and had 2 bags from before. Score?", "82 points"),
    ("en", "ascenseur", "five cards, bids 2, 0, 1, tricks 2, 1, 2. scores?", "Made: A"),
    ("en", "ascenseur", "7 cards, four players, bids so far 3 1 2. What can't I bid?", "Not 1"),
    ("fr", "ascenseur", "6 cartes, les trois premiers ont dit 2, 1 et 2, qu'est-ce qui m'est interdit", "Pas 1"),
    ("fr", "skyjo", "Nadia termine la manche avec 5 points, nous on a 6, 17 et 22. Elle les double ?", "Rien de plus"),
    ("en", "coinche", "contract 80 hearts doubled and redoubled, taker made 82, scores?", "Contract made"),
    ("en", "pique", "spades: i said 4 took 6, my mate said 3 took 3, bags 1 before. score", "72 points"),
    ("en", "dame-de-pique", "third deal with four players, who do I pass to", "across"),
    ("en", "dame-de-pique", "hearts - took 4 hearts and the queen of spades. what's that cost me", "17 points"),
    # sides, ends of a deal, a trump by its number, what else is asked, what goes with a fact
    ("fr", "coinche", "contrat 110 à pique pour nous, on fait 118 et eux 44. On note quoi de chaque côté ?",
     "Contrat réussi"),
    ("fr", "rami", "l'autre a fini et moi il me reste un joker un as un roi et un 6, je prends combien", "47 points"),
    ("fr", "tarot",
     "Luc entame 7 de pique, Eva coupe au 15, j'ai plus de pique : atout 5, atout 18 et roi de cœur. Je joue quoi",
     "atout 18"),
    ("en", "triolet", "pile shows an 8, I drop four kings at once from my hand. Do I get to go again?", "Allowed"),
    ("en", "gin-rami", "ace 2 3 of hearts, all four jacks, 6 of clubs, 6 of spades, 9 of diamonds. My deadwood?",
     "21 points"),
    ("en", "tarot", "Four of us, I took a petite with 1 oudler and only got 45, no extras. What do I lose?",
     "Contract lost"),
    ("fr", "kems", "Léa le crie, kem's, son équipier Hugo a bien quatre 10, Léa n'a rien. Combien pour leur équipe ?",
     "Kem’s"),
    # how many of a suit, what is among them, and what is lacking
    ("fr", "dame-de-pique", "8 cœurs et la dame de pique, ça fait combien", "21 points"),
    ("fr", "tarot", "j'ai douze atouts excuse comprise à quatre, c'est quelle poignée", "Poignée simple"),
    ("fr", "scopa", "7 de cœur, 7 de trèfle, un 6 de carreau mais pas un seul pique. Ma primiera ?", "Pas de primiera"),
    # a number that is proposed
    ("en", "cribbage", "hand 7 8 8 9, starter 6, I make it 14?", "16 points"),
    # numbers of players and sides
    ("fr", "yaniv", "j'annonce à 6, Sarah a 6 aussi, Tom 14. Combien chacun", "Asaf"),
    ("en", "skyjo", "Dad closed on 5, I have 8, my sister 17, doubled?", "Nothing more"),
    ("fr", "tarot-decale", "Nina parie master et fait 31, Paul 20, Léo 18", "Pari gagné"),
    ("fr", "belote", "capot pour nous, on avait pris, pas de belote", "Contrat réussi"),
    ("fr", "coinche", "mon 80 à cœur a été coinché, j'ai surcoinché, 90 à 72 sans belote, combien", "Contrat réussi"),
    ("fr", "tarot", "à trois, garde sans, un bout, 58 points au preneur. Qui paye quoi ?", "Contrat réussi"),
    # what was bid, with its verb; a side by another word; a card that is not among them; who faces whom; what was held
    ("fr", "coinche", "ils ont annoncé 120 coinché, ils ont fait 100. On marque combien ?", "Contrat chuté"),
    ("fr", "coinche", "On avait demandé 110 à cœur, on fait 117, les autres 45. On note ?", "Contrat réussi"),
    ("fr", "belote", "on a pris à pique, on termine à 88 et en face ils ont 74. C'est passé ?", "Contrat réussi"),
    ("fr", "tarot", "On joue à 4, Gérard prend une petite avec un seul bout, il fait 52. Gagné ?", "Contrat réussi"),
    ("fr", "tarot", "à quatre, garde, 2 bouts, 44 points, petit au bout pour le preneur, combien", "Contrat réussi"),
    ("fr", "dame-de-pique", "j'ai ramassé 5 cœurs mais pas la dame de pique, combien", "5 points"),
    ("fr", "dame-de-pique", "j'ai ramassé 5 cœurs plus la dame de pique, combien", "18 points"),
    ("en", "rami", "I have two kings and a 4 left, no joker, how many points", "24 points"),
    ("fr", "president", "y a trois 7, j'ai trois 8, jpeux jouer ?", "Permis"),
    ("en", "kems", "My partner shouted kem's and I held four tens. Points?", "Kem’s"),
    ("en", "huit-americain", "I'm left with a queen, an 8 and a 3, how many points against me?", "21 points"),
    # whose contract it is, said behind it; an age; what I ask to say; four that are not held
    ("fr", "coinche", "contrat 90 pour eux, on a fait 70. Combien ?", "Contrat réussi"),
    ("en", "coinche", "Contract 100 by the opponents, we made 70. Score?", "Contract lost"),
    ("fr", "coinche", "ils ont pris 60 points, contrat 100 à nous. Combien ?", "Contrat réussi"),
    ("fr", "skyjo", "ma fille de 9 ans a fini avec 12, moi 15. Double ?", "Rien de plus"),
    ("fr", "ascenseur", "on est 3, 4 cartes, papa a dit 2 maman 1, je peux dire 1 ?", "Pas 1"),
    ("fr", "kems", "ma partenaire a crié kem's, j'avais pas quatre rois. Combien ?", "Faux kem’s"),
    # takers against us; only so many; what became of the contract; of whom it is asked; what is mine; how many we are
    ("fr", "belote", "Les preneurs ont fait 78 et nous 84, pas de belote. Qui marque quoi ?", "Dedans"),
    ("en", "belote", "The takers made 90 and we made 72, no belote. Score?", "Contract made"),
    ("fr", "coinche", "on a pris 100 à pique et on ne fait que 95, sans belote. Combien marquent les autres ?",
     "Contrat chuté"),
    ("fr", "coinche", "contrat 80 cœur, contré, réussi avec 104 points, pas de belote. On marque combien, et eux ?",
     "Contrat réussi"),
    ("fr", "coinche", "contrat 80 coeur contre, on fait 70, combien chacun ?", "Contrat chuté"),
    ("fr", "coinche", "contrat 90 pique, chuté à 70, pas de belote. Combien chacun ?", "Contrat chuté"),
    ("fr", "tarot", "à 4, garde, deux bouts, le preneur fait 47 points, rien d'autre. Combien pour chaque défenseur ?",
     "Contrat réussi"),
    ("en", "tarot",
     "four players: guard, 1 bout, the taker has 56 and wins the last trick with the petit. What for each defender?",
     "Contract made"),
    ("fr", "skyjo", "j'ai fini avec 14 points et Élise n'en a que 9. On double les miens ?", "Doublé"),
    ("fr", "dame-de-pique", "On est quatre, c'est la quatrième donne. On passe à qui ?", "on garde ses cartes"),
    # how many play before what they do; those who spoke before me; the game's name; a rank in a word; the suit of all
    ("fr", "ascenseur", "on est 4 donne a 7 cartes, les 3 autres ont annoncé 2 1 et 3, je peux dire 1 ?", "Pas 1"),
    ("fr", "wizard", "5 cartes, les annonces avant moi c'est 2, 0 et 2, je peux dire 1 ?", "Rien d’interdit"),
    ("fr", "dame-de-pique", "À la Dame de pique, j'ai ramassé la dame de pique et cinq cœurs : combien ?", "18 points"),
    ("en", "canasta", "Three aces, a two and a four stuck in my hand. What do they cost me?", "85 points"),
    ("en", "rami", "Is 4, 5, joker, 7, all clubs, fine as a run?", "Good run"),
    ("fr", "rami", "4, 5, 6, tous à pique, c'est une suite valable ?", "Bonne suite"),
    ("en", "scopa", "i got 7 of cups, 7 of coins, 7 of swords and a king of clubs, primiera value ??", "73 points"),
    ("fr", "kems", "j'ai crié Kem's mais mon partenaire n'avait que trois valets. Ça compte comment ?", "Faux kem’s"),
    # numbers of some players, whose points are the same whatever the others have
    ("fr", "ascenseur", "J'ai annoncé 3 plis et j'en ai fait 3, Marie a dit 2 et n'en a fait aucun. Combien chacune ?",
     "A\u202f: 20 et B\u202f: −10"),
    ("en", "ascenseur", "i bid 0 and i took 1 whats my score", "A: −5"),
    ("en", "ascenseur", "bid zero and took zero, what do I score?", "A: 5"),
    ("fr", "ascenseur", "mamie a dit zéro et en a pris deux, elle perd combien", "A\u202f: −10"),
    ("fr", "barbu", "contrat des plis : j'ai fait 5 plis et Paul 3, combien", "A\u202f: 10 et B\u202f: 6"),
    ("en", "barbu", "The contract is no tricks. I took five of them. How bad is it?", "A: 10"),
    ("fr", "huit-americain", "Il me reste un 8, un roi et un 5 quand Jade finit. Ça me coûte combien ?", "23 points"),
    # numbers of two partners together, a bid of nothing, no trick; bags of which nobody speaks
    ("en", "pique", "We bid 5 and made 4, score?", "−50 points"),
    ("fr", "pique", "À la Dame atout, on avait annoncé 5 plis à nous deux et on en a fait 6. On marque combien ?",
     "51 points, sacs d’avant à part"),
    ("fr", "pique", "Ma partenaire annonce 5, moi 3, on fait 9 plis à deux et on avait 9 sacs, score ?", "−19 points"),
    ("en", "pique", "our side bid 4 and 3 and we took 6 tricks altogether. What do we score?", "−70 points"),
    ("en", "pique", "my partner went nil and took no tricks, I bid 4 and made 4. Score?", "140 points"),
    ("fr", "pique",
     "j'ai dit nil et je n'ai pas fait un pli, ma partenaire avait annoncé 4 et n'en a que 3. Score ?", "60 points"),
    # a suit that opens a text and is told to be broken or led, no name of the game
    ("en", "pique", "spades haven't been broken yet; may I lead the ace of spades? I also have 2 of hearts", "2♥"),
    ("fr", "dame-de-pique",
     "coeur demandé : 10 de coeur, dame de pique, roi de coeur, 3 de trèfle. qui ramasse ?", "R♥"),
    ("en", "dame-de-pique",
     "no hearts have been played. I'm on lead with 7 of hearts and king of clubs. can I lead the heart?", "K♣"),
    ("fr", "dame-de-pique",
     "personne n'a mis de coeur, à moi d'entamer, j'ai 4 de coeur et as de pique, je peux commencer par le coeur ?",
     "A♠"),
    ("fr", "dame-de-pique",
     "un coeur a déjà été jeté, j'ai 4 de coeur et as de pique, je peux entamer coeur ?", "Tout est permis"),
    # who played what: a partner, the next player; a hand of which a further card would not be free
    ("en", "belote",
     ("diamonds trump. Lea led the 9 of hearts, my partner put the ace of hearts, Zoe the 8 of hearts. I have the jack "
      "of diamonds, 10 of clubs and 7 of spades. Must I trump?"), "Anything goes"),
    ("en", "coinche",
     ("Spades are trumps. Ken leads the 8 of spades and I'm next with the 7 of spades, queen of spades and ace of "
      "hearts. What am I allowed to play?"), "Q♠"),
    ("fr", "belote",
     ("atout pique, Ken entame du 8 de pique, je suis le suivant, j'ai 7 et dame de pique et l'as de coeur. Je joue "
      "quoi ?"), "D♠"),
    ("fr", "pique", "on demande coeur, j'ai le 4 de coeur et le 9 de coeur, je joue quoi ?", "4♥ ou 9♥"),
    ("fr", "belote",
     ("atout pique. L'adversaire attaque avec le 7 de trèfle, mon partenaire joue le roi de trèfle et le suivant le "
      "10. Je n'ai pas de trèfle mais j'ai le 9 et le 7 de pique. Je dois couper ?"), "9♠ ou 7♠"),
    # a card that trumps was not led; what is denied of a choice; "after" in a trick; whose the contract is
    ("fr", "coinche",
     ("atout pique : j'ai plus de trèfle, l'adversaire a coupé avec le 10 de pique et j'ai que le 8 de pique et l'as "
      "de carreau. je peux mettre l'as ou faut pisser ?"), "Tout est permis"),
    ("en", "coinche", "Contract 90 diamonds, they doubled us, not redoubled, no belote. We made 105. Scores?",
     "Contract made"),
    ("fr", "dame-de-pique", "entame 2 de coeur, après as de carreau, 9 de coeur, roi de pique. qui ramasse", "9♥"),
    ("en", "coinche", "Contract 100 by our opponents, they made 82. Score?", "Contract lost"),
    ("en", "coinche", "our contract: 90 hearts, they coinched, we took 91 points. total?", "Contract made"),
    # suits behind equal cards, before their list, of one rank after another; ranks with dashes, run together
    ("en", "gin-rami",
     "deadwood: A♠ 2♠ 3♠, three jacks (hearts, diamonds, clubs), 8♦, 8♣, 4♥, 6♠. How much?", "26 points"),
    ("en", "gin-rami", "Clubs: 5, 6 and 7. Diamonds: 2, 3, 4. And all four kings. What's my deadwood?", "Gin"),
    ("fr", "gin-rami",
     "4 5 6 de cœur, 9 de pique cœur et trèfle, roi de carreau, 2 de pique, as de trèfle, 3 de carreau. Bois mort ?",
     "16 points"),
    ("fr", "gin-rami",
     "j'ai 10-V-D de coeur, 8-8-8, 2 de pique, 4 de pique, as de trèfle et roi de carreau. bois mort ?", "17 points"),
    ("fr", "gin-rami",
     "trois valets, 789 de pique, dame de trèfle, as de coeur, 2 de coeur, 3 de coeur. Je frappe ?", "10 points"),
    ("en", "gin-rami", "2 2 2, 8 9 10 J of clubs, K, A, 3: what's my lowest deadwood?", "14 points"),
    # what decides nothing here; all cards of a suit; the game that is played; a deal that is told and nothing asked
    ("fr", "dame-de-pique",
     "Dame de pique à quatre joueurs, on attaque la quatrième donne. On passe nos trois cartes à qui ?",
     "on garde ses cartes"),
    ("en", "dame-de-pique", "5c led, then Jc, then Qs, then Ah. its like the fourth trick, who eats that lol", "J♣"),
    ("fr", "dame-de-pique", "j'ai pris tous les coeurs et la dame de pique, ça fait quoi ?",
     "26 points, et tout est pris"),
    ("fr", "dame-de-pique", "À la dame de pique j'ai ramassé 4 cœurs et la dame de pique, combien ?", "17 points"),
    ("fr", "dame-de-pique", "on est 5, première donne, je donne mes cartes à gauche ou à droite ?", "à gauche"),
    ("fr", "coinche", "100 à cœur, on fait 112, eux 50, sans belote", "Contrat réussi"),
)  # fmt: skip

ASKED_BACK = (
    # a mishap and what was done since
    ("en", "huit-americain",
     "he was down to 1 card and forgot to shout carte, he already had another turn since. can we still catch him"),
    # somebody wants a card back; a number that may be a rank or a count
    ("fr", "rami", "J'ai le droit de récupérer un joker déjà posé sur la table ?"),
    ("fr", "yaniv", "joker as 3 roi et 4 ça fait combien en main"),
    # whether cards may be laid, where no question of the desk asks it
    ("fr", "yaniv", "je peux poser 3 4 5 de pique ensemble ?"),
    # the cards of a meld, of which the worth in hand is another; a count or a rank
    ("fr", "rami", "as 2 3 de pique ça fait combien de points ?"),
    ("fr", "rami", "roi roi roi et joker ça vaut combien ?"),
    ("en", "rami", "3 4 5 of hearts and a joker, how many points"),
    ("fr", "huit-americain", "il me reste 3 8 et un roi, combien de points ?"),
    # numbers of one of two partners, of two sides, a bid of nothing with the tricks of both
    ("en", "pique", "I bid 4 and took 5, what do I score?"),
    ("en", "pique", "we bid 7 and they took 8 tricks. What's our score?"),
    ("fr", "pique", "j'ai dit nil, ma partenaire 4, on fait 5 plis. score ?"),
    ("fr", "pique", "on a dit 4 et 3, on fait 8 en deux coups, score ?"),
    ("en", "pique", "I bid 4, he bid 3, we made 8 the two of us. score?"),
    ("fr", "pique", "hier on a dit 7 et fait 8, aujourd'hui on dit 6 et on fait 6. score ?"),
    ("en", "pique", "we had some bags already, bid 4 and 3, took 5 and 4. score?"),
    # a card that trumps where nobody says what was led; a partner who may have led
    ("fr", "belote",
     "atout pique. l'adversaire coupe au 10 de pique, j'ai que le 8 de pique et l'as de carreau, l'as je peux ?"),
    ("fr", "belote",
     ("atout pique, trèfle demandé, mon partenaire coupe du 10 de pique, j'ai que le 8 de pique et l'as de carreau, je "
      "peux mettre l'as ?")),
    ("fr", "belote",
     "atout carreau, mon partenaire pose l'as de coeur, j'ai valet de carreau et 8 de pique, je dois couper ?"),
    ("en", "belote", "hearts are trumps, can my partner put the ace of spades on a club?"),
    ("en", "belote",
     ("hearts trump, my partner could have put the ace of clubs, Zoe leads the 9 of clubs, I have the 10 of hearts and "
      "7 of spades. must I trump?")),
    # numbers that each bid, a contract that others had, a card that somebody else played, a deal that is over
    ("en", "pique", "we each bid 3 and took 7 together. score?"),
    ("fr", "coinche", "contrat 100, nos adversaires l'avaient, nous on fait 82. combien ?"),
    ("fr", "rami", "il a posé un roi, il me reste as et 3 de pique, combien ?"),
    ("fr", "dame-de-pique", "on est 4, première donne passée à gauche, et maintenant on passe à qui ?"),
    # suits of which not each is said, some of a suit
    ("en", "gin-rami", "three jacks (hearts, diamonds), A♠ 2♠ 3♠, 8♦, 8♣, 4♥, 6♠. deadwood?"),
    ("fr", "gin-rami", "pas de coeur : 5, 6, 7 et 8, trois rois, 2 de pique, 3 de pique, as de coeur. bois ?"),
    ("fr", "dame-de-pique", "j'ai pris tous les coeurs du pli et la dame de pique, combien ?"),
    ("fr", "dame-de-pique", "tous les coeurs sauf un, plus la dame de pique, combien ?"),
    # trumps before a list are no suit of it
    ("fr", "belote", "atout coeur : valet, 9 et as, combien de points ?"),
    # of what suit somebody discarded or trumped
    ("fr", "barbu", "pique demandé, roi, dame, 4, et Léa s'est défaussée d'un as. Qui prend ?"),
    ("fr", "belote", "atout cœur, pique demandé : 10, roi, coupe du 9, as. qui ramasse ?"),
    # a partner who has not the trick; who has it with a trump
    ("fr", "belote",
     "atout cœur, mon partenaire n'est pas maître, on demande trèfle, j'ai le 9 de cœur. Je dois couper ?"),
    ("fr", "belote", "atout cœur, mon partenaire est maître avec le 9 de cœur, j'ai le 10 de cœur. Je dois couper ?"),
    # a starter is not played; a debt that is not said; a partner who cannot sit there; a table named in order
    ("fr", "cribbage", "le donneur retourne un valet il gagne quelque chose ?"),
    ("fr", "canasta", "j'ai 65 points à poser pour ouvrir, ça suffit ?"),
    ("fr", "belote",
     "atout carreau, Léa entame 9 de cœur, mon partenaire met l'as de cœur, j'ai valet de carreau, je dois couper ?"),
    ("en", "rami", "5 of clubs, joker, 7 of clubs, does that count and for how many points?"),
    ("fr", "kems", "Léa crie kems, Hugo a quatre 10, qui marque"),
    ("fr", "rami", "quelqu'un a fini, il me reste un as, on compte aussi l'autre main ?"),
    # the points of the other side; a trick still to count; a slam that was made; a rule that is not the usual one
    ("fr", "tarot", "garde 4 joueurs 2 bouts, la défense a 50 points, combien"),
    ("en", "belote", "they took it and made 92 with the last trick still to count. score"),
    ("en", "tarot", "Garde with 4 players, 2 oudlers, 60 points, slam not announced but made. score"),
    ("fr", "wizard", "wizard 6 cartes annonces 1 3 0, avec l'option du total interdit, qu'est-ce qui est interdit"),
    ("fr", "pique", "pique est pas atout chez nous. 10 de carreau, 2 de pique, roi de carreau, qui ramasse"),
    ("fr", "barbu", "papa ouvre du 9 de cœur, Zoé n'a plus de cœur et jette l'as de cœur, qui prend"),
    # whose points; who took; a number in thousands that is no debt; a contract that is not said
    ("fr", "coinche", "contrat 120 pique, le preneur fait 115, belote chez eux"),
    ("fr", "belote", "pris à trèfle, 75 pour nous 87 pour eux, c'est dedans ?"),
    ("en", "tarot", "four of us, two oudlers and 44 points. does the taker make it"),
    ("en", "ascenseur", "bids 2, 0, 1, tricks 2, 1, 2. scores?"),
    # nobody has trumps in his hand, or knows them; a turned card without a suit; a bid with a number of tricks
    ("fr", "ascenseur", "j'ai pas d'atout. Roi de cœur, as de cœur, 2 de pique, qui prend"),
    ("fr", "whistiti", "dame de trèfle, roi de trèfle, 3 de carreau. On sait même plus l'atout. À qui le pli"),
    ("en", "wizard", "a jester was turned up. 5 of clubs, 9 of hearts, 3 of spades, who wins it"),
    ("fr", "belote", "la retourne est le 7 de pique. As de cœur, 8 de pique, 10 de cœur, à qui le pli ?"),
    ("fr", "pique", "carreau toujours atout. 10 de trèfle, 2 de carreau, roi de trèfle, qui ramasse ?"),
    # ranks of a run without their suits; which of two cards was led; a card under the one on top
    ("fr", "rami", "rami 5 6 et 7 jpeux posé ?"),
    ("fr", "barbu", "Entre le roi de pique et l'as de carreau c'est qui qui prend"),
    ("en", "triolet", "Triolet: the pile shows a 7 with a 2 under it, can I put a 3 from my hand?"),
    ("fr", "triolet", "un 7 dessus, un 2 dessous, je peux mettre un 3 ?"),
    # nothing is asked
    ("en", "coinche", "Spades trump: K♦ led, A♦, 7♠, 10♦"),
    ("fr", "coinche", "carreau atout, as dix roi de pique ça pèse"),
    ("fr", "rami", "il me reste 1 joker 2 as et 1 sept"),
    # a number that counts something else, or is that of two people
    ("en", "belote", "we took all eight tricks, how much is it?"),
    ("en", "skyjo", "I finished with 14, Omar and Priya have 13, doubled?"),
    ("en", "yaniv", "I call on 5, Omar has 4 cards left and 9 points. Asaf?"),
    ("fr", "yaniv", "Lou annonce à 4, Zoé a 7 et Karim annonce à 3, combien chacun ?"),
    ("fr", "whistiti", "atout cœur. Paul a le roi de pique, Léa le 7 de pique et moi l'as de pique. qui gagne ?"),
    ("en", "whistiti", "hearts trump. Ann leads 9 of clubs, Bob trumps with the 4 of spades, who wins"),
    ("en", "barbu", "Ann leads the 6 of hearts, Bill the 10, Cath the jack of spades, Dave the king. Who takes?"),
    ("fr", "ascenseur", "Tim joue le valet de pique, Eva coupe du 4 de trèfle, Luc met l'as de pique, qui gagne ?"),
    ("fr", "president", "Paul a posé un 8 puis Léa un 9, je peux mettre un 9 ?"),
    ("fr", "president", "j'ai mis le valet, il met la dame, c'est bon ?"),
    ("fr", "tarot", "on a ramassé deux rois, un cavalier, le petit et deux basses, ça pèse combien"),
    ("fr", "rami", "il me reste un valet et un roi et"),
    ("fr", "rami", "il me reste dame de pique et 5 de cœur, c'est bon ?"),
    ("fr", "belote", "atout trèfle, le valet de carreau est sur la table, j'ai dame de pique, je peux jouer la dame ?"),
    ("en", "cribbage", "can I play my 8?"),
    ("fr", "belote", "88 nous 74 eux, pas de belote, on marque quoi"),
    ("en", "skyjo", "She ended on 6, I've got 11, the twins are still counting. Doubled or not?"),
    ("en", "pique", "we bid 4 and blind nil, took 5 and 0, no bags"),
    # cards of two owners, or of another one than who asks; a card that is played away, waited for, or named again
    ("fr", "huit-americain", "il me reste deux as, mon adversaire un joker, combien pour moi ?"),
    ("fr", "huit-americain", "il me reste un roi, à Paul deux as, combien chacun ?"),
    ("fr", "huit-americain", "Paul a un as et un roi, je marque combien ?"),
    ("en", "yaniv", "I have a king and a 2 left, Tom an ace. How many points?"),
    ("fr", "huit-americain", "j'avais un as et un roi, j'ai joué l'as, combien je marque ?"),
    ("fr", "rami", "j'ai en main un roi et un 5, j'attends un as. Combien de points ?"),
    ("fr", "canasta", "j'ai trois rois, il me manque un joker, je peux poser ?"),
    ("fr", "rami", "il me reste un as et un joker, l'as vaut combien ?"),
    ("fr", "rami", "as, 2, 3 de pique, l'as vaut combien ?"),
    ("fr", "rami", "j'ai en main un roi et un 5, l'autre a un as. Combien de points ?"),
    ("fr", "yaniv", "j'ai un roi et un 5, sur la table il y a un as. Combien de points ?"),
    ("fr", "canasta", "j'ai trois rois, je n'ai plus un joker, je peux poser ?"),
    ("fr", "canasta", "Les trois rouges, ça rapporte combien, et si on les a tous les quatre ?"),
    ("fr", "whistiti", "atout pique, carreau demandé, j'ai le 5 de carreau et le 3 de pique. Paul peut couper ?"),
    # a number that is only about what is meant; a card, a hand or a deed that was wished, nearly done, or not done
    ("fr", "belote", "on a pris, on a fait presque 82. Combien ?"),
    ("fr", "belote", "on a pris, on a fait moins de 82"),
    ("en", "belote", "We took, we made about 90. Score?"),
    ("en", "belote", "We didn't take, we made 90. Score?"),
    ("fr", "belote", "on aurait pris et on a fait 90. Combien chacun ?"),
    ("fr", "coinche", "contrat 100, ils allaient coincher, on a fait 110. Combien chacun ?"),
    ("en", "coinche", "Contract 100, they could double, we made 110. Scores?"),
    ("fr", "skyjo", "Paul allait finir. Paul 12, moi 15. Double ?"),
    ("fr", "barbu",
     "Tom entame 9 de trèfle, je voulais mettre le roi, j'ai mis le 10 de trèfle, Léa valet de trèfle, qui ramasse ?"),
    ("fr", "barbu", "5 de cœur, 9 de cœur, Paul hésite avec l'as de cœur, 2 de cœur. Qui prend ?"),
    ("fr", "tarot", "à quatre, garde, il manquait un bout au preneur, 45 points, combien ?"),
    # who took: a side that took tricks or points, defends, doubled, or is made capot; who may not be the last
    ("fr", "belote", "eux ont pris le dernier pli, nous on a fait 90. Combien ?"),
    ("en", "belote", "We took 90 points. Score?"),
    ("fr", "coinche", "contrat 100, nous 60, eux 102"),
    ("fr", "coinche", "on a coinché, contrat 100, on a fait 70"),
    ("fr", "coinche", "contrat 100, on défend et on a fait 70"),
    ("fr", "belote", "on a pris, les autres sont capot"),
    ("fr", "ascenseur", "on est 4, 5 cartes, les autres ont dit 1, 2 et 0, je suis pas le dernier, je peux dire 2 ?"),
    # a suit of all against that of one; how the jokers count
    ("en", "rami", "4 of hearts, 5, 6, all clubs, good run?"),
    ("en", "rami", "4, 5, 6, all clubs but one, good run?"),
    ("fr", "canasta", "j'ai trois rois et un joker, comment compte le joker ?"),
    # whose points are asked has no numbers, or the numbers are of several people
    ("fr", "ascenseur", "Paul a dit 2 et a fait 3, combien marque Léa ?"),
    ("fr", "ascenseur", "Paul a dit 2 et a fait 3, combien pour les autres ?"),
    ("fr", "ascenseur", "Paul a dit 2 et a fait 3, combien je marque ?"),
    ("fr", "ascenseur", "Marie et Paul ont dit 2 et ont fait 2, combien ?"),
    ("fr", "ascenseur", "j'ai dit 20 et j'ai fait 20, combien ?"),
    ("fr", "ascenseur", "j'ai annoncé 3 et fait 2, il me reste un pli à jouer, combien ?"),
    # a contract lost with the points that make it; whose points are mine; a slam of another side
    ("fr", "coinche", "contrat 80 cœur, chuté avec 104 points, pas de belote. Combien chacun ?"),
    ("fr", "skyjo", "j'ai fini avec 14 points et Élise 9. Les siens on les double ?"),
    ("fr", "skyjo", "Élise a fini avec 14 points et moi 9. On double les miens ?"),
    ("fr", "belote", "les preneurs ont fait 78 et nous ? combien"),
    ("fr", "tarot", "à 4, garde, deux bouts, la défense fait 47 points. Combien pour chaque défenseur ?"),
    # a joker that is denied and held; all but one of a suit
    ("fr", "rami", "il me reste un joker et un roi, pas de joker, combien"),
    ("fr", "dame-de-pique", "tous les cœurs sauf le roi, combien"),
    # two people with the same number; which of two partners "he" is; a rule of the table
    ("fr", "yaniv", "j'ai dit yaniv avec 6 mamie a 6 aussi et papi 12"),
    ("fr", "skyjo", "j'ai fini avec 10 comme Paul et Léa 20, double ?"),
    ("fr", "kems", "Paul a crié kem's mais c'est lui qui avait les quatre dames. Ça compte ?"),
    ("fr", "canasta", "on est à au moins 1500, il faut combien pour la première pose ?"),
    ("fr", "belote", "on avait pris, 76 points plus belote, eux 86"),
    ("fr", "wizard", "magicien, puis 5 de cœur, atout cœur, puis as de cœur, à qui le pli ?"),
    ("fr", "huit-americain",
     "on joue avec les cartes multiples, sur le 9 de cœur je mets as de cœur et as de pique ?"),
    # when, where, why or how is asked, not whether
    ("fr", "canasta", "À la Canasta, les trois rouges, on les pose à quel moment ?"),
    ("fr", "president", "sur deux rois je peux mettre deux as à quel moment ?"),
    ("fr", "tarot", "à 4, j'ai 10 atouts, poignée, à quel moment je la montre ?"),
    ("fr", "bataille-corse", "roi, 4, 4 : on tape où ?"),
    ("en", "bataille-corse", "king, 4, 4: how do we slap?"),
    ("en", "tarot", "10 trumps with four players, handful, when do I show it?"),
    # a case that is only supposed, or that was
    ("fr", "huit-americain", "j'ai un roi et un 5, si j'avais un as. Combien de points ?"),
    ("fr", "rami", "j'ai en main un roi et un 5, j'avais un as. Combien de points ?"),
    ("fr", "coinche", "contrat 100, s'ils avaient coinché, on a fait 110. Combien chacun ?"),
    ("en", "yaniv", "I have a king and a 5, if I had an ace. How many points?"),
    ("en", "canasta", "I have three kings, I had a joker, can I meld?"),
    # a card that was taken, given away, or is no longer there; one that somebody else has
    ("fr", "tarot-decale", "mes plis : 2 proviseurs, 3 profs, on m'a pris le 13. Combien ?"),
    ("fr", "president", "il y a un roi, j'ai plus un as, je peux le mettre ?"),
    ("fr", "scopa", "table 3 et 4, j'ai rendu un 7, je prends quoi ?"),
    ("en", "president", "There is a king, they have an ace, can I play it?"),
    ("fr", "belote", "on a pris leur as, on a fait 90. Combien ?"),
    ("fr", "president", "je peux mettre un roi sur une dame si j'ai déjà passé ?"),
    # a number that is only a limit or what somebody thinks, or what is missing
    ("fr", "belote", "on a pris, on a fait entre 80 et 82. Combien chacun ?"),
    ("fr", "skyjo", "j'ai fini avec jusqu'à 12, Paul a 12. Je suis doublé ?"),
    ("fr", "yaniv", "j'annonce avec je crois 5, Paul a 5. Combien chacun ?"),
    ("fr", "tarot", "à quatre, garde, 2 bouts, théoriquement 41 points. Combien chacun ?"),
    ("en", "coinche", "They bid 100, it failed by 5. Score?"),
    ("en", "belote", "We took and made I think 82. Scores?"),
    # trumps that are doubtful, of another deal, or of one player
    ("fr", "whistiti", "l'atout devait être pique : 5 de cœur, 9 de cœur, 2 de pique. Qui prend ?"),
    ("fr", "whistiti", "l'ancien atout pique : 5 de cœur, 9 de cœur, 2 de pique. Qui prend ?"),
    ("fr", "whistiti", "Paul a un atout pique : 5 de cœur, 9 de cœur, 2 de pique. Qui prend ?"),
    # deeds that are none, and those that the name of the game tells
    ("fr", "belote", "on a pris l'apéro puis on a fait 90. Combien ?"),
    ("fr", "skyjo", "j'ai fini de manger. Paul 12, moi 15. Double ?"),
    ("fr", "skyjo", "Paul a fini son café. Paul 12, moi 15. Double ?"),
    ("en", "belote", "They took over and we made 90. Scores?"),
    ("fr", "coinche", "on a coinché, contrat 100, on a fait 70. Combien ?"),
    ("fr", "belote", "on a mis les autres capot, on avait pris. Combien ?"),
    ("en", "belote", "we took, 162 for us, no tricks for them. Score?"),
    ("fr", "tarot", "petite 2 bouts 44 à quatre, petit au bout perdu par l'attaque, ça fait ?"),
    # two things told as one; one play on another, and then mine; a number of cards that are not named
    ("fr", "rami", "7 8 9 de cœur et 10 10 10, je peux poser ?"),
    ("fr", "president", "président, roi et as : je peux mettre l'as sur le roi ?"),
    ("fr", "president", "sur une dame je peux mettre un valet puis un roi ?"),
    ("fr", "triolet", "3 valets sur un 9, 3 d'un coup"),
    ("fr", "huit-americain", "10 de cœur, mon frère a demandé pique avec un 8, je pose 3 de pique, bon ?"),
    ("en", "triolet", "three 5s on a 4, then I put a 6 on top, fine?"),
    ("fr", "huit-americain", "mon voisin pose un valet sur le 7 de cœur, j'ai un 7 de trèfle, je peux jouer ?"),
    ("fr", "bataille-corse", "3 puis 3 cartes, qui prend ?"),
    ("fr", "tarot", "j'ai 10 atouts avec l'excuse à quatre, poignée ?"),
    ("fr", "tarot", "à quatre, garde sans petit au bout, 1 bout, 60 points. Combien ?"),
    ("fr", "canasta", "en main il me reste un joker, deux 2, un as et un 3 rouge, combien ça me coûte ?"),
    ("fr", "tarot-decale",
     "j'ai parié un brevet, Paul un bac, il fait 30, moi 20, Léa 15, Hugo 10. Combien chacun ?"),
    # names that are cards
    ("en", "huit-americain", "Jack has a king and a 5 left. How many points?"),
    ("en", "whistiti",
     "Mr King played the 5 of hearts, Tom the 9 of hearts, Ann the 8 of hearts. Who wins, spades are trumps?"),
)  # fmt: skip


@pytest.mark.parametrize(("language", "game", "words", "word"), RULED)
def test_a_case_that_is_told_whole_is_ruled_on(language: str, game: str, words: str, word: str) -> None:
    assert ruled(language, game, words) == word


@pytest.mark.parametrize(("language", "game", "words"), ASKED_BACK)
def test_a_case_that_is_told_in_part_is_asked_back(language: str, game: str, words: str) -> None:
    assert ruled(language, game, words) == ""


def test_the_numbers_that_were_read_stand_beside_the_verdict() -> None:
    asked = first_asked("fr", "ascenseur", "à 3 cartes : Ana dit 2 fait 2, Bob 0 fait 1, Chloé 1 fait 0. Les points ?")
    assert asked is not None
    known = {fact.label.render("fr"): fact.value for fact in asked.facts}
    shown = {label: value if isinstance(value, str) else value.render("fr") for label, value in known.items()}
    assert shown == {"Cartes de chacun": "3", "Annonces": "A 2, B 0 et C 1", "Plis faits": "A 2, B 1 et C 0"}
