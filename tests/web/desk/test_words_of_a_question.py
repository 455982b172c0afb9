"""What a question passes over, counts that are told beside cards, and cards that are named again: each with its likes.

A row is what is said and the verdict, "" where it is asked back.
"""

import pytest

from tests.web.desk.test_told_in_prose import ruled

KINDS = {
    "cribbage: the count that is told": (
        ("en", "cribbage", "the count's 23 and I've a 9, can I play it?", "Not allowed"),
        ("fr", "cribbage", "le compte est à 26, je peux poser mon 6 ?", "Interdit"),
        ("en", "cribbage", "we're at 25, can I lay a 7?", "Not allowed"),
        ("en", "cribbage", "total is 30, can I play an ace?", ""),  # it may be a pair
        ("fr", "cribbage", "le compte est à 24, je pose un 7, je marque combien ?", ""),
        ("en", "cribbage", "can I play my 8?", ""),
        ("en", "cribbage", "4, 5, and I lay a 6, count's 15. What do I peg?", "5 points"),
        ("fr", "cribbage", "7, 8, 9, compte à 24, je marque combien pour le 9 ?", "3 points"),
        ("fr", "cribbage", "7, 8, 9, compte à 23, je marque combien pour le 9 ?", ""),
        ("en", "cribbage", "the count's 9, then 4, 5, and I lay 6. What do I peg?", ""),  # before these cards
    ),
    "cribbage: what is played and by whom": (
        ("en", "cribbage", "4 then 6 then i lay 5 do i get 3", "5 points"),
        ("en", "cribbage", "10, 5, 10 and then another 5. what do i peg", "0 points"),
        ("fr", "cribbage", "il pose 7, je pose 8, il pose 9, il marque ?", "3 points"),
        ("en", "cribbage", "8, my 8 on it, then her 8. What's she get", "6 points"),
        ("en", "cribbage", "he played 10, I played 5, what does he get", ""),
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
        ("en", "cribbage", "the crib hand is 4 5 6 7 of hearts, starter 2 of clubs. worth?", ""),
        ("en", "cribbage", "4 5 6 7 of hearts, starter 2 of clubs. Total?", ""),
    ),
}  # fmt: skip

ROWS = [pytest.param(*row, id=f"{kind}: {row[2]}") for kind, rows in KINDS.items() for row in rows]


@pytest.mark.parametrize(("language", "game", "words", "word"), ROWS)
def test_a_sentence_is_ruled_on_or_asked_back(language: str, game: str, words: str, word: str) -> None:
    assert ruled(language, game, words) == word
