"""The facts of a question that phrases of its own tell: "oublié de fournir" is a revoke.

A question declares the ways to tell a value, each as lists of phrases: of each list one must stand in the words. The
first suit stands for any in a phrase, the second one for any other, an ace for any card of a suit, but one whose number
they name. Where several values are told, the one is meant whose phrases take in those of the others: "oublié de
piocher, la pioche est vide".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from referee.desk.phrases_asked import large_words, numbers_of, places_of_phrases
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.search.misspellings import meant_by_slip
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.desk_questions.wording import ToldFacts, ToldValues, ToldWays
from referee.words import Text

NOT_SO = ""
"""The value of ways to tell that none of the others is so."""


def with_told_values(facts: SaidFacts, told_facts: ToldFacts, all_terms: Sequence[Term], language: str) -> SaidFacts:
    """The facts, with the values that phrases tell; that these are told asks the question."""
    if not told_facts:
        return facts
    lists = {phrases for values in told_facts.values() for ways in values.values() for way in ways for phrases in way}
    readings = [as_in_phrases(lists, all_terms, language, suit) for suit in _suits_said(all_terms, language)]
    by_suit = {
        key: [fact for words in readings if (fact := _told_value(values, words, language)) is not None]
        for key, values in told_facts.items()
    }
    facts_by_key = {key: _only_fact(told_so) for key, told_so in by_suit.items() if told_so}
    if not facts_by_key:
        return facts
    values = {key: fact.values[0] for key, fact in facts_by_key.items() if fact.values[0] != NOT_SO}
    if not values:  # what is told is none of these
        return replace(facts, whole=False)
    ways = [{**way, **values} for way in facts.ways or [{}]]
    words = frozenset[int]().union(*(fact.words for fact in facts_by_key.values()))
    whole = facts.whole or all(way.keys() <= facts_by_key.keys() for way in facts.ways)
    whole = whole and all(fact.whole for fact in facts_by_key.values())
    return replace(facts, ways=ways, whole=whole, used=facts.used | words, asks=True, phrase_words=words)


def _suits_said(all_terms: Sequence[Term], language: str) -> Sequence[str]:
    """The stems of the suits that are named, of which a phrase may speak; "" where none is."""
    suits = load_vocabulary(language).suit_stems
    return [*dict.fromkeys(term.stem for term in all_terms if term.stem in suits)] or [""]


def _only_fact(told_so: Sequence[SaidFact]) -> SaidFact:
    """What is told whichever suit the phrases speak of; not whole where it is not the same."""
    words = frozenset[int]().union(*(fact.words for fact in told_so))
    same = len({fact.values[0] for fact in told_so}) == 1
    value = told_so[0].values[0]
    return SaidFact([value], words, whole=same and value != NOT_SO and all(fact.whole for fact in told_so))


def _told_value(values: ToldValues, all_terms: Sequence[Term], language: str) -> SaidFact | None:
    """The value that is told, with the words of all its phrases; not whole where another one is told as well."""
    words = {value: found for value, ways in values.items() if (found := _words_of(ways, all_terms, language))}
    most = [value for value, found in words.items() if all(found >= other for other in words.values())]
    if not words:
        return None
    value = (most or [*words])[0]
    return SaidFact([value], words[value], whole=len(most) == 1)


def _words_of(ways: ToldWays, all_terms: Sequence[Term], language: str) -> frozenset[int]:
    """The words of the phrases with which a value is told in one of these ways; none where it is told in none."""
    found = [_words_of_all(lists, all_terms, language) for lists in ways]
    return frozenset[int]().union(*found)


def _words_of_all(lists: Sequence[Text], all_terms: Sequence[Term], language: str) -> frozenset[int]:
    """The words of the phrases of each list; none where one of the lists is not said."""
    words_of_lists = [
        {at for places in places_of_phrases(phrases, all_terms, language) for at in places} for phrases in lists
    ]
    return frozenset[int]().union(*words_of_lists) if all(words_of_lists) else frozenset()


def as_in_phrases(lists: Collection[Text], all_terms: Sequence[Term], language: str, suit: str = "") -> list[Term]:
    """The words as phrases have them: slips for a word of these mended, an example for each card, for the stem ``suit``
    and for all other suits; a card whose number they name keeps it."""
    vocabulary, index = load_vocabulary(language), load_index(language)
    spelt = {word: stem for phrases in lists for word, stem in large_words(phrases, language)}
    card, named, other = (vocabulary.stem(word) for word in (vocabulary.ranks["a"], *vocabulary.suits[:2]))
    unknown = {
        term
        for term in all_terms
        if not (term.small or term.word.isdigit() or term.stem in index.document_frequency or not spelt)
    }
    numbers = {number for phrases in lists for number in numbers_of(phrases, language)}
    stems = {term: _mended(term, spelt) for term in unknown}
    result: list[Term] = []
    for at, term in enumerate(all_terms):
        if term.stem in vocabulary.suit_stems:
            stem = named if term.stem == suit else other
        elif term.stem not in numbers and _is_rank(at, all_terms, vocabulary):
            stem = card
        else:
            stem = stems.get(term, term.stem)
        result.append(Term(term.word, stem))
    return result


def _is_rank(at: int, all_terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word is the rank of a card whose suit follows."""
    if not all_terms[at].stem.isdigit() and all_terms[at].stem not in vocabulary.cards:
        return False
    after = [term for term in all_terms[at + 1 : at + 3] if term.word not in vocabulary.belonging]
    return bool(after) and after[0].stem in vocabulary.suit_stems


def _mended(term: Term, spelt: Mapping[str, str]) -> str:
    """The stem of a word that nothing knows, or of the only word of phrases that it may be a slip for."""
    near = meant_by_slip(term.word, spelt)
    return near.pop() if len(near) == 1 else term.stem
