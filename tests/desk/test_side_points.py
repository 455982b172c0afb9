"""The points of a deal that a sentence says: a table of sentences, each with the points of the taker and the others."""

from referee.desk.query_facts.facts_in_query import facts_in_query
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.questions import desk_questions
from referee.games.registry import GAMES

PEOPLE = ("A", "B", "C", "D")

SAID = (
    ("fr", "belote", "le preneur a 88 et la défense 74", (88, 74)),
    ("fr", "belote", "la défense a 74", (88, 74)),
    ("fr", "belote", "on a pris et on finit à 70 contre 92", (70, 92)),
    ("fr", "belote", "ils ont pris et on finit à 92", (70, 92)),
    ("fr", "belote", "81 à 81", (81, 81)),
    ("fr", "coinche", "contrat 110 et on a fait 104", (104, 58)),
    ("fr", "coinche", "contrat 90 et on a fait 110", (110, 52)),
    ("fr", "coinche", "ils ont annoncé 90 et on a fait 75", (87, 75)),
    ("en", "coinche", "contract 80, we took 85 points", (85, 77)),
    ("en", "coinche", "opponents doubled our 90 and we got 95", (95, 67)),
    ("en", "belote", "the taker has 100 and the defence 62", (100, 62)),
    # the number before its side, what counts beside it, and who has that
    ("fr", "belote", "on a pris, 78 nous, 84 eux, pas de belote", (78, 84)),
    ("fr", "belote", "ils ont pris, 60 pour eux 102 pour nous", (60, 102)),
    ("fr", "belote", "on prend, on fait 75 eux 87 mais on a la belote", (75, 87)),
    ("fr", "belote", "c'est nous qui avons pris : 70 avec le dix de der, 92 pour eux", (70, 92)),
    ("en", "coinche", "their 90 in spades got doubled, 95 against our 67, no belote", (95, 67)),
    ("fr", "coinche", "110 pique chez nous, on fait 125, eux 37, sans belote ni coinche", (125, 37)),
    # in doubt: whose it is, another total, a partner who took, what counts beside
    ("fr", "belote", "92 à 70", None),
    ("fr", "belote", "on a 92", None),
    ("fr", "belote", "le preneur a 88 et la défense 70", None),
    ("fr", "belote", "il a pris et on a fait 92", None),
    ("fr", "belote", "le preneur a 78 avec la belote", None),
    ("fr", "belote", "on a pris, 88 belote comprise", None),
    ("fr", "belote", "88 nous, 74 eux, pas de belote", None),
    ("fr", "coinche", "contrat 100, eux 62", None),
    ("fr", "belote", "on a pris, 82 nous, 90 eux", None),
    ("fr", "belote", "on a pris, 90 à 72, eux une tierce", None),
    ("en", "belote", "he took and we made 92", None),
)


def read(language: str, game: str, words: str) -> tuple[int, int] | None:
    question = desk_questions(GAMES[game])["settle"]
    rules, _ = GAMES[game].house_rules({}, PEOPLE)
    fields = question.fields(GAMES[game], PEOPLE, rules)
    ways = facts_in_query(fields, (), words_said(words, language), language, PEOPLE).ways
    points = ways[0].get("points") if ways else None
    return None if points is None else (points["A & C"], points["B & D"])


def test_the_points_of_a_deal_are_those_of_the_side_that_has_them() -> None:
    wrong = [(words, read(language, game, words)) for language, game, words, points in SAID
             if read(language, game, words) != points]  # fmt: skip
    assert wrong == []
