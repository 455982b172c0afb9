"""The questions of the desk that the words of a search point to, with the facts that the match and the words know.

A verdict stands there at once only where all the words that matter were understood, and where whatever they leave open
gives the same answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for
from werkzeug.datastructures import MultiDict

from referee.answers.choices import Choice
from referee.answers.house_rules import Option
from referee.desk.adjudication import Verdict
from referee.desk.article_excerpt import ArticleExcerpt
from referee.desk.articles import Article
from referee.desk.query_facts.facts_in_query import SaidFacts
from referee.desk.query_words.card_sense import with_card_sense
from referee.desk.query_words.game_named import without_game_name
from referee.desk.query_words.words_left_over import is_asked, words_left_over
from referee.desk.query_words.words_said import words_said
from referee.desk.search_words import MOST_LETTERS, Term, load_vocabulary, terms
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.web.answers.inputs.card_inputs import PlaysInput
from referee.web.desk.facts_of_page import at_table_said
from referee.web.desk.question_page import QuestionPage, page_of, questions_at
from referee.web.desk.readings import Reading, asks_a_worth, first_way
from referee.web.desk.ruled_at_once import OF_CARDS, as_typed, few_choices, has_answer
from referee.web.matches.match_view import MatchView
from referee.words import Listing, Renderable, Text, names, quoted, say
from referee.words.folding import folded

FIRST = 3
"""The articles found that point to questions."""

NEAR = 0.75
"""How much of what points to the first question must point to another one, to be shown with it."""

ASKS, FACT, LABEL, ASKED, COMPLETE, UNDERSTOOD = 4.0, 2.0, 6.0, 2.0, 4.0, 3.0
"""How much points to a question: a dispute that names it, a fact that is said, the words of its label ("peut-on"), that
it is itself what is asked, that all its facts are said, if there are several, and that no word is left over then."""

OTHER, OTHER_KIND = 0.5, 0.7
"""The factors of a question that takes none of the cards that are named, and of one on a worth where none is asked."""

SEVERAL = 3
"""The most facts of cards of a question that is about one hand."""

TRICK, IN_ORDER = 3, 2.0
"""The least number of cards that are taken for a trick where they are listed, and how much they point to it."""


@dataclass(frozen=True, slots=True)
class Found:
    """An article that matches the words of a search, with its excerpt for them."""

    law: Article
    answer: ArticleExcerpt


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of a question: what the match knows (``given``), or what the words say."""

    label: Renderable
    value: Renderable | str
    given: bool


@dataclass(frozen=True, slots=True)
class WordsAsked:
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
    game: Game, view: MatchView | None, found: Sequence[Found], words: str, language: str, most: int
) -> list[WordsAsked]:
    """The questions that words point to, the best first; a verdict stands in the first alone."""
    pages = questions_at(game, view)
    players = {player for page in pages if page.form.sitting.named for player in page.form.sitting.players}
    said = with_card_sense(game, without_game_name(game, words_said(words, language), language), players, language)
    candidates = []
    onto = any(term.word in load_vocabulary(language).onto for term in said)
    for page in pages:
        label = _label_share(page.form.question, said, language)
        points = _points(page.form.question, found)
        asked_so = is_asked(page.form.question, said, language)
        if points or label == 1 or ((onto or asked_so) and page.form.question.pack is not None):
            page, facts = at_table_said(page, said, language)  # noqa: PLW2901
            if not (points or first_way(facts)):
                continue
            points += _fact_points(page, facts, said, language) + LABEL * label
            points += ASKED if points and asked_so else 0.0
            if (
                asked_so
                and first_way(facts)
                and not words_left_over(game, page.form.question, said, facts.used, language)
            ):
                points += UNDERSTOOD
            candidates.append((points * _fitness(page.form.question, said, language), page, facts))
    of_cards = [_takes_cards(page, facts) for _, page, facts in candidates]
    if any(of_cards):  # a question that takes none of the cards that are named is hardly the one
        candidates = [
            (points if takes else points * OTHER, page, facts)
            for (points, page, facts), takes in zip(candidates, of_cards, strict=True)
        ]
    candidates.sort(key=lambda candidate: -candidate[0])
    near = [one for one in candidates if one[0] >= NEAR * candidates[0][0]][:most]
    asked = [_asked(page, facts, language) for _, page, facts in near]
    if len(words) < MOST_LETTERS:  # a longer query was cut
        asked = _with_verdict(asked, candidates, pages, said, words, language)
    return asked


def _with_verdict(
    asked: Sequence[WordsAsked],
    candidates: Sequence[tuple[float, QuestionPage, SaidFacts]],
    pages: Sequence[QuestionPage],
    said: Sequence[Term],
    words: str,
    language: str,
) -> list[WordsAsked]:
    """The questions, the first with its verdict or with what is asked back.

    Where that one is not ruled on, the only question that all the words ask comes first; where none is asked in words,
    it is the only question of the game that they say all of.
    """
    if not asked:
        return []
    readings = [Reading(page, facts, said, words, language) for _, page, facts in candidates]
    first = readings[0]
    if first.understood and first.asked:
        if first.left:
            unclear = _asked_back(asked[0].page, first.left, words, language)
            asked = [replace(asked[0], unclear=unclear), *asked[1:]]
        else:
            return [_ruled(first, asked[0]) or asked[0], *asked[1:]]
    other = [one for one in readings[1:] if one.understood and one.asked and not one.left]
    if not other:
        known = {one.page.form.question.id: one for one in readings}
        every = [
            known.get(page.form.question.id) or Reading(*at_table_said(page, said, language), said, words, language)
            for page in pages
        ]
        every = [one for one in every if one.complete]
        none_asked = not any(one.asked for one in every)
        other = [one for one in every if none_asked and one.understood and not one.left_of_every]
    if len(other) == 1:
        (only,) = other
        question = only.page.form.question.id
        ruled = _ruled(only, _asked(only.page, only.facts, language))
        if ruled is not None:
            return [ruled, *(one for one in asked if one.page.form.question.id != question)][: max(1, len(asked))]
    return [*asked]


def _ruled(reading: Reading, asked: WordsAsked) -> WordsAsked | None:
    """A question with its verdict, if there is one."""
    ruled = reading.ruled(asked.page)
    if ruled is None:
        return None
    return replace(asked, verdict=ruled.verdict, because=ruled.because, only_case=ruled.only_case)


def _asked_back(page: QuestionPage, left: Sequence[str], words: str, language: str) -> list[Text]:
    """What is asked of the words that were not understood: of the word for a choice, which one it is."""
    spelling = {folded(word): word for word in re.findall(r"\w+", words)}
    unasked = [bound.spec for bound in page.form.shown() if not has_answer(bound, {})]
    sentences, others = [], []
    for word in dict.fromkeys(left):
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
    label = {term.stem for term in terms(spec.label.render(language), language, meanings=False) if not term.small}
    return any(term.stem in label for term in terms(word, language, meanings=False))


def _points(question: DeskQuestion, found: Sequence[Found]) -> float:
    """How much the articles found point to a question; 0 if none is one that decides it."""
    points = 0.0
    for place, one in enumerate(found[:FIRST]):
        if one.law.id in question.articles:
            points += (FIRST - place) * (2 if one.law.id in question.articles[:2] else 1)
        if one.answer.asks == question.id:
            points += ASKS / (place + 1)
    return points


def _fact_points(page: QuestionPage, facts: SaidFacts, said: Sequence[Term], language: str) -> float:
    """How much the facts that are said point to a question.

    Several cards in order are those of a trick, unless a worth is asked.
    """
    first, shown = first_way(facts), page.form.shown()
    rows = [bound for bound in shown if isinstance(bound, PlaysInput) and len(first.get(bound.spec.key, ())) >= TRICK]
    in_order = any(bound.spec.again for bound in rows) or (bool(rows) and not asks_a_worth(said, language))
    complete = len(first) > 1 and all(has_answer(bound, first) or [*few_choices(bound.spec)] for bound in shown)
    return FACT * len(first) + (IN_ORDER if in_order else 0.0) + (COMPLETE if complete else 0.0)


def _takes_cards(page: QuestionPage, facts: SaidFacts) -> bool:
    """Whether a question takes the cards that are said, or has several hands, of which no words tell which they are."""
    keys = [bound.spec.key for bound in page.form.shown() if bound.spec.kind in OF_CARDS]
    return len(keys) > SEVERAL or any(key in keys for key in first_way(facts))


def _fitness(question: DeskQuestion, said: Sequence[Term], language: str) -> float:
    """The factor of a question on what cards are worth where no worth is asked, and so on."""
    label = terms(question.label.render(language), language, meanings=False)
    if question.pack is None:
        return 1.0
    factor = 1.0 if asks_a_worth(label, language) == asks_a_worth(said, language) else OTHER_KIND
    return factor * (OTHER_KIND if _asks_otherwise(label, said, language) else 1.0)


def _asks_otherwise(label: Sequence[Term], said: Sequence[Term], language: str) -> bool:
    """Whether it is asked who takes ("qui prend"), and the label of a question does not ask that."""
    vocabulary = load_vocabulary(language)
    asking = {term.stem for term in said if term.small and term.word in vocabulary.asking}
    stems, of_label = {term.stem for term in said}, {term.stem for term in label}
    lines = [line for line in vocabulary.same_question if line & asking and len(line & stems) > 1]
    return any(not line & of_label for line in lines)


def _label_share(question: DeskQuestion, said: Sequence[Term], language: str) -> float:
    """The share of the words of a question's label that are said, in these or in other words for the same question."""
    vocabulary = load_vocabulary(language)
    label = terms(question.label.render(language), language, meanings=False)
    asked = {term.stem for term in label if not term.small or term.word in vocabulary.asking}
    stems = {term.stem for term in said}
    met = {stem for stem in asked if stem in stems}
    for line in vocabulary.same_question:  # each word stands for one of the label
        others = sorted(line & asked - met)
        met |= {*others[: len((line & stems) - met)]}
    return len(met) / len(asked)


def _asked(page: QuestionPage, facts: SaidFacts, language: str) -> WordsAsked:
    ways = facts.ways or [{}]
    certain = {key: value for key in ways[0] if (value := _certain([way[key] for way in ways])) is not None}
    typed = as_typed(page, certain)
    page = page_of(page.game, page.form.question, page.view, MultiDict(typed))
    plays = [bound for bound in page.form.shown() if isinstance(bound, PlaysInput)]
    rules = [] if page.view is None else page.view.house_rules
    return WordsAsked(
        page,
        [*_known(page, certain), *_of_any_suit(page, ways, certain, language)],
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


def _known(page: QuestionPage, said: Collection[str]) -> Iterator[KnownFact]:
    for bound in page.form.shown():
        if bound.given or bound.spec.key in said:
            yield KnownFact(bound.spec.label, bound.words(), bound.given)


def _of_any_suit(
    page: QuestionPage, ways: Sequence[Mapping[str, Any]], certain: Collection[str], language: str
) -> Iterator[KnownFact]:
    """The cards whose suits the words leave open, by their ranks."""
    pack = page.form.question.pack
    for bound in page.form.shown():
        of_cards = bound.spec.kind in OF_CARDS
        if pack is not None and of_cards and bound.spec.key in ways[0] and bound.spec.key not in certain:
            codes = [way[bound.spec.key] for way in ways]
            cards = [[pack.card(code) for code in ([one] if isinstance(one, str) else one)] for one in codes]
            suits = {getattr(each[0], "suit", None) for each in cards}
            ranks = {pack.face(each[0], language).print for each in cards}
            if isinstance(bound, PlaysInput) and len(suits) == 1 < len(
                ranks
            ):  # the suit that was led is all that is said
                yield KnownFact(bound.spec.label, names(suits), given=False)
            else:
                prints = names(pack.face(card, language).print for card in cards[0])
                yield KnownFact(bound.spec.label, prints, given=False)
