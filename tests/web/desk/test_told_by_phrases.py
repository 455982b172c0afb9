"""Mishaps, lists and tricks told in everyday words: ruled on by the phrases that a question declares, or asked back."""

import pytest

from tests.web.desk.sentences import ruled

RULED = (
    # a suit not followed
    ("fr", "whistiti", "j'ai oublié de fournir alors que j'avais du cœur, on fait quoi", "On répare, ou on rejoue"),
    ("fr", "ascenseur", "Eva a mis le 8♦ sur un pli à pique alors qu'il lui restait le 4♠. Elle perd combien ?",
     "On répare, ou on rejoue"),
    ("fr", "whistiti",
     "il avait encore du trèfle mais il a coupé à pique, ça lui coûte quoi", "On répare, ou on rejoue"),
    ("en", "whistiti", "Hearts led, and I still had the ♥6 but I trumped with a spade. What does it cost me?",
     "Put right, or replay"),
    ("en", "barbu", "She didn't follow suit although she could have. Next trick already played. Penalty?",
     "Put right, or replay"),
    # a deal gone wrong, a card that did not fit
    ("fr", "ascenseur", "Le donneur s'est trompé, j'ai une carte de plus que les autres. On redonne ?", "On redonne"),
    ("en", "tarot", "someone showed a card during the deal, what's the rule", "Deal again"),
    ("en", "huit-americain", "he put down a card that didn't fit and the next player's already gone",
     "Taken back, or it stands"),
    # a slap for nothing; a slap that brings back; a contract that is not finished; a card turned too early
    ("fr", "bataille-corse", "mon fils a tapé alors que c'était pas un double, il doit donner une carte ?", "Rien"),
    ("en", "bataille-corse", "I slapped by mistake, the two cards weren't equal. Do I have to give a card?", "Nothing"),
    ("fr", "bataille-corse", "plus de cartes, j'ai le droit de taper pour revenir ?", "Oui, il peut taper"),
    ("en", "bataille-corse", "ran out of cards halfway through paying, am I dead", "The next player finishes it"),
    ("fr", "bataille-corse",
     "J'ai retourné ma carte alors que c'était le tour de Léa, personne n'a rejoué depuis. On fait quoi ?",
     "Il la reprend"),
    ("en", "bataille-corse", "I turned a card out of turn and then Tom put his on top. Does mine go back?", "It stays"),
    # what the pile or a card does, whoever plays
    ("fr", "bataille-corse", "Paul pose une dame, moi je tourne un 4 puis une dame, il se passe quoi",
     "Le suivant doit 2 cartes"),
    ("en", "bataille-corse", "9, 3, 9 and my brother slapped it. Valid?",
     "No slap, and nothing is owed: on to the next player"),
    ("en", "huit-americain", "round the table it's Jo, Pat, Kim, Lee. Jo lays two jacks, who's next?",
     "The next 2 players are skipped"),
    ("en", "huit-americain", "Ann, Bea, Cyd. Cyd plays a jack, who's next?", "The next player is skipped"),
    # "carte" forgotten, an 8 without its suit, too many cards drawn
    ("en", "huit-americain",
     "I had one card left and forgot to say carte, my brother noticed right away. What do I get?",
     "A card from each"),
    ("fr", "huit-americain", "un 8 posé sans couleur annoncée, le suivant a déjà joué un trèfle, on suit quoi ?",
     "On suit la carte posée"),
    ("en", "huit-americain", "I drew three instead of two and they're already mixed into my hand. Do I give one back?",
     "They are kept"),
    # hidden cards, hands not refilled, cards turned from the closed ones, the one of two that is named again
    ("fr", "triolet", "j'ai jeté un œil à une de mes cartes cachées, qu'est-ce que je risque ?", "On les mélange"),
    ("en", "triolet", "I forgot to draw back up to three and the stock has run out. Too late?", "Too late"),
    ("fr", "triolet", "J'en suis à mes cachées, je retourne un 3 et y a un 8 dessus. Je fais quoi", "Interdit"),
    ("fr", "president", "j'ai une dame et un 5, il y a un valet sur la table, je peux jouer la dame ?", "Permis"),
    # signals and calls, exchanges
    ("fr", "kems", "Mon frère veut changer de signe alors que les cartes sont déjà distribuées, il peut ?", "Non"),
    ("en", "kems", "I called kem's just before they called contre. Which counts?", "The first"),
    ("en", "president", "The scum kept back his 2 and nobody has played yet. Do we redo the swap?", "Do it again"),
    ("fr", "president", "le trou a donné que 1 carte au lieu de 2 et on vient de finir le 3eme pli on fait quoi",
     "Trop tard"),
    ("fr", "president",
     "Main du vice-trou : as, 10, 10, 6, 3. Celle du vice : roi, dame, 8, 5, 5. Qui donne quoi ?", "A"),
    ("en", "president", "before the swap: me as Trou K K 9 5 4, him as Président A Q Q 4 3. Who hands over what?",
     "K and K"),
    # families and actions, bids in turn, tricks in turn
    ("fr", "famille-trefles", "il a crié famille mais il avait deux couleurs, il perd quoi ?", "Un tour perdu"),
    ("en", "famille-trefles", "She drew a card when it wasn't her go", "A turn lost"),
    ("fr", "famille-trefles", "j'ai trois bleus et un joker, c'est mon tour et je défausse une carte, bonne famille ?",
     "Bonne"),
    ("fr", "famille-trefles",
     "3 verts et un joker, pendant le tour de Zoé, je défausse, c'est une famille ?", "Pas bonne"),
    ("en", "famille-trefles",
     "I threw a pioche, then another pioche. Does the second one do anything?", "Not the last"),
    ("fr", "tarot-decale", "Lou brevet, Sam bac, Gaby bac aussi, Théo passe. Qui est le parieur ?", "B"),
    ("en", "tarot-decale", "We bet in this order: Brevet, pass, Bac, Brevet, Bac. Who is it?", "C"),
    ("fr", "aluette",
     "Jo et moi contre Ali et Béa. Plis dans l'ordre : Jo, Ali, Ali, Béa, moi, un nul, Jo, Ali, Jo. Qui gagne ?",
     "B"),
    # suits before their ranks; two players that are no card; "après" between cards
    ("en", "ascenseur", "Trump is hearts. Spade 10 led, then spade K, heart 2, spade A. Who gets it?", "2♥"),
    ("fr", "whistiti",
     "retournée : 6♠. On me demande trèfle, j'ai trèfle V, trèfle 2 et l'as de pique. Je peux couper ?",
     "V♣ ou 2♣"),
    ("en", "huit-americain", "Just the two of us playing. I put down a jack, so it's me again?", "A’s turn"),
    # a suit not followed, told by the card that was found; too many cards; a card seen while dealing
    ("en", "wizard", "clubs led, Kim trumped with 4♥ but she had 9♣, next trick not led. Does she lose points?",
     "Put right, or replay"),
    ("fr", "pique", "Cœur demandé, Solène coupe du 6♠, puis dit qu'elle avait l'as de cœur caché. Elle risque quoi ?",
     "On répare, ou on rejoue"),
    ("fr", "wizard", "Eva a jeté 10♦ sur du cœur et maintenant son 5♥ apparaît. Elle perd 10 points ?",
     "On répare, ou on rejoue"),
    ("en", "belote", "Theo ruffed my heart with the 7 of spades, he'd overlooked the 9♥. How heavily is he fined?",
     "Put right, replayed, or 162"),
    ("en", "pique", "I ruffed on hearts, I still have the ace of hearts. What do I lose?", "Put right, or replay"),
    ("fr", "scopa", "le donneur m'a filé 4 cartes au lieu de 3, personne n'a joué. Il perd des points ?", "On redonne"),
    ("en", "rami", "Zoe got 14 cards instead of 13, before anyone drew. Any points against the dealer?", "Deal again"),
    ("fr", "rami", "Pendant la distribution, le roi de trèfle s'est retourné. Il prend des points, ou on refait ?",
     "On redonne"),
    ("fr", "scopa", "3 rois sur la table au début, on fait quoi", "On redonne"),
    # a call with too many points, at a table with the usual number
    ("en", "yaniv", "called it with 9 in hand, what's the penalty?", "Nothing"),
    ("fr", "yaniv", "Théo a crié yaniv avec un 5 et un 4, donc 9. On lui colle une amende ?", "Rien"),
    # a play that the rules forbid, of which it is asked what it costs
    ("fr", "huit-americain", "Emma a posé le roi de pique sur le 6 de cœur. Elle perd combien ?",
     "On la reprend, ou elle reste"),
    ("fr", "president", "Nina a mis une paire de 6 sur une paire de 8 et Tom a rejoué derrière. Quelle sanction ?",
     "On la reprend, ou elle reste"),
    ("en", "triolet", "oops I put a 6 on a jack, noone has played after. What do I pay?", "Taken back, or it stands"),
    ("en", "triolet", "oops I put a 6 on a jack, noone has played after me. What do I pay?",
     "Taken back, or it stands"),
    ("en", "huit-americain", "he put 10♣ on the 3♦ and two people have laid cards since. Do we dock him anything?",
     "Taken back, or it stands"),
    ("en", "huit-americain", "sam layed 6♣ on a 9♥ and the next guy already played. is there a fine",
     "Taken back, or it stands"),
    # what is done about a mishap, in words of every day
    ("fr", "barbu", "J'ai lâché le 6 de carreau sur un tour de trèfle et je retrouve un 9 de trèfle. Je perds quoi ?",
     "On répare, ou on rejoue"),
    ("en", "bataille-corse", "she flipped a 3 when it was his go and he's already covered it with a 9. put it back?",
     "It stays"),
    ("fr", "huit-americain", "Hugo joue le 8 de pique sans rien dire et Lila a déjà mis le 4 dessus. On suit quoi ?",
     "On suit la carte posée"),
    ("fr", "huit-americain", "il a oublié de dire carte, il a rejoué depuis, on lui donne des cartes ?", "Trop tard"),
    ("en", "huit-americain", "I yelled carte with two cards still in my hand. What's the penalty?",
     "Nothing, call it again"),
    ("fr", "triolet", "ma cousine a regardé une de ses cartes cachées, on fait quoi", "On les mélange"),
    ("fr", "tarot-decale", "J'ai oublié de jouer au pli d'avant, personne n'a entamé. On fait quoi ?",
     "Il ajoute sa carte"),
    ("en", "tarot-decale", "I announced la loose, then I found the excuse in my hand. Does it count?",
     "It does not count"),
    ("fr", "tarot-decale", "J'ai dit trop cool après la première carte, ça compte ?", "Trop tard"),
    ("en", "president", "first trick has already been picked up and the winner only got one card. fix it or leave it",
     "Too late"),
    # numbers of people told again with "he" and "she"; trumps listed by their numbers
    ("fr", "ascenseur", "j'ai dit 3 et j'ai fait 3, Léa a dit 1 et elle a fait 2, combien de points",
     "A\u202f: 20 et B\u202f: −5"),
    ("en", "ascenseur", "I bid 3 and took 3, my sister bid 1 and took 3, what do we score", "A: 20 and B: −10"),
    ("fr", "tarot", "atout 10 entamé. J'ai les atouts 2, 6 et 12, l'excuse et le roi de pique, je peux mettre quoi ?",
     "atout 12 ou excuse"),
    ("en", "tarot", "Trump 10 is led. My trumps are the 2 and 12, and I have the king of spades. What can I play?",
     "atout 12"),
    ("en", "tarot-decale", "What's this lot worth: the excuse, atout 1, one prof, four interros, atouts 2, 3 and 12?",
     "12 points"),
    # who sits where; on what a card was put; a suit of trumps behind a hand; cards of one rank laid at once
    ("en", "barbu", "I lead the 5 of hearts, on my left K♥, opposite me A♣ and the last one drops 2♥. Who picks it up?",
     "K♥"),
    ("en", "barbu", "I lead 5♥, then K♥, A♣, 2♥. Who takes it?", "K♥"),
    ("fr", "bataille-corse", "Sur mon roi, mon frère tourne 5, 8 et 2. Qui prend le tas ?", "A ramasse"),
    ("fr", "ascenseur",
     "pique demandé, j'ai plus de pique, il me reste 3 de carreau, as de cœur et l'atout c'est cœur. Que jouer ?",
     "A♥"),
    ("fr", "triolet", "Quatre 5 d'un coup sur une dame, ça purge ?", "Interdit"),
    # what is thrown one after another
    ("fr", "famille-trefles", "je jette Pioche, après Tire, après encore Pioche, les trois marchent ?", "Toutes"),
    ("en", "famille-trefles", "In one turn I threw a Pioche and straight after it a second Pioche. Do I draw again?",
     "Not the last"),
    # what the others have, behind two things told of one; how many play, which is nobody's number
    ("fr", "tarot-decale", "J'ai parié le Master et j'ai 31 points, les autres ont 20, 14 et 8. Combien ?",
     "Pari gagné"),
    ("fr", "tarot-decale", "À trois : j'ai parié un Brevet, je fais 24, Lina 24 et Marc 10. J'ai gagné mon pari ?",
     "Pari perdu"),
    ("fr", "skyjo", "à trois, j'ai fini la manche avec 8, les autres ont 8 et 15, je double ?", "Doublé"),
)  # fmt: skip

ASKED_BACK = (
    # nothing of it is so, it is not sure, or it is taken back
    ("fr", "whistiti", "j'ai pas fourni parce que j'en avais pas, ça coûte quoi ?"),
    ("fr", "whistiti", "j'ai fourni alors que j'avais encore un pique, c'est grave ?"),
    ("fr", "whistiti", "j'ai failli oublier de fournir, pénalité ?"),
    ("fr", "whistiti", "On a cru que Paul n'avait pas fourni, mais en fait si. Pénalité ?"),
    ("fr", "bataille-corse", "mon fils a presque tapé à tort, il paye ?"),
    ("fr", "bataille-corse", "j'ai pas tapé pour rien, il y avait deux rois. Je paye quelque chose ?"),
    ("fr", "famille-trefles", "il a pioché, c'était pas son tour ? si, finalement. Pénalité ?"),
    ("fr", "triolet", "il n'a pas regardé ses cachées, on mélange ?"),
    # another suit was led, or a higher card of the same one was kept
    ("en", "whistiti", "She discarded a club, she still had the ace of spades. Hearts were led. Penalty?"),
    ("fr", "whistiti", "il a joué le valet de pique alors qu'il avait le roi de pique, c'est permis ?"),
    # a card that may always be played; two calls of one side
    ("en", "tarot", "I played the excuse on a heart trick although I still had a heart. Penalty?"),
    ("fr", "kems", "contre et kem's en même temps, et c'est mon partenaire et moi. Laquelle compte ?"),
    # a game without deals without trumps
    ("fr", "whistiti", "sans atout, 9 de carreau entamé, roi de carreau, as de trèfle, dame de carreau, pour qui"),
    # when it was seen, or what became of the stock, is not said
    ("en", "president", "the last guy gave 2 random cards instead of his best ones to the president, what now"),
    ("fr", "triolet", "j'ai oublié de repiocher, j'ai que 2 cartes en main, je peux compléter maintenant ?"),
    ("fr", "huit-americain", "j'ai oublié de dire carte mais personne n'a remarqué, je prends quoi ?"),
    # two mishaps in one; a slap of a card that should not lie there
    ("fr", "bataille-corse", "plus de cartes pour Paul, et Léa a tapé pour rien, elle paye quoi ?"),
    ("fr", "bataille-corse", "j'ai tapé et c'était un double, par erreur j'ai pris que la moitié du tas. Je paye ?"),
    # he said it himself in time, it was his last card or his turn, it is his right, or of another kind of card
    ("en", "huit-americain", "I forgot to say carte and I noticed it myself before anyone else. What happens?"),
    ("fr", "huit-americain", "8 sans dire la couleur, c'était ma dernière carte, le suivant a déjà joué. On suit ?"),
    ("en", "triolet", "He looked at his hidden cards because it was his turn to play them. What now?"),
    ("fr", "president", "le président a gardé son 2, le trou a donné les siens, personne n'a joué. On refait ?"),
    ("en", "famille-trefles", "I kept my anti-joker in hand. Am I out?"),
    ("fr", "famille-trefles", "j'ai 4 verts et c'est mon tour mais j'ai déjà défaussé au tour d'avant, famille ?"),
    # cards that may be others, or are taken back; who may lay it is somebody else
    ("fr", "bataille-corse", "5, 7 ou 5, 5, on tape ?"),
    ("fr", "bataille-corse", "roi, dame, pardon valet, qui doit combien ?"),
    ("fr", "president", "sur un as je peux mettre un 2 ou il faut obligatoirement un joker"),
    ("fr", "president", "j'ai un roi et une dame, il y a un valet, Paul peut jouer la dame ?"),
    # hands of two people in one, or what is given of them
    ("fr", "president", "Le trou donne as et roi, le président rend 3 et 4. C'est bon ?"),
    ("en", "president", "The president has a king, a queen, a 3 and maybe a 4, trou has A K 5 6. Who gives what?"),
    # things of two people, or of two turns; bids of which one is two people's, or one person has two
    ("fr", "famille-trefles", "Zoé a jeté une pioche et moi une pioche, la deuxième marche ?"),
    ("fr", "famille-trefles", "j'ai jeté une pioche, puis au tour d'après une pioche, la deuxième marche ?"),
    ("fr", "tarot-decale", "Ana et Bob disent brevet, Cléo passe, qui est le parieur ?"),
    ("fr", "tarot-decale", "Ana brevet, Bob bac, Ana master, qui est le parieur ?"),
    # a trick too few, or of which the taker is not sure
    ("fr", "aluette", "Ana et Cléo contre Bob et Dan. Plis : Ana, Bob, Bob, Cléo, Ana, Dan, Dan, Ana. Qui gagne ?"),
    ("fr", "aluette",
     "Ana et Cléo contre Bob et Dan. Plis : Ana, Bob, Bob, Cléo, Ana, Dan, Dan, Ana ou Bob, Bob. Qui gagne ?"),
    # another one's card, another suit, a free card; whose trick it is; what was passed or drawn; cards that are held
    ("fr", "pique", "Luc défausse un cœur sur du pique, puis Marie sort l'as de pique. Luc perd combien ?"),
    ("en", "pique", "Luc threw a heart on spades, and Mary still has the ace of spades. What does Luc lose?"),
    ("fr", "pique", "Paul a mis 9♣ sur du pique, puis il sort le roi de pique, qui prend ?"),
    ("fr", "coinche", "Cœur atout. Paul a coupé alors qu'il avait l'as de trèfle, trèfle demandé. Qui gagne le pli ?"),
    ("en", "pique", "Tom threw the 8♥ on clubs although he had the ace of spades. What does it cost?"),
    ("en", "wizard", "Eva played a jester on hearts while holding the ace of hearts. Fine?"),
    ("fr", "dame-de-pique", "mon voisin m'a donné 4 cartes au lieu de 3 à l'échange, ça coûte quoi ?"),
    ("fr", "rami", "j'ai pioché deux cartes au lieu d'une, je perds des points ?"),
    ("fr", "scopa", "j'ai trois rois en main au début, ça vaut combien ?"),
    ("en", "yaniv", "Max called with 6. Zoe, who would have called with 9, says it's unfair. What does she pay?"),
    # a play that is allowed, denied, supposed, of another deal, or told beside a suit that was asked for
    ("fr", "huit-americain", "Léo a mis le roi de pique sur le 6 de pique. Il perd combien ?"),
    ("fr", "huit-americain", "Léo n'a pas mis le roi de pique sur le 6 de cœur. Il perd combien ?"),
    ("fr", "triolet", "Sacha a mis un 9 sur un 9 à la donne d'avant. Il perd quoi ?"),
    ("fr", "triolet", "j'ai posé un 6 sur un 9, c'était un 10 en fait, je perds quoi"),
    ("en", "huit-americain", "I named hearts with the 8, then he put 10♣ on the 3♦. what does he pay?"),
    ("fr", "huit-americain", "il a mis un 7 de cœur sur le 6 de pique, j'avais demandé cœur. amende ?"),
    ("en", "president", "he put a 9 on a jack of mine and then I put a queen on it. Who loses?"),
    # what another one had or did, and mishaps that are none
    ("en", "tarot-decale", "I announced la loose, then it turned out my partner had the excuse. Does it count?"),
    ("fr", "tarot-decale", "J'ai annoncé la grève des profs et j'avais l'excuse. Ça compte ?"),
    ("fr", "tarot-decale", "il me reste deux cartes au dernier pli"),
    ("fr", "bataille-corse", "il a retourné une carte alors que c'était à lui, personne n'a posé dessus, je tape ?"),
    ("fr", "triolet", "j'ai regardé la prochaine carte, c'était à moi de piocher, on fait quoi ?"),
    ("en", "president", "he only got one card because he is the vice. First trick has been picked up. fix it?"),
    ("en", "tarot", "Trump 10 is led. His trumps are the 2, 6 and 8, and I have the king of spades. What can I play?"),
    ("en", "ascenseur", "I bid 3 and took 3, my sister bid 1 and took 3, what does Bob score"),
    ("fr", "barbu", "Léo met le 5 de pique sur l'as de pique. Qui ramasse ?"),
    ("en", "whistiti", "spades led, I hold the 5 of clubs, the 2 of spades and a trump. what can I play?"),
    ("fr", "kems", "Est-ce qu'on peut changer de signe avec mon partenaire en pleine partie ?"),
    ("fr", "tarot-decale", "Paul a parié le Master, j'ai 31 points, les autres ont 20, 14 et 8. Combien ?"),
)  # fmt: skip


@pytest.mark.parametrize(("language", "game", "words", "word"), RULED)
def test_a_case_that_phrases_tell_is_ruled_on(language: str, game: str, words: str, word: str) -> None:
    assert ruled(language, game, words) == word


@pytest.mark.parametrize(("language", "game", "words"), ASKED_BACK)
def test_a_case_that_only_looks_like_it_is_asked_back(language: str, game: str, words: str) -> None:
    assert ruled(language, game, words) == ""
