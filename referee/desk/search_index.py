"""What the search reads once in a language: where each word stands in the rulebook and in the dispute cards."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.desk.article_excerpt import sentences
from referee.desk.articles import COMMON, Article, Chapter, chapter, chapter_of, disputes
from referee.desk.search_words import Term, keys, one_error_away, speech, terms, without_elision
from referee.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Field:
    """A kind of text: what a word of it weighs for its article, and what its whole passage counts."""

    word: float
    passage: float = 0.0


TITLE, ASKED, WORDS, TEXT, NAME = Field(4.0, 1.5), Field(1.6, 1.0), Field(4.0), Field(1.8, 0.6), Field(0.5)
FIRST_CITED, CITED, ANSWER = Field(2.0, 1.0), Field(1.0, 0.6), Field(0.5)
"""The question of a dispute card for the article it cites first and for the others, and the card's answer."""


@dataclass(slots=True)
class Passage:
    """A title, a phrase, a question or a sentence: ``size`` is what all its words count."""

    article: int
    counts: float
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """A chapter: what its words weigh by key and article, and the passages that have a key."""

    articles: tuple[Article, ...]
    names: tuple[frozenset[str], ...]
    weights: Mapping[str, Mapping[int, float]]
    passages: Mapping[str, Collection[int]]


@dataclass(frozen=True, slots=True)
class Index:
    """All chapters of a language; ``stems`` of the words written in them; ``having``: how many articles have a key."""

    language: str
    parts: Mapping[str, Part]
    passages: tuple[Passage, ...]
    stems: Mapping[str, str]
    having: Mapping[str, int]
    articles: int

    def scope(self, game: str | None) -> tuple[Part, ...]:
        """The chapters that are searched."""
        if game is None:
            return tuple(self.parts.values())
        return tuple(self.parts[part] for part in dict.fromkeys((COMMON, game)))

    def meant(self, term: Term, scope: Collection[Part]) -> frozenset[str]:
        """The stems in ``scope`` that a typed word can stand for: its own, else those one typing error away.

        A word without its apostrophe ("lexcuse") is the word after it; one that the language knows is no error.
        """
        known = speech(self.language)
        if _stands(term.stem, scope):
            return frozenset((term.stem,))
        if term.small or term.word.isdigit() or term.stem in known.alike:
            return frozenset()
        tied = self.stems.get(without_elision(term.word, known.elided), "")
        if tied and _stands(tied, scope):
            return frozenset((tied,))
        near = {self.stems[other] for other in one_error_away(term.word) if other in self.stems}
        near.update(one_error_away(term.stem))
        return frozenset(other for other in near if _stands(other, scope))

    def worth(self, key: str, scope: Collection[Part]) -> float:
        """What a key counts: the more, the fewer articles of ``scope`` have it."""
        if len(scope) == len(self.parts):
            having, articles = self.having.get(key, 0), self.articles
        else:
            having = sum([len(part.weights.get(key, ())) for part in scope])
            articles = sum([len(part.articles) for part in scope])
        return speech(self.language).weight(key) * _rarity(having, articles)


def _stands(key: str, scope: Collection[Part]) -> bool:
    return any(key in part.weights for part in scope)


@lru_cache(maxsize=4096)
def _rarity(having: int, articles: int) -> float:
    return math.log(1 + (articles - having + 0.5) / (having + 0.5))


@dataclass(slots=True)
class _Reading:
    """What was read of a chapter while the index is made."""

    book: Chapter
    numbers: Mapping[str, int]
    weights: defaultdict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    passages: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, number: int, found: Iterable[str], kind: Field, at: int) -> None:
        """Read a text of an article: all that it is found under, and the place of its passage, if it is one."""
        weights, passages, word = self.weights, self.passages, kind.word
        for key in found:
            by_article = weights[key]
            by_article[number] = by_article.get(number, 0.0) + word
        if kind.passage:
            for key in found:
                passages[key].append(at)

    def part(self, language: str) -> Part:
        return Part(self.book.articles, _names(self.book, language), dict(self.weights), dict(self.passages))


@lru_cache
def index(language: str) -> Index:
    """The rulebook and the dispute cards of a language, read once."""
    return read_index(language)


def read_index(language: str, without: Collection[str] = ()) -> Index:
    """Read the rulebook and the dispute cards of a language, ``without`` some of their phrases and questions."""
    books = [chapter(part, language) for part in (COMMON, *GAMES)]
    reading = {book.id: _Reading(book, {law.id: at for at, law in enumerate(book.articles)}) for book in books}
    stems: dict[str, str] = {}
    read: dict[str, Collection[str]] = {}
    passages: list[tuple[Passage, Collection[str]]] = []
    for law_id, text, kind in (part for book in books for part in _fields(book, language)):
        if text in without:
            continue
        if text not in read:
            cut = terms(text, language, joined=True)
            stems.update({term.word: term.stem for term in cut})
            read[text] = keys(cut, language)
        chapter_read = reading[chapter_of(law_id)]
        number = chapter_read.numbers[law_id]
        chapter_read.add(number, read[text], kind, len(passages))
        if kind.passage:
            passages.append((Passage(number, kind.passage), read[text]))
    parts = {part: read_part.part(language) for part, read_part in reading.items()}
    having, everything = Counter[str](), sum(len(book.articles) for book in books)
    for part in parts.values():
        having.update({key: len(numbers) for key, numbers in part.weights.items()})
    made = Index(language, parts, tuple(passage for passage, _ in passages), stems, having, everything)
    _measure(passages, made)
    return made


def _measure(passages: Iterable[tuple[Passage, Collection[str]]], made: Index) -> None:
    """Give every passage its size: what its own words count in the whole rulebook."""
    everything = made.scope(None)
    worth = {key: 0.0 if key[0] == "=" else made.worth(key, everything) for key in made.having}
    for passage, found in passages:
        passage.size = sum(map(worth.__getitem__, found))


def _names(book: Chapter, language: str) -> tuple[frozenset[str], ...]:
    """What a game is called, each name by its stems; what holds at every table is not called."""
    if book.id == COMMON:
        return ()
    named = (_large(terms(name, language)) for name in (book.title, book.id, *book.names))
    return tuple(name for name in named if name)


def _large(read: Iterable[Term]) -> frozenset[str]:
    return frozenset(term.stem for term in read if not term.small)


def _fields(book: Chapter, language: str) -> Iterator[tuple[str, str, Field]]:
    """Every text of a chapter that is searched: the article it leads to, the text, of which kind it is."""
    name = "" if book.id == COMMON else " / ".join((book.title, book.id, *book.names))
    for law in book.articles:
        yield law.id, law.title, TITLE
        yield law.id, " ".join(law.words), WORDS
        yield law.id, name, NAME
        yield from ((law.id, phrase, ASKED) for phrase in law.asked)
        yield from ((law.id, sentence, TEXT) for sentence in sentences(law.text))
    for card in disputes(book.id, language):
        for place, cited in enumerate(card.articles):
            yield cited, card.question, CITED if place else FIRST_CITED
            yield cited, card.answer, ANSWER
