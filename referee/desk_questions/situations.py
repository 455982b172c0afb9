"""Questions of the desk that only need to know what happened: one tap tells it, a table says what is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.choices import Choice
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Tone, Word
from referee.words import Text, say

HAPPENED = say("Ce qui s'est passé")


@dataclass(frozen=True, slots=True)
class Situation:
    """Something that may have happened at the table, and what is done about it.

    ``ruling`` is the answer, an id; ``word`` says it across the table.
    """

    id: str
    label: Text
    ruling: str
    word: Text
    articles: tuple[str, ...]
    because: tuple[Text, ...]
    tone: Tone = "plain"


def situation_question(id: str, label: Text, *situations: Situation) -> DeskQuestion:
    """The question what is done in one of these situations."""
    by_id = {situation.id: situation for situation in situations}

    def rule(case: Case) -> Ruling:
        found = by_id[case.facts["case"]]
        return Ruling({"ruling": found.ruling}, found.articles, found.because)

    def word(case: Case, answer: Mapping[str, Any]) -> Word:
        found = by_id[case.facts["case"]]
        return Word(found.word, found.tone)

    choices = tuple((situation.id, situation.label) for situation in situations)
    articles = tuple(dict.fromkeys(article for situation in situations for article in situation.articles))
    return DeskQuestion(id, label, (Choice("case", HAPPENED, choices),), rule, articles, word=word)
