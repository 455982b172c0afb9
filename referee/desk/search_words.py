"""The words of a search: cut, folded and brought to their stems, as they are typed at a table in a language.

Stems are Snowball's. Small words, irregular forms and meanings of a language stand in ``search_words.*.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import snowballstemmer

from referee.words.folding import folded

SHORTEST_MISSPELT = 4
"""Letters that a word must have, as it is typed or as it is written, for one of them to be wrong."""

LONG = 6
"""Letters from which a word may also begin with a wrong one."""

SMALL, PAIR, ALIKE, EXAMPLE = 0.4, 0.2, 0.7, 0.5
"""What counts less than a word: a small word, two words side by side, a meaning shared with another word, a suit."""

SNOWBALL = {"fr": "french", "en": "english"}
"""The name of each language in the stemmer's library."""

_COMPOUND = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_PART = re.compile(r"[a-z0-9]+")
_SIGNS = str.maketrans({"‘": "'", "ʼ": "'", "\u2011": "-"})
_SUITS = "♠♥♦♣"


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a text and its stem; the stem of a small word ends with a point, and no other's does."""

    word: str
    stem: str

    @property
    def small(self) -> bool:
        return self.stem.endswith(".")


@dataclass(frozen=True, slots=True)
class Speech:
    """What the search knows of a language."""

    small: frozenset[str]
    elided: frozenset[str]
    suits: tuple[str, ...]
    numbers: Mapping[str, str]
    snowball: Callable[[str], str]
    """The stem of a word by Snowball's rules for the language."""
    irregular: Mapping[str, str]
    short: Mapping[str, str]
    phrases: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
    """What is said without a word for it, as a pattern over the words, and the words for it."""
    alike: Mapping[str, tuple[str, ...]]
    """By stem, the meanings it shares with others: keys of the index, ``=3`` is the fourth line of ``same``."""

    def weight(self, key: str) -> float:
        """What a key of the index counts beside a whole word."""
        if key.startswith("="):
            return ALIKE
        if " " in key:
            return PAIR
        return SMALL if key.endswith(".") else EXAMPLE if key in self.suits else 1.0


@lru_cache
def speech(language: str) -> Speech:
    """What the search knows of a language, read from its file."""
    text = (resources.files(__package__ or "") / f"search_words.{language}.toml").read_text(encoding="utf-8")
    read: dict[str, Any] = tomllib.loads(text)
    numbers = {word: str(number) for number, word in enumerate(read["numbers"].split())} | {read["twenty"]: "20"}
    found = Speech(
        small=frozenset(read["stop"].split()),
        elided=frozenset(read["elided"].split()),
        suits=tuple(read["suits"].split()),
        numbers=numbers,
        snowball=snowballstemmer.stemmer(SNOWBALL[language]).stemWord,
        irregular={form: stem for stem, forms in read["irregular"].items() for form in (stem, *forms.split())},
        short=read["short"],
        phrases=tuple(
            (re.compile(read[said].replace("N", rf"(?:\d+|{'|'.join(numbers)})")), tuple(read[meant].split()))
            for said, meant in (("seated", "seat"), ("level", "like"))
        ),
        alike={},
    )
    alike: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for number, line in enumerate(read["same"].strip().splitlines()):
        for word in line.split():
            alike[_stem(word, found)][f"={number}"] = None
    return replace(found, alike={stem: tuple(meanings) for stem, meanings in alike.items()})


def terms(text: str, language: str, *, joined: bool = False) -> list[Term]:
    """The words of a text in order, folded, each with its stem; ``joined`` adds ``antijoker`` for ``anti-joker``.

    >>> [term.word for term in terms("Qu’est-ce que l’Œil du cœur ?", "fr") if not term.small]
    ['oeil', 'coeur']
    >>> [term.stem for term in terms("annonces, annoncer, huit", "fr")]
    ['annonc', 'annonc', '8']
    >>> [term.stem for term in terms("swapped swaps families eights", "en")]
    ['swap', 'swap', 'family', '8']
    """
    known = speech(language)
    if not text.isascii():
        for sign, suit in zip(_SUITS, known.suits, strict=True):
            text = text.replace(sign, f" {suit} ")
        text = text.translate(_SIGNS)
    cut = [_parts(compound, known.elided) for compound in _COMPOUND.findall(folded(text))]
    found = [_term(part, language) for parts in cut for part in parts]
    if joined:
        found += [_term("".join(parts), language) for parts in cut if len(parts) > 1]
    said = " ".join([term.word for term in found])
    for pattern, meant in known.phrases:
        if pattern.search(said):
            found += [_term(word, language) for word in meant]
    return found


def keys(asked: Iterable[Term], language: str) -> dict[str, None]:
    """All under which a text is found, each once: its stems, what they share with other words, words side by side.

    Words are side by side in the text, and where only small words stand between them.
    """
    alike, found = speech(language).alike, dict[str, None]()
    before = large = ""
    for term in asked:
        stem = term.stem
        found[stem] = None
        for meaning in alike.get(stem, ()):
            found[meaning] = None
        if before:
            found[f"{before} {stem}"] = None
        before = stem
        if stem[-1:] != ".":
            if large:
                found[f"{large} {stem}"] = None
            large = stem
    return found


def _parts(compound: str, elided: frozenset[str]) -> list[str]:
    """The words of what apostrophes and hyphens tie together; a lone last letter stays: ``kem's`` is one word."""
    if compound.isalnum():
        return [compound]
    parts = _PART.findall(compound)
    while len(parts) > 1 and parts[0] in elided:
        parts.pop(0)
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return parts


@lru_cache(maxsize=20_000)
def _term(typed: str, language: str) -> Term:
    """A word that was typed, spelt out."""
    known = speech(language)
    word = _spelt_out(typed, known)
    return Term(word, _stem(word, known))


def _spelt_out(word: str, known: Speech) -> str:
    """The word that was typed for short; ``jpeux`` is ``je peux`` where ``je`` loses its vowel before a word."""
    word = known.short.get(word, word)
    runs_on = "j" in known.elided and "je" in known.small and len(word) > 2 and word[0] == "j"
    return word[1:] if runs_on and word[1] not in "aeiouy" else word


def _stem(word: str, known: Speech) -> str:
    if word in known.small:
        return f"{word}."
    return known.irregular.get(word) or _shortened(word, known)


def _shortened(word: str, known: Speech) -> str:
    """The stem of a word; a number is written in figures."""
    if word[:-1].isdigit() and word[-1] == "s":
        return word[:-1]
    if word in known.numbers:
        return known.numbers[word]
    stem = known.snowball(word)
    return known.numbers.get(stem, stem)


def without_elision(word: str, elided: frozenset[str]) -> str:
    """What stands after an apostrophe that was not typed, if one can be missing.

    >>> [without_elision(word, frozenset(("l", "qu"))) for word in ("lexcuse", "quelle", "levee", "talon")]
    ['excuse', 'elle', 'evee', '']
    """
    for head in (word[:1], word[:2]):
        rest = word[len(head) :]
        if head in elided and len(rest) >= SHORTEST_MISSPELT - 1 and rest[0] in "aeiouyh":
            return rest
    return ""


def one_error_away(word: str) -> Iterator[str]:
    """Every string one letter too many, too few, wrong or swapped away from ``word``, one of the two long enough.

    Of a short word the first letter is right: "soeur" is not "coeur".
    """
    letters = "abcdefghijklmnopqrstuvwxyz"
    first = 0 if len(word) >= LONG else 1
    cuts = [(word[:at], word[at:]) for at in range(first, len(word) + 1)]
    if len(word) >= SHORTEST_MISSPELT - 1:
        yield from (head + letter + tail for head, tail in cuts for letter in letters)
    if len(word) >= SHORTEST_MISSPELT:
        for head, tail in cuts[:-1]:
            yield head + tail[1:]
            yield head + tail[1:2] + tail[0] + tail[2:]
            yield from (head + letter + tail[1:] for letter in letters)
