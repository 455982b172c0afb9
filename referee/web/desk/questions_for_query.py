"""The questions of the desk that the words of a search point to, with the facts that the match and the words know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from werkzeug.datastructures import MultiDict

from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import Option
from referee.desk.adjudication import Verdict
from referee.desk.article_excerpt import Answer
from referee.desk.articles import Article
from referee.desk.facts_in_query import FEW, OPEN, facts_in_query
from referee.desk.search_words import terms
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game
from referee.web.answers.base_input import NOTHING, Input
from referee.web.answers.card_inputs import PlaysInput
from referee.web.desk.question_page import QuestionPage, page_of, questions_at
from referee.web.matches.match_view import MatchView
from referee.words import Renderable, names

FIRST = 3
"""The articles found that point to questions."""

NEAR = 0.75
"""How much of what points to the first question must point to another one, to be shown with it."""

ASKS, FACT, LABEL = 4.0, 1.0, 6.0
"""How much points to a question: a dispute that names it, a fact that is said, the words of its label ("peut-on")."""


@dataclass(frozen=True, slots=True)
class Found:
    """An article that matches the words of a search, with its excerpt for them."""

    law: Article
    answer: Answer


@dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact of a question: what the match knows (``given``), or what the words say."""

    label: Renderable
    value: Renderable | str
    given: bool


@dataclass(frozen=True, slots=True)
class WordsAsked:
    """A question with the facts known of it, and the verdict where they are all it takes.

    ``typed``: the facts that the words say, as its form sends them; ``leader``: who leads, where cards are asked of and
    none is said; ``house_rules``: those of the match that may decide it.
    """

    page: QuestionPage
    facts: Sequence[KnownFact]
    typed: Mapping[str, str]
    verdict: Verdict | None = None
    leader: str = ""
    house_rules: Sequence[tuple[Option, Any]] = ()


def words_asked(
    game: Game, view: MatchView | None, found: Sequence[Found], words: str, language: str, most: int
) -> list[WordsAsked]:
    """The questions that words point to, the best first; a verdict stands in the first alone."""
    candidates = []
    for page in questions_at(game, view):
        ways = _ways(page, words, language)
        if points := _points(page.form.question, found, words, language, len(ways[0])):
            candidates.append((points, page, ways))
    candidates.sort(key=lambda candidate: -candidate[0])
    candidates = [one for one in candidates if one[0] >= NEAR * candidates[0][0]][:most]
    asked = [_asked(page, ways, language) for _, page, ways in candidates]
    if asked and _is_asked(asked[0].page.form.question, words, language, len(candidates[0][2][0])):
        asked[0] = _with_verdict(asked[0], candidates[0][2])
    return asked


def _points(question: DeskQuestion, found: Sequence[Found], words: str, language: str, facts: int) -> float:
    """How much points to a question; 0 if no article found is one that decides it."""
    points = 0.0
    for place, one in enumerate(found[:FIRST]):
        if one.law.id in question.articles:
            points += (FIRST - place) * (2 if one.law.id in question.articles[:2] else 1)
        if one.answer.asks == question.id:
            points += ASKS / (place + 1)
    return points and points + FACT * facts + LABEL * _label_share(question, words, language)


def _label_share(question: DeskQuestion, words: str, language: str) -> float:
    """The share of the words of a question's label that are said."""
    label = _stems(question.label.render(language), language)
    return len(label & _stems(words, language)) / len(label)


def _is_asked(question: DeskQuestion, words: str, language: str, facts: int) -> bool:
    """Whether the words ask the question enough for a verdict: a word of its label, or several of its facts."""
    return facts > 1 or _label_share(question, words, language) > 0


def _stems(text: str, language: str) -> set[str]:
    return {term.stem for term in terms(text, language, meanings=False)}


def _ways(page: QuestionPage, words: str, language: str) -> list[dict[str, Any]]:
    """The facts that the words say, in each way that they leave open; one way without facts if they say none."""
    fields = [bound.spec for bound in page.form.shown()]
    players = page.form.sitting.players if page.form.sitting.named else ()
    return facts_in_query(fields, players, words, language) or [{}]


def _asked(page: QuestionPage, ways: Sequence[Mapping[str, Any]], language: str) -> WordsAsked:
    certain = {key: value for key, value in ways[0].items() if all(way[key] == value for way in ways)}
    typed = _typed(page, certain)
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
        if pack is not None and bound.spec.key in ways[0] and bound.spec.key not in certain:
            codes = ways[0][bound.spec.key]
            cards = map(pack.card, [codes] if isinstance(codes, str) else codes)
            yield KnownFact(bound.spec.label, names(pack.face(card, language).print for card in cards), given=False)


def _typed(page: QuestionPage, way: Mapping[str, Any]) -> dict[str, str]:
    """The facts of a way, as the form sends them."""
    bound_to = {bound.spec.key: bound for bound in page.form.shown()}
    return {
        bound_to[key].name: " ".join(value) if isinstance(value, list) else str(value) for key, value in way.items()
    }


def _with_verdict(asked: WordsAsked, ways: Sequence[Mapping[str, Any]]) -> WordsAsked:
    """The question with its verdict, if what is left open does not matter: every way comes to the same."""
    page = asked.page
    outcomes: dict[str, tuple[dict[str, str], QuestionPage, Verdict]] = {}
    for way in islice((filled for said in ways for filled in _filled(page, said)), OPEN):
        typed = _typed(page, way)
        tried = page_of(page.game, page.form.question, page.view, MultiDict(typed))
        if not all(_answered(bound, way) for bound in tried.form.shown()):
            return asked
        verdict = tried.verdict()
        if verdict is not None:
            outcomes.setdefault(repr(sorted(verdict.answer.items())), (typed, tried, verdict))
    if len(outcomes) != 1:
        return asked
    ((typed, tried, verdict),) = outcomes.values()
    return WordsAsked(tried, asked.facts, typed, verdict, asked.leader, asked.house_rules)


def _filled(page: QuestionPage, way: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A way with each choice that it leaves open; as it is where the words say no fact at all."""
    missing = [bound.spec for bound in page.form.shown() if not _answered(bound, way)] if way else []
    choices = {spec.key: list(_choices(spec)) for spec in missing}
    for values in product(*choices.values()):
        yield {**way, **dict(zip(choices, values, strict=True))}


def _choices(spec: Any) -> Iterator[Any]:
    """The few values that a fact may have; none where there are many."""
    if isinstance(spec, YesNo):
        yield from ("1", "0")
    elif isinstance(spec, Choice) and len(spec.choices) <= FEW:
        yield from (NOTHING,) if spec.nothing is not None else ()
        yield from (getattr(choice, "value", choice) for choice, _ in spec.choices)


def _answered(bound: Input, way: Mapping[str, Any]) -> bool:
    return bound.given or bound.spec.optional or bound.spec.key in way
