"""Which of the phrases that ask a question of the desk stand in the words of a search, and how much they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from referee.desk.query_words.sentence_terms import STOP
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import Term, label_terms, terms_of
from referee.words import Text

SMALL, LARGE = 0.4, 3.0
"""What a small word of a phrase says; what the weight of another one in the rulebook is divided by."""

RAREST = 5.0
"""The most that counts of this weight."""

BETWEEN = 1
"""The other words that may stand between two of a phrase: "qui me prend"."""


def phrases_asked(phrases: Text, terms: Sequence[Term], game: str, language: str) -> list[float]:
    """How much each of the phrases says that stand in the words of a search, those that say most first."""
    found = {phrase for phrase, _ in _places_of_phrases(phrases, terms, language)}
    return sorted((sum(_weight(stem, game, language) for stem in phrase) for phrase in found), reverse=True)


def places_of_phrases(phrases: Text, terms: Sequence[Term], language: str) -> list[list[int]]:
    """Where the words of each phrase stand that stands in the words of a search."""
    return [places for _, places in _places_of_phrases(phrases, terms, language)]


def _places_of_phrases(
    phrases: Text, terms: Sequence[Term], language: str
) -> Iterator[tuple[tuple[str, ...], list[int]]]:
    by_first = _by_first_word(phrases, language)
    stems = {term.stem for term in terms}
    for at, term in enumerate(terms):
        for phrase in by_first.get(term.stem, ()):
            if stems.issuperset(phrase) and (places := _goes_on(phrase, at, terms)):
                yield phrase, places


@lru_cache(maxsize=64)
def words_of(phrases: Text, language: str) -> frozenset[str]:
    """The stems of the words of all phrases, but the small ones."""
    return frozenset(stem for phrase in _stems(phrases, language) for stem in phrase if not stem.endswith("."))


@lru_cache(maxsize=512)
def large_words(phrases: Text, language: str) -> frozenset[tuple[str, str]]:
    """The words of all phrases but the small ones, each with its stem."""
    return frozenset(
        (term.word, term.stem) for term in label_terms(phrases, language) if not term.small and not term.word.isdigit()
    )


@lru_cache(maxsize=512)
def numbers_of(phrases: Text, language: str) -> frozenset[str]:
    """The numbers in all phrases."""
    return frozenset(term.stem for term in label_terms(phrases, language) if term.word.isdigit())


@lru_cache(maxsize=512)
def _stems(phrases: Text, language: str) -> tuple[tuple[str, ...], ...]:
    """The stems of each phrase."""
    return tuple(
        tuple(term.stem for term in terms_of(phrase, language, meanings=False))
        for phrase in phrases.render(language).split(" / ")
    )


@lru_cache(maxsize=512)
def _by_first_word(phrases: Text, language: str) -> Mapping[str, Sequence[tuple[str, ...]]]:
    """The phrases by the stem of their first word."""
    result: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for phrase in dict.fromkeys(_stems(phrases, language)):
        result[phrase[0]].append(phrase)
    return dict(result)


@lru_cache(maxsize=2048)
def _weight(stem: str, game: str, language: str) -> float:
    index = load_index(language)
    return SMALL if stem.endswith(".") else min(index.weight(stem, index.scope(game)), RAREST) / LARGE


def _goes_on(phrase: Sequence[str], at: int, terms: Sequence[Term]) -> list[int]:
    """Where the words of a phrase follow one another in a clause from its first one on; nothing if they do not."""
    places = [at]
    for stem in phrase[1:]:
        for after in range(at + 1, min(at + 2 + BETWEEN, len(terms))):
            if terms[after].stem == stem:
                at = after
                places.append(at)
                break
            if terms[after] == STOP:
                return []
        else:
            return []
    return places
