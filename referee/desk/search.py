"""The rulebook searched in everyday words: without accents, with a slip of the finger, in a game first.

A word counts more in an article's title than among what people also call it (``words``), more there than in a
question of the dispute cards that cites the article, and least in its text. A word is worth more the fewer articles
of the searched chapters have it, and an article more the more of the words it has (BM25 over weighted fields).
Everything is in memory, built at the first search in a language.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.desk.articles import COMMON, Article, Chapter, Dispute, chapter, disputes
from referee.games.registry import GAMES
from referee.words.folding import folded

TITLE, WORDS, FIRST_CITED, CITED, TEXT, NAME = 5.0, 4.0, 3.0, 2.0, 1.0, 0.5
"""What a word weighs where it stands; ``NAME`` is the game's own name, for every article of the game."""

SENTENCES, OF_WORDS = (TITLE, FIRST_CITED, CITED), 3
"""Where a word weighs more in a short sentence and less in a long one; the weights are those of three words."""

SATURATION = 3.0
"""The weight at which a word counts half of what it can count at most."""

MISSPELT = 0.7
"""What a word counts that is only reached by a typing error."""

COMMON_IN_A_GAME, COMMON_ALONE = 0.75, 2.0
"""What the common articles count: less than the game's own where a game is searched, more where none is."""

SHORTEST_MISSPELT = 4
"""Letters that a word must have, as it is typed or as it is written, for one of them to be wrong."""

MOST_LETTERS = 300
"""Letters of a question that are read, however long it is."""

NEARLY = 0.4
"""How much of the words of a dispute and of a question must be the same for the one to be what the other asks."""

ENOUGH, MOST_SAID = 60, 220
"""Letters with which an answer says enough, and beyond which no other sentence is begun."""

_SENTENCE = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…]\*\*))\s+(?=[A-ZÀ-Þ«*0-9])")


def search(words: str, language: str, game: str | None = None, most: int = 10) -> tuple[Article, ...]:
    """The articles that answer best, best first: those of ``game`` and the common ones, or of every game.

    Without a game, a game named in the words is the one searched.

    >>> [article.id for article in search("il n'a pas fourni", "fr", most=1)]
    ['match.revoke']

    :raises KeyError: there is no such game.
    """
    index = _index(language)
    terms = _terms(words[:MOST_LETTERS], language)
    if game is None:
        game, terms = _named_game(terms, index)
    scope = index.scope(game)
    scores: defaultdict[int, float] = defaultdict(float)
    for word, stem in terms:
        meant = index.meant(word, stem, scope)
        for number, score in _scores(meant, 1.0 if stem in meant else MISSPELT, index, scope).items():
            scores[number] += score
    for number in index.chapters[COMMON]:
        if number in scores and game != COMMON:
            scores[number] *= COMMON_ALONE if game is None else COMMON_IN_A_GAME
    best = sorted(scores, key=lambda number: (-scores[number], number))
    return tuple(index.articles[number] for number in best[:most])


@dataclass(frozen=True, slots=True)
class Answer:
    """What an article answers in a sentence or two; ``question``: the dispute it decides, where that was asked."""

    text: str
    question: str = ""


def answer(law: Article, words: str, language: str) -> Answer:
    """What an article that was found answers: a dispute's answer where its question is nearly what was typed.

    >>> answer(search("maldonne", "fr")[0], "maldonne", "fr").question
    ''
    """
    asked = {stem for _, stem in _terms(words[:MOST_LETTERS], language)}
    cards = [card for card in disputes(law.chapter, language) if law.id in card.articles[:1]]
    near = [(len(asked & stems) / len(asked | stems), card) for card in cards if (stems := _stems(card, language))]
    best, card = max(near, key=lambda pair: pair[0], default=(0.0, None))
    if card is not None and best >= NEARLY:
        return Answer(_first_sentences(card.answer), card.question)
    return Answer(_first_sentences(law.text))


def _stems(card: Dispute, language: str) -> set[str]:
    return {stem for _, stem in _terms(card.question, language)}


def _first_sentences(text: str) -> str:
    """The first sentences of a text, enough of them to say something; nothing where it begins with a table."""
    paragraph = next((part for part in text.split("\n\n") if part[0] not in "|#"), "")
    said = ""
    for sentence in _SENTENCE.split(" ".join(line.removeprefix("- ") for line in paragraph.splitlines())):
        if said and (len(said) >= ENOUGH or len(said) + len(sentence) > MOST_SAID):
            break
        said = f"{said} {sentence}".strip()
    return f"{said[:-1].rstrip()}…" if said.endswith(":") else said


@dataclass(frozen=True, slots=True)
class _Index:
    """All articles of a language: ``weights`` by stem and number of the article, ``stems`` of the words written."""

    articles: tuple[Article, ...]
    chapters: Mapping[str, range]
    names: Mapping[str, tuple[frozenset[str], ...]]
    weights: Mapping[str, Mapping[int, float]]
    stems: Mapping[str, str]

    def scope(self, game: str | None) -> Collection[int]:
        """The numbers of the articles that are searched."""
        if game is None:
            return range(len(self.articles))
        return {*self.chapters[game], *self.chapters[COMMON]}

    def meant(self, word: str, stem: str, scope: Collection[int]) -> frozenset[str]:
        """The stems in ``scope`` that a typed word can stand for: its own, else those one typing error away."""
        if self._stands(stem, scope):
            return frozenset((stem,))
        if word.isdigit():
            return frozenset()
        near = {self.stems[other] for other in _one_error_away(word) if other in self.stems}
        near.update(other for other in _one_error_away(stem) if other in self.weights)
        return frozenset(other for other in near if self._stands(other, scope))

    def _stands(self, stem: str, scope: Collection[int]) -> bool:
        return any(number in scope for number in self.weights.get(stem, ()))


def _scores(meant: frozenset[str], factor: float, index: _Index, scope: Collection[int]) -> Mapping[int, float]:
    """What one word of the query gives to each article that has it."""
    scores: dict[int, float] = {}
    for stem in meant:
        weights = {number: weight for number, weight in index.weights[stem].items() if number in scope}
        rarity = math.log(1 + (len(scope) - len(weights) + 0.5) / (len(weights) + 0.5))
        for number, weight in weights.items():
            score = factor * rarity * weight * (SATURATION + 1) / (weight + SATURATION)
            scores[number] = max(score, scores.get(number, 0.0))
    return scores


def _named_game(terms: list[tuple[str, str]], index: _Index) -> tuple[str | None, list[tuple[str, str]]]:
    """The game whose whole name is in the words, if there is one, and the words without it."""
    scope = index.scope(None)
    meant = {stem: index.meant(word, stem, scope) for word, stem in terms}
    for game, names in index.names.items():
        for name in names:
            if name <= frozenset().union(*meant.values()):
                return game, [(word, stem) for word, stem in terms if not meant[stem] & name] or terms
    return None, terms


@lru_cache
def _index(language: str) -> _Index:
    """Read the rulebook and the dispute cards of a language."""
    rulebook = [chapter(part, language) for part in (COMMON, *GAMES)]
    articles = tuple(law for book in rulebook for law in book.articles)
    numbers = {law.id: number for number, law in enumerate(articles)}
    weights: defaultdict[str, dict[int, float]] = defaultdict(dict)
    stems: dict[str, str] = {}
    for law_id, text, weight in _fields(rulebook, language):
        terms = _terms(text, language, joined=True)
        if weight in SENTENCES:
            weight *= (OF_WORDS + 1) / (len(terms) + 1)
        for word, stem in terms:
            weights[stem][numbers[law_id]] = weights[stem].get(numbers[law_id], 0.0) + weight
            stems[word] = stem
    return _Index(
        articles=articles,
        chapters={book.id: range(numbers[book.articles[0].id], numbers[book.articles[-1].id] + 1) for book in rulebook},
        names={
            book.id: tuple(frozenset(stem for _, stem in _terms(name, language)) for name in (book.title, book.id))
            for book in rulebook[1:]
        },
        weights=dict(weights),
        stems=stems,
    )


def _fields(rulebook: Iterable[Chapter], language: str) -> Iterator[tuple[str, str, float]]:
    """Every text that is searched: the article it leads to, the text, what a word of it weighs."""
    for book in rulebook:
        name = "" if book.id == COMMON else f"{book.title} {book.id}"
        for law in book.articles:
            yield law.id, law.title, TITLE
            yield law.id, " ".join(law.words), WORDS
            yield law.id, law.text, TEXT
            yield law.id, name, NAME
        for card in disputes(book.id, language):
            for place, cited in enumerate(card.articles):
                yield cited, card.question, CITED if place else FIRST_CITED


_COMPOUND = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_PART = re.compile(r"[a-z0-9]+")
_ELIDED = frozenset({"l", "d", "j", "c", "s", "t", "m", "n", "qu", "jusqu", "lorsqu", "puisqu", "quelqu"})
_FRENCH_STOP = """
    a ai ait alors au aux avait avec avez avoir ayant ca car ce cela celle celui ces cest cet cette ceux chez ci comme
    comment d dans de des dit dois doit doivent donc du elle elles en es est et etait etre eu faire fais fait faut font
    il ils j jai je l la le les leur leurs lui m ma mais me mes moi mon n ne ni non nos notre nous on ont ou oui par pas
    peut peuvent peux pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa se ses si soit son sont
    suis sur t ta te tes toi ton tu un une va vais vas veut veux vont vos votre vous y ya
"""
_ENGLISH_STOP = """
    a about am an and any are as at be been but by can cant could d did do does dont for from get gets got had has have
    he her his how i id if im in is isnt it its ive let ll m may me might must my of on or our re s shall she should so
    t than that the their them then there they this those to ve was we were what whats when where which who whose why
    will with would you your
"""
_STOP = {"fr": frozenset(_FRENCH_STOP.split()), "en": frozenset(_ENGLISH_STOP.split())}
"""Words that say nothing about what is searched, folded."""

_APOSTROPHES = {"‘": "'", "ʼ": "'"}
_SIGNS = {
    "fr": str.maketrans({"♠": " pique ", "♥": " cœur ", "♦": " carreau ", "♣": " trèfle ", **_APOSTROPHES}),
    "en": str.maketrans({"♠": " spade ", "♥": " heart ", "♦": " diamond ", "♣": " club ", **_APOSTROPHES}),
}


def _terms(text: str, language: str, *, joined: bool = False) -> list[tuple[str, str]]:
    """The words of a text, folded, each with its stem and once; ``joined`` adds ``antijoker`` for ``anti-joker``.

    >>> _terms("Qu’est-ce que l’Œil du cœur ?", "fr")
    [('oeil', 'oeil'), ('coeur', 'coeur')]
    """
    plain = folded(text.translate(_SIGNS[language]))
    words = (word for compound in _COMPOUND.findall(plain) for word in _parts(compound, joined))
    stop = _STOP[language]
    return [(word, _stem(word, language)) for word in dict.fromkeys(words) if word not in stop]


def _parts(compound: str, joined: bool) -> list[str]:
    """The words of what apostrophes and hyphens tie together; a lone last letter stays: ``kem's`` is one word."""
    if compound.isalnum():
        return [compound]
    parts = _PART.findall(compound)
    while len(parts) > 1 and parts[0] in _ELIDED:
        parts.pop(0)
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return [*parts, "".join(parts)] if joined and len(parts) > 1 else parts


_COUNTING = {
    "fr": "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze",
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen",
}
_NUMBERS = {
    language: {word: str(number) for number, word in enumerate(words.split())} | {"vingt": "20", "twenty": "20"}
    for language, words in _COUNTING.items()
}

_IRREGULAR = {
    "fr": {
        form: stem
        for stem, forms in {
            "fin": "fini finie finir finis finit finissent finissez finissons",
            "prend": "pris prise prises prenne prennent prenez prenons",
            "met": "mets mettre mettez mettent mettons mis mise mises",
            "egal": "egaux",
            "chois": "choix",
            "recu": "recois recoit recevoir recus recue recues recoivent",
            "perd": "perdu perdue perdus perdues perte",
        }.items()
        for form in forms.split()
    },
    "en": {
        form: stem
        for stem, forms in {
            "tie": "ties tied tying",
            "lead": "led",
            "take": "took taken taking takes",
            "win": "won",
            "give": "gave given giving gives",
            "draw": "drew drawn",
            "deal": "dealt",
            "forget": "forgot forgotten forgetting",
            "begin": "began begun",
            "choose": "chose chosen choosing chooses",
            "lose": "lost losing loses",
            "speak": "spoke spoken",
        }.items()
        for form in forms.split()
    },
}
_ENDINGS: Mapping[str, tuple[tuple[str, str, int], ...]] = {
    "fr": (
        ("atoire", "", 4), ("ation", "", 4), ("aient", "", 3), ("ttre", "tt", 3), ("tion", "", 4), ("ment", "", 4),
        ("age", "", 5), ("ait", "", 3), ("ais", "", 3), ("ant", "", 3), ("ent", "", 3), ("dre", "d", 3), ("ons", "", 3),
        ("ire", "", 4), ("ite", "", 4), ("ive", "if", 3), ("er", "", 3), ("ez", "", 3), ("ir", "", 4), ("it", "", 4),
        ("e", "", 3), ("s", "", 3), ("x", "", 3), ("i", "", 4),
    ),
    "en": (
        ("iest", "i", 3), ("sses", "ss", 2), ("ches", "ch", 2), ("shes", "sh", 2), ("ies", "i", 3), ("ing", "", 3),
        ("est", "", 3), ("ed", "", 3), ("er", "", 3), ("ly", "", 5), ("s", "", 3), ("e", "", 3), ("y", "i", 3),
    ),
}  # fmt: skip
"""Endings taken off, longest first, what stands in their place, and how many letters must be left before it."""


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    """What is left of a word without its plural and its conjugation; a number is written in figures.

    >>> [_stem(word, "fr") for word in ("annonces", "annoncer", "egalites", "oblige", "obligatoire", "huit")]
    ['annonc', 'annonc', 'egal', 'oblig', 'oblig', '8']
    >>> [_stem(word, "en") for word in ("swapped", "swaps", "families", "eights")]
    ['swap', 'swap', 'famili', '8']
    """
    if word[:-1].isdigit() and word[-1] == "s":
        return word[:-1]
    numbers = _NUMBERS[language]
    stem = _IRREGULAR[language].get(word, word)
    while stem not in numbers:
        shorter = _without_ending(stem, language)
        if shorter == stem:
            doubled = language == "en" and len(stem) > 3 and stem[-1] == stem[-2]
            return stem[:-1] if doubled else stem
        stem = shorter
    return numbers[stem]


def _without_ending(word: str, language: str) -> str:
    for ending, put, left in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= left:
            return word[: -len(ending)] + put
    return word


def _one_error_away(word: str) -> Iterator[str]:
    """Every string one letter too many, too few, wrong or swapped away from ``word``, one of the two long enough."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    if len(word) >= SHORTEST_MISSPELT - 1:
        yield from (head + letter + tail for head, tail in cuts for letter in letters)
    if len(word) >= SHORTEST_MISSPELT:
        for head, tail in cuts[:-1]:
            yield head + tail[1:]
            yield head + tail[1:2] + tail[0] + tail[2:]
            yield from (head + letter + tail[1:] for letter in letters)
