"""The cards that people name in a sentence, as they type it: how many, of which, and the words that say it."""

import pytest

from referee.cards.packs import FIFTY_TWO, WITH_JOKERS, Pack
from referee.desk.query_facts.card_phrases import card_phrases
from referee.desk.search_words import terms
from referee.games.canasta.scoring import PACK as TWO_PACKS

ONE = FIFTY_TWO


def phrases_in(words: str, language: str, pack: Pack) -> list[str]:
    """Each phrase as "count of codes": "2 of KS KH KD KC"."""
    said = terms(words, language, meanings=False)
    return [f"{phrase.count} of {' '.join(phrase.cards)}" for phrase in card_phrases(said, pack, language)]


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
    ("fr", ONE, "l'as, le roi et la dame de cœur", ["1 of AS AH AD AC", "1 of KS KH KD KC", "1 of QH"]),
    ("fr", ONE, "un 7 et un 8", ["1 of 7S 7H 7D 7C", "1 of 8S 8H 8D 8C"]),
    ("fr", ONE, "trois sept et deux huit", ["3 of 7S 7H 7D 7C", "2 of 8S 8H 8D 8C"]),
    ("fr", TWO_PACKS, "deux jokers et un 3 rouge", ["2 of JOKER", "1 of 3H 3D"]),
    ("en", ONE, "my ace, my 8 and my king", ["1 of AS AH AD AC", "1 of 8S 8H 8D 8C", "1 of KS KH KD KC"]),
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
        said = terms(words, "fr", meanings=False)
        (phrase,) = card_phrases(said, pack, "fr")
        assert [said[at].word for at in phrase.words] == understood


def test_each_choice_of_cards_is_one_that_the_pack_has() -> None:
    (rois,) = card_phrases(terms("deux rois rouges", "fr", meanings=False), TWO_PACKS, "fr")
    assert rois.ways == (("KH", "KH"), ("KH", "KD"), ("KD", "KD"))
    (one_pack,) = card_phrases(terms("deux rois rouges", "fr", meanings=False), ONE, "fr")
    assert one_pack.ways == (("KH", "KD"),)
