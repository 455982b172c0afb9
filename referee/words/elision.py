"""Whether a French "de" loses its vowel before a name."""

from __future__ import annotations

from referee.words.folding import folded


def elides(name: str) -> bool:
    """Whether "de" loses its vowel before a name.

    >>> [name for name in ("Éric", "Hélène", "Yves", "Yann", "Bob", "10") if elides(name)]
    ['Éric', 'Hélène', 'Yves']
    """
    said = folded(name)
    return said.startswith(tuple("aeiouh")) or (said.startswith("y") and not said[1:].startswith(tuple("aeiou")))
