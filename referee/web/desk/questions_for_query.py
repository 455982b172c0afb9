"""The questions of the desk that the words of a search point to, with the facts that the match and the words know.

A verdict stands there at once only where all the words that matter were understood, and where whatever they leave open
gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.answers.choices import Choice
from referee.answers.house_rules import Option
from referee.answers.numbers import Numbers
from referee.desk.adjudication import Verdict
from referee.desk.query_cards.hand_of_another import with_hand_as_own
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_numbers.numbers_in_words import with_numbers_in_digits
from referee.desk.query_numbers.proposed_results import with_results_asked
from referee.desk.query_opinions.opinions import without_opinions
from referee.desk.query_words.card_sense import with_card_sense
from referee.desk.query_words.game_named import without_game_name
from referee.desk.query_words.other_names import with_plain_names
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.search.search_terms import MOST_LETTERS, Term, label_terms, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.game_definition.game import Game
from referee.web.answers.inputs.card_inputs import PlaysInput
from referee.web.desk.facts_of_page import at_table_said
from referee.web.desk.plays_at_fault import with_play_at_fault
from referee.web.desk.question_choice import FoundArticle, points_of
from referee.web.desk.question_page import QuestionPage, page_of, questions_at
from referee.web.desk.readings import Reading
from referee.web.desk.rule_at_once import OF_CARDS, as_typed, has_answer, left_open, told_in_part
from referee.web.desk.rule_for_some import rule_for_some
from referee.web.desk.suits_left_open import codes_of
from referee.web.matches.match_view import MatchView
from referee.words import Listing, Renderable, Text, names, quoted, say
from referee.words.folding import folded

NEAR = 0.75
"""How much of what points to the first question must point to another one, to be shown with it."""

MOST_WORDS = 60
"""Words of a query of which facts are read, the signs between them not counted: more would cost more than 50 ms."""

POINTS = "points"
"""The key of the points in an answer."""


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of a question: what the match knows (``given``), or what the words say."""

    label: Renderable
    value: Renderable | str
    given: bool


@dataclass(frozen=True, slots=True)
class QueryQuestion:
    """A question with the facts known of it, and the verdict where they are all it takes.

    ``typed``: the facts that the words say, as its form sends them: no suit and no choice that they leave open.
    ``leader``: who leads, where cards are asked of and none is said; ``house_rules``: those of the match that may
    decide it. ``because``: the reasons that hold in every case; ``only_case``: whether there is one case only.
    ``unclear``: what is asked back, a sentence for each thing that was not understood.
    """

    page: QuestionPage
    facts: Sequence[KnownFact]
    typed: Mapping[str, str]
    verdict: Verdict | None = None
    leader: str = ""
    house_rules: Sequence[tuple[Option, Any]] = ()
    because: Sequence[Renderable] = ()
    only_case: bool = False
    unclear: Sequence[Text] = ()

    def address(self, match: str | None) -> str:
        """The address of its form, filled in; ``match``: the public id of the match it is asked from."""
        return self._address_of("desk.ask", match)

    def verdict_address(self, match: str | None) -> str:
        return self._address_of("desk.verdict", match)

    def _address_of(self, endpoint: str, match: str | None) -> str:
        game, question = self.page.game.id, self.page.form.question.id
        return url_for(endpoint, **self.typed, game_id=game, question_id=question, match=match)  # type: ignore[arg-type]


def words_asked(
    game: Game, view: MatchView | None, articles: Sequence[FoundArticle], words: str, language: str, most: int
) -> list[QueryQuestion]:
    """The questions that words point to, the best first; a verdict stands in the first alone."""
    pages = questions_at(game, view)
    players = {player for page in pages if page.form.sitting.named for player in page.form.sitting.players}
    cut = len(words) >= MOST_LETTERS
    words = without_opinions(words, game, language)
    all_words = with_results_asked(with_numbers_in_digits(words_said(words, language), language), language)
    all_terms = _beginning(all_words)
    plain = with_plain_names(game, without_game_name(game, all_terms, language), language)
    if not plain:  # all that is typed says nothing: "exactement"
        return []
    plain = with_hand_as_own(game, plain, players, language)
    terms = with_card_sense(game, plain, players, language)
    readings = [Reading(*at_table_said(page, plain, terms, language), plain, terms, words, language) for page in pages]
    readings = with_play_at_fault(readings)
    points = {reading: points_of(reading, articles, all_terms) for reading in readings}
    ranked = sorted((reading for reading in readings if points[reading] > 0), key=lambda reading: -points[reading])
    near = [reading for reading in ranked if points[reading] >= NEAR * points[ranked[0]]][:most]
    questions = [_question_in_words(reading.page, reading.facts, language) for reading in near]
    if not cut and len(all_terms) == len(all_words):
        questions = _with_verdict(questions, ranked, words, language)
    return questions


def _beginning(terms: Sequence[Term]) -> Sequence[Term]:
    """The words up to the most of which facts are read."""
    words = [at for at, term in enumerate(terms) if not term.separates]
    return terms[: words[MOST_WORDS]] if len(words) > MOST_WORDS else terms


def _with_verdict(
    questions: Sequence[QueryQuestion], ranked: Sequence[Reading], words: str, language: str
) -> list[QueryQuestion]:
    """The questions, the first with its verdict or with what is asked back.

    Where that one is not ruled on, the only question that all the words ask comes first. ``ranked``: the readings that
    the words point to, the best first.
    """
    if not questions:
        return []
    first = ranked[0]
    also_told = [reading for reading in ranked[1:] if reading.facts.phrase_words and reading.is_complete]
    told_twice = first.facts.phrase_words and any(reading.verdict_on(reading.page) for reading in also_told)
    if told_twice or any(_tells_it_too(others_asked, first) for others_asked in ranked[1:]):
        return [*questions]
    if first.is_understood and first.is_asked:
        if first.words_left:
            unclear = _asked_back(questions[0].page, first.words_left, words, language)
            questions = [replace(questions[0], unclear=unclear), *questions[1:]]
        elif (rival := _rival(first, ranked[1:])) is not None:
            return [replace(questions[0], unclear=[_which_of_both(first, rival)]), *questions[1:]]
        else:
            ruled = _ruled_instead(first, ranked[1:], language) or _give_verdict(first, questions[0])
            return [ruled or _with_open_facts(first, questions[0], language), *questions[1:]]
    if _tells_all_there_is(first, ranked, words):
        return [_give_verdict(first, questions[0]) or questions[0], *questions[1:]]
    others_asked = [
        reading
        for reading in ranked[1:]
        if reading.is_understood and reading.is_asked and not reading.words_left and not reading.asks_no_worth
    ]
    if len(others_asked) == 1:
        (only,) = others_asked
        question = only.page.form.question.id
        rival = _rival(only, [reading for reading in ranked if reading is not only])
        if rival is not None:
            return [replace(questions[0], unclear=[_which_of_both(only, rival)]), *questions[1:]]
        ruled = _give_verdict(only, _question_in_words(only.page, only.facts, language))
        if ruled is not None:
            others = [others_asked for others_asked in questions if others_asked.page.form.question.id != question]
            return [ruled, *others][: max(1, len(questions))]
    return [*questions]


def _tells_all_there_is(first: Reading, ranked: Sequence[Reading], words: str) -> bool:
    """Whether a case of this question alone is told, and nothing is asked but what comes of it: "…, as de pique ?".

    A deal that is told whole, and cards that count, are such cases without a question mark.
    """
    counts = first.tells_what_counts
    asks = words.rstrip().endswith("?") or first.page.form.question.pack is None or counts
    readings = [reading for reading in ranked if reading.is_told_whole and (reading.tells_what_counts or not counts)]
    return (
        asks
        and readings == [first]
        and not any(reading.is_asked and not (counts and reading.words_left) for reading in ranked)
    )


def _tells_it_too(other: Reading, first: Reading) -> bool:
    """Whether another question, which is asked with phrases of its own, tells beside it what the first one asks.

    "Does that count, and for how many points?": what the cards of a meld are worth is not what cards are worth.
    """
    of_other, of_first = other.page.form.question.wording, first.page.form.question.wording
    told = of_other.also_told is not None and of_first.also_told is None
    left = {*other.words_left} - load_vocabulary(other.language).asking
    return told and other.is_asked_in_phrases and other.is_understood and not left


def _rival(first: Reading, others: Sequence[Reading]) -> Reading | None:
    """Another question that tells beside its own answer other points of the same cards, where it may be meant as well.

    "As 2 3 de pique, ça fait combien ?" at rami: 16 points in hand, 6 as a run.
    """
    question = first.page.form.question
    if question.pack is None or question.wording.also_told is not None or first.is_surely_asked:
        return None
    also_told = [
        other
        for other in others
        if other.page.form.question.wording.also_told is not None
        and other.is_understood
        and other.facts.ways
        and not told_in_part(other.page, other.facts.ways[0])
    ]
    ruling = first.verdict_on(first.page) if also_told else None
    if ruling is None:
        return None
    points = ruling.verdict.answer.get(POINTS)
    return next((other for other in also_told if _points_of(other) not in (0, points)), None)


def _points_of(reading: Reading) -> int | None:
    """The points that the answer of a question tells, None where the words leave them open."""
    ruling = reading.verdict_on(reading.page)
    return None if ruling is None else ruling.verdict.answer.get(POINTS)


def _which_of_both(first: Reading, other: Reading) -> Text:
    labels = (reading.page.form.question.label for reading in (first, other))
    return say("Deux questions, deux réponses : %(questions)s", questions=Listing(tuple(labels), either=True))


def _give_verdict(reading: Reading, question: QueryQuestion) -> QueryQuestion | None:
    """A question with its verdict, if there is one."""
    ruling = reading.verdict_on(question.page) or rule_for_some(reading.page, reading.facts)
    if ruling is None:
        return None
    return replace(question, verdict=ruling.verdict, because=ruling.because, only_case=ruling.only_case)


def _ruled_instead(first: Reading, others: Sequence[Reading], language: str) -> QueryQuestion | None:
    """The only other question that phrases ask and that is told whole, with its verdict; None where they ask the first.

    "Jude trumps with the 2 of spades, and Ira claims it": words for playing do not ask what may be played.
    """
    if first.is_asked_in_phrases or first.facts.asks:
        return None
    readings = [other for other in others if other.is_asked_in_phrases and other.is_told_whole]
    if len(readings) != 1:
        return None
    (reading,) = readings
    return _give_verdict(reading, _question_in_words(reading.page, reading.facts, language))


def _with_open_facts(reading: Reading, question: QueryQuestion, language: str) -> QueryQuestion:
    """A question of which all words were understood, with what is still to be said."""
    facts = reading.turns_on or left_open(reading.page, reading.facts, language)
    return replace(question, unclear=[say("Il reste à dire : %(facts)s.", facts=names(facts))]) if facts else question


def _asked_back(page: QuestionPage, words_left: Sequence[str], words: str, language: str) -> list[Text]:
    """What is asked of the words that were not understood: of the word for a choice, which one it is."""
    spelling = {folded(word): word for word in re.findall(r"\w+", words)}
    unasked = [bound.spec for bound in page.form.offered_inputs() if not has_answer(bound, {})]
    sentences, others = [], []
    for word in dict.fromkeys(words_left):
        typed = quoted(spelling.get(word, word))
        choice = next((spec for spec in unasked if isinstance(spec, Choice) and _names(spec, word, language)), None)
        if choice is None:
            others.append(say("« %(name)s »", name=typed))
        else:
            labels = Listing(tuple(label for _, label in choice.choices), either=True)
            sentences.append(say("« %(word)s » : %(choices)s ?", word=typed, choices=labels))
    if others:
        sentences.append(say("Pas compris : %(words)s.", words=names(others)))
    return sentences


def _names(spec: Choice, word: str, language: str) -> bool:
    """Whether a word of what is chosen has the stem of this word."""
    label = {term.stem for term in label_terms(spec.label, language) if not term.small}
    return any(term.stem in label for term in terms_of(word, language, meanings=False))


def _question_in_words(page: QuestionPage, facts: SaidFacts, language: str) -> QueryQuestion:
    ways = facts.ways or [{}]
    told = [key for key in ways[0] if all(key in way for way in ways)]
    certain = {key: value for key in told if (value := _certain([way[key] for way in ways])) is not None}
    typed = as_typed(page, certain)
    page = page_of(page.game, page.form.question, page.view, MultiDict(typed))
    plays = [bound for bound in page.form.offered_inputs() if isinstance(bound, PlaysInput)]
    rules = [] if page.view is None else page.view.house_rules
    return QueryQuestion(
        page,
        [*_known_facts(page, certain), *_of_any_suit(page, ways, certain, language)],
        typed,
        leader=plays[0].leader if plays and page.form.sitting.named and not plays[0].codes else "",
        house_rules=[(option, value) for option, value in rules if option.article in page.form.question.articles],
    )


def _certain(values: Sequence[Any]) -> Any:
    """The value that a fact has in every case, of tricks that may go on what all begin with; None if none."""
    shortest = min(values, key=len) if isinstance(values[0], list) else values[0]
    if all(value == shortest for value in values):
        return shortest
    goes_on = isinstance(shortest, list) and len({len(value) for value in values}) > 1
    return shortest if goes_on and all(value[: len(shortest)] == shortest for value in values) else None


def _known_facts(page: QuestionPage, facts: Mapping[str, Any]) -> Iterator[KnownFact]:
    for bound in page.form.offered_inputs():
        value = facts.get(bound.spec.key)
        of_several = isinstance(value, Mapping) or isinstance(bound.spec, Numbers)
        if of_several and bound.spec.key in facts and not bound.given:  # how high a number may be another fact says
            yield KnownFact(bound.spec.label, bound.spec.in_words(value), given=False)
        elif bound.given or bound.spec.key in facts:
            yield KnownFact(bound.spec.label, bound.words(), bound.given)


def _of_any_suit(
    page: QuestionPage, ways: Sequence[Mapping[str, Any]], certain: Collection[str], language: str
) -> Iterator[KnownFact]:
    """The cards whose suits the words leave open, by their ranks; none behind one that they leave open wholly."""
    pack = page.form.question.pack
    for bound in page.form.offered_inputs():
        of_cards = bound.spec.kind in OF_CARDS
        if pack is not None and of_cards and bound.spec.key in ways[0] and bound.spec.key not in certain:
            ways_of_cards = [codes_of(way[bound.spec.key]) for way in ways]
            cards = {code: pack.card(code) for code in {code for codes in ways_of_cards for code in codes}}
            prints = {code: pack.face(card, language).print for code, card in cards.items()}
            suits = {getattr(cards[codes[0]], "suit", None) for codes in ways_of_cards}
            ranks = {prints[codes[0]] for codes in ways_of_cards}
            if isinstance(bound, PlaysInput) and len(suits) == 1 and len(ranks) > 1:  # the suit led is all that is said
                yield KnownFact(bound.spec.label, names(suits), given=False)
            else:
                in_each_way = ([prints[code] for code in codes] for codes in zip(*ways_of_cards, strict=False))
                common_places = takewhile(lambda places: len({*places}) == 1, in_each_way)
                yield KnownFact(bound.spec.label, names(places[0] for places in common_places), given=False)
