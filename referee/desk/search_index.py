"""The index of the search in a language: the words of the rulebook and of the disputes, by article and passage."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.desk.article_excerpt import sentences
from referee.desk.articles import COMMON, Article, Chapter, chapter, chapter_of, disputes
from referee.desk.search_words import Term, keys, load_vocabulary, one_error_away, terms, without_elision
from referee.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Field:
    """A kind of text: the weight of a word for its article, and the factor of its passage's similarity (0: none)."""

    word: float
    passage: float = 0.0


TITLE, PHRASE, WORDS, TEXT, NAME = Field(4.0, 1.5), Field(1.6, 1.0), Field(4.0), Field(1.8, 0.6), Field(0.5)
FIRST_CITED, CITED, ANSWER = Field(2.0, 1.0), Field(1.0, 0.6), Field(0.5)
"""A dispute's question for the first article that it cites, for the others, and its answer."""


@dataclass(slots=True)
class Passage:
    """A title, a phrase, a question or a sentence; ``size``: the total weight of its keys."""

    article: int
    factor: float
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class Part:
    """An indexed chapter: the weight of each key by article, and the indexes of the passages with each key."""

    articles: tuple[Article, ...]
    names: tuple[frozenset[str], ...]
    weights: Mapping[str, Mapping[int, float]]
    passages: Mapping[str, Collection[int]]


@dataclass(frozen=True, slots=True)
class Index:
    """All chapters of a language. ``stems``: by word; ``document_frequency``: the number of articles, by key."""

    language: str
    parts: Mapping[str, Part]
    passages: tuple[Passage, ...]
    stems: Mapping[str, str]
    document_frequency: Mapping[str, int]
    articles: int

    def scope(self, game: str | None) -> tuple[Part, ...]:
        """The chapters to search: the common one and the game's, or all."""
        if game is None:
            return tuple(self.parts.values())
        return tuple(self.parts[part] for part in dict.fromkeys((COMMON, game)))

    def matching_stems(self, term: Term, scope: Collection[Part]) -> frozenset[str]:
        """The stems in ``scope`` that match a word: its own, else those one typing error away.

        A missing apostrophe ("lexcuse") is such an error; a word of the language's files is none.
        """
        vocabulary = load_vocabulary(self.language)
        if _stands(term.stem, scope):
            return frozenset((term.stem,))
        if term.small or term.word.isdigit() or term.stem in vocabulary.alike:
            return frozenset()
        tied = self.stems.get(without_elision(term.word, vocabulary.elided), "")
        if tied and _stands(tied, scope):
            return frozenset((tied,))
        near = {self.stems[other] for other in one_error_away(term.word) if other in self.stems}
        near.update(one_error_away(term.stem))
        return frozenset(other for other in near if _stands(other, scope))

    def weight(self, key: str, scope: Collection[Part]) -> float:
        """The weight of a key: its inverse document frequency in ``scope``, by the weight of its kind."""
        if len(scope) == len(self.parts):
            document_frequency, articles = self.document_frequency.get(key, 0), self.articles
        else:
            document_frequency = sum([len(part.weights.get(key, ())) for part in scope])
            articles = sum([len(part.articles) for part in scope])
        return load_vocabulary(self.language).weight(key) * _rarity(document_frequency, articles)


def _stands(key: str, scope: Collection[Part]) -> bool:
    return any(key in part.weights for part in scope)


@lru_cache(maxsize=4096)
def _rarity(document_frequency: int, articles: int) -> float:
    return math.log(1 + (articles - document_frequency + 0.5) / (document_frequency + 0.5))


@dataclass(slots=True)
class _ChapterBuilder:
    """A chapter while its index is built."""

    book: Chapter
    numbers: Mapping[str, int]
    weights: defaultdict[str, dict[int, float]] = field(default_factory=lambda: defaultdict(dict))
    passages: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, number: int, passage_keys: Iterable[str], kind: Field, at: int) -> None:
        """Add the keys of a text of article ``number``, and its passage at ``at``, if it is one."""
        weights, passages, word = self.weights, self.passages, kind.word
        for key in passage_keys:
            by_article = weights[key]
            by_article[number] = by_article.get(number, 0.0) + word
        if kind.passage:
            for key in passage_keys:
                passages[key].append(at)

    def part(self, language: str) -> Part:
        return Part(self.book.articles, _names(self.book, language), dict(self.weights), dict(self.passages))


@lru_cache
def load_index(language: str) -> Index:
    """The index of a language, built once."""
    books = [chapter(part, language) for part in (COMMON, *GAMES)]
    builders = {book.id: _ChapterBuilder(book, {law.id: at for at, law in enumerate(book.articles)}) for book in books}
    stems: dict[str, str] = {}
    keys_of: dict[str, Collection[str]] = {}
    passages: list[tuple[Passage, Collection[str]]] = []
    for law_id, text, kind in (part for book in books for part in _fields(book, language)):
        if text not in keys_of:
            words = terms(text, language, joined=True)
            stems.update({term.word: term.stem for term in words})
            keys_of[text] = keys(words, language)
        builder = builders[chapter_of(law_id)]
        number = builder.numbers[law_id]
        builder.add(number, keys_of[text], kind, len(passages))
        if kind.passage:
            passages.append((Passage(number, kind.passage), keys_of[text]))
    parts = {part: builder.part(language) for part, builder in builders.items()}
    document_frequency, everything = Counter[str](), sum(len(book.articles) for book in books)
    for part in parts.values():
        document_frequency.update({key: len(numbers) for key, numbers in part.weights.items()})
    index = Index(language, parts, tuple(passage for passage, _ in passages), stems, document_frequency, everything)
    _set_sizes(passages, index)
    return index


def _set_sizes(passages: Iterable[tuple[Passage, Collection[str]]], index: Index) -> None:
    """Set each passage's size: the weight of its own words in the whole rulebook."""
    everything = index.scope(None)
    weights = {key: 0.0 if key[0] == "=" else index.weight(key, everything) for key in index.document_frequency}
    for passage, passage_keys in passages:
        passage.size = sum(map(weights.__getitem__, passage_keys))


def _names(book: Chapter, language: str) -> tuple[frozenset[str], ...]:
    """The names of a game, each as a set of stems; none for the common chapter."""
    if book.id == COMMON:
        return ()
    names = (_large(terms(name, language)) for name in (book.title, book.id, *book.names))
    return tuple(name for name in names if name)


def _large(words: Iterable[Term]) -> frozenset[str]:
    return frozenset(term.stem for term in words if not term.small)


def _fields(book: Chapter, language: str) -> Iterator[tuple[str, str, Field]]:
    """Every searched text of a chapter: the article's id, the text, its kind."""
    name = "" if book.id == COMMON else " / ".join((book.title, book.id, *book.names))
    for law in book.articles:
        yield law.id, law.title, TITLE
        yield law.id, " ".join(law.words), WORDS
        yield law.id, name, NAME
        yield from ((law.id, phrase, PHRASE) for phrase in law.phrases)
        yield from ((law.id, sentence, TEXT) for sentence in sentences(law.text))
    for card in disputes(book.id, language):
        for place, cited in enumerate(card.articles):
            yield cited, card.question, CITED if place else FIRST_CITED
            yield cited, card.answer, ANSWER
