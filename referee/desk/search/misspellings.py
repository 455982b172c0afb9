"""What a word may be another spelling of: by its sound, a missing apostrophe, or one wrong letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from referee.desk.search.vocabulary import load_vocabulary

Meaning = TypeVar("Meaning")

SHORTEST_MISSPELT = 4
"""The least number of letters of a word, typed or correct, for a typing error."""

LONG = 6
"""The least number of letters of a word whose first letter may be the error."""


def sounds(words: Iterable[str], language: str) -> list[str]:
    """Of each word the letters that it shares with words of the same sound; its own where the language has no rules.

    >>> sounds(["carte", "karte", "pique", "pik", "annonce", "anonse"], "fr")
    ['kart', 'kart', 'pik', 'pik', 'anons', 'anons']
    """
    text = "\n".join(words)
    for pattern, letters in load_vocabulary(language).sounds:
        text = pattern.sub(letters, text)
    return text.split("\n")


def without_elision(word: str, elided: frozenset[str]) -> str:
    """The word after a missing apostrophe, "" if none can be missing.

    >>> [without_elision(word, frozenset(("l", "qu"))) for word in ("lexcuse", "quelle", "levee", "talon")]
    ['excuse', 'elle', 'evee', '']
    """
    for head in (word[:1], word[:2]):
        rest = word[len(head) :]
        if head in elided and len(rest) >= SHORTEST_MISSPELT - 1 and rest[0] in "aeiouyh":
            return rest
    return ""


def one_error_away(word: str) -> Iterator[str]:
    """Every string at one letter added, removed, replaced or swapped from ``word``, unless both are too short.

    The first letter of a short word is never the error: "soeur" is not "coeur".
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


def meant_by_slip(word: str, meanings: Mapping[str, Meaning]) -> set[Meaning]:
    """What the known words mean that are one letter away from a word."""
    return {meanings[other] for other in one_error_away(word) if other in meanings}
