"""An opinion about the answer, told in a clause of its own: "Granny says I have to take it", "ils refusent. Vrai ?".

It tells nothing of the case. It is passed over, and asks what is in dispute, as a question mark does. A clause that
holds anything else, a card that was not named before or what somebody has done, is none, and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.answers.numbers import Numbers
from referee.desk.query_numbers.numbers_in_words import with_numbers_in_digits
from referee.desk.query_opinions.opinion_clauses import DealNumbers, Opinion, OpinionContext, opinion_of
from referee.desk.query_words.sentence_terms import NEXT, names_of_people, with_relatives_as_people
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.questions import desk_questions
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words.folding import folded

_SENTENCE = re.compile(r"[.;:!?…]+(?!\d)|(?:[^.;:!?…]|[.;:!?…]+(?=\d))+")
_COMMA = re.compile(r"[,()](?!\d)|\s[–—-]\s")
_WORD = re.compile(r"\w+")

MOST_CLAIMS = 6
"""Of more verbs of opinion none is read: it would cost more."""

POINTS = "points"
"""The key of the fact with the points of a deal."""


@dataclass(frozen=True, slots=True)
class _Passed:
    """A text without its opinions; ``asks``: what closes it as an opinion asks, nothing where something else does."""

    text: str
    asks: Opinion = Opinion.NOTHING


def without_opinions(text: str, game: Game, language: str) -> str:
    """The text without the opinions about the answer that it tells; where one closes it, it asks for the answer."""
    words = load_sentence_words(language)
    sentences = _SENTENCE.findall(text)
    if sum(word in words.words_of_opinion for word in _WORD.findall(folded(text))) > MOST_CLAIMS:
        return text
    if not _may_hold_one(text, language) and not words.judging_alone.fullmatch(_plain(_last(sentences))):
        return text
    passed = _Passed("")
    for at, sentence in enumerate(sentences):
        passed = _with_sentence(sentence, passed, "".join(sentences[at + 1 :]), game, language)
    if passed.asks is Opinion.NOTHING:
        return passed.text
    asks = {Opinion.RESULT: words.how_much, Opinion.TAKER: words.who_takes, Opinion.ALLOWED: words.is_allowed}
    asked = asks.get(passed.asks)
    told = passed.text.rstrip(" ?.;:,!…")
    return f"{told} ?" if asked is None else f"{told}. {asked} ?"


def _with_sentence(sentence: str, passed: _Passed, behind: str, game: Game, language: str) -> _Passed:
    """What is passed with a further sentence; ``behind``: the text that follows it."""
    words, plain = load_sentence_words(language), _plain(sentence)
    if not plain:
        return passed if passed.asks else _Passed(passed.text + sentence)
    if words.closing_opinion.fullmatch(plain) and passed.asks:
        return passed
    if words.judging_alone.fullmatch(plain) and not _plain(behind):
        last = _last(_SENTENCE.findall(passed.text))
        disputed = _may_hold_one(last, language)  # a fact is: "Ana dit qu'ils ont la belote. Vrai ?"
        return _Passed(passed.text + sentence) if disputed or not last else _Passed(passed.text, Opinion.PLAIN)
    starts = _starts(sentence, language) if _may_hold_one(sentence, language) else ()
    for start in starts:
        before = passed.text + sentence[:start]
        opinion = _opinion(sentence[start:], before, behind, game, language)
        if opinion:
            return _Passed(before.rstrip(" ,–—-("), max(opinion, passed.asks if start == 0 else opinion))
    parted = "." if passed.asks and passed.text[-1] not in ".;:!?…" else ""
    return _Passed(passed.text + parted + sentence)


def _last(sentences: Sequence[str]) -> str:
    return next((sentence for sentence in reversed(sentences) if _plain(sentence)), "")


def _may_hold_one(text: str, language: str) -> bool:
    return not load_sentence_words(language).words_of_opinion.isdisjoint(_WORD.findall(folded(text)))


def _starts(sentence: str, language: str) -> Iterator[int]:
    """Where an opinion may begin in a sentence: with it, behind a comma, or where it is joined to what is told."""
    yield 0
    places = [match.end() for match in _COMMA.finditer(sentence)]
    joined = load_sentence_words(language).joining_opinion.finditer(sentence)
    yield from sorted([*places, *(found.start() for found in joined)])


def _opinion(clause: str, before: str, behind: str, game: Game, language: str) -> Opinion:
    """What is in dispute by a clause that is an opinion to its end; nothing by any other."""
    words = load_sentence_words(language)
    if not _plain(before) or not _may_hold_one(clause, language):
        return Opinion.NOTHING
    if load_vocabulary(language).fate.search(_plain(clause)):  # "she says I keep it"
        return Opinion.NOTHING
    people = names_of_people(f"{before} {clause}", language)
    closes = words.closing_opinion.fullmatch(_plain(behind))
    context = OpinionContext(
        _terms_of_clauses(before, language),
        () if closes else _terms_of_clauses(behind, language),
        people,
        _numbers_told(game.id, language),
        language,
    )
    found = Opinion.NOTHING
    for item in filter(_plain, _COMMA.split(clause)):
        if not (found and words.closing_opinion.fullmatch(_plain(item))):
            opinion = _opinion_by_item(item, context, found)
            if opinion is None:
                return Opinion.NOTHING
            found = max(found, opinion)
    return found


def _opinion_by_item(item: str, context: OpinionContext, last: Opinion) -> Opinion | None:
    """What is in dispute by an item, or by the two that are joined in it; None where it is no opinion."""
    opinion = opinion_of(_terms_of_clauses(item, context.language), context, last)
    parts = load_sentence_words(context.language).joining_opinion.split(item)
    if opinion is not None or len(parts) == 1:
        return opinion
    for part in parts:
        opinion = opinion_of(_terms_of_clauses(part, context.language), context, last)
        if opinion is None:
            return None
        last = max(last, opinion)
    return last


def _terms_of_clauses(text: str, language: str) -> Sequence[Term]:
    """The words of a text with what parts its clauses; a relative is one word."""
    result: list[Term] = []
    for item in re.split(r"[,.;:!?…()](?!\d)", text):
        plain = with_relatives_as_people(folded(item), language)
        result += [*terms_of(plain, language, meanings=False), NEXT]
    return with_numbers_in_digits(result[:-1], language)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(folded(text)))


@lru_cache
def _numbers_told(game_id: str, language: str) -> DealNumbers:
    """The numbers with which a deal of a game is told: who says such a one may tell it."""
    game = GAMES[game_id]
    players = tuple(map(str, range(game.players[-1])))
    rules, _ = game.house_rules({}, players)
    fields = [field for question in desk_questions(game).values() for field in question.fields(game, players, rules)]
    labels = [
        f"{getattr(choice, 'value', choice)} {label.render(language)}"
        for field in fields
        for choice, label in getattr(field, "choices", ())
    ]
    bids = frozenset(number for label in labels for number in re.findall(r"\d+", label))
    points = [field for field in fields if field.key == POINTS]
    return DealNumbers(bids, bool(points), any(isinstance(field, Numbers) for field in points))
