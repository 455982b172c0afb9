"""The words of a search as those of one question: what they leave over, and whether they ask it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import cached_property
from typing import Any

from referee.answers.cards import Plays
from referee.answers.choices import Choice
from referee.answers.numbers import Number, Numbers
from referee.answers.sides import SideChoice
from referee.desk.phrases_asked import large_words, places_of_phrases, words_of
from referee.desk.query_cards.sentence_cards import is_trick
from referee.desk.query_cards.trump_suit import words_of_fixed_trump
from referee.desk.query_doubts.question_doubts import QuestionSentence, doubts_of_question
from referee.desk.query_doubts.turns_told import out_of_turn
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_facts.told_values import as_in_phrases
from referee.desk.query_words.circumstances import deals_told, each_player, seats_told, sizes_told
from referee.desk.query_words.game_named import may_be_named
from referee.desk.query_words.leftover_words import is_asked, words_left_over
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.result_asked import asks_a_worth, asks_what_may_be_done
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of, stems_of_words
from referee.desk.questions import desk_questions
from referee.desk.search.search_terms import Term, label_terms, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.web.answers.facts_form import seats_of
from referee.web.answers.inputs.card_inputs import PlaysInput
from referee.web.desk.question_page import QuestionPage
from referee.web.desk.rule_at_once import HAND, OF_CARDS, QuickRuling, few_choices, has_answer, rule_at_once
from referee.words import Renderable, say

_STATE = ":"
"""What stands between a situation and what is asked of it, in a label."""

SMALL = 2
"""So many small words do not ask a question, even before a question mark: "c'est bon ?"."""


class Reading:
    """The words as those of one question.

    ``all_terms``: the words as they are said, without the game's name; ``terms``: those without a sense of cards as
    small.
    """

    def __init__(
        self,
        page: QuestionPage,
        facts: SaidFacts,
        all_terms: Sequence[Term],
        terms: Sequence[Term],
        text: str,
        language: str,
    ) -> None:
        self.page, self.facts, self.terms, self.language = page, facts, terms, language
        self.all_terms, self._text = all_terms, text
        self.tells_play_at_fault = False

    def of_play_at_fault(self, facts: SaidFacts) -> Reading:
        """The same words with the facts that a play tells which is a mistake."""
        reading = Reading(self.page, facts, self.all_terms, self.terms, self._text, self.language)
        reading.tells_play_at_fault = True
        return reading

    @property
    def is_understood(self) -> bool:
        named = may_be_named(self.page.game, self.terms, self.facts.used, self.language)
        return self.facts.whole and not named and not self._plays_too_many

    @property
    def _plays_too_many(self) -> bool:
        """Whether more cards than can play are told of a trick: one of them is of another one."""
        tricks = [field.key for field in self.page.form.question.facts if is_trick(field)]
        first = first_way(self.facts)
        return any(len(first.get(key, ())) > max(self.page.game.players) for key in tricks)

    @cached_property
    def is_asked_in_words(self) -> bool:
        """Whether words of its label, or for it, ask it."""
        return is_asked(self.page.form.question, self.terms, self.language)

    @cached_property
    def _asking(self) -> tuple[frozenset[int], frozenset[int]]:
        question_mark = self._text.rstrip().endswith("?")
        return _asking(self.page, self.facts.used, self.all_terms, self.language, question_mark=question_mark)

    @property
    def is_asked_in_phrases(self) -> bool:
        """Whether phrases of its own ask it."""
        return bool(self._asking[0])

    @property
    def is_surely_asked(self) -> bool:
        """Whether phrases stand there that no other question is asked with, which tells the same beside its own."""
        phrases = self.page.form.question.wording.surely_asked
        return phrases is not None and bool(places_of_phrases(phrases, self.all_terms, self.language))

    @property
    def is_asked(self) -> bool:
        """Whether it is itself what is asked, in words or by what is put on what; a situation by what is told of it."""
        told = bool(self.facts.phrase_words) or self.is_asked_in_phrases
        if self.page.form.question.wording.any_cards:
            return told or self._is_situation_named
        shown = [bound for bound in self.page.form.offered_inputs() if bound.spec.kind in OF_CARDS]
        laid = [bound for bound in shown if bound.spec.key in first_way(self.facts)]
        put = len(laid) > 1 and any(term.word in load_vocabulary(self.language).onto for term in self.terms)
        return put or self.facts.asks or self.is_asked_in_words or told

    @property
    def asks_no_worth(self) -> bool:
        """Whether it is asked how much, and this question on no cards never is: "je marque combien ?" of a bid."""
        question = self.page.form.question
        wording = question.wording
        texts = [text for text in (question.label, wording.asked, wording.also_told) if text is not None]
        worth = any(asks_a_worth(label_terms(text, self.language), self.language) for text in texts)
        return question.pack is None and asks_a_worth(self.terms, self.language) and not worth

    @property
    def _is_situation_named(self) -> bool:
        """Whether all words of its label stand there with which a situation is named, or some if it asks a thing."""
        label = self.page.form.question.label.render(self.language)
        if _STATE not in label:
            return self.is_asked_in_words
        named = {term.stem for term in terms_of(label.partition(_STATE)[0], self.language) if not term.small}
        return named <= {term.stem for term in self.all_terms}

    @property
    def is_told_whole(self) -> bool:
        """Whether cards or several facts are all that is told, and whole.

        What somebody may do is not asked, but where this question asks it.
        """
        first, question = first_way(self.facts), self.page.form.question
        if question.pack is None and len(first) == 1:
            return False
        if not asks_what_may_be_done(question.wording, self.terms, self.language):
            return False
        enough = self.is_complete or self.facts.of_some  # of some players: what is open matters to the others alone
        return bool(first) and enough and self.is_understood and not self.words_left

    @property
    def tells_what_counts(self) -> bool:
        """Whether cards are told to be what somebody took in tricks, was caught with, or counts with a further one.

        What they are worth is then all there is to ask: "ramassé 5 cœurs et la dame de pique".
        """
        question, words = self.page.form.question, load_sentence_words(self.language)
        worth = asks_a_worth(label_terms(question.label, self.language), self.language)
        if question.pack is None or not worth:
            return False
        told = {self.terms[at].word for at in self.facts.used}
        if len(first_way(self.facts)) > 1 or told & words.caught:
            return True
        fields = (field for other in desk_questions(self.page.game).values() for field in other.facts)
        return bool(told & words.taking_cards) and any(map(is_trick, fields))

    @property
    def is_complete(self) -> bool:
        """Whether all that it takes is told, but for a few choices."""
        first = first_way(self.facts)
        return all(has_answer(bound, first) or [*few_choices(bound.spec)] for bound in self.page.form.offered_inputs())

    @cached_property
    def either(self) -> frozenset[int]:
        return _either(self.page, self.facts, self.terms, self.language)

    @cached_property
    def words_left(self) -> list[str]:
        """The words that it leaves over, but for those of what else its answer tells."""
        question = self.page.form.question
        passed_over = self._passed_over | self._story
        used = self.facts.used | self.either | self._asking[1] | self._circumstances | passed_over
        used |= words_of_fixed_trump(question.facts, self.terms, self.language)
        left = words_left_over(self.page.game, question, self.terms, used, self.language)
        if question.wording.also_told:
            also_told = words_of(question.wording.also_told, self.language)
            left = [word for word in left if load_vocabulary(self.language).stem(word) not in also_told]
        return left + doubts_of_question(self._sentence)

    @property
    def _sentence(self) -> QuestionSentence:
        """The words with what they say, for what makes that doubtful."""
        return QuestionSentence(
            question=self.page.form.question,
            fields=[bound.spec for bound in self.page.form.offered_inputs()],
            named=self.page.form.sitting.named,
            facts=self.facts,
            all_terms=self.all_terms,
            terms=self.terms,
            text=self._text,
            language=self.language,
            asking=self._asking[0],
            spoken=self._asking[1],
            passed_over=self._passed_over,
            tells_play_at_fault=self.tells_play_at_fault,
        )

    @property
    def _story(self) -> frozenset[int]:
        """The words around a case that phrases of the question tell, but for those that ask or deny something."""
        if not self.facts.phrase_words or not self.page.form.question.wording.any_cards:
            return frozenset()
        vocabulary = load_vocabulary(self.language)
        telling = vocabulary.negations | vocabulary.asking | vocabulary.may
        own = self._words_of_told()
        last = clause_of(max(at for at, term in enumerate(self.terms) if not term.separates), self.terms)
        words = [at for at in range(last.start) if self.terms[at].word not in telling]
        return frozenset(at for at in words if self.all_terms[at].stem not in own)

    def _words_of_told(self) -> frozenset[str]:
        """The stems by which a case of the question is told: said otherwise, they may tell another one."""
        told_facts = self.page.form.question.wording.told_facts
        lists = {
            phrases for values in told_facts.values() for ways in values.values() for way in ways for phrases in way
        }
        return frozenset(stem for phrases in lists for _, stem in large_words(phrases, self.language))

    @cached_property
    def _passed_over(self) -> frozenset[int]:
        """The words that decide nothing where this question is asked, or that tell what the facts tell."""
        question, ways, vocabulary = self.page.form.question, self.facts.ways, load_vocabulary(self.language)
        going_on = question.wording.going_on if self.facts.phrase_words else None
        texts = [text for text in (question.wording.passed_over, going_on) if text is not None]
        texts += [claim.words for claim in question.wording.claims if ways and all(claim.holds(way) for way in ways)]
        as_heard = [self.all_terms, as_in_phrases(texts, self.all_terms, self.language)] if texts else []
        found = {
            at
            for heard in as_heard
            for text in texts
            for places in places_of_phrases(text, heard, self.language)
            for at in places
        }
        cards = vocabulary.cards | vocabulary.suit_stems if question.wording.any_cards else frozenset[str]()
        named = {at for at, term in enumerate(self.all_terms) if term.stem in cards or (cards and term.stem.isdigit())}
        return frozenset(found | named)

    @property
    def _circumstances(self) -> set[int]:
        """The words that tell how many play, which deal it is and how many cards each has, where it is not asked."""
        fields = [bound.spec for bound in self.page.form.offered_inputs()]
        labels = {
            stem
            for field in fields
            if isinstance(field, Number | Numbers | Choice)
            for stem in stems_of(field.label.render(self.language), self.language)
        }
        sitting, seats = self.page.form.sitting, seats_told(self.terms, self.language)
        sized = not sitting.named and bool(seats_of(self.page.form.question))
        fits = len(seats) == 1 and (not sized or len(sitting.players) in seats)
        positions = {at for words in seats.values() for at in words} if fits else set()
        positions |= deals_told(self.terms, labels, self.language)
        return positions | sizes_told(self.terms, labels, self.language) | each_player(self.terms, self.language)

    def verdict_on(self, page: QuestionPage) -> QuickRuling | None:
        """The verdict on the question as its form is filled in, if there is one."""
        ruling = rule_at_once(page, self.facts, self.language, either=bool(self.either))
        return None if ruling is None or self._turns_on(ruling) or self._is_out_of_turn(ruling) else ruling

    def _is_out_of_turn(self, ruling: QuickRuling) -> bool:
        """Whether cards are told to be turned up by others than those whose turn it is in this verdict."""
        of_cards = (field for field in self.page.form.question.facts if isinstance(field, Plays))
        piles = [field for field in of_cards if field.turn is not None]
        facts = ruling.verdict.case.facts
        turns = [[play.player for play in facts[pile.key]] for pile in piles if pile.key in facts]
        return any(out_of_turn(players, self.terms, self.facts.used, self.language) for players in turns)

    @property
    def turns_on(self) -> list[Renderable]:
        """What nobody has told and with which the verdict would be another."""
        ruling = rule_at_once(self.page, self.facts, self.language)
        if ruling is None:
            return []
        if self._is_out_of_turn(ruling):
            return [say("qui retourne chaque carte")]
        return [field.label for field in self._turns_on(ruling)]

    def _turns_on(self, ruling: QuickRuling) -> list[SideChoice]:
        """The facts that nobody has told and with which this verdict would be another."""
        word = ruling.verdict.word.text.render(self.language)
        return [field for field in self._often_forgotten if any(other != word for other in self._words_with(field))]

    @property
    def _often_forgotten(self) -> list[SideChoice]:
        """The facts that people forget to tell and of which no word speaks."""
        words = load_sentence_words(self.language)
        heard = {term.stem for term in self.all_terms}
        if heard >= stems_of_words(frozenset(words.pair), self.language):  # "personne n'a le roi et la dame d'atout"
            return []
        keys = {*self.page.form.question.wording.often_forgotten} - first_way(self.facts).keys()
        fields = [bound.spec for bound in self.page.form.offered_inputs() if isinstance(bound.spec, SideChoice)]
        return [
            field
            for field in fields
            if field.key in keys and heard.isdisjoint(stems_of(field.label.render(self.language), self.language))
        ]

    def _words_with(self, field: SideChoice) -> Iterator[str]:
        """The answers in a word with each side as what the fact tells; "" where there is none."""
        for side in field.sides:
            ways = [{**way, field.key: side.name} for way in self.facts.ways]
            ruling = rule_at_once(self.page, replace(self.facts, ways=ways), self.language)
            yield "" if ruling is None else ruling.verdict.word.text.render(self.language)


def _asking(
    page: QuestionPage, used: AbstractSet[int], all_terms: Sequence[Term], language: str, *, question_mark: bool
) -> tuple[frozenset[int], frozenset[int]]:
    """The words of the phrases that ask a question, and those of all phrases of it.

    They ask it with a word for asking, or behind all that is told; small words alone do so before a question mark.
    What is a fact, or denies one, asks nothing.
    """
    phrases = page.form.question.wording.asked
    if phrases is None:
        return frozenset(), frozenset()
    vocabulary = load_vocabulary(language)
    words = load_sentence_words(language)
    asking = vocabulary.asking | vocabulary.may | vocabulary.must | words.of_what | words.inverted
    told = max((at for at in used if not all_terms[at].small), default=-1)
    asks: set[int] = set()
    spoken: set[int] = set()
    for places in places_of_phrases(phrases, all_terms, language):
        terms = [all_terms[at] for at in places]
        for_asking = any(term.word in asking or term.stem in vocabulary.worth for term in terms)
        if used & {*places} or any(term.word in vocabulary.negations for term in terms):
            continue
        behind = places[0] > told
        if all(term.small for term in terms) and not (for_asking or (behind and question_mark and len(places) > SMALL)):
            continue
        if for_asking or behind:
            asks |= {*places}
        if len(places) > 1 and not any(term.stem in vocabulary.cards for term in terms):
            spoken |= {*places}
    return frozenset(asks), frozenset(asks | spoken)


def _either(page: QuestionPage, facts: SaidFacts, terms: Sequence[Term], language: str) -> frozenset[int]:
    """The word that compares two cards: "le 9 ou l'as", "entre le 9 et l'as"; nothing of other cards."""
    plays = [
        bound.spec.key for bound in page.form.offered_inputs() if isinstance(bound, PlaysInput) and not bound.spec.again
    ]
    if HAND in first_way(facts) or len(plays) != 1 or len(first_way(facts).get(plays[0], ())) != 2:  # noqa: PLR2004
        return frozenset()
    between = frozenset(at for at, term in enumerate(terms) if term.word in load_sentence_words(language).between)
    either = [at for at, term in enumerate(terms) if term.word in load_vocabulary(language).either]
    if between or len(either) != 1:
        return between
    (at,) = either
    before, after = (at - 1, at + 1)
    while after < len(terms) and terms[after].small and after not in facts.used:
        after += 1
    return frozenset(either) if before in facts.used and after in facts.used else frozenset()


def first_way(facts: SaidFacts) -> Mapping[str, Any]:
    """The first way to fill in what is open; without facts where the words say none."""
    return facts.ways[0] if facts.ways else {}
