"""Cards that are said with their suit first, "spade K", "coeur 4, trèfle 9": the words with the rank before it."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary

LOWEST, HIGHEST = 2, 10
"""The numbers that are ranks."""

SEPARATORS = 2
"""The most words between two ranks of a list: a comma and "and"."""


def with_ranks_first(terms: Sequence[Term], stop: Term, language: str) -> list[Term]:
    """The words, those of cards that have their suit first in their usual order; ``stop``: what stands for a stop."""
    before_rank = [at for at in range(len(terms) - 1) if _is_before_rank(at, terms, stop, language)]
    if any(_goes_on(at + 1, terms, language) for at in before_rank):
        return [*terms]  # "coeur 5, 9, pique 2": of which suit the nine is, is not read
    of_suit = terms_of(load_vocabulary(language).of_a_suit, language, meanings=False)
    result: list[Term] = []
    at = 0
    while at < len(terms):
        if at in before_rank:
            result += [_as_rank(terms[at + 1], language), *of_suit, terms[at]]
            at += 2
        else:
            result.append(terms[at])
            at += 1
    return result


def _goes_on(rank: int, terms: Sequence[Term], language: str) -> bool:
    """Whether another rank is listed behind one that may be of the same suit: "coeur 5 9", "coeur 5, 9"."""
    after = rank + 1
    while after < len(terms) and terms[after].small and after <= rank + SEPARATORS:
        after += 1
    if after >= len(terms) or not _is_rank(terms[after], terms[after + 1 : after + 2], language):
        return False
    vocabulary = load_vocabulary(language)
    behind = [term for term in terms[after + 1 : after + 3] if term.word not in vocabulary.belonging]
    return not behind or behind[0].stem not in vocabulary.suit_stems  # "pique 3 et le roi de coeur": that has its own


def _is_before_rank(at: int, terms: Sequence[Term], stop: Term, language: str) -> bool:
    """Whether a word is a suit that belongs to the rank behind it, to none before it."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if terms[at].stem not in vocabulary.suit_stems:
        return False
    before = terms[at - 1] if at else stop
    if at + 1 >= len(terms) or not _is_rank(terms[at + 1], terms[at + 2 : at + 3], language):
        return False
    leading_words = {*vocabulary.belonging, vocabulary.trump} | vocabulary.of_trumps | vocabulary.taking
    after = terms[at + 2] if at + 2 < len(terms) else stop
    counted = after.word in words.counted_things | vocabulary.telling | {*vocabulary.belonging}
    taken = before.stem.isdigit() or before.stem in vocabulary.cards or before.word in leading_words - {"a"}
    return not (taken or counted or after.stem in vocabulary.suit_stems)


def _is_rank(term: Term, after: Sequence[Term], language: str) -> bool:
    vocabulary = load_vocabulary(language)
    if term.word.isdigit():
        return LOWEST <= int(term.word) <= HIGHEST
    closes = not after or (after[0].small and not after[0].word.isalpha())
    of_cards = term.stem in vocabulary.cards - vocabulary.suit_stems
    return of_cards or (term.word in vocabulary.ranks and closes)


def _as_rank(term: Term, language: str) -> Term:
    """The rank that a letter stands for; any other word as it is."""
    rank = load_vocabulary(language).ranks.get(term.word)
    return terms_of(rank, language, meanings=False)[0] if rank else term
