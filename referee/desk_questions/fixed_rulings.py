"""Desk questions whose only fact is the situation: a table maps each situation to its ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.answers.choices import Choice
from referee.desk_questions.asked_phrases import HOW_TO_GO_ON, OWN_RULE
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Tone, Word
from referee.desk_questions.wording import ToldWays, Wording
from referee.words import Text, say

HAPPENED = say("Ce qui s'est passé")


@dataclass(frozen=True, slots=True)
class Situation:
    """A situation at the table with its ruling: an id (``ruling``), a word, articles and reasons.

    ``phrases``: the ways to tell it, each as lists of phrases.
    """

    id: str
    label: Text
    ruling: str
    word: Text
    articles: tuple[str, ...]
    because: tuple[Text, ...]
    tone: Tone = "plain"
    phrases: tuple[tuple[Text, ...], ...] = ()


def situation_question(
    id: str,
    label: Text,
    *situations: Situation,
    question_phrases: Text | None = None,
    passed_over: Text | None = None,
    untold: ToldWays = (),
    doubtful: tuple[Text, ...] = (),
) -> DeskQuestion:
    """The question that rules on one of these situations.

    ``question_phrases``: what people say who ask it; ``passed_over``: words that decide nothing here, as cards and
    numbers do not; ``untold``: the ways to tell that none of these is so; ``doubtful``: what asks or tells something
    else.
    """
    by_id = {situation.id: situation for situation in situations}

    def rule(case: Case) -> Ruling:
        situation = by_id[case.facts["case"]]
        return Ruling({"ruling": situation.ruling}, situation.articles, situation.because)

    def word(case: Case, answer: Mapping[str, Any]) -> Word:
        situation = by_id[case.facts["case"]]
        return Word(situation.word, situation.tone)

    choices = tuple((situation.id, situation.label) for situation in situations)
    articles = tuple(dict.fromkeys(article for situation in situations for article in situation.articles))
    told = {**{situation.id: situation.phrases for situation in situations}, "": untold}
    return DeskQuestion(
        id,
        label,
        (Choice("case", HAPPENED, choices),),
        rule,
        articles,
        word=word,
        wording=Wording(
            asked=question_phrases,
            passed_over=passed_over,
            going_on=HOW_TO_GO_ON,
            doubtful=(OWN_RULE, *doubtful),
            told_facts={"case": told},
            any_cards=True,
        ),
    )
