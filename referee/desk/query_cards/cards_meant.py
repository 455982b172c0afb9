"""The card that is meant by its rank alone beside so many cards of a suit: "5 cœurs et la dame".

A question says which one it is. In a list of ranks, "le roi et la dame de cœur", and of those among the cards counted,
"5 cœurs dont la dame", it may be another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from referee.answers.cards import Cards
from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.card_phrases.card_phrases import FEW
from referee.desk.query_words.sentence_terms import STOP
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary


def with_cards_meant(
    field: Cards, phrases: Sequence[CardPhrase], terms: Sequence[Term], language: str
) -> list[CardPhrase]:
    """The cards, one that the question knows by its rank alone as that card, and those it knows by their numbers."""
    phrases = _by_number(field, phrases, terms)
    ranks = [phrase for phrase in phrases if 1 < len(phrase.cards) <= FEW]
    counted = [phrase for phrase in phrases if len(phrase.cards) > FEW]
    if len(ranks) != 1 or not counted or not _are_joined(phrases, terms, language):
        return [*phrases]
    (rank,) = ranks
    code = _card_of_phrase(field, rank, terms, language)
    if code is None:
        return [*phrases]
    return [replace(other, cards=(code,), ways=((code,),)) if other is rank else other for other in phrases]


def _by_number(field: Cards, phrases: Sequence[CardPhrase], terms: Sequence[Term]) -> list[CardPhrase]:
    """The cards, numbers that only one card of the field can be meant by as that card; not beside any other card."""
    meant = [{*field.numbered}.intersection(phrase.cards) for phrase in phrases]
    alone = [
        len(codes) == 1 == phrase.count and phrase.end == phrase.start + 1 and terms[phrase.start].word.isdigit()
        for phrase, codes in zip(phrases, meant, strict=True)
    ]
    if not all(
        is_alone or {*phrase.cards} <= {*field.numbered} for is_alone, phrase in zip(alone, phrases, strict=True)
    ):
        return [*phrases]
    return [
        replace(phrase, cards=(*codes,), ways=((*codes,),)) if is_alone else phrase
        for is_alone, phrase, codes in zip(alone, phrases, meant, strict=True)
    ]


def _card_of_phrase(field: Cards, phrase: CardPhrase, terms: Sequence[Term], language: str) -> str | None:
    """The card that is called as this phrase is with the word before it."""
    after = terms[phrase.end] if phrase.end < len(terms) else STOP
    vocabulary = load_vocabulary(language)
    if phrase.count > 1 or after.word in vocabulary.belonging:
        return None
    spoken = [term.word for term in terms[max(0, phrase.start - 1) : phrase.end]]
    for code, names in field.known_as.items():
        called = [[term.word for term in terms_of(name, language)] for name in names.render(language).split(" / ")]
        if code in phrase.cards and spoken in called:
            return code
    return None


def _are_joined(phrases: Sequence[CardPhrase], terms: Sequence[Term], language: str) -> bool:
    """Whether only words for "and" stand between the cards, and what belongs to their names."""
    vocabulary = load_vocabulary(language)
    between = vocabulary.joining | vocabulary.adding | vocabulary.definite
    return all(
        all(terms[at].word in between for at in range(first.end, other.start)) for first, other in pairwise(phrases)
    )
