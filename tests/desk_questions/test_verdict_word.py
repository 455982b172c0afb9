"""The one word of a verdict: short, in both languages, and never against the answer."""

from typing import Any

import pytest

from referee.desk.questions import examples
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk.asking import because, verdict_of

LONGEST = 44
"""Letters that still stand large on a small phone, in three lines: the points of four players."""

WORDS = [
    # game, question, facts, the word in French, its tone
    ("whistiti", "legal-cards", {"trump": "H", "plays": ["9S"], "hand": ["2S", "AH"], "card": "AH"}, "Interdit", "no"),
    ("whistiti", "legal-cards", {"trump": "H", "plays": ["9S"], "hand": ["2S", "AH"], "card": "2S"}, "Permis", "yes"),
    ("whistiti", "legal-cards", {"trump": "H", "plays": ["9S"], "hand": ["2S", "3S", "AH"]}, "2♠ ou 3♠", "plain"),
    ("whistiti", "legal-cards", {"trump": "H", "plays": [], "hand": ["2S", "AH"]}, "Tout est permis", "yes"),
    (
        "whistiti", "legal-cards", {"trump": "H", "plays": ["9S"], "hand": ["2S", "3S", "4S", "5S", "AH"]},
        "4 cartes sur 5", "plain",
    ),
    ("whistiti", "trick-winner", {"trump": "H", "plays": ["9S", "KS"]}, "R♠", "plain"),
    (
        "whistiti", "trick-winner",
        {"trump": "H", "plays": [{"player": "Ana", "card": "9S"}, {"player": "Bob", "card": "KS"}]}, "Bob", "plain",
    ),
    ("aluette", "trick-winner", {"plays": ["AS", "AH"]}, "Égalité", "plain"),
    ("tarot-decale", "trick-winner", {"plays": ["excuse"]}, "Personne", "plain"),
    ("tarot-decale", "card-points", {"cards": ["excuse"]}, "5 points", "plain"),
    ("ascenseur", "forbidden-bid", {"cards": 3, "bids": [1, 1]}, "Pas 1", "no"),
    ("ascenseur", "forbidden-bid", {"cards": 1, "bids": [1, 1]}, "Rien d’interdit", "yes"),
    (
        "bataille-corse", "pile", {"players": ["A", "B"], "flips": [{"player": "A", "card": "QS"}]},
        "B doit 2 cartes", "plain",
    ),
    (
        "huit-americain", "effect", {"cards": ["7S"], "players": ["A", "B"], "player": "A", "direction": 1},
        "A rejoue", "plain",
    ),
    ("famille-trefles", "actions", {"actions": ["pioche", "pioche"]}, "Pas la dernière", "no"),
    ("whistiti", "penalty", {"offence": "revoke"}, "On répare, ou on rejoue", "plain"),
    ("president", "penalty", {"offence": "illegal-card"}, "On la reprend, ou elle reste", "plain"),
    ("president", "exchange", {"vice_trou": ["3S", "KH"], "vice_president": ["4S"]}, "R♥", "plain"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "question", "facts", "word", "tone"), WORDS)
def test_the_word_says_the_answer(game: str, question: str, facts: dict[str, Any], word: str, tone: str) -> None:
    verdict = verdict_of(game, question, facts)
    assert (verdict.word.text.render("fr"), verdict.word.tone) == (word, tone)


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_has_a_short_word_in_both_languages(game: str) -> None:
    for example in examples(game):
        verdict = verdict_of(game, example["question"], example["facts"], example.get("options"))
        for language in LANGUAGES:
            word = verdict.word.text.render(language)
            assert 0 < len(word) <= LONGEST, word


@pytest.mark.parametrize("game", GAMES)
def test_a_yes_is_never_said_where_something_is_refused(game: str) -> None:
    for example in examples(game):
        verdict = verdict_of(game, example["question"], example["facts"], example.get("options"))
        allowed = verdict.answer.get("allowed", verdict.answer.get("valid"))
        if allowed is not None:
            assert verdict.word.tone == ("yes" if allowed else "no")


def test_a_card_that_could_not_be_played_never_replays_the_deal() -> None:
    for game in ("president", "huit-americain", "triolet"):
        why = because(game, "penalty", {"offence": "illegal-card"}).replace("\u202f", " ")
        assert why == "Carte injouable : on la reprend tant que personne n’a joué après ; sinon, elle reste."
