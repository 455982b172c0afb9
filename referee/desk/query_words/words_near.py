"""What stands beside a word of a sentence."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary


def is_beside(at: int, names: Collection[str], rest: Mapping[int, Term], negations: Collection[str]) -> bool:
    """Whether one of these stems is said next to a word, with small words in between at most, but no negation."""
    for step in (-1, 1):
        other = at + step
        while other in rest and rest[other].small and not _parts(rest[other], negations):
            other += step
        if other in rest and rest[other].stem in names:
            return True
    return False


def _parts(term: Term, negations: Collection[str]) -> bool:
    """Whether a small word parts what is before it from what is after it."""
    return term.word in negations or term.separates


@lru_cache
def stems_of_words(words: frozenset[str], language: str) -> frozenset[str]:
    """The stems of some words."""
    return frozenset(map(load_vocabulary(language).stem, words))


def stems_of(text: str, language: str) -> set[str]:
    """The stems of a text without its small words."""
    return {term.stem for term in terms_of(text, language) if not term.small}


def is_next_to(at: int, other: int, rest: Mapping[int, Term]) -> bool:
    """Whether only small words stand between two words."""
    between = range(min(at, other) + 1, max(at, other))
    return all(place in rest and rest[place].small and not rest[place].separates for place in between)
