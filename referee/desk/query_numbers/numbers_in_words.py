"""The numbers above twenty that are said in words: "vingt-deux", "cent dix", "thirty-one", "a hundred and ten".

Those up to twenty are ranks as well, each a word of its own. "Un cinquante" and "un cent" name what is declared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.desk.query_words.phrases import stands_at
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

HUNDRED = 100

UNITS = 9
"""The last number of one digit."""

TEENS = 19
"""The last number that is added to tens."""

NumberInWords = tuple[int, int]
"""A number, and where its words end."""


def with_numbers_in_digits(terms: Sequence[Term], language: str) -> list[Term]:
    """The words, those of each number above twenty as one word in digits."""
    result: list[Term] = []
    at = 0
    while at < len(terms):
        value = _above_hundred(at, terms, language) or _below_hundred(at, terms, language)
        value = value or _one_of_somebody(at, terms, language)
        if value is None:
            result.append(terms[at])
            at += 1
        else:
            number, at = value
            result.append(Term(str(number), str(number)))
    return result


def _one_of_somebody(at: int, terms: Sequence[Term], language: str) -> NumberInWords | None:
    """The one thing that somebody has, where an article alone says it: "Ana deux, Bob une, Carl une"."""
    before, after = terms[at - 1] if at else STOP, terms[at + 1] if at + 1 < len(terms) else STOP
    number = _small(at, terms, language) if terms[at].small and after.separates else None
    opens = at > 1 and terms[at - 2].separates and not before.small
    of_cards = before.stem in load_vocabulary(language).cards or before.word.isdigit()
    named = may_be_a_name(before, language) or (opens and not of_cards)
    return number if number is not None and number[0] == 1 and named else None


def _above_hundred(at: int, terms: Sequence[Term], language: str) -> NumberInWords | None:
    """So many hundreds and what is added: "cent dix", "deux cent vingt", "a hundred and ten"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    times, start = _unit(at, terms, language), at + 1
    if times is None:
        times, start = (1, at + 1 if terms[at].word in vocabulary.single else at)
    if start >= len(terms) or terms[start].word not in words.hundred:
        return None
    rest = start + 1
    while rest < len(terms) and terms[rest].word in words.with_hundreds:
        rest += 1
    added = _below_hundred(rest, terms, language, alone=True) or _small(rest, terms, language)
    return None if added is None else (times * HUNDRED + added[0], added[1])


def _below_hundred(at: int, terms: Sequence[Term], language: str, *, alone: bool = False) -> NumberInWords | None:
    """So many tens and what is added; ``alone``: also those that alone are the name of something, or a rank."""
    before = terms[at - 1] if at else STOP
    for phrase, tens in _tens(language):
        if stands_at(at, phrase, terms):
            end = at + len(phrase)
            added = _units_after_tens(end, tens, terms, language)
            if added is not None:
                return tens + added[0], added[1]
            words, vocabulary = load_sentence_words(language), load_vocabulary(language)
            named = phrase[0] in words.named_tens or before.word in vocabulary.single | vocabulary.definite
            return (tens, end) if alone or not named else None
    return None


def _units_after_tens(at: int, tens: int, terms: Sequence[Term], language: str) -> NumberInWords | None:
    """What is added to so many tens: up to nine, of some tens up to nineteen; "et un" only where no thing follows."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if at < len(terms) and terms[at].word in words.with_tens:
        number = _small(at + 1, terms, language)
        after = terms[number[1]] if number is not None and number[1] < len(terms) else STOP
        ends = after.separates or after.word in vocabulary.telling | vocabulary.joining
        return number if number is not None and number[0] in (1, 11) and ends else None
    number = _small(at, terms, language)
    if number is None or str(tens) in words.with_teens:
        return number
    first = 2 if words.with_tens else 1  # "vingt, un joker"
    return number if first <= number[0] <= UNITS else None


def _small(at: int, terms: Sequence[Term], language: str) -> NumberInWords | None:
    """A number from one to nineteen in words, "une" among them."""
    for phrase, number in _teens(language):
        if stands_at(at, phrase, terms):
            return number, at + len(phrase)
    if at >= len(terms) or terms[at].word.isdigit():
        return None
    small = int(load_vocabulary(language).numbers.get(terms[at].word, "0"))
    return (small, at + 1) if 0 < small <= TEENS else None


def _unit(at: int, terms: Sequence[Term], language: str) -> int | None:
    """The number of hundreds, from two on."""
    number = _small(at, terms, language)
    return number[0] if number is not None and 1 < number[0] <= UNITS and number[1] == at + 1 else None


@lru_cache
def _tens(language: str) -> Sequence[tuple[Sequence[str], int]]:
    return _valued(load_sentence_words(language).tens)


@lru_cache
def _teens(language: str) -> Sequence[tuple[Sequence[str], int]]:
    return _valued(load_sentence_words(language).teens)


def _valued(phrases: Sequence[Sequence[str]]) -> Sequence[tuple[Sequence[str], int]]:
    """The words of each number, the longest first; its digits close its line."""
    valued = [(phrase[:-1], int(phrase[-1])) for phrase in phrases]
    return sorted(valued, key=lambda pair: -len(pair[0]))
