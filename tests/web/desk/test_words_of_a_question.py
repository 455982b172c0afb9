"""What a question passes over, counts that are told beside cards, and cards that are named again: each with its likes.

A row is what is said and the verdict, "" where it is asked back.
"""

import pytest

from tests.web.desk.sentences import word_of_verdict

KINDS = {
    "cribbage: the count that is told": (
        ("en", "cribbage", "the count's 23 and I've a 9, can I play it?", "Not allowed"),
        ("fr", "cribbage", "le compte est à 26, je peux poser mon 6 ?", "Interdit"),
        ("en", "cribbage", "we're at 25, can I lay a 7?", "Not allowed"),
        ("en", "cribbage", "total is 30, can I play an ace?", ""),  # it may be a pair
        ("fr", "cribbage", "le compte est à 24, je pose un 7, je marque combien ?", ""),
        ("en", "cribbage", "can I play my 8?", ""),
        ("fr", "cribbage", "le compte est à 26, Paul a un 6, je peux jouer ?", ""),
        ("fr", "cribbage", "on est à 25 trous, je pose un 9, je peux ?", ""),
        ("en", "cribbage", "4, 5, and I lay a 6, count's 15. What do I peg?", "5 points"),
        ("fr", "cribbage", "7, 8, 9, compte à 24, je marque combien pour le 9 ?", "3 points"),
        ("fr", "cribbage", "7, 8, 9, compte à 23, je marque combien pour le 9 ?", ""),
        ("en", "cribbage", "Pegging: K, then 8, then 6, that's 24, and now I lay a 7. What do I get?", "5 points"),
        ("fr", "cribbage", "le compte était à 15, il pose 6, je pose 9, je marque ?", ""),
        ("en", "cribbage", "8, 8 and 8 would be trips, but I play 9. what do I peg", ""),
        ("en", "cribbage", "8, 8, what does the first card peg?", ""),
        ("en", "cribbage", "the count's 9, then 4, 5, and I lay 6. What do I peg?", ""),  # before these cards
    ),
    "cribbage: what is played and by whom": (
        ("en", "cribbage", "4 then 6 then i lay 5 do i get 3", "5 points"),
        ("en", "cribbage", "10, 5, 10 and then another 5. what do i peg", "0 points"),
        ("fr", "cribbage", "il pose 7, je pose 8, il pose 9, il marque ?", "3 points"),
        ("en", "cribbage", "8, my 8 on it, then her 8. What's she get", "6 points"),
        ("en", "cribbage", "he played 10, I played 5, what does he get", ""),
        ("fr", "cribbage", "on a posé 5, 10, 10, et je rajoute 6, ça me fait 31, combien de points ?", "2 points"),
        ("fr", "cribbage", "on pose 5, 5 et 5 à la suite, le dernier marque combien", "8 points"),
        ("fr", "cribbage", "on pose 5, 5 et 5 à la suite, le deuxième marque combien", ""),
        ("fr", "cribbage", "l'avant-dernier marque combien : 7, 8, 9 ?", ""),
        ("en", "cribbage", "nearly 4, 5, 6. What do I peg?", ""),
    ),
    "cribbage: a hand, or the crib": (
        ("en", "cribbage", "hand of 4 5 6 7 of hearts, starter 2 of clubs. worth?", "12 points"),
        ("en", "cribbage", "It's in the crib: 3, 7, 9 and jack, all diamonds, and the king of clubs was turned. Flush?",
         "0 points"),
        ("fr", "cribbage", "dans le crib : 4 5 6 7 de cœur, retourne 2 de trèfle. Combien ?", "8 points"),
        ("en", "cribbage", "cribbage hand 4 5 6 7 of hearts, starter 2 of clubs, not the crib. Total?", "12 points"),
        ("fr", "cribbage", "main : 2, 3, 4, 4, retourne : 4. Total ?", "17 points"),
        ("fr", "cribbage", "en main 7 8 9 9, coupe un 8. combien de points", "20 points"),
        ("en", "cribbage", "the crib hand is 4 5 6 7 of hearts, starter 2 of clubs. worth?", ""),
        ("en", "cribbage", "4 5 6 7 of hearts, starter 2 of clubs. Total?", ""),
    ),
    "skyjo and yaniv: what tells no more than the numbers": (
        ("fr", "skyjo", "c'est moi qui ai tout retourné en premier, j'ai 12, Anna 15 et Boris 11. Je note combien ?",
         "Doublé : 24"),
        ("fr", "skyjo", "ce n'est pas moi qui ai tout retourné en premier, j'ai 12, Anna 15. Je double ?", ""),
        ("fr", "skyjo", "j'ai fini avec 8, Paul 8, à égalité ça double ?", "Doublé : 16"),
        ("fr", "skyjo", "j'ai fini avec 8, Paul 12, à égalité ça double ?", ""),
        ("en", "skyjo", "flipped my last hidden card n ended it on 12. others got 12 and 31. doubled?", "Doubled: 24"),
        ("en", "skyjo", "I ended with 8, Paul 12 but he has one hidden card left, doubled?", ""),
        ("en", "skyjo", "i ended it with 6, lowest at the tabel (others 9 and 22). do my points doubel",
         "Nothing more: 6"),
        ("en", "skyjo", "I ended a Skyjo deal with exactly 0, my girlfriend has minus 2. Do I pay double?",
         "Nothing more: 0"),
        ("en", "yaniv", "Yaniv called with 3, the others have 7, 3 and 12. Yaniv or asaf?",
         "Asaf: A 33, B 7, C 0 and D 12"),
        ("en", "yaniv", "I called with 5, the other two have 9. asaf?", ""),
        ("en", "yaniv", "I called on 5, sorry 6. Ben has 6. asaf?", ""),
        ("en", "yaniv", "Called with 3 last round. This time 5, others 7 and 9. Asaf?", ""),
        ("fr", "yaniv", "J'annonce yaniv avec 5 points, et Léa retourne aussi 5. Qui marque quoi ?",
         "Asaf : A 35 et B 0"),
        ("fr", "yaniv", "J'annonce yaniv avec 5 points, et Léa retourne un 5 et un 3. Qui marque quoi ?", ""),
        ("fr", "yaniv", "jai annoncé a 6, les autre on 9, 12 et 7, je suis bon ?", "Yaniv : A 0, B 9, C 12 et D 7"),
    ),
    "skyjo: of whom it is asked": (
        ("fr", "skyjo", "Paul a retourné sa dernière carte, j'ai 8, lui 12, il double ?", "Doublé : 24"),
        ("fr", "skyjo", "Paul a retourné sa dernière carte, j'ai 8, lui 12, je double ?", ""),
        ("fr", "skyjo", "Paul a fini, Léa a 9, j'ai 8, elle 12, il double ?", ""),
        ("fr", "skyjo", "j'ai fini avec 8, Paul 6, il double ?", ""),
        ("en", "skyjo", "I went out with 11, my brother has 10. So I get 22?", "Doubled: 22"),
    ),
    "scopa: cards of the table that are named again": (
        ("fr", "scopa", "Sur la table 7, 3, 4. Je joue un 7 : j'ai le droit de prendre 3 et 4 ?", "1 prise possible"),
        ("fr", "scopa", "sur la table 6♣, 4♦, 2♠, je joue le 6 de cœur. Je préfère prendre 4 et 2, j'ai le droit ?",
         "1 prise possible"),
        ("en", "scopa", "there's a 2, a 3 and a 5 down. My 5 takes the 5 or the 2 and 3?", "1 way to take"),
        ("fr", "scopa", "table 2, 3, 5. J'ai un 5 ou un 3, je prends quoi ?", ""),
        ("en", "scopa", "one card on the table, a jack, I've got a jack: scopa?", "Scopa"),
        ("en", "scopa", "one card on the table, a jack and a 3, I've got a jack: scopa?", ""),
        ("en", "scopa", "table 3, 4. can I take 3 and 5 with my 7?", ""),
        ("en", "scopa", "table 3, 4. I drop a 7 and I want to take 3 and 4 and another 7. ok?", ""),
        ("fr", "scopa", "table 2, 5. Je joue un 7 et c'est pas la dernière carte, scopa ?", "Scopa"),
        ("fr", "scopa", "table 2, 5. Je joue un 7 et c'est la dernière carte de la donne, scopa ?", ""),
        ("fr", "scopa", "Je pose mon 7, au tapis il y a un 3, un 4, un 2 et un roi. Je ramasse quoi ?",
         "1 prise possible"),
        ("fr", "scopa", "ma meilleure carte par couleur : 7 de carreau, 6 de pique, as de trèfle, 5 de cœur. Prime ?",
         "70 points"),
    ),
    "canasta: wild cards, and the total of one side": (
        ("en", "canasta", "seven kings, no wild ones, what's the bonus", "Natural canasta"),
        ("en", "canasta", "six kings and a joker, no wild cards. bonus?", ""),
        ("en", "canasta", "is 9 9 9 with a wild 2 a good meld?", "Good meld"),
        ("en", "canasta", "Two 7s and a wild card, good meld?", ""),
        ("fr", "canasta", "deux 7 et une carte libre, ça se pose ?", ""),
        ("en", "canasta", "the other team went out, I'm left with a joker and a 2, how much comes off?", "70 points"),
        ("en", "canasta", "the other team has a joker and a 2 left, how much do we lose?", ""),
        ("fr", "canasta", "notre équipe à 1480, combien faut-il à leur équipe pour ouvrir ?", ""),
        ("fr", "canasta", "8 8 2 2 joker ca passe ou ya trop de jokers", "Bonne combinaison"),
        ("en", "canasta", "Would one ace with a pair of deuces be accepted as a meld?", "No meld"),
        ("fr", "canasta", "notre équipe est à 1480 et eux à 2100. Il nous faut combien pour ouvrir ?", "50 points"),
        ("en", "canasta", "they're on 1480 and we're on 200, how much do they need to open", ""),
        ("fr", "canasta", "on est à 0, il faut combien pour la première pose", "50 points"),
        ("en", "canasta", "we're at 1500 exactly. first meld?", "90 points"),
        ("fr", "canasta", "on a 1480 de retard, première pose ?", ""),
        ("fr", "canasta", "on est négatif de 120, il faut combien pour ouvrir", ""),
        ("fr", "canasta", "leur équipe est à 1480, il nous faut combien pour ouvrir ?", ""),
    ),
    "wizard: other names, which deal it is": (
        ("fr", "wizard", "On a joué quatre fous dans le même pli, il est pour qui ?", "bouffon"),
        ("fr", "wizard", "ya 2 magicien dans le pli c le 1er ou le dernier ki gagne", "magicien"),
        ("fr", "wizard", "5e donne, cinq cartes. Les autres ont dit 2, 1 et 1 et je parle en dernier. Interdit ?",
         "Rien d’interdit"),
        ("en", "wizard", "the rule that the total can't match. Four cards this deal, bids 0, 2, 1. What's barred?", ""),
    ),
}  # fmt: skip

ROWS = [pytest.param(*row, id=f"{kind}: {row[2]}") for kind, rows in KINDS.items() for row in rows]


@pytest.mark.parametrize(("language", "game", "words", "word"), ROWS)
def test_a_sentence_is_ruled_on_or_asked_back(language: str, game: str, words: str, word: str) -> None:
    assert word_of_verdict(language, game, words) == word
