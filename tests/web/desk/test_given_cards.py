"""What one player gives in the exchange: told by his title, or by the one to whom he gives.

A row is what is said and the cards, "" where it is asked back.
"""

import pytest

from tests.web.desk.sentences import word_of_verdict

GIVEN = {
    "by the title": (
        ("fr", "Moi président, ma main : 3 3 4 6 7 8 9 V D R A 2 2. Je rends lesquelles au dernier ?", "3 et 3"),
        ("fr", "je suis vice-président, j'ai 3, 4, roi, as, je donne quoi ?", "3"),
        ("fr", "je suis vice trou du cul, j'ai 2, as, roi, je donne quoi ?", "2"),
        ("en", "I'm the vice bottom with a 2, an ace and a king. What do I hand over?", "2"),
        ("en", "Came last, so I'm Trou'Duc. Hand: joker, 2, A, K, J, 10, 9, 7. What must I hand over?", "joker and 2"),
        ("fr", "je suis neutre avec un 2, un as et un roi, je donne quoi", ""),
    ),
    "by the one to whom he gives": (
        ("fr", "jsuis trouduc, ma main : joker 2 as as dame 9 7 7. je file quoi au président", "joker et 2"),
        ("en", "the scum has 2 2 A K J 9, what does he give to the president?", "2 and 2"),
        ("fr", "trou du cul, j'ai 2, 2, as, roi. Je reçois quoi du président ?", ""),
        ("fr", "mes cartes vont chez le président : j'ai 2, as, roi, 5 et 4", ""),
        ("fr", "je suis vice trou du cul, j'ai 2, as, roi, je donne quoi au président", ""),
    ),
    "what is received hangs on the other's hand": (
        ("en", "I'm scum with 2, 2, A and K, what do I get?", ""),
        ("fr", "Je suis trouduc avec 2, 2, as, je reçois quoi ?", ""),
        ("fr", "Le trouduc a un joker et deux as, que reçoit-il ?", ""),
        ("fr", "Je suis trouduc avec 2, 2, as, on me rend quoi ?", ""),
    ),
    "cards that are left unnamed": (
        ("fr", "le trouduc a joker, deux as, un roi et que des petites sinon, il file quoi au président", "joker et A"),
        ("fr", "je suis président, j'ai roi, as, 2 et que des petites, je donne quoi", ""),
        ("en", "I'm scum with a joker, two 2s, an ace and some low ones. What do I hand over?", "joker and 2"),
        ("en", "I'm president with a joker, two 2s, an ace and some low ones. What do I give back?", ""),
    ),
    "a number before a rank that has no plural of its own": (
        ("fr", "je suis trou du cul avec 2 as as roi, je donne quoi", ""),
        ("fr", "je suis trou du cul avec 2 as, un roi et un 9, je donne quoi", "A et A"),
        ("en", "what do I give as scum with 2 A A K", ""),
    ),
    "both hands": (
        ("fr", "le trou du cul a 2 2 roi 9 8 et le président 3 4 4 as 2, qui donne quoi ?", "2 et 2"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "words", "cards"),
    [pytest.param(*row, id=f"{kind}: {row[1]}") for kind, rows in GIVEN.items() for row in rows],
)
def test_the_cards_that_one_gives(language: str, words: str, cards: str) -> None:
    assert word_of_verdict(language, "president", words) == cards
