"""What a sentence asks: of whom a result ("combien pour chaque défenseur ?"), a worth, or what may be done."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary
from referee.desk_questions.wording import Wording

MODAL = 3
"""The most words between the word for "may" and what somebody may do, both counted."""


def is_of_whom_it_is_asked(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word says of whom the result is asked, in a clause that asks and tells no number."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if terms[at].word not in words.each and vocabulary.sides.get(terms[at].word) not in ("taker", "other", "rest"):
        return False
    clause = [terms[other] for other in clause_of(at, terms)]
    results = [term for term in clause if term.word in words.results]
    asks = any(term.word in vocabulary.asking for term in results) or (results and clause[0].word in words.of_what)
    return bool(asks) and not any(term.stem.isdigit() for term in clause)


def asks_a_worth(terms: Sequence[Term], language: str) -> bool:
    """Whether a word asks what something is worth: "combien", "how many points"."""
    vocabulary = load_vocabulary(language)
    worth = next(line for line in vocabulary.same_question if line & vocabulary.worth)
    return any(term.stem in worth and not term.small for term in terms)


def asks_what_may_be_done(wording: Wording, terms: Sequence[Term], language: str) -> bool:
    """Whether a question is asked with the words that ask what somebody may do, and for what, if any are said."""
    vocabulary = load_vocabulary(language)
    may = [at for at, term in enumerate(terms) if term.word in vocabulary.may]
    texts = [text for text in (wording.asked, wording.also_asked) if text is not None]
    asked = {term.word for text in texts for term in label_terms(text, language)}
    lays = any(term.word in vocabulary.laying for at in may for term in terms[at + 1 : at + MODAL])
    return not may or (not asked.isdisjoint(vocabulary.may) and not (lays and asked.isdisjoint(vocabulary.laying)))
