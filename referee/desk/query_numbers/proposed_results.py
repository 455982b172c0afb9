"""Two results that a sentence proposes where it could ask for one: "je note 9 ou 18 ?".

They tell nothing: "je note combien ?" asks the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary

HIGHEST_RANK = 13
"""The last number that may be a rank: "8 ou 9 ?" may ask which card."""


def with_results_asked(terms: Sequence[Term], language: str) -> Sequence[Term]:
    """The words, those that close them with two results to choose from as asking for one."""
    end = len(terms)
    while end > 0 and terms[end - 1].separates:
        end -= 1
    if end == 0:
        return terms
    last = clause_of(end - 1, terms)
    start = _start_of_choice(last, terms, language)
    if not start:
        return terms
    return [*terms[:start], *terms_of(load_sentence_words(language).how_much, language, meanings=False), *terms[end:]]


def _start_of_choice(last: range, terms: Sequence[Term], language: str) -> int | None:
    """Where the numbers stand that the last clause gives to choose from: "je note 9 ou 18", "18 points ou pas"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    clause = [at for at in last if terms[at].word not in words.of_points]
    either = [place for place, at in enumerate(clause) if terms[at].word in vocabulary.either]
    if last.start == 0 or len(either) != 1 or not 0 < either[0] == len(clause) - 2:
        return None
    number, other = terms[clause[either[0] - 1]], terms[clause[-1]]
    if not _is_number(number) or not (_is_number(other) or other.word in vocabulary.negations):
        return None
    lead = [terms[at] for at in clause[: either[0] - 1]]
    proposing = words.results | words.proposing
    of_cards = (
        vocabulary.definite | vocabulary.determiners | vocabulary.single | vocabulary.holding | words.having_cards
    )
    told = any(term.word in of_cards | vocabulary.negations | words.between for term in lead)
    if told or not all(term.small or term.word in proposing for term in lead):
        return None
    counted = len(clause) < len(last) or other.word in vocabulary.negations or _is_above_ranks(number, other)
    led = any(term.word in proposing for term in lead)
    return clause[either[0] - 1] if led or (counted and not lead) else None


def _is_number(term: Term) -> bool:
    return term.word.removeprefix("-").isdigit()


def _is_above_ranks(*numbers: Term) -> bool:
    return all(_is_number(term) and int(term.word) > HIGHEST_RANK for term in numbers)
