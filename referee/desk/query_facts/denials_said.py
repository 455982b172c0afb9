"""What somebody says that he has none of: "pas un seul pique", "out of hearts"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_facts.sentence_words import load_sentence_words
from referee.desk.search_words import Term, load_vocabulary


def start_of_denial(at: int, said: Sequence[Term], language: str) -> int | None:
    """Where the words begin that say that somebody has nothing of a suit; None if they do not."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    end = at
    while end > 0 and said[end - 1].word in words.owners | vocabulary.belonging | vocabulary.single:
        end -= 1
    for phrase in sorted(words.none_of, key=len, reverse=True):
        for stop in range(end, at + 1):
            if [term.word for term in said[max(0, stop - len(phrase)) : stop]] == [*phrase]:
                return stop - len(phrase)
    return None
