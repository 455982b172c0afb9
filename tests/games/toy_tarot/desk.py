"""Which card is the strongest, in packs of three sizes."""

from collections.abc import Mapping
from typing import Any

from referee.answers.cards import Cards
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word
from referee.words import names, say

from .pack import BY_CODE, PACKS


def strongest(case: Case) -> Ruling:
    best = max(case.facts["cards"], key=lambda card: card.strength)
    why = say("La plus forte est %(card)s.", card=best)
    return Ruling({"card": best.code}, ("toy-tarot.hands",), (why,))


def word(case: Case, answer: Mapping[str, Any]) -> Word:
    return Word(names([BY_CODE[answer["card"]]]))


QUESTIONS = tuple(
    DeskQuestion(
        f"strongest-of-{size}", say("Quelle est la plus forte ?"), (Cards("cards", say("Cartes"), pack),), strongest,
        ("toy-tarot.hands",), pack, word=word,
    )
    for size, pack in PACKS.items()
)  # fmt: skip
