"""The words that make doubtful what one question understood of a sentence, or that ask something else of its facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.cards import CardGroups, Cards, OneCard
from referee.answers.choices import Choice, YesNo
from referee.answers.numbers import Number, Numbers
from referee.answers.players import OnePlayer
from referee.desk.phrases_asked import places_of_phrases
from referee.desk.query_cards.sentence_cards import card_fields
from referee.desk.query_doubts.doubts import doubts_said, turned_round
from referee.desk.query_doubts.unknown_cards import unknown_cards
from referee.desk.query_doubts.worth_of_another import results_of_another, worth_of_another
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_facts.whose_result import of_another
from referee.desk.query_words.leftover_words import other_deeds_asked
from referee.desk.query_words.phrases import clause_of, items
from referee.desk.query_words.result_asked import MODAL, asks_a_worth, asks_what_may_be_done
from referee.desk.query_words.sentence_terms import STOP, capitalized
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary
from referee.desk_questions.desk_question import DeskQuestion
from referee.words.folding import folded

ADVERBS = ("ly", "ment")
"""How the words end that only say in which way something is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionSentence:
    """A sentence as one question understands it.

    ``fields``: those of its facts that are asked at this table; ``named``: whether the players have names.
    ``all_terms``: the words as they are said; ``terms``: those without a sense of cards as small. ``asking``: the
    indexes of the words that ask the question; ``spoken``: those of all its phrases; ``passed_over``: those that decide
    nothing in it.
    """

    question: DeskQuestion
    fields: Sequence[Field]
    named: bool
    facts: SaidFacts
    all_terms: Sequence[Term]
    terms: Sequence[Term]
    text: str
    language: str
    asking: frozenset[int]
    spoken: frozenset[int]
    passed_over: frozenset[int]
    tells_play_at_fault: bool


def doubts_of_question(sentence: QuestionSentence) -> list[str]:
    """The words of all doubts, as they are asked back."""
    question, terms, language = sentence.question, sentence.terms, sentence.language
    used = sentence.facts.used
    passed_over = sentence.passed_over | sentence.facts.phrase_words
    doubts = doubts_said(sentence.fields, terms, used, language, passed_over)
    others = of_another(sentence.fields, terms, used, sentence.text, language)
    doubts += [terms[at].word for at in sorted(others - passed_over)]
    doubts += other_deeds_asked(question, terms, language)
    doubts += _times_told(sentence)
    doubts += _what_may_be_done(sentence)
    doubts += _other_phrases(sentence)
    doubts += _unknown_deeds(sentence)
    doubts += _no_worth_asked(sentence)
    doubts += _only_worth_asked(sentence)
    if card_fields(sentence.fields):
        plays = not all(isinstance(field, Cards) for field in question.facts)
        doubts += unknown_cards(sentence.all_terms, terms, used, language, of_players=plays)
    return doubts + _worth_of_another(sentence) + _turned_round(sentence)


def _turned_round(sentence: QuestionSentence) -> list[str]:
    """The words that make another case of what is told, but for the phrases that decide nothing in this question."""
    wording = sentence.question.wording
    phrases = wording.passed_over
    passed_over = [] if phrases is None else folded(phrases.render(sentence.language)).split(" / ")
    of_cards = sentence.tells_play_at_fault or not wording.any_cards
    turned = turned_round(sentence.text, sentence.language, of_cards=of_cards)
    return [words for words in turned if words not in passed_over]


def _other_phrases(sentence: QuestionSentence) -> list[str]:
    """The phrases that ask something else of the same facts, or that these contradict."""
    wording, all_terms = sentence.question.wording, sentence.all_terms
    denied = [claim.words for claim in wording.claims if not all(claim.holds(way) for way in sentence.facts.ways)]
    places = [
        {*place}
        for text in (*denied, *wording.doubtful)
        for place in places_of_phrases(text, all_terms, sentence.language)
    ]
    whole = [place for place in places if not any(place < other for other in places)]
    return [" ".join(all_terms[at].word for at in sorted(place)) for place in whole]


def _times_told(sentence: QuestionSentence) -> list[str]:
    """The words for a time that no phrase takes in with which a mishap is told: it may decide the case."""
    phrase_words, all_terms = sentence.facts.phrase_words, sentence.all_terms
    if not phrase_words or sentence.question.wording.timeless:
        return []
    times, accounted = load_sentence_words(sentence.language).times, phrase_words | sentence.spoken
    unaccounted = [at for at, term in enumerate(all_terms) if term.word in times and at not in accounted]
    return [
        all_terms[at].word
        for at in unaccounted
        if not (_is_of_nobody(at, all_terms, sentence.language) or _is_before_a_card(at, all_terms, sentence.language))
    ]


def _is_before_a_card(at: int, all_terms: Sequence[Term], language: str) -> bool:
    """Whether a word for a time says on which card it was: "pioché 3 cartes après le joker"."""
    vocabulary = load_vocabulary(language)
    small = vocabulary.definite | vocabulary.single | load_sentence_words(language).owners
    after = next((term for term in all_terms[at + 1 :] if term.word not in small), STOP)
    return after.stem in vocabulary.cards


def _is_of_nobody(at: int, all_terms: Sequence[Term], language: str) -> bool:
    """Whether nobody did anything then: "personne n'a rejoué depuis"."""
    nobody = load_sentence_words(language).nobody
    return any(all_terms[other].word in nobody for other in clause_of(at, all_terms))


def _what_may_be_done(sentence: QuestionSentence) -> list[str]:
    """The words that ask whether what phrases tell may be done: "puis-je regarder mes cartes ?" did not happen."""
    question, phrase_words, all_terms, language = (
        sentence.question,
        sentence.facts.phrase_words,
        sentence.all_terms,
        sentence.language,
    )
    if not question.wording.any_cards or asks_what_may_be_done(question.wording, sentence.terms, language):
        return []
    may = load_vocabulary(language).may
    choices = [label for field in question.facts for _, label in getattr(field, "choices", ())]
    labels = [question.label, *choices]
    if any(term.word in may for label in labels for term in label_terms(label, language)):
        return []
    asked = [at for at, term in enumerate(all_terms) if term.word in may and at not in phrase_words]
    return [all_terms[at].word for at in asked if not phrase_words.isdisjoint(range(at, at + 1 + MODAL))]


def _unknown_deeds(sentence: QuestionSentence) -> list[str]:
    """The verbs of no known sense with which it is asked what may be done with a card: "can I hide the jack".

    What somebody does with a card "on" another one is to lay it there.
    """
    all_terms, vocabulary = sentence.all_terms, load_vocabulary(sentence.language)
    if not sentence.question.pack or any(term.word in vocabulary.onto for term in all_terms):
        return []
    speaker = load_sentence_words(sentence.language).myself
    asked = [at for at in range(len(all_terms) - 2) if all_terms[at].word in vocabulary.may]
    verbs = [at + 2 for at in asked if all_terms[at + 1].word in speaker]  # "can I hide", "puis-je cacher"
    verbs += [at + 1 for at in asked if at and all_terms[at - 1].word in speaker]  # "je peux cacher"
    unknown = [at for at in verbs if sentence.terms[at].small and not all_terms[at].small]
    return [all_terms[at].word for at in unknown if not all_terms[at].word.endswith(ADVERBS)]


def _no_worth_asked(sentence: QuestionSentence) -> list[str]:
    """The words that ask what may be done, where a question asks a worth: "can I take a joker from the table"."""
    if not _is_of_worth(sentence) or sentence.question.wording.also_asked or sentence.asking:
        return []
    if asks_a_worth(sentence.all_terms, sentence.language):
        return []
    may = load_vocabulary(sentence.language).may
    return [term.word for term in sentence.all_terms if term.word in may]


def _only_worth_asked(sentence: QuestionSentence) -> list[str]:
    """The words that ask a worth, where a question tells it only beside its answer: "posé 7 8 9, ça compte combien ?".

    It is asked itself beside that: "ça se pose et ça vaut combien ?".
    """
    all_terms = sentence.all_terms
    if sentence.question.wording.also_told is None or _is_of_worth(sentence):
        return []
    worth = [at for at, term in enumerate(all_terms) if asks_a_worth([term], sentence.language)]
    parts = [range(start, end) for start, end in items(all_terms, load_vocabulary(sentence.language).joining)]
    beside = {other for part in parts if any(at in part for at in worth) for other in part}
    return [all_terms[at].word for at in worth] if sentence.asking <= beside else []


def _worth_of_another(sentence: QuestionSentence) -> list[str]:
    """The words for a player of whom nothing is told, where a question asks a worth or what each of them has."""
    question, terms, language = sentence.question, sentence.terms, sentence.language
    if question.wording.any_cards:
        return []
    capitals = {term.word for term in capitalized(sentence.text, language)}
    if not sentence.named and any(isinstance(field, Numbers | OnePlayer) for field in question.facts):
        return results_of_another(terms, sentence.facts.used, capitals, language)
    kinds = OneCard | Cards | CardGroups | Number | Choice | YesNo
    if not all(isinstance(field, kinds) for field in question.facts) or not _is_of_worth(sentence):
        return []
    return worth_of_another(terms, sentence.facts.used, capitals, language)


def _is_of_worth(sentence: QuestionSentence) -> bool:
    """Whether the question asks a worth."""
    return asks_a_worth(label_terms(sentence.question.label, sentence.language), sentence.language)
