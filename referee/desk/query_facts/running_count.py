"""A count that goes on with each card, where a sentence tells it: "le compte est à 23, j'ai un 9", "4, 5, 6: 15".

Beside the cards it must be theirs; of the last card alone it tells only that this one goes too far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.desk.phrases_asked import places_of_phrases
from referee.desk.query_cards.trick_words import names_no_further_card
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary
from referee.desk_questions.desk_question import CountPlayed

FEWEST_IN_ROW = 3
"""So many cards without a word between them may be a hand."""


def with_count_told(running: CountPlayed, facts: SaidFacts, terms: Sequence[Term], language: str) -> SaidFacts:
    """The facts, with the words that tell the count where it agrees with the cards or decides alone.

    They are not whole where the cards may be a hand, or where the last one is not of whom it is asked.
    """
    if facts.ways and facts.used:
        cards = facts.ways[0].get(running.key, ())
        if (len(cards) >= FEWEST_IN_ROW and not _are_laid(facts, terms, language)) or _asks_of_another(
            max(facts.used), terms, language
        ):
            facts = replace(facts, whole=False)
    words_by_place = {at: words for at, words in _numbers_of_count(running, terms, language) if at not in facts.used}
    if len(words_by_place) != 1 or not facts.ways or any(running.key not in way for way in facts.ways):
        return facts
    ((at, words),) = words_by_place.items()
    number, first = int(terms[at].stem), min(facts.used)
    cards = [way[running.key] for way in facts.ways]
    behind = at > first  # "the count was 15, he lays 6, I lay 9": it was told before these cards
    if behind and all(number in (running.of(codes), running.of(codes[:-1])) for codes in cards):
        return replace(facts, used=facts.used | words)
    if any(len(codes) != 1 or running.of(codes) + number <= running.most for codes in cards):
        return facts
    if _is_of_another(max(facts.used), terms, language):
        return facts
    ways = [
        {**way, running.key: [*before, *way[running.key]]} for before in running.before(number) for way in facts.ways
    ]
    return replace(facts, ways=ways, used=facts.used | words, whole=names_no_further_card(terms, language))


def _are_laid(facts: SaidFacts, terms: Sequence[Term], language: str) -> bool:
    """Whether cards are told to be laid one after another: "8, 7, 6", "he lays 8, I lay 7", but "3 3 3 9 and a 6"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    if any(term.word in words.played | vocabulary.laying for term in terms):
        return True
    *_, before, last = sorted(at for at in facts.used if not terms[at].small)
    return any(term.separates or term.word in vocabulary.next | vocabulary.onto for term in terms[before + 1 : last])


def _asks_of_another(card: int, terms: Sequence[Term], language: str) -> bool:
    """Whether the last card is of another than of who asks what they get: "you played 6, what do I score?"."""
    words = load_sentence_words(language)
    others = words.others | words.addressed | words.people
    before = [terms[at] for at in clause_of(card, terms) if at < card]
    mine = any(term.word in words.myself - words.owners for term in before)
    theirs = any(term.word in others or may_be_a_name(term, language) for term in before)
    asked_of_me = any(term.word in words.myself for term in terms[card:])
    asked_of_them = any(term.word in words.others | words.addressed for term in terms[card:])
    return (theirs and not mine and asked_of_me) or (mine and not theirs and asked_of_them and not asked_of_me)


def _numbers_of_count(running: CountPlayed, terms: Sequence[Term], language: str) -> Iterator[tuple[int, set[int]]]:
    """The numbers beside the words for the count, each with these words and its own."""
    stem = load_vocabulary(language).stem
    spoken = [term if term.separates else Term(term.word, stem(term.word)) for term in terms]
    for places in places_of_phrases(running.words, spoken, language):
        for step, start in ((1, places[-1]), (-1, places[0])):
            at = start + step
            while 0 <= at < len(terms) and terms[at].small and not terms[at].separates:
                at += step
            if 0 <= at < len(terms) and terms[at].stem.isdigit() and not _counts_a_thing(at, terms, language):
                yield at, {at, *places}
                break


def _counts_a_thing(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a number counts what stands behind it: "25 points", "25 trous"."""
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    return not after.separates and after.word not in load_vocabulary(language).small


def _is_of_another(card: int, terms: Sequence[Term], language: str) -> bool:
    """Whether the card is somebody else's, or was held before, and who speaks asks whether he may play."""
    words = load_sentence_words(language)
    before = [terms[at] for at in clause_of(card, terms) if at < card]
    gone = any(term.word in words.unreal for term in before)
    theirs = any(term.word in words.others or may_be_a_name(term, language) for term in before)
    mine = any(term.word in words.myself for term in terms[card:]) or any(term.word in words.myself for term in before)
    return gone or (theirs and mine)
