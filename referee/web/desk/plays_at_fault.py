"""A mistake that is told by the play itself: "il a mis un 6 sur un 8, il risque quoi ?".

The play is read as the question that rules on it; it is a mistake where that one forbids it in every case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.desk.phrases_asked import places_of_phrases
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_terms import STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.desk_questions.wording import FactOfPlay
from referee.web.desk.facts_of_page import at_table_said
from referee.web.desk.question_page import QuestionPage
from referee.web.desk.readings import Reading

MOST_PLAYS = 2
"""The most plays that are read: each costs as much as a question."""


def with_play_at_fault(readings: Sequence[Reading]) -> list[Reading]:
    """The readings, with the mistake that a play is of which it is asked what it costs."""
    pages = {reading.page.form.question.id: reading.page for reading in readings}
    return [_told_by_play(reading, pages) for reading in readings]


def _told_by_play(reading: Reading, pages: dict[str, QuestionPage]) -> Reading:
    fact = reading.page.form.question.wording.told_by_play
    if fact is None or reading.facts.phrase_words or fact.question not in pages:
        return reading
    words = _words_at_fault(reading, fact, pages[fact.question])
    if not words:
        return reading
    ways = [{fact.key: fact.value}]
    used = reading.facts.used | words
    facts = replace(reading.facts, ways=ways, whole=True, used=used, asks=True, phrase_words=words)
    return reading.of_play_at_fault(facts)


def _words_at_fault(reading: Reading, fact: FactOfPlay, page: QuestionPage) -> frozenset[int]:
    """The words of the plays that are forbidden, with those that ask what that costs; none where any may be allowed."""
    terms, language = reading.terms, reading.language
    asked = {at for places in places_of_phrases(fact.asked, reading.all_terms, language) for at in places}
    plays = [*_plays(terms, language)]
    if not asked or not 0 < len(plays) <= MOST_PLAYS or _is_told_beside(plays, terms, language):
        return frozenset()
    if not all(_is_forbidden(page, terms[play.start : play.stop], language) for play in plays):
        return frozenset()
    return frozenset(asked | {at for play in plays for at in range(play.start - 1, play.stop)})


def _is_told_beside(plays: Sequence[range], terms: Sequence[Term], language: str) -> bool:
    """Whether a card is told before the plays, a suit alone beside them, or it is asked who did something."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    before = any(_is_of_a_card(term, vocabulary) for term in terms[: plays[0].start])
    suits = [at for at, term in enumerate(terms) if term.stem in vocabulary.suit_stems]
    alone = [at for at in suits if terms[at - 1].word not in vocabulary.belonging]
    last = clause_of(max(at for at, term in enumerate(terms) if not term.separates), terms)
    who = any(terms[at].word in words.who for at in last)
    return before or who or any(all(at not in play for play in plays) for at in alone)


def _plays(terms: Sequence[Term], language: str) -> Iterator[range]:
    """The words of each play of cards on others, behind the verb."""
    vocabulary, played = load_vocabulary(language), load_sentence_words(language).played
    for at, term in enumerate(terms):
        if term.word not in played:
            continue
        end = next((other for other in range(at + 1, len(terms)) if _parts(terms[other], vocabulary)), len(terms))
        onto = [other for other in range(at + 2, end) if terms[other].word in vocabulary.onto]
        if onto and any(_is_of_a_card(word, vocabulary) for word in terms[onto[0] + 1 : end]):
            yield range(at + 1, end)


def _is_of_a_card(term: Term, vocabulary: Vocabulary) -> bool:
    return term.stem.isdigit() or term.stem in vocabulary.cards


def _parts(term: Term, vocabulary: Vocabulary) -> bool:
    return term.separates or term.word in vocabulary.joining | vocabulary.next


def _is_forbidden(page: QuestionPage, play: Sequence[Term], language: str) -> bool:
    """Whether a play is understood to the last word, and in every case against the rules."""
    words = [*play, STOP]
    text = " ".join(term.word for term in play)
    reading = Reading(*at_table_said(page, words, words, language), words, words, text, language)
    if not reading.is_understood or not reading.facts.ways or reading.words_left:
        return False
    ruling = reading.verdict_on(reading.page)
    return ruling is not None and ruling.verdict.answer.get("allowed") is False
