"""The elision of the French "de" before a name."""

from __future__ import annotations

from referee.words.folding import folded


def elides(name: str) -> bool:
    """Whether "de" loses its vowel before a name.

    >>> [name for name in ("Éric", "Hélène", "Yves", "Yann", "Bob", "10") if elides(name)]
    ['Éric', 'Hélène', 'Yves']
    """
    letters = folded(name)
    return letters.startswith(tuple("aeiouh")) or (
        letters.startswith("y") and not letters[1:].startswith(tuple("aeiou"))
    )
