"""Desk questions whose only fact is the situation: a table maps each situation to its ruling."""

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
    """A situation at the table with its ruling: an id (``ruling``), a word, articles and reasons."""

    id: str
    label: Text
    ruling: str
    word: Text
    articles: tuple[str, ...]
    because: tuple[Text, ...]
    tone: Tone = "plain"


def situation_question(id: str, label: Text, *situations: Situation, asked: Text | None = None) -> DeskQuestion:
    """The question that rules on one of these situations; ``asked``: what people say who ask it."""
    by_id = {situation.id: situation for situation in situations}

    def rule(case: Case) -> Ruling:
        situation = by_id[case.facts["case"]]
        return Ruling({"ruling": situation.ruling}, situation.articles, situation.because)

    def word(case: Case, answer: Mapping[str, Any]) -> Word:
        situation = by_id[case.facts["case"]]
        return Word(situation.word, situation.tone)

    choices = tuple((situation.id, situation.label) for situation in situations)
    articles = tuple(dict.fromkeys(article for situation in situations for article in situation.articles))
    return DeskQuestion(id, label, (Choice("case", HAPPENED, choices),), rule, articles, word=word, asked=asked)
