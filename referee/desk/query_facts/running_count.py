"""A count that goes on with each card, where a sentence tells it: "le compte est à 23, j'ai un 9", "4, 5, 6: 15".

Beside the cards it must be theirs; of the last card alone it tells only that this one goes too far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.desk.phrases_asked import places_of_phrases
from referee.desk.query_cards.trick_words import names_no_further_card
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.search.search_terms import Term
from referee.desk_questions.desk_question import CountPlayed


def with_count_told(running: CountPlayed, facts: SaidFacts, said: Sequence[Term], language: str) -> SaidFacts:
    """The facts, with the words that tell the count where it agrees with the cards or decides alone."""
    told = {at: words for at, words in _told(running, said, language) if at not in facts.used}
    if len(told) != 1 or not facts.ways or any(running.key not in way for way in facts.ways):
        return facts
    ((at, words),) = told.items()
    number, first = int(said[at].stem), min(facts.used)
    cards = [way[running.key] for way in facts.ways]
    if all(number == running.of(codes) or (at > first and number == running.of(codes[:-1])) for codes in cards):
        return replace(facts, used=facts.used | words)
    if any(len(codes) != 1 or running.of(codes) + number <= running.most for codes in cards):
        return facts
    ways = [
        {**way, running.key: [*before, *way[running.key]]} for before in running.before(number) for way in facts.ways
    ]
    return replace(facts, ways=ways, used=facts.used | words, whole=names_no_further_card(said, language))


def _told(running: CountPlayed, said: Sequence[Term], language: str) -> Iterator[tuple[int, set[int]]]:
    """The numbers beside the words for the count, each with these words and its own."""
    for places in places_of_phrases(running.words, said, language):
        for step, start in ((1, places[-1]), (-1, places[0])):
            at = start + step
            while 0 <= at < len(said) and said[at].small and said[at] not in (NEXT, STOP):
                at += step
            if 0 <= at < len(said) and said[at].stem.isdigit():
                yield at, {at, *places}
                break
