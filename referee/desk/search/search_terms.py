"""The words of a text with their stems, and the keys by which the index knows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.words import Renderable
from referee.words.folding import folded

MOST_LETTERS = 300
"""Characters of a query that are read."""

SEPARATORS = frozenset((",.", ";."))
"""The stems of what stands for a comma and for a stop."""

SUIT_SIGNS = "♠♥♦♣"

_COMPOUND = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")

_PART = re.compile(r"[a-z0-9]+")

_FACE = re.compile(r"\b([a-z]) ?(?=[♠♥♦♣])", re.IGNORECASE)

_SIGNS = str.maketrans({"‘": "'", "ʼ": "'", "\u2011": "-"})


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a text and its stem; the stem of a small word ends with a point, and no other's does."""

    word: str
    stem: str

    @property
    def small(self) -> bool:
        return self.stem.endswith(".")

    @property
    def separates(self) -> bool:
        """Whether it stands between two items of a list, or between two clauses."""
        return self.stem in SEPARATORS


def terms_of(text: str, language: str, *, joined: bool = False, meanings: bool = True) -> list[Term]:
    """The words of a text in order, folded, each with its stem; ``joined`` adds ``antijoker`` for ``anti-joker``.

    Without relatives, of whom no rule speaks. ``meanings`` adds the words for what a phrase means: how many play, a
    card on its like, as many points.

    >>> [term.word for term in terms_of("Qu’est-ce que l’Œil du cœur ?", "fr") if not term.small]
    ['oeil', 'coeur']
    >>> [term.stem for term in terms_of("annonces, annoncer, huit", "fr")]
    ['annonc', 'annonc', '8']
    >>> [term.word for term in terms_of("R♠", "fr")]
    ['roi', 'pique']
    >>> [term.word for term in terms_of("combien svp", "fr")]
    ['combien']
    >>> [term.stem for term in terms_of("swapped swaps families eights", "en")]
    ['swap', 'swap', 'family', '8']
    """
    vocabulary = load_vocabulary(language)
    if not text.isascii():
        text = _FACE.sub(lambda letter: f"{vocabulary.ranks.get(letter[1].lower(), letter[1])} ", text)
        for sign, suit in zip(SUIT_SIGNS, vocabulary.suits, strict=True):
            text = text.replace(sign, f" {suit} ")
        text = text.translate(_SIGNS)
    plain = vocabulary.relatives.sub(" ", folded(text))
    compounds = [_parts(compound, vocabulary.elided) for compound in _COMPOUND.findall(plain)]
    words = [term for parts in compounds for part in parts if (term := _term(part, language)).word]
    if joined:
        words += [_term("".join(parts), language) for parts in compounds if len(parts) > 1]
    sentence = " ".join([term.word for term in words])
    phrases = vocabulary.phrases if meanings else ()
    for pattern, synonyms in phrases:
        if pattern.search(sentence):
            words += [_term(word, language) for word in synonyms]
    return words


def label_terms(label: Renderable, language: str) -> Sequence[Term]:
    """The words of a label, each with its stem."""
    return _terms_of_label(label.render(language), language)


@lru_cache(maxsize=1024)
def _terms_of_label(label: str, language: str) -> Sequence[Term]:
    """Known once: each search is compared with the labels of all questions of a game."""
    return tuple(terms_of(label, language, meanings=False))


def keys(words: Iterable[Term], language: str) -> dict[str, None]:
    """The index keys of a text, each once: stems, shared meanings, and pairs of adjacent stems.

    Words are also adjacent if only small words are between them.
    """
    alike, result = load_vocabulary(language).alike, dict[str, None]()
    before = large = ""
    for term in words:
        stem = term.stem
        result[stem] = None
        for meaning in alike.get(stem, ()):
            result[meaning] = None
        if before:
            result[f"{before} {stem}"] = None
        before = stem
        if stem[-1:] != ".":
            if large:
                result[f"{large} {stem}"] = None
            large = stem
    return result


def is_word(key: str) -> bool:
    """Whether an index key is a word that says something: no small word, pair or shared meaning.

    >>> [is_word(key) for key in ("annonc", "le.", "=3", "annonc pli")]
    [True, False, False, False]
    """
    return key[-1] != "." and key[0] != "=" and " " not in key


def _parts(compound: str, elided: frozenset[str]) -> list[str]:
    """The words of a compound with apostrophes and hyphens; a single last letter is no word: ``kem's`` is one word."""
    if compound.isalnum():
        return [compound]
    parts = _PART.findall(compound)
    while len(parts) > 1 and parts[0] in elided:
        parts.pop(0)
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return parts


@lru_cache(maxsize=20_000)
def _term(word: str, language: str) -> Term:
    """The term of a typed word, abbreviations expanded: one without letters for a word that says nothing ("svp")."""
    vocabulary = load_vocabulary(language)
    full_word = _spelt_out(word, vocabulary)
    return Term(full_word, vocabulary.stem(full_word))


def _spelt_out(word: str, vocabulary: Vocabulary) -> str:
    """Expand an abbreviation; ``jpeux`` is ``je peux`` where ``je`` loses its vowel before a word."""
    word = vocabulary.short.get(word, word)
    runs_on = "j" in vocabulary.elided and "je" in vocabulary.small and len(word) > 2 and word[0] == "j"
    return word[1:] if runs_on and word[1] not in "aeiouy" else word
