"""The words that deny what is named behind them: "ni de poignée", "personne n'a coinché", "pas un seul pique"."""

from __future__ import annotations

from collections.abc import Sequence

from referee.desk.query_words.phrases import ends_at, stands_at
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary


def denial_of(at: int, terms: Sequence[Term], language: str) -> range:
    """The words before a thing that deny it, or say that nobody does it; none where none does.

    Between the denial and the thing stand small words of its name; between "personne" and a verb any small ones.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    of_name = vocabulary.belonging | vocabulary.definite | (words.any_of - vocabulary.negations) | words.having_cards
    before = at - 1
    while before >= 0 and terms[before].word in of_name:
        before -= 1
    adds = (
        before >= 0 and terms[before].word in vocabulary.adding and terms[before + 1].word not in vocabulary.belonging
    )
    if before >= 0 and terms[before].word in vocabulary.negations and not adds:  # "71 plus belote"
        return range(before, at)
    while before >= 0 and terms[before].small and not terms[before].separates:
        before -= 1
    return range(before, at) if before >= 0 and terms[before].word in words.nobody else range(0)


def denial_of_card(at: int, terms: Sequence[Term], language: str) -> range:
    """The words that say before a card that there is none: "mais pas la dame", "no joker"; none if they do not."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    of_name = words.owners | vocabulary.belonging | vocabulary.single | vocabulary.definite
    denying = {phrase[0] for phrase in words.none_of} - vocabulary.adding
    before = at - 1
    while before >= 0 and terms[before].word in of_name:
        before -= 1
    return range(before, at) if before >= 0 and terms[before].word in denying else range(0)


def elsewhere(end: int, terms: Sequence[Term], language: str) -> range:
    """The words behind a card or a thing that say that somebody else has it: "not mine", "ailleurs"."""
    for phrase in load_sentence_words(language).not_mine:
        if stands_at(end, phrase, terms):
            return range(end, end + len(phrase))
    return range(0)


def denial_of_suit(at: int, terms: Sequence[Term], language: str) -> range:
    """The words that say that somebody has nothing of a suit, the suit among them; none if they do not."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    end = at
    while end > 0 and terms[end - 1].word in words.owners | vocabulary.belonging | vocabulary.single:
        end -= 1
    for phrase in sorted(words.none_of, key=len, reverse=True):
        for stop in range(end, at + 1):
            if ends_at(stop, phrase, terms):
                return range(stop - len(phrase), at + 1)
    return range(0)
