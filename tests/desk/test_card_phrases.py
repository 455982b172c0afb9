"""The cards that people name in a sentence, as they type it: how many, of which, and the words that say it."""

import pytest

from referee.cards.packs import FIFTY_TWO, WITH_JOKERS, Pack
from referee.desk.card_phrases.card_phrases import card_phrases
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.search.search_terms import terms_of
from referee.games.canasta.scoring import PACK as TWO_PACKS
from referee.games.tarot.pack import PACK as TAROT
from referee.games.tarot_decale.pack import PACK as SCHOOLS

ONE = FIFTY_TWO


def phrases_in(words: str, language: str, pack: Pack) -> list[str]:
    """Each phrase as "count of codes": "2 of KS KH KD KC"."""
    terms = words_said(words, language)
    return [f"{phrase.count} of {' '.join(phrase.cards)}" for phrase in card_phrases(terms, pack, language)]


CASES = (
    # a rank, a suit, a colour
    ("fr", ONE, "le roi de pique", ["1 of KS"]),
    ("fr", ONE, "l'as ♥", ["1 of AH"]),
    ("fr", ONE, "un roi", ["1 of KS KH KD KC"]),
    ("fr", ONE, "un roi rouge", ["1 of KH KD"]),
    ("fr", TWO_PACKS, "un 3 noir", ["1 of 3S 3C"]),
    ("en", ONE, "the jack of clubs", ["1 of JC"]),
    ("en", ONE, "a red king", ["1 of KH KD"]),
    ("en", ONE, "a seven", ["1 of 7S 7H 7D 7C"]),
    # how many
    ("fr", ONE, "deux rois", ["2 of KS KH KD KC"]),
    ("fr", ONE, "une paire de rois", ["2 of KS KH KD KC"]),
    ("fr", ONE, "deux paires de rois", ["4 of KS KH KD KC"]),
    ("fr", ONE, "les quatre 10", ["4 of 10S 10H 10D 10C"]),
    ("fr", ONE, "un carré d'as", ["4 of AS AH AD AC"]),
    ("fr", ONE, "un brelan de huit", ["3 of 8S 8H 8D 8C"]),
    ("fr", TWO_PACKS, "deux jokers", ["2 of JOKER"]),
    ("fr", TWO_PACKS, "sept rois", ["7 of KS KH KD KC"]),
    ("en", ONE, "a pair of red kings", ["2 of KH KD"]),
    ("en", ONE, "three eights", ["3 of 8S 8H 8D 8C"]),
    # a list
    ("fr", ONE, "l'as, le roi et la dame de cœur", ["1 of AS AH AD AC", "1 of KH", "1 of QH"]),
    ("fr", TWO_PACKS, "7, 8, joker, 10 de cœur", ["1 of 7H", "1 of 8H", "1 of JOKER", "1 of 10H"]),
    ("fr", ONE, "un 7 et un 8", ["1 of 7S 7H 7D 7C", "1 of 8S 8H 8D 8C"]),
    ("fr", ONE, "trois sept et deux huit", ["3 of 7S 7H 7D 7C", "2 of 8S 8H 8D 8C"]),
    ("fr", TWO_PACKS, "deux jokers et un 3 rouge", ["2 of JOKER", "1 of 3H 3D"]),
    ("en", ONE, "my ace, my 8 and my king", ["1 of AS AH AD AC", "1 of 8S 8H 8D 8C", "1 of KS KH KD KC"]),
    # a list, by commas, by words for an order, by signs
    ("fr", ONE, "as de cœur, 8 de cœur, 8 de pique", ["1 of AH", "1 of 8H", "1 of 8S"]),
    ("fr", ONE, "un valet, 9 puis 10", ["1 of JS JH JD JC", "1 of 9S 9H 9D 9C", "1 of 10S 10H 10D 10C"]),
    ("fr", ONE, "par terre 2, 5 et 6", ["1 of 2S 2H 2D 2C", "1 of 5S 5H 5D 5C", "1 of 6S 6H 6D 6C"]),
    ("fr", ONE, "V♠ D♥ 10♣", ["1 of JS", "1 of QH", "1 of 10C"]),
    ("en", ONE, "J♠ Q♥ 10♣ A♦", ["1 of JS", "1 of QH", "1 of 10C", "1 of AD"]),
    ("en", ONE, "a queen then a 4", ["1 of QS QH QD QC", "1 of 4S 4H 4D 4C"]),
    # no pack has so many: two cards
    ("fr", ONE, "roi 7 7", ["1 of KS KH KD KC", "1 of 7S 7H 7D 7C", "1 of 7S 7H 7D 7C"]),
    ("fr", ONE, "9 valet de trèfle", ["1 of 9C", "1 of JC"]),
    # bare numbers in a row are ranks, each apart or three together; a number before one alone counts it
    ("fr", ONE, "4 5 6 de pique", ["1 of 4S", "1 of 5S", "1 of 6S"]),
    ("fr", ONE, "il y a 2, 5 et roi", ["1 of 2S 2H 2D 2C", "1 of 5S 5H 5D 5C", "1 of KS KH KD KC"]),
    ("fr", ONE, "2 8 et 3 9", ["2 of 8S 8H 8D 8C", "3 of 9S 9H 9D 9C"]),
    ("fr", ONE, "on a dit 2, 3 et 4 plis", []),
    ("en", ONE, "2 3 4 J of clubs", ["1 of 2C", "1 of 3C", "1 of 4C", "1 of JC"]),
    # a rank of which something is said
    ("fr", ONE, "un 7 passe sur un 8", ["1 of 7S 7H 7D 7C", "1 of 8S 8H 8D 8C"]),
    # ranks in one suit
    ("fr", ONE, "as, 10 et 7 de trèfle", ["1 of AC", "1 of 10C", "1 of 7C"]),
    ("en", ONE, "king and queen of diamonds", ["1 of KD", "1 of QD"]),
    ("fr", ONE, "un as et un 7 de trèfle", ["1 of AS AH AD AC", "1 of 7C"]),
    # a card named before, in another clause
    ("fr", ONE, "9 de pique, roi de pique : à qui le roi ?", ["1 of 9S", "1 of KS", "0 of KS KH KD KC"]),
    ("fr", ONE, "deux as. lequel des deux as ?", ["2 of AS AH AD AC", "0 of AS AH AD AC"]),
    ("fr", ONE, "roi de pique, roi de cœur : le roi de trèfle ?", ["1 of KS", "1 of KH", "1 of KC"]),
    ("fr", TAROT, "roi de cœur, le petit, le petit prend ?", ["1 of KH", "1 of atout:1", "0 of atout:1"]),
    # slips of the finger
    ("fr", ONE, "le vallet de tréfle", ["1 of JC"]),
    ("fr", WITH_JOKERS, "un jokker", ["1 of JOKER"]),
    ("en", ONE, "the qeen of dimonds", ["1 of QD"]),
    # other words for a card
    ("fr", TAROT, "le 20 d'atout et le petit", ["1 of atout:20", "1 of atout:1"]),
    ("en", TAROT, "trump 20 and the fool", ["1 of atout:20", "1 of excuse"]),
    ("en", SCHOOLS, "a green teacher", ["1 of vert:prof"]),
    # the suits of Italian and Spanish packs
    ("fr", ONE, "3 de deniers, roi de bâton, as d'épée", ["1 of 3D", "1 of KC", "1 of AS"]),
    ("en", ONE, "the 3 of coins, the ace of cups, the king of swords", ["1 of 3D", "1 of AH", "1 of KS"]),
    ("fr", ONE, "trois deniers", ["3 of 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD"]),
    ("fr", ONE, "mon as coupé", ["1 of AS AH AD AC"]),
    # how many of a suit there are, and a plural that says no number
    ("fr", ONE, "quatre cœurs", ["4 of 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"]),
    ("en", ONE, "five hearts", ["5 of 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"]),
    ("fr", ONE, "le 4 cœur", ["1 of 4H"]),
    ("en", ONE, "two of them are clubs", []),
    ("fr", ONE, "le contrat des dames", []),
    # a number that is no rank, a count of something else
    ("fr", ONE, "un 7 combien", ["1 of 7S 7H 7D 7C"]),
    ("fr", ONE, "à quatre, une dame", ["1 of QS QH QD QC"]),
    ("fr", ONE, "on joue à 4", []),
    ("fr", ONE, "dix points", []),
    ("fr", ONE, "deux donnes sans roi", ["1 of KS KH KD KC"]),
    ("en", ONE, "10 points for two aces", ["2 of AS AH AD AC"]),
    ("fr", ONE, "une paire", []),
    # cards of another pack, and suits alone
    ("fr", ONE, "un joker", []),
    ("fr", WITH_JOKERS, "un joker", ["1 of JOKER"]),
    ("fr", ONE, "du cœur", []),
)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_cards_are_read_as_people_name_them(language: str) -> None:
    cases = [case for case in CASES if case[0] == language]
    assert len(cases) > 6
    assert {words: phrases_in(words, of, pack) for of, pack, words, _ in cases} == {
        words: phrases for _, _, words, phrases in cases
    }


def test_a_count_is_understood_only_where_there_are_so_many_cards() -> None:
    for words, pack, understood in (
        ("cinq rois", ONE, ["rois"]),
        ("cinq rois", TWO_PACKS, ["rois", "cinq"]),
        ("deux as de pique", ONE, ["as", "de", "pique"]),
        ("deux as de pique", TWO_PACKS, ["as", "de", "pique", "deux"]),
    ):
        terms = terms_of(words, "fr", meanings=False)
        (phrase,) = card_phrases(terms, pack, "fr")
        assert [terms[at].word for at in phrase.words] == understood


def test_each_choice_of_cards_is_one_that_the_pack_has() -> None:
    (rois,) = card_phrases(terms_of("deux rois rouges", "fr", meanings=False), TWO_PACKS, "fr")
    assert rois.ways == (("KH", "KH"), ("KH", "KD"), ("KD", "KD"))
    (one_pack,) = card_phrases(terms_of("deux rois rouges", "fr", meanings=False), ONE, "fr")
    assert one_pack.ways == (("KH", "KD"),)
