"""An opinion about the answer tells nothing and asks the question; what somebody did, has or bids stays told."""

import pytest

from referee.desk.query_opinions.opinions import without_opinions
from referee.games.registry import GAMES
from tests.web.desk.sentences import word_of_verdict

RULED = (
    # what must or may be done
    (
        "en",
        "belote",
        "Trumps hearts, king of spades led, I have the ace and the seven of spades. Granny says I have to take it.",
        "A♠ or 7♠",
    ),
    (
        "fr",
        "barbu",
        "Cœur demandé au contrat barbu, j'ai le 3 et le roi de cœur. Jo crie que je dois lâcher le roi. Permis, le 3 ?",
        "Permis",
    ),
    # it is refused, or believed
    (
        "fr",
        "scopa",
        "Table : 3, 4 et 7. Je joue un 7 et je prends 3 et 4, Luca refuse. Qui a raison ?",
        "1 prise possible",
    ),
    (
        "en",
        "huit-americain",
        "clubs were called after an eight, I play the eight of hearts, everyone groans",
        "Allowed",
    ),
    (
        "fr",
        "yaniv",
        "Zoé crie Yaniv avec 5, Malik a aussi 5, Omar 12. Elle se croit sauvée. Qui note quoi ?",
        "Asaf : A 35, B 0 et C 12",
    ),
    # it is good, or not
    ("en", "rami", "4, 5, 6 of hearts. Vi says they're no good. Are they?", "Good run"),
    ("fr", "canasta", "Trois rois et deux 2. Ana dit que c'est interdit", "Bonne combinaison"),
    # who has the trick
    (
        "fr",
        "belote",
        "atout pique, 9 de pique de moi, as de pique de ma mère, dame de pique de papa. ma mère dit que c'est l'as",
        "9♠",
    ),
    (
        "en",
        "aluette",
        "Ace of spades from Bea, 9 of diamonds from Carl, 2 of hearts from me, king of clubs from Fay. Carl wants it.",
        "2♥",
    ),
    ("fr", "bataille-corse", "Ana retourne un valet, Bob un 4. Bob veut le tas, moi je dis Ana", "A ramasse"),
    # what is noted
    (
        "fr",
        "coinche",
        "Atout carreau, pli : valet de carreau, 9 de pique, 10 de carreau, roi de pique. Éric dit 48",
        "34 points",
    ),
    ("en", "belote", "We took, made 95 to their 67, no belote. Rob insists we write 162.", "Gone in"),
    ("fr", "coinche", "On a dit 100 à cœur, on fait 112 sans belote. Fred écrit 112 pour nous.", "Contrat réussi"),
    ("en", "coinche", "We bid 100 hearts, made 104, no belote. Tom writes 210 for us.", "Contract made"),
    ("en", "pique", "We bid 4 and 3 and took 9, no bags. Tom says 72. Right?", "72 points"),
    ("fr", "ascenseur", "j'annonce 3, j'en fais 3, mon cousin écrit 15, c'est bien ça ?", "A : 20"),
    # a number that is told stays told
    ("en", "coinche", "We bid 100 hearts, Tom says 104.", "Contract made"),
    ("en", "skyjo", "Ann closes with 12, Bob says 35.", "Nothing more: 12"),
    ("en", "ascenseur", "I bid 3, Ann says 2, I took 3 and she took 2. Points?", "A: 20 and B: 15"),
)

ASKED_BACK = (
    # a fact that is doubted
    ("fr", "coinche", "Ils ont dit 100 à pique, font 90. Ana dit qu'ils ont la belote. Vrai ?"),
    # whose a card is, which is not who has the trick
    ("en", "tarot", "last trick, I play my excuse, they win with a king. My aunt says the excuse stays mine. Does it?"),
    (
        "en",
        "tarot",
        "I play my excuse, Ann plays the king of hearts, Bob the 9 of hearts. Ann says she gets the excuse.",
    ),
    ("en", "tarot", "I play my excuse, Ann plays the king of hearts, Bob the 9 of hearts. Who keeps the excuse?"),
    ("fr", "tarot", "Je joue l'excuse, Ana le roi de coeur, Bob le 9 de coeur. L'excuse reste à qui ?"),
    ("fr", "tarot", "Je joue l'excuse, Ana le roi de coeur, Bob le 9 de coeur. Qui garde l'excuse ?"),
    (
        "fr",
        "tarot",
        "Je joue l'excuse, Ana le roi de coeur, Bob le 9 de coeur. Ana dit que l'excuse est à elle. Vrai ?",
    ),
)

STAYS = (
    ("en", "belote", "King of hearts led, I have the ace and the 7 of hearts. Bob says he can't follow."),
    ("fr", "belote", "roi de coeur demandé, j'ai l'as et le 7 de coeur. Bob dit qu'il peut pas fournir"),
    ("en", "belote", "King of hearts led, Ann the ace of hearts. Ben says he had the ace."),
    ("fr", "belote", "Roi de coeur de moi, as de coeur de Léa. Ben dit qu'il avait l'as"),
    ("en", "whistiti", "King of hearts led, Bob has the ace and the 7 of hearts, he wants to play the 7."),
    ("fr", "huit-americain", "As de coeur visible. J'ai posé le roi de coeur, je veux le reprendre. Possible ?"),
    ("en", "dame-de-pique", "Clubs led, I have the queen of spades and the 3 of clubs. Ann says hearts are broken."),
    ("fr", "belote", "Roi de pique, as de pique, 9 de pique et 7 de coeur. Tom dit que coeur est atout. qui gagne ?"),
    ("en", "tarot", "Hearts led, I have no hearts but trumps 3 and 5. Ann says she trumped with the 12."),
    ("fr", "dame-de-pique", "j'ai pris la dame de pique, Ana dit que j'ai pris aussi deux coeurs. combien ?"),
    ("en", "ascenseur", "Four cards, bids 1, 1 and I close. Tom says 2."),
    ("fr", "coinche", "On a pris à pique, Léa dit 100, on fait 110 sans belote. combien ?"),
    ("fr", "yaniv", "Ana annonce Yaniv avec 5, Bob compte 14. Qui note quoi ?"),
    ("en", "skyjo", "Ann closes with 12, Bob 15. Cam wrote 19."),
    ("en", "belote", "We took clubs, made 70, they claim 92. Who writes what?"),
    ("fr", "belote", "on a pris, on fait 80, eux 82. Ils disent qu'ils ont pris. combien ?"),
    ("fr", "kems", "Ana a quatre rois, elle crie kems, Bob dit contre-kems. combien ?"),
    ("fr", "coinche", "On a dit 100, fait 96. Luc a contré, je crois"),
)


@pytest.mark.parametrize(("language", "game", "words", "word"), RULED)
def test_an_opinion_about_the_answer_asks_for_it(language: str, game: str, words: str, word: str) -> None:
    assert word_of_verdict(language, game, words) == word


@pytest.mark.parametrize(("language", "game", "words"), ASKED_BACK)
def test_anything_else_is_asked_back(language: str, game: str, words: str) -> None:
    assert word_of_verdict(language, game, words) == ""


@pytest.mark.parametrize(("language", "game", "words"), STAYS)
def test_what_somebody_did_or_has_is_no_opinion(language: str, game: str, words: str) -> None:
    assert without_opinions(words, GAMES[game], language) == words
