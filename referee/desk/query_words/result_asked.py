"""Of whom a sentence asks what a deal brings: "combien pour chaque défenseur ?", "what does each defender pay?"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary


def is_of_whom_it_is_asked(at: int, said: Sequence[Term], language: str) -> bool:
    """Whether a word says of whom the result is asked, in a clause that asks and tells no number."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if said[at].word not in words.each and vocabulary.sides.get(said[at].word) not in ("taker", "other", "rest"):
        return False
    clause = [said[other] for other in clause_of(at, said)]
    results = [term for term in clause if term.word in words.results]
    asks = any(term.word in vocabulary.asking for term in results) or (results and clause[0].word in words.of_what)
    return bool(asks) and not any(term.stem.isdigit() for term in clause)
