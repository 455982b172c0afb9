"""What counts beside the points of a deal, told by its parts: "roi et dame d'atout", "all eight tricks"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.phrases import stands_at
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

BETWEEN = 3
"""The most words, and signs, between two of those that name both cards: "le roi et la dame"."""


def with_things_named(terms: Sequence[Term], language: str) -> tuple[Sequence[Term], frozenset[int]]:
    """The words with each thing by its name in the place of its parts, and where these stand."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    named, found = list(terms), set[int]()
    for at in range(len(terms)):
        pair = _words_of_pair(at, terms, language)
        thing, parts = words.pair_counts_as, pair if _are_trumps(pair, terms, language) else range(0)
        for phrase in words.every_trick:
            if stands_at(at, phrase, terms):
                (thing,), parts = words.all_tricks, range(at, at + len(phrase))
        if parts:
            named[at] = Term(thing, vocabulary.stem(thing))
            for place in parts[1:]:
                named[place] = Term(vocabulary.of_a_suit, f"{vocabulary.of_a_suit}.")
            found |= {*parts}
    return named, frozenset(found)


def _words_of_pair(at: int, terms: Sequence[Term], language: str) -> range:
    """The words from one on that name both cards and their suit; none if they do not."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    first, second = words.pair
    if terms[at].word != first:
        return range(0)
    between = vocabulary.definite | vocabulary.belonging | vocabulary.joining | {","}
    last = at
    for stems in ({vocabulary.stem(second)}, {vocabulary.trump, *vocabulary.suit_stems}):
        after = last + 1
        while after < min(len(terms), last + 1 + BETWEEN) and terms[after].word in between:
            after += 1
        if after == len(terms) or terms[after].stem not in stems:
            return range(0)
        last = after
    return range(at, last + 1)


def _are_trumps(pair: range, terms: Sequence[Term], language: str) -> bool:
    """Whether both cards are of trumps: of a suit that is told elsewhere as well, and no other one is."""
    if not pair:
        return False
    vocabulary = load_vocabulary(language)
    suit = terms[pair[-1]].stem
    others = {term.stem for at, term in enumerate(terms) if at not in pair} & vocabulary.suit_stems
    return suit == vocabulary.trump or others == {suit}
