"""What one clause says of the answer, and nothing else: who thinks it, and what is thought."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from referee.desk.query_numbers.proposed_results import HIGHEST_RANK
from referee.desk.query_words.phrases import stands_at
from referee.desk.query_words.sentence_terms import RELATIVE, STOP
from referee.desk.query_words.sentence_words import SentenceWords, load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

HIGHEST_TRUMP = 21
"""The last number of a card."""

FEWEST_OF_TRICK = 2
"""So many cards are named where it is in dispute who takes."""

FEWEST_COUNTED = 3
"""So many cards are named where a number alone may be what they are worth."""

MOST_OF_PERSON = 4
"""The most words for who thinks something: "my own partner"."""

Card = tuple[str, str]
"""A rank and a suit, "" where none is said with it."""


class Opinion(IntEnum):
    """What is in dispute; that of several clauses is the greatest."""

    NOTHING = 0
    CARD = 1
    ALLOWED = 2
    PLAIN = 3
    TAKER = 4
    RESULT = 5


@dataclass(frozen=True, slots=True)
class DealNumbers:
    """The numbers with which a deal of a game is told: ``bids`` that may be chosen, ``points``, those ``of_each``."""

    bids: frozenset[str]
    points: bool
    of_each: bool


class OpinionContext:
    """What is told ``before`` an opinion and ``behind`` it; ``people``: names; ``numbers``: what numbers tell there."""

    def __init__(
        self,
        before: Sequence[Term],
        behind: Sequence[Term],
        people: Collection[str],
        numbers: DealNumbers,
        language: str,
    ) -> None:
        self.before, self.behind, self.people, self.numbers = before, behind, people, numbers
        self.language = language

    @cached_property
    def cards(self) -> Sequence[Card]:
        return [card for _, card in _cards_in(self.before, self.language)]

    @cached_property
    def lies_there(self) -> bool:
        """Whether several cards are named, of which one may have the trick."""
        numbers = [term.stem for term in self.before if term.stem.isdigit() and int(term.stem) <= HIGHEST_RANK]
        words = [card for card in self.cards if not card[0].isdigit()]
        return bool(words) and len({*numbers}) + len(words) >= FEWEST_OF_TRICK

    @cached_property
    def holds(self) -> bool:
        """Whether somebody is told to have cards in hand."""
        vocabulary = load_vocabulary(self.language)
        after = [*self.before[1:], STOP]
        held = zip(self.before, after, strict=True)
        return any(term.word in vocabulary.holding and then.word not in vocabulary.done for term, then in held)

    def names(self, card: Card) -> bool:
        """Whether a card was named; one without a suit by its rank."""
        rank, suit = card
        return card in self.cards or (not suit and any(term.stem == rank for term in self.before))

    def is_result(self, number: str, *, noted: bool, paid: bool) -> bool:
        """Whether a number is what is noted in the end, neither a bid nor of what is told.

        ``noted``: a word says that it is; ``paid``: one that says it of no number that is told.
        """
        if any(term.stem.isdigit() for term in self.behind) or [*_cards_in(self.behind, self.language)]:
            return False
        words = load_sentence_words(self.language)
        numbers = [term.stem for term in self.before if term.stem.isdigit()]
        if paid:
            return bool(numbers or self.cards)
        asks = any(term.word in words.results | words.noting for term in self.behind)
        high = int(number) > HIGHEST_RANK or (noted and int(number) == 0)
        if not high or not (asks or all(term.separates for term in self.behind)):
            return False
        told = self.numbers.of_each if noted else self.numbers.points or number in self.numbers.bids
        if not told:
            others = [word for word in numbers if int(word) > HIGHEST_RANK and word not in self.numbers.bids]
            return bool(numbers or self.cards) and (noted or not others or len(self.cards) >= FEWEST_COUNTED)
        return len(self.cards) >= FEWEST_COUNTED and number not in self.numbers.bids


def opinion_of(clause: Sequence[Term], context: OpinionContext, last: Opinion) -> Opinion | None:
    """What is in dispute by a clause that is an opinion, None for any other; ``last``: by the one just before it."""
    words = load_sentence_words(context.language)
    verb = _verb_of_opinion(clause, context)
    if verb is None:
        return _Thought(clause, context, noted=last is Opinion.RESULT).opinion if last else None
    rest, verb_word = clause[verb + 1 :], clause[verb].word
    written, wanted = verb_word in words.writing_it, verb_word in words.wanting and verb_word not in words.opining
    thought = _Thought(rest, context, wanted=wanted, noted=written or last is Opinion.RESULT).opinion
    if thought is None or (written and thought is not Opinion.RESULT):
        return None
    if verb_word in words.refusing and (thought is Opinion.NOTHING or verb_word not in words.opining):
        return Opinion.PLAIN
    if verb_word in words.wanting and rest and thought is Opinion.NOTHING and context.lies_there:
        return Opinion.TAKER  # "Carl wants it"
    if thought is Opinion.CARD:
        return Opinion.TAKER if context.lies_there and not context.holds else Opinion.PLAIN
    return thought or None


def _verb_of_opinion(clause: Sequence[Term], context: OpinionContext) -> int | None:
    """Where the verb stands behind who thinks something; None where nobody is named, or does anything else."""
    words = load_sentence_words(context.language)
    start = next((at for at, term in enumerate(clause) if term.word not in words.joining_clauses), len(clause))
    verb = next((at for at in range(start + 1, len(clause)) if _is_verb_of_opinion(at, clause, words)), None)
    if verb is None:
        return None
    person = [*clause[start:verb]]
    while len(person) > 1 and person[-1].word in words.beside_opining:
        person.pop()
    return verb if _is_person(person, context) else None


def _is_verb_of_opinion(at: int, clause: Sequence[Term], words: SentenceWords) -> bool:
    """Whether a verb stands here behind which an opinion may: "says", and "makes" of a result, "makes it 20"."""
    claimed = any(stands_at(at, phrase, clause) for phrase in words.claiming_it)
    return claimed or clause[at].word in words.verbs_of_opinion


def _is_person(person: Sequence[Term], context: OpinionContext) -> bool:
    """Whether these words name somebody: "she", "my niece", "the others", "Ana and Bob"."""
    vocabulary, words = load_vocabulary(context.language), load_sentence_words(context.language)
    if not 0 < len(person) <= MOST_OF_PERSON:
        return False
    if all(term.word in words.who_thinks for term in person):
        return True
    first = person[0].word
    if len(person) > 1 and first in vocabulary.definite:
        return all(term.word in words.people for term in person[1:])
    named = person[1:] if len(person) > 1 and first in words.owners else person
    known = vocabulary.cards | vocabulary.suit_stems
    for term in named:
        unknown = not term.small and term.stem not in known and not term.stem.isdigit() and term.word.isalpha()
        if term.word in words.nobody or not (
            unknown or _is_somebody(term, context) or term.word in words.people | words.who_thinks | vocabulary.joining
        ):
            return False
    return True


def _is_somebody(term: Term, context: OpinionContext) -> bool:
    return term.word.startswith(RELATIVE) or term.word in context.people


class _Thought:
    """What is thought; ``wanted``: that it be done; ``noted``: that so many points be noted."""

    def __init__(
        self, rest: Sequence[Term], context: OpinionContext, *, wanted: bool = False, noted: bool = False
    ) -> None:
        self._rest, self._context, self._wanted = rest, context, wanted
        self._vocabulary, self._words = load_vocabulary(context.language), load_sentence_words(context.language)
        self._noted = noted or any(term.word in self._words.noting for term in rest)
        self._of_cards = dict(_cards_in(rest, context.language))

    @property
    def opinion(self) -> Opinion | None:
        """What is in dispute; None where anything is told that is not about the answer alone."""
        if self._tells_of_a_hand or self._is_intended or self._tells_whose_card_it_is:
            return None
        of_card = {at + step for at, card in self._of_cards.items() for step in range(_words_of(at, card, self._rest))}
        opinions = [self._of_named_card(at) if at in of_card else self._of_word(at) for at in range(len(self._rest))]
        numbers = [at for at, term in enumerate(self._rest) if term.stem.isdigit() and at not in of_card]
        if len(numbers) > 1 or None in opinions:
            return None
        return max((opinion for opinion in opinions if opinion is not None), default=Opinion.NOTHING)

    @property
    def _tells_of_a_hand(self) -> bool:
        """Whether it is said what somebody can do by his cards: "he can't follow", "qu'il peut pas monter"."""
        can, words = self._vocabulary.may | self._words.unable, {term.word for term in self._rest}
        return not words.isdisjoint(can) and not words.isdisjoint(self._words.by_his_cards)

    @property
    def _tells_whose_card_it_is(self) -> bool:
        """Whether a card is said to be somebody's, which is not to have the trick: "the excuse is hers"."""
        words = {term.word for term in self._rest}
        return (
            bool(self._of_cards)
            and not words.isdisjoint(self._words.belonging_to)
            and words.isdisjoint(self._words.taking_it)
        )

    @property
    def _is_intended(self) -> bool:
        """Whether somebody wants to do it himself: "he wants to play the ace"."""
        words = self._words
        first = next((at for at, term in enumerate(self._rest) if term.word in words.laying_it), None)
        if not self._wanted or first is None:
            return False
        of_another = any(term.word in words.of_another for term in self._rest[:first])
        return not of_another and len(self._rest) > first + 1

    def _of_named_card(self, at: int) -> Opinion | None:
        """A card that was named before, but for one that somebody took, had or kept."""
        card = self._of_cards.get(at)
        if card is None:
            return Opinion.NOTHING
        words, behind = self._words, {term.word for term in self._rest[:at]}
        had = not behind.isdisjoint(words.took_it | words.kept_it)
        had = had or not (behind.isdisjoint(words.having_it) or behind.isdisjoint(words.taking_it))
        return None if had or not self._context.names(card) else Opinion.CARD

    def _of_word(self, at: int) -> Opinion | None:
        words, context, term = self._words, self._context, self._rest[at]
        word, before = term.word, {other.word for other in self._rest[:at]}
        after = [other.word for other in self._rest[at + 1 :]]
        bound = self._wanted or not before.isdisjoint(words.duty)
        if term.stem.isdigit():
            return self._of_number(term.stem, before)
        if word in words.having_it:
            return self._of_having(after, self._rest[at - 1].word if at else "")
        if bound and word in words.laying_it | words.taking_it:
            return Opinion.PLAIN
        if word in words.yes_or_no and after:
            return Opinion.ALLOWED if (words.judging | words.allowing).issuperset(after) else None  # "no good"
        if word in words.allowing:
            return Opinion.ALLOWED
        if self._noted and word in words.who_thinks:  # "112 pour nous"
            return Opinion.NOTHING
        if self._noted and word in words.compared:  # "she makes it 20, I make it more"
            return Opinion.RESULT
        if word in words.taking_it | words.belonging_to | words.of_degree:
            return Opinion.TAKER if context.lies_there else None
        if word in words.duty | words.judging | words.yes_or_no or _is_somebody(term, context):
            return Opinion.PLAIN
        if word in words.nought | words.noting:
            return Opinion.RESULT if self._noted else None
        return Opinion.NOTHING if word in words.small_in_opinions | words.of_points else None

    def _of_number(self, number: str, before: AbstractSet[str]) -> Opinion | None:
        """A result that somebody claims; none that somebody made."""
        if not before.isdisjoint(self._words.made_it):
            return None
        paid = any(other.word in self._words.paying for other in self._rest)
        return Opinion.RESULT if self._context.is_result(number, noted=self._noted, paid=paid) else None

    def _of_having(self, after: Sequence[str], last: str) -> Opinion | None:
        """To have to, to have taken, to be right: nothing else that somebody has, or has done."""
        words = self._words
        following = [word for word in after if word not in words.small_between]
        if not following:
            return None
        done = following[0] in words.taking_it | words.after_having or following[0] in words.who_thinks
        should = last in words.duty and following[0] in words.laying_it
        return Opinion.NOTHING if done or should else None


def _cards_in(terms: Sequence[Term], language: str) -> Iterator[tuple[int, Card]]:
    """Where cards are named: by a rank that is a word, by one that is a number with its suit, or behind an article."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    of_rank = vocabulary.cards - vocabulary.suit_stems - {vocabulary.trump} - words.of_no_rank
    before_rank = vocabulary.definite | vocabulary.determiners | words.owners
    for at, term in enumerate(terms):
        after = [other for other in terms[at + 1 : at + 3] if other.word not in vocabulary.belonging]
        suit = after[0].stem if after and after[0].stem in vocabulary.suit_stems else ""
        before = terms[at - 1] if at else STOP
        rank = vocabulary.ranks.get(term.word) if term.word not in vocabulary.small else None
        if rank is not None:
            yield at, (vocabulary.stem(rank), suit)
        elif term.stem in of_rank or (_is_rank(term) and (suit or before.word in before_rank)):
            yield at, (term.stem, suit)


def _is_rank(term: Term) -> bool:
    return term.stem.isdigit() and int(term.stem) <= HIGHEST_TRUMP


def _words_of(at: int, card: Card, terms: Sequence[Term]) -> int:
    """How many words a card has: "king", "king of hearts", "king hearts"."""
    if not card[1]:
        return 1
    return next(step for step in range(1, len(terms) - at) if terms[at + step].stem == card[1]) + 1
