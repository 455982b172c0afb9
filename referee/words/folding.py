"""Fold text for searching: lower case, no accents, ligatures expanded."""

from __future__ import annotations

import unicodedata

LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "’": "'"})
ACCENTS = dict.fromkeys(range(0x300, 0x370))
"""The frequent combining characters, removed in one pass."""


def folded(text: str) -> str:
    """The folded text.

    >>> folded("Chloé a le Cœur"), folded("L’Été")
    ('chloe a le coeur', "l'ete")
    """
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.lower().translate(LETTERS)).translate(ACCENTS)
    return (
        decomposed
        if decomposed.isascii()
        else "".join(character for character in decomposed if not unicodedata.combining(character))
    )
