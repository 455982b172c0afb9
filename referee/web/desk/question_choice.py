"""How much points to each question of the desk that the words of a search may ask.

The articles found, the phrases with which it is asked, the facts that the words say, and the words left over: each
has its weight, measured on some hundreds of sentences with the question that each asks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.desk.article_excerpt import ArticleExcerpt
from referee.desk.articles import Article
from referee.desk.phrases_asked import phrases_asked
from referee.desk.query_words.result_asked import asks_a_worth
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary
from referee.desk_questions.desk_question import DeskQuestion
from referee.web.answers.inputs.card_inputs import PlaysInput
from referee.web.desk.question_page import QuestionPage
from referee.web.desk.readings import Reading, first_way
from referee.web.desk.rule_at_once import few_choices, has_answer
from referee.words import Text

FIRST = 3
"""The articles found that point to questions."""

ASKS, LABEL, ASKED = 4.0, 3.0, 1.5
"""How much points to a question: a dispute that names it, the words of its label ("peut-on"), that it is itself what is
asked."""

PHRASE, FURTHER_PHRASE = 5.0, 2.5
"""The weight of the phrase with which it is asked that says most, and of the next one."""

MOST_OF_PHRASE, MOST_OF_FURTHER = 2.5, 2.0
"""The most of what these say that counts."""

ALONE = 6.0
"""How much phrases must point to a question to which neither an article nor a fact does."""

TOLD = 8.0
"""How much the case points to a question that phrases of its own tell."""

AT_FAULT = 12.0
"""How much points to the question what a mistake costs, which a play tells that is itself a question: more than to this
one."""

FACT, MOST_FACTS = 2.0, 3
"""The weight of a fact that is said, and how many count."""

TRICK, IN_ORDER = 3, 2.5
"""The least number of cards that are taken for a trick where they are listed, and how much they point to it."""

LEFT, MOST_LEFT = 0.4, 8
"""How much a word that is left over points away from a question, and how many count."""

UNDERSTOOD = 4.0
"""How much points to a question that is asked, or of which all is said, if no word is left over."""

OTHER_KIND = 0.9
"""How much points away from a question on a worth that none is asked, and that it is asked who takes."""


@dataclass(frozen=True, slots=True)
class FoundArticle:
    """An article that matches the words of a search, with its excerpt for them."""

    law: Article
    answer: ArticleExcerpt


def points_of(reading: Reading, articles: Sequence[FoundArticle], all_terms: Sequence[Term]) -> float:
    """How much points to a question; 0 where it is none that the words can ask.

    ``all_terms``: the words as they are said, with those that have no sense of cards.
    """
    page, terms, language = reading.page, reading.terms, reading.language
    question, first = page.form.question, first_way(reading.facts)
    from_articles = _points_of_articles(question, articles)
    from_phrases = _points_of_phrases(page, all_terms, language)
    label = _label_share(question, terms, language)
    cards_are_enough = first and (label == 1 or from_phrases or _can_be_asked(reading, first))
    if not (from_articles or from_phrases >= ALONE or cards_are_enough or reading.facts.phrase_words):
        return 0.0
    asked = reading.is_asked_in_words
    points = from_articles + from_phrases + LABEL * label + FACT * min(len(first), MOST_FACTS)
    points += ASKED if asked else 0.0
    points += TOLD if reading.facts.phrase_words and question.wording.any_cards else 0.0
    points += AT_FAULT if reading.tells_play_at_fault else 0.0
    points += IN_ORDER if _is_trick(page, first) else 0.0
    points += UNDERSTOOD if first and not reading.words_left and (asked or _is_complete(page, first)) else 0.0
    points -= LEFT * min(len(reading.words_left), MOST_LEFT) + OTHER_KIND * _kinds_apart(question, terms, language)
    return max(points, 0.0)


def _can_be_asked(reading: Reading, first: Mapping[str, Any]) -> bool:
    """Whether cards are enough to ask a question of: it is asked, they lie one on another, or it takes no more."""
    if reading.page.form.question.pack is None:
        return False
    onto = load_vocabulary(reading.language).onto
    on_another = any(term.word in onto for term in reading.terms)
    return reading.is_asked_in_words or on_another or _is_complete(reading.page, first)


def _is_complete(page: QuestionPage, first: Mapping[str, Any]) -> bool:
    """Whether all that a question takes is said, but for a few choices."""
    return all(has_answer(bound, first) or [*few_choices(bound.spec)] for bound in page.form.offered_inputs())


def _points_of_articles(question: DeskQuestion, articles: Sequence[FoundArticle]) -> float:
    """How much the articles found point to a question; 0 if none is one that decides it."""
    points = 0.0
    for place, article in enumerate(articles[:FIRST]):
        if article.law.id in question.articles:
            points += (FIRST - place) * (2 if article.law.id in question.articles[:2] else 1)
        if article.answer.asks == question.id:
            points += ASKS / (place + 1)
    return points


def _points_of_phrases(page: QuestionPage, all_terms: Sequence[Term], language: str) -> float:
    """How much the phrases with which a question is asked point to it, with them those of what else it tells."""
    phrases = _phrases_said(page, page.form.question.wording.asked, all_terms, language)
    if not phrases:
        return 0.0
    further = FURTHER_PHRASE * min(phrases[1], MOST_OF_FURTHER) if len(phrases) > 1 else 0.0
    told = _phrases_said(page, page.form.question.wording.also_told, all_terms, language)
    return PHRASE * min(phrases[0], MOST_OF_PHRASE) + max(
        further, PHRASE * min(told[0], MOST_OF_PHRASE) if told else 0.0
    )


def _phrases_said(page: QuestionPage, phrases: Text | None, all_terms: Sequence[Term], language: str) -> list[float]:
    return phrases_asked(phrases, all_terms, page.game.id, language) if phrases else []


def _is_trick(page: QuestionPage, first: Mapping[str, Any]) -> bool:
    """Whether a question takes several cards in order: those of a trick."""
    return any(
        isinstance(bound, PlaysInput) and len(first.get(bound.spec.key, ())) >= TRICK
        for bound in page.form.offered_inputs()
    )


def _kinds_apart(question: DeskQuestion, terms: Sequence[Term], language: str) -> int:
    """In how many ways a question of cards is of another kind: on a worth, or not on who takes."""
    if question.pack is None:
        return 0
    label = label_terms(question.label, language)
    worth = question.wording.also_told is None and asks_a_worth(label, language) != asks_a_worth(terms, language)
    return worth + _asks_otherwise(label, terms, language)


def _asks_otherwise(label: Sequence[Term], terms: Sequence[Term], language: str) -> bool:
    """Whether it is asked who takes ("qui prend"), and the label of a question does not ask that."""
    vocabulary = load_vocabulary(language)
    asking = {term.stem for term in terms if term.small and term.word in vocabulary.asking}
    stems, of_label = {term.stem for term in terms}, {term.stem for term in label}
    lines = [line for line in vocabulary.same_question if line & asking and len(line & stems) > 1]
    return any(not line & of_label for line in lines)


def _label_share(question: DeskQuestion, terms: Collection[Term], language: str) -> float:
    """The share of the words of a question's label that are said, in these or in other words for the same question."""
    vocabulary = load_vocabulary(language)
    label = label_terms(question.label, language)
    asked = {term.stem for term in label if not term.small or term.word in vocabulary.asking}
    stems = {term.stem for term in terms}
    met = {stem for stem in asked if stem in stems}
    for line in vocabulary.same_question:  # each word stands for one of the label
        others = sorted(line & asked - met)
        met |= {*others[: len((line & stems) - met)]}
    return len(met) / len(asked)
