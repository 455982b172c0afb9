"""The rulebook searched in everyday words: without accents, with a slip of the finger, in a game first.

A word counts more in an article's title than among what people also call it (``words``), more there than in a
question of the dispute cards that cites the article, and least in its text. A word is worth more the fewer articles
of the searched chapters have it, and an article more the more of the words it has (BM25 over weighted fields).
Everything is in memory, built at the first search in a language.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.desk.articles import COMMON, Article, chapter, disputes
from referee.games.registry import GAMES

__all__ = ["search"]

TITLE, WORDS, FIRST_CITED, CITED, TEXT, NAME = 5.0, 4.0, 3.0, 2.0, 1.5, 0.5
"""What a word weighs where it stands; ``NAME`` is the game's own name, for every article of the game."""

SATURATION = 2.0
"""The weight at which a word counts half of what it can count at most."""

MISSPELT = 0.7
"""What a word counts that is only reached by a typing error."""

COMMON_IN_A_GAME, COMMON_ALONE = 0.75, 2.0
"""What the common articles count: less than the game's own where a game is searched, more where none is."""

SHORTEST_MISSPELT = 4
"""Letters a word must have before a typing error is looked for."""


def search(words: str, language: str, game: str | None = None, most: int = 10) -> tuple[Article, ...]:
    """The articles that answer best, best first: those of ``game`` and the common ones, or of every game.

    Without a game, a game named in the words is the one searched.

    >>> [one.id for one in search("Roi de coeur dans la salade ?", "fr", "barbu", most=1)]
    ['barbu.salade']
    >>> [one.id for one in search("ascenceur changer d'anonce", "fr", most=1)]
    ['ascenseur.bid-stands']

    :raises KeyError: there is no such game.
    """
    index = _index(language)
    asked = {stem: index.meant(word, stem) for word, stem in _terms(words, language)}
    if game is None:
        game, asked = _named_game(asked, index)
    scope = index.scope(game)
    scores: defaultdict[int, float] = defaultdict(float)
    for stem, meant in asked.items():
        for number, score in _scores(meant, 1.0 if stem in meant else MISSPELT, index, scope).items():
            scores[number] += score
    for number in index.chapters[COMMON]:
        if number in scores and game != COMMON:
            scores[number] *= COMMON_ALONE if game is None else COMMON_IN_A_GAME
    best = sorted(scores, key=lambda number: (-scores[number], number))
    return tuple(index.articles[number] for number in best[:most])


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

    def meant(self, word: str, stem: str) -> frozenset[str]:
        """The stems a typed word can stand for: its own, else those one typing error away."""
        if stem in self.weights:
            return frozenset((stem,))
        if len(word) < SHORTEST_MISSPELT or word.isdigit():
            return frozenset()
        near = {self.stems[other] for other in _one_error_away(word) if other in self.stems}
        if len(stem) >= SHORTEST_MISSPELT:
            near.update(other for other in _one_error_away(stem) if other in self.weights)
        return frozenset(near)


def _scores(meant: frozenset[str], factor: float, index: _Index, scope: Collection[int]) -> Mapping[int, float]:
    """What one word of the query gives to each article that has it."""
    scores: dict[int, float] = {}
    for stem in meant:
        found = {number: weight for number, weight in index.weights[stem].items() if number in scope}
        rarity = math.log(1 + (len(scope) - len(found) + 0.5) / (len(found) + 0.5))
        for number, weight in found.items():
            score = factor * rarity * weight * (SATURATION + 1) / (weight + SATURATION)
            scores[number] = max(score, scores.get(number, 0.0))
    return scores


def _named_game(asked: Mapping[str, frozenset[str]], index: _Index) -> tuple[str | None, dict[str, frozenset[str]]]:
    """The game whose whole name is in the words, if there is one, and the words without it."""
    for game, names in index.names.items():
        for name in names:
            naming = {stem for stem, meant in asked.items() if meant & name}
            if all(any(part in asked[stem] for stem in naming) for part in name):
                return game, {stem: meant for stem, meant in asked.items() if stem not in naming} or dict(asked)
    return None, dict(asked)


@lru_cache
def _index(language: str) -> _Index:
    """Read the rulebook and the dispute cards of a language."""
    articles: list[Article] = []
    chapters: dict[str, range] = {}
    names: dict[str, tuple[frozenset[str], ...]] = {}
    weights: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    stems: dict[str, str] = {}

    def add(number: int, text: str, weight: float) -> None:
        for word, stem in _terms(text, language, joined=True):
            weights[stem][number] += weight
            stems[word] = stem

    for part in (COMMON, *GAMES):
        one = chapter(part, language)
        chapters[part] = range(len(articles), len(articles) + len(one.articles))
        if part != COMMON:
            names[part] = tuple(_name(name, language) for name in (one.title, part))
        for number, law in enumerate(one.articles, len(articles)):
            add(number, law.title, TITLE)
            add(number, " ".join(law.words), WORDS)
            add(number, law.text, TEXT)
            if part != COMMON:
                add(number, f"{one.title} {part}", NAME)
        articles.extend(one.articles)
    numbers = {law.id: number for number, law in enumerate(articles)}
    for part in GAMES:
        for card in disputes(part, language):
            for place, cited in enumerate(card.articles):
                add(numbers[cited], card.question, CITED if place else FIRST_CITED)
    return _Index(tuple(articles), chapters, names, weights, stems)


def _name(text: str, language: str) -> frozenset[str]:
    return frozenset(stem for _, stem in _terms(text, language))


_COMPOUND = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_PART = re.compile(r"[a-z0-9]+")
_ACCENTS = re.compile("[\u0300-\u036f]")
_ELIDED = frozenset({"l", "d", "j", "c", "s", "t", "m", "n", "qu", "jusqu", "lorsqu", "puisqu", "quelqu"})
_STOP = {
    "fr": frozenset(
        "a ai ait alors as-tu au aux avait avec avez avoir ayant ca car ce cela celle celui ces cest cet cette ceux chez ci"
        " comme comment d dans de des dit dois doit doivent donc du elle elles en encore-la es est et etait etre eu faire"
        " fais fait faut font ha il ils j jai je l la le les leur leurs lui m ma mais me mes mon n ne ni non nos notre"
        " nous on ont ou oui par pas peut peuvent peux pour pourquoi puis qu quand que quel quelle quelles quels qui quoi"
        " s sa se ses si soit son sont suis sur t ta te tes ton tu un une va vais vas veut veux vont vos votre vous y ya".split()
    ),
    "en": frozenset(
        "a about am an and any are as at be been but by can cant could d did do does dont for from get gets got had has"
        " have he her his how i id if im in is isnt it its ive let ll m may me might must my of on or our re s shall she"
        " should so t than that the their them then there they this those to ve was we were what whats when where which"
        " who whose why will with would you your".split()
    ),
}
"""Words that say nothing about what is searched, folded."""

_SUITS = {
    "fr": str.maketrans({"♠": " pique ", "♥": " cœur ", "♦": " carreau ", "♣": " trèfle "}),
    "en": str.maketrans({"♠": " spade ", "♥": " heart ", "♦": " diamond ", "♣": " club "}),
}
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "‘": "'", "ʼ": "'"})


def _terms(text: str, language: str, *, joined: bool = False) -> list[tuple[str, str]]:
    """The words of a text, folded, each with its stem and once; ``joined`` adds ``antijoker`` for ``anti-joker``.

    >>> _terms("Qu’est-ce que l’Œil du cœur ?", "fr")
    [('oeil', 'oeil'), ('coeur', 'coeur')]
    """
    folded = unicodedata.normalize("NFKD", text.translate(_SUITS[language]).lower().translate(_LETTERS))
    plain = _ACCENTS.sub("", folded)
    words = (word for compound in _COMPOUND.findall(plain) for word in _parts(compound, joined))
    stop = _STOP[language]
    return [(word, _stem(word, language)) for word in dict.fromkeys(words) if word not in stop]


def _parts(compound: str, joined: bool) -> list[str]:
    """The words of what apostrophes and hyphens tie together; a lone last letter stays: ``kem's`` is ``kems``."""
    if compound.isalnum():
        return [compound]
    parts = _PART.findall(compound)
    while len(parts) > 1 and parts[0] in _ELIDED:
        parts.pop(0)
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return [*parts, "".join(parts)] if joined and len(parts) > 1 else parts


_NUMBERS = {
    word: str(number)
    for words in (
        "zero un deux trois quatre cinq six sept huit neuf dix",
        "zero one two three four five six seven eight nine ten",
    )
    for number, word in enumerate(words.split())
} | {"vingt": "20", "twenty": "20"}

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
            "player": "players",
            "speak": "spoke spoken",
        }.items()
        for form in forms.split()
    },
}
_ENDINGS: Mapping[str, tuple[tuple[str, str, int], ...]] = {
    "fr": (
        ("atoire", "", 4), ("ation", "", 4), ("aient", "", 3), ("dre", "d", 3), ("ttre", "tt", 3), ("tion", "", 4),
        ("age", "", 5), ("ait", "", 3), ("ais", "", 3), ("ant", "", 3), ("ent", "", 3), ("ons", "", 3), ("ire", "", 4),
        ("ite", "", 4), ("ive", "if", 3), ("er", "", 3), ("ez", "", 3), ("ir", "", 4), ("it", "", 4), ("e", "", 3),
        ("s", "", 3), ("x", "", 3), ("i", "", 4),
    ),
    "en": (
        ("iest", "i", 3), ("ies", "i", 3), ("ing", "", 3), ("est", "", 3), ("ed", "", 3), ("er", "", 3), ("sses", "ss", 2),
        ("ches", "ch", 2), ("shes", "sh", 2), ("s", "", 3), ("e", "", 3), ("y", "i", 3),
    ),
}  # fmt: skip
"""Endings taken off, longest first, what stands in their place, and how many letters must be left before it."""


@lru_cache(maxsize=20_000)
def _stem(word: str, language: str) -> str:
    """What is left of a word without its plural and its conjugation; a number is written in figures.

    >>> [_stem(word, "fr") for word in ("annonces", "annoncer", "égalités", "obligé", "obligatoire", "huit")]
    ['annonc', 'annonc', 'égal', 'oblig', 'oblig', '8']
    >>> [_stem(word, "en") for word in ("swapped", "swaps", "families", "eights")]
    ['swap', 'swap', 'famili', '8']
    """
    stem = _IRREGULAR[language].get(word, word)
    if stem[:-1].isdigit() and stem[-1:] == "s":
        return stem[:-1]
    while stem not in _NUMBERS:
        shorter = _without_ending(stem, language)
        if shorter == stem:
            break
        stem = shorter
    if language == "en" and len(stem) > 3 and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return _NUMBERS.get(stem, stem)


def _without_ending(word: str, language: str) -> str:
    for ending, put, left in _ENDINGS[language]:
        if word.endswith(ending) and len(word) - len(ending) >= left:
            return word[: -len(ending)] + put
    return word


def _one_error_away(word: str) -> Iterable[str]:
    """Every string one letter too many, too few, wrong or swapped away from ``word``."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    for head, tail in cuts:
        yield head + tail[1:]
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
        for letter in letters:
            yield head + letter + tail
            if tail:
                yield head + letter + tail[1:]
