"""The index of the search in a language: the words of the rulebook and of the disputes, by article and passage."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import lru_cache
from statistics import mean

from referee.desk.article_passages import passages
from referee.desk.articles import COMMON, Article, Chapter, chapter, chapter_of, disputes
from referee.desk.search.misspellings import SHORTEST_MISSPELT, meant_by_slip, one_error_away, sounds, without_elision
from referee.desk.search.search_terms import MOST_LETTERS, Term, is_word, keys, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.games.registry import GAMES

Weights = Mapping[str, float]
"""The index keys that a word of a query matches, with their weights."""


@dataclass(frozen=True, slots=True)
class TextKind:
    """A kind of text: the weight of a word for its article, and the factor of its passage's similarity (0: none)."""

    word: float
    passage: float = 0.0


TITLE, PHRASE, WORDS, TEXT = TextKind(4.0, 1.5), TextKind(1.8, 1.0), TextKind(3.0), TextKind(1.8, 0.6)
FIRST_CITED, CITED, ANSWER = TextKind(2.0, 1.0), TextKind(1.0, 0.6), TextKind(0.5)
"""A dispute's question for the first article that it cites, for the others, and its answer."""

SUBJECT = 0.5
"""The weight of a word for an article of whose subject it is asked in another game: "barbu.trick", "whistiti.trick"."""

SATURATION, LENGTH = 4.0, 0.2
"""BM25's k1, the weight of a word in an article of mean length at which it scores half of the maximum, and its b: how
much longer articles need more."""

MISSPELT = 0.7
"""The factor of a word that matches only with a typing error."""

HAND, EXAMPLES = 4, 0.8
"""The number of ranks and suits from which on they are the cards of a case, and the factor of each then, less of each
where there are more: the article is found by the other words."""

FEW, MANY, MOST_OF_CARDS = "=few", "=many", 14
"""The shared meanings of numbers: of those up to a rank, cards or people, and of greater ones, mostly points."""

DECLARED = 2
"""The articles that a text counts for which a game declares of itself: its names, options, offences."""

SMOOTHING = 10.0
"""Of Dirichlet's smoothing: the articles of the whole rulebook that are added to each chapter's own."""

ORDINARY = 10
"""The number of other chapters from which on a word is an ordinary one: it names no game."""


@dataclass(slots=True)
class IndexedPassage:
    """A title, a phrase, a question or a sentence; ``size``: the total weight of its keys."""

    article: int
    factor: float
    size: float = 0.0


@dataclass(frozen=True, slots=True)
class IndexedChapter:
    """An indexed chapter: the weight of each key by article, and the indexes of the passages with each key.

    ``names``: of its game, each as a set of stems; ``name_words``: their words as they are written. ``subjects``: the
    index of the article of each subject; ``saturation``: by article, the weight at which a word
    scores half of the maximum; ``texts``: the number of texts with each key, articles and those that the game declares.
    """

    chapter: str
    articles: tuple[Article, ...]
    names: tuple[frozenset[str], ...]
    name_words: frozenset[str]
    subjects: Mapping[str, int]
    weights: Mapping[str, Mapping[int, float]]
    passages: Mapping[str, Collection[int]]
    saturation: tuple[float, ...]
    texts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Index:
    """All chapters of a language.

    ``stems``: by word; ``document_frequency``: the number of articles, by key; ``subjects``: those asked for, by stem.
    """

    language: str
    parts: Mapping[str, IndexedChapter]
    passages: tuple[IndexedPassage, ...]
    stems: Mapping[str, str]
    document_frequency: Mapping[str, int]
    subjects: Mapping[str, Collection[str]]
    articles: int

    def scope(self, game: str | None) -> tuple[IndexedChapter, ...]:
        """The chapters to search: the common one and the game's, or all."""
        if game is None:
            return tuple(self.parts.values())
        return tuple(self.parts[part] for part in dict.fromkeys((COMMON, game)))

    def query(self, words: str) -> list[Term]:
        """The words of a query; of one that the language's files do not know, what it is another spelling of."""
        vocabulary, result = load_vocabulary(self.language), list[Term]()
        for term in terms_of(words[:MOST_LETTERS], self.language):
            known = term.small or term.stem in self.document_frequency or term.stem in vocabulary.alike
            meant = () if known or term.word.isdigit() else _spelt_otherwise(term.word, self.language)
            result += meant or (term,)
        return result

    def matching_stems(self, term: Term, scope: Collection[IndexedChapter]) -> frozenset[str]:
        """The stems in ``scope`` that match a word: its own, else those one typing error away.

        A word of the language's files is no such error.
        """
        if _stands(term.stem, scope):
            return frozenset((term.stem,))
        if term.small or term.word.isdigit() or term.stem in load_vocabulary(self.language).alike:
            return frozenset()
        return frozenset(other for other in _near(term, self.language) if _stands(other, scope))

    def weight(self, key: str, scope: Collection[IndexedChapter]) -> float:
        """The weight of a key: its inverse document frequency in ``scope``, by the weight of its kind."""
        if len(scope) == len(self.parts):
            document_frequency, articles = self.document_frequency.get(key, 0), self.articles
        else:
            document_frequency = sum([len(part.weights.get(key, ())) for part in scope])
            articles = sum([len(part.articles) for part in scope])
        return load_vocabulary(self.language).weight(key) * _rarity(document_frequency, articles)

    def senses(
        self, query: Collection[Term], scope: Collection[IndexedChapter], of_cards: frozenset[str] = frozenset()
    ) -> Iterator[Weights]:
        """For each word of a query and each pair of adjacent words: the keys that it matches, with their weights.

        Nothing for small words alone. ``of_cards``: the stems of the names of a game's own cards.
        """
        stems_of = {term: self.matching_stems(term, scope) for term in query}
        alike = load_vocabulary(self.language).alike
        if all(term.small or not (stems or term.stem in alike) for term, stems in stems_of.items()):
            return
        cards = load_vocabulary(self.language).cards | of_cards
        words = [term for term in query if term.stem in cards]
        named = [*words, *(term for term in query if term.stem.isdigit())]
        examples = {*named} if len(named) >= HAND and len(words) > 1 else set()
        of_examples = EXAMPLES * HAND / max(len(named), HAND)
        for term, stems in stems_of.items():
            factor = (1.0 if term.stem in stems else MISSPELT) * (of_examples if term in examples else 1.0)
            weights = {stem: factor * self.weight(stem, scope) for stem in stems}
            for stem in stems or {term.stem}:
                for key in _keys((Term(term.word, stem),), self.language):
                    weights.setdefault(key, self.weight(key, scope) * (of_examples if term in examples else 1.0))
            yield weights
        for key in keys(query, self.language):
            if " " in key:
                yield {key: self.weight(key, scope)}

    def names_its_game(self, name: Collection[str], part: IndexedChapter) -> bool:
        """Whether a name has a word that few other chapters have: the queen of spades is a card in many games."""
        others = [other for other in self.parts.values() if other is not part]
        return any(sum(stem in other.weights for other in others) < ORDINARY for stem in name)


def _keys(words: Sequence[Term], language: str) -> dict[str, None]:
    """The keys of a text, and the shared meanings of its numbers: "on joue en 150 ?" asks as "en 200"."""
    numbers = {int(term.stem) for term in words if term.stem.isdigit()} - {1}
    return keys(words, language) | {FEW if number <= MOST_OF_CARDS else MANY: None for number in numbers}


def _stands(key: str, scope: Collection[IndexedChapter]) -> bool:
    return any(key in part.weights for part in scope)


@lru_cache(maxsize=1024)
def _near(term: Term, language: str) -> Collection[str]:
    """The stems of the rulebook that are one typing error from a word, or from its stem."""
    index = load_index(language)
    near = meant_by_slip(term.word, index.stems)
    near.update(other for other in one_error_away(term.stem) if other in index.document_frequency)
    return near


@lru_cache(maxsize=1024)
def _spelt_otherwise(word: str, language: str) -> tuple[Term, ...]:
    """What a word may be another spelling of: a missing apostrophe, one that sounds the same, two without a space.

    Nothing where it may be a typing error. Of two without a space one is small: "lesignal", not "manage" ("man age").
    """
    stems, by_sound = _known_words(language)
    if (tied := without_elision(word, load_vocabulary(language).elided)) in stems:
        return (Term(tied, stems[tied]),)
    written = (word,) if word[-1] in "aceiouy" else (f"{word}e", word)
    spoken = sounds(written, language) if len(word) >= SHORTEST_MISSPELT - 1 else ()
    for sound in spoken:
        if len(sound) > 1 and sound in by_sound:
            nearest = max(by_sound[sound], key=lambda other: SequenceMatcher(None, word, other).ratio())
            return (Term(nearest, stems[nearest]),)
    if _near(Term(word, word), language):
        return ()
    parts = ((word[:at], word[at:]) for at in range(2, len(word) - 1))
    two = [(first, second) for first, second in parts if first in stems and second in stems]
    two = [pair for pair in two if any(stems[part].endswith(".") for part in pair)]
    longest = max(two, key=lambda pair: max(map(len, pair)), default=())
    return tuple(Term(part, stems[part]) for part in longest)


@lru_cache
def _known_words(language: str) -> tuple[Mapping[str, str], Mapping[str, Collection[str]]]:
    """The stems of the words of the language's files and of the rulebook, by word, and the words of each sound.

    Of those of the same sound small ones come first, then those that most articles have.
    """
    index = load_index(language)
    stems = {**index.stems, **load_vocabulary(language).stems}
    often = sorted(stems, key=lambda word: (stems[word][-1:] != ".", -index.document_frequency.get(stems[word], 0)))
    by_sound: defaultdict[str, list[str]] = defaultdict(list)
    for sound, word in zip(sounds(often, language), often, strict=True):
        by_sound[sound].append(word)
    return stems, by_sound


@lru_cache(maxsize=4096)
def affinity(language: str, key: str) -> tuple[float, ...]:
    """How much likelier a key is in each chapter than in the whole rulebook: the logarithms, in the chapters' order."""
    index = load_index(language)
    texts = [part.texts.get(key, 0) for part in index.parts.values()]
    everywhere = (sum(texts) + 0.5) / index.articles
    sizes = [len(part.articles) for part in index.parts.values()]
    return tuple(
        math.log((count + SMOOTHING * everywhere) / (size + SMOOTHING) / everywhere)
        for count, size in zip(texts, sizes, strict=True)
    )


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

    def add(self, number: int, passage_keys: Iterable[str], kind: TextKind, at: int) -> None:
        """Add the keys of a text of article ``number``, and its passage at ``at``, if it is one."""
        weights, passages, word = self.weights, self.passages, kind.word
        for key in passage_keys:
            by_article = weights[key]
            by_article[number] = by_article.get(number, 0.0) + word
        if kind.passage:
            for key in passage_keys:
                passages[key].append(at)

    def part(self, language: str, mean_length: float) -> IndexedChapter:
        texts = Counter({key: len(by_article) for key, by_article in self.weights.items()})
        for text in _texts_of_chapter(self.book, language):
            texts.update(dict.fromkeys(keys(terms_of(text, language, joined=True), language), DECLARED))
        return IndexedChapter(
            self.book.id,
            self.book.articles,
            _names(self.book, language),
            _name_words(self.book, language),
            {subject_of(law): number for number, law in enumerate(self.book.articles)},
            dict(self.weights),
            dict(self.passages),
            tuple(SATURATION * (1 - LENGTH + LENGTH * length / mean_length) for length in self.lengths()),
            texts,
        )

    def lengths(self) -> list[float]:
        """The length of each article: the weight of its words."""
        lengths = [0.0] * len(self.book.articles)
        for key, by_article in self.weights.items():
            if is_word(key):
                for number, weight in by_article.items():
                    lengths[number] += weight
        return lengths


@lru_cache
def load_index(language: str) -> Index:
    """The index of a language, built once."""
    books = [chapter(part, language) for part in (COMMON, *GAMES)]
    builders = {book.id: _ChapterBuilder(book, {law.id: at for at, law in enumerate(book.articles)}) for book in books}
    stems: dict[str, str] = {}
    keys_of: dict[str, Collection[str]] = {}
    indexed: list[tuple[IndexedPassage, Collection[str]]] = []
    for law_id, text, kind in (part for book in books for part in _fields(book, language)):
        if text not in keys_of:
            words = terms_of(text, language, joined=True)
            stems.update({term.word: term.stem for term in words})
            keys_of[text] = _keys(words, language)
        builder = builders[chapter_of(law_id)]
        number = builder.numbers[law_id]
        builder.add(number, keys_of[text], kind, len(indexed))
        if kind.passage:
            indexed.append((IndexedPassage(number, kind.passage), keys_of[text]))
    mean_length = mean(length for builder in builders.values() for length in builder.lengths())
    parts = {part: builder.part(language, mean_length) for part, builder in builders.items()}
    document_frequency, everything = Counter[str](), sum(len(book.articles) for book in books)
    for part in parts.values():
        document_frequency.update({key: len(numbers) for key, numbers in part.weights.items()})
    passages = tuple(passage for passage, _ in indexed)
    index = Index(language, parts, passages, stems, document_frequency, _subjects(books, language), everything)
    _set_sizes(indexed, index)
    return index


def _set_sizes(indexed: Iterable[tuple[IndexedPassage, Collection[str]]], index: Index) -> None:
    """Set each passage's size: the weight of its own words in the whole rulebook."""
    everything = index.scope(None)
    weights = {key: 0.0 if key[0] == "=" else index.weight(key, everything) for key in index.document_frequency}
    for passage, passage_keys in indexed:
        passage.size = sum(map(weights.__getitem__, passage_keys))


def _names(book: Chapter, language: str) -> tuple[frozenset[str], ...]:
    """The names of a game, each as a set of stems; none for the common chapter."""
    if book.id == COMMON:
        return ()
    names = (_large(terms_of(name, language)) for name in _all_names(book))
    return tuple(name for name in names if name)


def _name_words(book: Chapter, language: str) -> frozenset[str]:
    """The words of the names of a game, folded; none for the common chapter."""
    if book.id == COMMON:
        return frozenset()
    return frozenset(term.word for name in _all_names(book) for term in terms_of(name, language) if not term.small)


def _all_names(book: Chapter) -> tuple[str, ...]:
    return (book.title, book.id, *book.names)


def _texts_of_chapter(book: Chapter, language: str) -> Iterator[str]:
    """What a game says of itself outside its articles; nothing for the common chapter."""
    if book.id == COMMON:
        return
    game = GAMES[book.id]
    yield from (book.title, *book.names, book.introduction, " ".join(map(str, game.people)))
    yield from (text.render(language) for text in (game.summary, game.pack, game.records))
    labels = (*(option.label for option in game.options), *(offence.label for offence in game.offences))
    yield from (label.render(language) for label in (*labels, *(figure.label for figure in game.figures)))


def _large(words: Iterable[Term]) -> frozenset[str]:
    return frozenset(term.stem for term in words if not term.small)


def _subjects(books: Iterable[Chapter], language: str) -> Mapping[str, Collection[str]]:
    """The subjects that articles of several chapters have and are asked for with a word, by its stem."""
    laws: defaultdict[str, list[Article]] = defaultdict(list)
    for book in books:
        for law in book.articles:
            laws[subject_of(law)].append(law)
    result: defaultdict[str, list[str]] = defaultdict(list)
    for subject, same in laws.items():
        if len(same) > 1:
            joined_texts = " / ".join(text for law in same for text in (law.title, *law.words, *law.phrases))
            for stem in {term.stem for term in terms_of(joined_texts, language) if not term.small}:
                result[stem].append(subject)
    return result


def subject_of(law: Article) -> str:
    """The subject of an article: its id without its chapter."""
    return law.id.partition(".")[2]


def _fields(book: Chapter, language: str) -> Iterator[tuple[str, str, TextKind]]:
    """Every searched text of a chapter: the article's id, the text, its kind."""
    for law in book.articles:
        yield law.id, law.title, TITLE
        yield law.id, " ".join(law.words), WORDS
        yield from ((law.id, phrase, PHRASE) for phrase in law.phrases)
        yield from ((law.id, passage.text, TEXT) for passage in passages(law.text))
    for card in disputes(book.id, language):
        for place, cited in enumerate(card.articles):
            yield cited, card.question, CITED if place else FIRST_CITED
            yield cited, card.answer, ANSWER
